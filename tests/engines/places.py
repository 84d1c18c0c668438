"""Where a test keeps its data: a DuckDB file, a schema of PostgreSQL, Snowflake or BigQuery, a folder for Spark."""

import itertools
import sqlite3
import warnings
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import duckdb
import pyarrow as pa
from sqlglot import exp

from tests.engines.bigquery import client

Rows = list[tuple[Any, ...]]

_SQL = {"int64": "bigint", "string": "text"}


def table_of(records: Sequence[Collection[str]], names: Sequence[Any] | None = None) -> pa.Table:
    """Return records as a table ``record_id, item``; ids are 1, 2, … or ``names``."""
    ids = list(names or range(1, len(records) + 1))
    pairs = [(name, item) for name, record in zip(ids, records, strict=True) for item in sorted(record)]
    return pa.table(
        {"record_id": [name for name, _ in pairs], "item": pa.array([item for _, item in pairs], pa.string())}
    )


class Place(ABC):
    """A database of a kind: ``db`` as the command line takes it."""

    def __init__(self, db: str) -> None:
        self.db = db
        self.numbers = itertools.count(1)

    @abstractmethod
    def put(self, table: pa.Table, name: str = "") -> str:
        """Store a table of whole numbers and text under a name (by default an unused one); return it in full."""

    @abstractmethod
    def read(self, name: str) -> Rows:
        """Return the rows of a release, sorted."""

    @abstractmethod
    def lose_a_record(self, name: str) -> None:
        """Take the last record out of a release, as somebody else would."""

    @abstractmethod
    def tables(self) -> set[str]:
        """Return the names of all that is there."""

    def out(self) -> str:
        """Return an unused name for a release."""
        return f"released_{next(self.numbers)}"


class DuckDBPlace(Place):
    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder / "place.duckdb"))

    def put(self, table: pa.Table, name: str = "") -> str:
        name = name or f"source_{next(self.numbers)}"
        with duckdb.connect(self.db) as connection:
            connection.register("given", table)
            connection.execute(f"CREATE TABLE {name} AS FROM given")
        return name

    def table(self, name: str) -> pa.Table:
        """Return a table as it is."""
        with duckdb.connect(self.db, read_only=True) as connection:
            return connection.sql(f"FROM {name}").to_arrow_table()

    def read(self, name: str) -> Rows:
        with duckdb.connect(self.db, read_only=True) as connection:
            return sorted(connection.execute(f"SELECT record_id, item FROM {name}").fetchall())

    def lose_a_record(self, name: str) -> None:
        with duckdb.connect(self.db) as connection:
            connection.execute(f"DELETE FROM {name} WHERE record_id = (SELECT max(record_id) FROM {name})")

    def tables(self) -> set[str]:
        with duckdb.connect(self.db) as connection:
            return {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}


class SchemaPlace(Place):
    """A schema of a server, which is dropped at the end."""

    connection: Any
    schema: str

    def out(self) -> str:
        return f"{self.schema}.{super().out()}"

    def read(self, name: str) -> Rows:
        return sorted(self.run(f"SELECT record_id, item FROM {name}"))

    def close(self) -> None:
        self.run(f"DROP SCHEMA {self.schema} CASCADE")
        self.connection.close()


class PostgresPlace(SchemaPlace):
    def __init__(self, db: str, schema: str) -> None:
        import psycopg

        super().__init__(db)
        self.schema = schema
        self.connection = psycopg.connect(db, autocommit=True)
        self.connection.execute(f"CREATE SCHEMA {schema}".encode())

    def run(self, text: str) -> Rows:
        cursor = self.connection.execute(text.encode())
        return cursor.fetchall() if cursor.description else []

    def put(self, table: pa.Table, name: str = "") -> str:
        name = f"{self.schema}.{name or f'source_{next(self.numbers)}'}"
        columns = ", ".join(f'"{field.name}" {_SQL[str(field.type)]}' for field in table.schema)
        self.run(f"CREATE TABLE {name} ({columns})")
        with self.connection.cursor().copy(f"COPY {name} FROM STDIN".encode()) as copy:
            for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
                copy.write_row(row)
        return name

    def lose_a_record(self, name: str) -> None:
        self.run(f"DELETE FROM {name} WHERE record_id = (SELECT max(record_id) FROM {name})")

    def tables(self) -> set[str]:
        return {row[0] for row in self.run("SELECT relname FROM pg_class WHERE relkind IN ('r', 'v') AND oid >= 16384")}


