"""Tables of counts, from a file or a table to what follows from them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from setanon_sql.count_tables.audit import CountsAudit, audit_counts
from setanon_sql.count_tables.reading import TableForm, read_count_lines
from setanon_sql.count_tables.rule import CountRule
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, copy_in_address, warehouse_name
from setanon_sql.errors import BadParameter
from setanon_sql.options.count_tables import AuditCounts
from setanon_sql.options.releases import Verify
from setanon_sql.pipeline.opening import opened, read_first, tree_of
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, options_for
from setanon_sql.taxonomy import Taxonomy
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
            dataset = _dataset(engine, request, options, tree)
        return audit_counts(engine, table, rule, upwards(tree), dataset)


def published_counts_at(request: Verify) -> Verification | None:
    """Return whether published counts keep their promise; None where the release is none of counts without noise."""
    if request.db or not isinstance(request.release, str | Path):
        return None
    path = Path(request.release)
    if not is_table_of_counts(path):
        return None
    if request.source is not None or request.report is not None:
        raise BadParameter("counts are verified from their file alone", "leave <source> and <report> out")
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
    if by and request.source is not None:
        raise BadParameter(
            "who stands in cells of groups is not counted: the source is read without its columns",
            "leave <source> out, or audit the lines of totals by themselves",
        )
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


def _dataset(
    engine: DuckDBEngine, request: AuditCounts, options: SourceOptions, tree: Taxonomy | None
) -> Dataset | None:
    return None if request.source is None else opened(engine, request.source, options, tree)


def upwards(tree: Taxonomy | None) -> Iterator[tuple[str, str]]:
    """Yield each label of a tree with each one over it."""
    if tree is not None:
        for label in tree.depth:
            yield from ((label, above) for above in tree.path(label)[1:])
