"""What it costs to lift a label: by how many records show it, and by how much wider it becomes."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Price:
    """Price of lifting a label that n records show, by a step that adds the share d of all leaves.

    ``rows`` · ln(n) - ``width`` · ln(1 - d): what is rare goes first, and what would cover nearly all goes last.
    """

    rows: int
    width: int


#: The prices that are tried for each cost; what loses least by it is released. Rows and bits: the rarer label goes. NCP
#: and LM: the one that becomes wider by the least, or nearly so. That of balanced loses little of both on all data that
#: were tried.
PRICES: Mapping[str, tuple[Price, ...]] = {
    "balanced": (Price(2, 5),),
    "rows": (Price(1, 0),),
    "bits": (Price(1, 0),),
    "ncp": (Price(1, 15), Price(0, 1)),
    "lm": (Price(1, 15), Price(0, 1)),
}
#: The same where any number of labels may be known: far more of them go up, and how wide they become weighs more.
PRICES_OF_RECORDS: Mapping[str, tuple[Price, ...]] = {**PRICES, "balanced": (Price(1, 10),)}


def prices_for(cost: str, m: int | None) -> tuple[Price, ...]:
    """Return the prices that are tried for a cost, where up to ``m`` labels may be known (None: any number)."""
    return (PRICES_OF_RECORDS if m is None else PRICES)[cost]
