"""Which labels of an earlier release and of a new one can be one item's: the leaves that they stand for meet."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from setanon_sql.inference.earlier import Knowledge
from setanon_sql.models.km.methods.tree import Tree
from setanon_sql.taxonomy.others import narrowed


def fitting_labels(
    tree: Tree,
    olds: Mapping[int, str],
    shown: Sequence[tuple[int, int]],
    kept_nodes: Sequence[int],
    knowledge: Knowledge,
) -> list[tuple[int, int]]:
    """Return the pairs of an old label and a place of a new one that fit.

    ``olds``: the old labels by number. ``shown``: the places and nodes of the new ones. ``kept_nodes``: all
    nodes that are kept. ``knowledge``: what an adversary knows of labels.
    """
    if knowledge == "nothing":
        numbers = {label: old for old, label in olds.items()}
        equal = ((numbers.get(str(tree.labels[node])), at) for at, node in shown)
        return [(old, at) for old, at in equal if old is not None]
    return list(_Leaves(tree, olds, shown, kept_nodes).pairs(placed=knowledge == "placed"))


class _Leaves:
    """The leaves that labels of two releases stand for.

    A label from which items were taken out stands for the leaves under it that its release does not show. Items that
    have to stay are leaves, too, though the search has them under no label.
    """

    def __init__(
        self, tree: Tree, olds: Mapping[int, str], shown: Sequence[tuple[int, int]], kept_nodes: Sequence[int]
    ) -> None:
        self.tree = tree
        labels = map(str, tree.labels[1:])
        number = {label: node for node, label in enumerate(labels, 1)}
        nodes = {name: number[label] for name, label in narrowed(number, olds.values()).items()}
        self.news = {node: at for at, node in shown}
        self.olds = {number[label]: old for old, label in olds.items() if label in number}
        self.olds_narrowed = {nodes[label]: old for old, label in olds.items() if label in nodes}
        self.strange = [old for old, label in olds.items() if label not in number and label not in nodes]
        self.out = tree.taken_out(kept_nodes)
        every = range(1, len(tree.labels))
        leaves = set(every) - {over for node in every for over in tree.labels_over(node)}
        self.leaves = self._below(leaves)
        in_old, in_new = (leaves & nodes.keys() for nodes in (self.olds, self.news))
        self.less = {side: self._below(leaves) for side, leaves in (
            ("old", in_old), ("new", in_new), ("both", in_old | in_new))}  # fmt: skip

    def _below(self, leaves: Collection[int]) -> Counter[int]:
        return Counter(node for leaf in leaves for node in (leaf, *self.tree.labels_over(leaf)))

    def pairs(self, *, placed: bool) -> Iterator[tuple[int, int]]:
        """Yield what fits; ``placed``: labels that the tree does not have stand right below its root."""
        for olds, is_narrowed in ((self.olds, False), (self.olds_narrowed, True)):
            for node, old in olds.items():
                for over in (node, *self.tree.labels_over(node)):
                    if over in self.news and self._meet(node, is_narrowed, over, node):
                        yield old, self.news[over]
            for node, at in self.news.items():
                for over in self.tree.labels_over(node):
                    if over in olds and self._meet(over, is_narrowed, node, node):
                        yield olds[over], at
        if placed and self.tree.root in self.news:
            yield from ((old, self.news[self.tree.root]) for old in self.strange)

    def _meet(self, old: int, is_narrowed: bool, new: int, lower: int) -> bool:
        """Say whether an old and a new label stand for a leaf that is under the ``lower`` of both."""
        if is_narrowed and new in self.out:
            side = "both"
            if old == new:
                return True
        elif is_narrowed or new in self.out:
            side = "old" if is_narrowed else "new"
        else:
            return True
        return self.leaves[lower] > self.less[side][lower]
