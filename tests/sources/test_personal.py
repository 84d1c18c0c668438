"""Labels that look like data of persons are counted by kind, as plain Python does; others are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.sources.personal import likely_personal
from tests import lent
from tests.data import dataset_of
from tests.labels import LABELS, OTHERS
from tests.strategies import examples


def kinds_of(labels: list[str]) -> dict[str, tuple[int, int]]:
    """Return how many items and records of each kind there are, each label in a record of its own."""
    with lent.engine() as engine:
        return {
            kind.kind: (kind.items, kind.records) for kind in likely_personal(dataset_of(engine, [{n} for n in labels]))
        }


@pytest.mark.parametrize("kind", LABELS)
def test_each_kind_is_seen(kind: str) -> None:
    n = len(LABELS[kind])
    assert kinds_of([*LABELS[kind], *OTHERS]) == {kind: (n, n)}


def test_other_labels_are_nothing_personal() -> None:
    assert not kinds_of(OTHERS)


def luhn(digits: str) -> bool:
    """Return whether the check digit of a number is right."""
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(digits))]
    return sum(n // 10 + n % 10 for n in doubled) % 10 == 0


@pytest.mark.slow
@given(st.lists(st.from_regex(r"\A[2-6][0-9]{13,18}\Z"), min_size=20, max_size=40, unique=True))
@examples(60)
def test_a_card_has_its_check_digit(numbers: list[str]) -> None:
    n = sum(map(luhn, numbers))
    assert kinds_of(numbers) == ({"card_number": (n, n)} if n else {})
