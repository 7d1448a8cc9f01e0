"""What comes over the line costs no more than its length: names, talk, headers, addresses, frames, forms."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from cafe.protocol.convert import state_form, state_of
from cafe.protocol.forms import StateForm
from cafe.rules.edition import edition
from cafe.rules.errors import CafeError
from cafe.rules.setup import new_game
from cafe.server.errors import Refused
from cafe.server.http.caller import caller_at
from cafe.server.http.link_preview import preferred_language
from cafe.server.http.static_files import MOST_PATH, StaticFiles
from cafe.server.live.frame_count import FrameCount
from cafe.server.rooms.plain_text import clean_name, clean_text
from tests.rules.steps import A_MOMENT, LENGTHS, seconds, steps

WORDS = {"en": {"app.name": "Café"}, "de": {"app.name": "Café"}}
STATE = state_form(new_game(edition("board"), 2, 1))
PING = Frame(Opcode.PING, b"").serialize(mask=False).decode("latin-1")


def _name(text: str) -> None:
    with suppress(Refused):
        clean_name(text)


def _language(text: str) -> None:
    preferred_language(text, WORDS)


def _path(text: str) -> None:
    StaticFiles("")._find(text[:MOST_PATH])


def _frames(text: str) -> None:
    FrameCount().count(text.encode("latin-1"), 1_000_000)


def _state(text: str) -> None:
    with suppress(CafeError, msgspec.DecodeError):
        state_of(msgspec.json.decode(text, type=StateForm))


def _with_bag(guests: int) -> str:
    bag = [*STATE.bag, *["DEm"] * guests] if isinstance(STATE.bag, list) else []
    return msgspec.json.encode(msgspec.structs.replace(STATE, bag=bag)).decode()


GROWING: dict[str, tuple[Callable[[str], object], Callable[[int], str]]] = {
    "a long name": (_name, lambda n: "a" * n),
    "a name of marks": (_name, lambda n: "a" + "\u0301" * n),
    "a name of blanks": (_name, lambda n: " \u200b" * n),
    "talk of marks": (clean_text, lambda n: "\u1e9b\u0323" * n),
    "talk of blanks": (clean_text, lambda n: "a \n" * n),
    "many languages": (_language, lambda n: "xx;q=0.5," * n),
    "a language with a long weight": (_language, lambda n: "xx;q=" + "9" * n),
    "a long path": (_path, lambda n: "a" * n),
    "a path of steps up": (_path, lambda n: "../" * n),
    "a long address": (caller_at.__wrapped__, lambda n: "1:" * n),
    "many frames": (_frames, lambda n: PING * n),
    "a form with a large bag": (_state, _with_bag),
    "a form in a form": (_state, lambda n: '{"bag":' * n),
}


@pytest.mark.parametrize("what", GROWING)
def test_twice_as_much_is_at_most_twice_the_work(what: str) -> None:
    read, write = GROWING[what]
    texts = [write(length) for length in (400, 800)]
    few, many = (steps(partial(read, text)) for text in texts)
    assert few > 0
    assert many <= 2.2 * few + 500


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("what", GROWING)
def test_nothing_takes_longer_than_a_moment(what: str, length: int) -> None:
    """Steps of Python do not show what is done in C, such as a regular expression."""
    read, write = GROWING[what]
    text = write(length)
    assert seconds(partial(read, text)) < A_MOMENT
