"""Itemsets that an analyst asks for, and what a release makes one expect of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.query.templates import Table

#: A file or the name of a table, or itemsets themselves.
Itemsets = str | Path | Sequence[Collection[str]]


@dataclass(frozen=True)
class Workload:
    """Itemsets to be counted.

    ``asked``: ``query_id, item`` (a label), in an engine. ``names``, ``items``: what an itemset is called, and its
    labels, by number. ``supports``: records of the source that hold it, by number; None: they have to be counted.
    """

    asked: Table
    names: Mapping[int, str]
    items: Mapping[int, tuple[str, ...]]
    supports: Mapping[int, int] | None = None


@dataclass(frozen=True)
class Query:
    """An itemset of a workload.

    ``name``: as the analyst calls it, or its line. ``items``: its labels. ``support``: records of the source that hold
    it. ``expected``: records that the release makes one expect, which need not be a whole number.
    """

    name: str
    items: tuple[str, ...]
    support: int
    expected: float

    @property
    def error(self) -> float:
        """How far off that is, in records."""
        return abs(self.expected - self.support)

    @property
    def relative_error(self) -> float:
        """How far off that is, as a share of the support (where nobody holds it: of one record)."""
        return self.error / max(self.support, 1)

    def to_json(self, *, show_values: bool) -> dict[str, Any]:
        """Return the object of ``--json``; the items only with ``show_values``."""
        told: dict[str, Any] = {"query": self.name, "support": self.support, "expected": self.expected}
        told |= {"error": self.error, "relative_error": self.relative_error}
        return told | ({"items": list(self.items)} if show_values else {})
