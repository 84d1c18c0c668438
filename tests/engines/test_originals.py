"""Made-up originals and estimates on PostgreSQL and Spark: those of DuckDB."""

from typing import Any

import pytest

from setanon_sql.engine import Engine, open_warehouse
from setanon_sql.inference.reconstruct import prepare, reconstruct
from setanon_sql.query.templates import all_rows
from tests import lent
from tests.engines.places import Place
from tests.small_releases import WHOLE, estimates


def asked(engine: Engine) -> dict[str, Any]:
    """All that a small release is asked: its chunks fill clusters together, are shared, and leave records to terms."""
    release = WHOLE.tables(engine, 5)
    made = reconstruct(engine, prepare(engine, release), "the same")
    return {"rows": sorted(engine.rows(all_rows(made))), "expected": estimates(engine, release, WHOLE.itemsets())}


@pytest.mark.parametrize("name", ["postgres", "spark"])
def test_originals_and_estimates_are_those_of_duckdb(name: str, request: pytest.FixtureRequest) -> None:
    place: Place = request.getfixturevalue(name)
    with lent.engine() as engine:
        here = asked(engine)
    with open_warehouse(place.db) as engine:
        there = asked(engine)
    assert there["rows"] == here["rows"]
    assert there["expected"] == pytest.approx(here["expected"])
