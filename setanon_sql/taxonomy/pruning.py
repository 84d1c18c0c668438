"""A taxonomy without some of its leaves, and without what says nothing once they are gone."""

from collections.abc import Collection

from setanon_sql.taxonomy.faults import ERROR, Fault, refuse
from setanon_sql.taxonomy.tree import Taxonomy
from setanon_sql.text import count_of


def pruned_tree(taxonomy: Taxonomy, unwanted: Collection[str]) -> Taxonomy:
    """Return the tree without the leaves in ``unwanted``: no inner node is left without a leaf or with one child only.

    Raises BadInput that counts the labels in ``unwanted`` which are inner nodes.
    """
    _refuse_inner(taxonomy, unwanted)
    parent: dict[str, str] = {}
    tops: dict[str, str] = {}
    for label in reversed(list(taxonomy.depth)):
        below = sorted(tops[child] for child in taxonomy.children.get(label, ()) if child in tops)
        if not below and (label in unwanted or label in taxonomy.children):
            continue
        tops[label] = below[0] if len(below) == 1 else label
        if len(below) > 1:
            parent |= dict.fromkeys(below, label)
    return Taxonomy(parent, tops.get(taxonomy.root, taxonomy.root))


def _refuse_inner(taxonomy: Taxonomy, unwanted: Collection[str]) -> None:
    labels = tuple(sorted(set(unwanted) & taxonomy.children.keys()))
    text = f"{count_of(len(labels), 'sensitive item')} {'is' if len(labels) == 1 else 'are'} also an inner node"
    mend = "make it a leaf or rename the node: sensitive items are never generalized"
    refuse([Fault("sensitive_inner", ERROR, text, labels, mend, of_data=True)] if labels else [])
