"""HgHs as the paper writes it (Liu and Wang, section 3): one node a step, the suppressions of every child cut anew.

It is the yardstick for :mod:`setanon_sql.models.km.methods.search`, and small enough to be read beside the paper.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet
from setanon_sql.models.km.methods.tree import Tree


@dataclass(frozen=True)
class CutCost:
    """A cut, the items its suppression scenario takes out, and the cost of both in occurrences."""

    cut: tuple[int, ...]
    suppressed: tuple[int, ...]
    cost: float


def cut_cost(tree: Tree, threats: Sequence[Ints], cut: Iterable[int]) -> CutCost:
    """Cost one cut (node ids): walk it in descending suppression cost, keep what completes no threat (section 3.2)."""
    graph = ConflictGraph(tree, cut, threats)
    scenario = _scenario(graph, range(graph.size))
    suppressed = set(graph.ids.tolist()) - set(scenario.nodes())
    return CutCost(tuple(graph.ids.tolist()), tuple(sorted(suppressed)), (tree.total - scenario.value) / tree.scale)


def literal_search(graph: ConflictGraph, starts: Sequence[Iterable[int]] = (), force: bool = False) -> KeptSet:
    """Search the lattice of cuts from the root down, taking the best child cut as long as it lowers the cost (3.1).

    ``starts`` and ``force`` are not used: the paper always starts at the root (or at the most general labels that are
    allowed) and never goes through a worse cut.
    """
    cut = {int(graph.index[node]) for node in graph.tree.tops if graph.index[node] >= 0}
    best = _scenario(graph, cut)
    while True:
        children = [(cut - {index}) | set(graph.children[index]) for index in sorted(cut) if graph.children[index]]
        if not children:
            return best
        scenarios = [_scenario(graph, child) for child in children]
        values = [scenario.value for scenario in scenarios]
        if max(values) <= best.value:
            return best
        at = values.index(max(values))
        cut = children[at]
        best = scenarios[at]


def _scenario(graph: ConflictGraph, cut: Iterable[int]) -> KeptSet:
    nodes = KeptSet(graph)
    for index in sorted(cut, key=graph.rank.__getitem__):
        if graph.allowed[index] and not nodes.last[index] and not nodes.kept[graph.conflicts[index]].any():
            nodes.flip(index)
    return nodes
