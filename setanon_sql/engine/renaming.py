"""Tables of a catalog whose transactions hold one table: an old release or a new one can be had at any time.

Spark knows no transactions, in Snowflake each table that is made or renamed ends one, and BigQuery makes none in one.

Where nothing is replaced the manifest is written first and the last table of the data last: a release without its last
table is none, and the next run replaces it. Where an old release is replaced:

1. The new tables are written under names of their own, ``…_setanon_next``, the manifest first.
2. The old ones are renamed to ``…_setanon_replaced``, the last table of the data last.
3. The new ones take their names, the last table of the data last.
4. The old ones are dropped, the last table of the data last.

Killed in between, the next run (:func:`recover_tables`) goes on from step 2 if the old data had been put aside, because
then all new tables were written; else it takes everything back.
"""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from sqlglot import exp

from setanon_sql.engine.warehouse import Made, Replaced
from setanon_sql.errors import SetanonError
from setanon_sql.query.templates import Bind

_NEXT = "_setanon_next"
_ASIDE = "_setanon_replaced"


class Renames(Protocol):
    """An engine whose tables are made and renamed one by one."""

    def execute(self, name: str, text: str) -> Any:
        """Run one statement."""

    def place_of(self, parts: Sequence[str]) -> str:
        """Return the name of a table as it is written in statements, from its parts."""

    def new_name(self, parts: Sequence[str]) -> str:
        """Return the name that a table is renamed to, as it is written in statements."""

    def has_table(self, parts: Sequence[str]) -> bool:
        """Return whether something stands under the name of a table."""

    def save(self, query: str | exp.Expr, binds: Mapping[str, Bind], place: str) -> None:
        """Save the rows of a query as a new table."""


def publish_tables(engine: Renames, above: Sequence[str], queries: Made, replaced: Replaced) -> None:
    """Write the tables of a release, or none: where a step fails, all is as it was."""
    old = list(replaced())
    tables = _Tables(engine, above, [*(name for name in old if name not in queries), *queries])
    undo = list[str]()
    try:
        if tables.last in old:
            tables.replace(queries, old, undo)
        else:
            tables.write(queries, old, undo)
    except BaseException:
        for text in reversed(undo):
            with contextlib.suppress(SetanonError):  # one that fails keeps none of the others from it
                engine.execute("release", text)
        raise
    with contextlib.suppress(SetanonError):  # the release stands; what is left over the next run drops
        tables.drop(_ASIDE)


def recover_tables(engine: Renames, above: Sequence[str], names: Sequence[str]) -> None:
    """Put right what a killed run left of the tables of a release; ``names`` in the order in which they are written."""
    tables = _Tables(engine, above, names)
    if tables.exists(tables.last, _ASIDE):
        tables.bring(_NEXT)
        tables.drop(_ASIDE)
    else:
        tables.bring(_ASIDE)
        tables.drop(_NEXT)


class _Tables:
    """The tables of a release in the order in which they are written."""

    def __init__(self, engine: Renames, above: Sequence[str], names: Sequence[str]) -> None:
        self.engine = engine
        self.above = above
        self.names = list(names)
        self.last = list(names)[-1]

    def exists(self, name: str, end: str = "") -> bool:
        """Return whether a table of that name is there."""
        return self.engine.has_table([*self.above, name + end])

    def place(self, name: str, end: str = "") -> str:
        """Return a name as it is written in statements."""
        return self.engine.place_of([*self.above, name + end])

    def write(self, queries: Made, old: Iterable[str], undo: list[str]) -> None:
        """Write them under their names; ``old`` are what a killed run left of a release that never stood."""
        for name in old:
            self._run(f"DROP TABLE {self.place(name)}")
        for name, (query, binds) in queries.items():
            undo.append(f"DROP TABLE IF EXISTS {self.place(name)}")
            self.engine.save(query, binds, self.place(name))

    def replace(self, queries: Made, old: Sequence[str], undo: list[str]) -> None:
        """Write them under other names, put the ``old`` ones aside, and give the new ones their names."""
        for name, (query, binds) in queries.items():
            undo.append(f"DROP TABLE IF EXISTS {self.place(name, _NEXT)}")
            self.engine.save(query, binds, self.place(name, _NEXT))
        for name in (name for name in self.names if name in old):
            self._rename(name, "", _ASIDE, undo)
        for name in queries:
            self._rename(name, _NEXT, "", undo)

    def bring(self, end: str) -> None:
        """Give the tables of these names their own names again; where one stands under that, it goes."""
        for name in self.names:
            if self.exists(name, end):
                self._run(f"DROP TABLE IF EXISTS {self.place(name)}")
                self._rename(name, end, "", [])

    def drop(self, end: str) -> None:
        """Drop the tables of these names that are there."""
        for name in self.names:
            if self.exists(name, end):
                self._run(f"DROP TABLE {self.place(name, end)}")

    def _rename(self, name: str, end: str, new_end: str, undo: list[str]) -> None:
        self._run(self._renaming(name, end, new_end))
        undo.append(self._renaming(name, new_end, end))

    def _renaming(self, name: str, end: str, new_end: str) -> str:
        new_name = self.engine.new_name([*self.above, name + new_end])
        return f"ALTER TABLE {self.place(name, end)} RENAME TO {new_name}"

    def _run(self, text: str) -> None:
        self.engine.execute("release", text)
