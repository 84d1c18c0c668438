"""Sets of items that the owner of a release protects by name: which labels of the release may stand for their items.

The release does not name these sets. Their owner does, and the meaning table beside the release says which items stand
under each label.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from setanon_sql.verify.label_table import unescaped_label
from setanon_sql.verify.meaning import FoundMeaning, LabelPlace

#: Sets of items (their labels in the source), by number.
ItemSets = Mapping[int, Collection[str]]

UNKNOWN = (
    "that k match whoever knows items of a protected set: the release does not name these sets; its owner can check it "
    "with <protect>, and the meaning table where labels stand for several items"
)
GIVEN = "whether the sets of <protect> are those that the release was made with: it does not name them"


def labels_of_sets(
    sets: ItemSets, meaning: Iterable[tuple[str, str]] | None, places: Sequence[LabelPlace] = ()
) -> list[tuple[int, str]]:
    """Return the labels (set, label) that may stand for items of some sets.

    ``meaning``: labels of the release, each with an item under it; None: an item has no other label than its own.
    ``places``: where labels stand: an item under none of them may stand under the root.
    """
    if meaning is None:
        return sorted({(number, item) for number, items in sets.items() for item in items})
    over: dict[str, set[str]] = defaultdict(set)
    for label, item in meaning:
        over[item].add(label)
    roots = {place.label for place in places if not place.depth}
    return sorted({(at, label) for at, items in sets.items() for item in items for label in over.get(item, roots)})


def pairs_of(meaning: FoundMeaning) -> list[tuple[str, str]] | None:
    """Return the labels of a meaning table, each with an item under it; None where it cannot be read."""
    if meaning.rows is None:
        return None
    unescape = unescaped_label if meaning.escaped else str
    return [(unescape(label), unescape(item)) for label, item, _ in meaning.rows]
