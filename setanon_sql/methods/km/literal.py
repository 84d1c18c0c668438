"""HgHs as the paper writes it (Liu and Wang, section 3): one node a step, the suppressions of every child cut anew.

It is the yardstick for :mod:`setanon_sql.methods.km.search`, and small enough to be read beside the paper.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from setanon_sql.methods.km.arrays import Ints
from setanon_sql.methods.km.kept import KeptSet, Play
from setanon_sql.methods.km.tree import Tree


@dataclass(frozen=True)
class CutCost:
    """A cut, the items its suppression scenario takes out, and the cost of both in occurrences."""

    cut: tuple[int, ...]
    suppressed: tuple[int, ...]
    cost: float


def cut_cost(tree: Tree, threats: Sequence[Ints], cut: Iterable[int]) -> CutCost:
    """Cost one cut (node ids): walk it in descending suppression cost, keep what completes no threat (section 3.2)."""
    play = Play(tree, cut, threats)
    kept = _scenario(play, range(play.size))
    suppressed = set(play.ids.tolist()) - set(kept.nodes())
    return CutCost(tuple(play.ids.tolist()), tuple(sorted(suppressed)), (tree.total - kept.value) / tree.scale)


def literal_search(play: Play, starts: Sequence[Iterable[int]] = (), force: bool = False) -> KeptSet:
    """Search the lattice of cuts from the root down, taking the best child cut as long as it lowers the cost (3.1).

    ``starts`` and ``force`` are not used: the paper always starts at the root and never goes through a worse cut.
    """
    cut = {int(play.place[play.tree.root])}
    best = _scenario(play, cut)
    while True:
        children = [(cut - {place}) | set(play.children[place]) for place in sorted(cut) if play.children[place]]
        if not children:
            return best
        scenarios = [_scenario(play, child) for child in children]
        values = [scenario.value for scenario in scenarios]
        if max(values) <= best.value:
            return best
        at = values.index(max(values))
        cut, best = children[at], scenarios[at]


def _scenario(play: Play, cut: Iterable[int]) -> KeptSet:
    kept = KeptSet(play)
    for place in sorted(cut, key=play.rank.__getitem__):
        if play.allowed[place] and not kept.last[place] and not kept.kept[play.conflicts[place]].any():
            kept.flip(place)
    return kept
