"""Costs of one occurrence, by the measure that is minimized, as whole numbers.

- LM loses (leaves - 1) / (all - 1) an occurrence and NCP leaves / all, neither anything for an item as it is, and both
  1 where it is suppressed.
- In bits (non-uniform entropy) an occurrence of item i loses ``log2(n(x) / n(i))`` where label x stands for it, and
  ``log2(N / n(i))`` where it is suppressed: n counts the rows of the item, or of all items under the label, N all rows.
  So x saves ``log2(N / n(x))`` of each. Suppressing costs a hair more, so that what every record holds is not
  suppressed for nothing; a label over all leaves is, as with the other costs.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.options.words import LabelCost

#: A bit is so many parts.
_BIT = 2**24


@dataclass(frozen=True)
class Prices:
    """Costs of one occurrence.

    ``suppressed``: of each item, where it is suppressed. ``saved``: of that, what a label saves that stands for the
    item, by the label's leaves and the occurrences under it. ``scale``: stands for a cost of one.
    """

    suppressed: Ints
    saved: Callable[[Ints, Ints], Ints]
    scale: int


def prices_of(cost: LabelCost, occurrences: Ints, leaves: int) -> Prices:
    """Return what occurrences cost; ``occurrences`` are those of items, ``leaves`` those of the taxonomy."""
    if cost == "bits":
        rows = int(occurrences.sum())
        return Prices(_bits(occurrences, rows), lambda below, under: _saved_bits(below, under, leaves, rows), _BIT)
    if cost == "lm":
        scale = max(leaves - 1, 1)
        return _even(occurrences, scale, lambda below, _: scale - np.clip(below - 1, 0, scale))
    return _even(occurrences, leaves, lambda below, _: leaves - below)


def _even(occurrences: Ints, scale: int, saved: Callable[[Ints, Ints], Ints]) -> Prices:
    """Return prices where suppressing costs the same for all items."""
    return Prices(np.full_like(occurrences, scale), saved, scale)


def _saved_bits(below: Ints, under: Ints, leaves: int, rows: int) -> Ints:
    """Return the bits that labels save; one over all leaves of several says nothing, and saves not even the hair."""
    saved: Ints = np.where((below >= leaves) & (below > 1), 0, _bits(under, rows))
    return saved


def _bits(occurrences: Ints, rows: int) -> Ints:
    """Return the bits that tell some rows from all, in parts of a bit, and one part more."""
    bits: Ints = np.rint(_BIT * np.log2(max(rows, 1) / np.maximum(occurrences, 1))).astype(np.int64)
    return bits + 1
