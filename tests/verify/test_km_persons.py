"""Counting k^m by persons against brute force."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.verify import Recount, VerificationInputs, recount
from tests.oracle.persons import behind, is_km_anonymous
from tests.strategies import examples, persons_of
from tests.verify.tables import table, tables_of

Records = list[frozenset[str]]
ITEMS = "abcdefg"


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=1) as engine:
        yield engine


def counted(engine: DuckDBEngine, records: Records, persons: Sequence[int], k: int, m: int | None) -> Recount:
    pairs = [(number, item) for number, record in enumerate(records, 1) for item in record]
    lines = engine.load("lines", {"record_id": int, "item": str}, [[p[0] for p in pairs], [p[1] for p in pairs]])
    ids = [str(number) for number in range(1, len(records) + 1)]
    link = engine.load("link", {"record_id": str, "person": int}, [ids, [*persons]])
    found = recount(engine, lines, KmAnonymity(k, m, person=True), VerificationInputs(persons=link))
    engine.drop(lines, link)
    return found


_records = st.lists(
    st.tuples(st.frozensets(st.sampled_from(ITEMS), min_size=1, max_size=6), st.integers(1, 4)), min_size=1, max_size=12
).map(lambda groups: [record for record, n in groups for _ in range(n)])

#: Records of persons 1 and 2 hold a, and a with b, but not all with b: {a, b, c} is of one person alone.
TRAP = [frozenset(record) for record in ("abc", "ab", "ac", "a", "b", "bc", "bc", "c")]
OF_TRAP = [1, 2, 2, 1, 3, 3, 2, 3]


@examples(250)
@given(_records, st.data(), st.integers(2, 4), st.one_of(st.none(), st.integers(1, 7)))
def test_it_says_what_brute_force_says(
    shared: DuckDBEngine, records: Records, data: Any, k: int, m: int | None
) -> None:
    check(shared, records, data.draw(persons_of(len(records))), k, m)


def check(engine: DuckDBEngine, records: Records, persons: Sequence[int], k: int, m: int | None) -> None:
    found = counted(engine, records, persons, k, m)
    assert found.complete
    assert (not found.problems) == is_km_anonymous(records, persons, k, m)
    assert found.counts["persons"] == len(set(persons))
    singles = [len(who) for who in behind(records, persons, 1).values()]
    assert found.counts["smallest_item_persons"] == min(singles)


@pytest.mark.parametrize("m", [2, 3, None])
def test_a_set_is_not_dropped_because_the_same_persons_hold_a_part(shared: DuckDBEngine, m: int | None) -> None:
    check(shared, TRAP, OF_TRAP, 2, m)
    assert is_km_anonymous(TRAP, OF_TRAP, 2, 2) and not is_km_anonymous(TRAP, OF_TRAP, 2, 3)


@examples(60)
@given(_records, st.data(), st.integers(2, 3), st.integers(1, 4))
def test_made_safe_up_to_m_it_holds(shared: DuckDBEngine, records: Records, data: Any, k: int, m: int) -> None:
    """Random records rarely hold: drop the items of rare sets until they do, so that both answers are tested."""
    persons = data.draw(persons_of(len(records)))
    while rare := [one for one, who in behind(records, persons, m).items() if len(who) < k]:
        records = [record - {min(min(rare, key=sorted))} for record in records]
    left = [(record, person) for record, person in zip(records, persons, strict=True) if record]
    if left:
        check(shared, [record for record, _ in left], [person for _, person in left], k, m)
        check(shared, [record for record, _ in left], [person for _, person in left], k, m + 1)


@examples(60)
@given(_records, st.integers(2, 4), st.one_of(st.none(), st.integers(1, 5)))
@example([frozenset("ab")] * 3, 3, 2)
def test_one_record_each_is_the_recount_of_records(
    shared: DuckDBEngine, records: Records, k: int, m: int | None
) -> None:
    by_persons = counted(shared, records, range(1, len(records) + 1), k, m)
    pairs = [(number, item) for number, record in enumerate(records, 1) for item in record]
    lines = shared.load("lines", {"record_id": int, "item": str}, [[p[0] for p in pairs], [p[1] for p in pairs]])
    by_records = recount(shared, lines, KmAnonymity(k, m))
    shared.drop(lines)
    assert [text.replace("persons", "records") for text in by_persons.problems] == [*by_records.problems]


def test_the_number_and_size_of_rare_sets_are_told(engine: DuckDBEngine) -> None:
    long = [frozenset("acd")] * 2
    found = counted(engine, [*long, *[frozenset("ab")] * 3, frozenset("b")], [1, 2, 1, 1, 1, 2], 2, 2)
    assert found.problems == ("1 set of 2 items is held by fewer than 2 persons",)
    found = counted(engine, [frozenset("ab")] * 3 + [frozenset("a"), frozenset("b")], [1, 1, 1, 2, 2], 2, None)
    assert found.problems == ("1 distinct record has items that, taken all together, are held by fewer than 2 persons",)
    found = counted(engine, [frozenset("a")] * 3, [1, 1, 1], 2, None)
    assert found.problems == ("1 set of 1 item is held by fewer than 2 persons",)
    assert (found.counts["smallest_item_support"], found.counts["smallest_item_persons"]) == (3, 1)


def test_without_persons_records_are_counted_and_that_is_told(engine: DuckDBEngine) -> None:
    lines = table(engine, "record_id item:text | 1 a | 2 a | 3 a")
    found = recount(engine, lines, KmAnonymity(3, 1, person=True))
    assert not found.problems and not found.complete
    assert "whose records" in found.unknown[0]


@pytest.mark.parametrize("link", ["| 1 1 | 2 2", "| 1 1 | 2 2 | 2 3 | 3 3", ""])
def test_a_link_that_does_not_fit_is_refused(engine: DuckDBEngine, link: str) -> None:
    lines = table(engine, "record_id item:text | 1 a | 2 a | 3 a")
    with pytest.raises(BadInput, match=r"released records? ha"):
        recount(
            engine,
            lines,
            KmAnonymity(2, 1, person=True),
            VerificationInputs(persons=table(engine, f"record_id:text person {link}")),
        )


def test_persons_are_found_through_the_ledger(engine: DuckDBEngine) -> None:
    lines = table(engine, "record_id item:text | 1 a | 2 a | 3 a")
    source = table(engine, "record_id:text person | r7 1 | r8 1 | r9 1")
    ledger = table(
        engine, "record_id:text action:text label:text | r9 released 1 | r7 released 2 | r8 released 3 | r7 other 9"
    )
    found = recount(
        engine, lines, KmAnonymity(2, 1, person=True), VerificationInputs(source_persons=source, ledger=ledger)
    )
    assert found.counts["smallest_item_persons"] == 1 and found.problems


def test_its_scratch_tables_are_gone(engine: DuckDBEngine) -> None:
    records = [frozenset("ab"), frozenset("abc"), frozenset("abc")] * 3
    for m in (1, 2, None):
        counted(engine, records, [1, 2, 3, 4, 5, 6, 7, 8, 9], 2, m)
    assert tables_of(engine) == 0


def test_sets_of_all_sizes_are_counted(engine: DuckDBEngine) -> None:
    """Four items, six pairs, each in two records."""
    found = counted(engine, [frozenset(record) for record in ("abc", "abd", "acd", "bcd")], range(4), 2, 2)
    assert (found.problems, found.counts["sets_counted"], found.counts["persons"]) == ((), 10, 4)
