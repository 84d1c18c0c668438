"""Kinds of values that have one type in Python and several meanings in an answer."""

from typing import Annotated


class ValueKind(str):
    """A name of a kind of values, as the page of answers has it."""

    __slots__ = ()


#: Whole numbers by size: the keys are ``"1"``, ``"2"``, and so on.
BySize = Annotated[dict[str, int], ValueKind("by size")]
#: Whole numbers by name.
ByName = Annotated[dict[str, int], ValueKind("by name")]
#: What a key means that means the same as the one before it.
LIKEWISE = "likewise"
