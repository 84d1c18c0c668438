"""Counts of k and more of which no smaller one follows, from a source to a file with its manifest."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import sqlglot
from sqlglot import exp

from setanon_sql.count_tables.cells import MOST_PARTS, cells_of
from setanon_sql.count_tables.counting import MOST_COLUMNS, CellRequest, counted_lines
from setanon_sql.count_tables.hiding import HiddenCells, hide
from setanon_sql.count_tables.rule import AllSets, CountRule
from setanon_sql.dataset import Dataset
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadDestination, BadParameter, NotReached
from setanon_sql.fields import ComputedKey
from setanon_sql.layout import manifest_path
from setanon_sql.options.dp import PublishCounts
from setanon_sql.options.option import options_of
from setanon_sql.pipeline.count_tables import group_columns, upwards, values_of
from setanon_sql.pipeline.counts import (
    MODEL_OF_COUNTS,
    OUT_OF_COUNTS,
    ChosenItemsets,
    CountsParameters,
    CountsResult,
    chosen_itemsets,
    kinds_of,
)
from setanon_sql.pipeline.noisy import GUARANTEE
from setanon_sql.pipeline.noisy_pages import facts_of
from setanon_sql.pipeline.opening import opened, placed_tree, read_first, tree_of
from setanon_sql.pipeline.report_page import report_of
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.registry.counts import COUNTS, ITEM_COLUMNS, MOST_ITEMS, CountsPromise
from setanon_sql.release.file_checks import check_release_free, with_manifest
from setanon_sql.release.files import DELIMITERS, copy, form_of_copy
from setanon_sql.release.manifest import as_text, file_manifest
from setanon_sql.release.recovery import recover_interrupted
from setanon_sql.release.sidecar import publish_with_manifest
from setanon_sql.release.staging import hold_folders, staging
from setanon_sql.report import CountTableParts
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from setanon_sql.sources.files import paths_in
from setanon_sql.sources.personal import likely_personal
from setanon_sql.taxonomy import Taxonomy, encode
from setanon_sql.text import count
from setanon_sql.verify import Verification
from setanon_sql.verify.contents import fingerprint
from setanon_sql.verify.counts import NOT_CHECKED, verify_counts

#: Options of counts with noise.
_OF_NOISE = ("delta", "most", "most_pairs", "most_labels", "label_levels", "noise", "budget", "total_epsilon",
             "total_delta")  # fmt: skip

#: What to do where a check does not find what was planned.
_PLAN = "this is a fault of the program: please report it"
Row = tuple[str | int | None, ...]
#: What the columns of groups are called while they are counted.
_PLACES = ("one", "two", "three")
_ITEMS = ("a", "b", "c")


@dataclass(frozen=True)
class SafeCounts(CountsResult):
    """Counts of k and more that were published, of which no smaller one follows.

    ``counts``: where there is no file. ``manifest``: that of the file. ``page``: what a report tells. ``verification``:
    what was found right before it was published; None where nothing was read back then.
    """

    promise: CountsPromise
    columns: tuple[str, ...]
    published: Annotated[int, "`--k`: counts in the file"]
    hidden: Annotated[int, "likewise: counts of k and more that are not; for you alone"]
    out: Annotated[str, OUT_OF_COUNTS] = ""
    counts: tuple[Row, ...] = ()
    manifest: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    page: CountTableParts | None = field(default=None, repr=False, compare=False)
    verification: Verification | None = field(default=None, repr=False, compare=False)
    model = ComputedKey[str](MODEL_OF_COUNTS, lambda _: COUNTS)
    parameters = ComputedKey[CountsParameters]("", lambda counts: counts.promise.parameters)
    guarantee = ComputedKey[str](GUARANTEE, lambda counts: counts.promise.guarantee)

    def summary(self) -> Summary:
        """Return a row for each count."""
        return Summary(
            f"Counts of {self.promise.k} and more",
            Listing(self.columns, self.counts),
            sentences=(self.promise.guarantee,),
        )

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object of ``docs/json.schema.json``, with the rows where there is no file."""
        rows = {} if self.out else {"counts": [dict(zip(self.columns, row, strict=True)) for row in self.counts]}
        return super().to_json(show_values=show_values) | rows


