"""What the rest of a label saves from which items were taken out, as values and rows of an integer program.

A value for each item under the label is 1 where the item and the label are both kept. Then

- with LM and NCP the rest saves what the label did of each occurrence that is left, and one leaf's width more for each
  item that was taken out. So there is a value for the first, the second, … such item, and with it the occurrences that
  are left;
- in bits ``R`` rows that are left save ``R * log2(N / R)``, which bends down in R: a value under its tangents, of which
  more are added where a solution lies.
"""

from itertools import pairwise
from math import log

import numpy as np

from setanon_sql.methods.relaxation import EVERYTHING, Relaxation
from setanon_sql.models.km.methods.arrays import Floats, Ints
from setanon_sql.models.km.methods.kept import ConflictGraph

#: Tangents lie so near, as a share of everything.
_NEAR = 1e-7
_SHARES = (1.0, 0.5, 0.2, 0.05)


class Rest:
    """A label whose rest saves the same of each occurrence, however wide it is."""

    def __init__(self, graph: ConflictGraph, place: int, relaxation: Relaxation) -> None:
        tree = graph.tree
        self.tree = tree
        self.place = place
        self.relaxation = relaxation
        self.node = int(graph.ids[place])
        self.unit = EVERYTHING / tree.total
        self.items = [
            index for index, item in enumerate(graph.ids.tolist())
            if not tree.children[item] and self.node in tree.over(item)
        ]  # fmt: skip
        self.out: Ints = graph.ids[self.items]
        count = len(self.items)
        self.both = relaxation.add_values(-self._savings_lost() * self.unit, np.ones(count), whole=False)
        pairs = list(zip(self.both.tolist(), self.items, strict=True))
        relaxation.limit([([both, item], [1, -1]) for both, item in pairs], 0.0)
        relaxation.limit([([both, place], [1, -1]) for both, _ in pairs], 0.0)
        relaxation.limit([([both, item, place], [-1, 1, 1]) for both, item in pairs], 1.0)

    def _savings_lost(self) -> Floats:
        """Return what the label saves less where each item is taken out."""
        return self.tree.priced[self.out].astype(float)

    def fill(self, values: Floats) -> None:
        """Set the values that depend on which nodes are kept."""
        values[self.both] = values[self.items] * values[self.place]

    def refine(self, values: Floats) -> int:
        """Add rows where a solution shows that more are needed; return how many."""
        return 0

    def touch(self, values: Floats) -> int:
        """Add the row that is exact for whole values, if it is not there; return how many."""
        return 0


class WidthRest(Rest):
    """A label whose rest is narrower by a leaf for each item that is taken out."""

    def __init__(self, graph: ConflictGraph, place: int, relaxation: Relaxation) -> None:
        super().__init__(graph, place, relaxation)
        count = len(self.items)
        self.all = float(self.tree.weighed[self.node])
        self.shares: Floats = self.tree.weighed[self.out] / self.all
        most = np.maximum(1 - np.cumsum(np.sort(self.shares)), 0)
        self.first = relaxation.add_values(np.zeros(count), np.ones(count), whole=True)
        self.left = relaxation.add_values(np.full(count, self.all * self.unit), most, whole=False)
        both = self.both.tolist()
        first = self.first.tolist()
        turns = list(zip(self.left.tolist(), first, most.tolist(), strict=True))
        relaxation.limit([([share, turn], [1, -upper]) for share, turn, upper in turns], 0.0)
        rows = [([share, place, *both], [1, -1, *self.shares]) for share, _, _ in turns]
        relaxation.limit(rows, 0.0)
        relaxation.limit([([turn, other], [-1, 1]) for turn, other in pairwise(first)], 0.0)
        relaxation.limit([([*first, *both], [1.0] * count + [-1.0] * count)], 0.0, 0.0)

    def _savings_lost(self) -> Floats:
        saved = self.tree.saved(self.tree.leaves[[self.node]], self.tree.occurrences[[self.node]])
        return self.tree.weighed[self.out].astype(float) * float(saved[0])

    def fill(self, values: Floats) -> None:
        """Set the values that depend on which nodes are kept."""
        super().fill(values)
        number = round(float(values[self.both].sum()))
        rest = float(values[self.place]) - float(self.shares @ values[self.both])
        values[self.first] = np.arange(len(self.first)) < number
        values[self.left] = values[self.first] * rest


class BitsRest(Rest):
    """A label whose rest saves the bits that tell its rows from all."""

    def __init__(self, graph: ConflictGraph, place: int, relaxation: Relaxation) -> None:
        super().__init__(graph, place, relaxation)
        self.all = int(self.tree.occurrences[self.node])
        most = max(self._saved(rows) for rows in (self.all, min(self.all, self.tree.rows / np.e)))
        (self.saved,) = relaxation.add_values(np.ones(1), np.array([most]), whole=False).tolist()
        self.touched: set[int] = set()
        for share in _SHARES:
            self._tangent(max(1.0, self.all * share))

    def _savings_lost(self) -> Floats:
        return np.zeros(len(self.out))

    def _saved(self, rows: float) -> float:
        """Return what so many rows save; a hair more than that, for rounding."""
        return (rows * log(self.tree.rows / rows, 2) * self.tree.scale + 2 * rows) * self.unit

    def _tangent(self, rows: float) -> None:
        """Add the tangent at so many rows: what is saved is under it."""
        slope = ((log(self.tree.rows / rows) - 1) / log(2) * self.tree.scale + 2) * self.unit
        start = rows / log(2) * self.tree.scale * self.unit
        out = (slope * self.tree.occurrences[self.out]).tolist()
        places = [self.saved, self.place, *self.both.tolist()]
        self.relaxation.limit([(places, [1.0, -start - slope * self.all, *out])], 0.0)

    def _rows(self, values: Floats) -> float:
        return self.all * float(values[self.place]) - float(self.tree.occurrences[self.out] @ values[self.both])

    def fill(self, values: Floats) -> None:
        """Set the values that depend on which nodes are kept."""
        super().fill(values)
        rows = self._rows(values)
        values[self.saved] = self._saved(rows) if rows >= 1 else 0.0

    def refine(self, values: Floats) -> int:
        """Add a tangent where a solution saves more than its rows do."""
        part = float(values[self.place])
        rows = self._rows(values) / part if part > _NEAR else 0.0
        if rows < 1 or values[self.saved] <= part * self._saved(rows) + _NEAR * EVERYTHING:
            return 0
        self._tangent(rows)
        return 1

    def touch(self, values: Floats) -> int:
        """Add the tangent at the rows that are left, if it is not there; return how many."""
        rows = round(self._rows(values))
        if rows < 1 or rows in self.touched:
            return 0
        self.touched.add(rows)
        self._tangent(rows)
        return 1


def rest_of(graph: ConflictGraph, place: int, relaxation: Relaxation) -> Rest:
    """Return the rest of a label, by what is minimized."""
    free = int(graph.ids[place]) in graph.tree.constraints.free
    kind = Rest if free else BitsRest if graph.tree.rows else WidthRest
    return kind(graph, place, relaxation)
