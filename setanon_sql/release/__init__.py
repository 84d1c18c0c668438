"""Write what a method made: data, manifest, ledger; whole or not at all, and recounted before anybody sees it."""

from setanon_sql.layout import Destination, TableDestination, WarehouseDestination
from setanon_sql.release.long import Form, LongRelease
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.pieces import Pieces
from setanon_sql.release.publish import check_destination, check_in, publish
from setanon_sql.release.writer import Written

__all__ = [
    "Destination",
    "Form",
    "LongRelease",
    "Pieces",
    "TableDestination",
    "WarehouseDestination",
    "WriteOptions",
    "Written",
    "check_destination",
    "check_in",
    "publish",
]
