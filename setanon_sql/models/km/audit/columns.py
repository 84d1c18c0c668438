"""The k^m audit of records with columns that are known besides: sets are counted in each class of alike records.

1. The classes by all columns, each as fine as its ladder has it: those of fewer than k put their records at risk by
   themselves. A set of items of a class is another one than that of another class: then the audit is that of one.
2. The same without each column in turn, and with each at its coarser steps: what a column, and its fineness, adds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from setanon_sql.audit.columns import ENTRIES, KnownColumnsRisk, classes_at, points_of
from setanon_sql.audit.who import Who
from setanon_sql.columns import Classes, Point, by_class, known_by_class, sizes_of
from setanon_sql.counting.known_sets import mined
from setanon_sql.dataset import Dataset
from setanon_sql.display import Summary
from setanon_sql.engine import scoped
from setanon_sql.fields import Name
from setanon_sql.models.km.audit.threats import KmAudit, audit_km, average_case, over_nodes
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.taxonomy import Nodes


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

    @property
    def known_columns(self) -> tuple[str, ...]:
        """The columns that are known besides, with their steps."""
        return self.risks[0].columns

    def summary(self) -> Summary:
        """Return a row for each number of known items, and say what the columns alone tell."""
        summary = super().summary()
        first = self.risks[0].classes
        sentence = (
            f"Known besides: {', '.join(self.risks[0].columns)}: {first.classes:,} classes of alike records, "
            f"{first.small:,} of fewer than {self.model.k}."
        )
        return Summary(summary.title, summary.listing, self.satisfied, (*summary.sentences, sentence))


def audit_km_columns(
    dataset: Dataset, model: KmAnonymity, classes: Classes, nodes: Nodes | None = None, *,
    extras: KmExtras | None = None, who: Who | None = None,
) -> KmColumnsAudit:  # fmt: skip
    """Count what breaks k^m-anonymity in classes of records; see the module.

    ``nodes``, ``who``: of a taxonomy, and what is shown who holds threats; None: there is none.
    Cost: that of an audit for each column and step.
    """
    with dataset.engine.scope() as scope:
        result = _by_columns(dataset, model, classes, nodes, extras=extras or KmExtras(), who=who)
        scope.keep([*who.tables.values()] if who else [])
    return result


def _by_columns(
    dataset: Dataset, model: KmAnonymity, classes: Classes, nodes: Nodes | None, *, extras: KmExtras, who: Who | None
) -> KmColumnsAudit:
    rows = over_nodes(dataset.engine, dataset.transactions, nodes.ancestors if nodes else None)
    labels = nodes.labels(dataset.engine) if nodes else dataset.items
    first = _of_all_columns(dataset, model, classes, (rows, labels), extras=extras, who=who)
    by_size = first.at_risk_by_size() if dataset.persons is None else first.persons_at_risk_by_size()
    risks: list[ColumnsRisk] = []
    for left_out, point in points_of(classes):
        by_items = by_size if not risks else _mined(dataset, classes, model, rows, point)
        counts, alone = classes_at(classes, point, model.k)
        at_risk = {0: alone, **by_items}
        risks.append(ColumnsRisk(columns=classes.called(point), left_out=left_out, classes=counts, at_risk=at_risk))
    longest = max((risk.at_risk for risk in risks), key=len)
    return KmColumnsAudit(**vars(first), risks=tuple(replace(risk, at_risk=_up_to(longest, risk)) for risk in risks))


def _of_all_columns(
    dataset: Dataset, model: KmAnonymity, classes: Classes, known_rows: tuple[Table, Table], *, extras: KmExtras,
    who: Who | None,
) -> KmAudit:  # fmt: skip
    """Return the audit of sets in the classes by all columns; threats are those in classes of k and more.

    ``known_rows``: which record holds what, and the labels of that.
    """
    engine = dataset.engine
    rows, labels = known_rows
    of_all = classes.of(classes.finest)
    sizes = sizes_of(dataset, of_all)
    rows_by_class = known_by_class(dataset, rows, of_all, model.k)
    numbers = engine.table("columns/classes/large_numbers", numbers=rows_by_class.numbers, sizes=sizes, k=model.k)
    if who:
        who.take_classes(of_all, sizes, model.k)
        who.name_categories(numbers)
    listed = replace(extras, average=0)
    names = [classes.labels_of(column, step, of_all) for column, step in classes.finest.items() if extras.worst]
    columns = [
        engine.table("columns/classes/labels_of_numbers", numbers=rows_by_class.numbers, labels=name) for name in names
    ]
    of_sets = audit_km(
        dataset.with_rows(rows_by_class.rows), model, labels=labels, extras=listed, who=who, numbers=numbers,
        columns=columns,
    )  # fmt: skip
    tables = {"held": rows_by_class.held, "classes": of_all, "sizes": sizes}
    in_small = engine.number("columns/classes/items_in_small", k=model.k, **tables)
    single_items, *larger = of_sets.levels
    levels = (replace(single_items, threats=single_items.threats - in_small), *larger)
    top_items = tuple(
        replace(item, share=item.threats / sum(level.threats for level in levels)) for item in of_sets.top_items
    )
    items = dataset.with_rows(by_class(engine, dataset.transactions, of_all))
    return replace(of_sets, levels=levels, top_items=top_items, average=average_case(items, model, extras))


def _up_to(sizes: Iterable[int], risk: ColumnsRisk) -> dict[int, int]:
    """Return who is at risk by so many items that are known: by more than are held together, as by the most."""
    last = max(risk.at_risk)
    return {size: risk.at_risk[min(size, last)] for size in sizes}


@scoped
def _mined(dataset: Dataset, classes: Classes, model: KmAnonymity, rows: Table, point: Point) -> dict[int, int]:
    """Return how many are at risk by the number of known items, from 1 on."""
    if point:
        rows = known_by_class(dataset, rows, classes.of(point), model.k).rows
    levels = list(mined(dataset, rows, model.k, model.m))
    sizes = range(1, (max(levels[-1].size, model.m or 0)) + 1)
    at_risk = {level.size: level.at_risk if dataset.persons is None else level.persons_at_risk for level in levels}
    return {size: at_risk[min(size, levels[-1].size)] for size in sizes}
