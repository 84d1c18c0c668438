"""How Spark runs a statement, by how many rows the tables have that it reads.

- A few rows (``FEW``): in one task, and not compiled, which costs more than to go through them.
- What one task can do (``TASK``): in one task. All its tables stand in one partition each, so that nothing has to be
  shuffled or sent; joins sort both sides, which may go to disk, so that no number of rows is too many.
- More: small tables (``SENT``; in a Spark of our own on this machine, with the memory that it has by itself,
  ``SENT_HERE``) are sent to all tasks that join them, which is a job of its own; of larger ones (``HASHED``) hash
  tables are made, so that nothing is sorted, but a task may have to hold all of them.

Spark does not know how large a scratch table is. So the views of the tables tell it by a hint. They are made when a
statement reads them, and anew where the next one wants another hint.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from sqlglot import exp

from setanon_sql.query.templates import Bind, Table
from setanon_sql.text import count_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

FEW = 5_000
TASK = 50_000
SENT = 250_000
SENT_HERE = 3_000_000
HASHED = 1_000_000
#: So many rows were tried in DuckDB on one machine (benchmarks/growth.md).
_FIT_ONE_MACHINE = 100_000_000
_PLAIN = {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}
#: Tables of one partition are joined as they stand where Spark takes them for small; then it would also send them.
_ALONE = {
    "spark.sql.maxSinglePartitionBytes": str(2**62),
    "spark.sql.defaultSizeInBytes": "8",
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.shuffle.partitions": "1",
}


def faster_way(rows: int) -> tuple[str, ...]:
    """Name what is faster for data of so many rows, where something is."""
    few = f"{count_of(rows, 'row')} fit a single machine, where DuckDB is as a rule faster: <work here>"
    return (few,) if rows <= _FIT_ONE_MACHINE else ()


class Sizes:
    """The views over scratch tables, and the way in which the session runs its statements now.

    ``change`` changes a setting of the session; None: back to what it was. ``sent``: rows of a table that is sent.
    """

    def __init__(self, change: Callable[[str, str | None], None], sent: int = SENT) -> None:
        self._change = change
        self._sent = sent
        self._frames: dict[str, DataFrame] = {}
        self._rows: dict[str, int] = {}
        self._hints: dict[str, str] = {}
        self.plain = self.alone = False

    def keep(self, name: str, frame: "DataFrame", rows: int) -> None:
        """Take a table that has so many rows; its view is made as the statements need it that read it."""
        self._frames[name] = frame
        self._rows[name] = rows
        self._hints.pop(name, None)

    def name(self, name: str, frame: "DataFrame", rows: int | None = None) -> None:
        """Make a view of any frame; ``rows``: those of all tables beneath it."""
        frame.createOrReplaceTempView(name)
        if rows is not None:
            self._rows[name] = rows

    def forget(self, name: str) -> None:
        """Forget a view that is gone."""
        for mapping in (self._frames, self._rows, self._hints):
            mapping.pop(name, None)

    def rows_of(self, names: Iterable[str]) -> int | None:
        """Return how many rows all tables of these names have; None where that of one is not known, or none is read."""
        rows = [self._rows.get(name) for name in names]
        counts = [count for count in rows if count is not None]
        return sum(counts) if counts and len(counts) == len(rows) else None

    def suit(self, names: Iterable[str], *, together: bool = True) -> None:
        """Make ready for a statement that reads these tables; not ``together``: with others that may be larger."""
        names = list(names)
        rows = self.rows_of(names) if together else None
        self._take(plain=rows is not None and rows <= FEW, alone=rows is not None and rows <= TASK)
        for name in names:
            if name in self._frames:
                self._make(name, self._hint(self._rows[name]))

    def _take(self, *, plain: bool, alone: bool) -> None:
        for settings, before, now in ((_PLAIN, self.plain, plain), (_ALONE, self.alone, alone)):
            for key, value in settings.items() if before != now else ():
                self._change(key, value if now else None)
        self.plain = plain
        self.alone = alone

    def _hint(self, rows: int) -> str:
        if self.alone and rows <= TASK:
            return ""
        return "broadcast" if rows <= self._sent else "shuffle_hash" if rows <= HASHED else ""

    def _make(self, name: str, hint: str) -> None:
        if self._hints.get(name) != hint:
            frame = self._frames[name]
            (frame.hint(hint) if hint else frame).createOrReplaceTempView(name)
            self._hints[name] = hint


def names_read(query: str | exp.Expr, binds: Mapping[str, Bind]) -> set[str]:
    """Return the names of the tables that a statement reads."""
    if isinstance(query, exp.Expr):
        return {table.name for table in query.find_all(exp.Table)}
    return {bind.name for bind in binds.values() if isinstance(bind, Table)}
