"""The command `cafe train` and the configuration that its page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cafe.cli import app
from cafe.training.checkpoint import HEAD
from cafe.training.command import RELEASED
from cafe.training.config import Sizes, load_config, read_config
from cafe.training.run import Plan, Run

PAGE = Path(__file__).parents[2] / "docs" / "training.md"
(EXAMPLE,) = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_example_of_a_configuration_is_one() -> None:
    config = read_config(EXAMPLE)
    assert config.name == "tiny"
    assert config.network != Sizes()
    assert config.games[0].games * config.learning.steps % config.learning.batches == 0


def test_an_unknown_network_is_answered_with_those_there_are(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["train", "nope", "--out", str(tmp_path)])
    assert done.exit_code == 2
    names = ", ".join(RELEASED)
    assert f"expected {names} or a file with a configuration; got 'nope'" in done.stderr
    assert {"board", "board-two", "card"} <= set(RELEASED)
    for name in RELEASED:
        assert load_config(name).name == name


@pytest.mark.parametrize(
    ("line", "wrong", "message"),
    [
        (
            'edition = "card"',
            'edition = "chess"',
            "[[games]]: expected an edition of board, board-classic, card",
        ),
        ('edition = "card"', "", "[[games]]: expected edition; got none"),
        ("players = 2", "players = 6", "[[games]]: edition card is for 2 to 5 players; got 6"),
        ("games = 256", "games = 0", "[[games]]: games: expected a whole number from 1 on; got 0"),
        (
            "games = 256",
            'games = 256\nvariants = "x"',
            '[[games]]: variants: expected a list of names, such as ["',
        ),
        ("games = 256", 'games = 256\nvariants = ["x"]', "[[games]]: edition card has the variants"),
        (
            "games = 256",
            'games = 256\n[[games]]\nedition = "board"\nplayers = 2\ngames = 16',
            "[[games]]: expected only editions of the board game or only of the card game; got board, card",
        ),
        (
            "batches = 4",
            "batches = 7",
            "[learning]: expected batches that divide the 4096 steps of an update (16 in each of 256 games)",
        ),
        ("batches = 4", "batches = 0", "[learning]: batches: expected a whole number from 1 on; got 0"),
        (
            "updates = 150",
            'updates = "many"',
            "[learning]: updates: expected a whole number from 1 on; got 'many'",
        ),
        (
            "rate = [5e-3, 1e-3]",
            "rate = 5e-3",
            "[learning]: rate: expected two numbers, for the beginning and",
        ),
        (
            "short_floats = false",
            "short_floats = 0",
            "[learning]: short_floats: expected true or false; got 0",
        ),
        (
            "blocks = 0",
            "block = 0",
            "[network]: expected blocks, pointer_width, table_width, trunk_width, value",
        ),
        ("blocks = 0", "blocks = -1", "[network]: blocks: expected a whole number from 0 on; got -1"),
        ('name = "tiny"', "", "at the top: expected name; got none"),
        ('name = "tiny"', 'name = "a/b"', "at the top: name: expected text of letters, digits"),
        ('version = "1"', "version = 1", "at the top: version: expected text in quotes; got 1"),
        (
            'version = "1"',
            'version = "1"\nbegin = "nosuch.npz"',
            "begin: expected a network that comes with the package, or an .npz file that cafe train wr",
        ),
        (
            'version = "1"',
            'version = "1"\nbegin = "card"',
            "begin: expected a network of the same game and sizes;",
        ),
        ('version = "1"', 'version = "1"\nbegin = "mine.toml"', "begin: expected a network that comes with"),
        ("[network]", "network = 3\n[nothing]", "[network]: expected a section with names and values; got 3"),
    ],
)
def test_a_mistake_in_a_configuration_is_told_at_once_by_file_and_section(
    line: str, wrong: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert line in EXAMPLE
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(EXAMPLE.replace(line, wrong), encoding="utf-8")
    done = CliRunner().invoke(app, ["train", "mine.toml", "--out", "run"])
    assert done.exit_code == 2, done.output
    assert f"cafe train: mine.toml: {message}" in done.stderr
    assert "compiling" not in done.stdout
    assert not Path("run").exists()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--fit"], "--fit: expected --seconds"),
        (["--scale", "0"], "cafe train: expected a --scale above 0; got 0"),
        (["--scale", "-1"], "cafe train: expected a --scale above 0; got -1"),
        (["--scale", "0.7"], "mine.toml: [learning]: expected batches that divide"),
        ([], "run has one, which --resume continues: choose another folder for a new one"),
    ],
)
def test_what_a_run_cannot_do_is_told_before_it_begins(
    more: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(EXAMPLE, encoding="utf-8")
    Path("run").mkdir()
    Path("run", HEAD).touch()
    done = CliRunner().invoke(app, ["train", "mine.toml", "--out", "run", *more])
    assert done.exit_code == 2, done.output
    assert message in done.stderr


def test_an_interrupted_run_says_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(run: Run) -> None:
        run.update += 7
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Run, "train", interrupted)
    Path("mine.toml").write_text(EXAMPLE, encoding="utf-8")
    done = CliRunner().invoke(app, ["train", "mine.toml", "--out", "run"])
    assert done.exit_code == 130
    assert "stopped before the first match, so nothing was kept; --matches-every sets" in done.stderr
    Run(load_config("mine.toml"), Plan(Path("run"))).save()
    done = CliRunner().invoke(app, ["train", "mine.toml", "--out", "run", "--resume"])
    assert "stopped after update 7; run has update 0, which --resume continues" in done.stderr
