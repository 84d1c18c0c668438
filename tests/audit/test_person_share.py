"""How much of the records that show a label, or two, is of one person: by brute force."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.audit import person_share as module
from setanon_sql.audit.person_share import PersonShare, person_share
from setanon_sql.engine import DuckDBEngine
from tests import lent
from tests.strategies import baskets, examples, persons_of


def counted(engine: DuckDBEngine, records: list[set[str]], persons: list[int], *, pairs: bool) -> PersonShare | None:
    """Count what records of persons show; an item is its place in the alphabet."""
    rows = [(at, ord(item)) for at, record in enumerate(records) for item in record]
    shown = engine.load_rows("shown", {"record_id": int, "item": int}, rows)
    whose = engine.load_rows("persons", {"record_id": int, "person": int}, [*enumerate(persons)])
    return person_share(engine, shown, whose, pairs=pairs)


@given(baskets, st.booleans(), st.integers(1, 4), st.data())
@examples(400)
def test_the_largest_share_and_who_has_over_half(
    records: list[set[str]], pairs: bool, part: int, draw: st.DataObject
) -> None:
    persons = draw.draw(persons_of(len(records)))
    sets = {chosen for record in records for size in (1, 1 + pairs) for chosen in combinations(sorted(record), size)}
    shares = []
    for chosen in sets:
        holders = Counter(person for record, person in zip(records, persons, strict=True) if record.issuperset(chosen))
        shares.append(max(holders.values()) / holders.total())
    with pytest.MonkeyPatch.context() as patch, lent.engine() as engine:
        patch.setattr(module, "_PART", part)
        found = counted(engine, records, persons, pairs=pairs)
    assert found is not None
    assert (found.sets, found.sets_over_half) == (len(sets), sum(share > 0.5 for share in shares))
    assert found.largest == pytest.approx(max(shares, default=0))


def test_too_many_pairs_are_not_counted(engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAIRS", 2)
    assert counted(engine, [{*"abc"}], [1], pairs=True) is None
    assert counted(engine, [{*"abc"}], [1], pairs=False) == PersonShare(1.0, 3, 3)
