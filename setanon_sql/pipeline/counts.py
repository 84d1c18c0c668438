"""Counts with differential privacy, from a source to a file with its manifest."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from setanon_sql.choices import check_choice
from setanon_sql.dataset import Dataset
from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.measures.itemsets import read_itemsets
from setanon_sql.methods.dp import CountedKind, CountRequest, NoisyCount, NoisyCounting
from setanon_sql.numbers import number_text
from setanon_sql.options.dp import PublishCounts
from setanon_sql.options.words import CountKind
from setanon_sql.pipeline.noisy import ALONE, NoisyPublication
from setanon_sql.pipeline.opening import opened, placed_tree, read_first, tree_of
from setanon_sql.query.templates import Table
from setanon_sql.results import Result
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from setanon_sql.taxonomy import Nodes, encode

#: What such a file is called in its manifest.
METHOD = "counts"


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
        reads = [request.taxonomy, request.itemsets]
        self.publication = NoisyPublication(request, self.model, self.reading, METHOD, reads)

    def publish(self) -> PublishedCounts:
        """Count, add noise, write; what is spent is written down before anything is drawn."""
        request = self.given
        with self.settings.engine_for(self.reading.db) as engine:
            with read_first(engine, request.source, request.taxonomy, request.itemsets):
                dataset = opened(engine, request.source, self.reading)
                counting = NoisyCounting(dataset, self._request(engine, dataset))
            spent = self.publication.spend()
            if spent is None:
                engine.trace.warn(ALONE)
            kinds = counting.count()
        out = self.publication.out
        published = PublishedCounts(self.model, request.noise, request.most, tuple(kinds), str(out or ""), spent)
        if out is not None:
            self._write(published)
        return published

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

    def _write(self, published: PublishedCounts) -> None:
        """Write the counts whole or not at all, with their manifest."""
        rows = [(place, *asdict(row).values()) for place, row in enumerate(published.counts, 1)]
        kinds: dict[str, type[int] | type[str]] = {"place": int, "kind": str, "items": str}
        kinds |= dict.fromkeys(("count", "low", "high"), int)
        with DuckDBEngine(threads=1) as engine:
            table = engine.load_rows("published", kinds, rows)
            self.publication.write(
                engine, "dp/publish/counts_{form}", {"published": table}, published.manifest_fields()
            )


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
