"""Large joins by record or by cluster, done part by part: a range of records, or of clusters, at a time.

A part has so few numbers of records that an engine finds each of them without a hash table, far larger than what the
processor has near; so few clusters that what is looked up in them is near. What comes out is the same; smaller data are
one part.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlglot import exp

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Bind, Table, column, rows_between

#: A part of clusters has so many rows for each number of a part of records.
_ROWS = 20

#: The first and the last number of a part; None: the part is all there is.
Part = tuple[int, int] | None


def table_by_records(
    engine: Engine, query: str, cut: Mapping[str, str], whole: str | None = None, /, **binds: Bind
) -> Table:
    """Return a scratch table of the rows of a query in which each record has rows of its own.

    ``cut``: which tables of ``binds`` are cut, and by which column, the number of a record; the first of them has each
    record once, the last its rows. ``whole``: a table that each part reads as a whole; where it has more rows than a
    part has, there are no parts. Cost: that of the query; each part looks through the tables that are cut.
    """
    name, number = next(iter(cut.items()))
    parts = _record_parts(engine, _table(binds, name), number)
    if whole and len(parts) * engine.count(_table(binds, whole)) > engine.count(_table(binds, list(cut)[-1])):
        parts = [None]
    return _table_in_parts(engine, query, cut, parts, binds)


def table_by_clusters(engine: Engine, query: str, cut: Mapping[str, str], /, **binds: Bind) -> Table:
    """Return a scratch table of the rows of a query in which each cluster has rows of its own.

    ``cut``: which tables of ``binds`` are cut, and by which column, the number of a cluster; the first of them is the
    largest, and in the order of clusters (:func:`in_order`), in which its rows come out, too. Cost: that of the query;
    each part looks through the tables that are in no order.
    """
    name, number = next(iter(cut.items()))
    return _table_in_parts(engine, query, cut, _cluster_parts(engine, _table(binds, name), number), binds)


def order_by_cluster(engine: Engine, rows: Table) -> Table:
    """Return the ``rows`` of clusters (``cluster_id``) in the order of clusters, more or less: a part after the other.

    They are dropped where that is another table. Cost: each part looks through all rows.
    """
    ordered: Table | None = None
    for part in _cluster_parts(engine, rows, "cluster_id"):
        if not part:
            return rows
        ordered = engine.add(ordered, rows_between(rows, "cluster_id", *part))
    engine.drop(rows)
    assert ordered is not None
    return ordered


def _cluster_parts(engine: Engine, rows: Table, number: str) -> list[Part]:
    most = engine.abilities.joined * _ROWS
    row_count = engine.count(rows)
    if not most or row_count <= most:
        return [None]
    last = _last(engine, rows, number)
    return _ranges(0, last, last * most // row_count + 1)


def _record_parts(engine: Engine, records: Table, number: str) -> list[Part]:
    step = engine.abilities.joined
    if not step or engine.count(records) <= step:
        return [None]
    return _ranges(1, _last(engine, records, number), step)


def _last(engine: Engine, table: Table, number: str) -> int:
    return engine.number(exp.select(exp.Max(this=column(number))).from_(table.expression()))


def _ranges(first: int, last: int, step: int) -> list[Part]:
    return [(number, number + step - 1) for number in range(first, last + 1, step)]


def _table(binds: Mapping[str, Bind], name: str) -> Table:
    table = binds[name]
    assert isinstance(table, Table)
    return table


def _table_in_parts(
    engine: Engine, query: str, cut: Mapping[str, str], parts: list[Part], binds: Mapping[str, Bind]
) -> Table:
    result: Table | None = None
    for part in parts:
        with _part_binds(engine, cut, binds, part) as part_binds:
            result = engine.add(result, query, **part_binds)
    assert result is not None
    return result


@contextmanager
def _part_binds(
    engine: Engine, cut: Mapping[str, str], binds: Mapping[str, Bind], part: Part
) -> Iterator[dict[str, Bind]]:
    """Yield what a query is bound to for a range of records or clusters."""
    views: dict[str, Table] = {}
    for name, number in cut.items() if part else ():
        assert part
        views[name] = engine.view(rows_between(_table(binds, name), number, *part))
    yield {**binds, **views}
    engine.drop(*views.values())
