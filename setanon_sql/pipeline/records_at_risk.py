"""What the audits tell of who is at risk and where: the records, and the categories of a taxonomy."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.audit.who import Categories, Who
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadDestination, BadParameter
from setanon_sql.layout import RECORDS
from setanon_sql.numbers import whole_of
from setanon_sql.options.km import RiskOptions
from setanon_sql.options.publishing import PublishingFolder
from setanon_sql.options.reading import FromSource
from setanon_sql.pipeline.opening import Tree, tree_of
from setanon_sql.pipeline.publishing import ReleaseTarget, target_of
from setanon_sql.query.templates import Table
from setanon_sql.release.publish import writer_for
from setanon_sql.release.records import write_records
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy.others import with_released
from setanon_sql.taxonomy.tree import with_leaves

#: What tells the worst that was found of each record.
_WORST = {
    "km": "sets/who/smallest_threats",
    "km person": "sets/who/smallest_threats_of_persons",
    "rho": "rules/who/surest_rules",
    "rho person": "rules/who/surest_rules_of_persons",
}


@dataclass(frozen=True)
class RiskRequest:
    """A wish for lists: the records at risk at a place (None: not), the risk by the labels of a level (None: not).

    ``person``: the column of the person, where persons are counted.
    """

    kind: str
    place: ReleaseTarget | None = None
    by: int | None = None
    person: str = ""

    @property
    def any(self) -> bool:
        """Is anything wanted?"""
        return self.place is not None or self.by is not None

    @property
    def files(self) -> list[Path]:
        """Return the files that the list goes to."""
        return self.place.destination.files if self.place else []

    def who(self, dataset: Dataset, nodes: Table | None, taxonomy: Tree | None, options: SourceOptions) -> Who | None:
        """Return what collects it; ``nodes`` has the labels of the taxonomy by the numbers of the audit."""
        engine = dataset.engine
        assert isinstance(engine, DuckDBEngine | Warehouse)
        if not self.any:
            return None
        if self.place:
            self._with_places(dataset).check_in(engine)
        categories = None
        if self.by is not None and nodes and taxonomy is not None:
            categories = categories_of(engine, nodes, taxonomy, self.by, options)
        records = self.place is not None
        return Who(engine, records=records, categories=categories, persons=dataset.persons)

    def _with_places(self, dataset: Dataset) -> Any:
        """Return the place, with records called as in the source."""
        assert self.place is not None
        shape = self.place.shape.with_columns((*dataset.columns[:1], *filter(None, [self.person])))
        return writer_for(self.place.destination, self.place.write, shape)

    def write(self, who: Who | None, dataset: Dataset) -> None:
        """Write the records, where they are wanted."""
        if who is None or self.place is None:
            return
        dataset.engine.trace.begin_phase("writing the records at risk")
        where = self._with_places(dataset)
        where.check_late(dataset.engine)
        write_records(dataset.engine, who.worst(dataset, _WORST[self.kind]), where, self.kind)
        dataset.engine.trace.note("the list of records at risk is internal: it names records of the source")


def risk_request(kind: str, risk: RiskOptions, options: SourceOptions, *reads: Any) -> RiskRequest:
    """Return what an audit is to tell of who is at risk, checked before the work.

    ``reads``: what it reads besides the source. Raises BadParameter and BadDestination.
    """
    assert isinstance(risk, FromSource)
    check_level(risk.by, risk.taxonomy)
    kind = f"{kind} person" if options.person else kind
    if risk.records_out is None:
        return RiskRequest(kind, by=risk.by)
    listing = PublishingFolder(source=risk.source, out=risk.records_out, overwrite=risk.overwrite)
    target = target_of(listing, options, *reads, risk.taxonomy, shape=RECORDS[kind])
    if target.destination.lines:
        raise BadDestination(
            "basket files (.dat, .txt) cannot hold a list of records", "end the name with .parquet, .csv or .tsv"
        )
    return RiskRequest(kind, target, risk.by, options.person)


def check_level(by: int | None, taxonomy: Tree | None) -> None:
    """Raise BadParameter where a level is not one of a taxonomy."""
    if by is not None and taxonomy is None:
        raise BadParameter("<by> names a level of a taxonomy", "give the <taxonomy>, too")
    if by is not None:
        whole_of("<by>", by, "level 1 is right below the root")


def categories_of(
    engine: DuckDBEngine | Warehouse, nodes: Table, taxonomy: Tree, level: int, options: SourceOptions
) -> Categories:
    """Return the labels of a level of a taxonomy, and what is one of them or lies below it.

    ``nodes``: ``item, label``. A leaf above the level stands for itself; an inner label above it is in no category.
    """
    rows = engine.rows("taxonomy/nodes/labels", items=nodes)
    tree = with_released(tree_of(engine, taxonomy, options), {str(label) for _, label in rows})
    if options.tree.missing != "error":
        tree = with_leaves(tree, {str(label) for _, label in rows} - tree.depth.keys())
    categories: dict[int, str] = {}
    for node, label in rows:
        depth = tree.depth[label]
        if depth >= level:
            categories[node] = tree.path(label)[depth - level]
        elif label not in tree.children:
            categories[node] = label
    if not any(tree.depth[label] >= level for label in categories.values()):
        raise BadParameter(f"<by> is {level}, and no label stands so deep", "level 1 is right below the root")
    labels = sorted(set(categories.values()))
    number = {label: at for at, label in enumerate(labels, 1)}
    columns = [list(categories), [number[label] for label in categories.values()]]
    table = engine.load("categories", {"item": int, "category": int}, columns)
    return Categories(table, tuple(labels), frozenset(labels) - tree.children.keys())
