"""The query that counts equal records, at the edge of what it tells apart."""

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows


def test_records_are_too_few_below_k_and_not_at_k(engine: DuckDBEngine) -> None:
    transactions = "record_id item weight | 1 1 2 | 1 2 2 | 2 1 3 | 3 2 4 | 3 3 4"
    assert ask(engine, "kanonymity/groups", transactions=transactions, k=3) == rows("3 2 1")
    assert ask(engine, "kanonymity/groups", transactions=transactions, k=2) == rows("3 2 0")
    assert ask(engine, "kanonymity/groups", transactions=transactions, k=5) == rows("3 2 3")
    assert ask(engine, "kanonymity/groups", transactions="record_id item weight |", k=2) == rows("0 0 0")