@dataclass(frozen=True)
class CountsDraft:
    """A table of counts that is worked out, right before it is published.

    ``dataset``: what was counted. ``published``: counts of k and more that are shown, ``hidden``: that are not.
    ``error``: how far off those are on average. ``manifest``: what it says by now, the sha256 of the table among it.
    """

    dataset: Dataset
    published: int
    hidden: int
    error: float
    manifest: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shown_ratio(self) -> float:
        """Return the share of the counts of k and more that are shown."""
        return self.published / (self.published + self.hidden)

    def personal_items(self) -> int:
        """Return how many items of the source look like data of persons."""
        return sum(kind.items for kind in likely_personal(self.dataset))

    def lost(self) -> dict[str, Any]:
        """Return what a manifest may tell of the cost: nothing; what is not shown is nobody's to know."""
        return {}


#: Returns what else the manifest of a table of counts tells; raises where it must not be published.
CountTerms = Callable[[CountsDraft], Mapping[str, Any]]


class SafeCountsPipeline:
    """Counts in the making: what is asked for, checked before the work."""

    def __init__(self, request: PublishCounts) -> None:
        """Check all that can be checked before the work; raises BadParameter and BadDestination."""
        self.given = request
        _refuse_noise(request)
        self.by = _columns(request)
        self.kinds = kinds_of(request)
        self.reading = options_for(request.source, request.options, request.person, request)
        if self.reading.cap or self.reading.cap_records:
            raise BadParameter("<cap> and <cap_records> leave rows out by lot: counts would be wrong", "leave it out")
        self.settings = request.settings or Settings()
        self.reads = paths_in([request.source, request.taxonomy, request.itemsets])
        self.out = None if request.out is None else Path(request.out)
        if self.out is not None:
            self._check_out(self.out)
        self.report = report_of(request)
        if self.report:
            self.report.check_without_attacks(*self.reads, written=with_manifest(self.out) if self.out else [])

    def publish(self) -> SafeCounts:
        """Count, hide what would tell, write the counts."""
        request = self.given
        with self.settings.engine_for(self.reading.db) as engine:
            with read_first(engine, request.source, request.taxonomy, request.itemsets):
                chosen = self._chosen(engine)
                tree = None if request.taxonomy is None else tree_of(engine, request.taxonomy, self.reading)
                dataset = opened(engine, request.source, self.reading, tree)
                values = {
                    column: values_of(engine, dataset, request.source, self.reading, column) for column in self.by
                }
            tree = tree and placed_tree(dataset, tree, self.reading)
            hidden = self._hidden(engine, dataset, tree, values, chosen)
            table = self._table(engine, hidden)
            promise = self._promise(engine, hidden.rule, tree, table, chosen)
            columns = (*self.by, *promise.item_columns, "count")
            published = SafeCounts(promise, columns, engine.count(table), hidden.hidden, str(self.out or ""))
            draft = CountsDraft(dataset, published.published, hidden.hidden, hidden.error)
            published = replace(published, page=self._page(draft, promise))
            if self.out is None:
                rows = engine.rows(columns_of(table, *_places(promise)))
                published = replace(published, counts=tuple(rows))
            else:
                published = self._write(draft, self.out, published, table)
        if self.report and published.page:
            self.report.write(published.page, request.source, self.reading)
        return published

    def _page(self, draft: CountsDraft, promise: CountsPromise) -> CountTableParts:
        """Return what a report tells of the table."""
        facts = facts_of(draft.dataset, self.given.person, items="counted: its values are listed, not its rows")
        columns = (row for row in facts.columns if row[0] not in self.by)
        ways = "exact" if promise.rounded == 1 else f"rounded down to multiples of {promise.rounded}"
        rows = {"Counts": f"{count(draft.published)} of {promise.unit}s, {ways}", "Counted": ", ".join(self.kinds)}
        rows |= {"By": ", ".join(self.by)} if self.by else {}
        rows |= {"File": self.out.name} if self.out else {}
        costs = {f"Counts of {promise.k} and more that are not shown": count(draft.hidden)}
        costs |= {"Mean relative error of those that are": f"{draft.error:.1%}"}
        return CountTableParts(
            promise=promise, published=tuple(rows.items()), source_counts=(*facts.counts, *costs.items()),
            columns=(*columns, *((column, "counts are by it") for column in self.by)), not_checked=NOT_CHECKED,
        )  # fmt: skip

    def _table(self, engine: DuckDBEngine | Warehouse, hidden: HiddenCells) -> Table:
        """Return what is published: ``place, one, two, three, a, b, c, n``."""
        cells = hidden.cells
        tables = {"cells": cells.shown, "set_labels": cells.set_labels, "labels": cells.labels}
        published = engine.table("count_tables/hide/published", **tables)
        return engine.table("count_tables/hide/in_order", published=published)

    def _hidden(
        self, engine: DuckDBEngine | Warehouse, dataset: Dataset, tree: Taxonomy | None, values: Mapping[str, Table],
        chosen: ChosenItemsets,
    ) -> HiddenCells:  # fmt: skip
        """Return the cells that may be shown; raises NotReached where that cannot be told, or none is left."""
        request = self.given
        assert request.k is not None
        nodes = None if tree is None else encode(engine, tree, dataset)
        lines = counted_lines(dataset, CellRequest(request.k, self.kinds, nodes, values, chosen.table))
        step = 1 if request.exact else request.k
        rounded = engine.table("count_tables/hide/rounded", line_counts=lines.counts, step=step)
        cells = cells_of(engine, replace(lines, counts=rounded), upwards(tree))
        if not cells.all_parts:
            raise NotReached(f"there are more than {MOST_PARTS:,} parts of totals", "name fewer columns in <by>")
        adding_up = self._adding_up(dataset, values)
        all_sets: AllSets = "pairs" if "pairs" in self.kinds else "none"
        persons = dataset.persons is not None
        hidden = hide(engine, cells, CountRule(request.k, persons, step, adding_up=adding_up, all_sets=all_sets))
        if not engine.number("count_tables/derived/shown", cells=hidden.cells.shown):
            raise NotReached(f"no count of {request.k} and more can be shown", "use a smaller <k>")
        tables = {"sets": cells.sets, "line_counts": lines.counts, "cells": hidden.cells.shown}
        ((error,),) = engine.rows("count_tables/hide/error", **tables)
        return replace(hidden, error=float(error))

    def _adding_up(self, dataset: Dataset, values: Mapping[str, Table]) -> tuple[int, ...]:
        """Return the columns whose groups add up: of records all, of persons those in which each has one value."""
        several: dict[str, int] = {}
        if dataset.persons is not None:
            query = "count_tables/count/persons_of_several"
            several = {
                column: dataset.engine.number(query, group_values=table, persons=dataset.persons)
                for column, table in values.items()
            }
        columns = (name for name in self.by if not several.get(name) or name in self.given.adds_up)
        return tuple(self.by.index(name) + 1 for name in columns)

    def _chosen(self, engine: DuckDBEngine | Warehouse) -> ChosenItemsets:
        """Return the chosen itemsets; raises BadParameter where one is larger than it can be told of."""
        chosen = chosen_itemsets(engine, self.given, self.reading)
        if any(len(items) > MOST_ITEMS for items in chosen.items.values()):
            raise BadParameter(f"<itemsets> with <k> have up to {MOST_ITEMS} items", "choose smaller ones")
        return chosen

    def _promise(
        self, engine: DuckDBEngine | Warehouse, rule: CountRule, tree: Taxonomy | None, table: Table,
        chosen: ChosenItemsets,
    ) -> CountsPromise:  # fmt: skip
        shown = {str(label) for (label,) in engine.rows("count_tables/hide/items_shown", published=table)}
        above = {} if tree is None else {label: over for label in shown if (over := _next_above(tree, label, shown))}
        itemsets = tuple(sorted({items for items in chosen.items.values() if shown.issuperset(items)}))
        adds_up = tuple(self.by[place - 1] for place in rule.adding_up)
        return CountsPromise(
            rule.k, rule.persons, rule.rounded, rule.small_if_hidden, self.by, adds_up, above, self.kinds, itemsets
        )

    def _check_out(self, out: Path) -> None:
        if out.suffix.lower() not in {".parquet", *DELIMITERS}:
            raise BadDestination(f"{out.name} cannot be written", "use .parquet, .csv or .tsv")
        recover_interrupted(out)
        self._check_free(out)

    def _check_free(self, out: Path) -> Mapping[str, Any] | None:
        return check_release_free(out, overwrite=self.given.overwrite, inputs=self.reads, kind=COUNTS)

    def _write(self, draft: CountsDraft, out: Path, counts: SafeCounts, table: Table) -> SafeCounts:
        """Write the counts whole or not at all, with their manifest; raises what the terms raise."""
        engine = draft.dataset.engine
        form, more = form_of_copy(out)
        with DuckDBEngine(threads=1) as other, staging(out) as private:
            writer = engine if isinstance(engine, DuckDBEngine) else other
            staged = private / f"rows{out.suffix.lower()}"
            copy(
                writer,
                f"count_tables/hide/write_{form}",
                staged,
                published=self._published_columns(engine, writer, table, counts),
                **more,
            )
            manifest = file_manifest(COUNTS, {out.name: fingerprint(staged).sha256}) | counts.promise.manifest_fields
            if self.given.terms:
                manifest |= self.given.terms(replace(draft, manifest=manifest))
                verification = _verified(other, staged, manifest)
                manifest |= {"not_checked": list(verification.not_checked)}
                counts = replace(counts, verification=verification)
            with hold_folders(out):
                publish_with_manifest(staged, out, manifest, self._check_free(out))
        return replace(counts, manifest=manifest)

    def _published_columns(self, engine: Engine, writer: DuckDBEngine, table: Table, counts: SafeCounts) -> Table:
        """Return the table where it is written, its columns called as they are published."""
        names = dict(zip(_places(counts.promise), counts.columns, strict=True))
        if writer is not engine:
            kinds: dict[str, type[int] | type[str]] = {"place": int, **dict.fromkeys(names, str), "n": int}
            table = writer.load_rows("published", kinds, engine.rows(columns_of(table, *kinds)))
        columns = [exp.column(name).as_(column, quoted=True) for name, column in names.items()]
        return writer.table(sqlglot.select("place", *columns).from_(table.expression()))


