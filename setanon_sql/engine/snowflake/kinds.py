"""What Snowflake's columns are for :class:`~setanon_sql.engine.warehouse.Relation`, as the result of a query tells.

A moment with an offset of its own (TIMESTAMP_TZ) equals one that is written otherwise, and so does text that has a
collation: they are ``loose``.
"""

from collections.abc import Collection

#: By the code that the connector gives to a type.
_KINDS = {
    1: "real", 5: "json", 7: "loose", 9: "struct", 10: "list", 11: "bytes", 13: "flag", 14: "struct", 15: "struct",
    16: "nested list", 17: "struct",
}  # fmt: skip
_FIXED = 0


def kind_of(code: int, scale: int | None, *, collated: bool) -> str:
    """Return what a column is: FIXED without decimals is a whole number.

    >>> kind_of(0, 0, collated=False), kind_of(0, 2, collated=False), kind_of(2, None, collated=True)
    ('whole', 'other', 'loose')
    """
    if code == _FIXED:
        return "other" if scale else "whole"
    return "loose" if collated else _KINDS.get(code, "other")


def names_shown(columns: Collection[str]) -> dict[str, str]:
    """Return what columns are called here, with their own names: those in capitals, as most are, in small letters.

    Snowflake writes a name without quotes in capitals. Two columns are never called alike.

    >>> names_shown(["RECORD_ID", "Item"]), names_shown(["A", "a"])
    ({'record_id': 'RECORD_ID', 'Item': 'Item'}, {'A': 'A', 'a': 'a'})
    """
    names = set(columns)
    return {name.lower() if name == name.upper() and name.lower() not in names else name: name for name in columns}
