"""Small random datasets, and labels that are hard to keep apart: the same for every engine."""

import random

from hypothesis import settings

from setanon_sql.taxonomy import Taxonomy

#: Labels that sort otherwise in a dictionary than by their bytes, and such as are more than text to a shell or to SQL.
HOSTILE = [
    "a",
    "B",
    "Z",
    "z",
    "ä",
    "é",
    "_",
    "-1",
    "10",
    "9",
    "'; --",
    'x"y',
    "a\\b",
    "${x}",
    "日本",
    "🙂",
    "NULL",
    "a b",
]


def drawn(seed: int) -> tuple[list[set[str]], int, int | None]:
    """Return records, k and m of a small random dataset."""
    draw = random.Random(seed)
    weights = [1 / (at + 1) for at in range(8)]
    records = [set(draw.choices("abcdefgh", weights, k=draw.randint(1, 6))) for _ in range(draw.randint(6, 30))]
    return records, draw.randint(2, 4), draw.choice([1, 2, 3, None])


def share(number: int, percent: int = 20) -> range:
    """Return so many percent of the numbers below ``number`` in CI, evenly spread; more with more SETANON_EXAMPLES."""
    return range(0, number, max(1, 10_000 // (percent * settings().max_examples)))


TREE = Taxonomy({"a": "ab", "b": "ab", "ab": "abc", "c": "abc", "abc": "*", **dict.fromkeys("defgh", "*")}, "*")
