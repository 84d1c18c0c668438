"""How far lifting is from the best local recoding, on tiny data."""

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from random import Random

import pytest

from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.recoding.oracle import known_of, over
from tests.recoding.runs import recoded

TREE = Taxonomy({"a": "AB", "b": "AB", "c": "CD", "d": "CD", "AB": "top", "CD": "top"}, "top")
#: Of each item: itself, its group, the root, nothing; and what is lost of it (NCP).
LOSSES = {"AB": 1 / 3, "CD": 1 / 3, "top": 1.0, "": 1.0}
K = 2

Shown = frozenset[str]
#: Rows as they were, and NCP.
Worth = tuple[int, float]


def worth(labels: Iterable[str]) -> Worth:
    """Return what a record with these labels, one for each of its items, is worth."""
    losses = [LOSSES.get(label, 0.0) for label in labels]
    return losses.count(0.0), sum(losses)


def ways(record: set[str]) -> dict[Shown, Worth]:
    """Return what a record can show, and the most that this is worth."""
    found: dict[Shown, Worth] = {}
    for labels in product(*([*over(TREE.parent, item), ""] for item in sorted(record))):
        shown = frozenset(labels) - {""}
        rows, loss = worth(labels)
        most, least = found.get(shown, (0, float("inf")))
        found[shown] = max(rows, most), min(loss, least)
    return found


def said(shown: Shown) -> list[Shown]:
    """Return the items, labels and pairs that a record says."""
    known = sorted(known_of(shown, TREE.parent, {*"abcd"}))
    return [frozenset(chosen) for size in (1, 2) for chosen in combinations(known, size)]


def best(data: Sequence[set[str]]) -> Worth:
    """Return the most rows, and the least NCP, of all local recodings in which K records say each pair."""
    choices = [[(said(shown), *what) for shown, what in ways(record).items()] for record in data]
    most, least = 0, float("inf")
    for chosen in product(*choices):
        rows, loss = sum(one[1] for one in chosen), sum(one[2] for one in chosen)
        if (rows > most or loss < least) and is_enough([one[0] for one in chosen]):
            most, least = max(rows, most), min(loss, least)
    return most, least


def is_enough(records: Sequence[list[Shown]]) -> bool:
    """Return whether K records say each set that one says."""
    return all(sum(chosen in other for other in records) >= K for record in records for chosen in record)


def lifted(data: list[set[str]], cost: str) -> Worth:
    """Return what lifting makes of them."""
    with lent.engine() as engine:
        records = recoded(engine, data, TREE, K, 2, cost=cost)
    return worth(records.get(at, {}).get(item, "") for at, record in enumerate(data) for item in record)


@pytest.mark.whole
def test_how_far_lifting_is_from_the_best() -> None:
    """Of the items of 20 data sets of four records the best leave 72.0 % as they were, lifting 61.5 % by rows and
    55.3 % by the balanced price; the least NCP is 23.4 %, by either price 32.3 %. (Other prices move these numbers.)
    """
    random = Random(7)
    found: list[tuple[float, ...]] = []
    for _ in range(20):
        data = [{*random.sample("aabbccd", random.choice((2, 2, 3)))} for _ in range(4)]
        most, least = best(data)
        rows, ncp, balanced = lifted(data, "rows")[0], lifted(data, "ncp")[1], lifted(data, "balanced")
        assert max(rows, balanced[0]) <= most
        assert min(ncp, balanced[1]) >= least - 1e-9
        found.append((most, rows, balanced[0], least, ncp, balanced[1], sum(map(len, data))))
    *sums, items = map(sum, zip(*found, strict=True))
    most, rows, _, least, ncp, _ = (round(100 * each / items, 1) for each in sums)
    assert rows > most / 2 and ncp < 2 * least
