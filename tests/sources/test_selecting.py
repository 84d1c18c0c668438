"""What of a source is read: a condition, a query, a cap; each against the same done in plain Python."""

import csv
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadInput, BadParameter
from setanon_sql.query.templates import Table
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.sources.capping import cap_items
from setanon_sql.sources.selecting import parsed_condition, parsed_query, read_by, without_values
from tests.data import dataset_of

DIALECTS = ["duckdb", "postgres", "spark"]
COLUMNS = ["customer", "product", "category", "day"]
DRAW = random.Random(4)
ROWS = [
    (f"c{customer}", product, DRAW.choice(["food", "test", "toys"]), f"2026-0{DRAW.randint(1, 6)}-01")
    for customer in range(40)
    for product in DRAW.sample("abcdefgh", DRAW.randint(1, 6))
]
WHERE = "category <> 'test' and \"day\" >= '2026-03-01'"
KEPT = {(customer, product) for customer, product, category, day in ROWS if category != "test" and day >= "2026-03-01"}
NAMED: dict[str, Any] = {"record_id": "customer", "item": "product"}


def pairs(engine: DuckDBEngine, dataset: Dataset) -> set[tuple[str, str]]:
    """The rows of a dataset as the source calls them."""

    def of(table: Table | None) -> list[tuple[Any, ...]]:
        assert table
        return engine.execute("test", f"SELECT * FROM {table.expression().sql('duckdb')}").fetchall()

    labels = {item: label for item, label, _ in of(dataset.items)}
    names = dict(of(dataset.record_ids))
    return {(names[record], labels[item]) for record, item in of(dataset.transactions)}


def csv_file(folder: Path) -> tuple[Any, dict[str, Any]]:
    with (folder / "orders.csv").open("w", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *ROWS])
    return folder / "orders.csv", {}


def parquet_file(folder: Path) -> tuple[Any, dict[str, Any]]:
    frame(folder)[0].to_parquet(folder / "orders.parquet")
    return folder / "orders.parquet", {}


def frame(folder: Path) -> tuple[Any, dict[str, Any]]:
    return pd.DataFrame(ROWS, columns=COLUMNS), {}


def lists(folder: Path) -> tuple[Any, dict[str, Any]]:
    """One list for each customer and what else a row tells."""
    grouped = pd.DataFrame(ROWS, columns=COLUMNS).groupby(["customer", "category", "day"])["product"]
    return grouped.apply(list).reset_index(), {}


def database(folder: Path) -> tuple[Any, dict[str, Any]]:
    with duckdb.connect(str(folder / "shop.duckdb")) as connection:
        rows = frame(folder)[0]
        connection.execute("CREATE SCHEMA marts; CREATE TABLE marts.orders AS FROM rows")
        assert len(rows) == len(ROWS)
    return "marts.orders", {"db": str(folder / "shop.duckdb")}


FORMS: list[Callable[[Path], tuple[Any, dict[str, Any]]]] = [csv_file, parquet_file, frame, lists, database]


@pytest.mark.parametrize("form", FORMS)
def test_a_condition_keeps_the_rows_that_meet_it(
    engine: DuckDBEngine, tmp_path: Path, form: Callable[[Path], tuple[Any, dict[str, Any]]]
) -> None:
    source, more = form(tmp_path)
    found = open_source(engine, source, SourceOptions(where=WHERE, **NAMED, **more))
    assert pairs(engine, found) == KEPT
    assert (found.records, found.rows) == (len({one for one, _ in KEPT}), len(KEPT))
    assert found.columns == ("customer", "product")
    assert found.selection.where is not None
    assert found.selection.where.shown == 'category <> ? AND "day" >= ?'


@pytest.mark.parametrize("form", FORMS[:3] + FORMS[4:])
def test_a_query_says_what_is_read(
    engine: DuckDBEngine, tmp_path: Path, form: Callable[[Path], tuple[Any, dict[str, Any]]]
) -> None:
    source, more = form(tmp_path)
    query = tmp_path / "lines.sql"
    query.write_text(f"-- a remark\nWITH kept AS (SELECT * FROM source AS s WHERE {WHERE})\n"
                     "SELECT customer AS who, upper(product) AS what FROM kept;\n")  # fmt: skip
    found = open_source(engine, source, SourceOptions(query=query, record_id="who", item="what", **more))
    assert pairs(engine, found) == {(customer, product.upper()) for customer, product in KEPT}
    assert found.columns == ("who", "what")