class SnowflakePlace(SchemaPlace):
    """A schema of a stand-in for Snowflake; names are in capitals there, where they are not in quotes."""

    def __init__(self, db: str, schema: str) -> None:
        from snowflake import connector

        from setanon_sql.engine.snowflake.address import connection_settings

        super().__init__(db)
        self.schema = schema
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.connection = connector.connect(**connection_settings(db), platform_detection_timeout_seconds=0)
        self.run(f"CREATE SCHEMA {schema}")

    def run(self, text: str) -> Rows:
        return [tuple(row) for row in self.connection.cursor().execute(text).fetchall()]

    def put(self, table: pa.Table, name: str = "") -> str:
        name = f"{self.schema}.{name or f'source_{next(self.numbers)}'}"
        columns = ", ".join(f"{field.name} {_SQL[str(field.type)]}" for field in table.schema)
        self.run(f"CREATE TABLE {name} ({columns})")
        rows = [", ".join(map(_literal, row.values())) for row in table.to_pylist()]
        if rows:
            self.run(f"INSERT INTO {name} VALUES {', '.join(f'({row})' for row in rows)}")
        return name

    def lose_a_record(self, name: str) -> None:
        ((last,),) = self.run(f"SELECT max(record_id) FROM {name}")
        self.run(f"DELETE FROM {name} WHERE record_id = {last}")

    def tables(self) -> set[str]:
        return {name for (name,) in self.run("SELECT table_name FROM SHOP.information_schema.tables")}


class BigQueryPlace(SchemaPlace):
    """A dataset of a stand-in for BigQuery."""

    def __init__(self, db: str, schema: str) -> None:
        super().__init__(db)
        self.schema = schema
        self.views: dict[str, str] = {}
        self.connection = client(db)
        self.connection.create_dataset(schema)

    def run(self, text: str) -> Rows:
        """Run a statement; the stand-in never tells how a view is defined, so that is noted here."""
        if text.startswith("CREATE VIEW"):
            self.views[text.split()[2].rpartition(".")[2]] = text.partition(" AS ")[2]
        return [row.values() for row in self.connection.query(text).result()]

    def put(self, table: pa.Table, name: str = "") -> str:
        name = f"{self.schema}.{name or f'source_{next(self.numbers)}'}"
        kinds = {"int64": "INT64", "string": "STRING"}
        self.run(f"CREATE TABLE {name} ({', '.join(f'{one.name} {kinds[str(one.type)]}' for one in table.schema)})")
        rows = [", ".join(exp.convert(cell).sql("bigquery") for cell in row.values()) for row in table.to_pylist()]
        if rows:
            self.run(f"INSERT INTO {name} VALUES {', '.join(f'({row})' for row in rows)}")
        return name

    def lose_a_record(self, name: str) -> None:
        ((last,),) = self.run(f"SELECT max(record_id) FROM {name}")
        self.run(f"DELETE FROM {name} WHERE record_id = {last}")

    def tables(self) -> set[str]:
        return {table.table_id for table in self.connection.list_tables(self.schema)}

    def close(self) -> None:
        self.connection.delete_dataset(self.schema, delete_contents=True)
        self.connection.close()


def _literal(cell: Any) -> str:
    """Return a cell as Snowflake writes it."""
    if cell is None or isinstance(cell, int):
        return "NULL" if cell is None else str(cell)
    return "'" + str(cell).replace("\\", "\\\\").replace("'", "''") + "'"


