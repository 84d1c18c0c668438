"""What the pages of all publications that are no records have in common: of counts, and of what has noise."""

from dataclasses import dataclass, field
from typing import Any

from setanon_sql.options.words import Tier
from setanon_sql.report.subject import Subject
from setanon_sql.report.view import style

#: Names with what is said of each.
Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class PublishedParts:
    """The contents of a report of what was published; they are public but for what is said otherwise.

    ``published``: what was. ``columns`` of the source with what became of each, and ``source_counts``, which are exact:
    for an internal page only. The others are as in :class:`~.parts.ReportParts`.
    """

    title: str
    published: Facts
    columns: Facts = ()
    source_counts: Facts = ()
    tier: Tier = "internal"
    made_on: str = ""
    made_by: str = ""
    valid_until: str = ""
    subject: Subject = field(default_factory=Subject)

    @property
    def is_public(self) -> bool:
        """Return whether everybody may read the page."""
        return self.tier == "public"

    def values(self, unit: str) -> dict[str, Any]:
        """Return what each template reads: in public nothing exact of the source. ``unit``: what is counted."""
        return {
            "parts": self,
            "public": self.is_public,
            "style": style(),
            "subject": self.subject.lines(self.tier, of_release=True),
            "columns": () if self.is_public else self.columns,
            "source_counts": () if self.is_public else self.source_counts,
            "reason": self.subject.reason(self.tier, of_release=True),
            "unit": unit,
        }
