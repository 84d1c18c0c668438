"""What the analyst decides about single items, and how far a release keeps to it.

1. Read constraints and weights from a file, a table, a frame, or rows in Python (``reading``); each row is an
   ``ItemRule`` (``rules``).
2. Find the items and labels that they speak of, and refuse what contradicts itself (``resolved``).
3. Say what became of them (``results``).
"""

from collections.abc import Sequence
from pathlib import Path

from setanon_sql.decisions.reading import read_decisions
from setanon_sql.decisions.resolved import NO_CONSTRAINTS, Forest, ItemConstraints, forest_of, items_of, resolve
from setanon_sql.decisions.results import Decided
from setanon_sql.decisions.rules import Decisions, ItemRule
from setanon_sql.sources.frames import Frame

#: The name of a file or a table, something with columns, or the rows themselves.
Source = str | Path | Frame | Sequence[Sequence[object]]

__all__ = [
    "NO_CONSTRAINTS",
    "Decided",
    "Decisions",
    "Forest",
    "ItemConstraints",
    "ItemRule",
    "Source",
    "forest_of",
    "items_of",
    "read_decisions",
    "resolve",
]
