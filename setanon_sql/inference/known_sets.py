"""How many records of a release can be meant by known items, for somebody who knows how its labels were lifted?

A record can be meant that shows a label for each known item: the item, or one over it. By the release alone these are k
at least. Who knows the method rules out those of which no original that holds the items gives this release.

1. Draw records of the source, and of each so many items as may be known.
2. Count the records that show labels for them.
3. With secret floors nothing is ruled out: every original that fits a release could have given it, with its floors at
   the release itself.
4. Without floors ask all originals, where they are few (``lifted_originals``).
5. Where they are many nothing is ruled out here. But some records are surely left: one that holds the items, and each
   that shows the same labels, as both can change places.

Source: Cohen, "Attacks on Deidentification's Defenses" (USENIX Security 2022), section 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.inference.known_sets_results import Argument, KnownSetsAttack
from setanon_sql.inference.lifted_originals import EqualRecords, FittingOriginals, LiftedOriginals, lifted_originals
from setanon_sql.inference.matching import ReleasedLots
from setanon_sql.methods.recoding import Price
from setanon_sql.query.templates import Bind, Table, columns_of
from setanon_sql.taxonomy import Taxonomy

#: An original of local recoding takes so many times as long as one of best labels.
_SLOWER = 20


@dataclass(frozen=True)
class KnownSetsRequest:
    """Knowledge of an adversary: the promise, how labels were lifted, and items of a record.

    ``floor``: the probability of each step to a secret floor. ``prices``: by which labels may have been lifted.
    ``sets``: known sets to try, drawn by ``seed``. ``most``: records of originals to look at.
    """

    k: int
    m: int
    floor: float
    prices: Sequence[Price]
    sets: int
    seed: str
    most: int


@scoped
def attack_known_sets(
    dataset: Dataset, release: Table, truth: Table | None, taxonomy: Taxonomy, request: KnownSetsRequest
) -> KnownSetsAttack:
    """Count the records that known sets leave; see the module for the plan.

    ``dataset``: the source. ``release``: ``record_id, item`` (labels). ``truth``: ``record_id`` (of the source's
    transactions), ``released_id`` (text); None where that is not known. ``taxonomy``: has the items and the labels.

    Cost: a join of what is known with the released records that show a label for it, and the originals asked.
    Raises BadInput where labels are not in the taxonomy.
    """
    return _Attack(dataset, release, truth, taxonomy, request).outcome()


class _Attack:
    """The attack, step by step."""

    def __init__(
        self, dataset: Dataset, release: Table, truth: Table | None, taxonomy: Taxonomy, request: KnownSetsRequest
    ) -> None:
        self.engine: Engine = dataset.engine
        self.dataset = dataset
        self.release = release
        self.truth = truth
        self.taxonomy = taxonomy
        self.request = request
        self.lots = ReleasedLots.of(self.engine, release, None)
        self.labels = [str(label) for (label,) in self.engine.rows(columns_of(self.lots.labels, "label"))]
        if strange := sum(label not in taxonomy.depth for label in self.labels):
            raise BadInput(f"labels of the release are not in the taxonomy: {strange:,}", "is it that of the release?")
        self._draw(request.sets)
        sets = self.lots.affordable(self.engine, request.sets, self.known, self.fitting)
        if sets < request.sets:
            self._draw(sets)
        hits = self.engine.table(
            "inference/match/hits", known=self.known, fitting=self.fitting, held=self.lots.lot_labels
        )
        self.candidates = self.engine.table("recoding/known_sets/candidates", known=self.known, hits=hits)

    def _draw(self, sets: int) -> None:
        """Draw what is known, and which labels the items may have."""
        engine = self.engine
        rows: dict[str, Bind] = {"transactions": self.dataset.transactions, "seed": self.request.seed}
        self.targets = engine.table("inference/match/targets", sample=sets, **rows)
        self.drawn = engine.table("inference/match/drawn", targets=self.targets, known=self.request.m, **rows)
        self.known = engine.table("inference/infer/known", drawn=self.drawn, marked=self.dataset.items)
        released = set(self.labels)
        items = {str(label) for (label,) in engine.rows(columns_of(self.known, "label"))}
        pairs = [(item, label) for item in sorted(items) for label in self.taxonomy.path(item) if label in released]
        self.fitting = engine.load_rows("fitting", {"known_label": str, "label": str}, pairs)

    def outcome(self) -> KnownSetsAttack:
        """Return how many records each set leaves."""
        if self.request.floor:
            return self._attack_over("floors", self.candidates, self.candidates)
        originals = self._originals()
        if originals is None:
            return self._attack_over("equal_records", self.candidates, self._surely_left())
        tables = {"possible": originals.possible, "content_items": originals.content_items, "leaves": originals.leaves}
        possible_lots = self.engine.table(
            "recoding/known_sets/possible_candidates", known=self.known, candidates=self.candidates, **tables
        )
        return self._attack_over("originals", possible_lots, possible_lots, originals)

    def _attack_over(
        self, argument: Argument, most: Table, least: Table, originals: LiftedOriginals | None = None
    ) -> KnownSetsAttack:
        engine = self.engine
        tables = {"targets": self.targets, "lots": self.lots.lots, "candidates": self.candidates}
        left_records = engine.table("recoding/known_sets/left_records", most=most, least=least, **tables)
        counts = engine.row("recoding/known_sets/outcomes", left_records=left_records, k=self.request.k)
        sets, not_shown, under_k, enough = map(int, counts[:4])
        shown, fewest = (None if number is None else int(number) for number in counts[4:])
        request = self.request
        attack = KnownSetsAttack(
            engine.count(self.lots.places), request.k, request.m, request.floor, sets, not_shown, under_k, enough,
            shown, fewest, argument,
        )  # fmt: skip
        return replace(attack, allowed=originals.allowed, giving=originals.giving) if originals else attack

    def _originals(self) -> LiftedOriginals | None:
        """Ask all originals; None where these are too many."""
        most = self.request.most // _SLOWER
        if self.engine.count(self.lots.lots) > most or len(self.labels) > most:
            return None
        fitting = FittingOriginals(self.taxonomy, self._equal_records())
        if fitting.more_than(most):
            return None
        return lifted_originals(self.engine, fitting, self.request.k, self.request.m, self.request.prices)

    def _equal_records(self) -> list[EqualRecords]:
        labels: dict[int, set[str]] = {}
        for lot, label in self.engine.rows(columns_of(self.lots.lot_labels, "lot", "label")):
            labels.setdefault(int(lot), set()).add(str(label))
        sizes = self.engine.rows(columns_of(self.lots.lots, "lot", "records"))
        return [EqualRecords(int(lot), int(size), frozenset(labels[int(lot)])) for lot, size in sorted(sizes)]

    def _surely_left(self) -> Table:
        """Return the lots (``target, lot``) with a record that holds what is known."""
        engine = self.engine
        if self.truth is None:
            return engine.empty("least", "target", "lot")
        return engine.table(
            "recoding/known_sets/holding", drawn=self.drawn, transactions=self.dataset.transactions, truth=self.truth,
            placed=self.lots.places, candidates=self.candidates,
        )  # fmt: skip
