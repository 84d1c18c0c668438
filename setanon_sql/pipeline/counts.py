"""Counts with differential privacy, from a source to a file with its manifest."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any

from setanon_sql.choices import check_choice
from setanon_sql.dataset import Dataset
from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.fields import ABSENT, LIKEWISE, By, ComputedKey, Fields, Name
from setanon_sql.measures.itemsets import read_itemsets
from setanon_sql.methods.dp import CountedKind, CountRequest, KindRequest, NoisyCount, NoisyCounting
from setanon_sql.methods.dp.noise import refuse_missing_delta
from setanon_sql.numbers import whole_of
from setanon_sql.options.dp import PublishCounts
from setanon_sql.options.words import CountKind
from setanon_sql.pipeline.noisy import GUARANTEE, NoisyPublication
from setanon_sql.pipeline.noisy_pages import DRAWN, NO_SOURCE, SourceFacts, facts_of, spent_facts
from setanon_sql.pipeline.opening import opened, placed_tree, read_first, tree_of
from setanon_sql.query.templates import Table
from setanon_sql.release.budgets import Spent
from setanon_sql.report import PublicationParts
from setanon_sql.report.of_models import ListTable
from setanon_sql.results import Result
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, options_for
from setanon_sql.taxonomy import Taxonomy, encode
from setanon_sql.text import count

#: What such a file is called in its manifest.
METHOD = "counts"
_RIGHT_BELOW = "level 1 is right below the root"


@dataclass(frozen=True)
class ChosenItemsets:
    """Itemsets that were chosen: ``table`` (``itemset_id, item, size``), ``names`` by number, ``items`` by name."""

    table: Table | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class CountsParameters(Fields):
    """The parameters of published counts."""

    epsilon: Annotated[float | str, ABSENT, "of this publication"]
    delta: Annotated[float | str, ABSENT, LIKEWISE]
    k: Annotated[int, ABSENT, "`--k`: no smaller count follows"]
    rounded: Annotated[int, ABSENT, "likewise: counts are rounded down to multiples of it; 1: exact"]
    person: Annotated[bool, ABSENT, "true: persons are protected, and counted"]


#: What both kinds of published counts tell.
MODEL_OF_COUNTS = "`dp`; with `--k` `counts of k and more`"
OUT_OF_COUNTS = (
    "the file: `kind, item, item2, itemset, count, low, high`; with `--k` the columns of `--by`, `item, item2, count`, "
    "and `item3` where an itemset has three"
)
#: What a manifest tells of what is published with noise.
_PUBLIC = ("parameters", "guarantee", "noise", "kinds", "itemsets")


@dataclass(frozen=True)
class CountsResult(Result):
    """Counts that were published, with noise or without."""


@dataclass(frozen=True)
class PublishedCounts(CountsResult):
    """Counts that were published with differential privacy."""

    model: DifferentialPrivacy
    noise: Annotated[str, "`gaussian` or `laplace`"]
    kinds: Annotated[tuple[CountedKind, ...], By("name"), "`all`, `items`, `labels at level 1` …, `pairs`, `itemsets`"]
    itemsets: Annotated[Mapping[str, tuple[str, ...]], "`--itemsets`: the items of each"] = field(default_factory=dict)
    out: Annotated[str, OUT_OF_COUNTS] = ""
    spent: Annotated[Spent | None, "with `--budget`"] = None
    name = ComputedKey[str](MODEL_OF_COUNTS, lambda counts: counts.model.name, Name("model"))
    parameters = ComputedKey[CountsParameters]("", lambda counts: counts.model.parameters)
    guarantee = ComputedKey[str](GUARANTEE, lambda counts: counts.model.guarantee)

    @property
    def counts(self) -> tuple[NoisyCount, ...]:
        """Return all rows."""
        return tuple(row for kind in self.kinds for row in kind.counts)

    def summary(self) -> Summary:
        """Return a row for each count."""
        heads = tuple(field.name for field in fields(NoisyCount))
        rows = tuple(astuple(row) for row in self.counts)
        return Summary("Counts with differential privacy", Listing(heads, rows), sentences=(self.model.guarantee,))

    def manifest_fields(self) -> dict[str, Any]:
        """Return what the manifest tells: the promise, and the noise; nothing of the data that has none."""
        fields = super().to_json()
        return {name: fields[name] for name in _PUBLIC if name in fields}

    def report_parts(self, facts: SourceFacts) -> PublicationParts:
        """Return what a report tells of them."""
        unit = "person" if self.model.person else "record"
        rows = {"Counts": f"{count(len(self.counts))} of {unit}s", "Noise": f"{self.noise}, from OpenDP"}
        rows |= {"File": Path(self.out).name} if self.out else {}
        return PublicationParts(
            title="Counts with differential privacy", model=self.model, published=tuple(rows.items()),
            noisy=(
                f"Each count, and the interval around it: it is of the {unit}s that were counted.",
                "Which items, labels and pairs are listed: those whose count reached the threshold with its noise.",
                f"How many {unit}s hold more of a kind than they count for.",
                DRAWN,
            ),
            exact=(
                "How the noise was made: its scale and the thresholds, which follow from epsilon and delta alone.",
                "The taxonomy and the chosen itemsets, where there are any: they may not come from the data.",
                NO_SOURCE,
            ),
            kinds=_kinds_table(self.kinds), columns=facts.columns, source_counts=facts.counts,
            spent=spent_facts(self.spent),
        )  # fmt: skip

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object of ``docs/json.schema.json``, with the rows where there is no file."""
        rows = {} if self.out else {"counts": [asdict(row) for row in self.counts]}
        return super().to_json(show_values=show_values) | rows


