"""Settings are compared in every engine alike; a sample has the same records."""

from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.methods.dp.noise import Mechanism
from setanon_sql.options.words import ComparedModel
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.engines.drawn import drawn
from tests.engines.places import DuckDBPlace, Place, SparkPlace, table_of

RECORDS = [sorted(record) for seed in (3, 4) for record in drawn(seed)[0] if record]


def figures(
    place: Place, records: list[list[str]], models: tuple[ComparedModel, ...], **more: Any
) -> list[dict[str, Any]]:
    found = api.compare(
        place.put(table_of(records)),
        models=models,
        k=(2,),
        m=(1,),
        workload=[records[0][:1], records[0]],
        optimum=0,
        seed="3",
        **{"sample": len(records) // 2, **more},
        options=SourceOptions(db=place.db),
    )
    rows = [one.to_json() for one in found.settings]
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]


def test_an_engine_says_what_duckdb_says(place: Place, tmp_path: Path) -> None:
    """Spark takes minutes for a disassociated release, and counts frequent itemsets size by size: of short records."""
    (tmp_path / "other").mkdir()
    models: tuple[ComparedModel, ...] = ("km", "disassociation")
    records = RECORDS
    if isinstance(place, SparkPlace):
        models, records = ("km",), [record[:2] for record in RECORDS]
    told = [figures(one, records, models) for one in (place, DuckDBPlace(tmp_path / "other"))]
    assert len(told[0]) == len(told[1]) > len(models)  # those to take are tried on all records, too
    for one, other in zip(*told, strict=True):
        assert one.keys() == other.keys()
        for name, value in one.items():
            same = abs(value - other[name]) < 1e-9 if isinstance(value, float) else value == other[name]
            assert same, (one["setting"], name)


@pytest.mark.parametrize("name", ["postgres", "spark"])
def test_made_up_records_lose_the_same_everywhere(
    name: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With noise that is always the same, which makes up items that nobody holds."""
    monkeypatch.setattr(Mechanism, "counts_with_noise", lambda _, counts: {key: n + 1 for key, n in counts.items()})
    tree = Taxonomy({**dict.fromkeys("abc", "left"), **dict.fromkeys("de", "*"), "left": "*"}, "*")
    records = [["a", "b"]] * 5 + [["a"]] * 4 + [["b", "d"]] * 4
    how: dict[str, Any] = {"epsilon": ("20",), "taxonomy": tree}
    places = (request.getfixturevalue(name), DuckDBPlace(tmp_path))
    (there,), (here,) = ([figures(place, records, ("dp",), sample=0, **how)[0]] for place in places)
    assert there["reached"] and there.pop("parameters") == here.pop("parameters") and there == pytest.approx(here)
