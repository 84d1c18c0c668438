"""Items that stand beside a label over them: taken out of it, so that it is over the rest alone.

Every item still has one label. Whoever knows items knows the labels that stand for them, so that k^m-anonymity is asked
of what is released, as ever: of a label, its items that stand beside it not counted in. Where a choice of labels and
items is not safe, none is that has all of it and more items beside these labels: a record that held the threat holds
labels as special, or more so, and no more records do than before. So each threat is a set of nodes that must not be
kept together: labels, and the items taken out of them that are to blame.

1. Candidates: frequent items under a label that is kept, those first that save most.
2. Count their pairs with each other and with the labels. Search among them and the labels: an item may also take the
   place of labels and items that it outweighs.
3. Count in the data which threats the result holds, and learn them; back to 2, until it holds none. After some rounds
   no further items come in.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import count

import numpy as np

from setanon_sql.engine import scoped
from setanon_sql.models.km.methods.alike import few_alike
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.kept import ConflictGraph
from setanon_sql.models.km.methods.lacking import few_lacking
from setanon_sql.models.km.methods.pairs import Pairs
from setanon_sql.models.km.methods.tree import Tree

#: Items that are looked at: as many as save most.
MOST = 2_000
#: Rounds in which other items may take the place of those that a threat was found with.
_ROUNDS = 8
#: Times that the search begins anew from what it found.
_TIMES = 3


def kept_with_exceptions(data: Data, kept_nodes: Sequence[int]) -> list[int]:
    """Return labels and items to keep; the search begins with the labels ``kept_nodes``."""
    data.supporters.engine.trace.begin_phase("looking for items that can stay beside the labels over them")
    search = _Search(data)
    best = list(kept_nodes)
    for _ in range(_TIMES):
        better = search.from_(best)
        if data.tree.cost(better) >= data.tree.cost(best):
            break
        new_labels = {node for node in better if data.tree.children[node]} - set(best)
        best = better
        if not new_labels:
            break
    search.close()
    return best


class _Search:
    """The threats that are known, whatever is kept."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.pairs = Pairs(data.supporters, data.tree)
        self.in_play: set[int] = set()
        self.threats: list[Ints] = []

    def from_(self, kept_nodes: Sequence[int]) -> list[int]:
        """Return what is kept after one search."""
        tree = self.data.tree
        gains = _Gains(tree, kept_nodes)
        nodes = [*kept_nodes, *gains.items(), *gains.labels()]
        self._count(nodes)
        weighed = gains.weighed(nodes)
        start: Sequence[int] = kept_nodes
        for round_ in count(1):
            graph = ConflictGraph(weighed, nodes, self.threats)
            best = self.data.search(graph, [start], False)
            start = best.nodes()
            learned = threats_with_blame(self.data, start)
            self.data.say(graph, self.threats, best, f"step {round_}: ")
            if not learned:
                break
            self.threats += learned
            nodes = list(start) if round_ >= _ROUNDS else nodes
        return proper(tree, start)

    def _count(self, nodes: Collection[int]) -> None:
        """Count the pairs of nodes that were not counted yet, as far as one is not over the other."""
        fresh = set(nodes) - self.in_play
        if self.data.m != 1 and fresh:
            self.threats.append(self.pairs.open(fresh))
        self.in_play |= fresh

    def close(self) -> None:
        """Drop the tables."""
        self.pairs.close()


def weighed_beside(tree: Tree, kept_nodes: Collection[int], nodes: Collection[int]) -> Tree:
    """Return a tree in which nodes weigh what they save beside the kept ones, and items may stand beside labels."""
    return _Gains(tree, kept_nodes).weighed(nodes)


