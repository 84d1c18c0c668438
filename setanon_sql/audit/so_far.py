"""Findings of an audit after some of its sizes, for whoever stops it before it is done."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from setanon_sql.text import count, count_of, table

#: What is counted by size: the key of ``--json``, and the head of its column.
HEADS = {
    "minimal_threats_by_size": "minimal threats",
    "violations_by_size": "rules above the threshold",
    "records_at_risk_by_size": "records at risk",
    "persons_at_risk_by_size": "persons at risk",
}


@dataclass(frozen=True)
class SoFar:
    """Counts of an audit that is not done.

    ``model``: what is looked for, in so many ``records`` with so many ``rows``.
    ``by_size``: what was counted, by the names of :data:`HEADS`, for each size that is done.
    ``at_most``: records (persons) that are at risk at most, by sets of all sizes; None where that was not counted.
    """

    model: Any
    records: int
    rows: int
    by_size: Mapping[str, Mapping[int, int]]
    at_most: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the keys of the audit that are known; ``complete`` is false."""
        fields: dict[str, Any] = {"complete": False, "satisfied": False}
        fields |= {"model": self.model.name, "parameters": self.model.parameters}
        fields |= {"records": self.records, "rows": self.rows}
        fields |= {} if self.at_most is None else {"at_risk_at_most": self.at_most}
        return fields | {key: {str(size): n for size, n in sizes.items()} for key, sizes in self.by_size.items()}

    def bound(self) -> str:
        """Return how many are at risk at most, in a sentence."""
        by = f"By up to {count_of(self.model.m, 'known item')}" if self.model.m else "Whatever is known of them,"
        return f"{by} {count(self.at_most or 0)} are at risk at most."

    def words(self) -> str:
        """Return what was counted, a line for each size."""
        keys = list(self.by_size)
        sizes = sorted({size for counts in self.by_size.values() for size in counts})
        rows = [[str(size), *(count(self.by_size[key].get(size, 0)) for key in keys)] for size in sizes]
        title = f"Stopped: larger sets than {sizes[-1]} were not counted, and nothing is known of them."
        if self.at_most is not None:
            title = f"Stopped: larger sets than {sizes[-1]} were not counted. {self.bound()}"
        return f"{title}\n\n{table(['items known', *(HEADS[key] for key in keys)], rows)}"
