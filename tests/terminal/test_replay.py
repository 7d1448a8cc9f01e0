"""`cafe replay` and `cafe verify`."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from cafe.cli import app
from cafe.protocol import fairness, shuffle
from cafe.protocol.fairness import commitment
from cafe.rules.actions import DRAW, Action
from cafe.rules.edition import EDITIONS, edition
from cafe.rules.record import Record, make_record, read_record, write_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import deal, new_game
from cafe.rules.turns import apply
from cafe.rules.value import but
from tests.terminal.terminal import Run, Start


def record_text(name: str = "board", players: int = 2, steps: int = 1000) -> str:
    """The record of a random game, or of its beginning."""
    rng = Random(3)
    state = start = new_game(edition(name), players, 3)
    actions: list[Action] = []
    while state.over is None and len(actions) < steps:
        legal = legal_actions(state)
        actions.append(legal[int(rng.random() * len(legal))])
        state, _ = apply(state, actions[-1])
    return write_record(make_record(start, actions, ("Anna", "Ben", "Cleo")[:players], "2025-01-01"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.cafe"
    path.write_text(record_text(), encoding="utf-8")
    return path


@pytest.mark.parametrize(("columns", "lines"), [(100, 40), (80, 24)])
def test_stepping(start: Start, file: Path, columns: int, lines: int) -> None:
    terminal = start("replay", str(file), columns=columns, lines=lines)
    first = terminal.wait()
    assert "Before the first turn" in first
    second = terminal.type()
    assert "turn 1 of" in second
    assert "Anna" in second
    terminal.assert_fits()
    terminal.type("next")
    assert "turn 2 of" in terminal.text
    assert terminal.type("p") == second
    assert terminal.type("p").splitlines()[:17] == first.splitlines()[:17]
    assert "turn 0 of" in terminal.type("p")
    assert "turn 7 of" in terminal.type("7")
    assert "turn 8 of" in terminal.type("jump 8")
    assert "Expected one of" in terminal.type("sideways")
    terminal.type()
    assert "a number jumps" in terminal.type("?")
    terminal.type()
    assert "rank" in terminal.type("9999")
    terminal.assert_fits()
    assert terminal.last("q") == 0


def test_playing_on(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "short.cafe"
    file.write_text(record_text(steps=24), encoding="utf-8")
    terminal = start("replay", str(file), "--delay", "0")
    last = re.search(r"turn 0 of (\d+)", terminal.wait())
    assert last
    assert f"turn {last[1]} of {last[1]}" in terminal.type("auto")


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_leaving(start: Start, file: Path, key: str, status: int) -> None:
    terminal = start("replay", str(file))
    terminal.wait()
    terminal.press(key)
    assert terminal.end() == status


def test_a_wrong_record_is_shown_up_to_where_it_goes_wrong(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "wrong.cafe"
    lines = record_text().splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith("4. "))
    lines[number] += "0"
    file.write_text("\n".join(lines), encoding="utf-8")
    terminal = start("replay", str(file))
    terminal.wait()
    assert "The record has a mistake here: turn 4: it scores" in terminal.type("99")


@pytest.mark.parametrize("name", EDITIONS)
def test_without_a_terminal_everything_is_printed(run: Run, name: str) -> None:
    text = record_text(name, 3)
    done = run("replay", "-", typed=text)
    assert done.returncode == 0
    assert done.stderr == ""
    turns = text.rstrip().rpartition("\n")[2].partition(".")[0]
    assert f"turn {turns}\n" in done.stdout
    assert "rank" in done.stdout
    assert "???" not in done.stdout


@pytest.mark.parametrize("name", EDITIONS)
def test_right_records(run: Run, name: str) -> None:
    done = run("verify", "-", typed=record_text(name))
    assert (done.returncode, done.stdout[:8]) == (0, "correct:")
    assert done.stdout.count("\n") == 1
    done = run("verify", "-", typed=record_text(name, steps=20))
    assert (done.returncode, done.stdout[:14]) == (0, "correct so far")


def replaced(text: str, start: str, line: str) -> str:
    """The record with the line that starts so put in another's place."""
    lines = [line if old.startswith(start) else old for old in text.splitlines()]
    assert line in lines
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("start", "line", "verdict"),
    [
        ("3. ", "3. A DEm@a1", "turn 3: "),
        ("3. ", "3. B pass", "turn 3: it is A's turn, not B's"),
        ("3. ", "3. A nonsense", "turn 3: expected an action"),
        ("3. ", "8. A pass", "turn 3: expected the number 3"),
        ('[Result "', '[Result "1 2 bag"]', "the result is"),
        ('[Result "', '[Result "*"]', "the game is over"),
    ],
)
def test_wrong_records(tmp_path: Path, start: str, line: str, verdict: str) -> None:
    file = tmp_path / "wrong.cafe"
    file.write_text(replaced(record_text(), start, line), encoding="utf-8")
    done = CliRunner().invoke(app, ["verify", str(file)])
    assert done.exit_code == 1
    assert done.stdout.startswith("cafe verify: wrong: ")
    assert verdict in done.stdout


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b'[Edition "board"]\n', b"hello", None])
@pytest.mark.parametrize("command", ["verify", "replay", "play"])
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes | None, command: str) -> None:
    file = tmp_path / "bad.cafe"
    if content is not None:
        file.write_bytes(content)
    for path in (file, tmp_path):
        done = CliRunner().invoke(app, [command, *(["--record"] if command == "play" else []), str(path)])
        assert done.exit_code == 2
        assert str(path) in done.output


