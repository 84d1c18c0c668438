"""mHgHs: k^m-anonymity by generalization and suppression, in rounds of growing knowledge (Liu and Wang, section 4.2).

1. Round 1 needs no threats but infrequent nodes: the best cut is found exactly, from the leaves up.
2. Round 2 starts with the top of the taxonomy in play. Search; let the children of what is kept, and what is
   suppressed, into play; count only the pairs that are new; search again, until nothing new comes into play. At the
   end every child cut of the result has been costed over all its threats.
3. Round i = 3..m puts in play what round i-1 kept, the heaviest nodes that it suppressed, and all that is over those
   (the paper's reduced taxonomy), counts threats of up to i nodes over them, and searches again. When no larger threat
   can exist the rounds end: the result holds for every m.
   Where records are so many that these sets cannot all be counted, such a round goes down from a coarse cut instead
   (``descent``).

All threats over the nodes in play are known at each search, so that what is kept never holds one.
"""

from collections.abc import Iterable

from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.descent import Descent
from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet
from setanon_sql.models.km.methods.pairs import Pairs
from setanon_sql.models.km.methods.tree import Tree

#: Nodes at the top of the taxonomy that round 2 starts with: whole levels, up to this many.
_TOP = 100
#: Nodes that round 3 has in play besides what is over them: the kept ones, with the heaviest suppressed ones up to so
#: many in all, and with the heaviest of all up to so many.
_SUPPRESSED = 150
_SMALL = 50


def kept_nodes(data: Data, m: int | None) -> tuple[list[int], KeptSet | None]:
    """Run the rounds; return the ids of the kept nodes, and where the last search ended (None after round 1)."""
    first = first_round(data.tree)
    if m == 1 or not first:
        return first, None
    best = _second_round(data, first, force=m == 2)
    round_ = 2
    complete = False
    while best.members() and round_ != m and not complete:
        round_ += 1
        best, complete = _later_round(data, best, round_)
    return best.nodes(), best


def first_round(tree: Tree) -> list[int]:
    """Return nodes that are allowed, none over another, of the largest weight: exact, since no threat has two nodes."""
    below = tree.weights * 0
    keep = tree.allowed.copy()
    for node in _leaves_first(tree):
        gain = sum(int(below[child]) for child in tree.children[node])
        weight = int(tree.weights[node]) if tree.allowed[node] else 0
        keep[node] &= weight > gain or (weight > 0 and not tree.children[node])
        below[node] = max(weight, gain)
    nodes = []
    open_ = [tree.root, *tree.apart]
    while open_:
        node = open_.pop()
        if keep[node]:
            nodes.append(node)
        else:
            open_ += tree.children[node]
    return sorted(nodes)


def _leaves_first(tree: Tree) -> list[int]:
    order = [tree.root, *tree.apart]
    for node in order:
        order += tree.children[node]
    return order[::-1]


def _second_round(data: Data, first: list[int], force: bool) -> KeptSet:
    data.begin(2)
    tree = data.tree
    pairs = Pairs(data.supporters, data.tree)
    room = {node for node in tree.at_or_over(first) if tree.allowed[node]}
    in_play: set[int] = set()
    fresh = _top(tree, room)
    threats = list[Ints]()
    start = tree.tops
    while True:
        in_play |= fresh
        threats.append(pairs.open(fresh))
        graph = ConflictGraph(tree, in_play, threats)
        best = data.search(graph, [start], False)
        fresh = _next_in_play(tree, best.nodes(), room) - in_play
        if not fresh and force:
            best = data.search(graph, [best.nodes()], True)
            fresh = _next_in_play(tree, best.nodes(), room) - in_play
        data.say(graph, threats, best, f"step {len(threats)}, {len(fresh):,} more labels to look at next: ")
        if not fresh:
            pairs.close()
            return best
        start = best.nodes()


def _top(tree: Tree, room: set[int]) -> set[int]:
    """Return the upper levels of the taxonomy, as far as there is room, up to a number of nodes."""
    top = level = set(tree.tops) & room
    while level:
        level = {child for node in level for child in tree.children[node]} & room
        if len(top) > 1 and len(top) + len(level) > _TOP:
            break
        top = top | level
    return top or room


def _next_in_play(tree: Tree, cut: list[int], room: set[int]) -> set[int]:
    """Return what a search may turn to next: children of the kept, and the suppressed with their children."""
    suppressed = tree.uncovered(cut)
    fresh = set(suppressed)
    for node in [*cut, *suppressed]:
        fresh.update(tree.children[node])
    return fresh & room


def _later_round(data: Data, before: KeptSet, round_: int) -> tuple[KeptSet, bool]:
    data.begin(round_)
    tree = data.tree
    start = before.nodes()
    in_play = tree.at_or_over(start + (_readmitted(before) if round_ == 3 else [])) - tree.constraints.forbidden
    counted = data.supporters.threats(in_play, round_, data.most_sets)
    if counted is None:
        best = Descent(data, {node for node in in_play if tree.allowed[node]}, round_).run()
        return best, data.supporters.most_of_a_record(best.nodes()) <= round_
    threats, complete = counted
    graph = ConflictGraph(tree, in_play, threats)
    best = data.search(graph, [[], start], True)
    data.say(graph, threats, best)
    return best, complete


def _readmitted(before: KeptSet) -> list[int]:
    """Return frequent nodes that may be kept again, heaviest first, as many as there is room for.

    Some that the last round suppressed, and in a small taxonomy whatever was in play, so that a cut that only larger
    threats make the better one is still within reach.
    """
    graph = before.graph
    nodes = before.nodes()
    suppressed = _heaviest_first(graph, graph.tree.uncovered(nodes))[: max(0, _SUPPRESSED - len(nodes))]
    return suppressed + _heaviest_first(graph, graph.ids.tolist())[: max(0, _SMALL - len(nodes))]


def _heaviest_first(graph: ConflictGraph, nodes: Iterable[int]) -> list[int]:
    usable = [node for node in nodes if graph.index[node] >= 0 and graph.tree.allowed[node]]
    return sorted(usable, key=lambda node: graph.rank[graph.index[node]])
