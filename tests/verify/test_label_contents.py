"""A label table is looked at to its last column, and the queries beside it are those that they should be."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.layout import has_label_columns, label_columns, labels_path, manifest_path
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.verify.label_queries import QueryPlace, are_own, places_of_file, places_of_table
from setanon_sql.verify.label_rows import typed, wrong_rows
from setanon_sql.verify.label_table import QUERIES

TREE = Taxonomy({"a": "x", "b": "x", "c": "*", "x": "*"}, "*")
SOURCE = [["a", "b"], ["a", "b"], ["b", "c"], ["b", "c"]]
UNCHECKED = "stands in the release and was not checked: "


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("labels")
    for name in ("r.csv", "r.parquet"):
        api.anonymize_km(SOURCE, folder / name, k=2, m=1, taxonomy=TREE)
    api.anonymize_km(SOURCE, "safe", k=2, m=1, taxonomy=TREE, out_db=str(folder / "shop.duckdb"))
    return folder


@pytest.fixture
def at(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def edit(release: Path, **labels: Any) -> None:
    """Let the manifest name the label table as it is now, and say something else of it."""
    path = manifest_path(release)
    fields = json.loads(path.read_text())
    sha256 = hashlib.sha256(labels_path(release).read_bytes()).hexdigest()
    path.write_text(json.dumps(fields | {"labels": fields["labels"] | {"sha256": sha256} | labels}))


def rewrite(release: Path, select: str, more: str = "") -> None:
    path = labels_path(release)
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE old AS FROM '{path}'")
        connection.execute(f"COPY ({select}) TO '{path}' (FORMAT {path.suffix[1:]}{more})")
    edit(release)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["r.csv", "r.parquet"])
def test_a_label_table_that_is_written_anew_holds(at: Path, name: str) -> None:
    rewrite(at / name, "FROM old ORDER BY label DESC")
    assert api.verify(at / name).messages == ()


PARQUET = [
    ("FROM old", ", KV_METADATA {Mary: 'HIV'}", UNCHECKED + "1 entry in the metadata of a Parquet file"),
    ("SELECT * REPLACE ({'id': depth} AS depth) FROM old", "", "exactly the labels"),
    ("SELECT * REPLACE (CAST(leaves AS DOUBLE) AS leaves) FROM old", "", ""),
    ("SELECT * REPLACE (CAST(depth AS VARCHAR) AS depth) FROM old", "", "of a type that none has"),
    ("SELECT *, 'Mary' AS name FROM old", "", "exactly the labels"),
]


@pytest.mark.parametrize(("select", "more", "told"), PARQUET)
def test_what_a_parquet_file_of_labels_holds_more_is_a_fault(at: Path, select: str, more: str, told: str) -> None:
    rewrite(at / "r.parquet", select, more)
    answer = api.verify(at / "r.parquet")
    assert not answer.satisfied
    assert any(told in message for message in answer.messages)


@pytest.mark.slow
def test_bytes_and_statistics_of_a_file_of_labels_are_looked_at(at: Path) -> None:
    path = labels_path(at / "r.parquet")
    data = path.read_bytes()
    footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    path.write_bytes(data[:footer] + b"Mary" + data[footer:])
    edit(at / "r.parquet")
    assert api.verify(at / "r.parquet").messages == (
        UNCHECKED + "bytes of a Parquet file that are in none of its pages",
    )
    path.write_bytes(data.replace(b"DuckDB", b"Mary!!"))
    edit(at / "r.parquet")
    assert api.verify(at / "r.parquet").messages == (UNCHECKED + "a Parquet file that neither DuckDB nor Spark wrote",)
    where = data.rindex(b"x", 0, len(data) - 8)
    shown = data[footer:].replace(b"\x01c", b"\x01~")
    assert where
    path.write_bytes(data[:footer] + shown)
    edit(at / "r.parquet")
    assert any("in the statistics" in message for message in api.verify(at / "r.parquet").messages)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("\n", ",HIV\n", 2).replace(",HIV", "", 1), "exactly the labels"),
        (lambda text: "\ufeff" + text, "exactly the labels"),
        (lambda text: text.replace("a,2,", "a,3,"), "1 row of the label table contradicts"),
        (lambda text: text.replace("a,2,", "a,02,"), "exactly the labels"),
        (lambda text: text.replace("a,2,x", "a,2,y"), ""),
        (lambda text: text.replace("b,2,x,b", "b,2,a,b"), "1 row of the label table contradicts"),
    ],
)
def test_each_field_of_a_text_file_of_labels_counts(at: Path, change: Callable[[str], str], told: str) -> None:
    path = labels_path(at / "r.csv")
    path.write_text(change(path.read_text()))
    edit(at / "r.csv")
    messages = api.verify(at / "r.csv").messages
    assert any(told in message for message in messages) if told else messages == ()


def test_many_items_may_be_taken_out_of_a_label(tmp_path: Path) -> None:
    """One field of text may be longer than what Python's reader takes by default."""
    from setanon_sql.verify.label_table import labels_in_file

    exceptions = json.dumps([f"item {at:06}" for at in range(20_000)])
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE t AS SELECT 'x (other)' AS label, 1 AS depth, 'x' AS level1, 2 AS leaves, ? AS exceptions",
            [exceptions],
        )
        connection.execute(f"COPY t TO '{tmp_path / 'l.csv'}'")
    assert labels_in_file(tmp_path / "l.csv", 1, "").rows == [("x (other)", 1, "x", 2, exceptions)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["r.csv", "r.parquet"])
