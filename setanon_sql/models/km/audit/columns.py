"""The k^m audit of records with columns that are known besides: sets are counted in each class of alike records.

1. The classes by all columns, each as fine as its ladder has it: those of fewer than k put their records at risk by
   themselves. A set of items of a class is another one than that of another class: then the audit is that of one.
2. The same without each column in turn, and with each at its coarser steps: what a column, and its fineness, adds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from setanon_sql.audit.columns import ENTRIES, KnownColumnsRisk, classes_at, points_of
from setanon_sql.columns import Classes, Point, by_class, sizes_of
from setanon_sql.counting.known_sets import mined
from setanon_sql.dataset import Dataset
from setanon_sql.display import Summary
from setanon_sql.engine import scoped
from setanon_sql.fields import Name
from setanon_sql.models.km.audit.threats import KmAudit, audit_km, over_nodes
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table


@dataclass(frozen=True, kw_only=True)
class ColumnsRisk(KnownColumnsRisk):
    """Risk from somebody who knows columns, and items besides."""

    at_risk: Annotated[
        Mapping[int, int],
        Name("at_risk_by_items"),
        "records, or persons, at risk by the number of items that are known besides, 0 among them",
    ]


@dataclass(frozen=True)
class KmColumnsAudit(KmAudit):
    """Findings of an audit with columns that are known besides; ``levels`` are of sets of items in a class.

    ``risks``: from who knows all columns, as fine as their ladders have them; then all but one; then coarser ones.
    """

    risks: Annotated[tuple[ColumnsRisk, ...], Name("columns"), ENTRIES] = ()

    @property
    def violations(self) -> int:
        """The number of classes of fewer than k, and of minimal threats in the others."""
        return self.risks[0].classes.small + super().violations

    def summary(self) -> Summary:
        """Return a row for each number of known items, and say what the columns alone tell."""
        summary = super().summary()
        first = self.risks[0].classes
        sentence = (
            f"Known besides: {', '.join(self.risks[0].columns)}: {first.classes:,} classes of alike records, "
            f"{first.small:,} of fewer than {self.model.k}."
        )
        return Summary(summary.title, summary.listing, self.satisfied, (*summary.sentences, sentence))


@scoped
def audit_km_columns(
    dataset: Dataset, model: KmAnonymity, classes: Classes, ancestors: Table | None, extras: KmExtras | None
) -> KmColumnsAudit:
    """Count what breaks k^m-anonymity in classes of records; see the module.

    Cost: that of an audit for each column and step.
    """
    engine = dataset.engine
    rows = over_nodes(engine, dataset.transactions, ancestors)
    of_all = classes.of(classes.finest)
    first = audit_km(dataset.with_rows(by_class(engine, rows, of_all)), model, extras=extras)
    tables = {"held": rows, "classes": of_all, "sizes": sizes_of(dataset, of_all)}
    in_small = engine.number("columns/classes/items_in_small", k=model.k, **tables)
    single_items, *larger = first.levels
    first = replace(first, levels=(replace(single_items, threats=single_items.threats - in_small), *larger))
    listed = (replace(item, share=item.threats / first.threats_present) for item in first.top_items)
    first = replace(first, top_items=tuple(listed))
    by_size = first.at_risk_by_size() if dataset.persons is None else first.persons_at_risk_by_size()
    risks: list[ColumnsRisk] = []
    for left_out, point in points_of(classes):
        by_items = by_size if not risks else _mined(dataset, classes, model, rows, point)
        counts, alone = classes_at(classes, point, model.k)
        at_risk = {0: alone, **by_items}
        risks.append(ColumnsRisk(columns=classes.called(point), left_out=left_out, classes=counts, at_risk=at_risk))
    longest = max((risk.at_risk for risk in risks), key=len)
    return KmColumnsAudit(**vars(first), risks=tuple(replace(risk, at_risk=_up_to(longest, risk)) for risk in risks))


def _up_to(sizes: Iterable[int], risk: ColumnsRisk) -> dict[int, int]:
    """Return who is at risk by so many items that are known: by more than are held together, as by the most."""
    last = max(risk.at_risk)
    return {size: risk.at_risk[min(size, last)] for size in sizes}


@scoped
def _mined(dataset: Dataset, classes: Classes, model: KmAnonymity, rows: Table, point: Point) -> dict[int, int]:
    """Return how many are at risk by the number of known items, from 1 on."""
    if point:
        rows = by_class(dataset.engine, rows, classes.of(point))
    levels = list(mined(dataset, rows, model.k, model.m))
    sizes = range(1, (max(levels[-1].size, model.m or 0)) + 1)
    at_risk = {level.size: level.at_risk if dataset.persons is None else level.persons_at_risk for level in levels}
    return {size: at_risk[min(size, levels[-1].size)] for size in sizes}
