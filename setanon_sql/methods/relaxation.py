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
    """A solution of HiGHS.

    ``values``: of each node, 0..1. ``bound``: no values weigh more. ``reduced``: what the bound changes by where a node
    of value 0 is kept after all (none is told for whole values). ``done``: False where the time was over before.
    """

    values: Floats
    bound: float
    reduced: Floats
    done: bool


class Relaxation:
    """Weights and rows. Rows can be added and nodes excluded; each solution begins where the last one ended.

    The values of nodes come first; others can be added that depend on them.
    """

    def __init__(self, weights: Floats) -> None:
        import highspy  # noqa: PLC0415 - takes longer to load than a small problem to solve

        self.size = len(weights)
        self._api = highspy
        self._model: Any = silent_model(highspy)
        self._set(threads=1, mip_rel_gap=1e-9)
        self._all: Any = np.arange(self.size, dtype=np.int32)
        self._more: list[bool] = []
        self._model.addVars(self.size, np.zeros(self.size), np.ones(self.size))
        self._model.changeColsCost(self.size, self._all, weights)
        self._model.changeObjectiveSense(highspy.ObjSense.kMaximize)

    @property
    def count(self) -> int:
        """Return the number of all values."""
        return self.size + len(self._more)

    def add_values(self, weights: Floats, most: Floats, *, whole: bool) -> Ints:
        """Add values from 0 to ``most`` that depend on which nodes are kept; return their places."""
        first = self.size + len(self._more)
        places = np.arange(first, first + len(weights))
        self._model.addVars(len(weights), np.zeros(len(weights)), most)
        self._model.changeColsCost(len(weights), places.astype(np.int32), weights)
        self._more += [whole] * len(weights)
        return places

    def limit(
        self, rows: Sequence[tuple[Sequence[int], Sequence[float]]], most: float, least: float | None = None
    ) -> None:
        """Add rows of places and factors whose sum is at most ``most`` (and ``least`` at least)."""
        if not rows:
            return
        starts = np.concatenate([[0], np.cumsum([len(places) for places, _ in rows])[:-1]]).astype(np.int32)
        places = np.concatenate([np.asarray(places, dtype=np.int32) for places, _ in rows])
        factors = np.concatenate([np.asarray(factors, dtype=np.float64) for _, factors in rows])
        lower = np.full(len(rows), -self._api.kHighsInf if least is None else least)
        self._model.addRows(len(rows), lower, np.full(len(rows), most), len(places), starts, places, factors)

    def require(self, rows: Iterable[Sequence[int]], *, all_but_one: bool = False) -> int:
        """Add rows of nodes of which at most one may be kept, or not all; return how many."""
        listed = [np.asarray(row, dtype=np.int32) for row in rows]
        if not listed:
            return 0
        lengths = np.array([len(row) for row in listed])
        members = np.concatenate(listed)
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

    def solve_fractional(self, seconds: float) -> Solved:
        """Solve it for any values from 0 to 1."""
        done = self._solve(seconds)
        solution = self._model.getSolution()
        values = np.array(solution.col_value)
        reduced = np.array(solution.col_dual)
        bound = self._model.getInfo().objective_function_value if done else np.inf
        return Solved(values, float(bound), reduced, done)

    def solve_whole(self, start: Floats, seconds: float) -> Solved:
        """Solve it for the values 0 and 1; ``start`` is a solution that is known."""
        kind = self._api.HighsVarType
        kinds = [kind.kInteger] * self.size + [kind.kInteger if whole else kind.kContinuous for whole in self._more]
        self._model.changeColsIntegrality(len(kinds), np.arange(len(kinds), dtype=np.int32), np.array(kinds))
        start_solution = self._api.HighsSolution()
        start_solution.col_value = start.tolist()
        self._model.setSolution(start_solution)
        done = self._solve(seconds)
        values = np.round(np.array(self._model.getSolution().col_value)[: self.size])
        return Solved(values, float(self._model.getInfo().mip_dual_bound), np.zeros(0), done)

    def _solve(self, seconds: float) -> bool:
        """Run HiGHS; return whether it came to an end in time."""
        run_model(self._model, seconds)
        return bool(self._model.getModelStatus() == self._api.HighsModelStatus.kOptimal)

    def _set(self, **options: Any) -> None:
        for name, value in options.items():
            self._model.setOptionValue(name, value)
