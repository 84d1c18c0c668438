"""How many rows pass through Python: as many for data ten times as large, where the threats and clusters are the same.

Every record ten times, and k and the size of clusters tenfold: what breaks the model is the same. There are ten times
as many persons, and occurrences that mending rho has to suppress: by lot, so that other rules meet in the same records.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.engine import Warehouse
from setanon_sql.sources import SourceOptions
from tests.engines.places import Place, PostgresPlace, SparkPlace, table_of
from tests.engines.test_matrix import TREE, drawn

RECORDS = [sorted(record) for seed in range(3) for record in drawn(seed)[0]]
#: What is fetched of the rules of rho that meet: at most as many rows as there are rules.
MET, RULES = "rho/mend_round/undecided", "rho/mend_round/broken_rules"

Asked = Callable[[Place, str, int], object]


def km(place: Place, source: str, times: int) -> None:
    options = SourceOptions(db=place.db)
    given: dict[str, Any] = {"k": 3 * times, "m": 2, "taxonomy": TREE, "options": options}
    api.audit_km(source, **given)
    api.anonymize_km(source, out := place.out(), seed="1", **given)
    api.verify(out, db=place.db)


def rho(place: Place, source: str, times: int) -> None:
    options = SourceOptions(db=place.db)
    given: dict[str, Any] = {"rho": "0.3", "m": 2, "sensitive": place.put(pa.table({"item": ["b", "d"]}))}
    api.audit_rho(source, options=options, **given)
    api.anonymize_rho(source, out := place.out(), seed="1", options=options, **given)
    api.verify(out, db=place.db)


def disassociation(place: Place, source: str, times: int) -> None:
    out, options = place.out().removesuffix(".parquet"), SourceOptions(db=place.db)
    given: dict[str, Any] = {"k": 3 * times, "m": 2, "cluster_size": 8 * times, "seed": "1", "refine": False}
    api.anonymize_disassociation(source, out, options=options, **given)
    api.verify(out, db=place.db)


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The most rows that each query hands to Python at a time; ``rows``: all of them in sum."""
    found: Counter[str] = Counter()

    def note(engine: Warehouse, name: str, rows: int) -> None:
        found[name] = max(found[name], rows)
        found["rows"] += rows

    monkeypatch.setattr(Warehouse, "note_fetched", note)
    return found


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The rows that Spark hands to Python, whatever asks for them."""
    from pyspark.sql.classic.dataframe import DataFrame

    found: Counter[str] = Counter()
    for name in ("collect", "toArrow", "toPandas", "take", "toLocalIterator"):
        monkeypatch.setattr(DataFrame, name, counting(getattr(DataFrame, name), found))
    return found


def counting(method: Callable[..., Any], found: Counter[str]) -> Callable[..., Any]:
    def counted(*given: Any) -> Any:
        result = method(*given)
        found.update({"rows": len(result)})
        return result

    return counted


@pytest.mark.parametrize("method", [km, rho, disassociation])
def test_what_is_fetched_does_not_grow_with_the_data(
    postgres: PostgresPlace, spark: SparkPlace, noted: Counter[str], collected: Counter[str], method: Asked
) -> None:
    """On PostgreSQL the small data, on Spark the large ones: the engines are asked the same."""
    small, large = fetched(noted, postgres, 1, method), fetched(noted, spark, 10, method)
    assert collected["rows"] == large.pop("rows") and small.pop("rows")
    as_many(small, large)


def as_many(small: Counter[str], large: Counter[str]) -> None:
    """Compare what was fetched of the small and of the large data."""
    for found in (small, large):
        assert found.pop(MET, 0) <= found[RULES]
    assert {name: rows for name, rows in large.items() if rows > 1} == {
        name: rows for name, rows in small.items() if rows > 1
    }


def fetched(noted: Counter[str], place: Place, times: int, method: Asked) -> Counter[str]:
    noted.clear()
    method(place, place.put(table_of(RECORDS * times)), times)
    return Counter(noted)
