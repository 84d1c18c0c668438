"""k-anonymity of whole records and Apriori anonymization elsewhere: the release is that of DuckDB, and verifies."""

from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.engines.places import PostgresPlace, table_of
from tests.labels import LABELS, OTHERS
from tests.papers.running_example import DATA, WITH_L
from tests.releases import rows_of

pytestmark = pytest.mark.slow


ROWS = table_of(DATA)
#: Few enough to list what they may have been: minimality tells more than the release.
SMALL = [["fig"], ["fig", "milk"], ["milk", "pear"], ["milk", "pear"]]
EDGES = pa.table(
    {
        "child": ["fig", "pear", "milk", "cheese", "fruit", "dairy"],
        "parent": ["fruit", "fruit", "dairy", "dairy", "all", "all"],
    }
)
SOURCE = ROWS.append_column("who", pa.array([f"p{int(number) % 5}" for number in ROWS["record_id"].to_pylist()]))


@pytest.mark.parametrize("person", ["", "who"])
@pytest.mark.parametrize("name", ["postgres", "spark"])
def test_the_same_everywhere(name: str, person: str, request: pytest.FixtureRequest, tmp_path: Any) -> None:
    place = request.getfixturevalue(name)
    source, out = place.put(SOURCE), place.out()
    how: dict[str, Any] = {"k": 2, "taxonomy": Taxonomy(WITH_L, "T"), "record_ids": "keep", "person": person}
    options = SourceOptions(db=place.db)
    api.anonymize_kanonymity(source, out, options=options, **how)
    api.anonymize_kanonymity(SOURCE, tmp_path / "r.csv", **how)
    assert sorted((str(record), label) for record, label in place.read(out)) == sorted(rows_of(tmp_path / "r.csv"))
    whose: dict[str, Any] = {"source": source, "person": person, "options": options} if person else {}
    assert api.verify(out, db=place.db, **whose).holds
    audits = [
        api.audit_kanonymity(where, k=2, person=person, options=how)
        for where, how in ((source, options), (SOURCE, SourceOptions()))
    ]
    assert audits[0].to_json() == audits[1].to_json()


@pytest.mark.parametrize("name", ["postgres", "spark"])
def test_known_items_find_the_same_records_everywhere(name: str, request: pytest.FixtureRequest, tmp_path: Any) -> None:
    place = request.getfixturevalue(name)
    source, out = place.put(table_of(DATA)), place.out()
    tree = Taxonomy(WITH_L, "T")
    how: dict[str, Any] = {"k": 2, "m": 1, "taxonomy": tree, "record_ids": "keep"}
    api.anonymize_km(source, out, options=SourceOptions(db=place.db), **how)
    api.anonymize_km([sorted(record) for record in DATA], tmp_path / "r.csv", **how)
    asked: dict[str, Any] = {"known": 3, "wrong": "0.2", "taxonomy": tree}
    there = api.attack_match(out, source=source, db=place.db, options=SourceOptions(db=place.db), **asked)
    here = api.attack_match(tmp_path / "r.csv", source=[sorted(record) for record in DATA], **asked)
    assert there == here


@pytest.mark.parametrize("name", ["postgres", "spark"])
def test_sensitive_items_are_guessed_alike_everywhere(name: str, request: pytest.FixtureRequest, tmp_path: Any) -> None:
    place = request.getfixturevalue(name)
    source, out = place.put(table_of(DATA)), place.out()
    how: dict[str, Any] = {"k": 2, "m": 1, "taxonomy": Taxonomy(WITH_L, "T"), "control": 0.3, "seed": "s"}
    api.anonymize_km(source, out, options=SourceOptions(db=place.db), **how)
    api.anonymize_km([sorted(record) for record in DATA], tmp_path / "r.csv", **how)
    asked: dict[str, Any] = {"known": 3, "control": 0.3, "seed": "s", "taxonomy": Taxonomy(WITH_L, "T")}
    hidden = place.put(pa.table({"item": ["a", "e"]}))
    reading = SourceOptions(db=place.db)
    there = api.attack_infer(out, source=source, db=place.db, options=reading, sensitive=hidden, **asked)
    here = api.attack_infer(
        tmp_path / "r.csv", source=[sorted(record) for record in DATA], sensitive=["a", "e"], **asked
    )
    assert there == here


