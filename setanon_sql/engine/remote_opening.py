"""Opens the remote database that an address names; what each needs is loaded only then."""

from setanon_sql.engine.adbc.address import ADBC
from setanon_sql.engine.duckdb.engine import DuckDBEngine
from setanon_sql.engine.opening import HERE, PASSING, is_remote, warehouse_name, work_here
from setanon_sql.engine.remote import RemoteDatabase
from setanon_sql.errors import BadParameter


def remote_database(engine: DuckDBEngine, db: str) -> RemoteDatabase:
    """Return the remote database that ``db`` names; it is opened once, and closed with the engine.

    Raises BadInput where it cannot be reached, BadParameter where this program does not know how.
    """
    if db not in engine.remote_databases:
        engine.remote_databases[db] = _open(engine, db)
    database = engine.remote_databases[db]
    assert isinstance(database, RemoteDatabase)
    return database


def _open(engine: DuckDBEngine, db: str) -> RemoteDatabase:
    assert is_remote(db)
    if db.startswith(ADBC):
        from setanon_sql.engine.adbc.copy_in import RemoteAdbc  # noqa: PLC0415

        return RemoteAdbc(engine, db)
    address = db[len(HERE) :]
    if warehouse_name(address) == "PostgreSQL":
        from setanon_sql.engine.postgres.copy_in import RemotePostgres  # noqa: PLC0415

        return RemotePostgres(engine, address)
    if warehouse_name(address) == "Spark":
        from setanon_sql.engine.spark.copy_in import RemoteSpark  # noqa: PLC0415

        return RemoteSpark(engine, address)
    place = warehouse_name(address)
    raise BadParameter(
        f"tables of {place or 'that database'} cannot be worked on here", work_here(address) if place else PASSING
    )
