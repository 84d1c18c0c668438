"""Counts with differential privacy, from a source to a file with its manifest."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from setanon_sql.choices import check_choice
from setanon_sql.dataset import Dataset
from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadDestination, BadParameter
from setanon_sql.measures.itemsets import read_itemsets
from setanon_sql.methods.dp import CountedKind, CountRequest, NoisyCount, NoisyCounting
from setanon_sql.methods.dp.noise import library
from setanon_sql.numbers import number_text
from setanon_sql.options.dp import PublishCounts
from setanon_sql.options.words import CountKind
from setanon_sql.pipeline.opening import opened, placed_tree, read_first, tree_of
from setanon_sql.query.templates import Table
from setanon_sql.release.budgets import Budget
from setanon_sql.release.file_checks import check_release_free, refuse_twice
from setanon_sql.release.files import DELIMITERS, copy, form_of_copy
from setanon_sql.release.manifest import file_manifest
from setanon_sql.release.recovery import recover_interrupted
from setanon_sql.release.sidecar import publish_with_manifest
from setanon_sql.release.staging import hold_folders, staging
from setanon_sql.results import Result
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, options_for
from setanon_sql.sources.files import paths_in
from setanon_sql.taxonomy import Nodes, encode
from setanon_sql.verify.contents import fingerprint

#: What such a file is called in its manifest.
METHOD = "counts"
ALONE = (
    "Nobody adds up here what else is published of these people: every further publication adds its epsilon and delta. "
    "<budget=FILE.json> does."
)


@dataclass(frozen=True)
class PublishedCounts(Result):
    """Counts that were published with differential privacy.

    ``model``: what is promised. ``noise``: how the noise is distributed. ``most``: keys of each kind for which a record
    (or person) counts. ``kinds``: how each kind was counted. ``counts``: the rows that were published, with their
    intervals of 95 %, the largest of each kind first. ``out``: the file; empty where there is none. ``spent``: epsilon
    and delta of all that was published of these people so far, None where nobody adds up.
    """

    model: DifferentialPrivacy
    noise: str
    most: int
    kinds: tuple[CountedKind, ...]
    out: str = ""
    spent: tuple[Fraction, Fraction] | None = None

    @property
    def counts(self) -> tuple[NoisyCount, ...]:
        """Return all rows."""
        return tuple(row for kind in self.kinds for row in kind.counts)

    def summary(self) -> Summary:
        """Return a row for each count."""
        rows = tuple((row.kind, row.items, row.count, row.low, row.high) for row in self.counts)
        heads = ("kind", "items", "count", "low", "high")
        return Summary("Counts with differential privacy", Listing(heads, rows), sentences=(self.model.guarantee,))

    def manifest_fields(self) -> dict[str, Any]:
        """Return what the manifest tells: the promise, and the noise; nothing of the data that has none."""
        return {
            "parameters": self.model.parameters,
            "guarantee": self.model.guarantee,
            "noise": self.noise,
            "most": self.most,
            "kinds": {kind.mechanism.part.name: _kind_fields(kind) for kind in self.kinds},
        }

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.md``."""
        fields = {"model": self.model.name, **self.manifest_fields()}
        if self.spent:
            fields["spent"] = {"epsilon": number_text(self.spent[0]), "delta": number_text(self.spent[1])}
        return fields | ({"out": self.out} if self.out else {"counts": [asdict(row) for row in self.counts]})


def _kind_fields(kind: CountedKind) -> dict[str, Any]:
    mechanism = kind.mechanism
    return {
        "published": len(kind.counts),
        "scale": round(mechanism.scale, 3),
        "spread": round(mechanism.spread, 1),
        "threshold": mechanism.threshold,
        "counted_share": round(min(1.0, kind.counted_share), 4),
    }


