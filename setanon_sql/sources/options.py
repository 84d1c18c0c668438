"""How a source is to be read, and the words for it."""

from dataclasses import dataclass

from setanon_sql.errors import BadParameter

FORMATS = ("long", "list", "basket", "spmf", "onehot")

#: What may stand for a separator on the command line, where a shell makes the character itself hard to write.
_NAMES = {"space": " ", "comma": ",", "tab": "\t", "\\t": "\t", "semicolon": ";", "bar": "|", "pipe": "|"}

#: Separators that are sniffed, with their names.
SEPARATORS = {"\t": "tab", ";": "semicolon", "|": "bar", ",": "comma", " ": "space"}

#: Characters that are never part of an item by themselves.
BLANKS = " \t\r\n"


@dataclass(frozen=True)
class SourceOptions:
    """How to read a source; every field has a default that is right for the commonest case.

    ``db``: a DuckDB file (``x.duckdb`` or ``duckdb:///x.duckdb``), ``postgresql://…``, ``spark:local`` or
    ``spark://…``; the source is then a table or view in it.
    ``format``: one of ``long``, ``list``, ``basket``, ``spmf``, ``onehot``; empty means that it is sniffed.
    ``record_id``, ``item``: the columns of a table. ``sep``: the separator of a text file; empty means sniffed.
    ``on_null``: ``error`` or ``drop``, for rows without an item or a record id.
    Raises BadParameter for a format, a separator or an ``on_null`` that does not exist.
    """

    db: str = ""
    format: str = ""
    record_id: str = "record_id"
    item: str = "item"
    sep: str = ""
    on_null: str = "error"

    def __post_init__(self) -> None:
        if self.format and self.format not in FORMATS:
            raise BadParameter("--format is not one that can be read", f"it is one of {', '.join(FORMATS)}")
        if self.on_null not in {"error", "drop"}:
            raise BadParameter("--on-null is neither error nor drop", "leave it out to be told about such rows")
        object.__setattr__(self, "sep", _NAMES.get(self.sep.lower(), self.sep))
        if self.sep and (len(self.sep) > 1 or self.sep in '"\r\n'):
            raise BadParameter(
                "--sep must be one character, and neither a quote nor a line break",
                f"write the character or its name: {', '.join(SEPARATORS.values())}",
            )
        if not self.record_id or not self.item or self.record_id == self.item:
            raise BadParameter(
                "--record-id and --item must name two different columns",
                "leave them out where the columns are called record_id and item",
            )
