"""Large joins by record, done part by part: a range of records at a time.

A part has so few numbers of records that an engine finds each of them without a hash table, far larger than what the
processor has near. What comes out is the same; smaller data are one part.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlglot import exp

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Bind, Table, column, rows_between


def by_records(
    engine: Engine, query: str, cut: Mapping[str, str], whole: str | None = None, /, **binds: Bind
) -> Table:
    """Return a scratch table of the rows of a query in which each record has rows of its own.

    ``cut``: which tables of ``binds`` are cut, and by which column, the number of a record; the first of them has each
    record once, the last its rows. ``whole``: a table that each part reads as a whole; where it has more rows than a
    part has, there are no parts. Cost: that of the query; each part looks through the tables that are cut.
    """
    made: Table | None = None
    for part in _ranges(engine, cut, binds, whole):
        with _within(engine, cut, binds, part) as given:
            if made is None:
                made = engine.table(query, **given)
            else:
                engine.append(made, query, **given)
    assert made is not None
    return made


def _ranges(
    engine: Engine, cut: Mapping[str, str], binds: Mapping[str, Bind], whole: str | None
) -> list[tuple[int, int] | None]:
    """Return the ranges of records; one None where that is all of them."""
    name, number = next(iter(cut.items()))
    step, records = engine.abilities.joined, binds[name]
    assert isinstance(records, Table)
    if not step or engine.count(records) <= step:
        return [None]
    last = engine.number(exp.select(exp.Max(this=column(number))).from_(records.expression()))
    ranges = range(1, last + 1, step)
    if whole and len(ranges) * _count(engine, binds[whole]) > _count(engine, binds[list(cut)[-1]]):
        return [None]
    return [(first, first + step - 1) for first in ranges]


def _count(engine: Engine, table: Bind) -> int:
    assert isinstance(table, Table)
    return engine.count(table)


@contextmanager
def _within(
    engine: Engine, cut: Mapping[str, str], binds: Mapping[str, Bind], part: tuple[int, int] | None
) -> Iterator[dict[str, Bind]]:
    """Yield what a query is bound to for a range of records."""
    views: dict[str, Table] = {}
    for name, number in cut.items() if part else ():
        table = binds[name]
        assert isinstance(table, Table) and part
        views[name] = engine.view(rows_between(table, number, *part))
    yield {**binds, **views}
    engine.drop(*views.values())
