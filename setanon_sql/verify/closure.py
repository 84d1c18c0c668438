"""What do the records of a release say, in which an item may stay in one record and be a label in another?

Each label that a record shows stands for an item of its own. So where as many labels stand at or below a label in a
record as there are items under it, all of these items are in the record: AB beside a is b, and AB beside ABCD, c and d
says a and b. They count as shown, too. That nothing else is certain is Hall's theorem: what stands below a label and
what does not have no item in common, so a record is short of items only below one of its labels.

Which labels stand below which, and how many items there are under each, the label table tells. An item that is in no
record under its own name is called after the lowest label over it: such items of one label are in the same records, and
one stands for all. Items that the taxonomy does not have stand right below its root: where these are too many for it,
anything may stand under the root, which tells nothing then.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from itertools import count

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table
from setanon_sql.verify.meaning import LabelPlace

UNKNOWN = (
    "whether labels that can only stand for one item tell more than the records show: no label table beside the "
    "release says which labels stand below which, and how many items are under each"
)

#: The labels of a release over each, from the top down to itself.
_Chains = Mapping[str, Sequence[LabelPlace]]


@scoped
def said_lines(
    engine: Engine,
    lines: Table,
    shown: Table,
    places: Sequence[LabelPlace],
    knowable: Table | None = None,
    *,
    other_labels: Collection[str] = (),
) -> Table | None:
    """Return ``record_id, item``: ``shown``, and what ``lines`` say besides; None where ``places`` tell too little.

    ``knowable``: ``label``, those that somebody may know: ``shown`` has these, and nothing else is returned.
    ``other_labels``: labels of the release besides, whose names no item gets.
    """
    chains = _chains(places)
    if chains is None:
        return None
    rows = [*_below(chains)]
    if not rows:
        return shown
    below = engine.load_rows("below", {"label": str, "above": str, "leaves": int}, rows)
    full = engine.table("verify/closure/full", lines=lines, below=below)
    if not engine.count(full):
        return shown
    names = {"label": str, "above": str, "item": str}
    meanings = engine.load_rows("meanings", names, _meanings(chains, {above for _, above, _ in rows}, other_labels))
    if knowable is not None:
        meanings = engine.table("verify/closure/known_meanings", meanings=meanings, known=knowable)
    return engine.table("verify/closure/said", lines=shown, full_labels=full, meanings=meanings)


def _chains(places: Sequence[LabelPlace]) -> _Chains | None:
    """Return the labels over each; None where the table does not say where each stands, as it does for 64 levels."""
    by_path = {place.path: place for place in places}
    if len(by_path) < len(places) or not all(map(_is_placed, places)):
        return None
    chains = {
        place.label: [by_path[path] for at in range(place.depth + 1) if (path := place.path[:at]) in by_path]
        for place in places
    }
    crowded = {label for label, rest in _unnamed(chains).items() if rest < 0}
    if any(place.depth for place in places if place.label in crowded):
        return None
    return {label: [place for place in chain if place.label not in crowded] for label, chain in chains.items()}


def _is_placed(place: LabelPlace) -> bool:
    return len(place.path) == place.depth and place.path[-1:] in ((), (place.label,)) and not place.exceptions


def _unnamed(chains: _Chains) -> dict[str, int]:
    """Return how many items each label has that are under no label below it."""
    unnamed = {place.label: place.leaves for chain in chains.values() for place in chain}
    for chain in chains.values():
        for above, label in zip(chain[-2:-1], chain[-1:], strict=False):
            unnamed[above.label] -= label.leaves
    return unnamed


def _below(chains: _Chains) -> Iterator[tuple[str, str, int]]:
    """Return each label, a label that it stands at or below, and its items, where a record can fill that."""
    n_below = Counter(above.label for chain in chains.values() for above in chain)
    for label, chain in chains.items():
        yield from (
            (label, above.label, above.leaves) for above in chain if n_below[above.label] >= max(above.leaves, 2)
        )


def _meanings(chains: _Chains, fillable: Set[str], other_labels: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Return the lowest label over an item, each label over that which a record can fill, and the item's name."""
    labels = [*chains, *other_labels]
    mark = next(mark for n in count(1) if not any(label.endswith(mark := "\x1f" * n) for label in labels))
    unnamed = _unnamed(chains)
    for label, chain in chains.items():
        if unnamed.get(label, 0) > 0:
            name = label if chain[-1].leaves == 1 else label + mark
            yield from ((label, above.label, name) for above in chain if above.label in fillable)
