"""The shuffle with contributions: the browser makes the same of the same vectors."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from cafe.protocol import shuffle
from cafe.protocol.shuffle import Contribution
from cafe.rules.edition import EDITIONS, edition
from cafe.rules.guests import GUESTS, NATIONS


class Vector(msgspec.Struct):
    edition: str
    variants: list[str]
    secret: str
    contributions: list[tuple[int, str | None, str | None]]
    secret_hash: str
    commitment: str
    seed: str
    bag: str
    tables: str


FILE = Path(__file__).parents[2] / "web" / "src" / "fixtures" / "shuffle.json"
VECTORS = msgspec.json.decode(FILE.read_bytes(), type=list[Vector])


def completed(vector: Vector) -> Vector:
    """The vector with everything that follows from its edition, its secret and its contributions."""
    given = [Contribution(*one) for one in vector.contributions]
    secret_hash = shuffle.hash_of(vector.secret)
    promised = shuffle.commitment(vector.edition, vector.variants, secret_hash, given)
    seed = shuffle.seed(promised, vector.secret, given)
    bag, tables = shuffle.shuffle(edition(vector.edition, vector.variants), seed)
    return replace(
        vector,
        secret_hash=secret_hash,
        commitment=promised,
        seed=seed,
        bag=" ".join(GUESTS[guest] for guest in bag),
        tables=" ".join(NATIONS[nation] for nation in tables),
    )


def written(vectors: Vector | list[Vector]) -> str:
    """As they stand in the file."""
    return msgspec.json.format(msgspec.json.encode(vectors)).decode()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector.edition))
def test_the_vectors_hold(vector: Vector) -> None:
    given = [Contribution(*one) for one in vector.contributions]
    assert all(shuffle.hash_of(one.value) == one.hash for one in given if one.value is not None)
    expected = completed(vector)
    assert vector == expected, f"expected in {FILE.name}:\n{written(expected)}"


def test_the_vectors_are_of_every_edition_and_every_kind_of_contribution() -> None:
    there = {vector.edition for vector in VECTORS}
    missing = [completed(replace(VECTORS[0], edition=name)) for name in EDITIONS if name not in there]
    assert not missing, f"add to {FILE.name}:\n{written(missing)}"
    given = [Contribution(*one) for vector in VECTORS for one in vector.contributions]
    assert {(one.hash is not None, one.value is not None) for one in given} == {
        (False, False),
        (True, False),
        (True, True),
    }


def test_the_hashed_texts_are_as_documented() -> None:
    """The two texts written out as by somebody who has only the document."""
    vector = VECTORS[0]
    (seat_a, hash_a, value_a), (seat_b, hash_b, value_b) = vector.contributions
    text = (
        f"cafe-shuffle 1\n{vector.edition}\n{sha256(bytes.fromhex(vector.secret)).hexdigest()}\n"
        f"{seat_a} {hash_a}\n{seat_b} {hash_b}\n"
    )
    promised = sha256(text.encode()).hexdigest()
    assert promised == vector.commitment
    text = f"cafe-shuffle 1\n{promised}\n{vector.secret}\n{value_a}\n{value_b}\n"
    assert sha256(text.encode()).hexdigest() == vector.seed


def test_every_place_is_as_likely_for_every_tile() -> None:
    """The first tile of many shuffles: by chance 5 kinds in a thousand would be this far off."""
    rules = edition("card")
    firsts = Counter(shuffle.shuffle(rules, shuffle.hash_of(f"{n:064x}")).bag[0] for n in range(2400))
    assert set(firsts) == set(rules.tiles)
    squares = sum((firsts[guest] - 100) ** 2 / 100 for guest in set(rules.tiles))
    assert squares < 44.2  # chi-square with 23 degrees of freedom, 99.5 %


def test_numbers_that_would_make_small_ones_likelier_are_passed_over() -> None:
    numbers = iter([2**32 - 1, 2**32 - 2, 7])
    assert shuffle._below(3, numbers) == (2**32 - 2) % 3
    assert list(islice(numbers, 1)) == [7]
