"""Re-check a table of counts from its file and manifest: does a small count follow from it?

It is read and counted here anew: what hid the cells is not used.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.files.regular import read_regular
from setanon_sql.layout import manifest_path
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.registry.counts import COUNTS, CountsPromise
from setanon_sql.text import count_of
from setanon_sql.verify.check import Verification
from setanon_sql.verify.claims import FILED_FIELDS, not_checked_of
from setanon_sql.verify.contents import fingerprint
from setanon_sql.verify.standing import manifest_versions, own_fields

_PLACES = ("one", "two", "three")
_ITEMS = ("a", "b", "c")
_ANY = 10**12
_ROUNDS = 50
_SEPARATORS = {".csv": ",", ".tsv": "\t"}
#: What no recount can see.
NOT_CHECKED = (
    "bounds that follow from several overlapping sets at once, and from other tables of the same people",
    "whether the counts are those of the source, and its groups of persons add up where the manifest does not say so",
    "whether labels stand over others, and larger counts are not shown either, as the manifest says",
)


def is_table_of_counts(path: Path) -> bool:
    """Return whether the manifest beside a file is that of a table of counts without noise."""
    return bool(_manifests(path))


def _manifests(path: Path) -> list[dict[str, Any]]:
    """Return the manifests beside a file that are those of a table of counts without noise, the newest first."""
    try:
        text = read_regular(manifest_path(path)).decode("utf-8")
    except (OSError, ValueError):
        return []
    versions = [own_fields(version) for version in manifest_versions(text)]
    return [fields for fields in versions if fields and fields.get("method") == COUNTS and "model" not in fields]


@dataclass(frozen=True)
class StandingCounts:
    """A table of counts as the manifest beside it tells of it: its ``fields``, and what it promises.

    ``filed``: those fields that a policy had it tell. ``is_same``: it is the file that the manifest names.
    """

    fields: Mapping[str, Any]
    filed: Mapping[str, Any]
    promise: CountsPromise
    is_same: bool


def standing_counts(path: Path) -> StandingCounts:
    """Return what the manifest beside a table of counts says; raises BadInput where either is missing or damaged."""
    if not path.is_file():
        raise BadInput(f"there is no file {path.name}", "check the path")
    sha256 = fingerprint(path).sha256
    manifests = _manifests(path)
    if not manifests:
        raise BadInput(f"{path.name} has no manifest of a table of counts", "setanon publish counts writes one")
    standing = [fields for fields in manifests if sha256 in fields["sha256"].values()]
    fields = [*standing, *manifests][0]
    filed = {name: fields[name] for name in FILED_FIELDS if name in fields}
    return StandingCounts(fields, filed, CountsPromise.from_manifest(fields), bool(standing))


@scoped
def verify_counts(engine: DuckDBEngine, path: Path) -> Verification:
    """Check a table of counts, by the manifest beside it; raises BadInput where the file is missing."""
    standing = standing_counts(path)
    fields = standing.fields
    promise = standing.promise
    checks: dict[str, int | bool] = {"sha256_matches": standing.is_same}
    faults = [] if standing.is_same else ["the file is not the one that its manifest names"]
    if fields.get("guarantee") != promise.guarantee:
        faults.append("the manifest states another guarantee than its parameters")
    counted, messages = _Recount(engine, promise).count(path)
    return Verification(
        not faults and not messages, "counts", promise.parameters, COUNTS, checks | counted,
        (*faults, *messages), promise.guarantee, (*NOT_CHECKED, *not_checked_of(standing.filed)),
    )  # fmt: skip


@dataclass(frozen=True)
class _TableSets:
    """The itemsets of a table by number, and of those that were chosen.

    ``rows``: ``itemset, a, b, c, size``. ``labels_of``: ``itemset, label``. ``numbers``: ``line, itemset``. ``above``:
    ``label, upper``. ``wider``: ``itemset, wide``, and ``within``: those that are of its own labels.
    """

    rows: Table
    labels_of: Table
    numbers: Table
    above: Table
    wider: Table
    within: Table


@dataclass(frozen=True)
class _Recount:
    engine: DuckDBEngine
    promise: CountsPromise

    def count(self, path: Path) -> tuple[dict[str, int | bool], list[str]]:
        """Return what was counted, and a sentence for each fault."""
        texts = self._texts(path)
        if isinstance(texts, str):
            return {}, [texts]
        if odd := self.engine.number("verify/counts/not_counts", texts=texts):
            return {}, [f"{count_of(odd, 'row has', 'rows have')} a count that is no whole number"]
        lines = self.engine.table("verify/counts/lines", texts=texts)
        sets = self._sets(lines)
        cells = self.engine.table("verify/counts/cells", lines=lines, numbers=sets.numbers, step=self.promise.rounded)
        step = {"k": self.promise.k, "step": self.promise.rounded}
        twice, small, odd = self.engine.answer("verify/counts/faulty_cells", cells=cells, **step)
        counted: dict[str, int | bool] = {"counts": self.engine.count(cells), "small_counts": small}
        messages = []
        if twice:
            return counted, [f"{count_of(twice, 'cell is', 'cells are')} shown twice"]
        if odd:
            messages.append(f"{count_of(odd, 'count is', 'counts are')} no multiple of {self.promise.rounded}")
        if small:
            messages.append(f"{count_of(small, 'count is', 'counts are')} under {self.promise.k}")
        derived = self._derived(cells, sets)
        messages += [f"{count_of(n, 'small count follows', 'small counts follow')} {how}" for how, n in derived if n]
        return counted | {"derivable_counts": sum(n for _, n in derived)}, messages

    def _texts(self, path: Path) -> Table | str:
        """Return the rows as ``one, two, three, a, b, c, n``, texts; or what is wrong with the columns."""
        separator = _SEPARATORS.get(path.suffix.lower())
        if separator:
            rows = self.engine.table("verify/counts/delimited", path=str(path), separator=separator)
        else:
            rows = self.engine.table("verify/read/parquet", path=str(path))
        names = dict.fromkeys((*_PLACES, *_ITEMS, "n"), "") | dict(zip(_PLACES, self.promise.by, strict=False))
        names |= {**dict(zip(_ITEMS, self.promise.item_columns, strict=False)), "n": "count"}
        columns_of_file = [column for column, *_ in self.engine.execute("columns", self._first(rows)).description]
        if sorted(columns_of_file) != sorted(name for name in names.values() if name):
            return "the columns of the table are not those that its manifest names"
        nothing = exp.Literal.string("")
        columns = {called: exp.cast(exp.column(name, quoted=True), "VARCHAR") for called, name in names.items() if name}
        filled = {called: exp.func("coalesce", column, nothing.copy()) for called, column in columns.items()}
        texts = [filled.get(called, nothing.copy()).as_(called) for called in names]
        return self.engine.table(sqlglot.select(*texts).from_(rows.expression()))

    def _first(self, rows: Table) -> str:
        return self.engine.render(sqlglot.select("*").from_(rows.expression()).limit(0))

    def _sets(self, lines: Table) -> _TableSets:
        """Return the itemsets of all lines; those that were chosen are lines from -1 down."""
        engine = self.engine
        line_labels = engine.table("verify/counts/line_labels", lines=lines)
        chosen = [(-at, label) for at, labels in enumerate(self.promise.itemsets, 1) for label in labels]
        engine.append(line_labels, all_rows(engine.load_rows("chosen", {"line": int, "label": str}, chosen)))
        in_order = engine.table("verify/counts/sets", line_labels=line_labels)
        rows = engine.table("verify/counts/itemsets", sets=in_order)
        labels_of = engine.table("verify/counts/labels_of", itemsets=rows)
        numbers = engine.table("verify/counts/numbers", sets=in_order, itemsets=rows)
        above = self._above(labels_of, self.promise.above)
        wider = engine.table("verify/counts/wider_sets", itemsets=rows, labels_of=labels_of, above=above)
        within = wider
        if self.promise.above:
            itself = self._above(labels_of, {})
            within = engine.table("verify/counts/wider_sets", itemsets=rows, labels_of=labels_of, above=itself)
        return _TableSets(rows, labels_of, numbers, above, wider, within)

    def _above(self, labels: Table, next_above: Mapping[str, str]) -> Table:
        edges = self.engine.load_rows("next_above", {"label": str, "upper": str}, list(next_above.items()))
        return self.engine.table("verify/counts/above", next_above=edges, labels=labels)

    def _derived(self, cells: Table, sets: _TableSets) -> list[tuple[str, int]]:
        """Return how many small counts follow, each with how."""
        engine = self.engine
        k = self.promise.k
        parts = engine.table("verify/counts/parts", cells=cells, adding_up=self._places(self.promise.adds_up))
        for columns in self._columns_that_add_up(cells, parts):
            ranges = self._narrowed(self._first_ranges(cells, parts), cells, parts, self._places(columns))
            if ranges is None:
                continue
            every = engine.table("verify/counts/all_cells", ranges=ranges)
            around = engine.table("verify/counts/around", cells=every, wider_sets=sets.wider)
            small, negative = engine.answer("verify/counts/differences", around=around, cells=every, k=k)
            if not negative:
                break
        else:
            return [
                ("from what contradicts itself: a count is larger than one around it, or parts than their total", 1)
            ]
        sums = engine.table("verify/counts/sums", parts=parts, ranges=ranges)
        remainders, hidden = engine.answer("verify/counts/left_over", sums=sums, cells=cells, ranges=ranges, k=k)
        return [
            ("from a count less that of a cell in it", small),
            ("as what is left of a total", remainders),
            ("of a cell that is not shown", hidden),
            ("of who holds none of several items", 0 if self.promise.person else self._none_of(every, sets)),
            ("of two sets that must stand together", self._shared(every, sets)),
        ]

    def _none_of(self, every: Table, sets: _TableSets) -> int:
        signs = self.engine.table("verify/counts/signs", within=sets.within, itemsets=sets.rows)
        return self.engine.number("verify/counts/none_of", signs=signs, cells=every, k=self.promise.k)

    def _shared(self, every: Table, sets: _TableSets) -> int:
        """Return how many times a few must hold two sets, though nothing shows that and so less than k do."""
        if self.promise.person or not self.promise.small_if_hidden:
            return 0
        engine = self.engine
        parts = {"within": sets.within, "labels_of": sets.labels_of}
        halves = engine.table("verify/counts/halves", chosen=self._chosen(sets), **parts)
        chosen = engine.number("verify/counts/must_share_chosen", halves=halves, cells=every, k=self.promise.k)
        return chosen + self._shared_pairs(every, sets)

    def _chosen(self, sets: _TableSets) -> Table:
        """Return the chosen itemsets, ``itemset``; but for pairs, if all of these are counted."""
        least = 3 if self.promise.counts_pairs else 2
        tables = {"numbers": sets.numbers, "itemsets": sets.rows}
        return self.engine.table("verify/counts/chosen", least=least, **tables)

    def _shared_pairs(self, every: Table, sets: _TableSets) -> int:
        """Return the same of pairs, if all of them are counted; of an older table: in groups that show some."""
        engine = self.engine
        if self.promise.kinds and not self.promise.counts_pairs:
            return 0
        query = "groups" if self.promise.kinds else "groups_of_pairs"
        all_pairs = engine.table(f"verify/counts/{query}", cells=every, itemsets=sets.rows)
        tables = {"cells": every, "itemsets": sets.rows, "above": sets.above, "all_pairs": all_pairs}
        return engine.number("verify/counts/must_share", k=self.promise.k, **tables)

    def _places(self, columns: Mapping[str, str] | tuple[str, ...]) -> Table:
        return self.engine.load("places", {"place": int}, [[self.promise.by.index(name) + 1 for name in columns]])

    def _first_ranges(self, cells: Table, parts: Table) -> Table:
        most = self.promise.k - 1 if self.promise.small_if_hidden else _ANY
        return self.engine.table("verify/counts/ranges", cells=cells, parts=parts, most=most)

    def _columns_that_add_up(self, cells: Table, parts: Table) -> tuple[tuple[str, ...], ...]:
        """Return the columns all of whose groups are named, as far as the table tells; and none, if that is wrong."""
        sums = self.engine.table("verify/counts/sums", parts=parts, ranges=self._first_ranges(cells, parts))
        unnamed = {int(place) for (place,) in self.engine.rows("verify/counts/unnamed_groups", sums=sums, cells=cells)}
        named = [name for name in self.promise.adds_up if self.promise.by.index(name) + 1 not in unnamed]
        return tuple(named), ()

    def _narrowed(self, ranges: Table, cells: Table, parts: Table, named: Table) -> Table | None:
        engine = self.engine
        for _ in range(_ROUNDS):
            sums = engine.table("verify/counts/sums", parts=parts, ranges=ranges)
            narrowed = engine.table(
                "verify/counts/narrowed", ranges=ranges, parts=parts, sums=sums, totals=cells, named=named
            )
            narrower, empty = engine.answer("verify/counts/changes", ranges=ranges, narrowed=narrowed)
            if empty:
                return None
            ranges = narrowed
            if not narrower:
                return ranges
        raise BadInput(
            f"what follows from totals and their parts is not told after {_ROUNDS} rounds",
            "publish it by fewer columns",
        )
