"""The k^m audit with a k for each number of known items: 10 records for one item, 20 for two, 40 for three.

Whoever knows s items of a record must find k_s records that hold them. A set of fewer items than s that fewer than k_s
records hold breaks this in each record of s items or more that holds it, for it can be made up to s items there. So for
each s the minimal threats at k_s of up to s items are counted (:mod:`setanon_sql.counting`), as far as a record of s
items or more holds them; those records are at risk. Where persons are counted, persons and their records stand for
records.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from setanon_sql.audit.so_far import SoFar
from setanon_sql.audit.who import holders_of
from setanon_sql.counting.known_sets import mined
from setanon_sql.dataset import ALL, Dataset, Selection
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import scoped
from setanon_sql.fields import ABSENT, INLINE, in_json
from setanon_sql.models.km.audit.findings import KmFindings
from setanon_sql.models.km.parameters import KmBySize
from setanon_sql.query.templates import Table
from setanon_sql.results import size_of
from setanon_sql.text import count_of


@dataclass(frozen=True)
class SizeRisk:
    """The risk by somebody who knows ``size`` items.

    ``k``: records that there should be.
    ``threats``: sets of at most so many items that fewer than k records hold, and all parts of which k or more hold, as
    far as a record of so many items holds them.
    ``at_risk``: records that hold a set of at most so many items that its own k does not allow.
    ``persons_at_risk``: persons with such a record, where k counts persons.
    """

    size: int
    k: int
    threats: int
    at_risk: int
    persons_at_risk: int = 0


@dataclass(frozen=True)
class KmBySizeAudit(KmFindings):
    """Findings of an audit with a k for each size. ``sizes``: what was found for each number of known items."""

    model: KmBySize
    sizes: tuple[SizeRisk, ...]
    selection: Annotated[Selection, INLINE] = ALL
    persons: Annotated[int | None, "of all records"] = None
    #: Larger threats than those of the sizes that were asked for may exist.
    complete: ClassVar[bool] = False

    def threats_by_size(self) -> dict[int, int]:
        """Return the threats of each size."""
        return {risk.size: risk.threats for risk in self.sizes}

    def at_risk_by_size(self) -> dict[int, int]:
        """Return the records at risk by each size."""
        return {risk.size: risk.at_risk for risk in self.sizes}

    @in_json(ABSENT)
    def persons_at_risk_by_size(self) -> Mapping[int, int]:
        """Return the persons with a record at risk."""
        return {} if self.persons is None else {risk.size: risk.persons_at_risk for risk in self.sizes}

    @property
    def violations(self) -> int:
        """The number of threats of all sizes: one that breaks several is counted for each."""
        return sum(risk.threats for risk in self.sizes)

    @property
    def satisfied(self) -> bool:
        """Does the data satisfy the model as it is?"""
        return self.violations == 0

    def summary(self) -> Summary:
        """Return a row for each number of known items."""
        if self.persons is not None:
            return self._summary_of_persons(self.persons)
        rows = tuple(
            (risk.size, risk.k, risk.threats, risk.at_risk, risk.at_risk / self.records) for risk in self.sizes
        )
        columns = ("items_known", "k", "minimal_threats", "records_at_risk", "share")
        title = "k^m-anonymity with a k for each number of known items"
        meaning = "Somebody who knows so many items of these records, or fewer, finds fewer records than k says there."
        return Summary(title, Listing(columns, rows, frozenset({"share"})), self.satisfied, (size_of(self), meaning))

    def _summary_of_persons(self, persons: int) -> Summary:
        rows = tuple(
            (risk.size, risk.k, risk.threats, risk.at_risk, risk.persons_at_risk, risk.persons_at_risk / persons)
            for risk in self.sizes
        )
        columns = ("items_known", "k", "minimal_threats", "records_at_risk", "persons_at_risk", "share")
        title = "k^m-anonymity of persons with a k for each number of known items"
        meaning = "Somebody who knows so many items of a record of these persons finds fewer persons than k says there."
        sentences = (f"{persons:,} persons.", size_of(self), meaning)
        return Summary(title, Listing(columns, rows, frozenset({"share"})), self.satisfied, sentences)


@scoped
def audit_km_by_size(dataset: Dataset, model: KmBySize) -> KmBySizeAudit:
    """Count what breaks k^m-anonymity with a k for each size; see the module for the plan.

    Cost: that of :func:`setanon_sql.counting.mine` for each size.
    """
    engine = dataset.engine
    sizes: list[SizeRisk] = []
    at_risk: Table | None = None
    for size, k in enumerate(model.ks, 1):
        threats, holders = _of_size(dataset, size, k)
        at_risk = _together(dataset, at_risk, holders)
        records = engine.number("rules/risk/persons", at_risk=at_risk)
        sizes.append(SizeRisk(size, k, threats, records, _persons_of(dataset, at_risk)))
        engine.trace.tell_finding(
            f"{count_of(size, 'known item')}, k = {k:,}: {count_of(threats, 'threat')}, "
            f"{count_of(records, 'record')} at risk",
            _so_far(dataset, model, sizes),
        )
    n_persons = dataset.n_persons if dataset.persons else None
    return KmBySizeAudit(model, dataset.records, dataset.rows, tuple(sizes), dataset.selection, n_persons)


def _so_far(dataset: Dataset, model: KmBySize, sizes: Sequence[SizeRisk]) -> SoFar:
    """Return what is known after some sizes."""
    by_size = {
        "minimal_threats_by_size": {risk.size: risk.threats for risk in sizes},
        "records_at_risk_by_size": {risk.size: risk.at_risk for risk in sizes},
    }
    if dataset.persons is not None:
        by_size["persons_at_risk_by_size"] = {risk.size: risk.persons_at_risk for risk in sizes}
    return SoFar(model, dataset.records, dataset.rows, by_size)


def _persons_of(dataset: Dataset, at_risk: Table) -> int:
    """Return how many persons have one of these records."""
    if dataset.persons is None:
        return 0
    return dataset.engine.number("counting/persons/at_risk_persons", at_risk=at_risk, persons=dataset.persons)


@scoped
def _of_size(dataset: Dataset, size: int, k: int) -> tuple[int, Sequence[Table]]:
    """Return how many threats there are for so many known items, and who holds them."""
    engine = dataset.engine
    threats = 0
    tables: list[Table] = []
    long = engine.table("sets/who/long_enough", transactions=dataset.transactions, size=size)
    for level in mined(dataset, dataset.transactions, k, size, keep=True, risk=False):
        assert level.items is not None
        holders = holders_of(engine, level.size, level.items, long)
        threats += engine.number("sets/who/held_threats", holders=holders)
        tables.append(holders)
        engine.drop(level.items)
    return threats, tables


def _together(dataset: Dataset, at_risk: Table | None, tables: Sequence[Table]) -> Table:
    """Add the records of these tables to those at risk; drops the tables."""
    engine = dataset.engine
    for holders in tables:
        at_risk = engine.add(at_risk, "sets/who/holding_records", holders=holders)
        engine.drop(holders)
    assert at_risk is not None
    return at_risk
