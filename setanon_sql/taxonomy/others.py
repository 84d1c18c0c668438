"""Names of labels from which items were taken out: ``dairy (other)``, of its own whatever else is called so."""

from collections.abc import Collection, Iterable, Mapping

from setanon_sql.taxonomy.inner import with_own_leaves_of
from setanon_sql.taxonomy.tree import Taxonomy

SUFFIX = " (other)"


def other_names(labels: Iterable[str]) -> dict[str, str]:
    """Return what each of all labels of a tree is called where items below it stand beside it."""
    listed = sorted(labels)
    names: dict[str, str] = {}
    used = set(listed)
    for label in listed:
        name = label + SUFFIX
        while name in used:
            name += SUFFIX
        used.add(name)
        names[label] = name
    return names


def narrowed_labels(taxonomy: Taxonomy, released: Collection[str]) -> dict[str, str]:
    """Return the labels of a taxonomy from which a release took items out, by what it calls them."""
    if not any(label.endswith(SUFFIX) for label in released):
        return {}
    names = other_names(taxonomy.depth)
    return {name: label for label, name in names.items() if name in set(released)}


def with_released(taxonomy: Taxonomy, released: Collection[str]) -> Taxonomy:
    """Return a taxonomy in which all labels of a release stand under those that they come from: narrowed ones, too."""
    taxonomy = with_own_leaves_of(taxonomy, released)
    narrowed = {
        name: label for name, label in narrowed_labels(taxonomy, released).items() if label in taxonomy.children
    }
    return Taxonomy({**taxonomy.parent, **narrowed}, taxonomy.root) if narrowed else taxonomy


def narrowed_leaves(taxonomy: Taxonomy, released: Collection[str]) -> Mapping[str, frozenset[str]]:
    """Return the leaves that each narrowed label of a release stands for: those that do not stand there themselves."""
    names = {label: name for name, label in narrowed_labels(taxonomy, released).items()}
    leaves: dict[str, set[str]] = {name: set() for name in names.values()}
    for leaf in set(taxonomy.leaves).difference(released) if names else ():
        for label in taxonomy.path(leaf)[1:]:
            if label in names:
                leaves[names[label]].add(leaf)
    return {name: frozenset(below) for name, below in leaves.items()}
