"""Names of labels from which items were taken out: ``dairy (other)``, of its own whatever else is called so.

Where the mapping of an earlier release is extended, a label from which other items are taken out than before gets a
name that no release before had: ``dairy (other 0b1c2d3e)``, by a code.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

from setanon_sql.taxonomy.inner import with_own_leaves_of
from setanon_sql.taxonomy.tree import Taxonomy

#: A code has so many hexadecimal digits.
CODE_DIGITS = 8
_ENDING = re.compile(rf" \(other(?: ([0-9a-f]{{{CODE_DIGITS}}}))?\)\Z")


def other_name(label: str, labels: Collection[str], code: str | None = None) -> str:
    """Return what one of all ``labels`` of a tree is called where items below it stand beside it.

    The suffix is repeated until no label is called so, nor any that is this one with fewer of them behind.
    """
    suffix = f" (other {code})" if code else " (other)"
    root, times = _without(label, suffix)
    used = 0
    for shorter in range(times + 1):
        if root + shorter * suffix in labels:
            used = max(used, shorter) + 1
            while root + used * suffix in labels:
                used += 1
    return root + used * suffix


def _without(name: str, suffix: str) -> tuple[str, int]:
    """Return a name without the suffixes at its end, and how many these are."""
    root = name
    while root.endswith(suffix):
        root = root.removesuffix(suffix)
    return root, (len(name) - len(root)) // len(suffix)


def narrowed(labels: Collection[str], released: Iterable[str]) -> dict[str, str]:
    """Return those of all ``labels`` of a tree from which a release took items out, by what it calls them."""
    all_labels = set(labels)
    sources = {name: _source(name, all_labels) for name in released if name not in all_labels}
    return {name: label for name, label in sources.items() if label is not None}


def _source(name: str, labels: AbstractSet[str]) -> str | None:
    """Return which of all labels is called so where items below it stand beside it; None: none is."""
    if (ending := _ENDING.search(name)) is None:
        return None
    root, times = _without(name, ending[0])
    family = (root + fewer * ending[0] for fewer in range(times))
    return next((label for label in family if label in labels and other_name(label, labels, ending[1]) == name), None)


def narrowed_labels(taxonomy: Taxonomy, released: Iterable[str]) -> dict[str, str]:
    """Return the labels of a taxonomy from which a release took items out, by what it calls them."""
    return narrowed(taxonomy.depth, released)


def with_released(taxonomy: Taxonomy, released: Collection[str]) -> Taxonomy:
    """Return a taxonomy in which all labels of a release stand under those that they come from: narrowed ones, too."""
    taxonomy = with_own_leaves_of(taxonomy, released)
    below = {name: label for name, label in narrowed_labels(taxonomy, released).items() if label in taxonomy.children}
    return Taxonomy({**taxonomy.parent, **below}, taxonomy.root) if below else taxonomy


def narrowed_leaves(taxonomy: Taxonomy, released: Collection[str]) -> Mapping[str, frozenset[str]]:
    """Return the leaves that each narrowed label of a release stands for: those that do not stand there themselves."""
    names = {label: name for name, label in narrowed_labels(taxonomy, released).items()}
    leaves: dict[str, set[str]] = {name: set() for name in names.values()}
    for leaf in set(taxonomy.leaves).difference(released) if names else ():
        for label in taxonomy.path(leaf)[1:]:
            if label in names:
                leaves[names[label]].add(leaf)
    return {name: frozenset(below) for name, below in leaves.items()}
