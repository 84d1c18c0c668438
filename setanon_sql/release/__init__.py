"""Write what a method made: data, manifest, ledger; whole or not at all, and recounted before anybody sees it."""

from setanon_sql.layout import Destination, TableDestination, WarehouseDestination
from setanon_sql.release.long import Form, Published
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.pieces import Pieces
from setanon_sql.release.places import Written
from setanon_sql.release.publish import check_destination, check_in, publish

__all__ = [
    "Destination",
    "Form",
    "Pieces",
    "Published",
    "TableDestination",
    "WarehouseDestination",
    "WriteOptions",
    "Written",
    "check_destination",
    "check_in",
    "publish",
]
