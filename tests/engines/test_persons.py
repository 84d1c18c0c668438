"""What is told of persons is the same in every engine, and wherever the rows are copied from."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.dataset import PersonHint
from setanon_sql.errors import BadParameter
from setanon_sql.methods.dp.noise import Mechanism
from setanon_sql.models.km.options import KmExtras
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import TREE, drawn
from tests.engines.places import DuckDBPlace, Place, SqlitePlace, all_rows_of, table_of

RECORDS = [sorted(record) for seed in (3, 4) for record in drawn(seed)[0]]
#: Every seventh record is of the same person.
TABLE = table_of(RECORDS)
TABLE = TABLE.append_column("customer", pa.array([f"c{number % 7}" for number in TABLE["record_id"].to_pylist()]))
EVERYTHING = KmExtras(unicity=True, average=20, top_items=3, worst=3)


def audited(place: Place, source: str) -> tuple[Any, ...]:
    options, out = SourceOptions(db=place.db), place.out()
    found = api.audit_km(
        source, k=3, m=2, person="customer", taxonomy=TREE, by=1, records_out=out, extras=EVERYTHING, options=options
    )
    capped = SourceOptions(db=place.db, cap_records=1)
    few = api.audit_km(source, k=3, m=2, person="customer", options=capped)
    assert few.records == few.persons == 7
    by_size = api.audit_km_by_size(source, ks=[2, 3], person="customer", options=options)
    return all_rows_of(place, out), found.to_json(show_values=True), by_size.to_json(), few.to_json()


def test_an_audit_tells_the_same_of_persons(place: Place, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    here = DuckDBPlace(tmp_path / "other")
    expected = audited(here, here.put(TABLE))
    source = place.put(TABLE)
    assert audited(place, source) == expected
    assert {person for _, person, _, _ in expected[0]} <= {f"c{number}" for number in range(7)}
    assert len(expected[0]) == expected[1]["records_at_risk_by_size"]["2"] > 0
    hint = api.audit_km(source, k=3, m=1, options=SourceOptions(db=place.db)).person_hint
    assert hint == PersonHint("customer", 7)


def test_rows_that_are_copied_here_keep_their_persons(postgres: Any, tmp_path: Path) -> None:
    expected = api.audit_km(TABLE, k=3, m=2, person="customer").to_json()
    sqlite = SqlitePlace(tmp_path)
    for source, db in ((postgres.put(TABLE), f"here:{postgres.db}"), (sqlite.put(TABLE), sqlite.db)):
        assert api.audit_km(source, k=3, m=2, person="customer", options=SourceOptions(db=db)).to_json() == expected


def told_of_rules(place: Place, source: str) -> tuple[Any, ...]:
    """Return what is told of rules that persons count for, with the list of records, and of settings."""
    options, out = SourceOptions(db=place.db), place.out()
    parameters: dict[str, Any] = {"person": "customer", "taxonomy": TREE, "options": options}
    rho = api.audit_rho(source, rho="0.5", m=1, sensitive=["a", "b"], by=1, records_out=out, **parameters)
    tried: dict[str, Any] = {"k": (3,), "m": (1,), "costs": ("ncp",), "recodings": ("cut",), "optimum": 0, "seed": "1"}
    settings = api.compare(source, **tried, **parameters).settings
    figures = [(row.setting.name, row.figures.ncp, row.figures.at_risk_before, row.problem) for row in settings]
    return sorted(all_rows_of(place, out)), rho.to_json(), figures


def test_rules_and_settings_tell_the_same_of_persons(place: Place, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    here = DuckDBPlace(tmp_path / "other")
    listed, rho, figures = told_of_rules(here, here.put(TABLE))
    assert told_of_rules(place, place.put(TABLE)) == (listed, rho, figures)
    assert len(listed) == rho["records_at_risk"] > 0 and rho["by_category"][0]["persons_at_risk"] > 0


def test_a_previous_release_is_kept_to_in_persons(place: Place) -> None:
    """The same data again leave nobody with fewer candidates; other labels do, and a count of records is refused."""
    source = place.put(TABLE)
    given: dict[str, Any] = {"k": 3, "m": 1, "options": SourceOptions(db=place.db), "taxonomy": TREE, "optimum": 0}
    old = place.out()
    api.anonymize_km(source, old, person="customer", record_ids="keep", **given)
    ids = sorted({*TABLE["record_id"].to_pylist()})
    link = place.put(pa.table({"old_record_id": ids, "new_record_id": ids}))
    release = api.anonymize_km(source, place.out(), person="customer", previous=old, link=link, **given)
    assert release.manifest["parameters"]["person"] is True
    with pytest.raises(BadParameter, match="counts persons"):
        api.anonymize_km(source, place.out(), previous=old, link=link, **given)


@pytest.mark.parametrize("name", ["postgres", "spark"])
def test_the_same_counts_get_noise_everywhere(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Mechanism, "counts_with_noise", lambda _, counts: dict(counts))
    monkeypatch.setattr("secrets.token_hex", lambda _: "0")
    monkeypatch.setattr("setanon_sql.methods.dp.records.ON_THE_WAY", 0.1)
    place = request.getfixturevalue(name)
    how: dict[str, Any] = {"epsilon": 1, "person": "customer", "most": 2, "taxonomy": TREE, "itemsets": [["a", "b"]]}
    how["count"] = ["items", "labels", "pairs"]
    there = api.publish_counts(place.put(TABLE), options=SourceOptions(db=place.db), **how)
    assert there == api.publish_counts(TABLE, **how)
    how = {"epsilon": 20, "most": 2, "taxonomy": TREE, "fan_out": 2}
    made_up = api.publish_records(place.put(TABLE), options=SourceOptions(db=place.db), **how)
    assert len(made_up.sets) > 3 and made_up.sets == api.publish_records(TABLE, **how).sets
