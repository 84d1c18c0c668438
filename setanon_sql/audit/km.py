"""The k^m audit: which itemsets, held by fewer than k records, single people out, and whom.

1. Count the minimal threats and the records at risk by size (:mod:`setanon_sql.counting`).
2. On request, the same at k = 2: the records that some itemset singles out (unicity).
3. On request, what contributes: the items in most threats, the threats with the fewest records.
4. On request, the average case: random m-subsets of random records.

A record at risk holds *some* threat; that does not mean that any items known of it are one. How often random items are,
the average case tells.

With a taxonomy the itemsets range over all its nodes: a record supports a node when it has an item under it. A node
and one over it never stand in one threat: their support is that of the lower one alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from setanon_sql.audit.who import CategoryRisk, Who
from setanon_sql.counting import Level, mine
from setanon_sql.dataset import ALL, Dataset, Selection, capped
from setanon_sql.engine import Engine
from setanon_sql.errors import BadParameter
from setanon_sql.models import KmAnonymity
from setanon_sql.options.km import KmExtras
from setanon_sql.query.templates import Table
from setanon_sql.results import size_of, verdict
from setanon_sql.shown import Figures, Listing, Shown


@dataclass(frozen=True)
class ItemShare:
    """An item and what it contributes.

    ``rank``: its place by frequency; 1 is the most frequent item.
    ``label``: its label.
    ``threats``: minimal threats that it is in.
    """

    rank: int
    label: str
    threats: int


@dataclass(frozen=True)
class Threat:
    """A minimal threat.

    ``labels``: of its items.
    ``support``: records that hold it.
    """

    labels: tuple[str, ...]
    support: int


@dataclass(frozen=True)
class AverageCase:
    """How often random known items are too rare.

    ``size``: items in each random set.
    ``sampled``: random sets of items of random records.
    ``below_k``: of these, held by fewer than k records.
    """

    size: int
    sampled: int
    below_k: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Wilson's score interval)."""
        if not self.sampled:
            return (0.0, 1.0)
        z, n, p = 1.959964, self.sampled, self.below_k / self.sampled
        middle, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n)))

    def to_json(self) -> dict[str, Any]:
        """Return a flat object of counts and shares."""
        low, high = self.interval
        share = self.below_k / self.sampled if self.sampled else 0.0
        return {
            "size": self.size,
            "sampled": self.sampled,
            "below_k": self.below_k,
            "share": share,
            "low": low,
            "high": high,
        }


