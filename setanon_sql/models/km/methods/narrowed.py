"""What labels are called from which kept items were taken out, also after an earlier release and its mapping.

A label from which the same items are taken out as in the mapping keeps its name. Any other one is called as in no
release before: by the first digits of a key of this run, which tell nobody what was taken out.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np

from setanon_sql.keys import keyed_fingerprint
from setanon_sql.models.km.methods.tree import Tree
from setanon_sql.taxonomy.others import CODE_DIGITS, other_name


@dataclass(frozen=True)
class NextNames:
    """Names for the month after a mapping.

    ``secret``: a key of this run. ``public``: the next mapping speaks of no item that no row shows. ``dropped``: items
    of which it does not speak either, by their labels.
    """

    secret: str = ""
    public: bool = False
    dropped: frozenset[str] = frozenset()


FIRST_NAMES = NextNames()


@dataclass(frozen=True)
class EarlierNames:
    """Names of a mapping: what it ``called`` narrowed labels among its ``kept_nodes``; and the ``following`` ones."""

    called: Mapping[int, str]
    kept_nodes: frozenset[int]
    following: NextNames

    def names_of_labels(self, tree: Tree, kept_nodes: Collection[int]) -> dict[int, str]:
        """Return what each label is called from which items are taken out where some nodes are kept."""
        before = tree.taken_out(self.kept_nodes)
        in_mapping = set(tree.visible(kept_nodes) if self.following.public else kept_nodes)
        names: dict[int, str] = {}
        labels = {*map(str, tree.labels[1:])}
        for label, items in tree.taken_out(kept_nodes).items():
            out = {
                item for item in items if item in in_mapping and str(tree.labels[item]) not in self.following.dropped
            }
            same = label in self.called and out == set(before.get(label, ()))
            name = str(tree.labels[label])
            names[label] = self.called[label] if same else other_name(name, labels, self._code(tree, label, items))
        return names

    def _code(self, tree: Tree, label: int, items: Collection[int]) -> str:
        text = json.dumps([str(tree.labels[node]) for node in (label, *sorted(items))])
        return keyed_fingerprint(self.following.secret, text)[:CODE_DIGITS]


#: Of each label from which items were taken out, by its name in the release: the label and these items.
Narrowed = dict[str, tuple[str, tuple[str, ...]]]


def narrowed_by_name(tree: Tree, kept_nodes: Collection[int], earlier: EarlierNames | None) -> Narrowed:
    """Return the labels from which kept items were taken out, and these items, by what the labels are called then."""
    if not (out := tree.taken_out(kept_nodes)):
        return {}
    labels = [str(label) for label in tree.labels]
    all_labels = set(labels[1:])
    names = (
        earlier.names_of_labels(tree, kept_nodes)
        if earlier
        else {node: other_name(labels[node], all_labels) for node in out}
    )
    return {names[node]: (labels[node], tuple(labels[item] for item in items)) for node, items in out.items()}


def with_names(tree: Tree, narrowed: Narrowed) -> Tree:
    """Return a tree in which labels have other names from which kept items were taken out."""
    names = {label: name for name, (label, _) in narrowed.items()}
    if not names:
        return tree
    return replace(tree, labels=np.array([names.get(str(label), label) for label in tree.labels], dtype=object))
