"""Releases in tables of a remote database, made here: all of them and the manifest, or none."""

from setanon_sql.engine import Engine
from setanon_sql.engine.remote import RemoteDatabase
from setanon_sql.engine.remote_opening import remote_database
from setanon_sql.engine.warehouse import Made
from setanon_sql.layout import ReleaseShape, RemoteDestination
from setanon_sql.release.in_tables import CatalogWriter
from setanon_sql.release.ledgers import Ledger, check_ledger
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.recovery import note_of_remote_table, recover_interrupted, stands_in_remote
from setanon_sql.release.writer import duckdb_of


class RemoteWriter(CatalogWriter):
    """Tables of a remote database, which DuckDB fills."""

    def __init__(self, where: RemoteDestination, shape: ReleaseShape, options: WriteOptions) -> None:
        super().__init__(where, shape, options)
        self.db = where.db

    def database(self, engine: Engine) -> RemoteDatabase:
        """Return the database, to which DuckDB is connected."""
        return remote_database(duckdb_of(engine), self.db)

    def check(self) -> None:
        """Look at the ledger: the database has to be asked."""
        recover_interrupted(self.options.ledger)
        check_ledger(self.options, ())

    def check_in(self, engine: Engine) -> None:
        """Look at what stands there; a ledger that a killed run left takes its place where its release stands."""
        recover_interrupted(
            self.options.ledger, is_published=lambda release: stands_in_remote(self.database(engine), release)
        )
        self.check()
        super().check_in(engine)

    def create(self, engine: Engine, queries: Made, text: str, ledger: Ledger | None) -> None:
        """Create the tables in one transaction; the ledger follows them."""
        remote = self.database(engine)
        if ledger:
            ledger.belongs_to(note_of_remote_table(remote, [*self.above, self.tables.manifest], text, ledger.target))
        follow = ledger.follow if ledger else None
        remote.publish(self.above, queries, lambda: self.tables_to_replace(engine), follow, private=self.private)
