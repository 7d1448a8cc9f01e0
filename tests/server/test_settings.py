"""Flags and variables: bad ones are reported clearly, with status 2, and every one is on the docs page."""

from __future__ import annotations

import ipaddress
import json
import re
import subprocess
import sys
from dataclasses import fields
from inspect import signature
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from cafe.rules.edition import EDITIONS
from cafe.server import command
from cafe.server.config_file import read_config
from cafe.server.http.static_files import read_page
from cafe.server.settings import BadSetting, Settings, declared, flag, variable
from tests.server.process import PROGRAM, Server, environment

ROOT = Path(__file__).parents[2]


def serve(tmp_path: Path, *flags: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from cafe.cli import main; main()", "serve", *flags],
        env=environment(tmp_path / "data", **variables),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("flags", "variables", "message"),
    [
        (["--port", "x"], {}, "Invalid value for '--port'"),
        (["--nonsense"], {}, "No such option"),
        ([], {"CAFE_PROT": "1"}, "got CAFE_PROT"),
        ([], {"CAFE_REDIS_URL": "redis://:secret@h"}, "cafe serve: CAFE_REDIS_URL: expected a PostgreSQL"),
        (["--redis-url", "redis://:secret@h"], {}, "cafe serve: --redis-url: expected a PostgreSQL"),
        ([], {"CAFE_DATABASE_URL": "mysql://h/x"}, "expected a database address such as sqlite:///cafe.db"),
    ],
)
def test_bad_settings_exit_with_status_2(
    tmp_path: Path, flags: list[str], variables: dict[str, str], message: str
) -> None:
    done = serve(tmp_path, *flags, **variables)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr


