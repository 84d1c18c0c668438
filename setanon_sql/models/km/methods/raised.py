"""Labels raised, or let go, until both releases together hold no threat: steps 3 and 4 of :mod:`.previous`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from setanon_sql.engine import scoped
from setanon_sql.errors import NotReached
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.exceptions import makers, proper, sets_by_size, threats_with_blame, weighed_beside
from setanon_sql.models.km.methods.fitting import fitting_labels
from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet
from setanon_sql.models.km.methods.linked import NOBODY, People
from setanon_sql.models.km.methods.pairs import Pairs
from setanon_sql.models.km.methods.search import search
from setanon_sql.query.templates import Table

#: Rounds in which a threat forbids its labels together; from then on it forbids each of them.
_ROUNDS = 30
#: Times that items of those who would lose all labels are given more weight.
_TIMES = 2


@dataclass(frozen=True)
class _Trouble:
    """Sets of kept nodes that must not be kept together, one array a size, and who has fewer than k candidates.

    ``stranded``: who has them by old labels alone; ``at_risk``: by anything.
    """

    sets: list[Ints]
    stranded: Ints
    at_risk: Ints

    @property
    def any(self) -> bool:
        return bool(self.sets) or bool(len(self.stranded))


class Raising:
    """The search for labels that hold no threat by both releases, from some that hold none by themselves."""

    def __init__(self, people: People, data: Data, staying: Ints) -> None:
        self.people = people
        self.data = data
        self.staying = staying
        self.engine = data.engine
        self.in_play: set[int] = set()
        self.learned: list[Ints] = []
        self.extra: Ints = np.zeros(len(data.tree.parent), dtype=np.int64)
        self.last: KeptSet | None = None
        self.at_risk = self.labels = 0
        self.opened: set[int] = set()
        self.searched: frozenset[int] = frozenset()
        self.refused: set[frozenset[int]] = set()
        self.makers: dict[int, tuple[int, ...]] = {}
        self.pairs = Pairs(data.supporters, data.tree)

    def run(self, kept_nodes: Sequence[int]) -> tuple[list[int], Ints]:
        """Return labels, and who has to go before others are looked for.

        It ends. A threat is a set of labels that are kept. With the nodes that made one, where it took the place of a
        node that the search kept (``makers``), it is a set of nodes that the search kept, and as one it is forbidden:
        no later search keeps all of these. So no two searches with threats give the same nodes, of finitely many. And
        there are few: after ``_ROUNDS`` rounds a single node is forbidden, or several, of each threat. The search kept
        one that may be forbidden, so that it was not yet: the set of forbidden nodes grows in each round, and is never
        larger than that of all nodes. Without a threat a round only comes where somebody has no label, ``_TIMES`` times
        at the most. Rounds are ``_ROUNDS + _TIMES`` and as many as there are nodes, at the most.
        """
        self.engine.trace.begin_phase("looking for labels that leave k candidates across both releases")
        kept_nodes = list(kept_nodes)
        self.labels = len(kept_nodes)
        times = round_ = 0
        trouble = self._trouble(kept_nodes)
        self.at_risk = self.people.records(trouble.at_risk)
        while trouble.any:
            if len(trouble.stranded):
                if times == _TIMES:
                    break
                times += 1
                self._weigh_those_without(kept_nodes)
            round_ += 1
            self._learn(trouble.sets, singly=round_ > _ROUNDS)
            kept_nodes = self._searched(kept_nodes, round_)
            trouble = self._trouble(kept_nodes, alone=True)
        self.pairs.close()
        return kept_nodes, trouble.stranded

    @scoped
    def _trouble(self, kept_nodes: Sequence[int], *, alone: bool = False) -> _Trouble:
        """Count what stands against labels; ``alone``: by the new release alone, too."""
        people = self.people
        stride = len(kept_nodes) + 1
        news = self._news(kept_nodes)
        pairs = [(old, new) for old, new in self._fitting(kept_nodes, news)]
        fitting = self.engine.load_rows("fitting", {"old": int, "node": int}, pairs)
        tables = {"olds": people.olds, "news": news, "fitting": fitting}
        facts = people.facts_by_class(self.engine.table("km/previous/facts", stride=stride, **tables), stride)
        ids = np.array([0, *kept_nodes], dtype=np.int64)
        sets: list[Ints] = []
        stranded = at_risk = NOBODY
        for level in people.threats(facts):
            assert level.items is not None
            listed = self.engine.columns("km/previous/threat_nodes", threats=level.items, stride=stride)
            sets += _by_size(listed["threat_id"], ids[listed["node"].astype(np.int64)])
            olds = self.engine.table("km/previous/old_threats", threats=level.items, stride=stride)
            stranded = np.union1d(stranded, people.holders(olds, facts, level.size))
            if not alone:
                at_risk = np.union1d(at_risk, people.holders(level.items, facts, level.size))
        return _Trouble(sets + (threats_with_blame(self.data, kept_nodes) if alone else []), stranded, at_risk)

    def _news(self, kept_nodes: Sequence[int]) -> Table:
        """Return ``person, node`` of the new release: the place of the node among the kept ones, from 1."""
        tree = self.data.tree
        standing = [item for items in tree.lifted_out(kept_nodes).values() for item in items]
        numbers: Ints = np.zeros(len(tree.parent), dtype=np.int64)
        numbers[list(kept_nodes)] = np.arange(1, len(kept_nodes) + 1)
        rows = self.data.supporters.beside(standing).records_of(kept_nodes, numbers)
        return self.engine.table("km/previous/shown", linked=self.people.linked, kept=rows)

    def _fitting(self, kept_nodes: Sequence[int], news: Table) -> list[tuple[int, int]]:
        """Return the old labels and the places of kept nodes that one item can have."""
        shown_nodes = self.engine.columns("km/previous/nodes_shown", news=news, olds=self.people.olds)["node"]
        olds = self.engine.columns("km/previous/labels_in_both", news=news, olds=self.people.olds)["old"]
        labels = {int(old): self.people.labels[int(old) - 1] for old in olds}
        shown = [(int(at), kept_nodes[int(at) - 1]) for at in shown_nodes]
        return fitting_labels(self.data.tree, labels, shown, kept_nodes, self.people.earlier.knowledge)

    def _weigh_those_without(self, kept_nodes: Sequence[int]) -> None:
        """Let labels weigh more that are over items of those who have none."""
        shown = self.engine.columns("km/previous/old_persons", olds=self._news(kept_nodes))["person"].astype(np.int64)
        persons = self.people.table(np.setdiff1d(self.staying, shown))
        tables = {"linked": self.people.linked, "transactions": self.data.supporters.transactions}
        counted = self.engine.columns("km/previous/occurrences_without_label", persons=persons, **tables)
        tree = self.data.tree
        each = tree.total // max(1, int(counted["n"].sum()))
        for item, times in zip(counted["item"].tolist(), counted["n"].tolist(), strict=True):
            nodes = [node for node in (item, *tree.over(item)) if tree.allowed[node] and tree.weights[node]]
            self.extra[nodes] += times * each
            self.in_play.update(nodes)

    def _learn(self, sets: Sequence[Ints], *, singly: bool) -> None:
        """Forbid sets of nodes together, or (``singly``) each node of them; raises NotReached where they must stay."""
        stay = list(self.data.tree.constraints.keep)
        if sets:
            self.refused.add(self.searched)
        for rows in [*sets, *self._replaced_sets(sets, singly=singly)]:
            movable = ~np.isin(rows, stay)
            if not movable.any(axis=1).all():
                raise NotReached(
                    "items that must stay leave fewer than k candidates across both releases; nothing was published",
                    "take them out of <constraints>, or use a smaller <k> or <m>",
                )
            self.learned.append(np.unique(rows[movable]).reshape(-1, 1) if singly else rows)

    def _replaced_sets(self, sets: Sequence[Ints], *, singly: bool) -> list[Ints]:
        """Return the sets that hold labels with a maker, with what made these in their place (``singly``: a label)."""
        replacing = {node: nodes[:1] if singly else nodes for node, nodes in self.makers.items() if node != nodes[0]}
        rows = [row for listed in sets for row in listed[np.isin(listed, list(replacing)).any(axis=1)].tolist()]
        return sets_by_size(
            [tuple(sorted({each for node in row for each in replacing.get(node, (node,))})) for row in rows]
        )

    def _searched(self, kept_nodes: Sequence[int], round_: int) -> list[int]:
        """Search among some labels and those over them."""
        tree = self.data.tree
        fresh = {node for node in tree.at_or_over(kept_nodes) | self.in_play if tree.allowed[node]}
        self.in_play |= set(kept_nodes) | fresh
        if self.data.m != 1 and (fresh := fresh - self.opened):
            self.learned.append(self.pairs.open(fresh))
            self.opened |= fresh
        beside = bool(tree.taken_out(kept_nodes))
        weighed = weighed_beside(tree, kept_nodes, self.in_play) if beside else tree
        weighed = replace(weighed, weights=weighed.weights + self.extra)
        graph = ConflictGraph(weighed, self.in_play, self.learned)
        best = search(graph, [kept_nodes], False)
        self.last = best
        self.data.say(graph, self.learned, best, f"step {round_}: ")
        nodes = best.nodes()
        self.searched = frozenset(nodes)
        self.makers = makers(tree, nodes) if beside else {}
        nodes = proper(tree, nodes) if beside else nodes
        if not nodes:
            records = self.people.records(self.staying)
            raise NotReached(
                f"nothing would be left: no label leaves k candidates across both releases. With the {self.labels:,} "
                f"labels found for this one alone {self.at_risk:,} of {records:,} records would have fewer",
                "use a smaller <k> or <m>, coarser labels (a taxonomy), or the <mapping> of the previous release",
            )
        if self.searched in self.refused:
            raise NotReached(
                "the search for labels that leave k candidates across both releases does not get on: it found labels "
                "again that it had refused; nothing was published",
                "use a smaller <k> or <m>, coarser labels (a taxonomy), or the <mapping> of the previous release",
            )
        return nodes


def _by_size(sets: Ints, nodes: Ints) -> list[Ints]:
    """Return sets of nodes as arrays, one a size, each set once; ``sets``: the number of the set of each node."""
    if not len(sets):
        return []
    _, starts, sizes = np.unique(sets, return_index=True, return_counts=True)
    listed = []
    for size in np.unique(sizes).tolist():
        places = starts[sizes == size][:, None] + np.arange(size)
        listed.append(np.unique(np.sort(nodes[places], axis=1), axis=0))
    return listed