class _Gains:
    """Savings of nodes beside others that are kept, each by itself."""

    def __init__(self, tree: Tree, kept_nodes: Collection[int]) -> None:
        self.tree = tree
        self.kept = set(kept_nodes)
        self.out = tree.taken_out(kept_nodes)
        self.label = {item: label for label, items in self.out.items() for item in items}
        self.under = defaultdict[int, list[int]](list)
        for item in sorted(self.kept):
            for label in [] if tree.children[item] else tree.over(item):
                self.under[label].append(item)

    def items(self) -> list[int]:
        """Return the items under a kept label that save most where they stand beside it."""
        tree = self.tree
        for item in range(1, tree.items + 1):
            if tree.allowed[item] and item not in self.kept:
                over = next((over for over in tree.over(item) if over in self.kept), None)
                if over is not None:
                    self.label[item] = over
        new = {item: self.of(item) for item in self.label if item not in self.kept}
        return sorted(new, key=lambda item: (-new[item], str(tree.labels[item])))[:MOST]

    def labels(self) -> list[int]:
        """Return the labels over kept items alone, for what stands beside these."""
        tree = self.tree
        items = [node for node in self.kept if not tree.children[node]]
        over_labels = tree.at_or_over(self.kept.difference(items))
        return [
            node for node in sorted(tree.at_or_over(items).difference(items))
            if tree.allowed[node] and node not in over_labels and not self.kept.intersection(tree.over(node))
        ]  # fmt: skip

    def of(self, node: int) -> int:
        """Return what a node saves."""
        tree = self.tree
        if tree.children[node]:
            return tree.weight_without(node, self.under[node])
        if node not in self.label:
            return int(tree.weights[node])
        label = self.label[node]
        others = [item for item in self.out.get(label, []) if item != node]
        less = tree.weight_without(label, others) - tree.weight_without(label, [*others, node])
        return int(tree.weights[node]) - less

    def weighed(self, nodes: Collection[int]) -> Tree:
        """Return a tree in which nodes weigh what they save, and items may stand beside labels."""
        weights = self.tree.weights.copy()
        for node in nodes:
            weights[node] = self.of(node)
        return replace(self.tree, weights=weights, standing=frozenset(n for n in nodes if not self.tree.children[n]))


def proper(tree: Tree, kept_nodes: Collection[int]) -> list[int]:
    """Return the kept nodes, with the most special labels that are over what is left of each."""
    return sorted(set(kept_nodes).difference(tree.taken_out(kept_nodes)).union(makers(tree, kept_nodes)))


def makers(tree: Tree, kept_nodes: Collection[int]) -> dict[int, tuple[int, ...]]:
    """Return the most special labels over what is left of kept ones, each with the kept nodes that make it one.

    These are the kept label, and where another one takes its place the items taken out that are not under that one.
    """
    by_special = dict[int, tuple[int, ...]]()
    for label, items in tree.taken_out(kept_nodes).items():
        out = [item for item in items if tree.parent[item]]
        if tree.occurrences[label] > tree.occurrences[out].sum():
            special = _over_the_rest(tree, label, out)
            by_special[special] = (label, *(item for item in out if special not in (label, *tree.over(item))))
    return by_special


def _over_the_rest(tree: Tree, label: int, out: Collection[int]) -> int:
    """Return the most special node at or under a label that is over all of its leaves but some."""
    leaves_out = Counter(over for item in out for over in (item, *tree.over(item)))
    while True:
        below = [child for child in tree.children[label] if tree.leaves[child] > leaves_out[child]]
        if len(below) != 1:
            return label
        label = below[0]


def threats_with_blame(data: Data, kept_nodes: Collection[int]) -> list[Ints]:
    """Return the threats that some kept nodes hold: sets of these that must not be kept together, one array a size."""
    standing = [item for items in data.tree.taken_out(kept_nodes).values() for item in items]
    sizes = [threats for threats in threats_over(data, kept_nodes) if len(threats)]
    if not sizes:
        return threats_besides(data, kept_nodes)
    if not standing:
        return sizes
    return _blamed(data, kept_nodes, sizes)


def threats_besides(data: Data, kept_nodes: Collection[int]) -> list[Ints]:
    """Return what must not be kept together of nodes that hold no threat: by columns, or by what is lacked."""
    return sets_by_size(few_alike(data, kept_nodes) + few_lacking(data, kept_nodes))


