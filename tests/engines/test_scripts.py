"""The audits as one script each: they run as they stand where an engine can be had, and parse for the others."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
import sqlglot

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.disassociation import scripts as piece_scripts
from setanon_sql.models.disassociation.method import disassociate, publish
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.scripts import audit_km_script
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.scripts import audit_rho_script
from setanon_sql.scripts.writing import script_table
from setanon_sql.sensitive.constraint import read_constraint
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.verify.pieces import FolderTables
from tests.engines.clickhouse import in_clickhouse
from tests.engines.drawn import drawn
from tests.engines.places import PostgresPlace, Rows, table_of

RECORDS = [record for seed in range(8) for record in drawn(seed)[0]]
TABLE = table_of(RECORDS)
OPTIONS = SourceOptions(record_id="who", item="what")
#: Every ninth record is of the same person.
OWNED = TABLE.append_column("person", pa.array([f"p{at % 9}" for at in TABLE["record_id"].to_pylist()]))
KINDS = ["km", "persons", "rho", "rho personal", "disassociation"]


def wishes() -> pa.Table:
    """Who wants what hidden: of every second person two items, whether they are in the record or not."""
    draw = random.Random(3)
    rows = [(who, what) for who in range(1, len(RECORDS) + 1, 2) for what in draw.sample("abcdefgh", 2)]
    return pa.table({"record_id": [who for who, _ in rows], "item": [what for _, what in rows]})


def released(engine: DuckDBEngine) -> FolderTables:
    """A disassociated release of k = 3 and m = 2, a row of it twice."""
    result = disassociate(open_source(engine, TABLE), Disassociation(3, 2, 8))
    made = publish(engine, result, open_source(engine, TABLE).items, "a seed")
    again = engine.connection.execute(f"FROM {made.terms.schema}.{made.terms.name} ORDER BY ALL LIMIT 1").fetchall()
    engine.connection.execute(f"INSERT INTO {made.terms.schema}.{made.terms.name} VALUES (?, ?)", again[0])
    return FolderTables(made.clusters, made.subrecords, made.terms)


@pytest.fixture(scope="module")
def tables() -> dict[str, pa.Table]:
    """What there is for the scripts to read, by name."""
    names = ["who", "what"]
    found = {"baskets": TABLE.rename_columns(names), "wishes": wishes().rename_columns(names)}
    found["owned"] = OWNED.rename_columns([*names, "whose"])
    with DuckDBEngine() as engine:
        made = released(engine)
        for name in ("clusters", "subrecords", "terms"):
            table = getattr(made, name)
            found[f"safe_{name}"] = engine.connection.sql(f"FROM {table.schema}.{table.name}").to_arrow_table()
    return found


def text(kind: str, dialect: str, m: int = 3, above: str = "", schema: str = "") -> str:
    """The script of an audit; ``above`` goes before the names of the tables."""
    table, named = (script_table(f"{above}{name}", OPTIONS) for name in ("baskets", "wishes"))
    if kind == "persons":
        owned = script_table(f"{above}owned", OPTIONS)
        owned = replace(owned, columns={**(owned.columns or {}), "person": "whose"})
        return audit_km_script(KmAnonymity(4, m, True), dialect, owned, schema)
    if kind == "km":
        return audit_km_script(KmAnonymity(8, m), dialect, table, schema)
    if kind == "disassociation":
        model = Disassociation(4, m, 30)
        return piece_scripts.audit_disassociation_script(
            model, dialect, piece_scripts.release_tables(f"{above}safe"), schema
        )
    model = RhoUncertainty.from_shares("0.4", m)
    return audit_rho_script(model, dialect, table, named, schema, personal=kind == "rho personal")


CHUNKS = ("record_chunks", "vulnerable_record_chunks")


def wanted(kind: str, m: int = 3) -> Any:
    """What the program counts, in the rows of the script."""
    if kind == "persons":
        found = api.audit_km(OWNED, k=4, m=m, person="person")
        assert found.violations
        by_size = found.threats_by_size(), found.at_risk_by_size(), found.persons_at_risk_by_size()
        return [(size, *(counts[size] for counts in by_size), "threats") for size in range(1, m + 1)]
    if kind == "km":
        found = api.audit_km(TABLE, k=8, m=m)
        threats, at_risk = found.threats_by_size(), found.at_risk_by_size()
        return [(size, threats[size], at_risk[size]) for size in range(1, m + 1)]
    if kind == "disassociation":
        with DuckDBEngine() as engine:
            counts = count_folder(engine, released(engine), Disassociation(4, m, 30))
        assert counts.by_check["chunk_km"] and counts.by_check["structure"], counts.by_check
        return sorted({**counts.by_check, **{name: getattr(counts.covers, name) for name in CHUNKS}}.items())
    named = wishes() if kind == "rho personal" else wishes().select(["item"])
    with DuckDBEngine() as engine:
        dataset = open_source(engine, TABLE)
        constraint = read_constraint(dataset, named)
        sizes = [audit_rho(dataset, RhoUncertainty.from_shares("0.4", size), constraint) for size in range(1, m + 1)]
    assert sizes[-1].violations
    rows = [(at, one.by_size[at], one.at_risk, one.max_confidence, "threats") for at, one in enumerate(sizes, 1)]
    return [pytest.approx(row) for row in rows]


def results(script_text: str, run: Callable[[str], Rows], dialect: str) -> Rows:
    """Run a script statement by statement; return the rows of its SELECT."""
    found: Rows = []
    for statement in sqlglot.parse(script_text, read=dialect):
        assert statement is not None
        rows = run(statement.sql(dialect))
        found = rows if isinstance(statement, sqlglot.exp.Select) else found
    return [tuple(cell if isinstance(cell, str | float) else int(cell) for cell in row) for row in found]


@pytest.mark.parametrize("kind", KINDS)
def test_a_script_runs_on_duckdb_as_one_text(tables: dict[str, pa.Table], kind: str) -> None:
    with duckdb.connect() as connection:
        for name, table in tables.items():
            connection.register("given", table)
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM given")
        made = text(kind, "duckdb")
        assert results(made, lambda one: connection.execute(one).fetchall(), "duckdb") == wanted(kind)
        connection.execute(made)
        left = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        assert left == set(tables)


@pytest.mark.parametrize(
    ("kind", "dialect"),
    [*((kind, "postgres") for kind in KINDS), *((kind, "redshift") for kind in KINDS if kind != "disassociation")],
)
def test_a_script_runs_on_postgresql_as_one_text(
    postgres: PostgresPlace, tables: dict[str, pa.Table], kind: str, dialect: str
) -> None:
    """Redshift speaks the dialect of an old PostgreSQL; what it gets is run here, too, where it has no LISTAGG.

    Only the length of a text is one that PostgreSQL has no word for.
    """
    for name, table in tables.items():
        postgres.put(table, name)
    before = postgres.tables()
    made = text(kind, dialect, above="tests.", schema="tests").replace("VARCHAR(MAX)", "VARCHAR")
    assert results(made, postgres.run, dialect) == wanted(kind)
    postgres.run(made)
    assert postgres.tables() == before


@pytest.mark.parametrize(
    ("kind", "dialect", "m"),
    [
        ("km", "spark", 2),
        ("rho", "spark", 1),
        ("rho personal", "databricks", 2),
        ("disassociation", "spark", 1),
    ],
)
def test_a_script_runs_on_spark(
    spark_session: Any, tables: dict[str, pa.Table], kind: str, dialect: str, m: int
) -> None:
    """Databricks runs Spark; what it gets is run here, too. Each size is the same step again, and takes long."""
    session = spark_session.newSession()
    for name, table in tables.items():
        session.createDataFrame(table).createOrReplaceTempView(name)
    made = text(kind, dialect, m)
    assert results(made, lambda one: [tuple(row) for row in session.sql(one).collect()], dialect) == wanted(kind, m)
    assert [row.tableName for row in session.sql("SHOW TABLES").collect() if not row.isTemporary] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_script_runs_on_clickhouse(tables: dict[str, pa.Table], tmp_path: Path, kind: str) -> None:
    """A library keeps a script's tables in memory; a server needs default_table_engine set, too."""
    assert in_clickhouse(tables, text(kind, "clickhouse"), tmp_path) == wanted(kind)