class CountsPipeline:
    """Counts in the making: what is asked for, checked before the work."""

    def __init__(self, request: PublishCounts) -> None:
        """Check all that can be checked before the work; raises BadParameter and BadDestination."""
        self.given = request
        self.model = DifferentialPrivacy.from_numbers(request.epsilon, request.delta, person=bool(request.person))
        self.reading = options_for(request.source, request.options, request.person, request)
        self.settings = request.settings or Settings()
        self.kinds = _kinds(request)
        self._refuse_caps(self.reading)
        self.out = None if request.out is None else Path(request.out)
        self.budget = self._budget()
        library()
        if self.out is not None:
            self._check_out(self.out)

    def publish(self) -> PublishedCounts:
        """Count, add noise, write; what is spent is written down before anything is drawn."""
        request = self.given
        with self.settings.engine_for(self.reading.db) as engine:
            with read_first(engine, request.source, request.taxonomy, request.itemsets):
                dataset = opened(engine, request.source, self.reading)
                counting = NoisyCounting(dataset, self._request(engine, dataset))
            spent = self.budget.spend(self.model, str(self.out.name if self.out else "")) if self.budget else None
            if self.budget is None:
                engine.trace.warn(ALONE)
            kinds = counting.count()
        published = PublishedCounts(self.model, request.noise, request.most, tuple(kinds), str(self.out or ""), spent)
        if self.out is not None:
            self._write(self.out, published)
        return published

    def _refuse_caps(self, reading: SourceOptions) -> None:
        if reading.cap or reading.cap_records:
            raise BadParameter(
                "<cap> and <cap_records> draw from all of the data, so that one record changes what others lose",
                "leave them out: <most> limits what a record or person counts for",
            )

    def _budget(self) -> Budget | None:
        request = self.given
        if request.budget is None:
            if request.total_epsilon is not None or request.total_delta is not None:
                raise BadParameter("a total is of a file that adds up", "name it: <budget>")
            if request.overwrite:
                raise BadParameter(
                    "counts that are replaced were published, too: both add up", "say which file adds up: <budget>"
                )
            return None
        budget = Budget(Path(request.budget), request.total_epsilon, request.total_delta)
        budget.check()
        return budget

    def _check_out(self, out: Path) -> None:
        if out.suffix.lower() not in {".parquet", *DELIMITERS}:
            raise BadDestination(f"{out.name} cannot be written", "use .parquet, .csv or .tsv")
        recover_interrupted(out)
        if self.budget:
            refuse_twice(self.budget.path, [out])
        check_release_free(out, overwrite=self.given.overwrite, inputs=self._reads(), kind=METHOD)

    def _reads(self) -> list[Path]:
        return paths_in([self.given.source, self.given.taxonomy, self.given.itemsets])

    def _request(self, engine: DuckDBEngine | Warehouse, dataset: Dataset) -> CountRequest:
        """Read what is to be counted."""
        itemsets, names = self._itemsets(engine)
        return CountRequest(
            self.model, self.kinds, self.given.most, self.given.noise, self._nodes(engine, dataset), itemsets, names
        )

    def _nodes(self, engine: DuckDBEngine | Warehouse, dataset: Dataset) -> Nodes | None:
        if self.given.taxonomy is None or "labels" not in self.kinds:
            return None
        tree = placed_tree(dataset, tree_of(engine, self.given.taxonomy, self.reading), self.reading)
        return encode(engine, tree, dataset)

    def _itemsets(self, engine: DuckDBEngine | Warehouse) -> tuple[Table | None, dict[int, str]]:
        """Return the chosen itemsets with their sizes, and what each is called: its items."""
        if self.given.itemsets is None:
            return None, {}
        chosen = read_itemsets(engine, self.given.itemsets, "<itemsets>", self.reading.db, self.reading.item)
        labels: dict[int, list[str]] = {}
        for number, label in chosen.rows:
            labels.setdefault(number, []).append(label)
        rows = [(number, label, len(labels[number])) for number, label in chosen.rows]
        table = engine.load_rows("itemsets", {"itemset_id": int, "item": str, "size": int}, rows)
        return table, {number: " & ".join(sorted(items)) for number, items in labels.items()}

    def _write(self, out: Path, published: PublishedCounts) -> None:
        """Write the counts whole or not at all, with their manifest."""
        form, more = form_of_copy(out)
        rows = [(place, *asdict(row).values()) for place, row in enumerate(published.counts, 1)]
        kinds: dict[str, type[int] | type[str]] = {"place": int, "kind": str, "items": str}
        kinds |= dict.fromkeys(("count", "low", "high"), int)
        with DuckDBEngine(threads=1) as engine, staging(out) as private:
            staged = private / f"rows{out.suffix.lower()}"
            table = engine.load_rows("published", kinds, rows)
            copy(engine, f"dp/publish/counts_{form}", staged, published=table, **more)
            fields = file_manifest(METHOD, {out.name: fingerprint(staged).sha256}) | published.manifest_fields()
            with hold_folders(out):
                old = check_release_free(out, overwrite=self.given.overwrite, inputs=self._reads(), kind=METHOD)
                publish_with_manifest(staged, out, fields, old)


def _kinds(request: PublishCounts) -> tuple[str, ...]:
    """Return what is counted, in order; raises BadParameter where that cannot be."""
    kinds: Sequence[str] = tuple(request.count)
    for kind in kinds:
        check_choice("<count>", kind, CountKind)
    if not kinds and request.itemsets is None:
        kinds = ("items", "labels", "pairs") if request.taxonomy is not None else ("items", "pairs")
    if "labels" in kinds and request.taxonomy is None:
        raise BadParameter("labels are those of a taxonomy, and none was given", "give <taxonomy>")
    if "pairs" in kinds and "items" not in kinds:
        raise BadParameter("pairs are counted of the items that are published", "count items, too")
    if request.itemsets is not None:
        kinds = (*kinds, "itemsets")
    return tuple(kind for kind in ("items", "labels", "pairs", "itemsets") if kind in kinds)
