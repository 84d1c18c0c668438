"""Where a release stands, whatever it is there: what has to be known of it to check it."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from setanon_sql.engine import Engine
from setanon_sql.layout import Shape
from setanon_sql.verify.counted import Recount
from setanon_sql.verify.promise import AnyPromise
from setanon_sql.verify.reader import Tables, digests
from setanon_sql.verify.strangers import Stranger, strange_ids, strange_numbers

E_co = TypeVar("E_co", bound=Engine, covariant=True)


class Place(ABC, Generic[E_co]):
    """Where a release stands, and the ``engine`` that reads it."""

    engine: E_co

    @abstractmethod
    def promise(self) -> AnyPromise:
        """Return what the manifest promises that speaks of what stands there; raises BadInput where there is none."""

    @abstractmethod
    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Return the tables of a release of a shape as scratch tables, unchecked; raises BadInput where it cannot be.

        ``separator`` splits the items of a basket line.
        """

    def fingerprints(self, shape: Shape, tables: Tables) -> dict[str, str]:
        """Return the fingerprints of the tables that were read."""
        return digests(self.engine, shape, tables)

    def is_other(self, promise: AnyPromise) -> bool:
        """Return whether, before it is read, it is known that this is not what was promised: then it may be
        unreadable.
        """
        return False

    def is_same(self, promise: AnyPromise) -> bool:
        """Return whether, though it cannot be read, it is known that this is what was promised."""
        return False

    def completed(self, found: Recount) -> Recount:
        """Add what the rows alone do not tell."""
        return found

    @abstractmethod
    def strangers(self, promise: AnyPromise) -> list[Stranger]:
        """Return what stands there besides the rows of a release; raises BadInput where it cannot be read."""

    def strange_values(self, promise: AnyPromise, tables: Tables, found: Recount) -> list[Stranger]:
        """Return which values of the tables that were read are none that setanon writes, where nothing else is."""
        if not promise.shape.single:
            return strange_numbers(self.engine, tables)
        return strange_ids(self.engine, tables[""], found.counts["records"]) if promise.claims.random_ids else []
