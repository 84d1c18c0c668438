"""Shares of persons on every engine: with the same seed the same release, which its owner can check."""

from collections.abc import Collection, Sequence
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
from tests.engines.places import Place, table_of
from tests.engines.rho_runs import for_all, wished
from tests.engines.runs import without_spark
from tests.releases import rows_of
from tests.rho import oracle

RECORDS = [sorted(record) for seed in (1, 4) for record in drawn(seed)[0]]
PERSONS = [at % 7 + 10 * (at % 3) for at in range(len(RECORDS))]
HALF = oracle.Fraction(1, 2)
WISHES = {0: ["a"], 3: ["b"], 5: ["a"], 11: ["c"]}


def of_persons(records: Sequence[Collection[str]], persons: Sequence[int]) -> pa.Table:
    table = table_of(records)
    return table.append_column("who", pa.array([persons[int(number) - 1] for number in table["record_id"].to_pylist()]))


@pytest.mark.parametrize("personal", [False, True])
def test_releases(place: Place, tmp_path: Path, personal: bool) -> None:
    sensitive = wished(WISHES) if personal else for_all("ab")
    asked = {"rho": "0.5", "m": 2, "person": "who", "seed": "the same", "record_ids": "keep"}
    here = tmp_path / "reference.parquet"
    api.anonymize_rho(of_persons(RECORDS, PERSONS), here, sensitive=sensitive, **asked)  # type: ignore[arg-type]
    source, hidden, out = place.put(of_persons(RECORDS, PERSONS)), place.put(sensitive), place.out()
    api.anonymize_rho(source, out, sensitive=hidden, options=SourceOptions(db=place.db), **asked)  # type: ignore[arg-type]
    assert sorted(place.read(out)) == sorted(rows_of(here))
    db = without_spark(place.db, out)
    known = {"source": source, "person": "who", "options": SourceOptions(db=db)}
    answer = api.verify(out, db=db, **known, **({"sensitive": hidden} if personal else {}))  # type: ignore[arg-type]
    assert answer.satisfied and answer.checks["persons"] == len({*PERSONS}), answer.messages
    after = [{item for record, item in place.read(out) if int(record) == at} for at in range(1, len(RECORDS) + 1)]
    wishes = WISHES if personal else dict.fromkeys(range(len(RECORDS)), "ab")
    assert not oracle.check_persons(RECORDS, after, wishes, PERSONS, HALF, 2).rules
    assert oracle.check_persons(RECORDS, RECORDS, wishes, PERSONS, HALF, 2).rules


def test_groups(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person's records stay in one group, which is the same on every engine."""
    monkeypatch.setattr(method, "WAYS", (Way(cheapest=False, brief=True),))
    data = ["ab", "a", "as", "abs", "c", "c", "c", "cs", "ab", "cd", "d", "cs"]
    source = of_persons(data, [1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 8])
    asked: dict[str, Any] = {
        "rho": "0.4",
        "factor": 0,
        "m": 1,
        "person": "who",
        "seed": "the same",
        "record_ids": "keep",
    }
    asked["taxonomy"] = Taxonomy(dict.fromkeys("ab", "A") | dict.fromkeys("cd", "B") | {"A": "all", "B": "all"}, "all")
    here = tmp_path / "reference.parquet"
    first = api.anonymize_adaptive(source, here, sensitive=for_all("s"), **asked)
    table, out = place.put(source), place.out()
    release = api.anonymize_adaptive(
        table, out, sensitive=place.put(for_all("s")), options=SourceOptions(db=place.db), **asked
    )
    assert sorted(place.read(out)) == sorted((record, item) for record, item, *_ in rows_of(here))
    assert release.manifest["verified"] == first.manifest["verified"]
    db = without_spark(place.db, out)
    assert api.verify(out, db=db, source=table, person="who", options=SourceOptions(db=db)).satisfied
