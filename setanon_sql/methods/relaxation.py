"""The problem as HiGHS sees it: values from 0 to 1, the largest weight, rows that say "at most so many of these"."""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

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


def _silent(api: Any) -> Any:
    """Return an empty model of HiGHS that prints nothing, whatever its version.

    It prints its name and its licence with the first thing that it is asked for while its output is on. In 1.16 its
    constructor asks for callbacks, so that the output must be off before.
    """

    class Silent(api.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802 - HiGHS calls it so
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    model = Silent()
    model.setOptionValue("output_flag", False)  # where a version's constructor asks for no callbacks
    return model


class Relaxation:
    """Weights and rows. Rows can be added and nodes excluded; each solution begins where the last one ended."""

    def __init__(self, weights: Floats) -> None:
        import highspy  # noqa: PLC0415 - takes longer to load than a small problem to solve

        self.size, self._api = len(weights), highspy
        self._model: Any = _silent(highspy)
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
        """Run HiGHS in a thread: Python sees Ctrl-C while it waits, and HiGHS is told to end."""
        self._set(time_limit=self._model.getRunTime() + max(seconds, 0.0))
        ended = threading.Event()
        self._model.HandleUserInterrupt = True

        def run() -> None:
            try:
                self._model.run()
            finally:
                ended.set()

        threading.Thread(target=run, daemon=True).start()
        try:
            while not ended.wait(0.05):
                pass
        except BaseException:
            self._model.cancelSolve()
            raise
        return bool(self._model.getModelStatus() == self._api.HighsModelStatus.kOptimal)

    def _set(self, **options: Any) -> None:
        for name, value in options.items():
            self._model.setOptionValue(name, value)
