"""What all settings of a comparison have in common, counted once: supports, frequent itemsets, the risk before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from statistics import mean

from setanon_sql.audit import KmAudit, audit_km, audit_rho
from setanon_sql.counting.itemsets import top_itemsets
from setanon_sql.dataset import Dataset
from setanon_sql.measures.disassociated import LEADING, TOP
from setanon_sql.measures.queries import Query, Workload
from setanon_sql.measures.workload import counted
from setanon_sql.models import AdaptiveRho, KmAnonymity, RhoUncertainty
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sensitive.constraint import Constraint


@dataclass
class Shared:
    """Counts of one dataset that settings share; each is made when it is first needed.

    ``sizes``: numbers of known items that settings name; the risk before is counted for all of them at once.
    ``asked``: what the analyst asks; None: nothing.
    """

    dataset: Dataset
    sizes: Sequence[int]
    asked: Workload | None = None
    _audits: dict[int, KmAudit] = field(default_factory=dict)
    _risks: dict[RhoUncertainty | AdaptiveRho, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        engine, dataset = self.dataset.engine, self.dataset
        engine.trace.doing("counting what all settings have in common")
        rows = engine.view("counting/top_itemsets/one_dataset", rows=dataset.transactions, draw=0)
        self.leading: Table = top_itemsets(engine, rows, TOP)
        engine.drop(rows)
        self.workload = counted(dataset, self._workload())
        if self.asked:
            supports = {at: (self.workload.supports or {})[at] for at in self.asked.names}
            self.asked = replace(self.asked, supports=supports, counts=self.workload.counts)

    def _workload(self) -> Workload:
        """Return what the analyst asks, and after his itemsets the pairs of the most frequent items."""
        engine, asked = self.dataset.engine, self.asked
        names, items = dict(asked.names if asked else {}), dict(asked.items if asked else {})
        labels = [
            str(label)
            for (label,) in engine.rows("measures/workload/leading_items", items=self.dataset.items, most=LEADING)
        ]
        for at, pair in enumerate(combinations(labels, 2), max(names, default=0) + 1):
            names[at], items[at] = str(at), pair
        rows = [(at, label) for at, held in items.items() for label in held]
        loaded = engine.load_rows("asked", {"query_id": int, "item": str}, rows)
        return Workload(loaded, names, items, counts=asked.counts if asked else ())

    def split(self, queries: Sequence[Query]) -> tuple[Sequence[Query], Sequence[Query]]:
        """Return of the workload's queries those of the analyst, and the pairs."""
        own, after = len(self.asked.names) if self.asked else 0, len(self.workload.names)
        return [*queries[:own], *queries[after:]], queries[own:after]

    def lost_itemsets(self, released: Table) -> float | None:
        """Return the share of the most frequent itemsets that are not among those of a release (``record_id, item``).

        None where the source has none.
        """
        engine = self.dataset.engine
        rows = engine.view("counting/top_itemsets/one_dataset", rows=released, draw=1)
        found = top_itemsets(engine, rows, TOP)
        engine.append(found, all_rows(self.leading))
        common = {int(draw): int(n) for draw, n in engine.rows("counting/top_itemsets/common", found=found)}
        engine.drop(found, rows)
        return 1 - common.get(1, 0) / common[0] if common.get(0) else None

    def risk_km(self, k: int, m: int | None) -> float | None:
        """Return the share of the source's records that up to ``m`` known items single out; None where m is open."""
        if m is None:
            return None
        if k not in self._audits:
            self.dataset.engine.trace.doing(f"auditing the source, k = {k}")
            with self.dataset.engine.passing():
                self._audits[k] = audit_km(self.dataset, KmAnonymity(k, max(self.sizes)))
        return share_at_risk(self._audits[k].at_risk_by_size(), m, self.dataset.records)

    def risk_rho(self, model: RhoUncertainty | AdaptiveRho, constraint: Constraint) -> float | None:
        """Return the share of the source's records about whom a rule is too sure; None where m is open."""
        if model.m is None:
            return None
        if model not in self._risks:
            self.dataset.engine.trace.doing("auditing the source")
            with self.dataset.engine.passing():
                found = audit_rho(self.dataset, model, constraint)
            self._risks[model] = found.at_risk / max(self.dataset.records, 1)
        return self._risks[model]


def share_at_risk(at_risk: Mapping[int, int], m: int, records: int) -> float:
    """Return the share of ``records`` at risk, where ``at_risk`` tells them by the largest number of known items."""
    sizes = [size for size in at_risk if size <= m]
    return at_risk[max(sizes)] / records if sizes and records else 0.0


def pair_error(pairs: Sequence[Query]) -> float | None:
    """Return the mean relative error of pairs that anybody holds, 0..2: the difference over the mean of both.

    Source: Terrovitis et al., formula (3).
    """
    sides = [(one.support, one.expected) for one in pairs if one.support or one.expected]
    return mean(abs(true - found) / ((true + found) / 2) for true, found in sides) if sides else None