def _places(promise: CountsPromise) -> tuple[str, ...]:
    """Return what the columns of a table are called while they are counted."""
    return (*_PLACES[: len(promise.by)], *_ITEMS[: len(promise.item_columns)], "n")


def _verified(engine: DuckDBEngine, staged: Path, manifest: Mapping[str, Any]) -> Verification:
    """Return what a check finds of a staged table; raises NotReached where it would not find the promise kept."""
    manifest_path(staged).write_text(as_text(manifest), encoding="utf-8")
    verification = verify_counts(engine, staged)
    if verification.messages:
        raise NotReached(f"the table is not as planned ({verification.messages[0]}); nothing was published", _PLAN)
    return verification


def _next_above(tree: Taxonomy, label: str, shown: set[str]) -> str:
    """Return the next label over one that is shown, too."""
    path = tree.path(label)[1:] if label in tree.depth else ()
    return next((over for over in path if over in shown), "")


def _refuse_noise(request: PublishCounts) -> None:
    """Raise BadParameter for what goes with noise only."""
    for option, _ in options_of(PublishCounts):
        if option.name in _OF_NOISE and getattr(request, option.name) != option.default:
            raise BadParameter(f"<{option.name}> goes with <epsilon>, not with <k>", "leave it out")
    if request.exact and request.rounded:
        raise BadParameter("<exact> and <rounded> exclude each other", "say one of them")


def _columns(request: PublishCounts) -> tuple[str, ...]:
    """Return the columns of groups; raises BadParameter where these cannot be."""
    by = group_columns(request.by, request.adds_up)
    if {*ITEM_COLUMNS, "count"} & set(by):
        raise BadParameter("<by> names a column as the table calls its own", "call it otherwise, in a <query>")
    if len(by) > MOST_COLUMNS:
        raise BadParameter(f"<by> takes up to {MOST_COLUMNS} columns", "name fewer")
    return by


def refuse_without_noise(request: PublishCounts) -> None:
    """Raise BadParameter for what goes with ``k`` only, where there is none."""
    for name in ("by", "adds_up", "exact", "rounded"):
        if getattr(request, name):
            raise BadParameter(f"<{name}> goes with <k>, not with <epsilon>", "leave it out, or say <k>")
