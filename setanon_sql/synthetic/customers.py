"""Whose baskets are these? Made-up customers with several baskets each, who come back for what few others buy.

1. Of most baskets the rarest product says who comes back: those with the same one are next to each other.
2. Customers take baskets from there in runs of random lengths; the baskets that are left go to any of them.
"""

import numpy as np
import numpy.typing as npt

Positions = npt.NDArray[np.int64]

#: Share of baskets that are bought out of habit.
_HABIT = 0.6
#: Of these a customer has so many on average.
_RUN = 5


def customers(chance: np.random.Generator, record: Positions, item: Positions, records: int) -> Positions:
    """Return the customer of each of so many records, from 0, in no order.

    ``record, item``: the rows of these records, which count from 0; each has one at least.
    """
    by_habit = chance.random(records) < _HABIT
    order = np.lexsort((chance.random(records), _rarest_items(record, item, records)))
    regular = order[by_habit[order]]
    begins = chance.random(len(regular)) < 1 / _RUN
    runs = np.cumsum(begins)
    number = int(runs[-1]) + 1 if len(runs) else 1
    owners = chance.integers(0, number, records)
    owners[regular] = runs
    shuffled: Positions = chance.permutation(number)[owners]
    return shuffled


def _rarest_items(record: Positions, item: Positions, records: int) -> Positions:
    """Return the item of each record that the fewest records hold."""
    supports = np.bincount(item)[item]
    order = np.lexsort((item, supports, record))
    first = np.searchsorted(record[order], np.arange(records))
    rarest: Positions = item[order][first]
    return rarest