def test_a_query_joins_tables_of_a_database_and_needs_no_source(engine: DuckDBEngine, tmp_path: Path) -> None:
    _, more = database(tmp_path)
    with duckdb.connect(more["db"]) as connection:
        connection.execute(
            "CREATE TABLE goods AS SELECT chr(97 + i::int) AS product, i % 2 = 0 AS even FROM range(8) t(i)"
        )
    text = "SELECT o.customer, g.product FROM marts.orders AS o JOIN goods AS g ON g.product = o.product WHERE even"
    found = open_source(engine, None, SourceOptions(query=text, **NAMED, **more))
    assert pairs(engine, found) == {(customer, product) for customer, product, _, _ in ROWS if product in "aceg"}


def test_a_query_joins_files_and_they_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    csv_file(tmp_path)
    monkeypatch.chdir(tmp_path)
    text = "SELECT customer, product FROM 'orders.csv'"
    released = api.anonymize_km(None, "safe.csv", k=2, m=1, options=SourceOptions(query=text, **NAMED))
    assert released.manifest["rows"] == len(ROWS)
    assert released.manifest["query"]["sql"] == "SELECT customer, product FROM ?"
    again = SourceOptions(query="SELECT customer, product FROM 'safe.csv'", **NAMED)
    with pytest.raises(BadDestination, match="also what is read"):
        api.anonymize_km(None, "safe.csv", k=2, m=1, options=again, overwrite=True)


def test_a_query_never_finds_what_this_program_holds(engine: DuckDBEngine, tmp_path: Path) -> None:
    source, _ = frame(tmp_path)
    for name in ("options", "frame", "setanon_scratch.generated_1"):
        with pytest.raises(BadInput, match="names the table"):
            open_source(engine, source, SourceOptions(query=f"SELECT * FROM {name}"))
    with pytest.raises(BadInput, match="has no table or view"):
        _, more = database(tmp_path)
        open_source(engine, None, SourceOptions(query="SELECT * FROM options", **more))


def test_rows_that_are_drawn_are_read_once(engine: DuckDBEngine, tmp_path: Path) -> None:
    for form in (csv_file, database):
        source, more = form(tmp_path)
        for asked in ({"where": "random() < 0.5"}, {"query": "SELECT * FROM source WHERE random() < 0.5"}):
            found = open_source(engine, source, SourceOptions(**asked, **NAMED, **more))
            assert len(pairs(engine, found)) == found.rows < len(ROWS)