class SqlitePlace(Place):
    """A file of SQLite, read and written through ADBC."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "place.sqlite"
        super().__init__(f"adbc:sqlite?uri={quote(str(self.file))}")

    def run(self, text: str, rows: Rows | None = None) -> Rows:
        with closing(sqlite3.connect(self.file)) as connection, connection:
            cursor = connection.executemany(text, rows) if rows else connection.execute(text)
            return cursor.fetchall()

    def put(self, table: pa.Table, name: str = "") -> str:
        name = name or f"source_{next(self.numbers)}"
        self.run(f"CREATE TABLE {name} ({', '.join(f'{one.name} {_SQL[str(one.type)]}' for one in table.schema)})")
        rows = list(zip(*(column.to_pylist() for column in table.columns), strict=True))
        self.run(f"INSERT INTO {name} VALUES ({', '.join('?' * len(table.schema))})", rows)
        return name

    def read(self, name: str) -> Rows:
        return sorted(self.run(f"SELECT record_id, item FROM {name}"))

    def lose_a_record(self, name: str) -> None:
        self.run(f"DELETE FROM {name} WHERE record_id = (SELECT max(record_id) FROM {name})")

    def tables(self) -> set[str]:
        return {name for (name,) in self.run("SELECT name FROM sqlite_master")}


class SparkPlace(Place):
    def __init__(self, folder: Path) -> None:
        super().__init__("spark:local")
        self.folder = folder

    def put(self, table: pa.Table, name: str = "") -> str:
        path = self.folder / f"{name or f'source_{next(self.numbers)}'}.parquet"
        with duckdb.connect() as connection:
            connection.register("given", table)
            connection.execute(f"COPY given TO '{path}'")
        return str(path)

    def out(self) -> str:
        return str(self.folder / f"{super().out()}.parquet")

    def read(self, name: str) -> Rows:
        with duckdb.connect() as connection:
            return sorted(connection.execute(f"SELECT record_id, item FROM '{name}/*.parquet'").fetchall())

    def lose_a_record(self, name: str) -> None:
        files = list(Path(name).glob("[!._]*.parquet"))
        with duckdb.connect() as connection:
            connection.execute(f"CREATE TABLE rows AS FROM '{name}/*.parquet'")
            kept = "SELECT * FROM rows WHERE record_id < (SELECT max(record_id) FROM rows)"
            connection.execute(f"COPY ({kept}) TO '{name}/part-of-somebody-else.parquet'")
        for file in files:
            file.unlink()

    def tables(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()}


class SparkTables(Place):
    """A schema of the catalog of a Spark that already runs in this process."""

    def __init__(self, session: Any, schema: str, db: str = "spark:local") -> None:
        super().__init__(db)
        self.session, self.schema = session, schema
        #: What was said of the release that is kept here, if one is.
        self.told: Any = None
        session.sql(f"CREATE SCHEMA {schema}")

    def put(self, table: pa.Table, name: str = "") -> str:
        name = f"{self.schema}.{name or f'source_{next(self.numbers)}'}"
        self.session.createDataFrame(table).write.saveAsTable(name)
        return name

    def out(self) -> str:
        return f"{self.schema}.{super().out()}"

    def run(self, text: str) -> Rows:
        return [tuple(row) for row in self.session.sql(text).collect()]

    def read(self, name: str) -> Rows:
        return sorted(self.run(f"SELECT record_id, item FROM {name}"))

    def lose_a_record(self, name: str) -> None:
        last = max(record for record, _ in self.read(name))
        self.run(f"CREATE TABLE {name}_kept AS SELECT * FROM {name} WHERE record_id <> {last}")
        self.run(f"INSERT OVERWRITE {name} SELECT * FROM {name}_kept")

    def copied(self, schema: str) -> str:
        """Copy the release ``safe`` of another schema; return its name here."""
        for name in ("safe_manifest", "safe"):
            self.run(f"CREATE TABLE {self.schema}.{name} AS SELECT * FROM {schema}.{name}")
        return f"{self.schema}.safe"

    def tables(self) -> set[str]:
        return {name for _, name, passing in self.run(f"SHOW TABLES IN {self.schema}") if not passing}

    def close(self) -> None:
        self.run(f"DROP SCHEMA {self.schema} CASCADE")


def all_rows_of(place: Place, name: str) -> Rows:
    """Return all columns of a table that stands in a place, sorted."""
    text = f"SELECT * FROM {name}"
    if isinstance(place, PostgresPlace | SnowflakePlace | BigQueryPlace):
        return sorted(place.run(text))
    if isinstance(place, SparkPlace):
        return sorted(duckdb.sql(f"SELECT * FROM '{name}/*.parquet'").fetchall())
    with duckdb.connect(place.db, read_only=True) as connection:
        return sorted(connection.execute(text).fetchall())
