"""What became of the constraints in a release."""

from dataclasses import dataclass
from typing import Annotated

from setanon_sql.fields import LIKEWISE, Fields


@dataclass(frozen=True)
class Decided(Fields):
    """Figures of how far a release keeps to what was asked for, and what that cost."""

    rules: Annotated[int, "their rows"]
    weights: Annotated[int, LIKEWISE]
    items_kept: Annotated[
        int,
        "items of the data that had to stay as they are, and do (released in pieces: to keep, and in no term chunk)",
    ] = 0
    items_not_kept: Annotated[
        int, "those that could not (released in pieces, `keep_most`; else the run ends instead)"
    ] = 0
    items_dropped: Annotated[int, "that had to go"] = 0
    items_limited: Annotated[int, "with a most general label"] = 0
    preferred_held: Annotated[int, "preferred items that are, or are not, in the release as they are"] = 0
    preferred_not_held: Annotated[int, LIKEWISE] = 0
    cost: Annotated[
        float | None,
        "of labels: the loss with weights, where `together` costs nothing, is minimized; `cost_bound` is of that",
    ] = None
    ncp_without: Annotated[
        float | None,
        "the NCP of a release made without them; for up to 1,000,000 rows, or 100,000 where that takes long",
    ] = None
    kept_share_without: Annotated[
        float | None, "released in pieces: likewise its `kept_share`; for up to 1,000,000 rows"
    ] = None