def test_a_file_sets_what_neither_flag_nor_variable_does(tmp_path: Path) -> None:
    file = tmp_path / "cafe.env"
    file.write_text(
        f"# a comment\n\nCAFE_PORT = 1\nCAFE_HOST='::1'\nCAFE_PUBLIC_ADDRESS=https://cafe.example/a=b\n"
        f"CAFE_DATA_DIRECTORY={tmp_path / 'data'}\n",
        encoding="utf-8",
    )
    assert read_config(file) == {
        "port": "1",
        "host": "::1",
        "public_address": "https://cafe.example/a=b",
        "data_directory": str(tmp_path / "data"),
    }
    # The port and the address to listen on are variables, too, which come first.
    started = Server(tmp_path / "data", flags=["--config", str(file)], CAFE_HOST="127.0.0.1")
    try:
        assert started.address == "https://cafe.example/a=b"
        assert started.listens != "http://127.0.0.1:1"
    finally:
        assert started.stop() == 0
    listed = subprocess.run(
        [*PROGRAM, "admin", "tables", "--config", file], capture_output=True, text=True, check=False
    )
    assert (listed.returncode, listed.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "CAFE_PORT=0\nCAFE_PROT=1\n",
            "cafe.env:2: expected the NAME=value of a setting; got 'CAFE_PROT'; did you mean CAFE_PORT?",
        ),
        ("cafe_bot_worker=2\n", "got 'cafe_bot_worker'; did you mean CAFE_BOT_WORKERS?"),
        ("DEBUG=1\n", "got 'DEBUG'; cafe serve --help lists them"),
        ("CAFE_COLOUR=red\n", "got 'CAFE_COLOUR'; cafe serve --help lists them"),
        (
            "\nCAFE_REDIS_URL=redis://:secret@h/0\n",
            "cafe.env:2: CAFE_REDIS_URL: expected a PostgreSQL database with it",
        ),
        (
            "CAFE_REDIS_URL redis://:secret@host\n",
            "cafe.env:1: expected CAFE_REDIS_URL=value; there is no = after the name\n",
        ),
        ("\nCAFE_PORT\n", "cafe.env:2: expected CAFE_PORT=value; there is no = after the name\n"),
        ("export CAFE_PORT=1\n", "cafe.env:1: expected NAME=value; got it after the word export\n"),
        ("CAFE_PORT=0\nCAFE_PORT=0\n", "cafe.env:2: expected every setting once"),
        ("\nCAFE_BOT_MS=soon\n", "cafe.env:2: CAFE_BOT_MS: expected a whole number; got 'soon'\n"),
        ("CAFE_PORT=70000\n", "cafe.env:1: CAFE_PORT: expected a number from 0 to 65535; got 70000\n"),
        ("CAFE_REDIS_URL=http://:secret@r\n", "cafe.env:1: CAFE_REDIS_URL: expected an address such as"),
        ("CAFE_DATABASE_URL=mysql://me:secret@h/x\n", "cafe.env:1: CAFE_DATABASE_URL: expected a database"),
        (
            "CAFE_PORT=18990 # my port\n",
            "cafe.env:1: CAFE_PORT: expected a comment to have a line of its own",
        ),
        (
            "CAFE_REDIS_URL='redis://:secret@h\n",
            "cafe.env:1: CAFE_REDIS_URL: expected quotes on both sides of the value, or on neither",
        ),
        ("#" * 70_000, "expected at most"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_bad_file_of_settings_is_told(tmp_path: Path, text: str | None, message: str) -> None:
    file = tmp_path / "cafe.env"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    done = serve(tmp_path, "--config", str(file))
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize(
    ("line", "setting", "value"),
    [
        ("CAFE_DATA_DIRECTORY=data", "data_directory", "{folder}/data"),
        ("CAFE_DATA_DIRECTORY=/data", "data_directory", "/data"),
        ("CAFE_DATA_DIRECTORY=~/data", "data_directory", "{home}/data"),
        ("CAFE_DATABASE_URL=sqlite:///my/cafe.db", "database_url", "sqlite:///{folder}/my/cafe.db"),
        ("CAFE_DATABASE_URL=sqlite:////my/cafe.db", "database_url", "sqlite:////my/cafe.db"),
        ("CAFE_PUBLIC_ADDRESS='https://cafe.example/#x #y'", "public_address", None),
        ("CAFE_REDIS_URL=redis://host/0", "redis_url", "redis://host/0"),
        ("\ufeffCAFE_PORT=1", "port", "1"),
    ],
)
def test_a_path_in_a_file_is_relative_to_it_and_a_mark_of_windows_is_no_name(
    tmp_path: Path, line: str, setting: str, value: str | None
) -> None:
    file = tmp_path / "cafe.env"
    file.write_text(line, encoding="utf-8")
    if value is None:
        with pytest.raises(BadSetting, match="CAFE_PUBLIC_ADDRESS: expected an address"):
            read_config(file)
    else:
        expected = value.format(folder=tmp_path, home=Path.home())
        assert read_config(file) == {setting: expected}


def test_the_database_is_named_and_a_tilde_is_the_home(tmp_path: Path) -> None:
    def databases(event: str) -> list[str]:
        started = Server(tmp_path / "data", HOME=str(tmp_path), CAFE_DATA_DIRECTORY="~/my games")
        assert started.stop() == 0
        lines = [json.loads(line) for line in started.errors.read_text().splitlines()]
        return [line["database"] for line in lines if line["event"] == event]

    file = tmp_path / "my games" / "cafe.db"
    file.parent.mkdir()
    file.touch()
    assert databases("new database") == [str(file)]
    assert databases("new database") == [str(file)]  # still the line of the first start
    assert databases("serving") == [str(file)] * 3


@pytest.mark.parametrize(
    "bad",
    [
        {"port": 70000},
        {"host": " "},
        {"log_level": "loud"},
        {"bot_workers": 0},
        {"bot_ms": 1},
        {"bot_pause_ms": -1},
        {"requests_a_second": 0},
        {"public_address": "cafe.example"},
        {"public_address": "https://cafe.example/?x=1"},
        {"public_address": "https://cafe.example:port"},
        {"public_address": "https://cafe example"},
        {"public_address": "https://[cafe"},
        {"public_address": "https://[::g]"},
        {"public_address": "https://me:secret@cafe.example"},
        {"public_address": "https://cafe.example:0"},
        {"public_address": "https://-cafe.example"},
        {"public_address": "https://cafe..example"},
        {"public_address": "https://\u2603\ufe0f\u200d.example"},
        {"public_address": "https://cafe.example/a/../b"},
        {"public_address": "https://cafe.example/a;b"},
        {"public_address": "https://cafe.example\\evil"},
        {"redis_url": "redis://host"},
        {"redis_url": "redis://[host"},
        {"trusted_proxies": "10.0.0.0/8,proxy"},
    ],
)
def test_bad_values_name_the_setting(bad: dict[str, object]) -> None:
    with pytest.raises(BadSetting, match=f"--{next(iter(bad)).replace('_', '-')}: expected"):
        Settings(**bad)  # type: ignore[arg-type]


def test_addresses() -> None:
    assert Settings().address == "http://127.0.0.1:8989"
    assert Settings(host="::1").address == "http://[::1]:8989"
    for everywhere in ("0.0.0.0", "::"):
        host = urlsplit(Settings(host=everywhere).address).hostname
        assert host
        assert not ipaddress.ip_address(host).is_unspecified
    proxied = Settings(public_address="https://cafe.example/play/")
    assert (proxied.address, proxied.path, proxied.is_secure) == (
        "https://cafe.example/play",
        "/play",
        True,
    )


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("HTTPS://Cafe.Example:443/", "https://cafe.example"),
        ("http://CAFE.example:80/Play//", "http://cafe.example/Play"),
        ("http://cafe.example:443", "http://cafe.example:443"),
        ("https://Café.example", "https://xn--caf-dma.example"),
        ("https://καφενείο.example:8443", "https://xn--kxadmawuq5c.example:8443"),
        ("http://[2001:DB8:0:0::1]:8989", "http://[2001:db8::1]:8989"),
        ("http://192.0.2.7:8989", "http://192.0.2.7:8989"),
    ],
)
def test_a_public_address_is_written_as_browsers_do(given: str, normal: str) -> None:
    assert Settings(public_address=given).public_address == normal


