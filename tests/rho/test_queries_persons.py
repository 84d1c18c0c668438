"""The queries that count rules by persons, one by one."""

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows


def test_persons_count_once_in_whichever_records(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "rho_persons/confidences",
        occurrences="record_id set_id | 10 1 | 11 1 | 12 1 | 10 2",
        sensitive_rows="record_id item | 10 5 | 11 5 | 10 1 | 13 5",
        members="set_id item | 1 1 | 2 2 | 3 5 | 1 6",
        holders="record_id person | 10 7 | 10 8 | 11 7 | 12 9 | 12 10 | 13 9",
    )
    assert found == rows("1 5 2 4 | 2 1 2 2 | 2 5 2 2")


def test_a_wish_is_of_all_records_of_its_person(engine: DuckDBEngine) -> None:
    wishes = "record_id item | 1 5 | 2 5 | 3 6 | 9 7"
    found = ask(engine, "rho_persons/wishes", wishes=wishes, persons="record_id person | 1 7 | 2 7 | 3 8 | 4 8 | 5 9")
    assert found == rows("1 5 | 2 5 | 3 6 | 4 6")


def test_rules_above_in_either_are_one_list(engine: DuckDBEngine) -> None:
    of_records = "set_id sensitive_item | 1 5 | 2 5"
    found = ask(engine, "rho_persons/either", of_records=of_records, of_persons="set_id sensitive_item | 1 5 | 1 6")
    assert found == rows("1 5 | 1 6 | 2 5")


def test_a_person_is_in_several_groups_or_in_one(engine: DuckDBEngine) -> None:
    lines = "record_id group_id | 1 1 | 1 1 | 2 2 | 3 1 | 3 1 | 4 1 | 5 3"
    persons = "record_id person | 1 7 | 2 7 | 3 8 | 4 8 | 6 9"
    assert ask(engine, "rho_persons/persons_in_several_groups", lines=lines, persons=persons) == rows("1")
