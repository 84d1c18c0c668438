"""Scratch tables belong to a scope, which drops them at its end, also after an error.

A scope is a ``with engine.scope()``, or a function that is ``@scoped``. Scopes lie in each other; a table belongs to
the innermost one that is open when it is made. What is handed out (:meth:`Scope.keep`; what a scoped function returns
or yields, and what the object of a scoped method holds) belongs to the scope around from then on; the outermost one is
the engine's.

``engine.drop`` is for what has to go earlier: tables of one round or size that the next one would add to.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar

from setanon_sql.query.templates import Table

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
#: The end of a generator.
_END = object()
_MOST = 100


class Drops(Protocol):
    """An engine, as far as scopes need it."""

    def drop(self, *tables: Table | None) -> None:
        """Drop scratch tables."""


class Scopes:
    """The scopes of an engine that are open, the innermost last, and whose each table is."""

    def __init__(self, engine: Drops) -> None:
        self.engine = engine
        #: That of the engine itself, which never ends.
        self.outermost = Scope(self)
        self.opened = [self.outermost]
        self._owners: dict[str, Scope] = {}

    def add(self, number: int, table: Table) -> None:
        """Give a new table, the ``number``-th, to the innermost scope."""
        self._give(self.opened[-1], number, table)

    def forget(self, table: Table) -> tuple[int, Table] | None:
        """Take a table from its scope, if it is in one; returns it with its number."""
        owner = self._owners.pop(table.name, None)
        return owner.tables.pop(table.name) if owner else None

    def hand_out(self, table: Table, scope: "Scope") -> None:
        """Give a table of a scope, or of one inside it, to the scope around."""
        at = self.opened.index(scope)
        if self._owners.get(table.name) in self.opened[at:]:
            self.move(table, self.opened[at - 1])

    def move(self, table: Table, scope: "Scope") -> None:
        """Give a table to another scope."""
        if numbered := self.forget(table):
            self._give(scope, *numbered)

    def _give(self, scope: "Scope", number: int, table: Table) -> None:
        scope.tables[table.name] = (number, table)
        self._owners[table.name] = scope


class Scope:
    """Scratch tables that go together, by name, each with its number."""

    def __init__(self, scopes: Scopes) -> None:
        self._scopes = scopes
        self.tables: dict[str, tuple[int, Table]] = {}

    def keep(self, value: T) -> T:
        """Hand out the tables in a value: a table, a data class, a mapping or list of them. Returns the value."""
        for table in tables_in(value):
            self._scopes.hand_out(table, self)
        return value

    def receive(self, table: Table) -> None:
        """Let a table go with this scope that was made in one within it."""
        within = self._scopes.opened[self._scopes.opened.index(self) + 1 :]
        if within:
            self._scopes.hand_out(table, within[0])

    def take(self, value: T) -> T:
        """Let the tables in a value go with this scope, whichever they were made in. Returns the value."""
        for table in tables_in(value):
            self._scopes.move(table, self)
        return value

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Take what is made meanwhile."""
        self._scopes.opened.append(self)
        try:
            yield
        finally:
            last = self._scopes.opened.pop()
            assert last is self, "a generator is suspended inside of a scope: make it @scoped"

    @contextmanager
    def ended(self) -> Iterator[None]:
        """Drop afterwards what is left; after an error, where that cannot be done, the error is what is told."""
        try:
            yield
        except BaseException:
            with suppress(Exception):
                self._drop()
            raise
        self._drop()

    def _drop(self) -> None:
        """Drop the tables, the last first: a view before what it reads."""
        self._scopes.engine.drop(*(table for _, table in sorted(self.tables.values(), key=_number, reverse=True)))


def _number(numbered: tuple[int, Table]) -> int:
    return numbered[0]


def tables_in(value: object) -> Iterator[Table]:
    """Yield the tables in a value: itself, or those in its fields, values or elements.

    Collections of more than a hundred hold no tables.
    """
    if isinstance(value, Table):
        yield value
        return
    for member in _members(value):
        yield from tables_in(member)


def _members(value: object) -> Iterable[object]:
    if is_dataclass(value):
        return [getattr(value, field.name, None) for field in fields(value)]
    if isinstance(value, Mapping) and len(value) <= _MOST:
        return value.values()
    return value if isinstance(value, list | tuple) and len(value) <= _MOST else ()


def scoped(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function drop at its end the scratch tables that were made in it, but for what it returns or yields.

    Its first argument is an engine, or an object that has an ``engine``: it keeps the tables that it holds. Of a
    generator each step runs in the scope, and what the caller makes in between does not belong to it.
    """
    if inspect.isgeneratorfunction(function):
        return _scoped_generator(function)

    @wraps(function)
    def run(*args: P.args, **keywords: P.kwargs) -> R:
        first = next(iter([*args, *keywords.values()]))
        with _engine_of(first).scope() as scope:
            result = function(*args, **keywords)
            scope.keep([result, *_held_by(first)])
            return result

    return run


def _scoped_generator(function: Callable[P, Any]) -> Callable[P, Any]:
    @wraps(function)
    def run(*args: P.args, **keywords: P.kwargs) -> Iterator[Any]:
        first = next(iter([*args, *keywords.values()]))
        scope = Scope(_engine_of(first).scopes)
        steps = function(*args, **keywords)
        with scope.ended():
            try:
                while True:
                    with scope.opened():
                        value = next(steps, _END)
                        scope.keep([value, *_held_by(first)])
                    if value is _END:
                        return
                    yield value
            finally:
                with scope.opened():
                    steps.close()

    return run


def _engine_of(first: Any) -> Any:
    return getattr(first, "engine", first)


def _held_by(first: Any) -> list[object]:
    return [*getattr(first, "__dict__", {}).values()] if hasattr(first, "engine") else []
