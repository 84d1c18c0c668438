"""Read a table of counts: its columns of items, of groups and of counts."""

import re
from dataclasses import dataclass
from typing import Any

import sqlglot
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, scoped
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.query.templates import Table
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.columns import Wide
from setanon_sql.sources.faults import explain_faults
from setanon_sql.sources.frames import source_name
from setanon_sql.sources.small import open_wide
from setanon_sql.text import count_of

#: What the columns of counts and of itemsets are called where nothing else is said.
_COUNTS = ("count", "n")
_ITEMSET = "itemset_id"
_ITEMS = re.compile(r"item\d*")


@dataclass(frozen=True)
class TableForm:
    """The form of a table of counts: its columns, and how it writes totals and counts that are not shown.

    ``count``: the column of counts; empty: ``count`` or ``n``. ``groups``: the columns of groups. ``total`` and
    ``hidden``: what stands for a total and for a count that is not shown, besides nothing at all.
    """

    count: str = ""
    groups: tuple[str, ...] = ()
    total: str = ""
    hidden: str = ""


@dataclass(frozen=True)
class CountLines:
    """A table of counts in words, a line for each count.

    ``lines``: ``row, line``. ``labels``: ``line, place, name``; place 0 is an item, others are columns of groups.
    ``counts``: ``line, n``; missing where it is not shown. ``columns``: what these columns are called. ``asked``: those
    (``line``) that show none, though they were asked for: they are less than k.
    """

    lines: Table
    labels: Table
    counts: Table
    columns: tuple[str, ...] = ()
    asked: Table | None = None


@scoped
def read_count_lines(engine: DuckDBEngine, source: Any, options: SourceOptions, form: TableForm) -> CountLines:
    """Read a table of counts; raises BadInput where it has no counts, or some that are no whole numbers."""
    with explain_faults(source_name(source)):
        wide = _open(engine, source, options, form)
        columns = _columns_of(wide, form)
        raw = engine.table(columns.selection(wide))
        lines = engine.table("count_tables/read/lines", raw=raw)
    if odd := engine.number("count_tables/read/odd_counts", lines=lines, hidden=form.hidden):
        rows = count_of(odd, "row of it has", "rows of it have")
        raise BadInput(
            f"{wide.name} is no table of counts: {rows} one that is no whole number",
            "say with <hidden> what stands where a count is not shown",
        )
    named = engine.table(columns.names(raw))
    labels = engine.table("count_tables/read/labels", named=named, lines=lines, total=form.total)
    counts = engine.table("count_tables/read/counts", lines=lines, hidden=form.hidden)
    return CountLines(lines, labels, counts, form.groups)


def _open(engine: DuckDBEngine, source: Any, options: SourceOptions, form: TableForm) -> Wide:
    """Open a table with all columns that it may need; of a remote one only those that are named are read."""
    needed = [*_COUNTS, _ITEMSET, *form.groups, *filter(None, [form.count])]
    wide = open_wide(engine, source, options, *needed)
    more = [name for name in wide.not_read if _ITEMS.fullmatch(name)]
    return open_wide(engine, source, options, *needed, *more) if more else wide


@dataclass(frozen=True)
class _Columns:
    """Names of the columns of a table: its counts, its items, the itemset of a row ('' where a row is one)."""

    count: str
    items: tuple[str, ...]
    itemset: str
    groups: tuple[str, ...]

    def selection(self, wide: Wide) -> exp.Select:
        """Return what reads the table: ``row, counted, itemset, groups, g1, …, i1, …``, texts; nothing is ''."""
        texts = {"counted": _text_of(wide, self.count), "itemset": _text_of(wide, self.itemset)}
        by_group = [_text_of(wide, name) for name in self.groups]
        texts["groups"] = _joined(by_group)
        texts |= {f"g{place}": text for place, text in enumerate(by_group, 1)}
        texts |= {f"i{place}": _text_of(wide, name) for place, name in enumerate(self.items, 1)}
        number = sqlglot.parse_one("row_number() OVER ()", read="duckdb").as_("row")
        return sqlglot.select(number, *(text.as_(name) for name, text in texts.items())).from_(wide.table.expression())

    def names(self, raw: Table) -> exp.Expr:
        """Return the query of all labels: ``row, place, name``."""
        places = {f"g{place}": place for place, _ in enumerate(self.groups, 1)}
        places |= {f"i{place}": 0 for place, _ in enumerate(self.items, 1)}
        columns = [
            sqlglot.select("row", exp.Literal.number(place).as_("place"), exp.column(name).as_("name")).from_(
                raw.expression()
            )
            for name, place in places.items()
        ]
        return exp.union(*columns, distinct=False) if len(columns) > 1 else columns[0]


def _columns_of(wide: Wide, form: TableForm) -> _Columns:
    """Return which columns a table has; raises BadInput or BadParameter where it lacks one."""
    names = wide.names
    count = form.count or next((name for name in _COUNTS if name in names), "")
    if count not in names:
        raise BadInput(f"{wide.name} has no column of counts", 'name it: <count>; without it is "count" or "n"')
    if missing := [name for name in form.groups if name not in names]:
        raise BadParameter(f'{wide.name} has no column "{missing[0]}"', "name its columns of groups in <by>")
    items = tuple(sorted(name for name in names if _ITEMS.fullmatch(name) and name not in form.groups))
    if not items and not form.groups:
        raise BadInput(
            f"{wide.name} has no columns of items or groups",
            'they are "item", "item2" and so on, "itemset_id" and "item", or those that <by> names',
        )
    return _Columns(count, items, _ITEMSET if _ITEMSET in names else "", form.groups)


def _text_of(wide: Wide, name: str) -> exp.Expr:
    column = wide.column(name) if name else None
    nothing = exp.Literal.string("")
    return nothing if column is None else exp.func("coalesce", column.text(), nothing)


def _joined(texts: list[exp.Expr]) -> exp.Expr:
    """Return texts as one, with the length of each before it: other texts make another one."""
    parts = [part for text in texts for part in (exp.func("length", text.copy()), exp.Literal.string(":"), text.copy())]
    return exp.func("concat", exp.Literal.string(""), *parts, dialect="duckdb")
