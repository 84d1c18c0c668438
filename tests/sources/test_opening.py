"""Every format of a source gives the same sets; the order of rows changes nothing; the source is never written."""

import csv
import gzip
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.query.templates import Table
from setanon_sql.sources import SourceOptions, open_source
from tests.sources.contents import Sets, content, rows_of
from tests.strategies import examples


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBEngine]:
    """An engine for many examples."""
    with DuckDBEngine(threads=1) as engine:
        yield engine


def check_invariants(dataset: Dataset) -> None:
    rows = rows_of(dataset, dataset.transactions, "record_id", "item")
    items = rows_of(dataset, dataset.items, "item", "label", "support")
    assert len(rows) == len(set(rows)) == dataset.rows
    assert len(items) == dataset.distinct_items
    assert [item for item, _, _ in items] == list(range(1, len(items) + 1))
    assert items == sorted(items, key=lambda one: (-one[2], one[1].encode()))
    assert {item: support for item, _, support in items} == Counter(item for _, item in rows)


# -- writers: each writes sets in one format -------------------------------------------------------------------------


def pairs(sets: Sets, seed: int = 0) -> list[tuple[str, str]]:
    rows = sorted((record, item) for record, items in sets.items() for item in items)
    random.Random(seed).shuffle(rows)
    return rows


def frame(sets: Sets, seed: int = 0) -> pd.DataFrame:
    return pd.DataFrame(pairs(sets, seed), columns=["record_id", "item"])


def lists(sets: Sets, seed: int = 0) -> pa.Table:
    keys = sorted(sets)
    random.Random(seed).shuffle(keys)
    return pa.table(
        {"record_id": keys, "item": pa.array([sorted(sets[key]) for key in keys], type=pa.list_(pa.string()))}
    )


def wide(sets: Sets, seed: int = 0) -> pd.DataFrame:
    items = sorted({item for held in sets.values() for item in held})
    random.Random(seed).shuffle(items)
    rows = [[key, *(int(item in held) for item in items)] for key, held in sets.items()]
    return pd.DataFrame(rows, columns=["record_id", *items])


def write_csv(sets: Sets, folder: Path, seed: int = 0) -> Path:
    path = folder / "long.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("record_id", "item"), *pairs(sets, seed)])
    return path


def write_tsv_gz(sets: Sets, folder: Path, seed: int = 0) -> Path:
    path = folder / "long.tsv.gz"
    with gzip.open(path, "wt", newline="", encoding="utf-8-sig") as file:
        writer = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_ALL)
        writer.writerows([("item", "more", "record_id"), *((item, "", key) for key, item in pairs(sets, seed))])
    return path


def write_long_parquet(sets: Sets, folder: Path, seed: int = 0) -> Path:
    pq.write_table(pa.Table.from_pandas(frame(sets, seed)), folder / "long.parquet")
    return folder / "long.parquet"


def write_list_parquet(sets: Sets, folder: Path, seed: int = 0) -> Path:
    pq.write_table(lists(sets, seed), folder / "list.parquet")
    return folder / "list.parquet"


def write_onehot(sets: Sets, folder: Path, seed: int = 0) -> Path:
    wide(sets, seed).to_csv(folder / "wide.csv", index=False)
    return folder / "wide.csv"


WRITERS: list[tuple[str, Callable[[Sets, Path, int], Any]]] = [
    ("long", write_csv),
    ("long", write_tsv_gz),
    ("long", write_long_parquet),
    ("list", write_list_parquet),
    ("onehot", write_onehot),
    ("long", lambda sets, _, seed: frame(sets, seed)),
    ("long", lambda sets, _, seed: pa.Table.from_pandas(frame(sets, seed))),
    ("list", lambda sets, _, seed: lists(sets, seed)),
    ("list", lambda sets, _, seed: pd.Series({key: sorted(sets[key]) for key in sets})),
    ("onehot", lambda sets, _, seed: wide(sets, seed)),
]

