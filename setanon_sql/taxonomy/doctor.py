"""The taxonomy's doctor: what is wrong, or looks wrong, and how to mend it."""

import unicodedata
from collections.abc import Collection, Iterable

from setanon_sql.taxonomy.faults import ERROR, WARNING, Fault
from setanon_sql.taxonomy.tree import Taxonomy
from setanon_sql.text import count_of


def check(taxonomy: Taxonomy, items: Iterable[str] | None = None, *, allow_inner: bool = False) -> list[Fault]:
    """Return the faults of a tree, and of its fit to data. What makes a tree impossible is found while it is read.

    ``taxonomy``: the tree. ``items``: the labels of the data; None: only the tree is checked.
    ``allow_inner``: items may be inner nodes, as in a release.
    Cost: linear in the labels.
    """
    faults = [_near_misses(taxonomy), _uneven(taxonomy), _chains(taxonomy)]
    if items is not None:
        labels = set(items)
        faults += [_missing_items(taxonomy, labels), _unused_items(taxonomy, labels)]
        faults += [] if allow_inner else [_inner(taxonomy, labels)]
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


def _missing_items(taxonomy: Taxonomy, items: Collection[str]) -> Fault | None:
    labels = tuple(sorted(set(items) - taxonomy.depth.keys()))
    if not labels:
        return None
    near = suggestions(taxonomy, labels)
    mend = "add a line for each of them to the taxonomy, or say with <missing> what becomes of them"
    if near:
        mend += f"; {count_of(len(near), 'differs', 'differ')} from a label of the taxonomy only in case, spaces or "
        mend += "Unicode form: write that label as the data does"
    text = f"{count_of(len(labels), 'item')} of the data {'has' if len(labels) == 1 else 'have'} no leaf"
    return Fault("missing_item", ERROR, text, labels, mend, of_data=True, near=tuple(sorted(set(near.values()))))


def _inner(taxonomy: Taxonomy, items: Collection[str]) -> Fault | None:
    labels = tuple(sorted(set(items) & taxonomy.children.keys()))
    text = f"{count_of(len(labels), 'item')} of the data {'is' if len(labels) == 1 else 'are'} also an inner node"
    mend = "<inner_items=own-leaf> makes each a leaf of its own under its node; or put a leaf with another label below "
    mend += "the node, or rename the node"
    return Fault("inner_item", ERROR, text, labels, mend, of_data=True) if labels else None


def _unused_items(taxonomy: Taxonomy, items: Collection[str]) -> Fault | None:
    labels = tuple(leaf for leaf in taxonomy.leaves if leaf not in items)
    text = f"{count_of(len(labels), 'leaf does', 'leaves do')} not occur in the data"
    return Fault("unused_leaf", WARNING, text, labels, "nothing to do if they may occur elsewhere") if labels else None


def _near_misses(taxonomy: Taxonomy) -> Fault | None:
    alike: dict[str, list[str]] = {}
    for label in sorted(taxonomy.depth):
        alike.setdefault(fold(label), []).append(label)
    labels = tuple(label for group in alike.values() if len(group) > 1 for label in group)
    text = f"{len(labels)} labels differ only in case, spaces or Unicode form"
    return Fault("near_miss", WARNING, text, labels, "make them one label if one thing is meant") if labels else None


def _uneven(taxonomy: Taxonomy) -> Fault | None:
    depths = {leaf: taxonomy.depth[leaf] for leaf in taxonomy.leaves}
    low = min(depths.values())
    high = max(depths.values())
    text = f"leaves are from {low} to {high} levels below the root"
    labels = tuple(leaf for leaf, depth in depths.items() if depth == low)
    return Fault("uneven_depth", WARNING, text, labels, "nothing to do if that is meant") if low < high else None


def _chains(taxonomy: Taxonomy) -> Fault | None:
    labels = tuple(sorted(label for label, below in taxonomy.children.items() if len(below) == 1))
    text = f"{count_of(len(labels), 'inner node has', 'inner nodes have')} one child only"
    return Fault("one_child", WARNING, text, labels, "leave the level out: it hides nothing") if labels else None
