"""What a report of a table of counts without noise is made of, and what its page shows."""

from dataclasses import dataclass, field
from typing import Any

from setanon_sql.options.words import Tier
from setanon_sql.registry.counts import CountsPromise
from setanon_sql.report.publication import Facts
from setanon_sql.report.subject import Subject
from setanon_sql.report.view import style


@dataclass(frozen=True)
class CountTableParts:
    """The contents of a report of a table of counts; they are public but for what is said otherwise.

    ``published``: what was. ``costs``: what is not shown, and how far off counts are; ``columns`` of the source with
    what became of each, and ``source_counts``: for an internal page only. ``not_checked``: what no recount can see.
    The others are as in :class:`~.parts.ReportParts`.
    """

    promise: CountsPromise
    published: Facts
    costs: Facts
    columns: Facts = ()
    source_counts: Facts = ()
    not_checked: tuple[str, ...] = ()
    title: str = "A table of counts"
    tier: Tier = "internal"
    made_on: str = ""
    made_by: str = ""
    valid_until: str = ""
    subject: Subject = field(default_factory=Subject)


def count_table_values(parts: CountTableParts) -> dict[str, Any]:
    """Return what the template reads, by name: nothing that the table does not tell in public."""
    is_public = parts.tier == "public"
    return {
        "parts": parts,
        "public": is_public,
        "style": style(),
        "subject": parts.subject.lines(parts.tier, of_release=True),
        "columns": () if is_public else parts.columns,
        "source_counts": () if is_public else (*parts.source_counts, *parts.costs),
        "reason": parts.subject.reason(parts.tier, of_release=True),
        "unit": parts.promise.unit,
    }
