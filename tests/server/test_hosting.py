"""What hosts are given, unchanged: the Caddyfile with a real Caddy, the systemd unit, the compose file."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.databases import Daemon, free_port
from tests.server.process import LIMIT, Server, come_in

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "docs" / "hosting"


def programs() -> list[str]:
    """Caddy and systemd-analyze."""
    found = subprocess.run([ROOT / "tools" / "hosting"], check=True, capture_output=True, text=True)
    return found.stdout.splitlines()


class Caddy(Daemon):
    """Caddy with the Caddyfile of the docs, reached by plain HTTP."""

    ready = "serving initial configuration"

    def __init__(self, port: int, upstream: str) -> None:
        super().__init__("caddy")
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self._upstream = upstream
        self.start()

    def command(self) -> list[str]:
        """Its own settings and certificates are kept in its folder."""
        variables = {
            "DOMAIN": self.address,
            "UPSTREAM": self._upstream,
            "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
            "XDG_CONFIG_HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder),
        }
        given = [f"{name}={value}" for name, value in variables.items()]
        return [
            "env",
            *given,
            programs()[0],
            "run",
            "--adapter",
            "caddyfile",
            "--config",
            f"{HOSTING / 'Caddyfile'}",
        ]


@pytest.fixture
def public(tmp_path: Path) -> Iterator[str]:
    """Where people reach a server behind Caddy."""
    port = free_port()
    server = Server(tmp_path / "data", CAFE_PUBLIC_ADDRESS=f"http://127.0.0.1:{port}")
    caddy = Caddy(port, server.listens.removeprefix("http://"))
    yield caddy.address
    caddy.close()
    assert server.stop() == 0


async def test_a_game_is_played_through_caddy(public: str) -> None:
    anna = await come_in(public)
    table = await anna.table([{"kind": "me"}, {"kind": "bot", "bot": "greedy"}], starter=0)
    assert table["link"].startswith(public)
    await anna.post(f"/api/tables/{table['id']}/start")
    async with anna.sit(table["id"]) as socket:
        await socket.until_mine_or_over()
        assert (await socket.play_turn())["type"] == "done"
    async with httpx.AsyncClient(base_url=public, timeout=LIMIT) as client:
        assert '<script type="module"' in (await client.get("/")).text
        assert (await client.get("/metrics")).status_code == 404


def test_caddy_spreads_over_the_servers_of_the_compose_file() -> None:
    settings = compose()["services"]["proxy"]["environment"]
    made = subprocess.run(
        [programs()[0], "adapt", "--config", str(HOSTING / "Caddyfile")],
        env={"DOMAIN": "cafe.example", "UPSTREAM": settings["UPSTREAM"]},
        check=True,
        capture_output=True,
        text=True,
    )
    assert '"upstreams":[{"dial":"cafe-1:8989"},{"dial":"cafe-2:8989"}]' in made.stdout


def test_systemd_takes_the_unit_and_finds_it_safe() -> None:
    analyse, unit = programs()[1], str(HOSTING / "cafe.service")
    done = subprocess.run([analyse, "verify", unit], capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if line.startswith("cafe.service")]
    # The program is not installed where the unit expects it, and nothing else is amiss.
    assert all("/opt/cafe/bin/cafe is not executable" in line for line in said), done.stderr
    rating = [analyse, "security", "--offline=yes", "--threshold=20", unit]
    safe = subprocess.run(rating, capture_output=True, text=True, check=False)
    assert safe.returncode == 0, safe.stdout


def compose() -> dict[str, Any]:
    """The compose file."""
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_every_service_of_the_compose_file_is_hardened() -> None:
    found = compose()
    for name, service in found["services"].items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else []), name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["pids_limit"], name
        assert service["mem_limit"], name
    reached = {name for name, service in found["services"].items() if "notes" in service["networks"]}
    assert reached == {"cafe-1", "cafe-2", "redis"}
    assert found["networks"]["notes"]["internal"]
    assert "requirepass" in found["configs"]["redis"]["content"]
