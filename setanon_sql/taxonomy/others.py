"""Names of labels from which items were used out: ``dairy (other)``, of its own whatever else is called so."""

from collections.abc import Iterable

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