def test_levels_are_those_of_the_file_however_many_are_said(at: Path, name: str) -> None:
    for levels in (10**9, 3, 1, 0, -1, -(10**9)):
        edit(at / name, levels=levels)
        answer = api.verify(at / name)
        assert "the label table does not have exactly the labels of the release" in answer.messages
    edit(at / name, levels=2, rows=4)
    assert api.verify(at / name).messages == ("the manifest promises 4 rows of the label table, it holds 3",)


def test_columns_of_a_label_table_are_counted_first() -> None:
    assert has_label_columns(label_columns(2), 2)
    assert not has_label_columns(label_columns(2), 10**12)
    assert not has_label_columns(label_columns(2)[::-1], 2)
    assert not has_label_columns(("label", "depth", "leaves"), -1)
    assert has_label_columns(label_columns(0), 0)


@pytest.mark.slow
def test_no_more_rows_are_read_than_a_release_may_have(at: Path) -> None:
    for name in ("r.csv", "r.parquet"):
        rewrite(at / name, "SELECT old.* FROM old, range(50000)")
        edit(at / name, rows=150_000)
        assert api.verify(at / name).messages == ("the label table does not have exactly the labels of the release",)


ROWS: list[tuple[Any, ...]] = [
    ("*", 0, None, None, 9, None),
    ("a", 2, "x", "a", 1, None),
    ("b", 2, "x", "b", 1, None),
    ("x", 1, "x", None, 3, None),
    ("x (other)", 1, "x", None, 2, '["a"]'),
]


def test_rows_that_fit_are_right() -> None:
    assert wrong_rows(ROWS) == 0
    assert wrong_rows([]) == 0
    path = [f"l{at}" for at in range(1, 65)]
    assert wrong_rows([("l70", 70, *path, 1, None)]) == 0
    assert wrong_rows([("l70", 70, *path[:63], 1, None)]) == 1


@pytest.mark.parametrize(
    "row",
    [
        (None, 1, "y", None, 1, None),
        ("y", None, "y", None, 1, None),
        ("y", 1, "y", None, None, None),
        ("y", -1, "y", None, 1, None),
        ("y", 1, "y", None, 0, None),
        ("y", 1, None, None, 1, None),
        ("y", 1, "", None, 1, None),
        ("y", 1, "y", "z", 1, None),
        ("y", 0, "y", None, 1, None),
        ("y", 2, "x", None, 1, None),
        ("y", 3, "x", "b", 1, None),
        ("b2", 2, "y", "b", 1, '["c"]'),
        ("y", 2, "b", "y", 1, None),
        ("x2", 2, "z", "x", 1, '["c"]'),
        ("y", 2, "x", "y", 4, None),
        ("y (other)", 1, "x", None, 4, '["a"]'),
        ("y (other)", 1, "x", None, 1, "[]"),
        ("y (other)", 1, "x", None, 1, '["b", "a"]'),
        ("y (other)", 1, "x", None, 1, '["a", "a"]'),
        ("y (other)", 1, "x", None, 1, '["a",  "b"]'),
        ("y (other)", 1, "x", None, 1, "[1]"),
        ("y (other)", 1, "x", None, 1, '{"a": 1}'),
        ("y (other)", 1, "x", None, 1, "Mary"),
    ],
)
def test_a_row_that_does_not_fit_is_told(row: tuple[Any, ...]) -> None:
    assert wrong_rows([*ROWS, row]) == 1


