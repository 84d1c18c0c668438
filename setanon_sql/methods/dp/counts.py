"""Counts with differential privacy, kind by kind: all, items, labels, pairs, chosen itemsets.

1. How much noise each count gets, and over which threshold keys are published that are not known beforehand, follows
   from the budget alone.
2. Of each kind a unit (a record, or a person) counts for at most so many keys, drawn by lot. The lot of one unit has
   nothing to do with any other: one unit more or less changes so many counts by 1, and no others.
3. The counts, summed in SQL, get their noise; what is published of items says which pairs are counted.
4. How many keys units hold is published, too, in classes. From it follows which share of all was left out by the lot,
   and counts are made larger by that.

Of an interval the lower end needs nothing but the noise. The upper end takes those who hold a key, and whose keys were
drawn, to be as the others whose keys were drawn.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor

from setanon_sql.dataset import Dataset
from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.engine import scoped
from setanon_sql.methods.dp.noise import BudgetPart, Mechanism, mechanisms
from setanon_sql.methods.dp.sizes import Losses, SizeClasses, size_classes
from setanon_sql.options.words import Noise
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy import Nodes

#: Shares of the budget: each kind has one, of which the sizes of units take a small part; the count of all, too.
_SMALL = 0.05
#: What a row is called, by the kind of what was counted.
NAMES = {"all": "all", "items": "item", "labels": "label", "pairs": "pair", "itemsets": "itemset"}


@dataclass(frozen=True)
class CountRequest:
    """Kinds of counts to publish, in order: ``items``, ``labels``, ``pairs``, ``itemsets``.

    ``most``: keys of each kind for which one unit counts. ``nodes``: the taxonomy, for labels. ``itemsets``:
    ``itemset_id, item`` (a label), ``size``, and ``itemset_names`` by number.
    """

    model: DifferentialPrivacy
    kinds: tuple[str, ...]
    most: int
    noise: Noise
    nodes: Nodes | None = None
    itemsets: Table | None = None
    itemset_names: Mapping[int, str] | None = None


@dataclass(frozen=True)
class NoisyCount:
    """A published ``count``: about how many units hold the ``items``, and from ``low`` to ``high`` an interval of 95 %.

    ``kind``: ``all``, ``item``, ``label``, ``pair`` or ``itemset``.
    """

    kind: str
    items: str
    count: int
    low: int
    high: int


@dataclass(frozen=True)
class CountedKind:
    """The ``counts`` of one kind, and the ``mechanism`` that gave them their noise.

    ``counted_share``: about which share of what units hold was counted.
    """

    mechanism: Mechanism
    counts: tuple[NoisyCount, ...]
    counted_share: float = 1.0


@dataclass(frozen=True)
class _UnitKeys:
    """Keys that units hold: ``holding`` (``unit, key``); what ``keys`` (``key, name``) are called."""

    holding: Table
    keys: Table


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
        total = NoisyCount("all", "", max(0, noisy), *_interval(mechanism, noisy))
        return [CountedKind(mechanism, (total,)), *(self._count_kind(kind) for kind in self.request.kinds)]

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
    def _count_kind(self, kind: str) -> CountedKind:
        """Count one kind, and publish what may be published of it."""
        self.engine.trace.begin_phase(f"counting {kind}")
        keys = self._held(kind)
        mechanism = self.planned[kind]
        counts, by_size, classes = self._counts_of(kind, keys, mechanism.part.reach)
        noisy = mechanism.counts_with_noise(counts)
        if kind == "items":
            self.published = list(noisy)
        losses = self._losses(kind, by_size, classes)
        names = self._names(kind, keys, noisy)
        rows = [_row(kind, names[key], count, mechanism, losses) for key, count in noisy.items()]
        rows.sort(key=lambda row: (-row.count, row.items))
        return CountedKind(mechanism, tuple(rows), losses.counted_share)

    def _counts_of(self, kind: str, keys: _UnitKeys, reach: int) -> tuple[dict[int, int], dict[int, int], SizeClasses]:
        """Return for each key how many units count for it, and how many units hold so many keys: without noise."""
        sizes = self.engine.table("dp/counts/sizes", held=keys.holding)
        classes = size_classes(reach)
        by_size = self._by_size(sizes, classes)
        is_drawn = classes.any_capped(by_size)
        drawn = self._drawn(keys, sizes, reach) if is_drawn else self.engine.empty("drawn", "unit", "key")
        limited = self.engine.view("dp/counts/limited", held=keys.holding, sizes=sizes, drawn=drawn, most=reach)
        columns = self.engine.columns("dp/counts/counts", limited=limited)
        zeros = dict.fromkeys(self.request.itemset_names or (), 0) if kind == "itemsets" else {}
        counts = zip(columns["key"].tolist(), columns["n"].tolist(), strict=True)
        return zeros | {int(key): int(n) for key, n in counts}, by_size, classes

    def _drawn(self, keys: _UnitKeys, sizes: Table, reach: int) -> Table:
        return self.engine.table(
            "dp/counts/drawn", held=keys.holding, sizes=sizes, names=self.names, keys=keys.keys, most=reach,
            secret=secrets.token_hex(16),
        )  # fmt: skip

    def _losses(self, kind: str, by_size: Mapping[int, int], classes: SizeClasses) -> Losses:
        """Return what was left out by lot, as far as noise lets it be known."""
        mechanism = self.planned.get(f"sizes of {kind}")
        if mechanism is None:
            return Losses()
        return classes.losses(mechanism.counts_with_noise(by_size), mechanism.spread)

    def _held(self, kind: str) -> _UnitKeys:
        """Return what units hold of a kind, and what it is called."""
        make = self.engine.table
        dataset = self.dataset
        nodes = self.request.nodes
        parts = {"transactions": dataset.transactions, "owners": self.owners}
        if kind == "items":
            return _UnitKeys(
                make("dp/held/items", **parts), self.engine.view("dp/held/item_names", items=dataset.items)
            )
        if kind == "labels":
            assert nodes is not None
            holding = make("dp/held/labels", ancestors=nodes.ancestors, root=nodes.root, **parts)
            return _UnitKeys(holding, self.engine.view("dp/held/label_names", nodes=nodes.nodes))
        if kind == "pairs":
            published = self.engine.load("published", {"key": int}, [self.published])
            holding = make("dp/held/pairs", published=published, **parts)
            return _UnitKeys(holding, self.engine.view("dp/held/pair_names", held=holding, items=dataset.items))
        itemsets = self.request.itemsets
        assert itemsets is not None
        holding = make("dp/held/itemsets", items=dataset.items, itemsets=itemsets, **parts)
        return _UnitKeys(holding, self.engine.view("dp/held/itemset_names", itemsets=itemsets))

    def _by_size(self, sizes: Table, classes: SizeClasses) -> dict[int, int]:
        """Return how many units hold so many keys, by the number of the class; none is 0."""
        table = self.engine.load_rows("classes", {"class": int, "least": int, "most": int}, classes.rows)
        rows = self.engine.rows("dp/counts/by_size", sizes=sizes, classes=table)
        units = dict.fromkeys((number for number, *_ in classes.rows), 0) | {int(number): int(n) for number, n in rows}
        return {0: self.units - sum(units.values())} | units

    def _names(self, kind: str, keys: _UnitKeys, noisy: Mapping[int, int]) -> Mapping[int, str]:
        """Return what the keys that are published are called."""
        if kind == "itemsets":
            return self.request.itemset_names or {}
        published = self.engine.load("published", {"key": int}, [list(noisy)])
        rows = self.engine.rows("dp/counts/names", keys=keys.keys, published=published)
        return {int(key): str(name) for key, name in rows}


def _row(kind: str, name: str, count: int, mechanism: Mechanism, losses: Losses) -> NoisyCount:
    low, high = _interval(mechanism, count)
    likely = max(0, round(count / losses.counted_share))
    return NoisyCount(NAMES[kind], name, likely, low, ceil(losses.at_most(high)))


def _interval(mechanism: Mechanism, count: int) -> tuple[int, int]:
    """Return the interval of a count as far as its noise goes."""
    return floor(mechanism.lowest(count)), max(0, ceil(count + mechanism.spread))


def _parts(request: CountRequest) -> list[BudgetPart]:
    """Return what is published one after the other, with its share of the budget."""
    parts = [BudgetPart("all", _SMALL, 1, False)]
    for kind in request.kinds:
        if kind == "itemsets":
            chosen = len(request.itemset_names or ())
            parts.append(BudgetPart(kind, 1 - _SMALL, min(request.most, chosen), False))
            needs_sizes = chosen > request.most
        else:
            parts.append(BudgetPart(kind, 1 - _SMALL, request.most, True))
            needs_sizes = True
        if needs_sizes:
            parts.append(BudgetPart(f"sizes of {kind}", _SMALL, 1, False))
    return parts