def test_columns_that_differ_by_case_only_are_told_apart(engine: DuckDBEngine) -> None:
    source = pd.DataFrame([("r1", "x", "y"), ("r2", "z", "y")], columns=["ID", "item", "Item"])
    found = open_source(engine, source, SourceOptions(record_id="ID", where="item = 'x'"))
    assert pairs(engine, found) == {("r1", "x")}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no statement"),
        ("select 1; select 2", "2 statements"),
        ("select 1; drop table t", "2 statements"),
        ("drop table t", "not a SELECT"),
        ("create table t as select 1", "not a SELECT"),
        ("insert into t select 1", "not a SELECT"),
        ("explain select 1", "not a SELECT"),
        ("select 1 into t", "writes"),
        ("with gone as (delete from t returning *) select * from gone", "writes"),
        ("with made as (insert into t values (1) returning *) select * from made", "writes|no SQL"),
        ("select * from t for update", "writes or locks"),
        ("select setval('s', 1)", "may change"),
        ("select * from query('drop table t')", "may change"),
        ("select $1", "mark for a value"),
        ("select (", "no SQL"),
    ],
)
def test_a_query_only_reads(dialect: str, text: str, reason: str) -> None:
    with pytest.raises(BadParameter, match=reason):
        parsed_query(text, dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "text",
    ["", "a; b", "1 = 1 union select 2", "a = 1 group by b", "drop table t", "select 1", "x = $k", "x = 1) or (1"],
)
def test_a_condition_is_one(dialect: str, text: str) -> None:
    with pytest.raises(BadParameter, match="where"):
        parsed_condition(text, dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_told_of_sql_holds_no_value(dialect: str) -> None:
    tree = parsed_condition("item <> 'secret' and item in (select 'secret' from t) and n > 4711", dialect)
    told = without_values(tree, dialect)
    assert "secret" not in told and "4711" not in told and "item <> ?" in told
    assert read_by(tree) == ["t"]
    assert (
        without_values(parsed_query("select 'secret' as item from s.t", dialect), dialect)
        == "SELECT ? AS item FROM s.t"
    )


WRONG = [
    ({"where": "nothing = 1"}, "where cannot be run"),
    ({"query": "SELECT nothing FROM source"}, "query cannot be run"),
    ({"query": "SELECT customer FROM source"}, "the result of .*query has no column"),
    ({"where": "product / 0 = product::int"}, "where cannot be run"),
]


@pytest.mark.parametrize(("asked", "reason"), WRONG)
def test_what_cannot_be_run_is_told_without_values(
    engine: DuckDBEngine, tmp_path: Path, asked: dict[str, str], reason: str
) -> None:
    source, _ = csv_file(tmp_path)
    with pytest.raises(BadInput, match=reason) as caught:
        open_source(engine, source, SourceOptions(**NAMED, **asked))
    assert "c1" not in str(caught.value) + caught.value.hint


def test_lines_have_no_columns(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = tmp_path / "lines.dat"
    path.write_text("a b\nb\n")
    with pytest.raises(BadInput, match="no columns"):
        open_source(engine, path, SourceOptions(where="x = 1"))


@pytest.mark.slow
def test_a_cap_keeps_as_many_items_by_lot(engine: DuckDBEngine) -> None:
    draw = random.Random(1)
    records = [set(draw.sample("abcdefghij", draw.randint(0, 9))) for _ in range(60)]
    for most in (1, 3, 9):
        names = [f"r{at}" for at in range(len(records))]
        kept = []
        for seed in ("1", "1", "2"):
            found = cap_items(dataset_of(engine, records, names), most, seed)
            rows = pairs(engine, found)
            left = {name: {item for record, item in rows if record == name} for name in names}
            assert all(left[name] <= held for name, held in zip(names, records, strict=True))
            assert [len(left[name]) for name in names] == [min(most, len(held)) for held in records]
            cap = found.selection.cap
            assert cap is not None
            longer = [held for held in records if len(held) > most]
            assert (cap.items, cap.records_touched) == (most, len(longer))
            assert cap.rows_dropped == sum(len(held) - most for held in longer)
            assert (found.records, found.rows) == (len(records), len(rows))
            supports = Counter(item for _, item in rows)
            listed = engine.execute(
                "test", f"SELECT label, support FROM {found.items.expression().sql('duckdb')} ORDER BY item"
            ).fetchall()
            assert listed == sorted(supports.items(), key=lambda one: (-one[1], one[0]))
            kept.append(rows)
        assert kept[0] == kept[1] and (kept[0] != kept[2]) == (most < 9)


def test_each_item_has_the_same_chance_to_stay(engine: DuckDBEngine) -> None:
    names = [f"r{at}" for at in range(3000)]
    rows = pairs(engine, cap_items(dataset_of(engine, ["abcde"] * 3000, names), 2, "7"))
    times = Counter(item for _, item in rows)
    assert all(abs(times[item] - 1200) < 120 for item in "abcde")  # 4.5 standard deviations


@pytest.mark.slow
def test_a_cap_is_told_with_the_audit_and_with_the_release(tmp_path: Path) -> None:
    source, _ = csv_file(tmp_path)
    longer = [n for n in Counter(customer for customer, *_ in ROWS).values() if n > 2]
    told = {"items": 2, "rows_dropped": sum(longer) - 2 * len(longer), "records_touched": len(longer)}
    options = SourceOptions(cap=2, where="1 = 1", **NAMED)
    assert api.audit_km(source, k=3, m=1, options=options).to_json()["cap"] == told
    assert api.audit_rho(source, rho="0.5", m=1, sensitive=["a"], options=options).to_json()["cap"] == told
    released = api.anonymize_km(source, tmp_path / "safe.csv", k=3, m=1, options=options, seed="s")
    assert released.manifest["cap"] == {"items": 2} | {name: n // 3 * 3 for name, n in told.items() if n >= 3}
    assert "s" not in json.dumps(released.manifest["where"]["sql"])
    assert api.verify(tmp_path / "safe.csv").satisfied
    few = api.anonymize_km([[*"ab"]] * 8 + [[*"abc"]] * 2, tmp_path / "few.csv", k=3, m=1, options=SourceOptions(cap=2))
    assert few.manifest["cap"] == {"items": 2}  # of fewer than k records: not public
