"""One whole run of each model in each place: the audit, the release, its recount are those of frames in DuckDB.

What `.ci/run` asks of engines each time, besides the examples of the queries and connections that fail.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.models.adaptive import method
from setanon_sql.models.adaptive.method.trials import Way
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.engines.drawn import drawn
from tests.engines.folder_runs import ASKED as ASKED_OF_PIECES
from tests.engines.folder_runs import same
from tests.engines.places import Place, SchemaPlace, SnowflakePlace, table_of
from tests.engines.runs import public, without_spark
from tests.papers.running_example import DATA, WITH_L
from tests.releases import rows_of

pytestmark = pytest.mark.each_time

TREE = Taxonomy(WITH_L, "T")
HIDDEN = pa.table({"item": ["a", "e"]})
FACTORS = pa.table({"item": ["a", "e"], "factor": ["0.1", "0"]})
#: What is asked of each model of rows, of the running example; tables are put where the source is. No search ends
#: by the clock: what is found in so many seconds is not the same everywhere.
ASKED: dict[str, dict[str, Any]] = {
    "km": {"k": 2, "m": 2, "taxonomy": TREE, "optimum": 0},
    "km locally": {
        "k": 2,
        "m": 3,
        "taxonomy": TREE,
        "recoding": "local",
        "floor": 0,
        "known": pa.table({"item": ["a", "b", "d", "f"]}),
        "constraints": pa.table({"item": ["a", "c"], "rule": ["keep", "at_most"], "level": ["", "K"]}),
        "weights": pa.table({"item": ["b"], "weight": ["3"]}),
    },
    "kanonymity": {"k": 2, "taxonomy": TREE},
    "coherence": {"k": 2, "m": 3, "h": "0.7", "sensitive": HIDDEN},
    "coherence of persons": {"k": 2, "m": 3, "h": "0.7", "sensitive": HIDDEN, "person": "who"},
    "coherence locally": {
        "k": 2,
        "m": 2,
        "h": "0.7",
        "taxonomy": TREE,
        "sensitive": HIDDEN,
        "recoding": "local",
        "floor": 0,
    },
    "rho": {"rho": "0.5", "m": 2, "sensitive": HIDDEN},
    "adaptive": {"rho": "0.4", "m": 1, "taxonomy": TREE, "sensitive": HIDDEN, "factors": FACTORS},
}


@pytest.fixture(autouse=True)
def _one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """All records stay one group: a search in several ways takes Spark minutes."""
    monkeypatch.setattr(method, "WAYS", (Way(divide=False, brief=True),))


def in_place(put: Callable[[pa.Table], Any], db: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Return what is asked with its tables put somewhere."""
    return {name: put(one) if isinstance(one, pa.Table) else one for name, one in asked.items()} | {
        "options": SourceOptions(db=db)
    }


#: The stand-ins take a minute for all of them, and more.
STAND_INS = [pytest.param(one, marks=pytest.mark.whole) for one in ("snowflake", "bigquery")]
PLACES = ["duckdb", "postgres", "here", "spark", *STAND_INS]


@pytest.mark.parametrize("place", PLACES, indirect=True)
@pytest.mark.parametrize("way", ASKED)
def test_audit_release_and_recount(place: Place, tmp_path: Path, way: str) -> None:
    assert_alike(place, tmp_path, way.partition(" ")[0], ASKED[way])


#: Spark takes half a minute for the rounds.
ROUNDS = ["postgres", pytest.param("spark", marks=pytest.mark.whole)]


@pytest.mark.parametrize("place", ROUNDS, indirect=True)
def test_local_recoding_where_any_number_of_items_may_be_known(place: Place, tmp_path: Path) -> None:
    assert_alike(place, tmp_path, "km", {"k": 2, "taxonomy": TREE, "recoding": "local", "floor": 0})


