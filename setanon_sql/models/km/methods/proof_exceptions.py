"""The choice of least cost where items may stand beside labels over them: an integer program, as in :mod:`.proof`.

What is more than there: an item and a label over it may both be kept, and what a label weighs depends on the items that
were taken out of it. So there is a value for each item and label over it, 1 where both are kept, and others that tell
what the rest of the label saves (:mod:`.rests`). Threats that only come from taking items out are counted in the data,
solution by solution (:mod:`.exceptions`). Bounds hold at every step, as there.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic

import numpy as np

from setanon_sql.methods.relaxation import EVERYTHING, Solved
from setanon_sql.models.km.methods.arrays import Floats, Ints
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.exceptions import proper, threats_with_blame
from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet
from setanon_sql.models.km.methods.proof import MOST_NODES, NODES, SETS, Problem, Proof
from setanon_sql.models.km.methods.rests import Rest, rest_of


@dataclass(frozen=True)
class Nearest:
    """The distance of a choice from the least cost; ``bound`` and ``proved`` as in :class:`.proof.Optimum`.

    ``kept``: the best nodes that are known.
    """

    bound: float
    proved: bool
    kept: list[int]


def nearest_choice(data: Data, kept_nodes: Sequence[int], seconds: float) -> Nearest | None:
    """Look for labels and items that cost less than ``kept_nodes``, or a proof that there are none.

    ``seconds``: how long to look; also says how large a problem is begun.
    Returns None where the nodes, or the sets to count, are too many for the time, and for weighted rows in bits.
    """
    tree = data.tree
    inner = np.array([bool(children) for children in tree.children])
    nodes = np.flatnonzero(tree.allowed & (tree.occurrences > 0) & ((tree.weights > 0) | inner)).tolist()
    if len(nodes) > min(NODES * seconds, MOST_NODES) or (tree.rows and tree.constraints.weights):
        return None
    until = monotonic() + seconds
    threats: Sequence[Ints] = []
    if sizes := [size for size in (2, 3) if data.m is None or size <= data.m]:
        counts = data.supporters.threats_of_sizes(nodes, sizes, SETS * seconds)
        if not counts:
            return None
        threats = counts[0]
    standing = frozenset(node for node in nodes if not tree.children[node])
    graph = ConflictGraph(replace(tree, standing=standing), nodes, threats)
    program = _Program(data, graph, list(kept_nodes), until)
    program.run()
    best = proper(tree, program.best)
    return Nearest(max(0.0, min(tree.cost(best), 1 - program.bound / EVERYTHING)), program.closed, best)


class _Choices(Problem):
    """The integer program over nodes of which items may stand beside labels."""

    def __init__(self, graph: ConflictGraph) -> None:
        super().__init__(graph)
        inner = np.array([bool(graph.tree.children[int(node)]) for node in graph.ids], dtype=bool)
        self.labels: list[int] = np.flatnonzero(inner).tolist()
        if graph.tree.rows:
            free = graph.tree.constraints.free
            bent = [place for place in self.labels if int(graph.ids[place]) not in free]
            self.weights[bent] = 0  # what they save is a value of its own

    def paths(self) -> list[list[int]]:
        """Return the labels from each lowest one up."""
        labels = set(self.labels)
        rows = ([index for index in path if index in labels] for path in super().paths())
        return [row for row in rows if len(row) > 1]


class _Program(Proof):
    """The loop of :class:`.proof.Proof`; ``best`` are the nodes of the best choice that is known."""

    def __init__(self, data: Data, graph: ConflictGraph, kept_nodes: list[int], until: float) -> None:
        problem = _Choices(graph)
        say = data.supporters.engine.trace.progress
        super().__init__(problem, kept_nodes, partial(threats_with_blame, data), until, say)
        self.tree = data.tree
        self.best = kept_nodes
        self.value = self._value_of(kept_nodes)
        self.bound = float(EVERYTHING)
        self.rests: list[Rest] = [rest_of(graph, place, self.relaxation) for place in problem.labels]

    @property
    def closed(self) -> bool:
        """Is nothing better than what is known?"""
        return self._closed()

    def _value_of(self, nodes: Collection[int]) -> float:
        return (1 - self.tree.cost(nodes)) * EVERYTHING

    def _relaxed(self) -> Solved | None:
        """Solve the relaxed problem; where only the tangents are not near enough, with more of them."""
        solved = super()._relaxed()
        while solved and self._seconds_left() > 0 and self._add_tangents(solved.values):
            solved = super()._relaxed()
        return solved

    def _whole(self, relaxed: Solved) -> KeptSet | None:
        """Solve for whole values until the solution is one, or the time is over; remember the best on the way."""
        size = self.problem.graph.size
        hopeless = (relaxed.bound + relaxed.reduced < self.value - 1e-6) & (relaxed.values < 1e-6)
        self.relaxation.exclude(np.flatnonzero(hopeless[:size]))
        while self._seconds_left() > 0:
            solved = self.relaxation.solve_whole(self._all_values(self.best), self._seconds_left())
            self.bound = min(self.bound, solved.bound)
            if self._closed() or not solved.done:
                break
            if not self._add_broken(solved.values) and not self._add_larger(solved.values):
                nodes = self.problem.nodes(solved.values)
                self._remember(nodes)
                values = self._all_values(nodes)
                if self._closed() or not sum(rest.touch(values) for rest in self.rests):
                    break
            self._tell()
        return None

    def _remember(self, nodes: list[int]) -> None:
        """Take nodes that hold no threat for the best ones, if they are."""
        if (value := self._value_of(nodes)) > self.value:
            self.best = nodes
            self.value = value
            self.known = self.problem.values(nodes)

    def _add_broken(self, values: Floats) -> int:
        return super()._add_broken(values[: self.problem.graph.size])

    def _add_tangents(self, values: Floats) -> int:
        return sum(rest.refine(values) for rest in self.rests)

    def _all_values(self, nodes: Collection[int]) -> Floats:
        """Return all values where some nodes are kept."""
        values = np.zeros(self.relaxation.count)
        chosen = self.problem.values(list(nodes))
        values[: len(chosen)] = chosen
        for rest in self.rests:
            rest.fill(values)
        return values
