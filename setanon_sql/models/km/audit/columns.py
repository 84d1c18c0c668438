"""The k^m audit of records with columns that are known besides: sets are counted in each class of alike records.

1. The classes by all columns, each as fine as its ladder has it: those of fewer than k put their records at risk by
   themselves. A set of items of a class is another one than that of another class: then the audit is that of one.
2. The same without each column in turn, and with each at its coarser steps: what a column, and its fineness, adds.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from setanon_sql.columns import ClassCounts, Classes, Point, by_class, sizes_of
from setanon_sql.counting.known_sets import mined
from setanon_sql.dataset import Dataset
from setanon_sql.display import Summary
from setanon_sql.engine import scoped
from setanon_sql.fields import ABSENT, ComputedKey, Fields, Name
from setanon_sql.models.km.audit.threats import KmAudit, audit_km, over_nodes
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class ColumnsRisk(Fields):
    """Risk from somebody who knows columns. ``classes``: of records that are alike in them."""

    columns: Annotated[tuple[str, ...], "that are known, with their steps; of which none may be"]
    left_out: Annotated[str, ABSENT, "the one that is not known, of those of the first entry"]
    classes: ClassCounts
    at_risk: Annotated[
        Mapping[int, int],
        Name("at_risk_by_items"),
        "records, or persons, at risk by the number of items that are known besides, 0 among them",
    ]
    number = ComputedKey[int]("of records that are alike in them", lambda risk: risk.classes.classes, Name("classes"))
    classes_under_k = ComputedKey[int]("of fewer than k records, or persons", lambda risk: risk.classes.small)
    classes_of_one = ComputedKey[int]("of one alone", lambda risk: risk.classes.alone)


@dataclass(frozen=True)
class KmColumnsAudit(KmAudit):
    """Findings of an audit with columns that are known besides; ``levels`` are of sets of items in a class.

    ``risks``: from who knows all columns, as fine as their ladders have them; then all but one; then coarser ones.
    """

    risks: Annotated[
        tuple[ColumnsRisk, ...],
        Name("columns"),
        "`--columns`: who is at risk from somebody who knows all of them, all but one, and all with one coarser; all "
        "that is said by size is of the first",
    ] = ()

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
    risks = [_risk(dataset, classes, model.k, classes.finest, by_size)]
    for left_out, point in _other_points(classes):
        levels = _mined(dataset, classes, model, rows, point)
        risks.append(replace(_risk(dataset, classes, model.k, point, levels), left_out=left_out))
    longest = max((risk.at_risk for risk in risks), key=len)
    return KmColumnsAudit(**vars(first), risks=tuple(replace(risk, at_risk=_up_to(longest, risk)) for risk in risks))


def _up_to(sizes: Iterable[int], risk: ColumnsRisk) -> dict[int, int]:
    """Return who is at risk by so many items that are known: by more than are held together, as by the most."""
    last = max(risk.at_risk)
    return {size: risk.at_risk[min(size, last)] for size in sizes}


def _other_points(classes: Classes) -> Iterator[tuple[str, Point]]:
    """Yield the points without each column, and with one column at a coarser step; with what is left out."""
    finest = classes.finest
    for column in finest:
        yield column, {other: step for other, step in finest.items() if other != column}
    for ladder in classes.ladders:
        for step in ladder.steps[1:]:
            yield "", finest | {ladder.column: step}


@scoped
def _mined(dataset: Dataset, classes: Classes, model: KmAnonymity, rows: Table, point: Point) -> dict[int, int]:
    """Return how many are at risk by the number of known items, from 1 on."""
    if point:
        rows = by_class(dataset.engine, rows, classes.of(point))
    levels = list(mined(dataset, rows, model.k, model.m))
    sizes = range(1, (max(levels[-1].size, model.m or 0)) + 1)
    at_risk = {level.size: level.at_risk if dataset.persons is None else level.persons_at_risk for level in levels}
    return {size: at_risk[min(size, levels[-1].size)] for size in sizes}


@scoped
def _risk(dataset: Dataset, classes: Classes, k: int, point: Point, by_items: Mapping[int, int]) -> ColumnsRisk:
    """Return the risk at a point; ``by_items``: of records that hold items, by those that are known."""
    if not point:
        whole = dataset.records if dataset.persons is None else dataset.n_persons
        small = int(whole < k)
        return ColumnsRisk(
            (), "", ClassCounts(1, small, small * dataset.records, int(whole == 1)), {0: small * whole, **by_items}
        )
    of_point = classes.of(point)
    at_risk = {0: _in_small(dataset, of_point, k), **by_items}
    return ColumnsRisk(classes.called(point), "", classes.counts(of_point, k), at_risk)


def _in_small(dataset: Dataset, classes: Table, k: int) -> int:
    """Count the records, or persons, in classes of fewer than k."""
    engine = dataset.engine
    small = engine.table("columns/classes/in_small", classes=classes, sizes=sizes_of(dataset, classes), k=k)
    if dataset.persons is None:
        return engine.count(small)
    return engine.number("counting/persons/at_risk_persons", at_risk=small, persons=dataset.persons)