@scoped
def threats_over(data: Data, kept_nodes: Collection[int]) -> list[Ints]:
    """Return the minimal threats over some nodes in the data, one array a size, from 1 on."""
    tree = data.tree
    out = tree.taken_out(kept_nodes)
    supporters = data.supporters.beside([item for items in out.values() for item in items if tree.parent[item]])
    rare = [node for node in sorted(kept_nodes) if tree.occurrences[node] and not tree.frequent[node]]
    able = [label for label, items in out.items() if tree.frequent[label]]
    rows_left = {label: int(tree.occurrences[label]) - _occurrences(tree, out[label]) for label in able}
    knowable = data.supporters.known
    doubtful = [label for label in able if rows_left[label] and (knowable is None or label in knowable)]
    rare += sorted(set(doubtful) - set(supporters.frequent(np.array(doubtful, dtype=np.int64)).tolist()))
    larger = supporters.threats(kept_nodes, data.m or max(len(kept_nodes), 1))
    return [np.array(sorted(rare), dtype=np.int64).reshape(-1, 1), *(larger[0] if larger else [])]


def _occurrences(tree: Tree, items: Collection[int]) -> int:
    return int(tree.occurrences[[item for item in items if tree.parent[item]]].sum())


@scoped
def _blamed(data: Data, kept_nodes: Collection[int], threats: Sequence[Ints]) -> list[Ints]:
    """Add to each threat the items that were taken out of its labels and are to blame for it.

    One item is enough where too few records are left without it alone; else all are taken that any record is lost by.
    """
    sets = [row.tolist() for listed in threats for row in listed]
    engine = data.supporters.engine
    supporters = data.supporters
    tree = data.tree
    out = tree.taken_out(kept_nodes)
    rows = [(number, node, len(nodes)) for number, nodes in enumerate(sets) for node in nodes]
    threat_nodes = engine.load_rows("threats", {"threat_id": int, "node": int, "n_nodes": int}, rows)
    beside = [(item, label) for label, items in out.items() for item in items if tree.parent[item]]
    apart = engine.load_rows("apart", {"item": int, "node": int}, beside)
    supported = supporters.records_of({node for nodes in sets for node in nodes})
    whole = engine.table("km/exceptions/whole", supported=supported, threats=threat_nodes)
    source = {"transactions": supporters.transactions, "apart": apart}
    without = engine.table(
        "km/exceptions/without", whole=whole, threats=threat_nodes, ancestors=supporters.ancestors, **source
    )
    blamed = engine.columns("km/exceptions/blamed", without=without, **source)
    supports = engine.columns("km/exceptions/supports", whole=whole)
    support = dict(zip(supports["threat_id"].tolist(), supports["support"].tolist(), strict=True))
    by_set: dict[int, list[tuple[int, int]]] = {}
    for number, item, alone in zip(*(blamed[name].tolist() for name in ("threat_id", "item", "n_alone")), strict=True):
        by_set.setdefault(number, []).append((item, alone))
    clauses = [clause for number, nodes in enumerate(sets) for clause in _clauses(
        nodes, by_set.get(number, []), support.get(number, 0), 0 if supporters.persons else supporters.k)]  # fmt: skip
    return sets_by_size(clauses)


def _clauses(nodes: list[int], blamed: list[tuple[int, int]], support: int, k: int) -> list[tuple[int, ...]]:
    if support < k:
        return [tuple(nodes)]
    single = [item for item, alone in blamed if k > 0 and support - alone < k]
    extra = [[item] for item in single] if single else [[item for item, _ in blamed]]
    return [tuple(sorted({*nodes, *items})) for items in extra]


def sets_by_size(clauses: Collection[tuple[int, ...]]) -> list[Ints]:
    """Return sets of nodes as arrays, one a size, each set once."""
    sizes = sorted({len(clause) for clause in clauses})
    unique = sorted(set(clauses))
    return [np.array([row for row in unique if len(row) == size], dtype=np.int64) for size in sizes]
