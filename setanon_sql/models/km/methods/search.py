"""The search of a good cut and its suppressions over one set of threats.

As in Liu and Wang (section 3) it goes from general to specific: a node of the cut gives way to its children where that
lowers the cost, with the suppressions chosen anew. Every child cut is costed exactly. Two things differ from the paper,
whose one-node-a-step greedy search is ``algorithm="paper"``: all improving steps of a pass are taken, best first,
each costed again when its turn comes; and where no single step improves, the costliest nodes are opened by force and
the result repaired, and that is kept where the cost fell.
"""

from collections.abc import Callable, Iterable, Sequence

from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet

#: A forced opening is tried only for nodes that carry this share of the cost, in percent.
_WORTH = 2
#: Trials that forced openings may take; after as many again only what changed is looked at, then they end.
_TRIALS = 2000


def search(graph: ConflictGraph, starts: Sequence[Iterable[int]], force: bool) -> KeptSet:
    """Return the best set of kept nodes that is found.

    ``graph``: nodes, their weights and the threats over them. ``starts``: lists of node ids to begin from.
    ``force``: also open the costliest nodes where no single step improves.

    Search: greedy from each start, all improving steps of a pass, best first; at most 2,000 forced trials, then as many
    in which only what changed is looked at.
    Source: Liu and Wang, section 3; see the module for what differs.
    """
    best: KeptSet | None = None
    for start in starts:
        nodes = begin(graph, start)
        descend(nodes)
        if best is None or nodes.value > best.value:
            best = nodes
    assert best is not None
    if force:
        Opening(best).run()
    return best


def begin(graph: ConflictGraph, nodes: Iterable[int]) -> KeptSet:
    """Keep as many of some nodes as go together, then whatever else does."""
    published = KeptSet(graph)
    indexes = [int(graph.index[node]) for node in nodes if graph.index[node] >= 0]
    for index in sorted(indexes, key=graph.rank.__getitem__):
        published.insert(index)
    published.saturate()
    return published


def attempt(nodes: KeptSet, index: int) -> int:
    """Replace a kept node by its children (a leaf: let it go) and keep what then can be; return what that gains."""
    before = nodes.value
    nodes.flip(index)
    for child in nodes.graph.children[index]:
        nodes.insert(child)
    nodes.saturate(but=index)
    return nodes.value - before


def descend(nodes: KeptSet) -> None:
    """Take improving steps, pass by pass, until none is left; then exchange nodes, and go on if that helped."""
    while _best_first(nodes) or _exchange(nodes):
        nodes.forget()


def _best_first(nodes: KeptSet) -> bool:
    gains = [(_gain(nodes, index), index) for index in nodes.members()]
    steps = sorted((-gain, nodes.graph.rank[index], index) for gain, index in gains if gain > 0)
    improved = [_improve(nodes, index) for _, _, index in steps]
    return any(improved)


def _gain(nodes: KeptSet, index: int) -> int:
    mark = nodes.mark()
    gain = attempt(nodes, index)
    nodes.back_to(mark)
    return gain


def _improve(nodes: KeptSet, index: int) -> bool:
    """Take a step if it (still) gains."""
    if not nodes.kept[index]:
        return False
    mark = nodes.mark()
    if attempt(nodes, index) > 0:
        return True
    nodes.back_to(mark)
    return False


def _exchange(nodes: KeptSet) -> bool:
    """Keep a node in place of those in its way wherever it outweighs them."""
    changed = False
    for index in nodes.graph.by_rank:
        if nodes.insert(index):
            nodes.saturate()
            changed = True
    return changed


class Opening:
    """Open a costly node by force, repair, and stay there if the cost fell."""

    def __init__(self, start: KeptSet) -> None:
        self.kept = start
        self.graph = start.graph
        self.trials = 0
        self.best = start.members()
        self.failed: set[int] = set()

    def run(self) -> None:
        """Try the costliest node first; a node that failed is tried again only after a success."""
        while (index := self._next()) is not None:
            before = self.kept.value
            self._open(index)
            if self.kept.value > before:
                self.best = self.kept.members()
                self.failed = set()
            else:
                self.failed.add(index)
                self._restore()
            self.kept.forget()

    def _next(self) -> int | None:
        min_loss = _WORTH * (self.graph.tree.total - self.kept.value)
        costly = [
            index
            for index in self.best
            if self.graph.children[index] and index not in self.failed and 100 * self.graph.loss[index] >= min_loss
        ]
        if not costly or self.trials > 2 * _TRIALS:
            return None
        return min(costly, key=lambda index: (-self.graph.loss[index], self.graph.rank[index]))

    def _open(self, index: int) -> None:
        before = set(self.best)
        self.kept.flip(index)
        for child in self.graph.children[index]:
            if self.graph.allowed[child] and not self.kept.kept[child]:
                self.kept.force(child)
        self.kept.saturate()
        late = self.trials > _TRIALS
        self._walk(lambda member: not late or member not in before, exchange=not late)

    def _walk(self, may_take: Callable[[int], bool], exchange: bool) -> None:
        """Take improving steps, the costliest node first, until none is left."""
        changed = True
        while changed:
            changed = False
            for node in sorted(self.kept.members(), key=lambda node: (-self.graph.loss[node], self.graph.rank[node])):
                if self.kept.kept[node] and may_take(node):
                    self.trials += 1
                    changed |= _improve(self.kept, node)
            if not changed and exchange:
                changed = _exchange(self.kept)

    def _restore(self) -> None:
        """Go back to the best set: first let go what is too much, then keep what is missing."""
        now = set(self.kept.members())
        best = set(self.best)
        for index in sorted(now - best) + sorted(best - now):
            self.kept.flip(index)