def test_texts_are_numbers_as_they_are_written() -> None:
    assert typed([("a", "2", "x", "a", "1", None)]) == [("a", 2, "x", "a", 1, None)]
    for wrong in ("02", " 2", "+2", "2.0", "", "x"):
        with pytest.raises(ValueError, match=r".*"):
            typed([("a", wrong, "x", "a", "1", None)])


QUERY = (
    'SELECT l."level{at}" AS label, COUNT(*) AS n_rows, COUNT(DISTINCT r.record_id) AS n_records FROM {release} AS r '
    "JOIN {labels} AS l ON l.label = r.item "
    'GROUP BY l."level{at}" ORDER BY n_rows DESC, l."level{at}"'
)
RELEASE, LABELS = "READ_PARQUET('r.parquet')", "READ_PARQUET('r.parquet.labels.parquet')"
COLUMNS = ("record_id", "item")
PLACE = QueryPlace(RELEASE, LABELS)


def query(level: int) -> str:
    """Return the query of a level."""
    return QUERY.format(at=level, release=RELEASE, labels=LABELS)


def test_queries_are_those_of_the_levels() -> None:
    own = [query(at) for at in (1, 2)]
    assert are_own(own, 2, [PLACE], COLUMNS)
    assert are_own([], 0, [PLACE], COLUMNS)
    assert are_own(
        [one.replace('"level1"', "level1").replace(" AS r ", "  AS  r\n") for one in own], 2, [PLACE], COLUMNS
    )
    assert not are_own(own, 3, [PLACE], COLUMNS)
    assert not are_own(own[::-1], 2, [PLACE], COLUMNS)
    assert not are_own(own, 2, [], COLUMNS)
    assert not are_own(own, 2, [PLACE], ("basket", "item"))
    assert not are_own(own, 2, [QueryPlace("READ_PARQUET('s.parquet')", LABELS)], COLUMNS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("SELECT", "COPY (SELECT"),
        ("SELECT", "-- Mary\nSELECT"),
        ("SELECT", "/* Mary */ SELECT"),
        (RELEASE, "READ_TEXT('/etc/passwd')"),
        ("'r.parquet'", "'https://x.org/r.parquet'"),
        ("'r.parquet'", "'../r.parquet'"),
        (RELEASE, '"r.parquet"'),
        ("COUNT(*)", "MAX(getenv('HOME'))"),
        ("n_rows DESC", "n_rows"),
        ("JOIN", "LEFT JOIN"),
        ('ORDER BY n_rows DESC, l."level1"', 'ORDER BY n_rows DESC, l."level1" LIMIT 1'),
        ('GROUP BY l."level1"', 'GROUP BY l."level1" HAVING count(*) > 1'),
        ("DISTINCT ", ""),
        ("ORDER", "; DROP TABLE x; ORDER"),
        ("SELECT", "x" * 20_000),
        ("SELECT", "("),
    ],
)
def test_any_other_query_is_told(old: str, new: str) -> None:
    own = query(1)
    assert old in own
    assert not are_own([own.replace(old, new, 1)], 1, [PLACE], COLUMNS)
    assert not are_own([own + "; DROP TABLE x"], 1, [PLACE], COLUMNS)
    assert not are_own([f"COPY ({own}) TO 'x'"], 1, [PLACE], COLUMNS)


