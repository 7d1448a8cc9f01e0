"""`cafe serve`: the settings as flags and variables. Imports the server only when it runs."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer


def _option(name: str, text: str) -> typer.models.OptionInfo:
    flag = name.replace("_", "-")
    return typer.Option(f"--{flag}", envvar=f"CAFE_{name.upper()}", help=text)  # type: ignore[no-any-return]


def serve(
    host: Annotated[str, _option("host", "Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, _option("port", "Port to listen on; 0 takes a free one.")] = 8989,
    public_address: Annotated[
        str, _option("public_address", "Where people reach it, e.g. https://cafe.example/play.")
    ] = "",
    data_directory: Annotated[
        str, _option("data_directory", "Where the embedded database lies; empty: the user's data directory.")
    ] = "",
    database_url: Annotated[
        str, _option("database_url", "Another database, e.g. postgresql+asyncpg://cafe@host/cafe.")
    ] = "",
    redis_url: Annotated[
        str, _option("redis_url", "Where processes tell each other what happens, e.g. redis://host:6379/0.")
    ] = "",
    trusted_proxies: Annotated[
        str,
        _option("trusted_proxies", "Proxies whose X-Forwarded-For is believed: addresses, networks or *."),
    ] = "127.0.0.1",
    bot_workers: Annotated[int, _option("bot_workers", "Processes in which bots think.")] = 1,
    bot_ms: Annotated[int, _option("bot_ms", "Milliseconds a bot may think about one step.")] = 1000,
    bot_pause_ms: Annotated[int, _option("bot_pause_ms", "Milliseconds a bot waits before it moves.")] = 700,
    tables_a_person: Annotated[
        int, _option("tables_a_person", "Tables that a person may have open at once.")
    ] = 100,
    sockets_a_person: Annotated[
        int, _option("sockets_a_person", "Sockets that a person may have open at once.")
    ] = 100,
    people_an_hour: Annotated[int, _option("people_an_hour", "New people an hour from one address.")] = 60,
    commands_a_second: Annotated[
        int, _option("commands_a_second", "Socket commands a second of one person.")
    ] = 20,
    requests_a_second: Annotated[
        int, _option("requests_a_second", "HTTP requests a second from one address, or of one person.")
    ] = 20,
    log_level: Annotated[str, _option("log_level", "debug, info, warning or error.")] = "info",
    show: Annotated[bool, typer.Option("--open", help="Open the game in the browser.")] = False,
) -> None:
    """Serve the games, the tables and the browser app until Ctrl-C."""
    settings = {name: value for name, value in locals().items() if name != "show"}
    from cafe.server.open_browser import is_served, open_page
    from cafe.server.run import serve as run
    from cafe.server.settings import BadSetting, Settings, check_variables

    try:
        check_variables(os.environ)
        chosen = Settings(**settings)
    except BadSetting as error:
        print(f"cafe serve: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    if show and is_served(chosen.address):
        open_page(chosen.address)
        return
    raise typer.Exit(run(chosen, open_page if show else None))