@pytest.mark.parametrize(
    "dialect", ["snowflake", "bigquery", "redshift", "databricks", "clickhouse", "trino", "mysql", "postgres", "spark"]
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_script_parses_in_its_dialect(kind: str, dialect: str) -> None:
    made = text(kind, dialect, above="shop.")
    parsed = sqlglot.parse(made, read=dialect, error_level=sqlglot.ErrorLevel.RAISE)
    kinds = {type(statement).__name__ for statement in parsed}
    assert {"Create", "Insert", "Select", "Drop"} <= kinds and "Command" not in kinds


def test_a_release_by_a_mapping_is_made_on_postgresql(postgres: PostgresPlace, tmp_path: Path) -> None:
    """Names and texts are those that a shell makes hard; the gate gives no row."""
    postgres.put(TABLE, "mapped")
    items = sorted(set(TABLE["item"].to_pylist()))
    (tmp_path / "m.csv").write_text("item,label\n" + "".join(f"{item},it's all\n" for item in items[1:]))
    (tmp_path / "t.csv").write_text("item,level1\n" + "".join(f"{item},it's all\n" for item in items))
    made = api.sql_release_km(
        dialect="postgres", k=2, m=2, table="tests.mapped", out="tests.released", mapping=tmp_path / "m.csv",
        taxonomy=tmp_path / "t.csv", schema="tests",
    )  # fmt: skip
    answers = [postgres.run(one.sql("postgres")) for one in sqlglot.parse(made.sql, read="postgres") if one is not None]
    assert answers[-1] == []
    held = {who for who, item in zip(*(TABLE[name].to_pylist() for name in TABLE.column_names[:2]), strict=True)
            if item != items[0]}  # fmt: skip
    assert len(postgres.run("SELECT DISTINCT record_id FROM tests.released")) == len(held)
    assert postgres.run("SELECT label, depth FROM tests.released_labels") == [("it's all", 0)]
    assert not [name for name in postgres.tables() if "setanon" in name]
    for name in ("mapped", "released", "released_labels"):
        postgres.run(f"DROP TABLE tests.{name}")


def test_a_view_of_codes_is_worked_on_elsewhere(postgres: PostgresPlace) -> None:
    source, schema = postgres.put(TABLE), postgres.schema
    names = {"table": source, "codes": f"{schema}.own", "out": f"{schema}.coded", "schema": schema}
    assert results(api.sql_code(dialect="postgres", **names).sql, postgres.run, "postgres") == []
    options = SourceOptions(db=f"here:{postgres.db}")
    found, wanted = api.audit_km(f"{schema}.coded", k=8, m=2, options=options), api.audit_km(TABLE, k=8, m=2)
    assert found.threats_by_size() == wanted.threats_by_size() and found.violations
    assert (found.records, found.at_risk_by_size()) == (wanted.records, wanted.at_risk_by_size())
    assert {name.rpartition(".")[2] for name in postgres.tables()} >= {"own", "own_records", "coded"}
