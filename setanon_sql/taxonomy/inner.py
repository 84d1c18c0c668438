"""Items of data that are inner nodes of a taxonomy (250 beside 250.1): each a leaf of its own, ``250 (itself)``.

Every inner node gets such a leaf, also where no item needs it: what labels stand for, and cost, must not depend on the
data.
"""

from collections.abc import Collection, Iterable

from setanon_sql.taxonomy.faults import ERROR, Fault, refuse
from setanon_sql.taxonomy.tree import Taxonomy
from setanon_sql.text import count_of

OWN = " (itself)"


def inner_items(taxonomy: Taxonomy, labels: Iterable[str]) -> list[str]:
    """Return the labels that are inner nodes, sorted."""
    return sorted(set(labels) & taxonomy.children.keys())


def with_own_leaves(taxonomy: Taxonomy) -> Taxonomy:
    """Return a taxonomy in which each inner node has a leaf of its own; raises BadInput where such a name is taken."""
    refuse(own_leaf_faults(taxonomy))
    return Taxonomy({**taxonomy.parent, **{label + OWN: label for label in taxonomy.children}}, taxonomy.root)


def own_leaf_faults(taxonomy: Taxonomy, items: Collection[str] = ()) -> list[Fault]:
    """Return a fault for names of leaves that other labels, or other ``items`` beside the inner ones, have already."""
    own_leaves = {label + OWN: label for label in taxonomy.children}
    taken_names = {
        name for name, label in own_leaves.items() if name in taxonomy.depth and not _is_own(taxonomy, name, label)
    }
    twice = {name for name, label in own_leaves.items() if {name, label} <= set(items)}
    mend = f'give it another label: inner nodes have leaves of their own, called as they are with "{OWN}" behind'
    named = "is called as the leaf", "are called as the leaves"
    faults = []
    for labels, what, of_data in ((taken_names, "label of the taxonomy", False), (twice, "item of the data", True)):
        text = f"{count_of(len(labels), what, what.replace(' ', 's ', 1))} {named[len(labels) > 1]} of another one"
        faults += [Fault("own_leaf_taken", ERROR, text, tuple(sorted(labels)), mend, of_data=of_data)] if labels else []
    return faults


def with_own_leaves_of(taxonomy: Taxonomy, released: Collection[str]) -> Taxonomy:
    """Return a taxonomy with leaves of inner nodes where a release has labels that are called so."""
    own_leaves = {label + OWN for label in taxonomy.children}
    return with_own_leaves(taxonomy) if own_leaves.intersection(released) - taxonomy.depth.keys() else taxonomy


def _is_own(taxonomy: Taxonomy, name: str, label: str) -> bool:
    """Return whether a label is the leaf of an inner node already."""
    return name not in taxonomy.children and taxonomy.parent[name] == label
