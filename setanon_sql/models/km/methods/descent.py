"""Round i = 3..m where records are so many that the sets over all nodes in play cannot be counted.

It keeps a cut that holds no threat of up to i nodes, and goes down from there:

1. Begin with a coarse cut: nodes that many records support. Count all sets of up to i of its nodes. Where it holds
   threats, search among its nodes and all that is over them, and count what that brings in, until it holds none.
2. Open some of the costliest nodes: their children come into play. Count only the sets that hold such a child; those
   without one are no threat. Search among the cut and the children: what is kept is the next cut.
3. Go on until each node of the cut was opened once, or is as special as round i-1 allows.

What is counted grows with the cut, not with all that is over it; memory with the nodes that are opened at a time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from setanon_sql.models.km.methods.changes import Causes
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet

#: The share of all occurrences that the nodes opened at a time may hold.
_SHARE = 1 / 8
#: A node belongs to the first cut where this many times as many records support it as k records need by chance.
_AMPLE = 2.0


@dataclass
class Descent:
    """One round: the nodes that may be kept (``room``), and which nodes of the cut were opened (``tried``).

    It notes in ``data.causes`` the threats that stand against nodes that are not kept.
    """

    data: Data
    room: set[int]
    size: int
    tried: set[int] = field(default_factory=set)

    def run(self) -> KeptSet:
        """Return the last cut, as the kept nodes of its last search."""
        best = self._first_cut()
        step = 1
        while opened := self._costliest(best.nodes()):
            self.tried |= set(opened)
            fresh = {child for node in opened for child in self.data.tree.children[node]} & self.room
            cut = best.nodes()
            threats = self.data.supporters.rooted(fresh, cut, self.size)
            graph = ConflictGraph(self.data.tree, fresh.union(cut), threats)
            best = self.data.search(graph, [cut], False)
            step = step + 1
            self.data.say(graph, threats, best, f"step {step}: ")
            self._note_causes(best, fresh.union(cut))
        return best

    def _note_causes(self, published: KeptSet, nodes: set[int]) -> None:
        """Note the threats against the nodes that were looked at and are not kept."""
        causes = Causes(self.data.tree, set(published.nodes()), published)
        for node in nodes - causes.kept:
            if cause := causes.cause(node):
                self.data.causes[node] = cause

    def _first_cut(self) -> KeptSet:
        """Return a coarse cut without a threat."""
        cut = self._ample()
        counted = set(cut)
        threats = self.data.supporters.rooted(cut, [], self.size)
        in_play = self.data.tree.at_or_over(cut) & self.room
        while True:
            graph = ConflictGraph(self.data.tree, in_play, threats)
            best = self.data.search(graph, [cut], False)
            self.data.say(graph, threats, best, "step 1: ")
            fresh = set(best.nodes()) - counted
            if not fresh:
                return best
            threats = threats + self.data.supporters.rooted(fresh, set(best.nodes()) - fresh, self.size)
            counted |= fresh

    def _ample(self) -> list[int]:
        """Return the most special nodes, none over another, whose sets k records are likely to hold."""
        supporters = self.data.supporters
        tree = self.data.tree
        share = _AMPLE * (supporters.k / supporters.records) ** (1 / self.size)
        least = share * supporters.records
        cut = []
        open_ = list(tree.tops)
        while open_:
            node = open_.pop()
            below = [child for child in tree.children[node] if child in self.room]
            if below and (node not in self.room or all(tree.occurrences[child] >= least for child in below)):
                open_ += below
            elif node in self.room:
                cut.append(node)
        return sorted(cut)

    def _costliest(self, cut: Sequence[int]) -> list[int]:
        """Return nodes that may be opened, costliest first, as many as may be opened at a time."""
        tree = self.data.tree
        able = [node for node in [*cut, *self._suppressed(cut)] if self._can_open(node)]
        room = _SHARE * float(tree.occurrences[tree.root])
        opened = list[int]()
        for node in sorted(able, key=lambda label: (-tree.loss[label], str(tree.labels[label]))):
            room -= float(tree.occurrences[node])
            if opened and room < 0:
                break
            opened.append(node)
        return opened

    def _suppressed(self, cut: Sequence[int]) -> list[int]:
        return [node for node in self.data.tree.uncovered(cut) if node in self.room]

    def _can_open(self, node: int) -> bool:
        return node not in self.tried and any(child in self.room for child in self.data.tree.children[node])
