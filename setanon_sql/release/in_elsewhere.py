"""Releases in tables of a database elsewhere, made here: all of them and the manifest, or none."""

from setanon_sql.engine import Engine
from setanon_sql.engine.remote import Elsewhere, elsewhere
from setanon_sql.engine.warehouse import Made, name_parts
from setanon_sql.layout import ElsewhereDestination, Shape
from setanon_sql.release.in_tables import InTables
from setanon_sql.release.ledgers import Ledger, check_ledger
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.owned import Tables, check_tables
from setanon_sql.release.places import duckdb_of
from setanon_sql.release.salvage import note_elsewhere, settle, standing_elsewhere


class InElsewhere(InTables):
    """Tables of a database elsewhere, which DuckDB fills."""

    def __init__(self, where: ElsewhereDestination, shape: Shape, options: WriteOptions) -> None:
        self.where, self.shape, self.options, self.name = where, shape, options, where.name
        *self.above, own = where.parts
        self.tables = Tables(shape, own)

    def check(self) -> None:
        """Look at the ledger: the database has to be asked."""
        settle(self.options.ledger)
        check_ledger(self.options, ())

    def check_in(self, engine: Engine) -> None:
        """Look at what stands there; a ledger that a killed run left takes its place where its release stands."""
        settle(self.options.ledger, standing=lambda release: standing_elsewhere(self._remote(engine), release))
        self.check()
        self._remote(engine).settle(self.above, self.tables.all)
        self.replaced(engine)

    def replaced(self, engine: Engine) -> list[str]:
        """Return which tables are to be replaced; raises BadDestination where they must not be."""
        catalog = self._remote(engine).catalog(self.above, [name_parts(name) for name in self.options.input_tables])
        return check_tables(catalog, self.tables, overwrite=self.options.overwrite)

    def create(self, engine: Engine, made: Made, text: str, ledger: Ledger | None) -> None:
        """Create the tables in one transaction; the ledger follows them."""
        remote = self._remote(engine)
        if ledger:
            ledger.belongs_to(note_elsewhere(remote, [*self.above, self.tables.manifest], text, ledger.target))
        follow = ledger.follow if ledger else None
        remote.publish(self.above, made, lambda: self.replaced(engine), follow, private=self.private)

    def _remote(self, engine: Engine) -> Elsewhere:
        return elsewhere(duckdb_of(engine), self.where.db)
