"""What the rows of a label table say, held against each other: places in one tree, and leaves and exceptions that fit.

The release does not hold the taxonomy, so whether they say what it says cannot be told. But a row says where its label
stands, and no tree has a label in two places.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

#: A row: the label, its depth, the labels over it, its leaves, and what was taken out of it.
LabelRow = tuple[str | int | None, ...]

#: Deeper levels have no columns.
_MOST_LEVELS = 64


def typed(rows: Iterable[Sequence[Any]]) -> list[LabelRow]:
    """Return rows with their depth and leaves as numbers, where they are texts; raises ValueError if they are none."""
    return [(row[0], _number(row[1]), *row[2:-2], _number(row[-2]), row[-1]) for row in rows]


def wrong_rows(rows: Sequence[LabelRow]) -> int:
    """Return how many rows contradict themselves, or an earlier row."""
    places: dict[str, tuple[str, ...]] = {}
    leaves = {row[0]: row[-2] for row in rows if row[-1] is None and isinstance(row[0], str) and row[-2] is not None}
    return sum(not (_fits(row) and _is_placed(row, places) and _has_room(row, leaves)) for row in rows)


def _fits(row: LabelRow) -> bool:
    """Return whether a row says one place: labels down to its depth, leaves, and a list of items or none."""
    label, depth, *path, leaves, exceptions = row
    if not (isinstance(label, str) and type(depth) is int and type(leaves) is int and depth >= 0 and leaves >= 1):
        return False
    if len(path) < depth and len(path) < _MOST_LEVELS:
        return False
    named = path[:depth]
    if not all(isinstance(name, str) and name for name in named) or any(name is not None for name in path[depth:]):
        return False
    return exceptions is None or _is_list(exceptions)


def _is_list(exceptions: object) -> bool:
    """Return whether this is a list of items as it is written: sorted, each once, at least one."""
    try:
        items = json.loads(str(exceptions))
    except (ValueError, RecursionError):
        return False
    if not isinstance(items, list) or not items or not all(isinstance(item, str) for item in items):
        return False
    return items == sorted(set(items)) and json.dumps(items, ensure_ascii=False) == exceptions


def _is_placed(row: LabelRow, places: dict[str, tuple[str, ...]]) -> bool:
    """Return whether each label of a row stands where it stood in the rows before; keep where it stands."""
    path = [str(name) for name in row[2:-2] if name is not None]
    above = [(name, tuple(path[:at])) for at, name in enumerate(path)]
    return all(places.setdefault(name, place) == place for name, place in above)


def _has_room(row: LabelRow, leaves: dict[Any, Any]) -> bool:
    """Return whether a label has no more leaves than the labels over it, and its node, have."""
    return all(row[-2] <= leaves[name] for name in row[2:-2] if name in leaves)


def _number(value: Any) -> int:
    """Return a whole number, or one that is written as setanon writes it."""
    if isinstance(value, str) and str(int(value)) != value:
        raise ValueError("not a number as it is written")
    return int(value)
