"""What an audit lists besides its counts, on request: items, threats, an average case."""

from dataclasses import dataclass
from typing import Annotated

from setanon_sql.fields import ABSENT, LIKEWISE, ComputedKey, Fields, Name
from setanon_sql.numbers import tried_share, wilson_interval


@dataclass(frozen=True)
class ItemShare(Fields):
    """An item and what it contributes."""

    rank: Annotated[int, "by frequency, from 1"]
    label: Annotated[str, Name("item"), "†"]
    threats: Annotated[int, "minimal threats that it is in"]
    share: Annotated[float, "of all minimal threats"]


@dataclass(frozen=True)
class Threat(Fields):
    """A minimal threat."""

    labels: Annotated[tuple[str, ...], Name("itemset"), ""]
    support: Annotated[int, "records (where they count persons) that hold it"]
    columns: Annotated[tuple[str, ...], ABSENT, "`--columns`: the values of these that the records have"] = ()


@dataclass(frozen=True)
class AverageCase(Fields):
    """The average case: random known items that are too rare."""

    size: Annotated[int, "items in each random set"]
    sampled: Annotated[int, "random sets of items of random records"]
    below_k: Annotated[int, "that fewer than k records hold"]
    share = ComputedKey[float | None](
        "of these; null where no record holds so many items", lambda case: tried_share(case.below_k, case.sampled)[0]
    )
    low = ComputedKey[float | None](
        "95 % confidence interval of the share", lambda case: tried_share(case.below_k, case.sampled)[1]
    )
    high = ComputedKey[float | None](LIKEWISE, lambda case: tried_share(case.below_k, case.sampled)[2])

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Wilson's score interval)."""
        return wilson_interval(self.below_k, self.sampled)
