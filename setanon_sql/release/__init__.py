"""Write what a method made: data, manifest, ledger; whole or not at all, and recounted before anybody sees it."""

from setanon_sql.release.options import TableDestination, WriteOptions
from setanon_sql.release.published import Form, Published
from setanon_sql.release.warehouse import WarehouseDestination
from setanon_sql.release.write import Destination, Written, check_destination, check_in, write_release

__all__ = [
    "Destination",
    "Form",
    "Published",
    "TableDestination",
    "WarehouseDestination",
    "WriteOptions",
    "Written",
    "check_destination",
    "check_in",
    "write_release",
]
