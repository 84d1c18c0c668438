"""Thresholds of sensitive items: rho, and a factor times how frequent the item is (Chen et al., formulas 2 and 3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import sqlglot

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.engine.warehouse import name_parts as relation_parts
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.models import SMALLEST_PUBLIC
from setanon_sql.numbers import fraction_of
from setanon_sql.query.templates import column
from setanon_sql.sensitive.constraint import Constraint, Source, open_wide
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.faults import reading
from setanon_sql.sources.frames import called, is_local
from setanon_sql.text import count, share, table

#: The factor of items where none is given.
USUAL_FACTOR = Fraction(1)


@dataclass(frozen=True)
class Threshold:
    """What a sensitive item may be inferred with: ``share`` = rho + ``factor`` * ``support`` / all records, exactly."""

    item: int
    label: str
    support: int
    factor: Fraction
    share: Fraction


def factor_of(text: object) -> Fraction:
    """Return a factor as it is written (``0.5``, ``1/3``); raises BadParameter where it is no number from 0 on."""
    factor = fraction_of("--factor", text)
    if factor < 0:
        raise BadParameter("--factor is under 0", "rho is the least threshold; factors only add to it")
    return factor


def thresholds_of(
    dataset: Dataset, constraint: Constraint, rho: Fraction, factors: Fraction | Mapping[str, Fraction]
) -> tuple[Threshold, ...]:
    """Return the threshold of each sensitive item, the most frequent first.

    ``dataset``: the transactions, in an engine. ``constraint``: what is sensitive.
    ``rho``: the lowest threshold, 0..1.
    ``factors``: one for all, or by label (items without one have 0).

    Raises BadParameter where a threshold does not lie between 0 and 1.
    Source: Chen et al., formulas 2 and 3.
    """
    rows = dataset.engine.rows("rho/constraint/sensitive_items", items=dataset.items, sensitive=constraint.sensitive)
    found = []
    for item, label, support in rows:
        factor = factors if isinstance(factors, Fraction) else factors.get(label, Fraction(0))
        share = rho + factor * Fraction(int(support), dataset.records)
        found.append(Threshold(int(item), str(label), int(support), factor, share))
    _refuse_high(found)
    return tuple(found)


def public_shares(thresholds: Sequence[Threshold], rho: Fraction) -> dict[int, Fraction]:
    """Return the thresholds that a release keeps, by item number.

    The exact threshold of an item tells how many records held it. Where these were fewer than five, that must not be
    public: the release keeps the stricter rho for such an item.
    """
    return {one.item: one.share if one.support >= SMALLEST_PUBLIC else rho for one in thresholds}


def _refuse_high(thresholds: Sequence[Threshold]) -> None:
    high = [one for one in thresholds if one.share >= 1]
    if high:
        raise BadParameter(
            f"{len(high)} of {len(thresholds)} sensitive items get a threshold of 1 or more, which allows everything",
            "lower --rho, or the factors of the most frequent items",
            [one.label for one in high[:20]],
        )


def read_factors(
    dataset: Dataset, constraint: Constraint, source: Source, options: SourceOptions | None = None
) -> dict[str, Fraction]:
    """Read ``--factors``: a file, a frame, or with ``options.db`` a table, with the columns ``item`` and ``factor``.

    Tells in notes which items are passed over. Raises BadInput where it cannot be read, an item is there twice or is
    not sensitive, or a factor is no number from 0 on.
    """
    options, engine = options or SourceOptions(), dataset.engine
    if isinstance(engine, Warehouse):
        rows = _rows_for_warehouse(engine, source, options)
    else:
        assert isinstance(engine, DuckDBEngine)
        rows = _rows(engine, source, options)
    if not rows:
        raise BadInput("--factors names no item", "list items with their factors, or give one --factor for all")
    blank = sum(item is None or not str(item).strip() for item, _ in rows)
    if blank:
        raise BadInput(f"{blank} rows of --factors lack an item", "write the item, or delete the row")
    labels = [str(item) for item, _ in rows]
    if len(set(labels)) < len(labels):
        twice = sorted(label for label, n in Counter(labels).items() if n > 1)
        raise BadInput(f"{len(twice)} items stand in --factors more than once", "keep one row for each item", twice)
    factors = dict(zip(labels, _factors([factor for _, factor in rows]), strict=True))
    _compare(dataset, constraint, factors)
    return factors


def _rows(engine: DuckDBEngine, source: Source, options: SourceOptions) -> list[tuple[object, object]]:
    with reading(called(source)):
        wide = open_wide(engine, source, options)
        item, factor = wide.column(options.item), wide.column("factor")
        if item is None or factor is None:
            raise BadInput(f'{wide.name} lacks the column "{options.item}" or "factor"', "it needs a header with both")
        columns = [item.text().as_("item"), factor.text().as_("factor")]
        return engine.rows(sqlglot.select(*columns).from_(wide.table.expression()))


def _rows_for_warehouse(engine: Warehouse, source: Source, options: SourceOptions) -> list[tuple[object, object]]:
    """A file of this machine is read by DuckDB; all else is a table of the warehouse."""
    held = engine.frame(source)
    if held is None and is_local(source):
        with DuckDBEngine(threads=1) as reader:
            return _rows(reader, source, replace(options, db=""))
    relation = held or engine.relation(relation_parts(str(source)))
    if not {options.item, "factor"} <= set(relation.columns):
        raise BadInput(f'{called(source)} lacks the column "{options.item}" or "factor"', "it needs both")
    columns = [engine.text(column(own)).as_(own) for own in (options.item, "factor")]
    return engine.rows(sqlglot.select(*columns).from_(relation.table.expression()))


def _factors(texts: Sequence[object]) -> list[Fraction]:
    found: list[Fraction] = []
    for text in texts:
        try:
            found.append(factor_of(text))
        except BadParameter:
            continue
    if len(found) < len(texts):
        wrong = len(texts) - len(found)
        raise BadInput(f"{wrong} factors in --factors are no numbers from 0 on", "write them like 0.5 or 1/3")
    return found


def _compare(dataset: Dataset, constraint: Constraint, factors: Mapping[str, Fraction]) -> None:
    engine = dataset.engine
    rows = engine.rows("rho/constraint/sensitive_items", items=dataset.items, sensitive=constraint.sensitive)
    sensitive = {str(label) for _, label, _ in rows}
    known = {str(label) for _, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)}
    open_items = sorted((factors.keys() & known) - sensitive)
    if open_items:
        raise BadInput(
            f"{len(open_items)} items in --factors are in the data, but not in --sensitive",
            "list them in --sensitive, or take them out of --factors",
            open_items,
        )
    if not factors.keys() & sensitive:
        raise BadInput(
            f"none of the {len(factors)} items in --factors occurs in the data",
            "are they written as in the source (case, spaces)? Is it the right file?",
        )
    if unknown := len(factors.keys() - known):
        engine.trace.note(f"{unknown} of the {len(factors)} items in --factors do not occur in the data")
    if missing := len(sensitive - factors.keys()):
        engine.trace.note(f"{missing} sensitive items have no row in --factors: their factor is 0, their threshold rho")


def told(thresholds: Sequence[Threshold], records: int, *, show_values: bool = False, most: int = 20) -> str:
    """Return a table of the thresholds, the ``most`` most frequent items by line; labels only with ``show_values``."""
    first = "sensitive item" if show_values else "sensitive item (by frequency)"
    heads = [first, "records", "F", "factor", "threshold"]
    rows = [
        [
            one.label if show_values else f"#{rank}",
            count(one.support),
            share(one.support, records),
            f"{float(one.factor):.6g}",
            f"{one.share} = {float(one.share):.6g}",
        ]
        for rank, one in enumerate(thresholds[:most], 1)
    ]
    shares = [one.share for one in thresholds]
    mean = float(sum(shares) / len(shares))
    ends = f"thresholds from {float(min(shares)):.6g} to {float(max(shares)):.6g}, mean {mean:.6g}"
    more = f"and {count(len(thresholds) - most)} more; " if len(thresholds) > most else ""
    return f"{table(heads, rows, left=1)}\n{more}{ends}"
