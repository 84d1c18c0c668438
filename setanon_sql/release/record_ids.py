"""The ids of released records that are not drawn by lot: those of the source, or new ones that a secret makes of them.

Places are ``record_id, position, published_id``: under which id, or in which line, each record stands.
"""

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.errors import BadDestination, BadParameter
from setanon_sql.keys import keyed_fingerprint
from setanon_sql.query.templates import Table
from setanon_sql.release.options import WriteOptions


@scoped
def check_lines_hold_ids(source: Dataset, options: WriteOptions) -> None:
    """Raise BadDestination where basket lines cannot keep the record ids of a source; call it before the work."""
    if options.record_ids == "keep":
        kept_lines(source)


def check_keyed(source: Dataset, *, lines: bool) -> None:
    """Raise BadDestination or BadParameter where keyed record ids have no room, or nothing that lasts to be made of."""
    if lines:
        raise BadDestination(
            "basket lines have no room for keyed record ids", "write the release to .parquet, .csv or .tsv"
        )
    if source.record_ids is None:
        raise BadParameter(
            "the records of the source have no ids but the numbers of their lines: keyed ones would not last",
            "read a source with a column of record ids, or leave <record_ids> out",
        )


@scoped
def kept_lines(source: Dataset) -> Table:
    """Return the places of records that are lines; raises BadDestination where an id is not the number of its line."""
    engine = source.engine
    records = engine.table("release/record_ids/records_all", records=source.records)
    places = kept_places(source, records)
    if wrong := engine.number("release/record_ids/other_lines", places=places):
        raise BadDestination(
            f"basket lines cannot keep the record ids: an id is the number of its line, and {wrong:,} of "
            f"{source.records:,} records would stand in another one (ids must be 1, 2, 3 and so on, without a gap)",
            "write the release to .parquet, .csv or .tsv, or let new ids be made (<record_ids=shuffle>)",
        )
    return places


def kept_places(source: Dataset, records: Table) -> Table:
    """Return the places of records under the ids of their source, in its order."""
    engine = source.engine
    names = source.record_ids
    if names is None:
        return engine.table("release/record_ids/kept_numbers", records=records)
    return engine.table("release/record_ids/kept", records=records, record_ids=names)


def keyed_places(source: Dataset, records: Table, secret: str) -> Table:
    """Return the places of records under the ids that a secret makes of those of their source (HMAC-SHA256)."""
    blocks = {name: keyed_fingerprint(secret, name) for name in ("inner", "outer")}
    return source.engine.table("release/record_ids/keyed", records=records, record_ids=source.names(), **blocks)
