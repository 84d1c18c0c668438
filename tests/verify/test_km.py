"""Counting k^m against brute force."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query import templates
from setanon_sql.query.templates import Table
from setanon_sql.verify import VerificationInputs, recount
from tests.oracle.km import is_km_anonymous, supports
from tests.strategies import examples

Records = list[frozenset[str]]
ITEMS = "abcdefg"


def _lines(engine: DuckDBEngine, records: Records) -> Table:
    pairs = [(number, item) for number, record in enumerate(records, 1) for item in record]
    return engine.load("lines", {"record_id": int, "item": str}, [[p[0] for p in pairs], [p[1] for p in pairs]])


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=1) as engine:
        yield engine


def _holds(engine: DuckDBEngine, records: Records, k: int, m: int | None) -> bool:
    lines = _lines(engine, records)
    found = recount(engine, lines, KmAnonymity(k, m))
    engine.drop(lines)
    assert found.counts["rows"] == sum(map(len, records))
    return not found.problems


# Few items and repeated records: near the edge of the guarantee, where equal records and implied items abound.
_records = st.lists(
    st.tuples(st.frozensets(st.sampled_from(ITEMS), min_size=1, max_size=6), st.integers(1, 4)), min_size=1, max_size=12
).map(lambda groups: [record for record, n in groups for _ in range(n)])


@examples(300)
@given(_records, st.integers(2, 4), st.one_of(st.none(), st.integers(1, 7)))
@example([frozenset("abc")] * 2 + [frozenset("ab")] + [frozenset("bc")] + [frozenset("ac")], 3, 2)
@example([frozenset("abc")] * 2 + [frozenset("ab")] + [frozenset("bc")] + [frozenset("ac")], 3, 3)
@example([frozenset("abcd")] * 3 + [frozenset("abcde")], 2, 3)
@example([*map(frozenset, ("abc", "ab", "ac", "bc", "defg", "defg"))], 2, 3)
def test_it_says_what_brute_force_says(shared: DuckDBEngine, records: Records, k: int, m: int | None) -> None:
    assert _holds(shared, records, k, m) == is_km_anonymous(records, k, m or len(ITEMS))


@examples(60)
@given(_records, st.integers(2, 4), st.integers(1, 5))
def test_made_safe_up_to_m_it_holds_and_one_size_more_is_still_told_apart(
    shared: DuckDBEngine, records: Records, k: int, m: int
) -> None:
    """Random records rarely hold: drop the items of rare sets until they do, so that both answers are tested."""
    safe = _without_rare_sets(records, k, m)
    assert _holds(shared, safe, k, m)
    assert _holds(shared, safe, k, m + 1) == is_km_anonymous(safe, k, m + 1)


def _without_rare_sets(records: Records, k: int, m: int) -> Records:
    while rare := [found for found, n in supports(records, m).items() if n < k]:
        records = [record - {min(min(rare, key=sorted))} for record in records]
    return [record for record in records if record]


def test_the_number_and_size_of_rare_sets_are_told(engine: DuckDBEngine) -> None:
    records = [frozenset("ab"), frozenset("ac"), frozenset("bc"), frozenset("abcd"), frozenset("d"), frozenset("ad")]
    found = recount(engine, _lines(engine, records), KmAnonymity(2, 2))
    assert found.problems == ("2 sets of 2 items are held by fewer than 2 records",)
    assert found.counts["smallest_item_support"] == 3


def test_nulls_and_duplicates_are_problems_of_their_own(engine: DuckDBEngine) -> None:
    lines = engine.load("lines", {"record_id": int, "item": str}, [[1, 1, 2, 3], ["a", "a", "a", None]])
    found = recount(engine, lines, KmAnonymity(2, 2))
    assert found.problems == ("1 row lacks a record or an item", "1 row repeats an earlier row")


def test_no_rows_at_all_hold_anything(engine: DuckDBEngine) -> None:
    assert recount(engine, _lines(engine, []), KmAnonymity(5, 2)).problems == ()


def test_its_scratch_tables_are_gone(engine: DuckDBEngine) -> None:
    lines = _lines(engine, [frozenset("ab"), frozenset("abc"), frozenset("abc")] * 3)
    for m in (1, 2, None):
        recount(engine, lines, KmAnonymity(2, m))
    assert len(engine.execute("show", "SELECT * FROM duckdb_tables()").fetchall()) == 1


def test_the_two_ways_to_find_equal_records_agree(engine: DuckDBEngine) -> None:
    pairs = [(n, n % size) for n in range(200) for size in (2, 3, 11) if n % 7]
    coded = engine.load("coded", {"record_id": int, "item": int}, [[p[0] for p in pairs], [p[1] for p in pairs]])
    fast, portable = (
        sorted(engine.rows(templates.query("verify/equal_records/members", dialect=dialect, coded=coded)))
        for dialect in ("duckdb", "portable")
    )
    assert fast == portable and len({content for _, content in fast}) < len({record for record, _ in fast})


def test_only_sets_of_known_labels_are_promised_anything(engine: DuckDBEngine) -> None:
    lines, model = _lines(engine, [frozenset("ab"), frozenset("a")]), KmAnonymity(2, 1, known=True)
    for labels, problems, n_labels in (("a", 0, 1), ("ab", 1, 2), ("b", 1, 1), ("z", 0, 0)):
        inputs = VerificationInputs(known_labels=engine.load("known", {"label": str}, [[*labels]]))
        found = recount(engine, lines, model, inputs)
        assert (len(found.problems), found.counts["labels"], found.counts["rows"]) == (problems, n_labels, 3)
    for nothing in (None, VerificationInputs()):
        with pytest.raises(BadInput, match="does not list what may be known"):
            recount(engine, lines, model, nothing)
