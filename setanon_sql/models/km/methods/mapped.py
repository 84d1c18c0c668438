"""The mapping of an earlier release on new data: as it is, or extended with the least change.

A mapping is a cut of the taxonomy: labels to keep, none over another. An item goes to the label at or over it, or is
suppressed.

1. Find the nodes of the mapping, and which items of the data it does not know (``read_cut``).
2. Count which of its labels, and sets of them, fewer than k records hold (``Trouble``).
3. Extend it: the labels of the mapping and those over them are in play, and those over new items that have no label, as
   far as no item of the mapping is below them. Among all that hold no threat, keep first as many labels of the mapping
   as possible, then what loses the least (``least_change``).
4. Count in the data which threats these hold; add them, back to 3. Where they hold none, that is the new mapping.

Threats are added as they are found, and every one is true of the data: so what is kept in the end is the best among all
choices wherever each step 3 was solved in time; else it is safe all the same, and greedy.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from setanon_sql.errors import BadInput
from setanon_sql.measures.label_figures import Mapped
from setanon_sql.methods.relaxation import Relaxation
from setanon_sql.models.km.methods.arrays import Floats, Ints
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.exceptions import sets_by_size, threats_over, threats_with_blame
from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet
from setanon_sql.models.km.methods.lacking import few_lacking
from setanon_sql.models.km.methods.search import begin, search
from setanon_sql.models.km.methods.tree import Tree
from setanon_sql.taxonomy.others import narrowed
from setanon_sql.text import count_of

#: An error lists so many labels of a kind.
_LISTED = 50


@dataclass(frozen=True)
class Cut:
    """A mapping as nodes: the labels that it keeps, and the items that it speaks of.

    ``narrowed``: what it calls those of its labels from which items were taken out.
    """

    kept: frozenset[int]
    items: frozenset[int]
    narrowed: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Trouble:
    """Why a mapping does not do for new data.

    ``placed``: new items that have a label of the mapping over them. ``unplaced``: new items that have none.
    ``threats``: minimal sets of labels that some records hold, but fewer than k; one array a size, from 1 on.
    """

    placed: tuple[int, ...]
    unplaced: tuple[int, ...]
    threats: tuple[Ints, ...]

    @property
    def threat_count(self) -> int:
        """Return how many threats there are."""
        return sum(map(len, self.threats))

    @property
    def any(self) -> bool:
        """Is there anything?"""
        return bool(self.placed or self.unplaced or self.threat_count)


@dataclass(frozen=True)
class Extension:
    """Changes that mend a mapping.

    ``kept``: the nodes to keep. ``generalized``, ``suppressed``: labels of the mapping that are kept no more, with a
    label over them that is, and without. ``added``: labels that the mapping did not have. ``last``: where the search
    ended.
    """

    kept: tuple[int, ...]
    generalized: tuple[int, ...]
    suppressed: tuple[int, ...]
    added: tuple[int, ...]
    last: KeptSet


def read_cut(tree: Tree, mapping: Mapping[str, str]) -> Cut:
    """Return a mapping from items to labels (empty: suppressed) as nodes of a tree.

    Raises BadInput where the tree lacks an item or a label, or where the labels are no cut of it.
    """
    number = {str(label): node for node, label in enumerate(tree.labels.tolist()) if node}
    names = {name: number[label] for name, label in narrowed(number, mapping.values()).items()}
    number |= names
    named = dict.fromkeys([*mapping, *filter(None, mapping.values())])
    unknown = [label for label in named if label not in number]
    _refuse(unknown, "label of the mapping is", "labels of the mapping are", "not in the taxonomy")
    kept = frozenset(number[label] for label in mapping.values() if label)
    wrong = [item for item, label in mapping.items() if _nearest(tree, number[item], kept) != number.get(label)]
    _refuse(
        wrong,
        "item of the mapping does",
        "items of the mapping do",
        "not go to the nearest of its labels at or over them",
    )
    others = set(names.values())
    under = [
        str(tree.labels[node]) for node in kept
        if kept.intersection(tree.over(node)) - (set() if tree.children[node] else others)
    ]  # fmt: skip
    _refuse(under, "label of the mapping stands", "labels of the mapping stand", "below another one of its labels")
    return Cut(kept, frozenset(number[item] for item in mapping), {node: name for name, node in names.items()})


def _refuse(labels: Sequence[str], singular: str, several: str, what: str) -> None:
    if labels:
        raise BadInput(
            f"{count_of(len(labels), singular, several)} {what}",
            "give the taxonomy that the mapping was made with; <values> them",
            sorted(labels)[:_LISTED],
        )


def _nearest(tree: Tree, node: int, kept: Collection[int]) -> int | None:
    """Return the kept node at or over one, None where there is none."""
    return next((ancestor for ancestor in (node, *tree.over(node)) if ancestor in kept), None)


def mapping_of(tree: Tree, kept: Collection[int], items: Iterable[int]) -> dict[str, str]:
    """Return the label of each of some items, by its own label; empty where it is suppressed."""
    kept = set(kept)
    labels = tree.labels
    nearest = {item: _nearest(tree, item, kept) for item in items}
    return {str(labels[item]): str(labels[node]) if node else "" for item, node in nearest.items()}


def trouble_of(data: Data, cut: Cut, items: int) -> Trouble:
    """Count what stands against a mapping in data with the items 1..``items``."""
    new = [item for item in range(1, items + 1) if item not in cut.items | data.tree.constraints.drop]
    placed = [item for item in new if _nearest(data.tree, item, cut.kept)]
    return Trouble(tuple(placed), tuple(sorted(set(new) - set(placed))), _threats(data, cut))


def _threats(data: Data, cut: Cut) -> tuple[Ints, ...]:
    """Return the sets of labels that too few hold, or where there are none those that too few hold and lack."""
    threats = threats_over(data, cut.kept)
    return tuple(threats if any(map(len, threats)) else sets_by_size(few_lacking(data, cut.kept)))


def extend(data: Data, cut: Cut, trouble: Trouble, seconds: float) -> Extension:
    """Mend a mapping with the least change; see the module. ``seconds``: how long each step may look for the best."""
    tree = _preferring(data.tree, cut.kept)
    data = replace(data, tree=replace(data.tree, standing=tree.standing))
    in_play = tree.at_or_over(cut.kept) | _open(tree, cut, trouble.unplaced)
    threats = list[Ints]()
    if data.m != 1:
        first = data.supporters.threats([node for node in in_play if data.tree.frequent[node]], 2)
        threats += first[0] if first else []
    while True:
        graph = ConflictGraph(tree, in_play, threats)
        kept = least_change(graph, sorted(cut.kept), seconds)
        data.say(graph, threats, kept)
        more = threats_with_blame(data, kept.nodes())
        if not more:
            return _extension(tree, cut, kept)
        threats += more


def _preferring(tree: Tree, kept: Collection[int]) -> Tree:
    """Return a tree in which one label of the mapping outweighs all others; those that do not occur threaten nobody."""
    nodes = np.array(sorted(kept), dtype=np.int64)
    weights = tree.weights.copy()
    frequent = tree.frequent.copy()
    weights[nodes] += tree.total + 1
    frequent[nodes] |= tree.occurrences[nodes] == 0
    standing = frozenset(item for items in tree.taken_out(kept).values() for item in items)
    return replace(tree, weights=weights, frequent=frequent, standing=standing)


def _open(tree: Tree, cut: Cut, unplaced: Iterable[int]) -> set[int]:
    """The nodes at or over new items below which no item of the mapping is."""
    spoken = tree.at_or_over(cut.items)
    return tree.at_or_over(unplaced) - spoken


def least_change(graph: ConflictGraph, cut: Sequence[int], seconds: float) -> KeptSet:
    """Return the nodes of most weight that hold no threat: found greedily, and exactly where there is time."""
    kept = search(graph, [cut], False)
    if seconds <= 0 or not graph.size:
        return kept
    values: Floats = np.zeros(graph.size)
    values[kept.members()] = 1
    solution = _relaxed(graph).solve_whole(values, seconds)
    better = begin(graph, graph.ids[solution.values > 0.5].tolist()) if solution.done else kept
    return better if better.value > kept.value else kept


def _relaxed(graph: ConflictGraph) -> Relaxation:
    """The same as an integer program: a label of the mapping weighs 1, all others together less."""
    relaxation = Relaxation(np.where(graph.allowed, graph.weight, 0) / (graph.tree.total + 1))
    relaxation.exclude(np.flatnonzero(~graph.allowed))
    pairs = [(first, int(other)) for first, others in enumerate(graph.conflicts) for other in others if other > first]
    relaxation.require(pairs)
    relaxation.require([row[row < graph.size].tolist() for row in graph.larger], all_but_one=True)
    return relaxation


def _extension(tree: Tree, cut: Cut, last: KeptSet) -> Extension:
    kept = set(last.nodes())
    changed = sorted(cut.kept - kept)
    up = tuple(node for node in changed if _nearest(tree, node, kept))
    suppressed = tuple(node for node in changed if node not in up)
    return Extension(tuple(sorted(kept)), up, suppressed, tuple(sorted(kept - cut.kept)), last)


def mapped(cut: Cut, trouble: Trouble, extension: Extension | None) -> Mapped:
    """Count what became of a mapping."""
    new = (len(trouble.placed) + len(trouble.unplaced), len(trouble.placed), trouble.threat_count)
    if extension is None:
        return Mapped(*new, len(cut.kept))
    up = len(extension.generalized)
    suppressed = len(extension.suppressed)
    return Mapped(*new, len(cut.kept) - up - suppressed, up, suppressed, len(extension.added))


def trouble_lines(tree: Tree, trouble: Trouble, extension: Extension, unit: str) -> list[str]:
    """Return what an error lists with the labels: new items, threats, and what mends them; k counts a ``unit``."""
    kinds = [
        ("new item below a label of the mapping", [[node] for node in trouble.placed]),
        ("new item", [[node] for node in trouble.unplaced]),
        *((f"held by fewer than k {unit}", listed.tolist()) for listed in trouble.threats),
        ("goes up", [[node] for node in extension.generalized]),
        ("is suppressed", [[node] for node in extension.suppressed]),
        ("is added", [[node] for node in extension.added]),
    ]
    return [line for what, sets in kinds for line in lines(tree, what, sets)]


def lines(tree: Tree, what: str, sets: Sequence[Sequence[int]]) -> list[str]:
    """Return what an error lists of some sets of nodes, by their labels."""
    lines = [f"{what}: {', '.join(str(tree.labels[node]) for node in nodes)}" for nodes in sets[:_LISTED]]
    return [*lines, f"{what}: {len(sets) - _LISTED:,} more"] if len(sets) > _LISTED else lines
