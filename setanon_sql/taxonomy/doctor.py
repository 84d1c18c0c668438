"""The taxonomy's doctor: what is wrong, or looks wrong, and how to mend it."""

import unicodedata
from collections.abc import Collection, Iterable

from setanon_sql.taxonomy.faults import ERROR, WARNING, Fault, counted
from setanon_sql.taxonomy.tree import Taxonomy


def check(taxonomy: Taxonomy, items: Iterable[str] | None = None, *, allow_inner: bool = False) -> list[Fault]:
    """Return the faults of a tree, and of its fit to data. What makes a tree impossible is found while it is read.

    ``taxonomy``: the tree. ``items``: the labels of the data; None: only the tree is checked.
    ``allow_inner``: items may be inner nodes, as in a release.
    Cost: linear in the labels.
    """
    faults = [_near_misses(taxonomy), _uneven(taxonomy), _chains(taxonomy)]
    if items is not None:
        known = set(items)
        faults += [_missing(taxonomy, known), _unused(taxonomy, known)]
        faults += [] if allow_inner else [_inner(taxonomy, known)]
    return [fault for fault in faults if fault is not None]


def suggestions(taxonomy: Taxonomy, labels: Iterable[str]) -> dict[str, str]:
    """Return, for each label that is no node, the node it may mean: the same but for case, spaces, Unicode form."""
    folded: dict[str, str] = {}
    for node in sorted(taxonomy.depth, reverse=True):
        folded[fold(node)] = node
    return {label: folded[fold(label)] for label in labels if label not in taxonomy.depth and fold(label) in folded}


def fold(label: str) -> str:
    """Return a label without what people do not see: case, spaces at the ends or doubled, composed letters."""
    return " ".join(unicodedata.normalize("NFKC", label).casefold().split())


def _missing(taxonomy: Taxonomy, items: Collection[str]) -> Fault | None:
    found = tuple(sorted(set(items) - taxonomy.depth.keys()))
    if not found:
        return None
    near = suggestions(taxonomy, found)
    mend = "add a line for each of them to the taxonomy"
    if near:
        mend += f"; {counted(len(near), 'differs', 'differ')} from a label of the taxonomy only in case, spaces or "
        mend += "Unicode form: write that label as the data does"
    text = f"{counted(len(found), 'item')} of the data {'has' if len(found) == 1 else 'have'} no leaf"
    return Fault("missing_item", ERROR, text, found, mend, of_data=True, near=tuple(sorted(set(near.values()))))


def _inner(taxonomy: Taxonomy, items: Collection[str]) -> Fault | None:
    found = tuple(sorted(set(items) & taxonomy.children.keys()))
    text = f"{counted(len(found), 'item')} of the data {'is' if len(found) == 1 else 'are'} also an inner node"
    mend = "put a leaf with another label below the node, or rename the node"
    return Fault("inner_item", ERROR, text, found, mend, of_data=True) if found else None


def _unused(taxonomy: Taxonomy, items: Collection[str]) -> Fault | None:
    found = tuple(leaf for leaf in taxonomy.leaves if leaf not in items)
    text = f"{counted(len(found), 'leaf does', 'leaves do')} not occur in the data"
    return Fault("unused_leaf", WARNING, text, found, "nothing to do if they may occur elsewhere") if found else None


def _near_misses(taxonomy: Taxonomy) -> Fault | None:
    alike: dict[str, list[str]] = {}
    for label in sorted(taxonomy.depth):
        alike.setdefault(fold(label), []).append(label)
    found = tuple(label for group in alike.values() if len(group) > 1 for label in group)
    text = f"{len(found)} labels differ only in case, spaces or Unicode form"
    return Fault("near_miss", WARNING, text, found, "make them one label if one thing is meant") if found else None


def _uneven(taxonomy: Taxonomy) -> Fault | None:
    depths = {leaf: taxonomy.depth[leaf] for leaf in taxonomy.leaves}
    low, high = min(depths.values()), max(depths.values())
    text = f"leaves are from {low} to {high} levels below the root"
    labels = tuple(leaf for leaf, depth in depths.items() if depth == low)
    return Fault("uneven_depth", WARNING, text, labels, "nothing to do if that is meant") if low < high else None


def _chains(taxonomy: Taxonomy) -> Fault | None:
    found = tuple(sorted(label for label, below in taxonomy.children.items() if len(below) == 1))
    text = f"{counted(len(found), 'inner node has', 'inner nodes have')} one child only"
    return Fault("one_child", WARNING, text, found, "leave the level out: it hides nothing") if found else None