def exported(text: str) -> bytes:
    """A line of an export."""
    game = {"edition": "board", "variants": [], "players": [], "started": 0.0, "ended": 1.0}
    more = {"seconds": [], "final": [], "reason": "bag", "record": text}
    return json.dumps(game | more).encode() + b"\n"


def test_many_records_at_once(run: Run, tmp_path: Path) -> None:
    right, wrong, bad = (tmp_path / name for name in ("right.cafe", "wrong.cafe", "bad.cafe"))
    right.write_text(record_text(), encoding="utf-8")
    wrong.write_text(replaced(record_text(), "3. ", "3. B pass"), encoding="utf-8")
    bad.write_bytes(b"hello")
    done = run("verify", str(right), str(right))
    assert (done.returncode, done.stdout) == (0, "2 correct\n")
    done = run("verify", str(right), str(wrong))
    assert done.returncode == 1
    assert done.stdout.startswith(f"cafe verify: {wrong}: wrong: turn 3: ")
    done = run("verify", str(wrong), str(bad), str(right), str(tmp_path / "none"))
    assert done.returncode == 2
    assert f"cannot be read: {bad}: " in done.stdout
    assert f"cannot be read: {tmp_path / 'none'}: " in done.stdout
    assert done.stdout.endswith("1 correct, 1 wrong, 2 unreadable\n")


def test_exports_are_read_line_by_line(run: Run, tmp_path: Path) -> None:
    lines = [exported(record_text()), exported(record_text("card")), b'{"record": 3}\n']
    lines += [exported(replaced(record_text(), "3. ", "3. B pass"))]
    plain, packed, broken = (tmp_path / name for name in ("games.jsonl", "games.jsonl.gz", "broken.gz"))
    plain.write_bytes(b"".join(lines))
    packed.write_bytes(gzip.compress(b"".join(lines)))
    broken.write_bytes(gzip.compress(exported(record_text()))[:-20])
    for file in (plain, packed):
        done = run("verify", str(file))
        assert done.returncode == 2
        assert f"cannot be read: {file}:3: " in done.stdout
        assert f"cafe verify: {file}:4: wrong: turn 3: " in done.stdout
        assert done.stdout.endswith("2 correct, 1 wrong, 1 unreadable\n")
    assert run("verify", str(broken)).returncode == 2
    one = tmp_path / "one.jsonl"
    for line, status, said in ((lines[0], 0, "1 correct\n"), (lines[3], 1, f"cafe verify: {one}:1: wrong: ")):
        one.write_bytes(line)
        done = run("verify", str(one))
        assert (done.returncode, done.stdout.startswith(said)) == (status, True)
    done = run("verify", "-", typed=plain.read_text(encoding="utf-8"))
    assert done.stdout.endswith("2 correct, 1 wrong, 1 unreadable\n")


def test_a_promised_shuffle_is_checked(run: Run) -> None:
    record = read_record(record_text("card"))
    assert record.bag is not None
    promise = {"Commitment": commitment("pepper", record.bag, record.tables), "Salt": "pepper"}
    text = write_record(but(record, extra=promise))
    done = run("verify", "-", typed=text)
    assert done.returncode == 0
    assert "the shuffle matches its commitment" in done.stdout
    done = run("verify", "-", typed=text.replace("pepper", "paprika"))
    assert done.returncode == 1
    assert "the commitment to the shuffle is" in done.stdout


def shuffled_record(secret: str, *values: str | None) -> Record:
    """A record of one turn whose bag follows from the secret and the contributions that were opened."""
    rules = edition("card", ["parties"])
    given = [
        shuffle.Contribution(1 - player, shuffle.hash_of(f"{player:064x}"), value)
        for player, value in enumerate(values)
    ]
    promised = shuffle.commitment("card", ["parties"], shuffle.hash_of(secret), given)
    bag, tables = shuffle.shuffle(rules, shuffle.seed(promised, secret, given))
    record = make_record(deal(rules, 2, bag, tables), [DRAW], ("Anna", "Ben"))
    extra = fairness.shuffle_headers(promised, secret, given)
    return but(record, bag=tuple(bag), tables=tuple(tables), extra=extra)


ANNA, BEN, SECRET = f"{0:064x}", f"{1:064x}", "5e" * 32


def test_a_shuffle_with_contributions_is_made_again(run: Run) -> None:
    done = run("verify", "-", typed=write_record(shuffled_record(SECRET, ANNA, BEN)))
    assert done.returncode == 0
    assert (
        "the shuffle follows from the server's secret and the contributions of Anna, Ben; the record alone"
    ) in done.stdout
    done = run("verify", "-", typed=write_record(shuffled_record(SECRET, ANNA, None)))
    assert "the contributions of Anna (Ben did not open theirs in time); the record alone" in done.stdout
    done = run("verify", "-", typed=write_record(shuffled_record(SECRET, None, None)))
    assert "the server's secret alone (Anna, Ben did not open theirs in time); the" in done.stdout


