"""DiffPart: made-up records with differential privacy, from parts of the records and a tree that is public.

Chen, Mohammed, Fung, Desai and Xiong, "Publishing Set-Valued Data via Differential Privacy" (PVLDB 2011), Algorithm 1.

1. Of each record at most so many items are left, by a lot that has nothing to do with other records. All records that
   hold any are one part, under the root.
2. A label of each part is opened, the highest. Its records go by the set of labels below that they hold. Each set that
   there can be, also one that no record holds, gets a count with noise of its own: it is a part if that reaches a
   threshold.
3. Where a label is opened and only items are left then, these counts are the last ones, and are published: so many
   records with these items.

A record is in one part at a time, and in one set of it. What is spent for it is the sum along the way of that part:
half of epsilon, in equal shares of what is left of it for each opening that may still come, and all the rest for the
last count. How many openings may come is told by the tree and the limit of items alone. A record of the paper has no
limit; with one as large as the tree this is the paper's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import ceil, sqrt

from setanon_sql.dataset import Dataset
from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.engine import scoped
from setanon_sql.methods.dp.drawing import UnitKeys, limited
from setanon_sql.methods.dp.noise import BudgetPart, Mechanism, mechanisms
from setanon_sql.methods.dp.tree import Cut, PublicTree
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.text import count_of

#: A part is gone on with, or published, where its count is so many standard deviations of its noise: times the height
#: of the label that was opened; for the last count. The paper's C1 and C2.
ON_THE_WAY = 6.75
LAST = 2.75


@dataclass(frozen=True)
class RecordRequest:
    """A ``model``, the public ``tree``, and how many items of each record are left at ``most``."""

    model: DifferentialPrivacy
    tree: PublicTree
    most: int


@dataclass(frozen=True)
class MadeUpSet:
    """The ``items`` that ``records`` made-up records hold, and no others."""

    items: tuple[str, ...]
    records: int


@dataclass(frozen=True)
class RecordPart:
    """Records that hold an item under each label of a ``cut``, and no others; ``spent``: of epsilon, on the way."""

    cut: Cut
    spent: Fraction = Fraction(0)


@dataclass(frozen=True)
class LabelOpening:
    """A part whose ``label`` is opened: its ``sets`` get counts with the noise of a ``mechanism``.

    ``sets``: of children, as sums of bits. ``threshold``: what a count has to reach. ``is_last``: only items are left.
    """

    part: RecordPart
    label: int
    sets: Sequence[int]
    mechanism: Mechanism
    threshold: int
    is_last: bool


class OpeningPlan:
    """A plan of what is done with a part, as far as the request alone tells it."""

    def __init__(self, request: RecordRequest) -> None:
        """Plan for a request."""
        self.tree = request.tree
        self.most = request.most
        self.epsilon = request.model.epsilon

    def opening(self, part: RecordPart) -> LabelOpening | None:
        """Return how a part is opened, None where all its labels are items."""
        label = self.tree.to_open(part.cut)
        if label is None:
            return None
        sets = sets_of(len(self.tree.children[label]), self.most - len(part.cut) + 1)
        openings = self.tree.most_openings(part.cut, self.most)
        if openings == 1:
            return LabelOpening(part, label, sets, *self.last_count(part), is_last=True)
        mechanism = noise((self.epsilon / 2 - part.spent) / (openings - 1))
        threshold = ceil(ON_THE_WAY * self.tree.heights[label] * sqrt(2) * mechanism.scale)
        return LabelOpening(part, label, sets, mechanism, threshold, is_last=False)

    def last_count(self, part: RecordPart) -> tuple[Mechanism, int]:
        """Return the noise of the count that is published, and its threshold: all that is left is spent."""
        mechanism = noise(self.epsilon - part.spent)
        return mechanism, max(1, ceil(LAST * sqrt(2) * mechanism.scale))

    def part_of(self, opening: LabelOpening, subset: int) -> RecordPart:
        """Return the part that comes of a set of children."""
        children = self.tree.children[opening.label]
        below = (child for place, child in enumerate(children) if subset >> place & 1)
        cut = sorted({*opening.part.cut, *below} - {opening.label})
        return RecordPart(tuple(cut), opening.part.spent + Fraction(opening.mechanism.spent))


class RecordMaking:
    """The making of records from a dataset: the records that hold what, and the sets that are published by now.

    Cost: for each opening of the longest way a pass over the records that are still in a part; about 10 microseconds a
    set of children and part, of which there are up to 2^fan-out.
    """

    def __init__(self, dataset: Dataset, request: RecordRequest) -> None:
        """Read who holds which item of the tree."""
        self.engine = dataset.engine
        self.request = request
        self.plan = OpeningPlan(request)
        self.held = self._leaves_of_units(dataset)
        self.below = self.engine.load_rows("below", {"label": int, "leaf": int, "bit": int}, request.tree.below)
        self.published: dict[Cut, int] = {}

    def make(self) -> tuple[MadeUpSet, ...]:
        """Return the sets that are published, by their items."""
        self.engine.trace.begin_phase("dividing records into parts")
        parts: Mapping[int, RecordPart] = {0: RecordPart((self.request.tree.root,))}
        members = self.engine.table("dp/parts/first", held=self.held, part=0)
        while parts:
            members, parts = self._step(members, parts)
        items = self.request.tree.items
        sets = [MadeUpSet(tuple(sorted(items[leaf] for leaf in cut)), n) for cut, n in self.published.items()]
        return tuple(sorted(sets, key=lambda made_up: made_up.items))

    @scoped
    def _leaves_of_units(self, dataset: Dataset) -> Table:
        """Return which leaves a record holds (``unit, key``), at most so many of each."""
        leaves = self.engine.load_rows("leaves", {"leaf": int, "label": str}, self.request.tree.leaves)
        tables = {"transactions": dataset.transactions, "items": dataset.items, "leaves": leaves}
        holding = self.engine.table("dp/parts/held", **tables)
        if left_out := self.engine.number("dp/parts/left_out", items=dataset.items, leaves=leaves):
            self.engine.trace.note(
                f"for you alone: {count_of(left_out, 'item')} of the data "
                f"{'is not public and is' if left_out == 1 else 'are not public and are'} left out"
            )
        names = self.engine.view(columns_of(dataset.names(), unit="record_id", name="source_id"))
        keys = self.engine.view(columns_of(leaves, key="leaf", name="label"))
        return limited(self.engine, UnitKeys(holding, names, keys), self.request.most)[0]

    @scoped
    def _step(self, members: Table, parts: Mapping[int, RecordPart]) -> tuple[Table, Mapping[int, RecordPart]]:
        """Open a label of each part, and publish the parts of which only items are left; return those that remain."""
        openings = {number: opening for number, part in parts.items() if (opening := self.plan.opening(part))}
        self._publish_whole(members, {number: part for number, part in parts.items() if number not in openings})
        rows = [(number, opening.label) for number, opening in openings.items()]
        opened = self.engine.load_rows("opened", {"part": int, "label": int}, rows)
        subsets = self.engine.table(
            "dp/parts/subsets", members=members, opened=opened, below=self.below, held=self.held
        )
        reached = list(self._reaching(openings, self._counts(subsets)))
        going_on = [(number, subset) for number, subset, _ in reached if not openings[number].is_last]
        for number, subset, count in reached:
            if openings[number].is_last:
                self.published[self.plan.part_of(openings[number], subset).cut] = count
        after = {place: self.plan.part_of(openings[number], subset) for place, (number, subset) in enumerate(going_on)}
        noted = [(number, subset, place) for place, (number, subset) in enumerate(going_on)]
        table = self.engine.load_rows("noted", {"part": int, "subset": int, "next": int}, noted)
        return self.engine.table("dp/parts/members", subsets=subsets, noted=table), after

    def _counts(self, subsets: Table) -> dict[int, dict[int, int]]:
        """Return how many records hold a set of children, by part and set: only what records hold."""
        counts: dict[int, dict[int, int]] = {}
        for part, subset, n in self.engine.rows("dp/parts/counts", subsets=subsets):
            counts.setdefault(int(part), {})[int(subset)] = int(n)
        return counts

    def _reaching(
        self, openings: Mapping[int, LabelOpening], counts: Mapping[int, Mapping[int, int]]
    ) -> Iterator[tuple[int, int, int]]:
        """Yield part, set and count with noise where that reaches the threshold; also of sets that nobody holds."""
        for number, opening in openings.items():
            true = counts.get(number, {})
            noisy = opening.mechanism.counts_with_noise({subset: true.get(subset, 0) for subset in opening.sets})
            yield from ((number, subset, n) for subset, n in noisy.items() if n >= opening.threshold)

    def _publish_whole(self, members: Table, whole: Mapping[int, RecordPart]) -> None:
        """Publish parts that have no label to open, since of a tree some ways are shorter than others."""
        if not whole:
            return
        sizes = {int(part): int(n) for part, n in self.engine.rows("dp/parts/sizes", members=members)}
        for number, part in whole.items():
            mechanism, threshold = self.plan.last_count(part)
            noisy = mechanism.counts_with_noise({0: sizes.get(number, 0)})[0]
            if noisy >= threshold:
                self.published[part.cut] = noisy


@cache
def noise(budget: Fraction) -> Mechanism:
    """Return the noise of counts of which one record changes one by 1; what OpenDP says of it is within the budget."""
    limit = DifferentialPrivacy(budget).numbers[0]
    mechanism = mechanisms([BudgetPart("records", 1.0, 1, False)], "laplace", limit, 0.0)["records"]
    return replace(mechanism, spent=mechanism.cost()[0])


@cache
def sets_of(children: int, most: int) -> Sequence[int]:
    """Return all sets of so many children that are not empty and no larger than ``most``, as sums of bits."""
    return [subset for subset in range(1, 1 << children) if subset.bit_count() <= most]
