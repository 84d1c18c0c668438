"""Frequent sets of items that no record of a release shows, and which of them told something sensitive too surely."""

from dataclasses import dataclass
from typing import Annotated

from setanon_sql.fields import ComputedKey, Fields

#: What an adversary makes of such sets.
HIDDEN = (
    "Whoever knows the method may take a frequent set of items that no record shows for one that told something "
    "sensitive too surely."
)


@dataclass(frozen=True)
class HiddenSets(Fields):
    """Sets of ``size`` items, and what is told by not showing them."""

    size: int
    sets: Annotated[int, "of items that are not sensitive, which k records (persons) of the source hold"]
    telling: Annotated[int, "those from which something sensitive follows too surely, in the source"]
    hidden: Annotated[int, "those that no record of the release shows"]
    hidden_telling: Annotated[int, "those that are both"]
    share_telling = ComputedKey[float | None](
        "`telling` of `sets`", lambda counts: counts.telling / counts.sets if counts.sets else None
    )
    share_hidden_telling = ComputedKey[float | None](
        "`hidden_telling` of `hidden`: how often somebody is right who takes a hidden set for a telling one",
        lambda counts: counts.hidden_telling / counts.hidden if counts.hidden else None,
    )
