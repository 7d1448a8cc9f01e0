"""A program that takes a seat: plain Python, nothing of this project, and `websockets` for the socket.

python examples/plain_bot.py http://127.0.0.1:8989                 opens a table against `greedy`
python examples/plain_bot.py http://127.0.0.1:8989 k3v9q2m7xa-8kq2zt   joins a friend's table by its link's end
"""

from __future__ import annotations

import json
import sys
import urllib.request
from typing import Any

try:
    from websockets.sync.client import ClientConnection, connect
except ModuleNotFoundError:
    sys.exit("expected the package websockets: pip install websockets, or 'cafe-international[server]'")

Json = dict[str, Any]


def ask(address: str, method: str, path: str, body: Json, token: str = "") -> Json:
    """One request of the HTTP interface."""
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(address + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as answer:
        found: Json = json.load(answer)
        return found


def sit_down(address: str, token: str, link: str | None) -> str:
    """Join the table of a link, or open one and start it; the table's id."""
    if link is not None:
        table, _, invite = link.partition("-")
        body = {"invite": invite} if invite else {}
        ask(address, "POST", f"/api/tables/{table}/join", body, token)
        return table
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    opened = ask(address, "POST", "/api/tables", {"edition": "board", "seats": seats}, token)
    table = str(opened["id"])
    ask(address, "POST", f"/api/tables/{table}/start", {}, token)
    return table


def whole_turn(socket: ClientConnection, version: int, legal: list[Json]) -> list[Json]:
    """The steps of a turn: each time the one that brings the most points."""
    actions: list[Json] = []
    while True:
        best = max(legal, key=lambda offer: offer.get("total", 0))
        actions.append(best["action"])
        if best.get("ends") or best.get("reveals"):
            return actions
        name = f"preview-{version}-{len(actions)}"
        socket.send(json.dumps({"type": "preview", "id": name, "version": version, "actions": actions}))
        legal = answer_to(socket, name)["legal"]


def answer_to(socket: ClientConnection, name: str) -> Json:
    """The answer to a command; nothing else happens while it is our turn that we would need."""
    while True:
        message: Json = json.loads(socket.recv())
        if message.get("id") == name:
            return message


def play(address: str, token: str, table: str) -> tuple[int, list[int]]:
    """Play until the end; our own final points and the others'."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(url, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        while True:
            message = json.loads(socket.recv())
            if message["type"] not in ("view", "events"):
                continue
            over = message.get("view", message.get("changes", {})).get("over")
            if over:
                final: list[int] = over["final"]
                own = final.pop(message["player"])
                return own, final
            if message["legal"]:
                version = message["version"]
                actions = whole_turn(socket, version, message["legal"])
                name = f"turn-{version}"
                socket.send(
                    json.dumps({"type": "submit", "id": name, "version": version, "actions": actions})
                )


def main() -> None:
    """Come in, sit down, play."""
    address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8989"
    link = sys.argv[2] if len(sys.argv) > 2 else None
    token = ask(address, "POST", "/api/me", {"name": "Plain Python", "token": True})["token"]
    table = sit_down(address, token, link)
    print(f"playing at {address}/t/{table}", flush=True)
    own, others = play(address, token, table)
    print(f"final points: {own} of its own, {', '.join(map(str, others))} of the others")


if __name__ == "__main__":
    main()
