"""What the types of Spark's columns are for what reads a source."""

from setanon_sql.engine.warehouse import NO_TEXT

WHOLE = {"tinyint", "smallint", "int", "bigint"}
_KINDS = {"array": "list", "float": "real", "double": "real", "binary": "bytes", "struct": "struct", "map": "struct",
          "variant": "json"}  # fmt: skip


def kind_of_type(kind: str) -> str:
    """Return what a type is for :class:`Relation`; text that is collated has an equality of its own."""
    base = _KINDS.get(kind.partition("<")[0], "other")
    if base == "list" and kind_of_type(kind.removeprefix("array<").removesuffix(">")) in {"list", *NO_TEXT}:
        return "nested list"
    if " collate " in kind and not kind.endswith(" collate UTF8_BINARY") and base in {"list", "other"}:
        return "loose list" if base == "list" else "loose"
    return "whole" if kind in WHOLE else base
