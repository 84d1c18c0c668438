"""What the items of a column may be: the same in PostgreSQL and Spark as in DuckDB."""

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.sources import SourceOptions
from tests.engines.places import PostgresPlace, SparkPlace, SqlitePlace


@pytest.mark.parametrize("name", ["postgres", "here", "adbc_postgres"])
@pytest.mark.parametrize("kind", ["double precision", "real", "numeric"])
def test_zero_is_one_item_with_and_without_its_sign(name: str, kind: str, request: pytest.FixtureRequest) -> None:
    place: PostgresPlace = request.getfixturevalue(name)
    rows = f"(1, '0.0'::{kind}), (2, '-0.0'::{kind}), (3, '0.1'::{kind}), (4, '0.1'::{kind}), (4, '2.5'::{kind})"
    place.run(f"CREATE TABLE tests.numbers AS SELECT * FROM (VALUES {rows}) t(record_id, item)")
    found = api.audit_km("tests.numbers", k=2, m=1, options=SourceOptions(db=place.db))
    assert (found.records, found.violations) == (4, 1)


def test_zero_is_one_item_in_spark(spark: SparkPlace) -> None:
    path = str(spark.folder / "numbers.parquet")
    rows = "(1, '0.0'::FLOAT), (2, '-0.0'::FLOAT), (3, '0.1'::FLOAT), (4, '0.1'::FLOAT)"
    duckdb.sql(f"COPY (SELECT * FROM (VALUES {rows}) t(record_id, item)) TO '{path}'")
    found = api.audit_km(path, k=2, m=1, options=SourceOptions(db=spark.db))
    assert (found.records, found.violations) == (4, 0)


@pytest.mark.parametrize("name", ["postgres", "here"])
@pytest.mark.parametrize(
    ("value", "what"), [("'a'::bytea", "bytes"), ("'[1]'::jsonb", "JSON"), ("'1'::json", "JSON"), ("ROW(1, 2)", None)]
)
def test_what_is_no_text_is_no_item(name: str, value: str, what: str | None, request: pytest.FixtureRequest) -> None:
    place: PostgresPlace = request.getfixturevalue(name)
    if what is None:
        place.run("CREATE TYPE tests.pair AS (a int, b int)")
        value, what = f"{value}::tests.pair", "structs"
    place.run(f"CREATE TABLE tests.odd AS SELECT 1 AS record_id, {value} AS item, 'a'::text AS name")
    options = SourceOptions(db=place.db)
    with pytest.raises(BadInput, match=f'the column "item" holds {what}, which are no text'):
        api.audit_km("tests.odd", k=2, m=1, options=options)


def test_bytes_are_no_item_in_sqlite(sqlite: SqlitePlace) -> None:
    sqlite.run("CREATE TABLE odd (record_id bigint, item blob)")
    sqlite.run("INSERT INTO odd VALUES (?, ?)", [(1, b"a")])
    with pytest.raises(BadInput, match="holds bytes, which are no text"):
        api.audit_km("odd", k=2, m=1, options=SourceOptions(db=sqlite.db))
