"""The integer program: how many records of each kind an original has that both releases allow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from setanon_sql.highs import run_model, silent_model
from setanon_sql.inference.originals.kinds import Kind
from setanon_sql.inference.originals.parts import Cluster, ReleaseParts

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

#: What a row counts: a side (0 old, 1 new), what ("records", "content", "term"), its numbers.
RowKey = tuple[int, str, int, int]


@dataclass(frozen=True)
class Most:
    """The most records that hold a set in an original of a part: at least ``least``, at most ``bound``."""

    least: int
    bound: int


class Impossible(Exception):
    """Absence of an original that both releases allow."""


def demands(parts: Sequence[ReleaseParts]) -> dict[RowKey, tuple[int, bool]]:
    """Return how much each row must come to, and whether more is allowed."""
    rows: dict[RowKey, tuple[int, bool]] = {}
    for side, release in enumerate(parts):
        for cluster in release.clusters:
            rows[side, "records", cluster.number, 0] = (cluster.size, False)
            rows |= {(side, "term", cluster.number, item): (1, True) for item in bits_of(cluster.terms)}
        rows |= {(side, "content", content.number, 0): (content.times, False) for content in release.contents}
    return rows


def bits_of(items: int) -> Iterator[int]:
    """Yield the places of the bits."""
    while items:
        lowest = items & -items
        yield lowest.bit_length() - 1
        items ^= lowest


def rows_of(kind: Kind) -> list[RowKey]:
    """Return the rows that count a record of a kind."""
    keys: list[RowKey] = []
    sides: tuple[tuple[Cluster, Any], ...] = ((kind.old, kind.old_filling), (kind.new, kind.new_filling))
    for side, (cluster, filling) in enumerate(sides):
        keys.append((side, "records", cluster.number, 0))
        keys += [(side, "content", number, 0) for number in filling.contents]
        keys += [(side, "term", cluster.number, item) for item in bits_of(kind.items & ~filling.items)]
    return keys


def components(kinds: Sequence[Kind]) -> list[list[int]]:
    """Return the kinds (by index) in parts that no row has in common."""
    root: dict[RowKey, RowKey] = {}

    def top(key: RowKey) -> RowKey:
        while root.setdefault(key, key) != key:
            root[key] = root[root[key]]
            key = root[key]
        return key

    firsts = []
    for kind in kinds:
        first, *further = rows_of(kind)
        firsts.append(first)
        for other in further:
            root[top(other)] = top(first)
    parts: dict[RowKey, list[int]] = {}
    for at, first in enumerate(firsts):
        parts.setdefault(top(first), []).append(at)
    return list(parts.values())


class Program:
    """The program of a part: ``kinds`` and what their rows must come to. ``originals`` are those found so far."""

    def __init__(self, kinds: Sequence[Kind], required: Mapping[RowKey, tuple[int, bool]]) -> None:
        import highspy  # noqa: PLC0415 - takes longer to load than a small problem to solve

        self.kinds = kinds
        self.originals = list[Ints]()
        self._api = highspy
        self.keys = sorted({key for kind in kinds for key in rows_of(kind)})
        place = {key: at for at, key in enumerate(self.keys)}
        self._members = [np.array([place[key] for key in rows_of(kind)], dtype=np.int32) for kind in kinds]
        self._least = np.array([required[key][0] for key in self.keys], dtype=np.float64)
        more = np.array([required[key][1] for key in self.keys])
        self._most = np.where(more, highspy.kHighsInf, self._least)
        self.records = sum(required[key][0] for key in self.keys if key[:2] == (0, "records"))
        self._model: Any = self._new_model()

    def _new_model(self) -> Any:
        model = silent_model(self._api)
        for name, value in (("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
            model.setOptionValue(name, value)
        rows = len(self.keys)
        none = np.zeros(0, dtype=np.int32)
        model.addRows(rows, self._least, self._most, 0, np.zeros(rows, dtype=np.int32), none, np.zeros(0))
        starts = np.cumsum([0, *(len(rows_of_kind) for rows_of_kind in self._members)])[:-1].astype(np.int32)
        members = np.concatenate(self._members)
        size = len(self.kinds)
        top = np.full(len(self.kinds), self._api.kHighsInf)
        model.addCols(size, np.zeros(size), np.zeros(size), top, len(members), starts, members, np.ones(len(members)))
        self._all = np.arange(size, dtype=np.int32)
        model.changeColsIntegrality(size, self._all, np.array([self._api.HighsVarType.kInteger] * size))
        return model

    def find(self, seconds: float) -> bool:
        """Look for a first original; False where the time is over. Raises Impossible where there is none."""
        self._solve(np.zeros(len(self.kinds)), None, seconds)
        return bool(self.originals)

    def holding(self, holding: Flags) -> int:
        """Return the most records of kinds that are ``holding`` in an original that was found."""
        return max((int(original[holding].sum()) for original in self.originals), default=0)

    def most(self, holding: Flags, enough: int, seconds: float) -> Most:
        """Look for the most records of kinds that are ``holding``, or for ``enough``; an original must be known."""
        bound = self._solve(np.where(holding, -1.0, 0.0), 0.5 - enough, seconds)
        least = self.holding(holding)
        return Most(least, max(least, bound))

    def _solve(self, costs: npt.NDArray[np.float64], target: float | None, seconds: float) -> int:
        """Run it, keep the original that is found, and return what none exceeds; raises Impossible."""
        model = self._model
        api = self._api
        if seconds <= 0:
            return self.records
        model.changeColsCost(len(costs), self._all, costs)
        model.setOptionValue("objective_target", -api.kHighsInf if target is None else target)
        model.clearSolver()
        run_model(model, seconds)
        status = model.getModelStatus()
        statuses = api.HighsModelStatus
        if status == statuses.kInfeasible and not self.originals:
            raise Impossible
        self._keep(np.array(model.getSolution().col_value))
        if status != statuses.kOptimal:
            return self.records
        return int(np.floor(-model.getInfo().mip_dual_bound + 1e-6))

    def _keep(self, values: npt.NDArray[np.float64]) -> None:
        """Keep a solution that is one, in whole numbers."""
        original = np.round(values).astype(np.int64)
        if len(original) != len(self.kinds) or (original < 0).any():
            return
        sums = np.zeros(len(self.keys))
        for at in np.flatnonzero(original):
            sums[self._members[at]] += original[at]
        if ((sums >= self._least) & (sums <= self._most)).all():
            self.originals.append(original)