def test_queries_read_what_lies_there(tmp_path: Path) -> None:
    text = "READ_CSV('{}', header = TRUE, all_varchar = TRUE, delim = ',', quote = '\"', escape = '\"')"
    csv = QueryPlace(text.format("r.csv"), text.format("r.csv.labels.csv"))
    moved = QueryPlace(text.format("s.csv"), text.format("s.csv.labels.csv"))
    assert places_of_file(tmp_path / "r.csv", "r.csv") == [csv]
    assert places_of_file(tmp_path / "r.csv", "s.csv") == [csv, moved]
    for other in ("../s.csv", "a/s.csv", "a\\s.csv", "*.csv", "s.json", "", "s.csv/"):
        assert places_of_file(tmp_path / "r.csv", other) == [csv]
    assert places_of_file(tmp_path / "r.dat", "r.dat") == []
    (tmp_path / "r.parquet").mkdir()
    assert places_of_file(tmp_path / "r.parquet", "r.parquet") == [
        QueryPlace("READ_PARQUET('r.parquet/*.parquet')", LABELS)
    ]
    assert places_of_table("safe", "a.b.Safe", "postgres") == [
        QueryPlace('"a"."b"."Safe"', '"a"."b"."Safe_labels"', "postgres")
    ]
    assert places_of_table("safe", "a.other", "duckdb") == []


@pytest.mark.parametrize("name", ["r.csv", "r.parquet"])
def test_a_query_that_writes_is_found_in_a_release(at: Path, name: str) -> None:
    queries = json.loads(manifest_path(at / name).read_text())["labels"]["by_level"]
    edit(at / name, by_level=[f"COPY ({queries[0]}) TO 'x.csv'", *queries[1:]])
    assert api.verify(at / name).messages == (QUERIES,)
    edit(at / name, by_level=queries[:1])
    assert api.verify(at / name).messages == (QUERIES,)
    labels_path(at / name).unlink()
    assert api.verify(at / name).messages == (QUERIES,)


def test_a_release_may_be_called_otherwise_since(at: Path) -> None:
    for path in (at / "r.csv", manifest_path(at / "r.csv"), labels_path(at / "r.csv")):
        path.rename(path.with_name(path.name.replace("r.csv", "s.csv")))
    assert api.verify(at / "s.csv").messages == ()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("ALTER TABLE safe_labels ALTER depth TYPE VARCHAR", "1 column of its label table of a type that none has"),
        ("ALTER TABLE safe_labels ADD COLUMN name VARCHAR DEFAULT 'Mary'", "exactly the labels"),
        ("ALTER TABLE safe_labels ADD COLUMN born DATE DEFAULT DATE '2000-01-01'", "of a type that none has"),
        ("UPDATE safe_labels SET leaves = 7 WHERE label = 'a'", "another sha256"),
        ("UPDATE safe_labels SET level1 = 'z' WHERE label = 'c'", "another sha256"),
    ],
)
def test_each_column_of_a_table_of_labels_counts(at: Path, change: str, told: str) -> None:
    with duckdb.connect(at / "shop.duckdb") as connection:
        connection.execute(change)
    messages = api.verify("safe", db=str(at / "shop.duckdb")).messages
    assert any(told in message for message in messages)


@pytest.mark.slow
def test_queries_of_tables_run_where_these_stand(tmp_path: Path) -> None:
    database = tmp_path / "shop.duckdb"
    with duckdb.connect(database) as connection:
        connection.execute("CREATE SCHEMA mine; CREATE TABLE s (record_id INT, item VARCHAR)")
        rows = [(at, item) for at, items in enumerate(SOURCE) for item in items]
        connection.executemany("INSERT INTO s VALUES (?, ?)", rows)
    for out in ("safe", "mine.safe", "shop.mine.other", 'main."sa.fe"'):
        options = SourceOptions(db=str(database))
        release = api.anonymize_km("s", out, k=2, m=1, taxonomy=TREE, options=options)
        assert api.verify(out, db=str(database)).messages == ()
        with duckdb.connect(database) as connection:
            for query in release.manifest["labels"]["by_level"]:
                assert connection.execute(query).fetchall()