def assert_alike(place: Place, tmp_path: Path, model: str, asked: dict[str, Any]) -> None:
    """Ask the same there and here; a record that somebody takes out of the release is missed."""
    table, name, wanted = table_of(DATA), place.out(), tmp_path / "wanted.parquet"
    if "person" in asked:  # each two records are of one
        table = table.append_column("who", pa.array([one // 2 for one in table["record_id"].to_pylist()]))
    source = place.put(table)
    there, here = in_place(place.put, place.db, asked), in_place(lambda one: one, "", asked)
    assert audited(model, source, there) == audited(model, table, here)
    anonymize, how = getattr(api, f"anonymize_{model}"), {"seed": "the same", "record_ids": "keep"}
    releases = [anonymize(source, name, **there, **how), anonymize(table, wanted, **here, **how)]
    assert public(releases[0]) == public(releases[1])
    assert releases[0].utility == pytest.approx(releases[1].utility)
    assert place.read(name) == sorted(row[:2] for row in rows_of(wanted))
    owner = {"source": source, "person": "who", "options": SourceOptions(db=place.db)} if "person" in asked else {}
    assert_holds(place, name, **owner)
    place.lose_a_record(name)
    answer = api.verify(name, db=without_spark(place.db, name))
    assert not answer.holds and not answer.checks["sha256_matches"]


@pytest.mark.parametrize("place", STAND_INS, indirect=True)
def test_a_comparison_a_measure_and_a_gate(place: SchemaPlace, tmp_path: Path) -> None:
    table, release, wanted = table_of(DATA), place.out(), tmp_path / "wanted.parquet"
    source = place.put(table)
    here, there = SourceOptions(), SourceOptions(db=place.db)
    for data, out, options in ((table, wanted, here), (source, release, there)):
        api.anonymize_km(data, out, k=2, m=2, seed="s", record_ids="keep", options=options)
    assert api.utility(source, release, options=there, seed="u") == api.utility(table, wanted, seed="u")
    measured = [
        api.compare(data, k=[2], m=[1], taxonomy=TREE, seed="c", options=options).settings[0].figures.ncp
        for data, options in ((table, here), (source, there))
    ]
    assert measured[0] == measured[1]
    dialect = "snowflake" if isinstance(place, SnowflakePlace) else "bigquery"
    rows = place.run(api.sql_gate_km(k=2, m=2, dialect=dialect, table=source).sql)
    found = api.audit_km(table, k=2, m=2)
    assert rows == [(size, found.threats_by_size()[size], found.at_risk_by_size()[size]) for size in (1, 2)]


@pytest.mark.parametrize("place", PLACES, indirect=True)
@pytest.mark.parametrize("person", ["", "who"])
def test_who_is_at_risk_whatever_is_known(place: Place, person: str) -> None:
    table = table_of(DATA)
    whose = pa.array([f"person {number.as_py() % 3}" for number in table["record_id"]])
    table, asked = table.append_column("who", whose), {"k": 2, "count": "records", "person": person}
    there, here = (
        api.audit_km(source, options=SourceOptions(db=db), **asked).to_json()
        for source, db in ((place.put(table), place.db), (table, ""))
    )
    assert there == here and here["maximum_risk"] == 1


def audited(model: str, source: Any, asked: dict[str, Any]) -> dict[str, Any]:
    """Return what an audit says; only that of km knows labels, and none looks for the least cost."""
    other = {"optimum", "recoding", "floor", "constraints", "weights"} | ({"taxonomy"} if model != "km" else set())
    asked = {name: one for name, one in asked.items() if name not in other}
    found: dict[str, Any] = getattr(api, f"audit_{model}")(source, **asked).to_json()
    return found


def assert_holds(place: Place, name: str, **owner: Any) -> None:
    answer = api.verify(name, db=place.db if owner else without_spark(place.db, name), **owner)
    assert answer.holds and answer.checks["sha256_matches"], answer.messages


@pytest.mark.parametrize("place", ["postgres", "spark", *STAND_INS], indirect=True)
def test_pieces(place: Place, tmp_path: Path) -> None:
    """Disassociation reads tables of a file of DuckDB as all others do, and writes folders from there."""
    records = [record for seed in range(4) for record in drawn(seed)[0]]
    name = same(place, tmp_path, table_of(records), **ASKED_OF_PIECES)
    assert_holds(place, name)
    audit = api.audit_disassociation(name, db=place.db)
    assert audit == api.audit_disassociation(tmp_path / "reference") and audit["satisfied"]
