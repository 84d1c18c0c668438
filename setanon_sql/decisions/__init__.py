"""What the analyst decides about single items, and how far a release keeps to it.

1. Read constraints and weights from a file, a table, a frame, or rows in Python (``reading``); each row is a ``Rule``
   (``rules``).
2. Find the items and labels that they speak of, and refuse what contradicts itself (``resolved``).
3. Say what became of them (``results``).
"""

from collections.abc import Sequence
from pathlib import Path

from setanon_sql.decisions.reading import read_decisions
from setanon_sql.decisions.resolved import NOTHING, Forest, Resolved, forest_of, items_of, resolve
from setanon_sql.decisions.results import Decided
from setanon_sql.decisions.rules import Decisions, Rule
from setanon_sql.sources.frames import Frame

#: The name of a file or a table, something with columns, or the rows themselves.
Source = str | Path | Frame | Sequence[Sequence[object]]

__all__ = [
    "NOTHING",
    "Decided",
    "Decisions",
    "Forest",
    "Resolved",
    "Rule",
    "Source",
    "forest_of",
    "items_of",
    "read_decisions",
    "resolve",
]
