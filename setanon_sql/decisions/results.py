"""What became of the constraints in a release."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Decided:
    """Figures of how far a release keeps to what was asked for, and what that cost.

    ``rules``, ``weights``: rows that were asked for. ``items_kept``: items that had to stay as they are, and do.
    ``items_not_kept``: those that could not (in pieces, ``keep_most``). ``items_dropped``: items of the data that
    had to go. ``items_limited``: items with a most general label. ``preferred_held``, ``preferred_not_held``: preferred
    items that are as they are in the release, and the others.
    ``cost``: what the search minimized, with weights and with free labels, 0..1; None where no cost was weighted.
    ``ncp_without``: the NCP of a release made without them; None where nobody looked.
    ``kept_share_without``: likewise the share of the occurrences that are in record or shared chunks (in pieces).
    """

    rules: int
    weights: int
    items_kept: int = 0
    items_not_kept: int = 0
    items_dropped: int = 0
    items_limited: int = 0
    preferred_held: int = 0
    preferred_not_held: int = 0
    cost: float | None = None
    ncp_without: float | None = None
    kept_share_without: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``--json`` prints."""
        return {name: value for name, value in asdict(self).items() if value is not None}
