"""The problem as HiGHS sees it: values from 0 to 1, the largest weight, rows that say "at most so many of these"."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from setanon_sql.highs import run_model, silent_model

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: The weight of everything: HiGHS's tolerances are absolute, and as good as numbers of this size allow.
EVERYTHING = 1e4


@dataclass(frozen=True)
class Solved:
    """What HiGHS found.

    ``values``: of each node, 0..1. ``bound``: no values weigh more. ``reduced``: what the bound changes by where a node
    of value 0 is kept after all (none is told for whole values). ``done``: False where the time was over before.
    """

    values: Floats
    bound: float
    reduced: Floats
    done: bool


class Relaxation:
    """Weights and rows. Rows can be added and nodes excluded; each solution begins where the last one ended."""

    def __init__(self, weights: Floats) -> None:
        import highspy  # noqa: PLC0415 - takes longer to load than a small problem to solve

        self.size, self._api = len(weights), highspy
        self._model: Any = silent_model(highspy)
        self._set(threads=1, mip_rel_gap=1e-9)
        self._all: Any = np.arange(self.size, dtype=np.int32)
        self._model.addVars(self.size, np.zeros(self.size), np.ones(self.size))
        self._model.changeColsCost(self.size, self._all, weights)
        self._model.changeObjectiveSense(highspy.ObjSense.kMaximize)

    def require(self, rows: Iterable[Sequence[int]], *, all_but_one: bool = False) -> int:
        """Add rows of nodes of which at most one may be kept, or not all; return how many."""
        listed = [np.asarray(row, dtype=np.int32) for row in rows]
        if not listed:
            return 0
        lengths, members = np.array([len(row) for row in listed]), np.concatenate(listed)
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int32)
        most = lengths - 1.0 if all_but_one else np.ones(len(listed))
        least = np.full(len(listed), -self._api.kHighsInf)
        self._model.addRows(len(listed), least, most, len(members), starts, members, np.ones(len(members)))
        return len(listed)

    def exclude(self, nodes: Ints) -> None:
        """Let nodes not be kept."""
        self._fix(nodes, np.zeros(len(nodes)))

    def include(self, nodes: Ints) -> None:
        """Have nodes kept."""
        self._fix(nodes, np.ones(len(nodes)))

    def _fix(self, nodes: Ints, values: Floats) -> None:
        self._model.changeColsBounds(len(nodes), nodes.astype(np.int32), values, values)

    def fractional(self, seconds: float) -> Solved:
        """Solve it for any values from 0 to 1."""
        done = self._solve(seconds)
        found = self._model.getSolution()
        values, reduced = np.array(found.col_value), np.array(found.col_dual)
        bound = self._model.getInfo().objective_function_value if done else np.inf
        return Solved(values, float(bound), reduced, done)

    def whole(self, start: Floats, seconds: float) -> Solved:
        """Solve it for the values 0 and 1; ``start`` is a solution that is known."""
        kinds = [self._api.HighsVarType.kInteger] * self.size
        self._model.changeColsIntegrality(self.size, self._all, np.array(kinds))
        known = self._api.HighsSolution()
        known.col_value = start.tolist()
        self._model.setSolution(known)
        done = self._solve(seconds)
        values = np.round(np.array(self._model.getSolution().col_value))
        return Solved(values, float(self._model.getInfo().mip_dual_bound), np.zeros(0), done)

    def _solve(self, seconds: float) -> bool:
        """Run HiGHS; return whether it came to an end in time."""
        run_model(self._model, seconds)
        return bool(self._model.getModelStatus() == self._api.HighsModelStatus.kOptimal)

    def _set(self, **options: Any) -> None:
        for name, value in options.items():
            self._model.setOptionValue(name, value)
