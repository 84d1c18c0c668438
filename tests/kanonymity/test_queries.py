"""The query that counts equal records, at the edge of what it tells apart."""

import pytest

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows

MEMBERS = "record_id content_id | 1 1 | 2 1 | 3 3 | 4 3 | 5 3 | 6 6 | 7 6 | 8 6 | 9 6"


@pytest.mark.parametrize(("k", "of_records", "of_persons"), [(2, 0, 1), (3, 1, 2), (4, 2, 3), (5, 3, 3)])
def test_records_are_too_few_below_k_and_not_at_k(
    engine: DuckDBEngine, k: int, of_records: int, of_persons: int
) -> None:
    own = "record_id person | 1 1 | 2 2 | 3 3 | 4 4 | 5 5 | 6 6 | 7 7 | 8 8 | 9 9"
    assert ask(engine, "kanonymity/groups", members=MEMBERS, persons=own, k=k) == rows(f"3 2 2 {of_records}")
    persons = "record_id person | 1 1 | 2 2 | 3 1 | 4 1 | 5 1 | 6 1 | 7 2 | 8 3 | 9 3"
    assert ask(engine, "kanonymity/groups", members=MEMBERS, persons=persons, k=k) == rows(f"3 2 1 {of_persons}")


def test_no_records_are_not_too_few(engine: DuckDBEngine) -> None:
    empty = {"members": "record_id content_id |", "persons": "record_id person |"}
    assert ask(engine, "kanonymity/groups", k=2, **empty) == rows("0 0 0 0")
