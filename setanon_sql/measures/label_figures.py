"""Figures of a release whose labels had more to keep to than the data: an earlier release, its mapping, a draw."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mapped:
    """Fate of the mapping of an earlier release.

    ``new_items``, ``new_items_placed``: items that the mapping did not know, and those of them below one of its labels.
    ``threats``: minimal sets of its labels that some records hold, but fewer than k.
    ``labels_kept``, ``labels_generalized``, ``labels_suppressed``: its labels that stay, go up, or go.
    ``labels_added``: labels that it did not have.
    """

    new_items: int
    new_items_placed: int
    threats: int
    labels_kept: int
    labels_generalized: int = 0
    labels_suppressed: int = 0
    labels_added: int = 0


@dataclass(frozen=True)
class Beside:
    """Changes to a release so that k candidates remain beside an earlier one.

    ``records_at_risk``: linked records that would have had fewer. ``labels_raised``: labels (or items) that gave way to
    one over them. ``labels_suppressed``: that went, with none over them. ``records_left_out``: records that no label
    would have helped. ``cost_alone``, ``cost``: the share of the information that is lost without and with these
    changes, of the records that stay, 0..1.
    """

    records_at_risk: int
    labels_raised: int
    labels_suppressed: int
    records_left_out: int
    cost_alone: float
    cost: float


@dataclass(frozen=True)
class Drawn:
    """The outcome of a draw.

    ``best_cost``, ``cost``: the least share of the information lost that was found, and that of what was drawn, 0..1.
    ``others``: other choices of labels within the slack that were met.
    """

    best_cost: float
    cost: float
    others: int