@dataclass(frozen=True)
class KmAudit(Shown):
    """What an audit found.

    ``model``: what was looked for.
    ``records``: records of the source.
    ``rows``: pairs of record and item.
    ``levels``: what was found at each size, up to m; cut off where no larger threat can exist, then ``complete`` is
    true.
    ``unique``: the same for k = 2: records that are singled out; empty unless asked for.
    ``top_items``: the items in most threats; empty unless asked for.
    ``worst``: the threats of each size that the fewest records hold; empty unless asked for.
    ``average``: the average case; None unless asked for.
    ``selection``: what of the source was read.
    ``by_category``: the risk below each label of a level of the taxonomy, the highest first; empty unless asked for.
    """

    model: KmAnonymity
    records: int
    rows: int
    levels: tuple[Level, ...]
    unique: tuple[Level, ...] = ()
    top_items: tuple[ItemShare, ...] = ()
    worst: tuple[Threat, ...] = field(default=())
    average: AverageCase | None = None
    selection: Selection = ALL
    by_category: tuple[CategoryRisk, ...] = ()

    @property
    def complete(self) -> bool:
        """No frequent generator is left: the audit covers every m."""
        return self.levels[-1].generators == 0

    @property
    def violations(self) -> int:
        """The number of minimal threats of all sizes looked at."""
        return sum(level.threats for level in self.levels)

    @property
    def satisfied(self) -> bool:
        """Does the data satisfy the model as it is?"""
        return self.violations == 0

    @property
    def sizes(self) -> range:
        """The sizes reported: up to m, or as far as there was anything to look at."""
        last = self.levels[-1].size
        return range(1, (max(last, min(self.model.m, 100)) if self.model.m else last) + 1)

    def threats_by_size(self) -> dict[int, int]:
        """Minimal threats of each size."""
        found = {level.size: level.threats for level in self.levels}
        return {size: found.get(size, 0) for size in self.sizes}

    def at_risk_by_size(self) -> dict[int, int]:
        """Records that hold a threat of at most each size."""
        return _cumulative(self.levels, self.sizes)

    def unique_by_size(self) -> dict[int, int]:
        """Records that some itemset of at most each size singles out (empty unless asked for)."""
        return _cumulative(self.unique, self.sizes) if self.unique else {}

    def figures(self) -> Figures:
        """Return a row for each number of known items."""
        threats, at_risk, unique = self.threats_by_size(), self.at_risk_by_size(), self.unique_by_size()
        columns = ("items_known", "minimal_threats", *(["singled_out"] if unique else []), "records_at_risk", "share")
        rows = tuple(
            (size, threats[size], *([unique[size]] if unique else []), at_risk[size], at_risk[size] / self.records)
            for size in self.sizes
        )
        listing = Listing(columns, rows if self.records else (), frozenset({"share"}))
        m = f"m = {self.model.m}" if self.model.m else "every m"
        title = f"k^m-anonymity with k = {self.model.k}, {m}"
        meaning = "Records at risk hold a set of at most so many items that fewer than k records hold."
        return Figures(title, listing, self.satisfied, (size_of(self), meaning))

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object of the contract; labels only with ``show_values``."""
        result = (
            verdict(self)
            | {
                "violations_by_size": _keys(self.threats_by_size()),
                "minimal_threats_by_size": _keys(self.threats_by_size()),
                "records_at_risk_by_size": _keys(self.at_risk_by_size()),
                "covers_every_m": self.complete,
            }
            | capped(self.selection)
        )
        if self.unique:
            result["unique_records_by_size"] = _keys(self.unique_by_size())
        if self.average:
            result["average_case"] = self.average.to_json()
        if self.top_items:
            result["top_items"] = [
                {"rank": one.rank, "threats": one.threats, "share": one.threats / self.violations}
                | ({"item": one.label} if show_values else {})
                for one in self.top_items
            ]
        if self.by_category:
            result["by_category"] = [one.to_json(show_values=show_values) for one in self.by_category]
        if self.worst and show_values:
            result["worst"] = [{"itemset": list(one.labels), "support": one.support} for one in self.worst]
        return result


def audit_km(
    dataset: Dataset,
    model: KmAnonymity,
    ancestors: Table | None = None,
    labels: Table | None = None,
    extras: KmExtras | None = None,
    *,
    who: Who | None = None,
) -> KmAudit:
    """Count what breaks k^m-anonymity in a dataset; see the module for the plan.

    ``dataset``: the transactions, in an engine. ``model``: k, and m (None: any number of known items).
    ``ancestors`` (``item, node``, each item its own ancestor too) and ``labels`` (``item, label`` of every node) turn
    the audit to the nodes of a taxonomy.
    ``extras``: what to count besides; None: nothing.
    ``who``: is shown who holds the threats of each size.

    Cost: that of :func:`setanon_sql.counting.mine`, twice with unicity.
    Raises BadParameter for an average case without m.
    Source: Liu and Wang, Definition 2 (minimal threats).
    """
    extras = extras or KmExtras()
    engine, k, m = dataset.engine, model.k, model.m
    if extras.average and m is None:
        raise BadParameter("the average case needs --m", "it draws random sets of m items")
    transactions = _over_nodes(engine, dataset.transactions, ancestors)
    listing = _Listing(engine, labels or dataset.items, extras, who, transactions)
    levels = tuple(_watched(dataset, listing, transactions, k, m))
    unique = tuple(mine(engine, transactions, 2, m)) if extras.unicity else ()
    average = _average_case(engine, dataset.transactions, model, extras)
    if transactions != dataset.transactions:
        engine.drop(transactions)
    return KmAudit(
        model, dataset.records, dataset.rows, levels, unique, listing.top(), tuple(listing.worst), average,
        dataset.selection, who.by_category() if who else (),
    )  # fmt: skip


def _over_nodes(engine: Engine, transactions: Table, ancestors: Table | None) -> Table:
    if ancestors is None:
        return transactions
    return engine.table("km/audit/generalized", transactions=transactions, ancestors=ancestors)


def _watched(dataset: Dataset, listing: "_Listing", transactions: Table, k: int, m: int | None) -> Sequence[Level]:
    levels, of = [], f" (of up to {m})" if m else ""
    for level in mine(dataset.engine, transactions, k, m, keep=listing.wanted):
        listing.take(level)
        dataset.engine.trace.progress(
            f"sets of {level.size}{of}: {level.threats:,} minimal threats, {level.at_risk:,} of {dataset.records:,} "
            f"records at risk, {level.generators:,} sets to go on from"
        )
        levels.append(level)
    return levels


class _Listing:
    """Collects the items in most threats and the threats with the fewest records, size by size."""

    def __init__(self, engine: Engine, labels: Table, extras: KmExtras, who: Who | None, transactions: Table) -> None:
        self.engine, self.labels, self.extras, self.who, self.transactions = engine, labels, extras, who, transactions
        self.wanted = bool(extras.top_items or extras.worst or who)
        self.contributions: Table | None = None
        self.worst: list[Threat] = []

    def take(self, level: Level) -> None:
        if level.items is None:
            return
        self.contributions = self.engine.add(self.contributions, "km/audit/contributions", threat_items=level.items)
        if self.who:
            self.who.take_threats(level, self.transactions)
        if self.extras.worst:
            self.worst += self._worst_of(level.items)
        self.engine.drop(level.items)

    def _worst_of(self, items: Table) -> list[Threat]:
        threats: dict[tuple[int, int], list[str]] = {}
        for support, threat, label in self.engine.rows(
            "km/audit/worst_threats", threat_items=items, labels=self.labels, most=self.extras.worst
        ):
            threats.setdefault((support, threat), []).append(label)
        return [Threat(tuple(labels), support) for (support, _), labels in threats.items()]

    def top(self) -> tuple[ItemShare, ...]:
        if self.contributions is None or not self.extras.top_items:
            return ()
        rows = self.engine.rows(
            "km/audit/top_items", contributions=self.contributions, labels=self.labels, most=self.extras.top_items
        )
        self.engine.drop(self.contributions)
        return tuple(ItemShare(*row) for row in rows)


def _average_case(engine: Engine, transactions: Table, model: KmAnonymity, extras: KmExtras) -> AverageCase | None:
    if not extras.average or model.m is None:
        return None
    subsets = engine.table(
        "km/audit/sampled_subsets", transactions=transactions, size=model.m, sample=extras.average, seed=extras.seed
    )
    counts = engine.row(
        "km/audit/sampled_supports", transactions=transactions, subsets=subsets, size=model.m, k=model.k
    )
    engine.drop(subsets)
    return AverageCase(model.m, *counts)


def _cumulative(levels: Sequence[Level], sizes: range) -> dict[int, int]:
    known = {level.size: level.at_risk for level in levels}
    return {size: known.get(size, levels[-1].at_risk) for size in sizes}


def _keys(by_size: dict[int, int]) -> dict[str, int]:
    return {str(size): number for size, number in by_size.items()}
