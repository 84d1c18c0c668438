"""A column that may name the persons behind the records, looked for where nobody said who they are.

Each record has one value of it, and there are fewer values than records. Few columns are looked at, those first whose
names speak of persons, so that a wide table costs no more than a narrow one.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import isqrt

import sqlglot
from sqlglot import exp

from setanon_sql.dataset import ColumnsHint, PersonHint, RecordColumnHint
from setanon_sql.engine import Engine, Warehouse, scoped
from setanon_sql.engine.remote import RemoteDatabase
from setanon_sql.engine.warehouse import NO_TEXT, Relation
from setanon_sql.query import templates
from setanon_sql.query.templates import Table
from setanon_sql.sources.columns import Column, Wide
from setanon_sql.sources.options import SourceOptions

#: What sources/hints/values counts; None where a database refuses.
Counts = tuple[int, ...] | None

#: So many columns are looked at.
_MOST = 4
#: So many others are looked at for one value for each record.
_MOST_COLUMNS = 8
#: So many of the first rows tell of most columns that records have several values of them.
_FIRST_ROWS = 10_000
#: What is in the name of a column that tells of persons.
_PERSONS = re.compile(
    "person|customer|client|user|patient|household|member|people|buyer|shopper|visitor|subscriber|account|student|"
    "employee|citizen|passenger|guest|reader|owner|cust_|cust$|(^|_)who($|_)",
    re.IGNORECASE,
)
#: What is in the name of a column that tells of something else.
_NO_PERSONS = re.compile(
    "date|day|week|month|year|time|hour|country|region|city|state|store|shop|branch|channel|currency|status|type|kind|"
    "category|price|amount|total|quantity|number_of",
    re.IGNORECASE,
)
#: Types of DuckDB that a person is named in.
_NAMES = ("VARCHAR", "UUID", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT",
          "UINTEGER", "UBIGINT", "ENUM")  # fmt: skip

#: Types of values that records may be alike in.
_VALUES = (*_NAMES, "DATE", "TIME", "BOOLEAN", "DECIMAL")


def likely_columns(kinds: Mapping[str, str], options: SourceOptions) -> tuple[str, ...]:
    """Return the few columns that may name persons, the likeliest first; none unless these are looked for.

    ``kinds``: the type of each column by its name, of DuckDB, or ``whole`` and ``other`` as a warehouse calls them.
    """
    if not options.seek_person:
        return ()
    others = [name for name, kind in kinds.items() if name not in options.columns and _may_name(name, kind)]
    return tuple(sorted(others, key=lambda name: not _PERSONS.search(name))[:_MOST])


def hint_elsewhere(
    remote: RemoteDatabase, rows: exp.Select, kinds: Mapping[str, str], options: SourceOptions
) -> PersonHint | None:
    """Return the column of ``rows`` that may name persons: the likeliest, if its name speaks of them.

    The database counts its values, and tells no more. ``kinds``: the columns that may be read; None where it refuses.
    """
    if options.record_id not in kinds:
        return None
    for name in filter(_PERSONS.search, likely_columns(kinds, options)[:1]):
        columns = (
            templates.column(options.record_id).as_("record"),
            remote.name_of(templates.column(name), kinds[name]).as_("value"),
        )
        named = rows.select(*columns, append=False)
        values = _values_told(name, (_ask(remote, part) for part in (named.limit(_FIRST_ROWS), named)))
        return PersonHint(name, values) if values else None
    return None


def _ask(remote: RemoteDatabase, named: exp.Select) -> Counts:
    query = templates.query("sources/hints/values", named=Table("named"))
    assert isinstance(query, exp.Select)
    counts = remote.row_of_counts(query.with_("named", as_=named))
    return tuple(int(count or 0) for count in counts) if counts else None


def _may_name(name: str, kind: str) -> bool:
    if _NO_PERSONS.search(name) and not _PERSONS.search(name):
        return False
    return kind in {"whole", "loose", "moment", "other"} or (kind.startswith(_NAMES) and not kind.endswith("]"))


@dataclass(frozen=True)
class Hints:
    """Hints of a source: the column that may name the ``person``, and ``columns`` with one value for each record."""

    person: PersonHint | None
    columns: ColumnsHint | None = None


def hints_in(engine: Engine, wide: Wide, record: Column | None, options: SourceOptions) -> Hints:
    """Return what columns of a source tell of records; without a ``record`` each row is one.

    What a database elsewhere has told is taken as it is.
    """
    if wide.person_hint:
        return Hints(wide.person_hint)
    by_label = {column.label: column for column in wide.columns if column != record}
    names = likely_columns({label: column.kind for label, column in by_label.items()}, options)
    row = record.expression() if record else sqlglot.parse_one("row_number() OVER ()", read="duckdb")

    def view(name: str) -> Table:
        columns = (row.copy().as_("record"), by_label[name].expression().as_("value"))
        return engine.view(exp.select(*columns).from_(wide.table.expression()))

    hint = _best(_count_values(engine, names, view))
    kinds = {label: column.kind for label, column in by_label.items()}
    texts = {name: by_label[name].text for name in other_columns(kinds, options, hint)}
    return Hints(hint, RecordValues(engine, wide.table, row, texts).columns())


def hints_in_relation(engine: Warehouse, relation: Relation, options: SourceOptions) -> Hints:
    """Return the same of a table or view of a warehouse."""
    kinds = _kinds_of(relation)

    def view(name: str) -> Table:
        columns = (templates.column(options.record_id).as_("record"), engine.name_of(relation, name).as_("value"))
        return engine.view(exp.select(*columns).from_(relation.table.expression()))

    person = _best(_count_values(engine, likely_columns(kinds, options), view))
    texts = {name: partial(engine.name_of, relation, name) for name in other_columns(kinds, options, person)}
    row = templates.column(options.record_id)
    return Hints(person, RecordValues(engine, relation.table, row, texts).columns())


def _kinds_of(relation: Relation) -> dict[str, str]:
    """Return the kinds of the columns of a table or view that may be read, and have a text."""
    readable = relation.columns.keys() - relation.forbidden
    return {name: kind for name, kind in relation.columns.items() if name in readable and kind not in NO_TEXT}


def columns_read(relation: Relation, options: SourceOptions) -> tuple[str, ...]:
    """Return the columns of a table or view of a warehouse that are read: those asked for, and those of hints."""
    return tuple(dict.fromkeys((*options.columns, *columns_of_hints(_kinds_of(relation), options))))


def columns_of_hints(kinds: Mapping[str, str], options: SourceOptions) -> tuple[str, ...]:
    """Return all columns that hints may be found in, each once; ``kinds``: as for :func:`likely_columns`."""
    return tuple(dict.fromkeys((*likely_columns(kinds, options), *other_columns(kinds, options, None))))


def other_columns(kinds: Mapping[str, str], options: SourceOptions, person: PersonHint | None) -> tuple[str, ...]:
    """Return the columns that may have one value for each record, the first few; none unless these are looked for.

    ``kinds``: as for :func:`likely_columns`. ``person``: the column that may name persons is none of them.
    """
    if not options.seek_columns:
        return ()
    needed = {*options.columns, *([person.column] if person else [])}
    names = (name for name, kind in kinds.items() if name not in needed and _can_be_known(name, kind))
    return tuple(islice(names, _MOST_COLUMNS))


def _can_be_known(name: str, kind: str) -> bool:
    """Return whether a column can be named, and has values that are alike or not."""
    if {",", "="} & {*name}:
        return False
    return kind in {"whole", "loose", "moment", "other"} or (kind.startswith(_VALUES) and not kind.endswith("]"))


@dataclass(frozen=True)
class RecordValues:
    """Columns of a ``table`` beside the ``record``: what makes the ``texts`` of each, by its name.

    1. In the first rows most columns have several values for a record: they are passed over. 2. One pass over all rows:
    the value of each record in each of the others. 3. By these, who is alone in each, and in all together.
    """

    engine: Engine
    table: Table
    record: exp.Expr
    texts: Mapping[str, Callable[[], exp.Expr]]

    @scoped
    def columns(self) -> ColumnsHint | None:
        """Return the columns with one value for each record, and more than one in all; None where there are none."""
        if not self.texts:
            return None
        first = self._by_record(list(self.texts), _FIRST_ROWS)
        names = [name for at, name in enumerate(self.texts) if not self._count(first, at)[0]]
        if not names:
            return None
        by_record = self._by_record(names)
        hints = {}
        for at, name in enumerate(names):
            several, values, alone = self._count(by_record, at)
            if not several and values > 1:
                hints[at] = RecordColumnHint(name, alone)
        if not hints:
            return None
        (_, _, of_all) = self._count(by_record, *hints)
        return ColumnsHint(tuple(hints.values()), of_all)

    def _by_record(self, names: Sequence[str], most: int | None = None) -> Table:
        """Return a value of each record in each column, and whether it has several; of so many rows at ``most``."""
        texts = [self.texts[name]().as_(f"text_{at}") for at, name in enumerate(names)]
        rows = exp.select(self.record.copy().as_("record"), *texts).from_(self.table.expression())
        rows = rows if most is None else rows.limit(most)
        of_columns = [part for at, _ in enumerate(names) for part in _one_value(at)]
        whole = exp.select(exp.column("record"), *of_columns).from_(rows.subquery("r"))
        return self.engine.table(
            whole.where(exp.column("record").is_(exp.null()).not_()).group_by(exp.column("record"))
        )

    def _count(self, by_record: Table, *places: int) -> tuple[int, int, int]:
        """Return how many records have several values in some columns, how many values there are, who is alone."""
        columns = {"value": self._joined(places), "several": exp.column(f"several_{places[0]}")}
        named = [expression.as_(name) for name, expression in columns.items()]
        records = self.engine.view(exp.select(*named).from_(by_record.expression()))
        several, values, alone = self.engine.answer("sources/hints/alone", records=records)
        return int(several), int(values), int(alone)

    def _joined(self, places: Sequence[int]) -> exp.Expr:
        """Return the values of columns as one text, different where one of them is: each has its length before it."""
        if len(places) == 1:
            return exp.column(f"value_{places[0]}")
        pieces: list[exp.Expr] = []
        for value in (exp.column(f"value_{at}") for at in places):
            length = exp.cast(exp.func("length", value), "text")
            pieces += [exp.func("coalesce", length, exp.Literal.string("-")), exp.Literal.string(":")]
            pieces.append(exp.func("coalesce", value.copy(), exp.Literal.string("")))
        return exp.Concat(expressions=pieces, safe=True)


def _one_value(at: int) -> Iterator[exp.Expr]:
    """Yield the first value of a column among rows, and 1 where there are several, or one and none; else 0."""
    text = f"text_{at}"
    several = f"min({text}) <> max({text}) OR count({text}) BETWEEN 1 AND count(*) - 1"
    yield sqlglot.parse_one(f"min({text}) AS value_{at}", read="duckdb")
    yield sqlglot.parse_one(f"CASE WHEN {several} THEN 1 ELSE 0 END AS several_{at}", read="duckdb")


def _count_values(engine: Engine, names: Iterable[str], view: Callable[[str], Table]) -> Iterator[PersonHint]:
    """Yield the columns with one value for each record, and fewer values than records."""
    for name in names:
        named = view(name)
        values = _values_of(engine, named, name)
        engine.drop(named)
        if values:
            yield PersonHint(name, values)


def _values_of(engine: Engine, named: Table, name: str) -> int:
    """Return how many persons a column names; 0 where it names none."""
    first = engine.view("sources/hints/first_rows", named=named, most=_FIRST_ROWS)
    values = _values_told(name, (engine.answer("sources/hints/values", named=part) for part in (first, named)))
    engine.drop(first)
    return values


def _values_told(name: str, counts: Iterator[Counts]) -> int:
    """Return how many persons a column names, by what is counted in its first rows, and then in all."""
    row: Counts = None
    for row in counts:
        if row is None or row[0]:
            return 0
    assert row is not None
    _, values, records = row
    return values if _least_values(name, records) <= values < records else 0


def _least_values(name: str, records: int) -> int:
    """Return how many persons there must be: with a name that does not speak of them, not very few."""
    return 2 if _PERSONS.search(name) else max(2, isqrt(records))


def _best(hints: Iterator[PersonHint]) -> PersonHint | None:
    """Return the first whose name speaks of persons, else that with the most values."""
    others: list[PersonHint] = []
    for hint in hints:
        if _PERSONS.search(hint.column):
            return hint
        others.append(hint)
    return max(others, key=lambda hint: hint.values, default=None)