def test_another_bag_with_a_commitment_of_its_own_is_told_apart_by_the_noted_one(run: Run) -> None:
    played, forged = shuffled_record(SECRET, ANNA, BEN), shuffled_record("f0" * 32, ANNA, BEN)
    assert played.bag != forged.bag
    noted = played.extra["Commitment"]
    done = run("verify", "--commitment", noted.upper(), "-", typed=write_record(played))
    assert (done.returncode, "the commitment is the one you noted" in done.stdout) == (0, True)
    assert run("verify", "-", typed=write_record(forged)).returncode == 0
    done = run("verify", "--commitment", noted, "-", typed=write_record(forged))
    assert done.returncode == 1
    assert f"the commitment you noted is {noted}; the record's is {forged.extra['Commitment']}" in done.stdout
    done = run("verify", "--commitment", noted, "-", typed=record_text())
    assert (done.returncode, "the record's is missing" in done.stdout) == (1, True)
    done = run("verify", "--commitment", "5e", "-", typed=write_record(played))
    assert (done.returncode, done.stderr) == (
        2,
        "cafe verify: expected 64 hexadecimal digits with --commitment\n",
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (SECRET, "f0" * 32, "edition, secret and contributions give"),
        (SECRET, "secret", "expected 64 hexadecimal digits in Secret"),
        (f"{BEN}", "f0" * 32, "the contribution of Ben does not have the hash that was committed to"),
        (f" {BEN}", " -", "secret and contributions give another bag than the record's"),
        (f"; 0 {shuffle.hash_of(BEN)} {BEN}", "", "expected 2 contributions; got 1"),
        (f"0 {shuffle.hash_of(BEN)} {BEN}", f"0 - {BEN}", "expected a contribution: seat, hash and value"),
        ("Contributions", "Gifts", "expected a header Contributions beside Secret"),
        ("Secret", "Sugar", "expected a header Salt or Secret beside Commitment"),
        ('[Variants "parties"]\n', "", "edition, secret and contributions give"),
    ],
)
def test_a_shuffle_that_was_tampered_with_is_wrong(run: Run, old: str, new: str, reason: str) -> None:
    text = write_record(shuffled_record(SECRET, ANNA, BEN))
    assert old in text
    done = run("verify", "-", typed=text.replace(old, new))
    assert (done.returncode, reason in done.stdout) == (1, True), done.stdout


def test_an_end_by_agreement_is_checked(run: Run) -> None:
    record = read_record(record_text("card", steps=1))
    assert record.bag is not None
    promise = {"Commitment": commitment("pepper", record.bag, record.tables), "Salt": "pepper"}
    text = write_record(but(record, extra=promise | {"Ended": "by agreement, -16 -14"}))
    done = run("verify", "-", typed=text)
    assert done.stdout == (
        "correct: 1 turn, every action and score, and the result: Anna -16, Ben -14 (agreed); "
        "the shuffle matches its commitment, and the server drew it alone; "
        "the record alone does not prove that this commitment was shown before the game\n"
    )
    done = run("verify", "-", typed=text.replace("-16 -14", "16 -14"))
    assert (done.returncode, "as it stands the game ends 'by agreement, -16 -14'" in done.stdout) == (1, True)


def test_a_forfeit_is_told(run: Run) -> None:
    forfeit = {"Forfeit": "Anna, time: expected an answer"}
    text = write_record(but(read_record(record_text(steps=7)), extra=forfeit))
    done = run("verify", "-", typed=text)
    assert done.returncode == 0
    assert done.stdout.endswith("score; forfeited by Anna, time: expected an answer\n")
    done = run("replay", "-", typed=text)
    assert done.returncode == 0
    assert "The game was forfeited by Anna, time: expected an answer" in done.stdout


def test_a_game_of_an_export_is_chosen_by_its_number(run: Run, start: Start, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    file.write_bytes(gzip.compress(exported(record_text()) + exported(record_text("card"))))
    first, second = run("replay", str(file)), run("replay", str(file), "--game", "2")
    assert (first.returncode, second.returncode) == (0, 0)
    assert first.stdout.startswith("Game 1 of an export; --game 2 shows the next.\n")
    assert "edition board" in first.stdout
    assert "edition card" in second.stdout
    assert "of an export" not in second.stdout
    assert "Game 1 of an export" in start("replay", str(file), columns=80, lines=24).wait()
    none = run("replay", str(file), "--game", "3")
    assert (none.returncode, none.stderr) == (2, f"cafe replay: {file}: expected a game from 1 to 2; got 3\n")


def test_play_does_not_write_over_an_export(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(exported(record_text(steps=9)))
    before = file.read_bytes()
    done = run("play", "--record", str(file))
    assert (done.returncode, "expected the record of one game" in done.stderr) == (2, True)
    assert file.read_bytes() == before
