"""What a report of a table of counts without noise is made of, and what its page shows."""

from dataclasses import dataclass
from typing import Any

from setanon_sql.registry.counts import CountsPromise
from setanon_sql.report.published import PublishedParts


@dataclass(frozen=True, kw_only=True)
class CountTableParts(PublishedParts):
    """The contents of a report of a table of counts; ``not_checked``: what no recount can see.

    Among ``source_counts`` is what is not shown, and how far off counts are.
    """

    promise: CountsPromise
    title: str = "A table of counts"
    not_checked: tuple[str, ...] = ()


def count_table_values(parts: CountTableParts) -> dict[str, Any]:
    """Return what the template reads, by name: nothing that the table does not tell in public."""
    return parts.values(parts.promise.unit)