# Labels and ids as people have them, and as they should not: quotes, separators, line breaks, any script, numbers.
LABELS = st.one_of(
    st.sampled_from(
        ["milk", "Milk", "semi-skimmed milk", 'say "hi"', "a,b;c|d", "two\nlines", "007", "7", "1.0", "é", "e\u0301"]
    ),
    st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1).filter(lambda text: text.strip() != ""),
)
SETS = st.dictionaries(LABELS, st.sets(LABELS, min_size=1, max_size=4), min_size=1, max_size=6)


@pytest.mark.parametrize("number", range(len(WRITERS)))
@given(sets=SETS, seed=st.integers(0, 5))
@examples(12)
def test_what_was_written_is_read_whatever_the_format(shared: DuckDBEngine, number: int, sets: Sets, seed: int) -> None:
    kind, write = WRITERS[number]
    if kind == "onehot" and "record_id" in {item for held in sets.values() for item in held}:
        return
    with TemporaryDirectory() as folder:
        dataset = open_source(shared, write(sets, Path(folder), seed), SourceOptions(format=kind))
        check_invariants(dataset)
        assert content(dataset) == sets
        assert dataset.records == len(sets)


# In a basket the blanks around an item are no part of it, and an item does not span lines.
BASKET_LABELS = LABELS.map(lambda text: " ".join(text.split())).filter(lambda text: text != "" and text[0] != '"')


