"""The reader of a release: what has to be known of it to check it, wherever it stands."""

from abc import ABC, abstractmethod

from setanon_sql.engine import Engine
from setanon_sql.layout import MEANING, ReleaseShape
from setanon_sql.verify.beside import FoundTable
from setanon_sql.verify.contents import Tables, table_fingerprints
from setanon_sql.verify.counted import Recount
from setanon_sql.verify.label_queries import QueryPlace
from setanon_sql.verify.label_table import FoundLabels
from setanon_sql.verify.meaning import FoundMeaning, meaning_of
from setanon_sql.verify.promise import AnyPromise
from setanon_sql.verify.strangers import Stranger, strange_digits, strange_ids, strange_numbers


class ReleaseReader(ABC):
    """A reader of a release where it stands; ``engine`` reads it."""

    engine: Engine

    @abstractmethod
    def promise(self) -> AnyPromise:
        """Return what the manifest promises that speaks of what stands there; raises BadInput where there is none."""

    @abstractmethod
    def read(self, shape: ReleaseShape, separator: str = " ") -> Tables:
        """Return the tables of a release of a shape as scratch tables, unchecked; raises BadInput where it cannot be.

        ``separator`` splits the items of a basket line.
        """

    def fingerprints(self, shape: ReleaseShape, tables: Tables) -> dict[str, str]:
        """Return the fingerprints of the tables that were read."""
        return table_fingerprints(self.engine, shape, tables)

    def labels(self, levels: int, most: int | None = None) -> FoundLabels | None:
        """Return the label table of a release of one table, with so many levels; None where none stands there.

        ``most``: no more rows of it and one are read. A release has no more labels than rows.
        """
        return None

    def beside(self, table: str) -> FoundTable | None:
        """Return a table that stands beside a release of one table; None where none stands there."""
        return None

    def meaning(self) -> FoundMeaning | None:
        """Return the meaning table of a release of one table; None where none stands there."""
        table = self.beside(MEANING)
        return None if table is None else meaning_of(table)

    def query_places(self, promise: AnyPromise) -> list[QueryPlace]:
        """Return what the queries beside a label table may read; none where there are no such queries."""
        return []

    def is_other(self, promise: AnyPromise) -> bool:
        """Return whether, before it is read, it is known that this is not what was promised: then it may be
        unreadable.
        """
        return False

    def is_same(self, promise: AnyPromise) -> bool:
        """Return whether, though it cannot be read, it is known that this is what was promised."""
        return False

    def with_empty_records(self, recount: Recount) -> Recount:
        """Add what the rows alone do not tell."""
        return recount

    @abstractmethod
    def strangers(self, promise: AnyPromise) -> list[Stranger]:
        """Return what stands there besides the rows of a release; raises BadInput where it cannot be read."""

    def strange_values(self, promise: AnyPromise, tables: Tables, recount: Recount) -> list[Stranger]:
        """Return which values of the tables that were read are none that setanon writes, where nothing else is."""
        if not promise.shape.single:
            return strange_numbers(self.engine, tables)
        if promise.claims.keyed_ids:
            return strange_digits(self.engine, tables[""])
        return strange_ids(self.engine, tables[""], recount.counts["records"]) if promise.claims.random_ids else []
