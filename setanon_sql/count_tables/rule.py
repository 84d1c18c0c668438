"""The rule that a table of counts is held to."""

from dataclasses import dataclass
from typing import Literal

#: Which sets of several items were all counted, so far as is known: where some of such a size are shown; pairs, in all
#: groups; none.
AllSets = Literal["shown", "pairs", "none"]


@dataclass(frozen=True)
class CountRule:
    """The rule that a table of counts is held to: nothing from 1 to k - 1 may follow.

    ``k``: records, or persons. ``persons``: persons are counted. ``rounded``: counts are rounded down to multiples of
    it. ``small_if_hidden``: a count that is not shown is less than k. ``adding_up``: the columns of groups (by their
    places) whose parts add up to their totals. ``all_sets``: which sets were all counted, so that those
    not shown are less than k.
    """

    k: int
    persons: bool = False
    rounded: int = 1
    small_if_hidden: bool = True
    adding_up: tuple[int, ...] = ()
    all_sets: AllSets = "shown"
