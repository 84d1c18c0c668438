"""The meaning table of a release: held against the manifest, the rows, and the label table beside it.

Which items stand under a label only the taxonomy says, which the release does not hold. What can be seen without it:

1. It has exactly the labels of the release, each with distinct items.
2. Each share is one over the number of items of its label. So no count of the data is in it.
3. Each label has as many items as the label table says that it stands for (``leaves``), and none of its exceptions. So
   no item is left out because the data do not hold it.
4. Two labels have an item in common only where one is over the other, which then has all items of the lower one.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.layout import MEANING_COLUMNS
from setanon_sql.query.templates import Table
from setanon_sql.verify.beside import FoundTable, Row
from setanon_sql.verify.counted import Recount
from setanon_sql.verify.label_table import digest_of_rows, unescaped_label

OTHER = "the meaning table is not the one that the manifest was made for (another sha256)"
MISFIT = "the meaning table does not have exactly the labels of the release, each with items that differ"
SHARES = "a share in the meaning table is not one over the number of items of its label"
CONTRADICTION = "the meaning table has other items under a label than the label table allows"
MISSING_MEANING = "the meaning table: it does not stand beside the release"
TAXONOMY = "which items the meaning table has under each label: the release does not hold the taxonomy"

#: Shares are written with the digits of a double.
_CLOSE = 1e-9

LabelRows = Sequence[Row] | None
Items = Mapping[str, Set[str]]


@dataclass(frozen=True)
class LabelPlace:
    """A label as a label table has it: how deep it stands, the labels from the root down to it (the root is none of
    them), the number of leaves that it stands for, and what was taken out.
    """

    label: str
    depth: int
    path: tuple[str, ...]
    leaves: int
    exceptions: frozenset[str]

    @classmethod
    def read(cls, row: Row) -> "LabelPlace":
        """Read a row: label, depth, a level each, leaves, exceptions; raises TypeError, ValueError for another one."""
        label, depth, *levels, leaves, exceptions = row
        path = tuple(level for level in levels if level)
        return cls(label, int(depth), path, int(leaves), frozenset(json.loads(exceptions or "[]")))


def places_of(rows: Sequence[Row], *, escaped: bool = False) -> list[LabelPlace] | None:
    """Return the labels of a label table, None where it cannot be read; ``escaped``: with a quote before formulas."""
    unescape = unescaped_label if escaped else str
    try:
        return [
            LabelPlace.read([unescape(cell) if isinstance(cell, str) else cell for cell in row[:-1]] + [row[-1]])
            for row in rows
        ]
    except (TypeError, ValueError):
        return None


@dataclass(frozen=True)
class MeaningPromise:
    """Promise of a manifest about a meaning table."""

    rows: int
    sha256: str


def meaning_promise(value: object) -> MeaningPromise | None:
    """Return what a manifest tells of a meaning table; None where it tells of none; raises BadInput where damaged."""
    if value is None:
        return None
    kinds: Mapping[str, type] = {"rows": int, "sha256": str}
    fields: Mapping[str, Any] = value if isinstance(value, dict) else {}
    if set(fields) != set(kinds) or any(type(fields[name]) is not kind for name, kind in kinds.items()):
        raise BadInput("'meaning' in the manifest is not what it should be", "it may have been edited")
    return MeaningPromise(**fields)


@dataclass(frozen=True)
class FoundMeaning:
    """A meaning table as it stands beside a release: its fingerprint, and its rows (None: it cannot be read);
    ``escaped``: with a quote before labels that begin as formulas do.
    """

    sha256: str
    rows: Sequence[tuple[str, str, float]] | None
    escaped: bool = False

    @property
    def labels(self) -> Sequence[str]:
        """Return its labels as they are in the release."""
        return [*map(unescaped_label, self.items)] if self.escaped else [*self.items]

    @property
    def items(self) -> Items:
        """Return the items of each label."""
        items: dict[str, set[str]] = defaultdict(set)
        for label, item, _ in self.rows or ():
            items[label].add(item)
        return items


def meaning_of(table: FoundTable) -> FoundMeaning:
    """Return the meaning table in a table."""
    rows = table.rows_of(MEANING_COLUMNS)
    try:
        typed_rows = None if rows is None else [_row(row) for row in rows]
    except (TypeError, ValueError):
        typed_rows = None
    pairs = [(label, item) for label, item, _ in typed_rows or ()]
    return FoundMeaning(table.file_sha256 or digest_of_rows(pairs), typed_rows)


def _row(row: Row) -> tuple[str, str, float]:
    label, item, share = row
    if not isinstance(label, str) or not isinstance(item, str):
        raise TypeError("labels and items are text")
    return label, item, float(share)


@scoped
def with_meaning(
    engine: Engine,
    recount: Recount,
    lines: Table,
    promise: MeaningPromise,
    beside: tuple[FoundMeaning | None, LabelRows],
) -> Recount:
    """Add to a recount what is wrong with a meaning table, or what of it was not checked.

    ``beside``: what stands beside the release: the meaning table, and the rows of the label table, None where that is
    not there or cannot be read.
    """
    meaning, label_rows = beside
    if meaning is None:
        return replace(recount, not_checked=(*recount.not_checked, MISSING_MEANING))
    problems = [] if meaning.sha256 == promise.sha256 else [OTHER]
    problems += _problems(engine, lines, meaning, label_rows)
    return replace(recount, problems=(*recount.problems, *problems), not_checked=(*recount.not_checked, TAXONOMY))


def _problems(engine: Engine, lines: Table, meaning: FoundMeaning, label_rows: LabelRows) -> Iterator[str]:
    if meaning.rows is None:
        yield MISFIT
        return
    items = meaning.items
    listed = engine.load("listed", {"label": str}, [[*meaning.labels]])
    repeated = len(meaning.rows) > sum(map(len, items.values()))
    if repeated or engine.number("verify/read/other_labels", lines=lines, listed=listed):
        yield MISFIT
    if any(abs(share * len(items[label]) - 1) > _CLOSE for label, _, share in meaning.rows):
        yield SHARES
    if label_rows is not None and _contradict(items, label_rows):
        yield CONTRADICTION


def _contradict(items: Items, label_rows: Sequence[Row]) -> bool:
    """Return whether a meaning table has other items under a label than a label table allows."""
    try:
        labels = [LabelPlace.read(row) for row in label_rows]
    except (TypeError, ValueError):
        return True
    if any(
        len(items.get(place.label, ())) != place.leaves or not place.exceptions.isdisjoint(items.get(place.label, ()))
        for place in labels
    ):
        return True
    has_all_levels = all(len(place.path) == place.depth for place in labels)
    return has_all_levels and (_overlap(items, labels) or _lacks(items, labels))


def _overlap(items: Items, labels: Sequence[LabelPlace]) -> bool:
    """Return whether two labels have an item in common, none of which is over the other."""
    places: dict[str, list[LabelPlace]] = defaultdict(list)
    for place in sorted(labels, key=lambda place: place.depth):
        for item in items.get(place.label, ()):
            places[item].append(place)
    return any(not _is_over(above, below) for chain in places.values() for above, below in pairwise(chain))


def _is_over(above: LabelPlace, below: LabelPlace) -> bool:
    """Return whether a label may have an item of another one: it stands over it, and that was not taken out of it."""
    return below.path[: above.depth] == above.path and above.exceptions.isdisjoint(below.path)


def _lacks(items: Items, labels: Sequence[LabelPlace]) -> bool:
    """Return whether a label without exceptions lacks an item of one under it; an item that the taxonomy does not have
    stands under its root.
    """
    by_path = {place.path: place for place in labels if not place.exceptions}
    return any(
        items[below.label] - items[above.label] - ({below.label} if below.depth == 1 else set())
        for below in labels
        for above in (by_path.get(below.path[:at]) for at in range(below.depth))
        if above
    )
