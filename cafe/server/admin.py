"""`cafe admin`, `cafe backup`, `cafe restore`: what the host does with the database directly."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from cafe.server.config_file import Config

admin = typer.Typer(name="admin", no_args_is_help=True, help="Look after a server's games and people.")

Status = Literal["open", "running", "over", "closed"]
Directory = Annotated[
    str, typer.Option("--data-directory", envvar="CAFE_DATA_DIRECTORY", help="Where the database is.")
]
DatabaseUrl = Annotated[
    str,
    typer.Option(
        "--database-url", envvar="CAFE_DATABASE_URL", help="A database instead of the embedded one."
    ),
]


def _url(directory: str, url: str) -> str:
    from cafe.server.settings import Settings

    return Settings(data_directory=directory, database_url=url).database


def _run(work: Callable[[], Any], command: str = "cafe admin") -> Any:
    """Do it, or say why not and end with status 2."""
    from cafe.store.errors import StoreError

    try:
        return work()
    except StoreError as error:
        why = str(error)
    except OSError as error:
        why = f"{error.filename}: {error.strerror}" if error.filename is not None else str(error)
    print(f"{command}: {why}", file=sys.stderr)
    raise typer.Exit(2)


def _expect_new_file(file: Path, command: str) -> None:
    """Refuse a name that is taken, and `-`, which would be a file of that name."""
    if str(file) == "-":
        why = "expected the name of a file; got -, and standard output cannot be written to"
    elif file.exists():
        why = f"expected {file} not to exist; it does"
    else:
        return
    print(f"{command}: {why}", file=sys.stderr)
    raise typer.Exit(2)


def _on_database(directory: str, url: str, work: Callable[[Any], Any]) -> Any:
    from cafe.store.database import run_once

    return _run(lambda: run_once(_url(directory, url), work))


def _say(done: bool, what: str, expected: str) -> None:
    """Say what was done; status 1 if there was nothing to do it to."""
    if not done:
        print(f"cafe admin: expected {expected}; there is none", file=sys.stderr)
        raise typer.Exit(1)
    typer.echo(what)


def _count(number: int, what: str) -> str:
    """A count in words: 1 game, 2 games."""
    return f"{number} {what}{'s' * (number != 1)}"


@admin.command()
def tables(
    status: Annotated[Status | None, typer.Option(help="Only these.")] = None,
    data_directory: Directory = "",
    database_url: DatabaseUrl = "",
    config: Config = None,
) -> None:
    """List tables: id, status, version of the game, last change, people with their ids."""
    from datetime import UTC, datetime

    from cafe.store import administration

    found = _on_database(data_directory, database_url, lambda c: administration.list_rooms(c, status))
    if not found:
        typer.echo("no tables" if status is None else f"no tables that are {status}")
    for line in found:
        changed = datetime.fromtimestamp(line.changed, UTC).isoformat(timespec="seconds")
        typer.echo(f"{line.id}  {line.status:8} {line.version:4}  {changed}  {line.people}")


@admin.command()
def close(
    table: str, data_directory: Directory = "", database_url: DatabaseUrl = "", config: Config = None
) -> None:
    """Close a waiting or running table."""
    from cafe.store import administration

    _say(
        _on_database(data_directory, database_url, lambda c: administration.close_room(c, table)),
        f"closed {table}",
        f"a table {table} that waits or runs",
    )


@admin.command()
def ban(
    person: str, data_directory: Directory = "", database_url: DatabaseUrl = "", config: Config = None
) -> None:
    """Ban a person; a bot plays their running games."""
    from cafe.server.rooms.bot_workers import FALLBACK
    from cafe.store import administration

    done = _on_database(data_directory, database_url, lambda c: administration.ban(c, person, FALLBACK))
    _say(done, f"banned {person}", f"a person with the id {person}")


@admin.command()
def unban(
    person: str, data_directory: Directory = "", database_url: DatabaseUrl = "", config: Config = None
) -> None:
    """Let a person in again."""
    from cafe.store import people

    done = _on_database(data_directory, database_url, lambda c: people.ban(c, person, False))
    _say(done, f"let in {person}", f"a person with the id {person}")


@admin.command()
def bans(data_directory: Directory = "", database_url: DatabaseUrl = "", config: Config = None) -> None:
    """List the people who are banned: name and id."""
    from cafe.store import people

    found = _on_database(data_directory, database_url, people.list_banned)
    if not found:
        typer.echo("nobody is banned")
    for who, name in found:
        typer.echo(f"{name} ({who})")


@admin.command()
def reports(data_directory: Directory = "", database_url: DatabaseUrl = "", config: Config = None) -> None:
    """List the reports that are not closed."""
    from cafe.store import talk

    found = _on_database(data_directory, database_url, talk.open_reports)
    if not found:
        typer.echo("no open reports")
    for line in found:
        who, about = f"{line.reporter_name} ({line.reporter})", f"{line.reported_name} ({line.reported})"
        typer.echo(f"{line.number}  table {line.game}  {who} about {about}: {line.text}")


@admin.command()
def close_report(
    number: int, data_directory: Directory = "", database_url: DatabaseUrl = "", config: Config = None
) -> None:
    """Mark a report as dealt with."""
    from cafe.store import talk

    done = _on_database(data_directory, database_url, lambda c: talk.close_report(c, number))
    _say(done, f"closed report {number}", f"a report {number}")


@admin.command()
def prune(
    days: Annotated[int, typer.Option(min=1, help="Unchanged for this many days.")] = 90,
    data_directory: Directory = "",
    database_url: DatabaseUrl = "",
    config: Config = None,
) -> None:
    """Delete tables that were closed or never began, and expired codes; played games stay."""
    import time

    from cafe.store import administration

    now = time.time()
    found = _on_database(
        data_directory, database_url, lambda c: administration.prune(c, now - days * 86400, now)
    )
    typer.echo(f"deleted {_count(found[0], 'table')} and {_count(found[1], 'code')}")


@admin.command()
def export(
    file: Annotated[Path, typer.Argument(help="A file that does not exist yet, such as games.jsonl.gz.")],
    data_directory: Directory = "",
    database_url: DatabaseUrl = "",
    config: Config = None,
) -> None:
    """Write all finished public games to a compressed file, one JSON object per line, without names."""
    from cafe.server.game_export import write_games

    _expect_new_file(file, "cafe admin")
    count = _run(lambda: write_games(file, partial(_on_database, data_directory, database_url)))
    typer.echo(f"wrote {file}, {_count(count, 'game')}")


def backup(
    file: Annotated[Path, typer.Argument(help="A file that does not exist yet.")],
    data_directory: Directory = "",
    database_url: DatabaseUrl = "",
    config: Config = None,
) -> None:
    """Copy the database to a file, even while the server is running."""
    from cafe.store.backup import backup as copy_database

    _expect_new_file(file, "cafe backup")
    size = _run(lambda: copy_database(_url(data_directory, database_url), file), "cafe backup")
    typer.echo(f"wrote {file}, {size} bytes")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `cafe backup` wrote.")],
    data_directory: Directory = "",
    database_url: DatabaseUrl = "",
    config: Config = None,
) -> None:
    """Restore a backup where there is no database yet, or into an empty PostgreSQL one."""
    from cafe.store.backup import restore as put_back

    done = _run(lambda: put_back(file, _url(data_directory, database_url)), "cafe restore")
    typer.echo(f"wrote {done}")
