"""The k^m audit with a k for each number of known items: 10 records for one item, 20 for two, 40 for three.

Whoever knows s items of a record must find k_s records that hold them. A set of fewer items than s that fewer than k_s
records hold breaks this in each record of s items or more that holds it, for it can be made up to s items there. So for
each s the minimal threats at k_s of up to s items are counted (:mod:`setanon_sql.counting`), as far as a record of s
items or more holds them; those records are at risk.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from setanon_sql.audit.who import holders_of
from setanon_sql.counting import mine
from setanon_sql.dataset import ALL, Dataset, Selection, capped
from setanon_sql.models import KmBySize
from setanon_sql.query.templates import Table
from setanon_sql.results import size_of, verdict
from setanon_sql.shown import Figures, Listing, Shown


@dataclass(frozen=True)
class SizeRisk:
    """What somebody finds who knows ``size`` items.

    ``k``: records that there should be.
    ``threats``: sets of at most so many items that fewer than k records hold, and all parts of which k or more hold, as
    far as a record of so many items holds them.
    ``at_risk``: records that hold a set of at most so many items that its own k does not allow.
    """

    size: int
    k: int
    threats: int
    at_risk: int


@dataclass(frozen=True)
class KmBySizeAudit(Shown):
    """What an audit with a k for each size found.

    ``model``: what was looked for.
    ``records``: records of the source.
    ``rows``: pairs of record and item.
    ``sizes``: what was found for each number of known items.
    ``selection``: what of the source was read.
    """

    model: KmBySize
    records: int
    rows: int
    sizes: tuple[SizeRisk, ...]
    selection: Selection = ALL

    @property
    def violations(self) -> int:
        """The number of threats of all sizes: one that breaks several is counted for each."""
        return sum(one.threats for one in self.sizes)

    @property
    def satisfied(self) -> bool:
        """Does the data satisfy the model as it is?"""
        return self.violations == 0

    def figures(self) -> Figures:
        """Return a row for each number of known items."""
        rows = tuple((one.size, one.k, one.threats, one.at_risk, one.at_risk / self.records) for one in self.sizes)
        columns = ("items_known", "k", "minimal_threats", "records_at_risk", "share")
        title = "k^m-anonymity with a k for each number of known items"
        meaning = "Somebody who knows so many items of these records, or fewer, finds fewer records than k says there."
        return Figures(title, Listing(columns, rows, frozenset({"share"})), self.satisfied, (size_of(self), meaning))

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return what ``--json`` prints."""
        threats = {str(one.size): one.threats for one in self.sizes}
        return (
            verdict(self)
            | {"violations_by_size": threats, "minimal_threats_by_size": threats}
            | {"records_at_risk_by_size": {str(one.size): one.at_risk for one in self.sizes}, "covers_every_m": False}
            | capped(self.selection)
        )


def audit_km_by_size(dataset: Dataset, model: KmBySize) -> KmBySizeAudit:
    """Count what breaks k^m-anonymity with a k for each size; see the module for the plan.

    Cost: that of :func:`setanon_sql.counting.mine` for each size.
    """
    engine, sizes = dataset.engine, list[SizeRisk]()
    at_risk: Table | None = None
    for size, k in enumerate(model.ks, 1):
        threats, found = _of_size(dataset, size, k)
        at_risk = _together(dataset, at_risk, found)
        records = engine.number("rho/audit/persons", at_risk=at_risk)
        sizes.append(SizeRisk(size, k, threats, records))
        engine.trace.progress(f"{size} known items, k = {k:,}: {threats:,} threats, {records:,} records at risk")
    engine.drop(at_risk)
    return KmBySizeAudit(model, dataset.records, dataset.rows, tuple(sizes), dataset.selection)


def _of_size(dataset: Dataset, size: int, k: int) -> tuple[int, Sequence[Table]]:
    """Return how many threats there are for so many known items, and who holds them."""
    engine, threats, found = dataset.engine, 0, list[Table]()
    long = engine.table("km/who/long_enough", transactions=dataset.transactions, size=size)
    for level in mine(engine, dataset.transactions, k, size, keep=True, risk=False):
        assert level.items is not None
        holders = holders_of(engine, level.size, level.items, long)
        threats += engine.number("km/who/held_threats", holders=holders)
        found.append(holders)
        engine.drop(level.items)
    engine.drop(long)
    return threats, found


def _together(dataset: Dataset, at_risk: Table | None, found: Sequence[Table]) -> Table:
    """Add the records of these tables to those at risk; drops the tables."""
    engine = dataset.engine
    for holders in found:
        at_risk = engine.add(at_risk, "km/who/holding_records", holders=holders)
        engine.drop(holders)
    assert at_risk is not None
    return at_risk
