"""Tables of counts, from a file or a table to what follows from them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from setanon_sql.count_tables.audit import CountsAudit, audit_counts
from setanon_sql.count_tables.reading import TableForm, read_count_lines
from setanon_sql.count_tables.rule import CountRule
from setanon_sql.count_tables.who import GroupedDataset
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, copy_in_address, warehouse_name
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.options.count_tables import AuditCounts
from setanon_sql.options.releases import Verify
from setanon_sql.pipeline.opening import opened, read_first, tree_of
from setanon_sql.query.templates import Table
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, open_source, options_for
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.text import count_of
from setanon_sql.verify import Verification
from setanon_sql.verify.counts import is_table_of_counts, verify_counts


def audited_counts(request: AuditCounts) -> CountsAudit:
    """Return what follows from a table of counts; see :func:`setanon_sql.api.count_tables.audit_counts`."""
    rule = _rule(request)
    form = TableForm(request.count, tuple(request.by), request.total, request.hidden)
    options = _reading(request)
    with (request.settings or Settings()).engine_for(options.db) as engine:
        assert isinstance(engine, DuckDBEngine)
        with read_first(engine, request.table, request.taxonomy, request.source):
            table_options = replace(options, person="")
            table = read_count_lines(engine, request.table, table_options, form)
            tree = None if request.taxonomy is None else tree_of(engine, request.taxonomy, options)
            source = _grouped(engine, request, options, tree)
        return audit_counts(engine, table, rule, upwards(tree), source)


def published_counts_at(request: Verify) -> Verification | None:
    """Return whether published counts keep their promise; None where the release is none of counts without noise."""
    if request.db or not isinstance(request.release, str | Path):
        return None
    path = Path(request.release)
    if not is_table_of_counts(path):
        return None
    if request.source is not None or request.report is not None or request.absent:
        raise BadParameter("counts are verified from their file alone", "leave <source>, <report> and <absent> out")
    with (request.settings or Settings()).engine_for("") as engine:
        assert isinstance(engine, DuckDBEngine)
        return verify_counts(engine, path)


def group_columns(by: Sequence[str], adds_up: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of groups; raises BadParameter where one is named twice, or adds up and is none of them."""
    if len(set(by)) < len(by):
        raise BadParameter("<by> names a column twice", "name each once")
    if other := [name for name in adds_up if name not in by]:
        raise BadParameter(f'<adds_up> names "{other[0]}", which is no column of <by>', "name it in both")
    return tuple(by)


def adding_columns(by: Sequence[str], adds_up: Sequence[str], *, persons: bool) -> tuple[str, ...]:
    """Return the columns whose groups add up: those that are named, else of records all, of persons none."""
    return tuple(adds_up or (() if persons else by))


def _rule(request: AuditCounts) -> CountRule:
    """Return what the table is held to; raises BadParameter."""
    by = group_columns(request.by, request.adds_up)
    persons = request.counts_persons or bool(request.person)
    if request.person and request.source is None:
        raise BadParameter("<person> is a column of <source>, which is not given", "say <counts_persons>")
    places = tuple(by.index(name) + 1 for name in adding_columns(by, request.adds_up, persons=persons))
    return CountRule(request.k, persons, request.rounded, request.not_shown == "small", places)


def _reading(request: AuditCounts) -> SourceOptions:
    """Return how everything is read: into DuckDB; raises BadParameter for Spark."""
    options = options_for(request.source, request.options, request.person)
    if warehouse_name(options.db) not in {"", "PostgreSQL"}:
        raise BadParameter(
            f"tables of counts are not read in {warehouse_name(options.db)}", "write the table to a Parquet file"
        )
    return replace(options, db=copy_in_address(options.db))


def _grouped(
    engine: DuckDBEngine, request: AuditCounts, options: SourceOptions, tree: Taxonomy | None
) -> GroupedDataset | None:
    """Return the source with the groups of its records; None where there is none."""
    if request.source is None:
        return None
    dataset = opened(engine, request.source, options, tree)
    return GroupedDataset(
        dataset, [values_of(engine, dataset, request.source, options, column) for column in request.by]
    )


def values_of(
    engine: DuckDBEngine | Warehouse, dataset: Dataset, source: Source, options: SourceOptions, column: str
) -> Table:
    """Return the value of each record in a column of groups; raises BadInput where one has none, or several."""
    other = open_source(engine, source, replace(options, item=column, person="", seek_person=False))
    tables = {"names": dataset.names(), "value_names": other.names(), "value_items": other.items}
    values = engine.table("count_tables/count/group_values", value_rows=other.transactions, **tables)
    if odd := engine.number(
        "count_tables/count/without_one_value", transactions=dataset.transactions, group_values=values
    ):
        records = count_of(odd, "record has", "records have")
        raise BadInput(f'{records} no value or several in the column "{column}"', "each record is of one group")
    return values


def upwards(tree: Taxonomy | None) -> Iterator[tuple[str, str]]:
    """Yield each label of a tree with each one over it."""
    if tree is not None:
        for label in tree.depth:
            yield from ((label, above) for above in tree.path(label)[1:])
