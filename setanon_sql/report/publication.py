"""What a report of a publication with differential privacy is made of, and what its page shows."""

from dataclasses import dataclass, field
from typing import Any

from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.numbers import number_text
from setanon_sql.options.words import Tier
from setanon_sql.report.of_models import ListTable
from setanon_sql.report.subject import Subject
from setanon_sql.report.view import style
from setanon_sql.text import value_text

#: Names with what is said of each.
Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PublicationParts:
    """The contents of a report of a publication; they are public but for what is said otherwise.

    ``published``: what was. ``kinds``: the kinds of counts. ``noisy``, ``exact``: sentences on what is noise and what
    is not. ``columns`` of the source with what became of each, ``source_counts``, which are exact, and what was
    ``spent`` of the budget: for an internal page only. The others are as in :class:`~.parts.ReportParts`.
    """

    title: str
    model: DifferentialPrivacy
    published: Facts
    noisy: tuple[str, ...]
    exact: tuple[str, ...]
    kinds: ListTable | None = None
    columns: Facts = ()
    source_counts: Facts = ()
    spent: Facts = ()
    tier: Tier = "internal"
    made_on: str = ""
    made_by: str = ""
    valid_until: str = ""
    subject: Subject = field(default_factory=Subject)


def publication_values(parts: PublicationParts) -> dict[str, Any]:
    """Return what the template reads, by name: nothing that is exact of the source in public."""
    is_public = parts.tier == "public"
    return {
        "parts": parts,
        "public": is_public,
        "style": style(),
        "subject": parts.subject.lines(parts.tier, of_release=True),
        "columns": () if is_public else parts.columns,
        "source_counts": () if is_public else parts.source_counts,
        "spent": () if is_public else parts.spent,
        "parameters": [(name, value_text(number_text(number))) for name, number in _parameters(parts.model)],
        "reason": parts.subject.reason(parts.tier, of_release=True),
        "unit": "person" if parts.model.person else "record",
        "guarantee": parts.model.guarantee,
    }


def _parameters(model: DifferentialPrivacy) -> list[tuple[str, Any]]:
    return [("epsilon", model.epsilon), ("delta", model.delta)]