@pytest.mark.parametrize("name", ["postgres", "spark"])
def test_whole_subtrees_are_generalized_alike(name: str, request: pytest.FixtureRequest, tmp_path: Any) -> None:
    place = request.getfixturevalue(name)
    source, out = place.put(table_of(DATA)), place.out()
    how: dict[str, Any] = {"k": 3, "m": 2, "taxonomy": Taxonomy(WITH_L, "T"), "record_ids": "keep", "algorithm": "aa"}
    api.anonymize_km(source, out, options=SourceOptions(db=place.db), **how)
    api.anonymize_km([sorted(record) for record in DATA], tmp_path / "r.csv", **how)
    assert sorted((str(record), label) for record, label in place.read(out)) == sorted(rows_of(tmp_path / "r.csv"))
    assert api.verify(out, db=place.db).holds


@pytest.mark.parametrize("name", ["postgres", "spark"])
def test_what_rho_is_compared_with_is_the_same_everywhere(
    name: str, request: pytest.FixtureRequest, tmp_path: Any
) -> None:
    place = request.getfixturevalue(name)
    source, hidden = place.put(table_of(DATA)), place.put(pa.table({"item": ["a", "e"]}))
    for more in ({"algorithm": "dist"}, {"algorithm": "tdcontrol", "taxonomy": Taxonomy(WITH_L, "T")}):
        how: dict[str, Any] = {"rho": "0.5", "m": 2, "seed": "1", "record_ids": "keep", **more}
        out, here = place.out(), tmp_path / "r.csv"
        api.anonymize_rho(source, out, sensitive=hidden, options=SourceOptions(db=place.db), **how)
        api.anonymize_rho(table_of(DATA), here, sensitive=pa.table({"item": ["a", "e"]}), overwrite=True, **how)
        assert sorted((str(record), label) for record, label in place.read(out)) == sorted(rows_of(here))
        assert api.verify(out, db=place.db).holds


@pytest.mark.parametrize("name", ["postgres", "spark"])
def test_labels_that_look_personal_are_the_same_everywhere(name: str, request: pytest.FixtureRequest) -> None:
    place = request.getfixturevalue(name)
    data = [[label, "milk"] for labels in LABELS.values() for label in labels] + [[label] for label in OTHERS]
    there = api.audit_kanonymity(place.put(table_of(data)), k=2, options=SourceOptions(db=place.db))
    here = api.audit_kanonymity(data, k=2)
    assert there.selection.personal == here.selection.personal and len(here.selection.personal) == len(LABELS)


@pytest.mark.parametrize("name", ["postgres", "spark"])
def test_coherence_is_the_same_everywhere(name: str, request: pytest.FixtureRequest, tmp_path: Any) -> None:
    place = request.getfixturevalue(name)
    source, out = place.put(ROWS), place.out()
    how: dict[str, Any] = {"k": 2, "m": 3, "h": "0.7", "sensitive": ["a"]}
    options = SourceOptions(db=place.db)
    api.anonymize_coherence(source, out, options=options, record_ids="keep", **how)
    api.anonymize_coherence(ROWS, tmp_path / "r.csv", record_ids="keep", **how)
    assert sorted((str(record), label) for record, label in place.read(out)) == sorted(rows_of(tmp_path / "r.csv"))
    assert api.verify(out, db=place.db).holds
    assert api.audit_coherence(source, options=options, **how).to_json() == api.audit_coherence(ROWS, **how).to_json()


def test_minimality_tells_the_same_of_a_table(postgres: PostgresPlace, tmp_path: Any) -> None:
    """On Spark, too, reading a release is all that an engine does here, and other attacks read releases there."""
    source, out, tree = postgres.put(table_of(SMALL)), postgres.out(), postgres.put(EDGES)
    how: dict[str, Any] = {"k": 2, "m": 2}
    api.anonymize_km(source, out, options=SourceOptions(db=postgres.db), taxonomy=tree, **how)
    api.anonymize_km(SMALL, tmp_path / "r.csv", taxonomy=EDGES, **how)
    there = api.attack_downcode(out, db=postgres.db, taxonomy=tree)
    here = api.attack_downcode(tmp_path / "r.csv", taxonomy=EDGES)
    assert there == here and (there.allowed, there.best, there.not_held_pairs) == (1296, 24, 1)
