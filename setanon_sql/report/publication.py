"""What a report of a publication with differential privacy is made of, and what its page shows."""

from dataclasses import dataclass
from typing import Any

from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.numbers import number_text
from setanon_sql.report.of_models import ListTable
from setanon_sql.report.published import Facts, PublishedParts
from setanon_sql.text import value_text


@dataclass(frozen=True, kw_only=True)
class PublicationParts(PublishedParts):
    """The contents of a report of a publication with noise.

    ``kinds``: the kinds of counts. ``noisy``, ``exact``: sentences on what is noise and what is not. ``spent`` of the
    budget: for an internal page only.
    """

    model: DifferentialPrivacy
    noisy: tuple[str, ...]
    exact: tuple[str, ...]
    kinds: ListTable | None = None
    spent: Facts = ()


def publication_values(parts: PublicationParts) -> dict[str, Any]:
    """Return what the template reads, by name: nothing that is exact of the source in public."""
    return {
        **parts.values("person" if parts.model.person else "record"),
        "spent": () if parts.is_public else parts.spent,
        "parameters": [(name, value_text(number_text(number))) for name, number in _parameters(parts.model)],
        "guarantee": parts.model.guarantee,
    }


def _parameters(model: DifferentialPrivacy) -> list[tuple[str, Any]]:
    return [("epsilon", model.epsilon), ("delta", model.delta)]
