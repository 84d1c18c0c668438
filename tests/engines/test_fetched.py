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
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import TREE, drawn
from tests.engines.places import Place, PostgresPlace, table_of
from tests.engines.runs import as_many

RECORDS = [sorted(record) for seed in range(3) for record in drawn(seed)[0]]

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


@pytest.mark.parametrize("method", [km, rho, disassociation])
def test_what_is_fetched_does_not_grow_with_the_data(
    postgres: PostgresPlace, noted: Counter[str], method: Asked
) -> None:
    """On PostgreSQL. Spark hands over as much of the same data: the fixture ``fetched_alike`` of other tests."""
    small, large = (fetched(noted, postgres, times, method) for times in (1, 10))
    assert small.pop("rows") and large.pop("rows")
    as_many(small, large)


def fetched(noted: Counter[str], place: Place, times: int, method: Asked) -> Counter[str]:
    noted.clear()
    method(place, place.put(table_of(RECORDS * times)), times)
    return Counter(noted)
