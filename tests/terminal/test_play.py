"""`cafe play` in a pseudo-terminal: whole games, and everything a person can type."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from cafe.bots import LEVELS
from cafe.cli import app
from cafe.rules.edition import edition
from cafe.rules.events import Seated
from cafe.rules.guests import GUESTS
from cafe.rules.names import action_text
from cafe.rules.record import read_record, verify
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.turns import apply
from tests.terminal.terminal import ESCAPES, Run, Start, play_hints

NAMES = re.compile(r"\b[A-Z]{2}[mf]\b")
OPTIONS = ("play", "--seed", "7", "--players", "Anna,greedy,greedy")
"""Anna holds ESm ESf GBm ITf RUm and begins."""


@pytest.mark.parametrize(("columns", "lines"), [(100, 40), (80, 24)])
def test_whole_board_game(start: Start, run: Run, tmp_path: Path, columns: int, lines: int) -> None:
    terminal = start(*OPTIONS, "--variant", "parties", columns=columns, lines=lines)
    text = play_hints(terminal)
    assert re.search(r"\bwins?: ", text)
    assert "rank" in text
    assert "in hand" in text
    file = tmp_path / "game.cafe"
    assert terminal.last(str(file)) == 0
    state = verify(read_record(file.read_text(encoding="utf-8")))
    assert state.over is not None
    assert "Anselm" in terminal.text
    assert not list(tmp_path.rglob("cafe-international/*.cafe"))
    done = run("verify", str(file))
    assert (done.returncode, done.stdout.startswith("correct: ")) == (0, True)


@pytest.mark.parametrize("name", ["board-classic", "card"])
def test_whole_game_of_the_other_editions(start: Start, name: str) -> None:
    terminal = start(
        "play", "--edition", name, "--players", "Anna,greedy", "--seed", "3", columns=80, lines=24
    )
    play_hints(terminal)
    assert "Not saved" in terminal.type("/")
    assert terminal.last("") == 0


def test_hidden_hands_stay_hidden(start: Start) -> None:
    """Two people and a curtain: a mirror of the game knows what each of them may see."""
    rng = Random(5)
    state = new_game(edition("card"), 2, 5)
    terminal = start(
        "play", "--edition", "card", "--players", "Anna,Ben", "--seed", "5", columns=80, lines=24
    )
    text = terminal.wait()
    public: set[str] = set()
    hidden = 0
    for _ in range(60):
        player = state.player
        who = ("Anna", "Ben")[player]
        if "Pass the device" in text:
            assert f"Pass the device to {who}" in text
            assert not NAMES.search(text)
            text = terminal.type()
        own = {GUESTS[guest] for guest in state.hands[player] + state.hidden[player]}
        other = {GUESTS[guest] for guest in state.hands[1 - player]}
        hidden += len(other - own - public)
        assert set(NAMES.findall(text)) <= own | public
        assert f"{who} (? for help)>" in text
        terminal.assert_fits()
        legal = legal_actions(state)
        action = legal[int(rng.random() * len(legal))]
        state, events = apply(state, action)
        public |= {GUESTS[event.guest] for event in events if isinstance(event, Seated)}
        text = terminal.type(action_text(state.edition.plan, action))
        assert state.over is None
    assert hidden > 100


def test_enter_all_the_way_is_the_board_game_against_two_bots(start: Start) -> None:
    terminal = start("play")
    terminal.wait(r"\] $")
    for _ in range(2):
        terminal.type("", r"\] $")
    assert "You, Lou (bot), Vera (bot)" in terminal.text
    text = terminal.type()
    assert "edition board" in text
    assert all(name in text for name in ("You", "Lou", "Vera"))


def test_the_setup_breaks_no_word_at_80_columns(start: Start) -> None:
    terminal = start("play", columns=80, lines=40)
    terminal.wait(r"\] $")
    for answer in ("board-classic", "chess", "none"):
        terminal.type(answer, r"\] $")
    lines = ESCAPES.sub("", "".join(terminal.raw)).splitlines()
    assert max(map(len, lines)) < 80
    said = " ".join(terminal.text.split())
    assert "a table of ladies only or gentlemen only, filled in one turn, scores 20 or 40" in said
    assert all(f"{level.name} (bot): {level.level}" in said for level in LEVELS.values())
    assert all(f"four of a table's nation score {points}" in said for points in ("4, 6, 8", "2, 3, 8"))


def test_a_number_plays_only_what_is_on_the_screen(start: Start) -> None:
    terminal = start(*OPTIONS, columns=80, lines=24)
    hand = "ESm ESf GBm ITf RUm"
    assert "You can" not in terminal.wait()
    assert "There is no list on the screen for 1 to refer to. Type m for one." in terminal.type("1")
    assert "What Madame Rosa would play" in terminal.type("h")
    assert "seat.nation" in terminal.type("ITf@b1")
    assert "There is no list on the screen" in terminal.type("1")
    assert "What Madame Rosa would play" in terminal.type("h")
    assert "What Madame Rosa would play" not in terminal.type()
    assert "There is no list on the screen" in terminal.type("1")
    assert hand in terminal.text
    terminal.type("h")
    assert hand not in terminal.type("1")


def test_the_list_below_the_cafe_counts_again_after_another_one(start: Start) -> None:
    terminal = start(*OPTIONS)
    first = re.search(r"\b1 (\S+@\S+)", terminal.wait())
    assert first is not None
    hinted = re.search(r"\b1 (\S+@\S+) ", terminal.type("h"))
    assert hinted is not None
    assert hinted[1] != first[1]
    terminal.type("hello")
    assert re.search(rf"Anna +{re.escape(first[1])} ", terminal.type("1"))


def test_questions_are_asked_again(start: Start) -> None:
    terminal = start("play")
    terminal.wait(r"\] $")
    assert "got 'chess'" in terminal.type("chess", r"\] $")
    terminal.type("card", r"\] $")
    assert "got 'bar-stepped'" in terminal.type("bar-stepped", r"\] $")
    terminal.type("1", r"\] $")
    assert "is for 2 to 5 players; got 1" in terminal.type("Anna", r"\] $")
    assert "got Anna twice" in terminal.type("Anna, Anna", r"\] $")
    assert "Pass the device to Anna" in terminal.type("Anna,Ben, random")
    assert "edition card · parties" in terminal.type()


REFUSED = [
    ("ITf@b1", "seat.nation"),
    ("DEm@c4", "hand.missing"),
    ("ESm@z9", "cell.unknown"),
    ("ESm*d3", "swap.joker"),
    ("done", "turn.action"),
    ("ESm@d3 GBm@d5", "Step 2: GBm on d5 would make 2 gentlemen and 0 ladies at table d4. [seat.mix]"),
    ("GBm@bar ESm@d3", "The turn is over after GBm@bar"),
    ("hello", "Expected an action such as DEm@d3"),
    ("999", "The list goes from 1 to 45"),
    ("m XX", "Expected a guest"),
    ("why", "Ask for a guest"),
    ("why ITf@b1", "seat.nation"),
    ("why esm@d3", "ESm@d3 is legal"),
    ("save", "Say where"),
    ("undo", "There is nothing to undo."),
]


def test_what_cannot_be_done_is_explained(start: Start) -> None:
    terminal = start(*OPTIONS)
    terminal.wait()
    for typed, answer in REFUSED:
        text = terminal.type(typed)
        assert answer in " ".join(text.split())
        assert "ESm ESf GBm ITf RUm" in text
        terminal.assert_fits()


def test_questions_in_the_middle_of_a_turn(start: Start, tmp_path: Path) -> None:
    terminal = start(*OPTIONS)
    terminal.wait()
    assert "THE RULES IN BRIEF" in terminal.type("?")
    terminal.assert_fits()
    while "page" in terminal.text:
        terminal.type()
    assert "ESm@d3" in terminal.type("t")
    assert "+4 ES+4" in " ".join(terminal.text.split())
    assert "complete turns" in terminal.text
    assert "What Madame Rosa would play" in terminal.type("h")
    text = terminal.type("esm d3")
    assert "Guest 2 of 2, or done" in text
    assert "ESm@d3" in text
    assert "seat.mix" in terminal.type("why GBm")
    assert "GBm may sit on: n15" not in terminal.text
    assert "may sit on" in terminal.type("why esf")
    assert "Taken back." in terminal.type("undo")
    assert "ESm ESf GBm ITf RUm" in terminal.text
    text = terminal.type("ESm@d3 ESf@c2")
    assert "4 at ES d2 (2 guests, all of its nation)" in text
    assert "something has been drawn or dealt" in terminal.type("undo")
    assert "Log" in terminal.type("log all")
    file = tmp_path / "half.cafe"
    assert "Saved" in terminal.type(f"save {file}")
    assert verify(read_record(file.read_text(encoding="utf-8"))).over is None
    assert "Not saved" in terminal.type(f"save {tmp_path}")
    assert "Leave?" in terminal.type("quit", r"\(y/n\) $")
    assert "Anna (? for help)>" in terminal.type("n")
    terminal.type("quit", r"\(y/n\) $")
    assert terminal.last("y") == 0
    assert "cafe play --record" in terminal.text


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_leaving_keeps_the_game(start: Start, key: str, status: int) -> None:
    terminal = start(*OPTIONS, columns=200)
    terminal.wait()
    terminal.type("ESm@d3 ESf@c2")
    terminal.type("1")
    before = terminal.text
    terminal.press(key)
    assert terminal.end() == status
    found = re.search(r"cafe play --record (\S+)", terminal.text)
    assert found
    again = start("play", "--record", found[1], columns=200)
    assert _café(again.wait()) == _café(before)


def _café(text: str) -> list[str]:
    return [line[:67].replace("›", " ") for line in text.splitlines()[:17]]


def test_a_small_terminal_does_no_harm(start: Start) -> None:
    terminal = start(*OPTIONS, columns=50, lines=12)
    terminal.wait()
    terminal.assert_fits()
    terminal.type("?")
    terminal.assert_fits()


def test_without_colours(start: Start) -> None:
    terminal = start(*OPTIONS, NO_COLOR="1")
    assert "[DE]" in terminal.wait()
    assert not re.search(r"\x1b\[[0-9;]*(3|4)[0-9;]*m", "".join(terminal.raw))
    coloured = start(*OPTIONS)
    coloured.wait()
    assert re.search(r"\x1b\[[0-9;]*48;", "".join(coloured.raw))


@pytest.mark.parametrize("variables", [{"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, {"LC_ALL": "C"}])
def test_without_unicode(start: Start, variables: dict[str, str]) -> None:
    terminal = start(*OPTIONS, **variables)
    terminal.wait()
    for command in ("?", "hint", "1", "log", "why RUm", "m"):
        terminal.type(command)
        terminal.assert_fits()
    assert "".join(terminal.raw).isascii()
    assert "?" not in terminal.frames[1].replace("(? for help)", "").replace("?  ", "")


WITHOUT_NUMPY = "import sys; sys.modules['numpy'] = None; from cafe.cli import main; main()"


def test_without_numpy_it_is_told_who_plays_as_chef(start: Start) -> None:
    options = ("play", "--seed", "7", "--players", "Anna,master")
    terminal = start(*options, columns=80, lines=24, program=("-c", WITHOUT_NUMPY))
    told = "plays? as chef does: maestro needs NumPy to ask its network"
    assert re.search(f"Madame Rosa will {told}", " ".join(terminal.wait().split()))
    terminal.assert_fits()
    assert re.search(f"Madame Rosa {told}", " ".join(terminal.type("h").split()))
    terminal.assert_fits()
    assert "chef" not in start(*options).wait()


def test_where_the_game_cannot_be_saved_is_told_at_once(start: Start, run: Run, tmp_path: Path) -> None:
    done = run(*OPTIONS, "--save", "/proc/game.cafe")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cafe play: --save: the game cannot be saved there. No such file")
    (tmp_path / "data").write_text("this is no folder", encoding="utf-8")
    terminal = start(*OPTIONS, columns=80, lines=24, XDG_DATA_HOME=str(tmp_path / "data"))
    assert "The game cannot be saved." in terminal.wait()
    terminal.assert_fits()
    assert "The game cannot be saved." not in terminal.type("m"), "once is enough"


def test_through_pipes(run: Run) -> None:
    done = run(*OPTIONS, typed="why ESm\nESm@d3\nbla\n1\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "Café International\n" in done.stdout
    assert "[DE]" in done.stdout
    assert "Anna (? for help)> ESm@d3" in done.stdout
    assert "cafe play --record" in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--edition", "chess"), "expected one of the editions"),
        (("--edition", "card", "--variant", "bar-stepped"), "has the variants parties"),
        (("--players", "Anna"), "is for 2 to 4 players; got 1"),
        (("--players", "Anna,,Ben"), "expected a name"),
        (("--players", "Anna,Bob (bt)"), "expected brackets only after a bot, as in 'Vera (bot)'"),
        (("--players", "Anna,Bob (bot: x)"), "'Ada (bot: medium)'; got 'Bob (bot: x)'"),
        (("--players", "Anna,Bob (bot)"), "expected brackets only after a bot"),
        (("--record", "nowhere.cafe"), "No such file"),
    ],
)
def test_bad_options(options: tuple[str, ...], message: str) -> None:
    done = CliRunner().invoke(app, ["play", *options])
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_bots_alone_play_to_the_end(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bots.cafe"
    done = run("play", "--players", "random,greedy", "--seed", "1", "--save", str(file), typed="\n")
    assert done.returncode == 0
    assert verify(read_record(file.read_text(encoding="utf-8"))).over is not None
    assert f"Record: {file}" in done.stdout
