"""What BigQuery's columns are for :class:`~setanon_sql.engine.warehouse.Relation`, as its catalog tells.

A day may equal 24 hours, and text with a collation equals other text: both are ``loose``.
"""

from collections.abc import Mapping
from typing import Any

from setanon_sql.engine.warehouse import NO_TEXT

_KINDS = {
    **dict.fromkeys(("INTEGER", "INT64"), "whole"),
    **dict.fromkeys(("FLOAT", "FLOAT64"), "real"),
    **dict.fromkeys(("BOOLEAN", "BOOL"), "flag"),
    **dict.fromkeys(("RECORD", "STRUCT", "GEOGRAPHY"), "struct"),
    "BYTES": "bytes",
    "JSON": "json",
    "INTERVAL": "loose",
    "TIMESTAMP": "moment",
}


def kind_of(field: Mapping[str, Any], collation: str = "") -> str:
    """Return what a column is, from its description; ``collation``: that of its table.

    >>> kind_of({"type": "INTEGER"}), kind_of({"type": "STRING", "mode": "REPEATED"}), kind_of({"type": "NUMERIC"})
    ('whole', 'list', 'other')
    """
    kind = _KINDS.get(field["type"], "other")
    if field["type"] == "STRING" and field.get("collation", collation):
        kind = "loose"
    if field.get("mode") != "REPEATED":
        return kind
    return "nested list" if kind in NO_TEXT else "loose list" if kind == "loose" else "list"
