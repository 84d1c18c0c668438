"""Counts with differential privacy, kind by kind: all, items, labels of each level, pairs, chosen itemsets.

1. How much noise each count gets, and over which threshold keys are published that are not known beforehand, follows
   from the budget alone.
2. Of each kind a unit (a record, or a person) counts for at most so many keys, drawn by lot.
3. The counts, summed in SQL, get their noise; what is published of items says which pairs are counted.
4. How many units hold more keys of the kind than they count for gets noise, too: so many may be missing from a count.

**Why this is differentially private.** Neighbours are data with and without one unit. Of a unit's lot only its own
name, its own keys and a secret decide, so that all others count for the same keys in both (:mod:`.drawing`). One unit
more therefore adds 1 to at most ``most`` counts of a kind and changes no other, adds 1 or nothing to the number of
units over the limit, and 1 to the number of all: the reach of a :class:`~.noise.BudgetPart`. Which pairs are counted
depends on the data by way of published items alone, which levels there are on the taxonomy, which is public, and which
itemsets there are on their list: parts that follow each other add up, also where a later one depends on what an earlier
one gave. :func:`~.noise.mechanisms` shares out the budget among all parts: for each kind its counts and its number of
units over the limit, and the number of all. What follows is made of numbers with noise, and costs nothing.

**What the intervals hold.** A count has what was counted: nothing is made larger. True is what was counted, and besides
at most one for each unit over the limit, and never more than all units. So, of a count that was published,

- it is under ``low`` with a chance of 2.5 % (:meth:`~.noise.Mechanism.lowest`);
- it is over ``high`` only if its noise, the noise of the units over the limit or that of all went far down: 1.5 %,
  0.5 % and 0.5 %. That a count reached its threshold makes its own noise no lower, and tells nothing of the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Annotated

from setanon_sql.dataset import Dataset
from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.engine import scoped
from setanon_sql.fields import ComputedKey, Fields
from setanon_sql.methods.dp.drawing import UnitKeys, limited
from setanon_sql.methods.dp.noise import SIDE, BudgetPart, Mechanism, mechanisms
from setanon_sql.options.words import Noise
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy import Nodes

#: Shares of the budget: each kind has one, of which the units over its limit take a small part; the count of all, too.
_SMALL = 0.05
#: The chance that is left over the upper end: for the noise of the units over the limit, of all, and of the count.
_RARELY = 0.005
_UPPER = SIDE - 2 * _RARELY
#: What a row is called, by the kind of what was counted.
NAMES = {"all": "all", "items": "item", "labels": "label", "pairs": "pair", "itemsets": "itemset"}


@dataclass(frozen=True)
class KindRequest:
    """A ``kind`` of counts: ``items``, ``pairs``, ``itemsets``, or ``labels`` of a ``level`` (1: right below the root).

    ``most``: keys of it for which one unit counts.
    """

    kind: str
    most: int
    level: int = 0

    @property
    def name(self) -> str:
        """Return what a kind is called in the budget, the manifest and the summary."""
        return f"{self.kind} at level {self.level}" if self.level else self.kind


@dataclass(frozen=True)
class CountRequest:
    """Kinds of counts to publish, in order; pairs after items.

    ``nodes``: the taxonomy, for labels. ``itemsets``: ``itemset_id, item`` (a label), ``size``; ``itemset_names``: what
    each is called, by number.
    """

    model: DifferentialPrivacy
    kinds: tuple[KindRequest, ...]
    noise: Noise
    nodes: Nodes | None = None
    itemsets: Table | None = None
    itemset_names: Mapping[int, str] | None = None


@dataclass(frozen=True)
class NoisyCount:
    """A published ``count`` of units: those that were counted, with noise.

    ``low``, ``high``: an interval of 95 % of all that hold it, counted or not. ``kind``: ``all``, ``item``, ``label``,
    ``pair`` or ``itemset``. ``item``: the item or label, or the first item of a pair, ``item2`` the other one.
    ``itemset``: what a chosen itemset is called. Empty where a row has none.
    """

    kind: str
    item: str
    item2: str
    itemset: str
    count: int
    low: int
    high: int


@dataclass(frozen=True)
class CountedKind(Fields):
    """The counts of one kind, called ``name``, and the ``mechanism`` that gave them their noise."""

    name: str
    mechanism: Mechanism
    most: Annotated[int, "keys of the kind for which a record (person) counts"]
    counts: tuple[NoisyCount, ...] = ()
    over_most: Annotated[
        int, "at most so many records (persons) hold more keys; each may be missing from any count"
    ] = 0
    published = ComputedKey[int]("counts", lambda kind: len(kind.counts))
    scale = ComputedKey[float]("of the noise", lambda kind: round(kind.mechanism.scale, 3))
    spread = ComputedKey[float](
        "noise stays within it in 95 of 100 cases", lambda kind: round(kind.mechanism.spread, 1)
    )
    threshold = ComputedKey[int | None](
        "counts that reach it are published; null: all are", lambda kind: kind.mechanism.threshold
    )
    below = ComputedKey[int](
        "intervals of 95 % reach down so far, or a little more at a threshold",
        lambda kind: ceil(kind.mechanism.distance(SIDE)),
    )
    above = ComputedKey[int](
        "and up so far, at most", lambda kind: ceil(kind.mechanism.distance(_UPPER)) + kind.over_most
    )


class NoisyCounting:
    """The counting of a dataset: its units, the noise of each part, and which items are published by now.

    Cost: one pass over the rows for each kind, and over the pairs of published items in records.
    """

    def __init__(self, dataset: Dataset, request: CountRequest) -> None:
        """Plan the noise; raises BadParameter where OpenDP is missing, or a delta."""
        self.dataset = dataset
        self.request = request
        self.engine = dataset.engine
        self.planned = mechanisms(_parts(request), request.noise, *request.model.numbers)
        self.units = dataset.n_persons if request.model.person else dataset.records
        self.owners, self.names = self._units()
        self.published: list[int] = []

    def count(self) -> list[CountedKind]:
        """Return the counts of all kinds; those of one unit more or less come out with nearly the same chance."""
        mechanism = self.planned["all"]
        noisy = mechanism.counts_with_noise({0: self.units})[0]
        high = max(0, ceil(noisy + mechanism.distance(_RARELY)))
        total = NoisyCount("all", "", "", "", max(0, noisy), floor(mechanism.lowest(noisy)), high)
        kinds = [self._count_kind(kind, total) for kind in self.request.kinds]
        return [CountedKind("all", mechanism, 1, (total,)), *kinds]

    def _units(self) -> tuple[Table, Table]:
        """Return ``record_id, unit`` and ``unit, name``."""
        dataset = self.dataset
        if self.request.model.person:
            assert dataset.persons is not None and dataset.person_names is not None
            owners = self.engine.view(columns_of(dataset.persons, record_id="record_id", unit="person"))
            return owners, self.engine.view(columns_of(dataset.person_names, unit="person", name="source_person"))
        owners = self.engine.table("sources/control/records", rows=dataset.transactions)
        return owners, self.engine.view(columns_of(dataset.names(), unit="record_id", name="source_id"))

    @scoped
    def _count_kind(self, kind_request: KindRequest, total: NoisyCount) -> CountedKind:
        """Count one kind, and publish what may be published of it."""
        self.engine.trace.begin_phase(f"counting {kind_request.name}")
        mechanism = self.planned[kind_request.name]
        unit_keys = self._keys_of_units(kind_request)
        counts, over_most = self._counts_of(kind_request, unit_keys)
        noisy = mechanism.counts_with_noise(counts)
        if kind_request.kind == "items":
            self.published = list(noisy)
        counted = CountedKind(
            kind_request.name, mechanism, kind_request.most, over_most=self._at_most(kind_request, over_most)
        )
        names = self._names(kind_request, unit_keys, noisy)
        rows = [
            _row((NAMES[kind_request.kind], *names[key]), count, (mechanism.lowest(count), counted.above), total)
            for key, count in noisy.items()
        ]
        rows.sort(key=lambda row: (-row.count, row.item, row.item2, row.itemset))
        return replace(counted, counts=tuple(rows))

    def _counts_of(self, kind_request: KindRequest, unit_keys: UnitKeys) -> tuple[dict[int, int], int]:
        """Return for each key how many units count for it, and how many are over the limit: without noise."""
        rows, over_most = limited(self.engine, unit_keys, self.planned[kind_request.name].part.reach)
        columns = self.engine.columns("dp/counts/counts", limited=rows)
        zeros = dict.fromkeys(self.request.itemset_names or (), 0) if kind_request.kind == "itemsets" else {}
        counts = zip(columns["key"].tolist(), columns["n"].tolist(), strict=True)
        return zeros | {int(key): int(n) for key, n in counts}, over_most

    def _at_most(self, kind_request: KindRequest, over_most: int) -> int:
        """Return how many units are over the limit at most, as far as noise lets it be known; 0 where none can be."""
        mechanism = self.planned.get(_over(kind_request))
        if mechanism is None:
            return 0
        noisy = mechanism.counts_with_noise({0: over_most})[0]
        return max(0, ceil(noisy + mechanism.distance(_RARELY)))

    def _keys_of_units(self, kind_request: KindRequest) -> UnitKeys:
        """Return what units hold of a kind, and what it is called."""
        make = self.engine.table
        dataset = self.dataset
        nodes = self.request.nodes
        parts = {"transactions": dataset.transactions, "owners": self.owners}
        if kind_request.kind == "items":
            return self._unit_keys(make("dp/held/items", **parts), "item", items=dataset.items)
        if kind_request.kind == "labels":
            assert nodes is not None
            tables = {"ancestors": nodes.ancestors, "nodes": nodes.nodes}
            holding = make("dp/held/labels", level=kind_request.level, **tables, **parts)
            return self._unit_keys(holding, "label", nodes=nodes.nodes)
        if kind_request.kind == "pairs":
            published = self.engine.load("published", {"key": int}, [self.published])
            holding = make("dp/held/pairs", published=published, **parts)
            return self._unit_keys(holding, "pair", pair_items=self._pair_items(holding))
        itemsets = self.request.itemsets
        assert itemsets is not None
        holding = make("dp/held/itemsets", items=dataset.items, itemsets=itemsets, **parts)
        return self._unit_keys(holding, "itemset", itemsets=itemsets)

    def _unit_keys(self, holding: Table, what: str, **tables: Table) -> UnitKeys:
        return UnitKeys(holding, self.names, self.engine.view(f"dp/held/{what}_names", **tables))

    def _pair_items(self, pairs: Table) -> Table:
        """Return ``key, item, item2`` of pairs (``key``)."""
        return self.engine.table("dp/held/pair_items", pairs=pairs, items=self.dataset.items)

    def _names(
        self, kind_request: KindRequest, unit_keys: UnitKeys, noisy: Mapping[int, int]
    ) -> Mapping[int, tuple[str, str, str]]:
        """Return item, second item and itemset of the keys that are published."""
        if kind_request.kind == "itemsets":
            return {key: ("", "", name) for key, name in (self.request.itemset_names or {}).items()}
        published = self.engine.load("published", {"key": int}, [list(noisy)])
        if kind_request.kind == "pairs":
            rows = self.engine.rows(columns_of(self._pair_items(published), "key", "item", "item2"))
            return {int(key): (str(item), str(item2), "") for key, item, item2 in rows}
        named = self.engine.rows("dp/counts/names", keys=unit_keys.keys, published=published)
        return {int(key): (str(name), "", "") for key, name in named}


def _row(names: tuple[str, str, str, str], noisy: int, interval: tuple[float, int], total: NoisyCount) -> NoisyCount:
    """Return a row whose count is no larger than that of all; its interval holds it.

    ``interval``: the lowest that it may be, and how far it reaches up from ``noisy``.
    """
    lowest, above = interval
    count = min(max(0, noisy), total.count)
    return NoisyCount(*names, count, min(floor(lowest), count), min(max(0, noisy + above), total.high))


def _over(kind_request: KindRequest) -> str:
    return f"units over the limit of {kind_request.name}"


def _parts(request: CountRequest) -> list[BudgetPart]:
    """Return what is published one after the other, with its share of the budget."""
    parts = [BudgetPart("all", _SMALL, 1, is_open=False)]
    for kind_request in request.kinds:
        keys = len(request.itemset_names or ()) if kind_request.kind == "itemsets" else None
        reach = kind_request.most if keys is None else min(kind_request.most, keys)
        parts.append(BudgetPart(kind_request.name, 1 - _SMALL, reach, is_open=keys is None))
        if keys is None or keys > kind_request.most:
            parts.append(BudgetPart(_over(kind_request), _SMALL, 1, is_open=False))
    return parts
