"""From item numbers to what is written: new record ids, labels, rows or lines."""

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.query.templates import Table
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.published import Published


def engine_of(published: Published) -> Engine:
    """Return the engine that holds the result."""
    return published.source.engine


def duckdb_of(published: Published) -> DuckDBEngine:
    """Return the DuckDB that holds the result; raises BadDestination where it is in another engine."""
    engine = published.source.engine
    if not isinstance(engine, DuckDBEngine):
        raise BadDestination("only DuckDB writes files here", "name a table of the source's database with --out")
    return engine


def long_rows(published: Published, options: WriteOptions) -> Table:
    """Return a scratch table ``position, record_id, item`` (label text), and ``group_id`` where there are groups.

    Shuffled ids number the records that are left, so that no gap tells how many lost every item.
    """
    engine = engine_of(published)
    check_labels(published)
    records = engine.table("release/record_ids/records_published", published=published.rows)
    places = _places(published.source, options, records)
    tables = {"published": published.rows, "labels": published.labels, "places": places}
    if published.grouped:
        rows = engine.table("release/shapes/long_grouped", record_groups=published.groups, **tables)
    else:
        rows = engine.table("release/shapes/long", **tables)
    engine.drop(records, places)
    return rows


def basket_lines(published: Published, options: WriteOptions, separator: str) -> Table:
    """Return a scratch table ``position, line``; all records have a line, an empty one (NULL) where nothing is left.

    Raises BadDestination where a label could not be read back from a line.
    """
    engine = engine_of(published)
    check_labels(published)
    named = {"published": published.rows, "labels": published.labels}
    if wrong := engine.number("release/shapes/unsplittable_labels", separator=separator, **named):
        raise BadDestination(
            f"{wrong} labels hold the separator or a line break and cannot stand in basket lines",
            "write the release to .parquet or .csv",
        )
    places = _line_places(published.source, options)
    lines = engine.table("release/shapes/lines", separator=separator, places=places, **named)
    engine.drop(places)
    return lines


def check_lines_hold_ids(source: Dataset, options: WriteOptions) -> None:
    """Raise BadDestination where basket lines cannot keep the record ids of a source; call it before the work."""
    if options.record_ids == "keep":
        source.engine.drop(_line_places(source, options))


def _line_places(source: Dataset, options: WriteOptions) -> Table:
    """The line of each record. A line has no room for an id: it is the line's number, or it cannot be kept."""
    engine = source.engine
    records = engine.table("release/record_ids/records_all", records=source.records)
    places = _places(source, options, records)
    engine.drop(records)
    if options.record_ids == "keep" and (wrong := engine.number("release/record_ids/other_lines", places=places)):
        raise BadDestination(
            f"basket lines cannot keep the record ids: an id is the number of its line, and {wrong:,} of "
            f"{source.records:,} records would stand in another one (ids must be 1, 2, 3 and so on, without a gap)",
            "write the release to .parquet, .csv or .tsv, or let new ids be made (--record-ids shuffle)",
        )
    return places


def check_labels(published: Published) -> None:
    """Raise BadInput where a published item has no label, or two have the same."""
    missing, shared = engine_of(published).row(
        "release/shapes/label_faults", published=published.rows, labels=published.labels
    )
    if missing or shared:
        raise BadInput(
            f"{missing} published items have no label, {shared} share one with another",
            "give each node of the taxonomy a name of its own",
        )


def _places(source: Dataset, options: WriteOptions, records: Table) -> Table:
    engine, names = source.engine, source.record_ids
    if options.record_ids == "shuffle":
        return engine.table("release/record_ids/shuffled", records=records, seed=options.seed)
    if names is None:
        return engine.table("release/record_ids/kept_numbers", records=records)
    return engine.table("release/record_ids/kept", records=records, record_ids=names)


def released_sensitive(published: Published) -> list[str] | None:
    """Return the published labels that are sensitive for everybody, sorted; None where there are no such labels.

    A label that is not published is not told: nothing can be inferred about it.
    """
    inputs = published.verification_inputs
    if inputs is None or inputs.wishes is not None:
        return None
    tables = {"published": published.rows, "labels": published.labels, "sensitive": inputs.sensitive}
    return [label for (label,) in engine_of(published).rows("release/shapes/sensitive_labels", **tables)]
