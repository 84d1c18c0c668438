"""What a run would read, asked before it."""

from dataclasses import dataclass, replace
from typing import Annotated

from setanon_sql.engine import warehouse_name
from setanon_sql.errors import BadParameter
from setanon_sql.fields import Fields
from setanon_sql.ladders import columns_asked
from setanon_sql.options.dry_run import DryRun
from setanon_sql.options.public import public
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, audit_options_for, options_for
from setanon_sql.sources.warehouse import bytes_to_read

#: BigQuery bills at least so many bytes for each table that a statement reads.
LEAST_BILLED = 10 * 2**20


@dataclass(frozen=True)
class PlannedReading(Fields):
    """Answer of ``--dry-run``.

    What BigQuery would read of the source; nothing was run:
    """

    source_bytes: Annotated[int, "of the source, which is read once"]
    statement_bytes: Annotated[int, "the least that is billed for each table that a later statement reads"] = (
        LEAST_BILLED
    )


@public(DryRun)
def dry_run(request: DryRun) -> PlannedReading:
    """Ask BigQuery how many bytes of a source a run would read. Nothing is run, and nothing billed.

    OPTIONS

    What later steps read cannot be known: it depends on what the first ones find.
    Cost: a request for each column.
    Raises BadParameter for a place that bills no bytes.
    Source: BigQuery's own plan (``dryRun`` of its jobs).
    """
    options = options_for(request.source, request.options, request.person)
    if request.audit:
        options = audit_options_for(request.source, request.options, request.person, seek_columns=not request.columns)
    _refuse_other_places(options.db)
    readings = [options, *(_of_column(options, name) for name in columns_asked(request.columns))]
    with (request.settings or Settings()).warehouse(options.db) as engine:
        return PlannedReading(sum(bytes_to_read(engine, request.source, each) for each in readings))


def _of_column(options: SourceOptions, name: str) -> SourceOptions:
    """Return how a column that is known besides is read."""
    return replace(options, item=name, person="", seek_person=False, seek_columns=False)


def _refuse_other_places(db: str) -> None:
    """Raise BadParameter for a place where bytes that are read cost nothing."""
    if warehouse_name(db) != "BigQuery":
        place = warehouse_name(db) or "DuckDB"
        raise BadParameter(f"<dry run> tells what BigQuery would bill, and {place} bills no bytes", "leave it out")
