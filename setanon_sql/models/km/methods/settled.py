"""Subtrees in which nothing can be known, where only some items may be: settled before the search.

No set with a node of them is a threat. So unless a label over them is kept, all their items stay as they are: nothing
is better. Below each node over known items, therefore, the search sees one item in place of all such subtrees.
"""

from dataclasses import replace

import numpy as np

from setanon_sql.models.km.methods.arrays import Flags, Ints
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.tree import Tree


def settled(data: Data) -> Data:
    """Return data to search in, with one item in place of subtrees of which nobody can know anything."""
    if data.supporters.known is None:
        return data
    tree = data.tree
    above = _above(tree, _open(tree, data.supporters.known))
    stay = np.flatnonzero(tree.allowed & (tree.weights > 0) & (above > 0) & ~_inner(tree))
    _, first, group = np.unique(above[stay], return_index=True, return_inverse=True)
    shown = stay[first]
    items = {int(item): stay[group == number].tolist() for number, item in enumerate(shown.tolist())}
    return replace(data, tree=_contracted(tree, above, stay, shown[group]), stand_for=items)


def _inner(tree: Tree) -> Flags:
    flags: Flags = np.isin(np.arange(len(tree.parent)), tree.parent)
    return flags


def _open(tree: Tree, known_nodes: frozenset[int]) -> Flags:
    """Return which nodes the search has to see: those over something known, or that must stay, and the root."""
    flags = np.zeros(len(tree.parent), dtype=bool)
    flags[list(known_nodes)] = True
    must_stay = tree.constraints.keep | tree.constraints.keep_most
    flags[[tree.root, *tree.apart, *tree.at_or_over(must_stay)]] = True
    return flags


def _above(tree: Tree, open_: Flags) -> Ints:
    """Return the nearest open node over each that is not; 0 for all others."""
    above: Ints = np.zeros(len(tree.parent), dtype=np.int64)
    for depth in range(1, int(tree.depth.max()) + 1):
        level = np.flatnonzero((tree.depth == depth) & ~open_ & (tree.parent > 0))
        over = tree.parent[level]
        above[level] = np.where(open_[over], over, above[over])
    return above


def _contracted(tree: Tree, above: Ints, stay: Ints, shown: Ints) -> Tree:
    """Return a tree with one item (``shown``, for each that stays) below each open node, in place of subtrees."""
    closed = np.flatnonzero(above)
    arrays = (tree.parent, tree.weights, tree.priced, tree.occurrences)
    parent, weights, priced, occurrences = (array.copy() for array in arrays)
    frequent = tree.frequent.copy()
    for array in (parent, weights, priced, occurrences, frequent):
        array[closed] = 0
    parent[shown] = above[shown]
    frequent[shown] = True
    np.add.at(weights, shown, tree.weights[stay])
    np.add.at(priced, shown, tree.weights[stay])
    np.add.at(occurrences, shown, tree.occurrences[stay])
    detached = frozenset(closed.tolist()).difference(shown.tolist())
    return replace(
        tree, parent=parent, weights=weights, priced=priced, occurrences=occurrences, frequent=frequent,
        detached=detached,
    )  # fmt: skip
