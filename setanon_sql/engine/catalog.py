"""What a database knows about the names that a release would take; the same questions for every engine."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from setanon_sql.engine.base import Engine
from setanon_sql.query.templates import Table

#: The schema (empty where it is not written) and the name of a table or view, in lower case.
Name = tuple[str, str]


@dataclass(frozen=True)
class Standing:
    """The thing that stands under a name: a table or something else, and its ``columns``.

    ``readers`` are the views (or constraints) that need it; ``is_read``: the source, or what else is read, comes from
    it; ``droppable``: whoever asks may drop it.
    """

    is_table: bool
    columns: frozenset[str]
    readers: tuple[str, ...] = ()
    is_read: bool = False
    droppable: bool = True


class Catalog(ABC):
    """One schema of a database, and what is read from that database."""

    engine: Engine

    @abstractmethod
    def refuse_place(self, names: Iterable[str]) -> None:
        """Raise BadDestination where no tables of these names can be created: no schema, no right."""

    @abstractmethod
    def standing(self, name: str) -> Standing | None:
        """Return what stands under a name of the schema; None where nothing does."""

    @abstractmethod
    def table(self, name: str) -> Table:
        """Return a table of the schema."""

    def manifest(self, name: str) -> str:
        """Return the one value of a table with the one column ``manifest``; empty for any other table."""
        rows = self.engine.rows("verify/read/manifest", manifests=self.table(name))
        return str(rows[0][0]) if len(rows) == 1 else ""

    def count(self, name: str) -> int:
        """Return how many rows a table has."""
        return self.engine.count(self.table(name))


def tables_named(definition: str, dialect: str) -> set[Name]:
    """Return the tables and views that the definition of a view names; rather one too many than one too few."""
    try:
        tables = list(parse_one(definition, dialect=dialect).find_all(exp.Table))
    except SqlglotError:
        words = definition.replace('"', " ").replace("`", " ").replace(".", " ").replace(",", " ").replace("(", " ")
        return {("", word.strip(");").lower()) for word in words.split()}
    return {(table.db.lower(), table.name.lower()) for table in tables}


def files_named(definition: str, dialect: str) -> set[str]:
    """Return what in the definition of a view may be the path (or pattern) of a file: its texts and its tables."""
    try:
        tree = parse_one(definition, dialect=dialect)
    except SqlglotError:
        return set(definition.split("'"))
    texts = {str(text.this) for text in tree.find_all(exp.Literal) if text.is_string}
    return texts | {table.name for table in tree.find_all(exp.Table)}


def names_it(mentioned: Iterable[Name], table: Name) -> bool:
    """Return whether one of the mentioned names may be that of a table; a name without a schema may be in any."""
    return any(name == table[1] and schema in {"", table[0]} for schema, name in mentioned)


def all_read(start: Iterable[Name], views: Mapping[Name, set[Name]], names: Iterable[Name]) -> set[Name]:
    """Return the ``known`` tables and views that the ones to ``start`` from read, themselves included.

    ``views`` tells what each view names.
    """
    reached = set[Name]()
    todo = list(start)
    names = list(names)
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += [other for other in names if names_it(views.get(name, ()), other)]
    return reached
