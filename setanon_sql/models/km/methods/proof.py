"""The nodes to keep of least cost, and how far any others are from it: a proof, or a bound, where there is time.

What the rounds find is safe, not proved to be the best. Here the same problem is an integer program: keep the nodes of
the largest weight, none over another, no threat whole. The plan:

1. Count the pairs (and threes, where they are few) of all frequent nodes that too few records hold.
2. Relax: values from 0 to 1, and on each path from a leaf to the root at most one node. Solve, add the rows that the
   solution breaks (``cuts``), solve again, until it breaks none. The weight is a bound: no release costs less.
3. Nodes whose reduced cost says that nothing better has them are excluded.
4. Whole values, by branch and bound (HiGHS): again add what the solution breaks, until it breaks none.
5. Count in the data whether these nodes hold a larger threat; add what is found, back to 4. Where they hold none,
   nothing is better.

A row that is known is true of all data, so every bound on the way is valid, wherever the time ends.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np

from setanon_sql.methods.relaxation import EVERYTHING, Relaxation, Solved
from setanon_sql.models.km.methods.arrays import Flags, Floats, Ints
from setanon_sql.models.km.methods.cuts import broken_cliques, broken_threats
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.exceptions import threats_besides
from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet
from setanon_sql.models.km.methods.search import begin

#: What a second is enough for, roughly: nodes, and sets to count in the records that hold them.
NODES = 300
SETS = 3_000_000
#: Nodes that are at all compared pair by pair: 144 MB.
MOST_NODES = 12_000
#: Rows that are added at a time, and how many times in a row they may hardly help.
_ROWS = 500
_PATIENCE = 3
#: Branch and bound begins where the relaxed problem comes so near, or where nodes are so few: else it does not end.
_NEAR = 0.75
_FEW = 100
#: Weights that differ by less of the cost are the same.
_SAME = 1e-5


#: Finds the threats that a cut (node ids) holds in the data.
Check = Callable[[list[int]], Sequence[Ints]]


@dataclass(frozen=True)
class Optimum:
    """The distance of a result from the least cost.

    ``bound``: no kept nodes cost less: a share of the information, 0..1. ``proved``: the result costs no more than that
    (to a hundred-thousandth of it). ``better``: kept nodes that cost less than those that were known.
    """

    bound: float
    proved: bool
    better: KeptSet | None = None


def optimum(data: Data, last: KeptSet | None, published: Sequence[int], seconds: float) -> Optimum | None:
    """Look for nodes to keep that cost less than ``published``, or a proof that there are none; see the module.

    ``last``: where the search for these ended; None where single nodes are the only threats: that search is exact.
    ``seconds``: how long to look; also says how large a problem is begun.
    Returns None where the nodes, or the sets to count, are too many for the time.
    """
    if last is None:
        return Optimum(data.tree.cost(published), proved=True)
    if not (to_solve := _problem_of(data, last.graph, seconds)):
        return None
    problem, check = to_solve
    return Proof(problem, list(published), check, monotonic() + seconds, data.supporters.engine.trace.progress).run()


def _problem_of(data: Data, graph: ConflictGraph, seconds: float) -> "tuple[Problem, Check] | None":
    """Return the problem with all nodes that may be kept, and what finds threats that were not counted."""
    nodes = np.flatnonzero(data.tree.allowed & (data.tree.weights > 0))
    if len(nodes) > min(NODES * seconds, MOST_NODES):
        return None
    supporters = data.supporters
    m = data.m
    if (graph.index[nodes] >= 0).all() and not supporters.sparing:
        return Problem(graph), lambda cut: threats_besides(data, cut)
    sizes = [size for size in (2, 3) if m is None or size <= m]
    counts = supporters.threats_of_sizes(nodes.tolist(), sizes, SETS * seconds)
    if not counts:
        return None
    threats, complete = counts
    all_known = complete or m == max(listed.shape[1] for listed in threats)
    problem = Problem(ConflictGraph(data.tree, nodes.tolist(), threats))
    return problem, lambda cut: (not all_known and _threats_in(data, cut)) or threats_besides(data, cut)


def _threats_in(data: Data, cut: list[int]) -> Sequence[Ints]:
    listed = data.supporters.threats(cut, data.m or len(cut))
    return listed[0] if listed else []


class Problem:
    """The integer program over the nodes of a graph, which are named by their index there.

    ``larger``: threats of three nodes or more, one array a size. ``learned``: those (node ids) that the graph lacks.
    """

    def __init__(self, graph: ConflictGraph) -> None:
        self.graph = graph
        self.learned = list[Ints]()
        self.weights: Floats = np.where(graph.allowed, graph.weight, 0) / graph.tree.total * EVERYTHING
        self.adjacent: Flags = np.zeros((graph.size, graph.size), dtype=bool)
        for index, others in enumerate(graph.conflicts):
            self.adjacent[index, others] = True
        self.larger = graph.larger_by_size

    def learn(self, threats: Sequence[Ints]) -> None:
        """Take in larger threats, arrays of node ids."""
        self.learned += threats
        self.larger += [self.graph.index[listed] for listed in threats]

    def paths(self) -> list[list[int]]:
        """Return the nodes from each lowest node up."""
        graph = self.graph
        up = [graph.index[[node, *graph.tree.over(int(node))]] for node in graph.ids]
        paths = [path[path >= 0].tolist() for path in up]
        inner = {index for path in paths for index in path[1:]}
        return [path for path in paths if path[0] not in inner]

    def values(self, published: Sequence[int]) -> Floats:
        """Return 1 for the nodes that are kept (ids), 0 for all others."""
        values = np.zeros(self.graph.size)
        values[[index for index in self.graph.index[list(published)].tolist() if index >= 0]] = 1
        return values

    def nodes(self, values: Floats) -> list[int]:
        """Return the ids of the nodes with the value 1."""
        return [int(node) for node in self.graph.ids[values > 0.5]]

    def solution(self, values: Floats) -> KeptSet:
        """Return the nodes with the value 1, beside all threats that are known."""
        graph = self.graph
        if self.learned:
            threats = [*graph.threats, *graph.shortened, *self.learned]
            graph = ConflictGraph(graph.tree, graph.ids.tolist(), threats)
        return begin(graph, self.nodes(values))


class Proof:
    """The loop of steps 2 to 5: ``kept`` and its weight are the best that is known, ``bound`` what none exceeds."""

    def __init__(
        self,
        problem: Problem,
        published: list[int],
        check: Check,
        until: float,
        say: Callable[[str], None],
    ) -> None:
        self.problem = problem
        self.check = check
        self.until = until
        self.say = say
        self.known = problem.values(published)
        self.value = float(problem.weights @ self.known)
        self.bound = float(problem.weights.sum())
        self.relaxation = Relaxation(problem.weights)
        self.relaxation.exclude(np.flatnonzero(~problem.graph.allowed))
        self.relaxation.include(np.flatnonzero(np.isin(problem.graph.ids, list(problem.graph.tree.constraints.keep))))
        self.relaxation.require(problem.paths())

    def run(self) -> Optimum:
        """Return the least cost that is possible, as far as it is known when the time is over."""
        relaxed = self._relaxed()
        better = self._whole(relaxed) if relaxed and self._worth_it() else None
        cost = 1 - self.value / EVERYTHING
        return Optimum(max(0.0, min(cost, 1 - self.bound / EVERYTHING)), self._closed(), better)

    def _worth_it(self) -> bool:
        near = EVERYTHING - self.bound >= _NEAR * (EVERYTHING - self.value) or len(self.known) <= _FEW
        return near and not self._closed()

    def _closed(self) -> bool:
        """Return whether nothing is better than what is known."""
        return self.bound - self.value <= max(_SAME * (EVERYTHING - self.value), 1e-9)

    def _seconds_left(self) -> float:
        return self.until - monotonic()

    def _relaxed(self) -> Solved | None:
        """Solve the relaxed problem until it breaks no row, or rows hardly help any more, time after time."""
        solved = None
        slow = 0
        while self._seconds_left() > 0 and slow < _PATIENCE:
            before = self.bound
            now = self.relaxation.solve_fractional(self._seconds_left())
            if not now.done:
                break
            solved = now
            self.bound = min(self.bound, now.bound)
            slow = slow + 1 if before - self.bound < 0.005 * (self.bound - self.value) else 0
            if self._closed() or not self._add_broken(now.values):
                break
            self._tell()
        return solved

    def _whole(self, relaxed: Solved) -> KeptSet | None:
        """Solve for whole values until the solution is one, or the time is over; return it if it is better."""
        hopeless = (relaxed.bound + relaxed.reduced < self.value - 1e-6) & (relaxed.values < 1e-6)
        self.relaxation.exclude(np.flatnonzero(hopeless))
        while self._seconds_left() > 0:
            solved = self.relaxation.solve_whole(self.known, self._seconds_left())
            self.bound = min(self.bound, solved.bound)
            if self._closed() or not solved.done:
                return None
            if not self._add_broken(solved.values) and not self._add_larger(solved.values):
                self.value = self.bound = float(self.problem.weights @ solved.values)
                return self.problem.solution(solved.values)
            self._tell()
        return None

    def _add_broken(self, values: Floats) -> int:
        """Add rows that a solution breaks; return how many."""
        problem = self.problem
        if cliques := broken_cliques(problem.adjacent, values, problem.weights, _ROWS):
            return self.relaxation.require(cliques)
        return self.relaxation.require(broken_threats(problem.larger, values, _ROWS), all_but_one=True)

    def _add_larger(self, values: Floats) -> int:
        """Count in the data which threats a cut holds; add those, return how many."""
        self.problem.learn(self.check(self.problem.nodes(values)))
        return self._add_broken(values)

    def _tell(self) -> None:
        cost, least = (100 * (1 - weight / EVERYTHING) for weight in (self.value, self.bound))
        self.say(f"the best that is known loses {cost:.3f} %, nothing loses less than {max(least, 0):.3f} %")
