"""The tables beside a release on every engine: queries give back the counts of each level, items are the taxonomy's; a
table of somebody else stays.
"""

from collections.abc import Sequence
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.engines.places import DuckDBPlace, Place, SparkPlace, table_of
from tests.papers.running_example import DATA, WITH_L

pytestmark = pytest.mark.slow
TREE = Taxonomy(WITH_L, "T")
EVERYWHERE = ["duckdb", "postgres", "here", "sqlite", "adbc_postgres", "spark", "spark_tables"]
IN_TABLES = ["postgres", "sqlite", "spark_tables"]


def place_called(request: pytest.FixtureRequest, name: str, folder: Any) -> Any:
    return DuckDBPlace(folder) if name == "duckdb" else request.getfixturevalue(name)


def ask(place: Any, query: str) -> list[Any]:
    """Run a query where the release stands."""
    if not isinstance(place, DuckDBPlace | SparkPlace):
        return sorted(map(tuple, place.run(query)), key=str)
    with duckdb.connect(place.db if isinstance(place, DuckDBPlace) else "") as connection:
        if isinstance(place, SparkPlace):
            connection.execute(f"SET file_search_path = '{place.folder}'")
        return sorted(connection.execute(query).fetchall(), key=str)


def counted(rows: Sequence[Any], level: int) -> list[Any]:
    """Count the rows and records of a release by a level of the taxonomy, in plain Python."""
    found: dict[Any, list[Any]] = {}
    for record, label in rows:
        path = [*reversed(TREE.path(label.removesuffix(" (other)")))]
        found.setdefault(path[level] if level < len(path) else None, []).append(record)
    return sorted(((name, len(ids), len(set(ids))) for name, ids in found.items()), key=str)


def anonymize(place: Place, source: str, out: str, **more: Any) -> api.Release:
    return api.anonymize_km(source, out, k=2, m=2, options=SourceOptions(db=place.db), **more)


@pytest.mark.parametrize("name", EVERYWHERE)
def test_it_stands_beside_the_release_and_goes_with_it(
    name: str, request: pytest.FixtureRequest, tmp_path: Any
) -> None:
    place = place_called(request, name, tmp_path)
    source, out = place.put(table_of(DATA)), place.out()
    release = anonymize(place, source, out, taxonomy=TREE)
    rows = place.read(out)
    queries = release.manifest["labels"]["by_level"]
    assert [ask(place, query) for query in queries] == [
        counted(rows, level) for level in range(1, 1 + max(TREE.depth.values()))
    ]
    assert api.verify(out, db=place.db).holds
    with_labels = place.tables()
    anonymize(place, source, out, taxonomy=TREE, overwrite=True)
    assert place.tables() == with_labels and api.verify(out, db=place.db).holds
    anonymize(place, source, out, overwrite=True)
    gone = with_labels - place.tables()
    assert len(gone) == 2 and all("_labels" in name or "_meaning" in name or "." in name for name in gone)
    assert api.verify(out, db=place.db).holds


def leaves(label: str, labels: set[str]) -> set[str]:
    """Return what a label stands for: the leaves under it, or of "… (other)" those that are not released themselves."""
    node = label.removesuffix(" (other)")
    return {leaf for leaf in TREE.leaves if node in TREE.path(leaf) and (node == label or leaf not in labels)}


@pytest.mark.parametrize("name", EVERYWHERE)
def test_which_items_each_label_may_stand_for(name: str, request: pytest.FixtureRequest, tmp_path: Any) -> None:
    place = place_called(request, name, tmp_path)
    source, out = place.put(table_of(DATA)), place.out()
    anonymize(place, source, out, taxonomy=TREE)
    if isinstance(place, SparkPlace):
        with duckdb.connect() as connection:
            rows = connection.execute(f"FROM '{out}.meaning.parquet'").fetchall()
    else:
        rows = ask(place, f"SELECT label, item, share FROM {out}_meaning")
    labels = {label for _, label in place.read(out)}
    expected = {(label, item, 1 / len(leaves(label, labels))) for label in labels for item in leaves(label, labels)}
    assert {(label, item, float(share)) for label, item, share in rows} == expected and len(rows) == len(expected)
    before = place.tables()
    anonymize(place, source, out, taxonomy=TREE, meaning=False, overwrite=True)
    (gone,) = before - place.tables()
    assert "meaning" in gone and api.verify(out, db=place.db).holds


@pytest.mark.parametrize("name", IN_TABLES)
def test_a_table_of_somebody_else_stays(name: str, request: pytest.FixtureRequest, tmp_path: Any) -> None:
    place = place_called(request, name, tmp_path)
    source, out = place.put(table_of(DATA)), place.out()
    place.run(f"CREATE TABLE {out}_labels AS SELECT 1 AS mine")
    anonymize(place, source, out)
    with pytest.raises(BadDestination, match="_labels was not written by setanon"):
        anonymize(place, source, out, taxonomy=TREE, overwrite=True)
    anonymize(place, source, out, overwrite=True)
    assert place.run(f"SELECT * FROM {out}_labels") == [(1,)]
    place.run(f"DROP TABLE {out}_labels")
    anonymize(place, source, out, taxonomy=TREE, overwrite=True)
    place.run(f"DELETE FROM {out}_labels" if name != "spark_tables" else f"TRUNCATE TABLE {out}_labels")
    answer = api.verify(out, db=place.db)
    assert not answer.holds and "label table" in answer.messages[0]
    with pytest.raises(BadDestination, match="_labels was not written by setanon"):
        anonymize(place, source, out, overwrite=True)


@pytest.mark.parametrize("name", ["duckdb", "postgres", "spark_tables"])
def test_a_dimension_table_is_the_taxonomy_of_its_levels(
    name: str, request: pytest.FixtureRequest, tmp_path: Any
) -> None:
    place = place_called(request, name, tmp_path)
    items = sorted({item for record in DATA for item in record})
    rows = [[item, at, "MISC" if at % 2 else None, f"D{at % 3}"] for at, item in enumerate(items[1:])]
    columns = ["item", "price", "category", "department"]
    products = place.put(pa.table(dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True))))
    how: dict[str, Any] = {"levels": ["department", "category"], "qualify": True, "missing": "root", "seed": "s"}
    out = place.out()
    source = table_of(DATA)
    source = source.append_column("week", pa.array(range(source.num_rows)))
    release = anonymize(place, place.put(source), out, taxonomy=products, optimum=0, **how)
    assert release.not_released == ("week",)
    frame = pd.DataFrame(rows, columns=columns)
    local = api.anonymize_km(table_of(DATA), None, k=2, m=2, taxonomy=frame, optimum=0, **how)
    expected = sorted(zip(*(local.df()[column] for column in ("record_id", "item")), strict=True))
    assert sorted(label for _, label in place.read(out)) == sorted(label for _, label in expected)