def _kinds_table(kinds: Sequence[CountedKind]) -> ListTable:
    """Return a row for each kind: all of it is public, as the manifest tells it."""
    heads = ("Kind", "Published", "Threshold", "Most of one", "Hold more, with noise", "Interval, 95 %")
    rows = [
        (
            kind.name,
            count(len(kind.counts)),
            "–" if kind.mechanism.threshold is None else count(kind.mechanism.threshold),
            "–" if kind.name == "all" else count(kind.most),
            "–" if kind.name == "all" else count(kind.over_most),
            f"-{count(kind.below)} … +{count(kind.above)}",
        )
        for kind in kinds
    ]
    return ListTable("The counts by kind", heads, rows)


class CountsPipeline:
    """Counts in the making: what is asked for, checked before the work."""

    def __init__(self, request: PublishCounts) -> None:
        """Check all that can be checked before the work; raises BadParameter and BadDestination."""
        self.given = request
        assert request.epsilon is not None
        self.model = DifferentialPrivacy.from_numbers(request.epsilon, request.delta, person=bool(request.person))
        self.reading = options_for(request.source, request.options, request.person, request)
        self.settings = request.settings or Settings()
        self.kinds = kinds_of(request)
        self.levels = sorted({whole_of("<label_levels>", level, _RIGHT_BELOW) for level in request.label_levels})
        if not self.model.delta:
            refuse_missing_delta(request.noise, any_open=self.kinds != ("itemsets",))
        reads = [request.taxonomy, request.itemsets]
        self.publication = NoisyPublication(request, self.model, self.reading, METHOD, reads)

    def publish(self) -> PublishedCounts:
        """Count, add noise, write the counts and what is spent by them."""
        request = self.given
        with self.settings.engine_for(self.reading.db) as engine:
            with read_first(engine, request.source, request.taxonomy, request.itemsets):
                tree = None if request.taxonomy is None else tree_of(engine, request.taxonomy, self.reading)
                dataset = opened(engine, request.source, self.reading, tree)
                chosen = chosen_itemsets(engine, request, self.reading)
                counting = NoisyCounting(dataset, self._request(engine, dataset, chosen, tree))
            self.publication.warn(engine.trace)
            facts = facts_of(dataset, request.person, items="counted, with noise: its values are listed, not its rows")
            kinds = counting.count()
        out = self.publication.out
        published = PublishedCounts(self.model, request.noise, tuple(kinds), chosen.items, str(out or ""))
        spent = self.publication.spend() if out is None else self._write(published)
        published = replace(published, spent=spent)
        self.publication.tell(published.report_parts(facts))
        return published

    def _request(
        self, engine: DuckDBEngine | Warehouse, dataset: Dataset, chosen: ChosenItemsets, tree: Taxonomy | None
    ) -> CountRequest:
        """Return what is to be counted."""
        tree = tree if "labels" in self.kinds else None
        kinds = tuple(part for kind in self.kinds for part in self._requests(kind, tree))
        nodes = None if tree is None else encode(engine, placed_tree(dataset, tree, self.reading), dataset)
        return CountRequest(self.model, kinds, self.given.noise, nodes, chosen.table, chosen.names)

    def _requests(self, kind: str, tree: Taxonomy | None) -> Iterator[KindRequest]:
        """Yield the kinds of counts that a word stands for: labels of each level are a kind."""
        request = self.given
        most = {"pairs": request.most_pairs, "labels": request.most_labels}.get(kind) or request.most
        if kind != "labels":
            yield KindRequest(kind, most)
        else:
            assert tree is not None
            yield from (KindRequest(kind, most, level) for level in _levels(tree, self.levels))

    def _write(self, published: PublishedCounts) -> Spent | None:
        """Write the counts whole or not at all, with their manifest; return what is spent."""
        rows = [(place, *astuple(row)) for place, row in enumerate(published.counts, 1)]
        kinds: dict[str, type[int] | type[str]] = {"place": int, "kind": str, "item": str, "item2": str, "itemset": str}
        kinds |= dict.fromkeys(("count", "low", "high"), int)
        with DuckDBEngine(threads=1) as engine:
            table = engine.load_rows("published", kinds, rows)
            return self.publication.write(
                engine, "dp/publish/counts_{form}", {"published": table}, published.manifest_fields()
            )


