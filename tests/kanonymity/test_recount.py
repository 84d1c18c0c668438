"""Equal records counted against k-anonymity: k - 1, k and k + 1 of them."""

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.verify import recount
from tests.verify.tables import table


@pytest.mark.parametrize(
    ("k", "problems"),
    [
        (2, ()),
        (3, ("1 distinct record is published fewer than 3 times",)),
        (4, ("2 distinct records are published fewer than 4 times",)),
    ],
)
def test_each_record_is_published_k_times(engine: DuckDBEngine, k: int, problems: tuple[str, ...]) -> None:
    """Two with a and b, three with a alone."""
    lines = table(engine, "record_id item:text | 1 a | 1 b | 2 b | 2 a | 3 a | 4 a | 5 a")
    found = recount(engine, lines, KAnonymity(k))
    assert found.problems == problems
    assert found.counts == {"records": 5, "rows": 7, "labels": 2, "groups": 2, "smallest_group": 2}
