"""Tables by the names that queries use: a query reads what its header declares, and is kept under its own name.

A workspace lies in another one, as scopes do: it sees what that one holds, and what is made in it goes at its end, but
for what it hands out, which takes the place of what was made under the same name before.
"""

from collections import ChainMap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy.typing as npt

from setanon_sql.engine.base import Engine
from setanon_sql.query.steps import declared
from setanon_sql.query.templates import Bind, Table

T = TypeVar("T")


class Workspace:
    """The tables and values of a method, by name.

    ``inputs``: what it begins with, and never drops (None: there is none).
    """

    def __init__(self, engine: Engine, /, **inputs: Bind) -> None:
        self.engine = engine
        self._made: dict[str, Bind] = {}
        self._held: ChainMap[str, Bind] = ChainMap(
            self._made, {name: bind for name, bind in inputs.items() if bind is not None}
        )
        self._scope = engine.scopes.opened[-1]
        self._outer: Workspace | None = None

    def __contains__(self, name: str) -> bool:
        return name in self._held

    def __getitem__(self, name: str) -> Table:
        table = self._held[name]
        assert isinstance(table, Table), f"{name} is no table"
        return table

    def __setitem__(self, name: str, table: Table) -> None:
        """Keep a table, in place of what was made under its name before, which is dropped, as long as this is there."""
        self._scope.receive(table)
        former = self._made.get(name)
        self._made[name] = table
        if isinstance(former, Table) and former != table:
            self.engine.drop(former)

    def run(self, query: str, *others: str, into: str = "", **binds: Bind) -> Table:
        """Keep what each query gives under its name, or ``into`` another; ``binds`` go before what is held.

        Returns the last table.
        """
        for each in (query, *others):
            table = self.engine.table(each, **self.binds(each, **binds))
            self[into or each.rpartition("/")[2]] = table
        return table

    def append(self, into: str, query: str, **binds: Bind) -> None:
        """Append what a query gives to a table."""
        self.engine.append(self[into], query, **self.binds(query, **binds))

    def row(self, query: str, **binds: Bind) -> tuple[Any, ...]:
        """Return the only row of a query."""
        return self.engine.row(query, **self.binds(query, **binds))

    def number(self, query: str, **binds: Bind) -> int:
        """Return the only value of a query as a whole number (NULL is 0)."""
        return self.engine.number(query, **self.binds(query, **binds))

    def columns(self, query: str, **binds: Bind) -> dict[str, npt.NDArray[Any]]:
        """Return what a query gives as arrays by column."""
        return self.engine.columns(query, **self.binds(query, **binds))

    def count(self, name: str) -> int:
        """Return how many rows a table holds."""
        return self.engine.count(self[name])

    def binds(self, query: str, **binds: Bind) -> dict[str, Bind]:
        """Return all that a query needs. Raises KeyError for what is not there: a mistake of the program."""
        needed = {name: self._held.get(name) for name in declared(query)} | binds
        if lacking := [name for name in needed if name not in binds and name not in self._held]:
            raise KeyError(f"{query} needs {', '.join(lacking)}; the workspace has {', '.join(sorted(self._held))}")
        return needed

    @contextmanager
    def inner(self, **inputs: Bind) -> Iterator["Workspace"]:
        """Open a workspace within this one; at its end what was made in it is dropped, but for what it handed out."""
        with self.engine.scope():
            space = Workspace(self.engine, **inputs)
            space._held.maps.extend(self._held.maps)
            space._outer = self
            yield space

    def hand_out(self, *names: str) -> None:
        """Let tables go on under the same names in the workspace around."""
        assert self._outer is not None
        for name in names:
            self._outer[name] = self[name]

    def keep(self, value: T) -> T:
        """Hand out the tables in a value, as a scope does. Returns the value."""
        return self._scope.keep(value)
