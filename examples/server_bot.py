"""A bot on a server, with the standard library alone (docs/bots-on-a-server.md says where the token comes from).

python examples/server_bot.py http://127.0.0.1:8989 TOKEN
"""

import json
import sys
import time
from urllib.request import Request, urlopen

server, token = sys.argv[1:] if len(sys.argv) == 3 else sys.exit(__doc__)


def ask(path, body=None):
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    return urlopen(Request(server + path, None if body is None else json.dumps(body).encode(), headers), timeout=60)


def play(table, turn):
    while legal := json.load(ask(f"{table}/preview", turn))["legal"]:  # until the turn is over
        turn["actions"].append(max(legal, key=lambda offer: offer.get("total", 0))["action"])
    ask(f"{table}/submit", {"id": f"turn-{turn['version']}", **turn})


while True:
    try:
        for event in map(json.loads, filter(bytes.strip, ask("/api/bot/events"))):
            if event["type"] == "challenge":
                ask(f"/api/tables/{event['table']}/accept", {})
            elif event["type"] == "turn":
                play(f"/api/tables/{event['table']}", {"version": event["version"], "actions": []})
    except OSError as error:  # also whatever the server refuses; what still matters is told again
        if getattr(error, "code", None) in (401, 403):
            sys.exit(f"{error}: {error.read().decode()}")
        print(error, file=sys.stderr)
        time.sleep(int(getattr(error, "headers", {}).get("retry-after", 1)))
