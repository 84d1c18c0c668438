"""The queries that find the persons of a release and count k^m by them, one by one."""

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.verify.whole_records import exposed_records
from tests.verify.tables import ask, rows, table


def test_a_ledger_tells_the_released_id_of_a_source_id(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "persons/through_ledger",
        source_persons="record_id:text person | r1 7 | r2 8 | r3 9",
        ledger="record_id:text action:text label:text | r1 released 4 | r2 released 5 | r3 gone 6 | r9 released 1",
    )
    assert found == rows("''4 7 | ''5 8")


def test_a_record_has_its_persons_or_none(engine: DuckDBEngine) -> None:
    lines = "record_id | 1 | 1 | 2 | 3 | -"
    found = ask(engine, "persons/of_records", lines=lines, persons="record_id:text person | 1 7 | 3 8 | 3 9 | 5 6")
    assert found == rows("1 1 | 2 - | 3 2 | 3 3")


@pytest.mark.parametrize(
    ("persons", "faults"), [("1 7 | 2 7", "0 0 1"), ("1 - | 2 7", "1 0 1"), ("1 7 | 1 8 | 2 9", "0 1 3")]
)
def test_faults_are_records_without_a_person_or_with_several(engine: DuckDBEngine, persons: str, faults: str) -> None:
    assert ask(engine, "persons/faults", of_records=f"record_id person | {persons}") == rows(faults)


def test_labels_are_rare_below_k_persons(engine: DuckDBEngine) -> None:
    coded = "record_id item | 1 1 | 2 1 | 3 1 | 1 2 | 3 2 | 4 2"
    found = ask(
        engine, "sets_of_persons/rare_labels", coded=coded, persons="record_id person | 1 7 | 2 7 | 3 8 | 4 9", k=3
    )
    assert found == rows("1 2")


@pytest.mark.parametrize("dialect", ["duckdb", "portable"])
def test_equal_records_are_called_by_the_first(engine: DuckDBEngine, dialect: str) -> None:
    coded = "record_id item | 1 1 | 1 12 | 2 11 | 2 2 | 3 12 | 3 1 | 4 1"
    found = ask(engine, "equal_records/members", dialect=dialect, coded=coded)
    assert found == rows("1 1 | 2 2 | 3 1 | 4 4")


def test_equal_records_of_one_person_are_one(engine: DuckDBEngine) -> None:
    members = "record_id content_id | 1 1 | 2 1 | 3 1 | 4 4"
    persons = "record_id person | 1 7 | 2 7 | 3 8 | 4 7"
    holders = rows("1 7 | 1 8 | 4 7")
    assert ask(engine, "sets_of_persons/holders", members=members, persons=persons) == holders
    held = "record_id person | 1 7 | 1 8 | 4 7 | 9 61"
    coded = "record_id item | 1 5 | 1 6 | 2 5 | 2 6 | 3 5 | 3 6 | 4 5 | 9 5"
    weighed = rows("1 5 2 384 | 1 6 2 384 | 4 5 1 128 | 9 5 1 1")
    assert ask(engine, "sets_of_persons/transactions", coded=coded, holders=held) == weighed
    transactions = "record_id item weight | 1 5 2 | 1 6 2 | 4 5 1"
    light = ask(engine, "sets_of_persons/light_holders", holders=held, transactions=transactions, k=2)
    assert light == rows("4 7")


@pytest.mark.parametrize(
    ("records", "holders", "exposed"),
    [
        ("1 1 1 | 2 1 1", "1 7 | 2 8", 0),
        ("1 1 1 | 2 1 1", "1 7 | 2 7", 2),
        ("1 1 1 | 2 1 2", "1 7", 0),
        ("1 1 1 | 2 2 1 | 3 3 1", "1 7 | 2 8 | 2 9 | 3 8 | 3 9", 1),
        ("1 1 1 | 1 2 1 | 2 1 1", "1 7 | 2 8", 1),
        ("1 1 1 | 2 1 1 | 2 2 1", "1 7 | 2 8", 1),
        ("1 2 1 | 2 1 1 | 2 2 1", "1 7 | 2 8", 1),
    ],
)
def test_a_record_is_exposed_where_fewer_than_k_persons_hold_all_of_it(
    engine: DuckDBEngine, records: str, holders: str, exposed: int
) -> None:
    transactions = table(engine, f"record_id item weight | {records}")
    light_holders = table(engine, f"record_id person | {holders}")
    assert exposed_records(engine, transactions, 2, light_holders) == exposed


def test_an_item_grows_where_a_lighter_record_holds_it(engine: DuckDBEngine) -> None:
    held = "record_id item weight | 1 5 2 | 2 5 3 | 3 6 3 | 4 7 1 | 5 7 1"
    found = rows("1 5 5 2 2 | 2 5 5 3 2 | 4 7 7 1 2 | 5 7 7 1 2")
    assert ask(engine, "sets_of_persons/single_items", transactions=held, k=3) == found


def test_a_set_grows_by_later_items_of_its_records(engine: DuckDBEngine) -> None:
    sets = "record_id set_id item weight support | 1 7 2 2 9 | 2 7 2 1 9 | 3 7 2 5 9 | 1 8 3 2 4"
    held = "record_id item lots | 1 1 3 | 1 2 3 | 1 3 3 | 2 3 6 | 2 4 6 | 3 1 8 | 9 5 8"
    found = rows("7 3 2 9 1 2 3 | 7 4 1 9 1 1 2")
    assert ask(engine, "sets_of_persons/extensions", occurrences=sets, transactions=held) == found


def test_a_set_is_doubtful_where_no_record_is_of_k_persons_and_lots_are_few(engine: DuckDBEngine) -> None:
    sets = "set_id item heaviest lots | 1 5 2 2 | 2 5 3 2 | 3 5 2 3"
    assert ask(engine, "sets_of_persons/doubtful", extensions=sets, k=3) == rows("1 5")


@pytest.mark.parametrize(("holders", "rare"), [("1 7 | 2 7", True), ("1 7 | 2 8", False), ("1 7 | 1 8 | 2 7", False)])
def test_persons_of_doubtful_sets_are_counted_once_each(engine: DuckDBEngine, holders: str, rare: bool) -> None:
    found = ask(
        engine,
        "sets_of_persons/rare_sets",
        doubtful="set_id item | 7 3",
        occurrences="record_id set_id item | 1 7 2 | 2 7 2 | 3 7 3 | 1 8 2",
        transactions="record_id item | 1 2 | 1 3 | 2 2 | 2 3 | 3 3 | 2 4",
        light_holders=f"record_id person | {holders} | 3 9 | 3 8",
        k=2,
    )
    assert found == (rows("7 3") if rare else [])


def test_equal_records_have_their_persons_once(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "equal_records/holders",
        members="record_id content_id | 1 1 | 2 1 | 3 1 | 4 4",
        alike="source_id record_id | 1 10 | 4 11",
        persons="record_id person | 1 7 | 2 7 | 3 8 | 4 9 | 5 9",
    )
    assert found == rows("10 7 | 10 8 | 11 9")
