"""Spark whose steps are kept in a place that the user names, so that a lost executor ends nothing."""

from typing import TYPE_CHECKING

from setanon_sql.engine.spark.engine import SparkEngine
from setanon_sql.engine.spark.scratch import Scratch, scratch_in
from setanon_sql.query.templates import Table
from setanon_sql.trace import Trace

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


class KeptSparkEngine(SparkEngine):
    """A Spark session as :class:`SparkEngine` takes one; ``place`` is where each step is written as a table.

    Tables that are loaded come from this program, where no executor can lose them: they are not written. Raises
    BadParameter or BadInput where nothing can be written to the place.
    """

    def __init__(
        self, address: str, place: str, memory_limit: str = "", threads: int = 0, trace: Trace | None = None
    ) -> None:
        self._scratch: Scratch | None = None
        super().__init__(address, memory_limit, threads, trace)
        #: The tables in the place that each scratch table is made of, and those that are of none yet.
        self._parts: dict[str, list[str]] = {}
        self._fresh: list[str] = []
        try:
            opened = self._opened
            self._scratch = scratch_in(opened.session, place, self.trace, remote=opened.remote, here=opened.here)
        except BaseException:
            self.close()
            raise

    def _compute(self, name: str, text: str, names: set[str]) -> tuple["DataFrame", int]:
        self._forget(self._fresh)  # of what was empty, and so was not appended
        self._fresh = []
        return super()._compute(name, text, names)

    def _persist(self, frame: "DataFrame") -> tuple["DataFrame", int]:
        """Write what a frame gives to the place, and read it there from now on."""
        assert self._scratch
        name, checkpoint, rows = self._scratch.write(frame.coalesce(1) if self._sizes.plain else frame)
        self._fresh.append(name)
        return self._fitting(checkpoint, rows), rows

    def _keep(self, name: str, frame: "DataFrame", rows: int, table: Table | None = None) -> Table:
        result = super()._keep(name, frame, rows, table)
        fresh = self._fresh
        self._fresh = []
        parts = [*self._parts.get(result.name, []), *fresh]
        current = fresh[-1:] if len(fresh) > 1 else parts  # it was appended, and then all was put together
        self._parts[result.name] = current
        self._forget([part for part in parts if part not in current])
        return result

    def _drop(self, table: Table) -> None:
        super()._drop(table)
        self._forget(self._parts.pop(table.name, []))

    def _forget(self, parts: list[str]) -> None:
        for part in parts:
            assert self._scratch
            with self._explain_errors("drop"):
                self._scratch.drop(part)

    def close(self) -> None:
        """Remove all that was written to the place, then as ever; may be called twice."""
        if self._scratch:
            self._scratch.end()
        super().close()