def chosen_itemsets(engine: DuckDBEngine | Warehouse, request: PublishCounts, reading: SourceOptions) -> ChosenItemsets:
    """Return the chosen itemsets with their sizes, what each is called, and its items."""
    if request.itemsets is None:
        return ChosenItemsets()
    chosen = read_itemsets(engine, request.itemsets, "<itemsets>", reading.db, reading.item)
    labels: dict[int, list[str]] = {}
    for number, label in chosen.rows:
        labels.setdefault(number, []).append(label)
    rows = [(number, label, len(labels[number])) for number, label in chosen.rows]
    table = engine.load_rows("itemsets", {"itemset_id": int, "item": str, "size": int}, rows)
    items = {chosen.names[number]: tuple(sorted(labels[number])) for number in labels}
    return ChosenItemsets(table, {number: chosen.names[number] for number in labels}, items)


def _levels(tree: Taxonomy, chosen: Sequence[int]) -> Sequence[int]:
    """Return the levels whose labels are counted: those chosen, or each with a label between the root and the items."""
    labelled = sorted({tree.depth[label] for label in tree.children} - {0})
    if not labelled:
        raise BadParameter("the taxonomy has no label between its root and the items", "leave <taxonomy> out")
    if deeper := [level for level in chosen if level not in labelled]:
        raise BadParameter(
            f"<label_levels> is {deeper[0]}, and labels stand at levels 1 to {labelled[-1]} only", _RIGHT_BELOW
        )
    return chosen or labelled


def kinds_of(request: PublishCounts) -> tuple[str, ...]:
    """Return what is counted, in order; raises BadParameter where that cannot be."""
    kinds: Sequence[str] = tuple(request.count)
    for kind in kinds:
        check_choice("<count>", kind, CountKind)
    if not kinds and request.itemsets is None:
        kinds = ("items", "labels", "pairs") if request.taxonomy is not None else ("items", "pairs")
    if "labels" in kinds and request.taxonomy is None:
        raise BadParameter(
            "labels are those of a taxonomy, and none was given",
            "give a <taxonomy> that does not come from the data, such as the catalog's",
        )
    if request.label_levels and "labels" not in kinds:
        raise BadParameter("<label_levels> tells of labels, and none are counted", "count labels, too")
    if "pairs" in kinds and "items" not in kinds:
        raise BadParameter("pairs are counted of the items that are published", "count items, too")
    if request.itemsets is not None:
        kinds = (*kinds, "itemsets")
    return tuple(kind for kind in ("items", "labels", "pairs", "itemsets") if kind in kinds)