def test_the_docs_page_says_of_every_setting_what_is_declared() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    lines = []
    for field in fields(Settings):
        told = declared()[field.name]
        default = told.unset or (f"`{field.default}`" if field.default != "" else "")
        cells = (f"`{variable(field.name)}`", f"`{flag(field.name)}`", default, told.meaning)
        lines.append("".join(f"| {cell} ".replace("|  ", "| ") for cell in cells) + "|")
    assert [line for line in page.splitlines() if line.startswith("| `CAFE_")] == lines


def test_a_second_server_on_the_same_file_says_so(single: Server) -> None:
    done = serve(single.data, CAFE_DATA_DIRECTORY=str(single.data))
    assert done.returncode == 2
    assert f"process {single.process.pid} has it open" in done.stderr


def test_a_port_that_is_taken_is_told(single: Server, tmp_path: Path) -> None:
    port = single.address.rpartition(":")[2]
    done = serve(tmp_path, "--port", port)
    assert done.returncode == 2
    assert done.stderr == f"cafe serve: cannot listen on 127.0.0.1, port {port}: Address already in use\n"


def test_health_readiness_metrics_and_description(single: Server) -> None:
    with httpx.Client(base_url=single.address) as client:
        assert client.get("/healthz").text == "ok\n"
        assert client.get("/readyz").json() == {"database": "ok"}
        assert "cafe_turns_total" in client.get("/metrics").text
        described = client.get("/api/openapi.json").json()
        assert "/api/tables/{table}/join" in described["paths"]
        assert {"AnyMessage", "AnyCommand", "TableForm"} <= set(described["components"]["schemas"])
        options = client.get("/api/options").json()
        assert [edition["name"] for edition in options["editions"]] == list(EDITIONS)
        assert "greedy" in options["bots"]


def test_the_example_bot_plays_a_game(single: Server) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "plain_bot.py"), single.address],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert re.search(r"^final points: -?\d+ of its own, -?\d+ of the others$", done.stdout, re.MULTILINE)


def test_the_page_names_its_files_below_the_sub_path(tmp_path: Path) -> None:
    index = tmp_path / "index.html"
    index.write_text('<link href="/icon.svg"><script src="/assets/a.js">', encoding="utf-8")
    page = read_page(index, 1, "/cafe")
    assert page == '<link href="/cafe/icon.svg"><script src="/cafe/assets/a.js">'
    assert 'src="/assets/a.js"' in read_page(index, 1, "")


def test_the_help_shows_no_links() -> None:
    options = {name: each.default for name, each in signature(command.serve).parameters.items()}
    assert options["puzzles_an_hour"].help.startswith("puzzles per hour that a person may answer")
    assert not [name for name, each in options.items() if each is not None and "[" in each.help]
