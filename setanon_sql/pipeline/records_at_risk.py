"""What the audits tell of who is at risk and where: the records, and the categories of a taxonomy."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from setanon_sql.audit.who import Categories, Who
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadDestination, BadParameter
from setanon_sql.layout import Destination, ReleaseShape, list_shape
from setanon_sql.numbers import whole_of
from setanon_sql.options.reading import FromSource
from setanon_sql.options.risk import RiskOptions
from setanon_sql.pipeline.opening import Tree, tree_of
from setanon_sql.pipeline.publishing import input_files, input_tables, place_of
from setanon_sql.query.templates import Table
from setanon_sql.release import WriteOptions
from setanon_sql.release.publish import writer_for
from setanon_sql.release.records import write_records
from setanon_sql.release.writer import ReleaseWriter
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy.others import with_released
from setanon_sql.taxonomy.tree import with_leaves

#: What an audit finds of a record: sets of known items that too few hold, or rules that are too sure.
Finding = Literal["threats", "rules"]
#: What tells the worst that was found of each record, and what that is called; the same where persons are counted.
_WORST: dict[Finding, tuple[tuple[str, str], tuple[str, str]]] = {
    "threats": (("sets/who/smallest_threats", "support"), ("sets/who/smallest_threats_of_persons", "persons")),
    "rules": (("rules/who/surest_rules", "confidence"), ("rules/who/surest_rules_of_persons", "confidence")),
}


@dataclass(frozen=True)
class RecordList:
    """The file or table that the records at risk are listed in, and what of the source may not be overwritten.

    ``query``: what tells the worst that was found of each. ``shape``: its columns.
    """

    where: Destination
    options: WriteOptions
    query: str
    shape: ReleaseShape

    def writer(self, *names: str) -> ReleaseWriter:
        """Return the writer; ``names``: what the first columns are called, where that is not as in the shape."""
        return writer_for(self.where, self.options, self.shape.with_columns(names) if names else self.shape)


@dataclass
class RiskLists:
    """Lists that an audit makes of who is at risk: the records (None: not), the risk by the labels of a level.

    ``by``: the level; None: not. ``options``: how the source is read, the column of the person among it, where persons
    are counted. ``who`` collects it, once it is known on what.
    """

    options: SourceOptions
    listed: RecordList | None = None
    by: int | None = None
    who: Who | None = None

    @property
    def files(self) -> list[Path]:
        """Return the files that the list goes to."""
        return self.listed.where.files if self.listed else []

    def collect(self, dataset: Dataset, nodes: Table | None, taxonomy: Tree | None) -> Who | None:
        """Return what collects who is at risk; ``nodes`` has the labels of the taxonomy by the numbers of the audit.

        None where nothing is wanted. Raises BadDestination where the records cannot be listed.
        """
        engine = dataset.engine
        assert isinstance(engine, DuckDBEngine | Warehouse)
        if self.listed is None and self.by is None:
            return None
        if self.listed:
            self._writer(self.listed, dataset).check_in(engine)
        categories = None
        if self.by is not None and nodes and taxonomy is not None:
            categories = categories_of(engine, nodes, taxonomy, self.by, self.options)
        self.who = Who(engine, records=self.listed is not None, categories=categories, persons=dataset.persons)
        return self.who

    def _writer(self, listed: RecordList, dataset: Dataset) -> ReleaseWriter:
        """Return the writer of the list, in which records are called as in the source."""
        return listed.writer(*dataset.columns[:1], *filter(None, [self.options.person]))

    def write(self, dataset: Dataset) -> None:
        """Write the records, where they are wanted."""
        if self.who is None or self.listed is None:
            return
        dataset.engine.trace.begin_phase("writing the records at risk")
        writer = self._writer(self.listed, dataset)
        writer.check_late(dataset.engine)
        write_records(dataset.engine, self.who.worst(dataset, self.listed.query), writer)
        dataset.engine.trace.note("the list of records at risk is internal: it names records of the source")


def risk_lists(finding: Finding, request: FromSource, options: SourceOptions, *reads: Any) -> RiskLists:
    """Return what an audit is to tell of who is at risk, checked before the work.

    ``reads``: what it reads besides the source. Raises BadParameter and BadDestination.
    """
    if not isinstance(request, RiskOptions):
        return RiskLists(options)
    check_level(request.by, request.taxonomy)
    listed = None
    if request.records_out is not None:
        query, worst = _WORST[finding][bool(options.person)]
        listed = _record_list(request, options, reads, query, worst)
        if listed.where.lines:
            raise BadDestination(
                "basket files (.dat, .txt) cannot hold a list of records", "end the name with .parquet, .csv or .tsv"
            )
        listed.writer().check()
    return RiskLists(options, listed, request.by)


def _record_list(risk: RiskOptions, options: SourceOptions, reads: Sequence[Any], query: str, worst: str) -> RecordList:
    """Return where the list goes; ``worst``: what its last column is called."""
    assert isinstance(risk, FromSource) and risk.records_out is not None
    db = options.db
    reads = (*reads, *options.reads)
    write = WriteOptions(
        seed="",  # nothing is drawn
        overwrite=risk.overwrite,
        inputs=input_files(risk.source, reads, db),
        input_tables=input_tables(risk.source, reads, db),
    )
    shape = list_shape("record_id", *(["person"] if options.person else []), "size", worst)
    return RecordList(place_of(risk.records_out, db, db), write, query, shape)


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