@pytest.mark.parametrize("sep", [",", ";", "|", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@given(records=st.lists(st.sets(BASKET_LABELS, max_size=4), min_size=1, max_size=6))
@examples(12)
def test_baskets_come_back_by_line_number(shared: DuckDBEngine, sep: str, end: str, records: list[set[str]]) -> None:
    if not any(records):
        return
    quoted = [['"' + item.replace('"', '""') + '"' for item in sorted(record)] for record in records]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "baskets.txt"
        path.write_text("".join(sep.join(record) + end for record in quoted), encoding="utf-8", newline="")
        dataset = open_source(shared, path, SourceOptions(format="basket", sep=sep))
        check_invariants(dataset)
        assert content(dataset) == {str(at): record for at, record in enumerate(records, 1) if record}
        assert dataset.records == len(records)
        assert dataset.record_ids is None


@given(sets=SETS, seeds=st.tuples(st.integers(0, 9), st.integers(0, 9)), copies=st.integers(1, 3))
@examples(25)
def test_the_order_and_the_repetition_of_rows_change_nothing(
    shared: DuckDBEngine, sets: Sets, seeds: tuple[int, int], copies: int
) -> None:
    one = open_source(shared, frame(sets, seeds[0]))
    other = open_source(shared, pd.concat([frame(sets, seeds[1])] * copies, ignore_index=True))
    tables = {"transactions": "record_id item", "items": "item label support", "record_ids": "record_id source_id"}
    for table, columns in tables.items():
        first = rows_of(one, getattr(one, table), *columns.split())
        assert sorted(first) == sorted(rows_of(other, getattr(other, table), *columns.split()))
    assert any("duplicate row" in note for note in other.notes) == (copies > 1)


# -- golden examples -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "kind", "expected", "records"),
    [
        ("a.dat", "1 2 3\n\n 2  3 \n", "basket", {"1": {"1", "2", "3"}, "3": {"2", "3"}}, 3),
        ("a.dat", "\ufeff1 2\r\n   \r\n\r\n2", "basket", {"1": {"1", "2"}, "4": {"2"}}, 4),
        ("a.txt", "milk, bread\nbeer,whole milk\n", "basket", {"1": {"milk", "bread"}, "2": {"beer", "whole milk"}}, 2),
        ("a.txt", "55267,55283;7\n8\n", "basket", {"1": {"55267,55283", "7"}, "2": {"8"}}, 2),
        ("a.txt", 'a,"b, c" ,d\n', "basket", {"1": {"a", "b, c", "d"}}, 1),
        ("a.txt", "solo\n", "basket", {"1": {"solo"}}, 1),
        ("a.txt", "@CONVERTED_FROM_TEXT\n@ITEM=1=apple\n1 2\n# so\n2\n", "spmf", {"3": {"1", "2"}, "5": {"2"}}, 2),
        ("a.csv", 'record_id,item\n1,x\n1,x\n2,"y,\nz"\n', "long", {"1": {"x"}, "2": {"y,\nz"}}, 2),
        ("a.csv", "item;record_id\nx;1\n", "long", {"1": {"x"}}, 1),
        ("a.txt", "record_id\titem\n1\tx y\n", "long", {"1": {"x y"}}, 1),
        ("a.csv", "id,milk,Milk\nu1,1,0\nu2,0,0\nu3,1,1\n", "onehot", {"u1": {"milk"}, "u3": {"milk", "Milk"}}, 3),
        ("a.csv", "milk,beer\nTRUE,false\nFALSE,TRUE\n", "onehot", {"1": {"milk"}, "2": {"beer"}}, 2),
    ],
)
def test_small_files_are_sniffed_and_read(
    engine: DuckDBEngine, tmp_path: Path, name: str, text: str, kind: str, expected: Sets, records: int
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    dataset = open_source(engine, path)
    assert content(dataset) == expected
    assert dataset.records == records
    assert f"format: {kind}" in dataset.notes
    assert path.read_bytes() == text.encode()


def test_rows_that_nearly_all_collapse_may_have_the_wrong_record_id(engine: DuckDBEngine, tmp_path: Path) -> None:
    lines = [f"{at % 3},{at % 2},{at}\n" for at in range(120)]
    (tmp_path / "b.csv").write_text("country,item,order\n" + "".join(lines))
    notes = open_source(engine, tmp_path / "b.csv", SourceOptions(record_id="country")).notes
    assert (
        "114 duplicate rows collapsed, all but 6: is <record_id> the column that tells one record from another?"
        in notes
    )
    assert not any("<record_id>" in note for note in open_source(engine, [["a"], ["b", "b"]]).notes)


def test_lines_that_begin_with_ids_are_baskets_with_a_doubt(engine: DuckDBEngine, tmp_path: Path) -> None:
    lines = [f"tea{at % 2},milk{at % 5},fig{at % 2}\n" for at in range(60)]
    (tmp_path / "plain.txt").write_text("".join(lines))
    (tmp_path / "ids.txt").write_text("".join(f"session_{at},{line}" for at, line in enumerate(lines)))
    doubt = "the first field of nearly every line is another one, as ids are; here it is an item"
    assert doubt in open_source(engine, tmp_path / "ids.txt").notes
    assert doubt not in open_source(engine, tmp_path / "plain.txt").notes


def test_a_name_with_the_characters_of_a_pattern_is_only_a_name(engine: DuckDBEngine, tmp_path: Path) -> None:
    (tmp_path / "ab.dat").write_text("9\n")
    (tmp_path / "a*.dat").write_text("1 2\n")
    (tmp_path / "year=2024").mkdir()
    hive = tmp_path / "year=2024" / "x[1].parquet"
    pq.write_table(pa.table({"record_id": [1], "item": ["a"]}), hive)
    assert content(open_source(engine, tmp_path / "a*.dat")) == {"1": {"1", "2"}}
    assert content(open_source(engine, hive)) == {"1": {"a"}}


def test_numbers_stay_as_they_are_written(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("record_id,item\n007,1e3\n7,1.50\n7,NULL\n")
    assert content(open_source(engine, path)) == {"007": {"1e3"}, "7": {"1.50", "NULL"}}


def test_a_column_of_any_type_may_be_the_record_id(engine: DuckDBEngine) -> None:
    table = pa.table({"at": pa.array([1, 2], pa.timestamp("s")), "n": pa.array([5, 5], pa.int8())})
    dataset = open_source(engine, table, SourceOptions(record_id="at", item="n"))
    assert content(dataset) == {"1970-01-01 00:00:01": {"5"}, "1970-01-01 00:00:02": {"5"}}


def test_zero_has_no_sign(engine: DuckDBEngine) -> None:
    numbers = pa.array([0.0, -0.0, 1.5, -1.5], pa.float64())
    long = pa.table({"record_id": [1, 1, 2, 2], "item": numbers})
    assert content(open_source(engine, long)) == {"1": {"0.0"}, "2": {"1.5", "-1.5"}}
    lists = pa.table({"item": pa.array([[0.0, -0.0], [-0.0, 2.0]], pa.list_(pa.float32()))})
    assert content(open_source(engine, lists)) == {"1": {"0.0"}, "2": {"0.0", "2.0"}}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["csv", pytest.param("parquet", marks=pytest.mark.slow)])
def test_thousands_of_columns_are_no_more_than_many_cells(engine: DuckDBEngine, tmp_path: Path, kind: str) -> None:
    """An expression for each column once took a time that grew with their square: 1,000 did not end in 40 s."""
    columns = 3000 if kind == "parquet" else 1200
    sets = {f"u{at}": {f"item {held}" for held in range(at, columns, 7 + at)} for at in range(20)}
    table = pd.DataFrame({"who": list(sets)}).join(
        pd.DataFrame({f"item {at}": [int(f"item {at}" in held) for held in sets.values()] for at in range(columns)})
    )
    path = tmp_path / f"wide.{kind}"
    table.to_csv(path, index=False) if kind == "csv" else table.to_parquet(path)
    dataset = open_source(engine, path)
    assert "format: onehot" in dataset.notes
    assert content(dataset) == sets


def test_flags_of_several_types_stand_side_by_side(engine: DuckDBEngine) -> None:
    table = pa.table(
        {
            "who": ["u", "v", "w"],
            "row": pa.array([1, 0, 1], pa.int8()),
            "cell": pa.array([0.0, 1.0, -0.0]),
            "label": [True, False, True],
            "record": [" 1 ", "FALSE", "t"],
            "none": pa.array([0, 0, 0], pa.decimal128(4, 2)),
        }
    )
    found = open_source(engine, table)
    assert content(found) == {"u": {"row", "label", "record"}, "v": {"cell"}, "w": {"row", "label", "record"}}
    assert content(open_source(engine, table.drop_columns("who"))) == {
        "1": {"row", "label", "record"}, "2": {"cell"}, "3": {"row", "label", "record"}
    }  # fmt: skip


def test_a_long_field_does_not_make_a_table_baskets(engine: DuckDBEngine, tmp_path: Path) -> None:
    label = "x" * 300_000
    (tmp_path / "a.csv").write_text(f"record_id,item\n1,{label}\n1,b\n2,b\n")
    dataset = open_source(engine, tmp_path / "a.csv")
    assert content(dataset) == {"1": {label, "b"}, "2": {"b"}}
    (tmp_path / "a.dat").write_text(" ".join(map(str, range(40_000))) + "\n1 2\n")
    assert open_source(engine, tmp_path / "a.dat").rows == 40_002


def test_columns_that_differ_in_case_only_are_two_items(engine: DuckDBEngine, tmp_path: Path) -> None:
    table = pa.table([["x", "y"], [1, 0], [1, 1]], names=["id", "milk", "Milk"])
    pq.write_table(table, tmp_path / "t.parquet")
    for source in (tmp_path / "t.parquet", table, table.to_pandas()):
        assert content(open_source(engine, source)) == {"x": {"milk", "Milk"}, "y": {"Milk"}}


def test_objects_of_a_frame_are_text(engine: DuckDBEngine) -> None:
    mixed = pd.DataFrame({"record_id": [1, "b"], "item": [2, "y"]})
    assert content(open_source(engine, mixed)) == {"1": {"2"}, "b": {"y"}}
    held = pd.Series([["a", 1], {"b"}], index=["p", "q"])
    assert content(open_source(engine, held)) == {"p": {"a", "1"}, "q": {"b"}}


@pytest.mark.slow
def test_a_record_of_a_large_file_is_its_line(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = tmp_path / "lines.dat"
    lines = 300_000
    filler = "x" * 90
    path.write_text("".join(f"{line} {filler}\n" for line in range(1, lines + 1)))
    dataset = open_source(engine, path, SourceOptions(format="basket"))
    labels = Table(dataset.items.name, dataset.items.schema)
    moved = (
        sqlglot.select("count(*)")
        .from_(dataset.transactions.expression("t"))
        .join(labels.expression("i"), on="t.item = i.item")
        .where("length(i.label) < 90 AND cast(i.label AS INTEGER) <> t.record_id")
    )
    assert engine.rows(moved) == [(0,)]
    assert dataset.records == lines


def test_control_characters_cut_nothing_off(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = tmp_path / "a.dat"
    path.write_bytes(b"a\x01b c\0d\n\x02g\n")
    assert content(open_source(engine, path)) == {"1": {"a\x01b", "c\0d"}, "2": {"\x02g"}}


def test_empty_records_count_where_the_format_has_them(engine: DuckDBEngine) -> None:
    dataset = open_source(engine, pd.DataFrame({"item": [["a"], [], ("b", "a", "b"), {"c"}]}))
    assert content(dataset) == {"1": {"a"}, "3": {"a", "b"}, "4": {"c"}}
    assert dataset.records == 4
    assert "1 duplicate row collapsed" in dataset.notes


def test_on_null_drop_drops_and_counts(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("record_id,item\n1,a\n,b\n2,\n3, \n")
    dataset = open_source(engine, path, SourceOptions(on_null="drop"))
    assert content(dataset) == {"1": {"a"}}
    assert dataset.records == 1
    assert any(note.startswith("dropped 3 rows") for note in dataset.notes)


def test_on_null_drop_leaves_records_without_an_id_out(engine: DuckDBEngine) -> None:
    kinds = {"record_id": pa.int32(), "item": pa.list_(pa.string())}
    rows = {"record_id": [1, None, None, 4], "item": [["a"], ["b"], [], []]}
    table = pa.table(rows, schema=pa.schema(kinds))
    dataset = open_source(engine, table, SourceOptions(on_null="drop"))
    assert content(dataset) == {"1": {"a"}}
    assert dataset.records == 2
    check_invariants(dataset)


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    path = tmp_path / "warehouse.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE baskets AS SELECT 1 AS record_id, 'a' AS item UNION ALL SELECT 2, 'b'")
        connection.execute("CREATE SCHEMA shop; CREATE VIEW shop.now AS SELECT * FROM baskets WHERE item = 'a'")
        connection.execute("CREATE TABLE shop.\"we.ird \"\"n\" AS SELECT 7 AS who, ['x', 'y'] AS what")
        connection.execute("CREATE VIEW drawn AS SELECT range % 7 AS record_id, random() AS item FROM range(50)")
    return path


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("baskets", {"1": {"a"}, "2": {"b"}}),
        ("main.baskets", {"1": {"a"}, "2": {"b"}}),
        ("warehouse.shop.now", {"1": {"a"}}),
        ('shop."we.ird ""n"', {"7": {"x", "y"}}),
        ('we.ird "n', {"7": {"x", "y"}}),
    ],
)
def test_tables_and_views_of_a_database_are_read_and_left_as_they_are(
    engine: DuckDBEngine, warehouse: Path, name: str, expected: Sets
) -> None:
    before = warehouse.read_bytes()
    columns = {"record_id": "who", "item": "what"} if name[-1] == "n" or name[-1] == '"' else {}
    for db in (str(warehouse), f"duckdb:///{warehouse}"):
        assert content(open_source(engine, name, SourceOptions(db=db, **columns))) == expected
    assert warehouse.read_bytes() == before
    assert [path.name for path in warehouse.parent.iterdir()] == ["warehouse.duckdb"]


def test_a_view_that_gives_other_rows_each_time_is_read_once(engine: DuckDBEngine, warehouse: Path) -> None:
    dataset = open_source(engine, "drawn", SourceOptions(db=str(warehouse)))
    assert (dataset.rows, dataset.distinct_items, dataset.records) == (50, 50, 7)


@pytest.mark.datasets
@pytest.mark.parametrize(
    ("name", "expected"),
    [("bms-webview-1.txt", (59602, 149639, 497)), ("bms-webview-2.txt", (77512, 358278, 3340))],
)
def test_the_papers_data_have_the_known_sizes(
    engine: DuckDBEngine, datasets: Path, name: str, expected: tuple[int, int, int]
) -> None:
    dataset = open_source(engine, datasets / name)
    assert (dataset.records, dataset.rows, dataset.distinct_items) == expected
