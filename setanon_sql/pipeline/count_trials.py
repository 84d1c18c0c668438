"""Ways of publishing counts on one reading of a source, side by side; nothing is published."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from setanon_sql.count_tables.bounds import bounds_of
from setanon_sql.count_tables.cells import Cells, cells_of
from setanon_sql.count_tables.counting import CellRequest, counted_lines
from setanon_sql.count_tables.derived import derive
from setanon_sql.count_tables.hiding import hide
from setanon_sql.count_tables.reading import CountLines
from setanon_sql.count_tables.rule import CountRule
from setanon_sql.dataset import Dataset
from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadParameter
from setanon_sql.fields import ALWAYS, LIKEWISE, Fields
from setanon_sql.methods.dp import CountRequest, KindRequest, NoisyCounting
from setanon_sql.methods.dp.noise import library
from setanon_sql.numbers import number_text, whole_of
from setanon_sql.options.count_trials import CompareCounts
from setanon_sql.options.dp import DELTA
from setanon_sql.pipeline.opening import opened, read_first
from setanon_sql.query.templates import Table
from setanon_sql.results import Result
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for

#: So many of the most frequent pairs are looked at by themselves.
MOST_FREQUENT = 1_000
#: The smallest k.
LEAST = 2
_KINDS = ("items", "pairs")
Way = Literal["rule", "rounded", "exact", "noise"]


@dataclass(frozen=True)
class CountsRow(Fields):
    """A way of publishing counts, and what it costs."""

    way: Annotated[Way, "`rule`: shown if at least k; `rounded`, `exact` and `noise`: as `publish counts` makes them"]
    k: Annotated[int, "pairs that so many hold are compared"]
    epsilon: Annotated[float | str | None, "of `noise`"]
    pairs: Annotated[int, "that are compared"]
    derivable_cells: Annotated[int | None, ALWAYS, "counts from 1 to k - 1 that follow; null: there is noise"]
    shown: Annotated[float, "the share of the pairs that is shown"]
    error: Annotated[float | None, ALWAYS, "mean relative error of those; null: none is shown"]
    top_shown: Annotated[float, f"the same of the {MOST_FREQUENT:,} most frequent pairs"]
    top_error: Annotated[float | None, ALWAYS, LIKEWISE]
    differences: Annotated[int | None, ALWAYS, "of `derivable_cells`, those that follow from two counts"] = None

    @property
    def name(self) -> str:
        """Return what it is called in a table."""
        return f"noise, epsilon {self.epsilon}" if self.way == "noise" else f"{self.way}, k = {self.k}"


@dataclass(frozen=True)
class CountsComparison(Result):
    """Ways of publishing counts, side by side."""

    person: Annotated[bool, "persons are counted, not records"]
    records: Annotated[int, "of the source"]
    rows: Annotated[tuple[CountsRow, ...], ALWAYS, "each way"] = ()

    def summary(self) -> Summary:
        """Return a row for each way."""
        heads = ("way", "follow", "shown", "off", "top shown", "top off")
        lines = tuple(
            (row.name, row.derivable_cells, row.shown, row.error, row.top_shown, row.top_error) for row in self.rows
        )
        return Summary("Ways of publishing counts", Listing(heads, lines))


def compared_counts(request: CompareCounts) -> CountsComparison:
    """Return ways of publishing counts, side by side; see :func:`setanon_sql.api.count_tables.compare_counts`."""
    ks = sorted({whole_of("<k>", k, "k = 5 is a usual choice", LEAST) for k in request.k})
    if not ks:
        raise BadParameter("<k> names no number", "k = 5 is a usual choice")
    models = [DifferentialPrivacy.from_numbers(each, DELTA, person=bool(request.person)) for each in request.epsilon]
    if models:
        library()
    reading = options_for(request.source, request.options, request.person)
    with (request.settings or Settings()).engine_for(reading.db) as engine:
        with read_first(engine, request.source):
            dataset = opened(engine, request.source, reading, None)
        rows = [row for k in ks for row in _without_noise(dataset, k)]
        rows += [_with_noise(dataset, ks[0], model, request.most) for model in models]
        return CountsComparison(bool(request.person), dataset.records, tuple(rows))


def _without_noise(dataset: Dataset, k: int) -> Iterator[CountsRow]:
    """Yield what the plain rule, rounded and exact counts cost."""
    engine = dataset.engine
    lines = counted_lines(dataset, CellRequest(k, _KINDS, None, {}))
    rule = CountRule(k, dataset.persons is not None)
    cells = cells_of(engine, lines)
    by_kind = derive(engine, cells, bounds_of(engine, cells, rule), rule).by_kind(engine)
    pairs = _pairs(engine, cells)
    plain = _row("rule", k, engine, pairs, _published(engine, cells))
    yield replace(plain, derivable_cells=sum(by_kind.values()), differences=by_kind["difference"])
    ways: tuple[tuple[Way, int], ...] = (("rounded", k), ("exact", 1))
    for way, step in ways:
        hidden = hide(engine, _rounded(engine, lines, step), replace(rule, rounded=step))
        yield _row(way, k, engine, pairs, _published(engine, hidden.cells))


def _rounded(engine: Engine, lines: CountLines, step: int) -> Cells:
    counts = engine.table("count_tables/hide/rounded", line_counts=lines.counts, step=step)
    return cells_of(engine, replace(lines, counts=counts))


@scoped
def _with_noise(dataset: Dataset, k: int, model: DifferentialPrivacy, most: int) -> CountsRow:
    """Return what counts with noise cost, beside those that k hold."""
    engine = dataset.engine
    pairs = _pairs(engine, cells_of(engine, counted_lines(dataset, CellRequest(k, _KINDS, None, {}))))
    kinds = tuple(KindRequest(kind, most) for kind in _KINDS)
    counted = NoisyCounting(dataset, CountRequest(model, kinds, "gaussian")).count()
    rows = [(row.item, row.item2, row.count) for kind in counted for row in kind.counts if row.kind == "pair"]
    published = engine.load_rows("published", {"a": str, "b": str, "n": int}, rows)
    row = _row("noise", k, engine, pairs, published)
    return replace(row, epsilon=number_text(model.epsilon), derivable_cells=None, differences=None)


def _pairs(engine: Engine, cells: Cells) -> Table:
    return engine.table("count_tables/compare/pairs", counted=_published(engine, cells))


def _published(engine: Engine, cells: Cells) -> Table:
    tables: Mapping[str, Table] = {"cells": cells.shown, "set_labels": cells.set_labels, "labels": cells.labels}
    return engine.table("count_tables/hide/published", **tables)


def _row(way: Way, k: int, engine: Engine, pairs: Table, published: Table) -> CountsRow:
    """Return what a way costs, of which no small count follows."""
    ((shown, error, top_shown, top_error),) = engine.rows(
        "count_tables/compare/figures", pairs=pairs, published=published, most=MOST_FREQUENT
    )
    return CountsRow(
        way, k, None, engine.count(pairs), 0, float(shown or 0), _number(error), float(top_shown or 0),
        _number(top_error), 0,
    )  # fmt: skip


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)
