"""The label table: joined with a release it gives back the counts of each level; it is replaced with its release."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination
from setanon_sql.layout import label_columns, labels_path
from setanon_sql.release.labels import LabelExceptions, LabelSource
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.verify.label_table import digest_of_rows
from tests.papers.running_example import DATA, WITH_L
from tests.releases import options, published, rows_of
from tests.strategies import examples, taxonomies

TREE = Taxonomy(WITH_L, "T")
SHOP = Taxonomy({"dairy": "*", "milk": "dairy", "yogurt": "dairy", "cream": "dairy", "beer": "*"}, "*")
Counts = dict[Any, tuple[int, int]]


def counts_by_level(rows: Iterable[tuple[Any, ...]], taxonomy: Taxonomy, level: int) -> Counts:
    """Count the rows and records of a release by the labels of a level, one row after the other."""
    found: dict[Any, list[Any]] = {}
    for record, name, *_ in rows:
        plain = name.removesuffix(" (other)")
        label = plain if name not in taxonomy.depth and plain in taxonomy.depth else name
        path = [label]
        while path[0] in taxonomy.parent:
            path.insert(0, taxonomy.parent[path[0]])
        outside = label not in taxonomy.depth
        at_level = (label if level == 1 else None) if outside else path[level] if level < len(path) else None
        found.setdefault(at_level, []).append(record)
    return {name: (len(records), len(set(records))) for name, records in found.items()}


def answered(manifest: dict[str, Any], folder: Path, database: str = "") -> list[Counts]:
    """Ask the queries of a manifest where the release stands."""
    with duckdb.connect(database) as connection:
        connection.execute(f"SET file_search_path = '{folder}'")
        asked = [connection.execute(query).fetchall() for query in manifest["labels"]["by_level"]]
    return [{label: (rows, records) for label, rows, records in answer} for answer in asked]


@pytest.mark.slow
@examples(30)
@given(taxonomy=taxonomies(), draw=st.data())
def test_joins_give_back_the_counts_of_each_level(tmp_path_factory: Any, taxonomy: Taxonomy, draw: Any) -> None:
    folder = tmp_path_factory.mktemp("labels")
    record = st.sets(st.sampled_from(taxonomy.leaves), min_size=1, max_size=4)
    records = draw.draw(st.lists(record, min_size=4, max_size=12))
    out = folder / f"r.{draw.draw(st.sampled_from(['csv', 'parquet']))}"
    release = api.anonymize_km([sorted(items) for items in records], out, k=2, m=2, taxonomy=taxonomy)
    rows = rows_of(out)
    expected = [counts_by_level(rows, taxonomy, level) for level in range(1, max(taxonomy.depth.values()) + 1)]
    assert answered(release.manifest, folder) == expected
    assert {row[0] for row in rows_of(labels_path(out))} == {row[1] for row in rows}
    assert api.verify(out).holds


def test_labels_that_look_like_truth_values_are_text(tmp_path: Path) -> None:
    taxonomy = Taxonomy({"f": "dairy", "g": "dairy", "dairy": "*"}, "*")
    release = api.anonymize_km([["f"], ["f"], ["g"], ["g"]], tmp_path / "r.csv", k=2, m=1, taxonomy=taxonomy)
    assert answered(release.manifest, tmp_path)[1] == {"f": (2, 2), "g": (2, 2)}


@pytest.mark.whole
@pytest.mark.parametrize("name", ["*.csv", "r[1].csv", "it's ?.csv", 'a"b.csv', "*.tsv", "*.parquet", "[r].parquet"])
def test_whatever_the_release_is_called_its_queries_read_it_alone(tmp_path: Path, name: str) -> None:
    taxonomy = Taxonomy({"a,b": "t", "a\tb": "t", "t": "*"}, "*")
    for beside in ("other.csv", "r1.csv", "other.tsv", "other.parquet", "r.parquet"):
        (tmp_path / beside).write_text("record_id,item\n1,wrong\n")
    release = api.anonymize_km([["a,b"], ["a\tb"]] * 2, tmp_path / name, k=2, m=1, taxonomy=taxonomy)
    assert answered(release.manifest, tmp_path)[1] == {"a,b": (2, 2), "a\tb": (2, 2)}


@pytest.mark.whole
def test_an_adaptive_release_has_one_and_sensitive_items_have_their_place(tmp_path: Path) -> None:
    source = [["milk", "beer"], ["milk"], ["yogurt", "beer"], ["cream", "milk"], ["yogurt"], ["milk", "wine"]] * 10
    out = tmp_path / "r.parquet"
    sensitive = pd.DataFrame({"item": ["beer", "wine"]})
    release = api.anonymize_adaptive(source, out, rho=0.5, sensitive=sensitive, taxonomy=SHOP)
    rows = rows_of(out)
    assert {"beer", "wine"} <= {row[1] for row in rows}
    assert answered(release.manifest, tmp_path) == [counts_by_level(rows, SHOP, level) for level in (1, 2)]
    assert api.verify(out).holds


def test_a_label_with_exceptions_stands_under_its_node_and_for_the_rest() -> None:
    source = LabelSource(SHOP, {"dairy (other)": LabelExceptions("dairy", ("milk",))})
    table = source.label_table(["milk", "dairy (other)", "beer", "elsewhere"])
    assert label_columns(table.levels) == ("label", "depth", "level1", "level2", "leaves", "exceptions")
    assert table.rows == (
        ("beer", 1, "beer", None, 1, None),
        ("dairy (other)", 1, "dairy", None, 2, '["milk"]'),
        ("elsewhere", 1, "elsewhere", None, 1, None),
        ("milk", 2, "dairy", "milk", 1, None),
    )
    assert digest_of_rows(table.rows) == digest_of_rows(table.rows[::-1]) != digest_of_rows(table.rows[1:])
    # a month without milk: its release does not name it, and neither does its label table
    assert source.label_table(["dairy (other)"]).rows == (("dairy (other)", 1, "dairy", None, 3, None),)


def release_in(folder: Path, name: str = "r.csv", *, taxonomy: Taxonomy | None = TREE, **more: Any) -> Path:
    api.anonymize_km([sorted(record) for record in DATA], folder / name, k=2, m=2, taxonomy=taxonomy, **more)
    return folder / name


@pytest.mark.whole
def test_a_file_of_somebody_else_is_never_replaced(tmp_path: Path) -> None:
    own = tmp_path / "r.csv.labels.csv"
    own.write_text("mine\n")
    for overwrite, message in ((False, "r.csv.labels.csv already exists"), (True, "not written by setanon")):
        with pytest.raises(BadDestination, match=message):
            release_in(tmp_path, overwrite=overwrite)
    assert own.read_text() == "mine\n" and not (tmp_path / "r.csv").exists()
    release_in(tmp_path, taxonomy=None)  # it has no label table
    assert own.read_text() == "mine\n"
    with pytest.raises(BadDestination, match=r"r.csv.labels.csv was not written by setanon"):
        release_in(tmp_path, overwrite=True)
    release_in(tmp_path, taxonomy=None, overwrite=True)
    assert own.read_text() == "mine\n"


@pytest.mark.whole
def test_it_is_replaced_with_its_release_and_goes_with_it(tmp_path: Path) -> None:
    out = release_in(tmp_path)
    before = rows_of(labels_path(out))
    release_in(tmp_path, taxonomy=Taxonomy(dict.fromkeys("abcdefgixyz", "T"), "T"), overwrite=True)
    assert rows_of(labels_path(out)) != before and api.verify(out).holds
    release_in(tmp_path, taxonomy=None, overwrite=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.csv", "r.csv.manifest.json"]


@pytest.mark.whole
def test_verify_sees_another_label_table_and_says_where_none_is(tmp_path: Path) -> None:
    out = release_in(tmp_path)
    table = labels_path(out)
    text = table.read_text()
    table.write_text(text + "someone,1,someone,,,,1,\n")
    answer = api.verify(out)
    assert not answer.holds and "the label table is not the one that the manifest was made for" in answer.messages[0]
    assert "exactly the labels" in answer.messages[1]
    with pytest.raises(BadDestination, match="was not written by setanon"):
        release_in(tmp_path, overwrite=True)
    table.unlink()
    answer = api.verify(out)
    assert answer.holds and "the label table: it does not stand beside the release" in answer.not_checked


@pytest.mark.whole
def test_a_manifest_edited_for_a_label_that_is_not_released_is_found_out(tmp_path: Path) -> None:
    import hashlib

    out = release_in(tmp_path)
    table, manifest = labels_path(out), tmp_path / "r.csv.manifest.json"
    table.write_text(table.read_text() + "someone,1,someone,,,,1,\n")
    fields = json.loads(manifest.read_text())
    fields["labels"]["sha256"] = hashlib.sha256(table.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(fields))
    assert api.verify(out).messages == ("the label table does not have exactly the labels of the release",)


@pytest.mark.whole
def test_in_a_database_it_is_a_table(tmp_path: Path) -> None:
    """A table of somebody else under its name stays; a release without one takes the old one away."""
    database = tmp_path / "w.duckdb"
    with duckdb.connect(str(database)) as connection:
        connection.execute("CREATE TABLE mine_labels AS SELECT 1 AS mine")
        connection.execute("CREATE TABLE baskets (basket integer, product varchar)")
        rows = [(at, item) for at, record in enumerate(DATA) for item in sorted(record)]
        connection.executemany("INSERT INTO baskets VALUES (?, ?)", rows)
    common: dict[str, Any] = {
        "k": 2,
        "m": 2,
        "options": SourceOptions(db=str(database), record_id="basket", item="product"),
    }
    for overwrite, message in ((False, "already exists"), (True, "mine_labels was not written by setanon")):
        with pytest.raises(BadDestination, match=message):
            api.anonymize_km("baskets", "mine", taxonomy=TREE, overwrite=overwrite, **common)
    release = api.anonymize_km("baskets", "safe", taxonomy=TREE, **common)
    with duckdb.connect(str(database)) as connection:
        rows = connection.execute("FROM safe").fetchall()
    expected = [counts_by_level(rows, TREE, level) for level in range(1, 1 + max(TREE.depth.values()))]
    assert answered(release.manifest, tmp_path, str(database)) == expected
    assert api.verify("safe", db=str(database)).holds
    api.anonymize_km("baskets", "safe", overwrite=True, **common)
    with duckdb.connect(str(database)) as connection:
        names = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        assert names == {"baskets", "mine_labels", "safe", "safe_manifest"}
        assert connection.execute("FROM mine_labels").fetchall() == [(1,)]


@pytest.mark.whole
def test_basket_lines_have_one_without_queries(tmp_path: Path) -> None:
    out = release_in(tmp_path, "r.dat")
    fields = json.loads((tmp_path / "r.dat.manifest.json").read_text())["labels"]
    assert set(fields) == {"levels", "rows", "sha256"} and (tmp_path / "r.dat.labels.csv").exists()
    assert api.verify(out).holds


def test_a_release_without_rows_has_an_empty_one(tmp_path: Path) -> None:
    with DuckDBEngine(threads=1) as engine:
        release = published(engine, [frozenset()] * 3, label_source=LabelSource(TREE))
        from setanon_sql.release import publish

        publish(release, tmp_path / "r.csv", options())
    assert rows_of(tmp_path / "r.csv.labels.csv") == []
