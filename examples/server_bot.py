"""A bot on a server, with the standard library alone (docs/bots-on-a-server.md says where the token comes from).

python examples/server_bot.py http://127.0.0.1:8989 TOKEN
"""

import json
import sys
import time
from urllib.request import Request, urlopen


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"authorization": f"Bearer {sys.argv[2]}", "content-type": "application/json"}
    return urlopen(Request(sys.argv[1] + path, data, headers), timeout=60)


def play(table, version):
    legal, actions = json.load(ask(f"{table}/view"))["legal"], []
    while legal:  # step by step the most points, until the turn is over
        actions.append(max(legal, key=lambda offer: offer.get("total", 0))["action"])
        legal = json.load(ask(f"{table}/preview", {"version": version, "actions": actions}))["legal"]
    ask(f"{table}/submit", {"id": f"turn-{version}", "version": version, "actions": actions})


while True:
    try:
        for event in map(json.loads, filter(bytes.strip, ask("/api/bot/events"))):
            if event["type"] == "challenge":
                ask(f"/api/tables/{event['table']}/accept", {})
            elif event["type"] == "turn":
                play(f"/api/tables/{event['table']}", event["version"])
    except OSError as error:  # also whatever the server refuses; what still matters is told again
        print(error, file=sys.stderr)
        time.sleep(1)
