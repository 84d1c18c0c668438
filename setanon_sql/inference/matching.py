"""Match: how often does somebody who knows a few items of a person, some wrong, name the person's released record?

A released record scores by the known items that its labels fit, each the more the fewer records hold that label, or one
under it.
The best record is named if it stands out: no other has its score, and the next is so many standard deviations below.

Source: Narayanan and Shmatikov, "Robust De-anonymization of Large Sparse Datasets" (S&P 2008), section 4: there a label
tells 1 / log(records that hold it), here 1 / log(1 + records), so that one that a single record holds is worth no more
than all others together.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from setanon_sql.dataset import Dataset
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import Engine, scoped
from setanon_sql.fields import LIKEWISE, By, ComputedKey, Fields, in_json
from setanon_sql.inference.facts import fitting_pairs
from setanon_sql.numbers import tried_share
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.results import Result
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.text import count_of

#: Standard deviations by which the best record has to stand out from the next, as in the paper.
APART = Decimal("1.5")

#: Rows that scoring may take; fewer persons are tried where it would take more.
MOST_ROWS = 30_000_000


@dataclass(frozen=True)
class Matched(Fields):
    """Outcome for those of whom ``size`` items are known.

    ``guessed``: how many a guess among the best records gets right, as expected.
    """

    size: int
    persons: Annotated[int, "of whom so many items are known"]
    named_right: Annotated[int, "a record stood out, and was the person's"]
    named_wrong: Annotated[int, "it was another person's"]
    guessed: float
    nobody_named = ComputedKey[int](
        "no record stood out", lambda matched: matched.persons - matched.named_right - matched.named_wrong
    )
    share_right = ComputedKey[float | None](
        "of the persons, named rightly; null where nobody holds so many items", lambda matched: matched.interval[0]
    )
    share_right_low = ComputedKey[float | None]("95 % confidence interval of it", lambda matched: matched.interval[1])
    share_right_high = ComputedKey[float | None](LIKEWISE, lambda matched: matched.interval[2])
    guess_right = ComputedKey[float | None](
        "expected share where one of the best records is always named",
        lambda matched: matched.guessed / matched.persons if matched.persons else None,
    )

    @property
    def interval(self) -> tuple[float | None, float | None, float | None]:
        """Return the share that is named rightly, and its 95 % confidence interval."""
        return tried_share(self.named_right, self.persons)


@dataclass(frozen=True)
class MatchAttack(Result):
    """An attack on a release by known items."""

    records: Annotated[int, "released"]
    wrong: Annotated[float, "share of the known items that were another person's"]
    generalized: Annotated[bool, "were labels over the items known?"]
    not_released: Annotated[int, "persons who were tried and have no record in the release"]
    by_known: Annotated[tuple[Matched, ...], By("size"), "by the number of known items"]

    @property
    @in_json()
    def blind_guess(self) -> float:
        """Return how often a guess among all records is right."""
        return 1 / self.records if self.records else 0.0

    def summary(self) -> Summary:
        """Return a row for each number of known items."""
        columns = ("items_known", "persons", "named_right", "named_wrong", "share_right", "low", "high", "guess_right")
        rows = tuple(
            (row.size, row.persons, row.named_right, row.named_wrong, *row.interval, row.guess_right)
            for row in self.by_known
        )
        shares = frozenset({"share_right", "low", "high", "guess_right"})
        sentence = f"Of {self.records:,} released records a blind guess finds a person's with {self.blind_guess:.2g}."
        return Summary("Attack by known items", Listing(columns, rows, shares), sentences=(sentence,))


@dataclass(frozen=True)
class MatchRequest:
    """Knowledge of an adversary: at most ``most`` items of a person, a share ``wrong`` of them another person's.

    ``sample``: persons to try. ``generalized``: the labels over them, which ``taxonomy`` has.
    """

    most: int
    wrong: float = 0.0
    generalized: bool = False
    sample: int = 1000
    seed: str = "0"
    taxonomy: Taxonomy | None = None

    @property
    def sizes(self) -> list[int]:
        """Return the numbers of known items that are told."""
        return known_sizes(self.most)


@dataclass(frozen=True)
class ReleasedLots:
    """A release as it is scored: ``lots`` of equal records, the labels that each holds, and all ``labels``.

    ``places`` says in which lot each record is; see the step match.
    """

    labels: Table
    places: Table
    lots: Table
    lot_labels: Table

    @classmethod
    def of(cls, engine: Engine, release: Table, taxonomy: Taxonomy | None) -> "ReleasedLots":
        """Put the equal records of a ``release`` (``record_id, item``: labels) together."""
        labels = _weighed_labels(engine, release, taxonomy)
        places = engine.table("inference/match/placed", release=release, labels=labels)
        lots = engine.table("inference/match/lots", placed=places)
        lot_labels = engine.table("inference/match/held", lots=lots, release=release, labels=labels)
        return cls(labels, places, lots, lot_labels)

    def affordable(self, engine: Engine, sample: int, knowledge: Table, fitting: Table) -> int:
        """Return how many of a ``sample`` of persons to try, with a word where all of them would take too long."""
        rows = engine.number("inference/match/hit_count", known=knowledge, fitting=fitting, held=self.lot_labels)
        if rows <= MOST_ROWS:
            return sample
        fewer = max(1, sample * MOST_ROWS // rows)
        engine.trace.note(f"{count_of(fewer, 'person is', 'persons are')} tried: more would take too long")
        return fewer


def _weighed_labels(engine: Engine, release: Table, taxonomy: Taxonomy | None) -> Table:
    """Return ``number, label, weight`` of the labels of a release; some may stand over others."""
    labels = engine.table("inference/match/labels", release=release)
    released = {str(label) for (label,) in engine.rows(columns_of(labels, "label"))}
    nested = [
        (over, label)
        for label in released.intersection(taxonomy.depth if taxonomy else ())
        for over in released.intersection(taxonomy.path(label) if taxonomy else ()) - {label}
    ]
    if not nested:
        return labels
    pairs = sorted({*nested, *((label, label) for label in released)})
    below = engine.load_rows("below", {"label": str, "other": str}, pairs)
    return engine.table("inference/match/labels_over_others", release=release, labels=labels, below=below)


def known_sizes(most: int) -> list[int]:
    """Return the numbers of known items that are told: 1, 2, 4, 8, … and all."""
    return [*(2**step for step in range(most.bit_length()) if 2**step < most), most]


@scoped
def attack_match(dataset: Dataset, release: Table, truth: Table, request: MatchRequest) -> MatchAttack:
    """Carry out the attack; see the module.

    ``dataset``: the source. ``release``: ``record_id, item`` (labels). ``truth``: ``record_id`` (of the source's
    transactions), ``released_id`` (text).

    Cost: a join of what is known with the released records that hold a label which fits; fewer persons are tried where
    that would be over 30 million rows.
    """
    engine = dataset.engine
    engine.trace.begin_phase("looking for the records that fit what is known")
    released = ReleasedLots.of(engine, release, request.taxonomy)
    names = _names(dataset, request)
    fitting = fitting_labels(engine, names, released.labels, request.taxonomy)
    targets, knowledge = _drawn(dataset, names, request, request.sample)
    sample = released.affordable(engine, request.sample, knowledge, fitting)
    if sample < request.sample:
        targets, knowledge = _drawn(dataset, names, request, sample)
    hits = engine.table("inference/match/hits", known=knowledge, fitting=fitting, held=released.lot_labels)
    right = engine.table("inference/match/right_lots", targets=targets, truth=truth, placed=released.places)
    records = engine.count(released.places)
    scoring = {"hits": hits, "lots": released.lots}
    by_known = []
    for size in request.sizes:
        able = engine.table("inference/match/able", known=knowledge, size=size)
        best = engine.table("inference/match/best", able=able, size=size, records=records, **scoring)
        persons, named_right, named_wrong, guessed = engine.row(
            "inference/match/outcomes", able=able, best=best, right_lots=right, hits=hits, size=size, apart=APART
        )
        by_known.append(Matched(size, int(persons), int(named_right), int(named_wrong), float(guessed)))
    not_released = engine.count(targets) - engine.count(right)
    return MatchAttack(records, request.wrong, request.generalized, not_released, tuple(by_known))


def _names(dataset: Dataset, request: MatchRequest) -> Table:
    """Return what is known where an item is: ``item, label``, itself or the label over it."""
    items = columns_of(dataset.items, "item", "label")
    if not request.generalized:
        return dataset.engine.table(items)
    assert request.taxonomy is not None
    parents = request.taxonomy.parent
    rows = [(item, parents.get(str(label), str(label))) for item, label in dataset.engine.rows(items)]
    return dataset.engine.load_rows("names", {"item": int, "label": str}, rows)


@scoped
def fitting_labels(engine: Engine, names: Table, labels: Table, taxonomy: Taxonomy | None) -> Table:
    """Return which released labels fit what is known: ``known_label, label``, the same or one over the other.

    ``names``, ``labels``: what is known, and what is released (``label``).
    """
    knowable = [str(label) for (label,) in engine.rows(columns_of(names, "label"))]
    released = [str(label) for (label,) in engine.rows(columns_of(labels, "label"))]
    pairs = fitting_pairs(sorted(set(knowable)), released, taxonomy)
    return engine.load_rows("fitting", {"known_label": str, "label": str}, pairs)


@scoped
def _drawn(dataset: Dataset, names: Table, request: MatchRequest, sample: int) -> tuple[Table, Table]:
    """Draw persons and what is known of them: ``target, record_id`` and ``target, rank, label``."""
    engine = dataset.engine
    rows = {"transactions": dataset.transactions}
    targets = engine.table("inference/match/targets", seed=request.seed, sample=sample, **rows)
    right_items = engine.table("inference/match/drawn", targets=targets, seed=request.seed, known=request.most, **rows)
    wrong = round(request.wrong * engine.count(right_items))
    wrong_items = engine.table(
        "inference/match/mistaken", drawn=right_items, persons=engine.count(targets), wrong=wrong, seed=request.seed
    )
    return targets, engine.table("inference/match/known", drawn=right_items, mistaken=wrong_items, names=names)
