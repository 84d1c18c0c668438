"""Tables of counts in plain Python: made from records, and the small counts that follow from them."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

#: A cell: the value of the column of groups ('' for all), and its items.
Cell = tuple[str, frozenset[str]]
#: A record: its group, and its items.
Record = tuple[str, frozenset[str]]


#: A label over two items.
OVER = {"a": "ab", "b": "ab"}


class ContradictionError(Exception):
    """A table whose counts contradict each other, or what is said of those that it does not show."""


def subsets(items: Collection[str], most: int) -> list[frozenset[str]]:
    """Return all sets of up to so many of the items, the empty one, too."""
    return [frozenset(s) for n in range(most + 1) for s in combinations(sorted(items), n)]


def closed(items: Collection[str], over: Mapping[str, str]) -> frozenset[str]:
    """Return items with the labels over them."""
    return frozenset(chain(items, (over[item] for item in items if item in over)))


def holds(record: Record, cell: Cell, over: Mapping[str, str]) -> bool:
    """Return whether a record is counted in a cell."""
    return cell[0] in {"", record[0]} and cell[1] <= closed(record[1], over)


def count(records: Collection[Record], cell: Cell, over: Mapping[str, str]) -> int:
    """Return how many records hold a cell."""
    return sum(holds(record, cell, over) for record in records)


def inside(narrow: Cell, wide: Cell, over: Mapping[str, str]) -> bool:
    """Return whether a cell lies in another one."""
    return wide[0] in {"", narrow[0]} and wide[1] <= closed(narrow[1], over)


def bounds(
    shown: Mapping[Cell, int],
    hidden: Collection[Cell],
    groups: Collection[str],
    most: int,
    step: int = 1,
    over: Mapping[str, str] | None = None,
) -> dict[Cell, tuple[int, int]]:
    """Return what each cell can be; ``hidden``: cells that are not shown, each at most ``most``.

    All groups are named, unless that contradicts the table.
    """
    for named in (True, False):
        ranges = _bounds(shown, hidden, groups, (most, step), named=named)
        inverted = any(low > high for low, high in ranges.values()) or any(
            inside(narrow, wide, over or {}) and ranges[narrow][0] > ranges[wide][1]
            for narrow in ranges
            for wide in ranges
        )
        if not inverted:
            return ranges
    raise ContradictionError


def _bounds(
    shown: Mapping[Cell, int],
    hidden: Collection[Cell],
    groups: Collection[str],
    limits: tuple[int, int],
    *,
    named: bool,
) -> dict[Cell, tuple[int, int]]:
    most, step = limits
    ranges = {cell: (n, n + step - 1) for cell, n in shown.items()} | dict.fromkeys(hidden, (0, most))
    totals = [cell for cell in shown if groups and not cell[0]]
    named = named and all(sum(ranges[(group, cell[1])][1] for group in groups) >= shown[cell] for cell in totals)
    while True:
        before = dict(ranges)
        for total in totals:
            parts = [(group, total[1]) for group in groups]
            low, high = ranges[total]
            lows, highs = sum(ranges[p][0] for p in parts), sum(ranges[p][1] for p in parts) + 10**9 * (not named)
            for part in parts:
                one = ranges[part]
                ranges[part] = max(one[0], low - highs + one[1]), min(one[1], high - lows + one[0])
            lows, highs = sum(ranges[p][0] for p in parts), sum(ranges[p][1] for p in parts) + 10**9 * (not named)
            ranges[total] = max(low, lows), min(high, highs)
        if ranges == before or any(low > high for low, high in ranges.values()):
            return ranges


@dataclass(frozen=True)
class Asked:
    """What was asked for: all ``pairs``, or not; these ``itemsets``; sets of up to so many (``singles``: 0 or 1) items.

    What of it is not shown is less than k.
    """

    pairs: bool = True
    itemsets: Collection[frozenset[str]] = ()
    singles: int = 1


def follows(
    shown: Mapping[Cell, int],
    groups: Collection[str],
    k: int,
    over: Mapping[str, str],
    most: int,
    step: int = 1,
    asked: Asked | None = None,
) -> dict[str, set[Any]]:
    """Return the small counts that follow, by kind; ``most``: what a cell that is not shown is at most.

    ``asked``: what was asked for; None: whoever looks only sees of which sizes sets are shown.
    """
    totals = [cell for cell in shown if not cell[0]]
    hidden = [(group, cell[1]) for cell in totals for group in groups if (group, cell[1]) not in shown]
    ranges = bounds(shown, hidden, groups, most, step, over)

    def small(low: int, high: int) -> bool:
        return low >= 1 and high < k

    kinds: dict[str, set[Any]] = {kind: set() for kind in ("small", "difference", "line", "interval", "sum", "both")}
    kinds["small"] = {cell for cell in shown if small(*ranges[cell])}
    for wide in ranges:
        for narrow in ranges:
            if wide != narrow and inside(narrow, wide, over):
                low, high = ranges[wide][0] - ranges[narrow][1], ranges[wide][1] - ranges[narrow][0]
                if small(low, high):
                    kinds["difference"].add((wide, narrow))
    only = set()
    for total in totals:
        parts = [(group, total[1]) for group in groups]
        there = [ranges[part] for part in parts if part in shown]
        least, rest = ranges[total][0] - sum(high for _, high in there), ranges[total][1] - sum(low for low, _ in there)
        if parts and small(least, rest):
            kinds["line"].add(total)
            missing = [part for part in parts if part not in shown]
            only |= set(missing) if len(missing) == 1 else set()
    kinds["interval"] = {cell for cell in hidden if small(*ranges[cell])} - only
    for cell in shown:
        for rest in subsets(cell[1], len(cell[1])):
            away = cell[1] - rest
            between = [(cell[0], rest | more) for more in subsets(away, len(away))]
            if len(away) > 1 and all(each in shown for each in between):
                signed = [(ranges[each], len(each[1] - rest) % 2) for each in between]
                low = sum(-high if odd else low for (low, high), odd in signed)
                if small(low, sum(-low if odd else high for (low, high), odd in signed)):
                    kinds["sum"].add((cell, rest))
    if most < k:
        kinds["both"] = set(_must_share(shown, ranges, k, over, asked))
    return kinds


def _must_share(
    shown: Mapping[Cell, int],
    ranges: Mapping[Cell, tuple[int, int]],
    k: int,
    over: Mapping[str, str],
    asked: Asked | None,
) -> Iterator[Any]:
    """Yield of two sets of a group that a few must hold together: the group, both together, each."""
    for one, other in combinations(shown, 2):
        (group, first), (_, second) = one, other
        both, nested = first | second, first <= second or second <= first
        if group != other[0] or nested or (group, both) in shown:
            continue
        common = [(group, less) for less in subsets(first & second, 3) if (group, less) in shown]
        sums = {cell: ranges[one][0] + ranges[other][0] - ranges[cell][1] for cell in common}
        known = both in asked.itemsets if asked else False
        if not known:
            step_by_one = len(first) == len(second) == len(first & second) + 1
            related = inside(one, other, over) or inside(other, one, over)
            sums = {cell: n for cell, n in sums.items() if cell[1] == first & second}
            if asked:
                known = asked.pairs and len(both) == 2
            else:
                known = any(g == group and first & second <= s and len(s) == len(both) for g, s in shown)
            known = known and step_by_one and not related
        if known and sums and 1 <= max(sums.values()) < k:
            yield group, both, first, second


def who(kind: str, event: Any) -> tuple[frozenset[str], frozenset[frozenset[str]]]:
    """Return who is counted, without groups: who holds all of a set, and none of some others."""
    if kind == "difference":
        return event[0][1], frozenset({event[1][1]})
    if kind == "sum":
        return event[1], frozenset(event[1] | {item} for item in event[0][1] - event[1])
    return event[1], frozenset()


def stands(kind: str, event: Any, items: frozenset[str]) -> bool:
    """Return whether a record stands in a small count that follows."""
    held, away = who(kind, event)
    return held <= items and not any(each <= items for each in away)


def cells_of(
    records: Collection[Record], groups: Collection[str], most: int, over: Mapping[str, str]
) -> dict[Cell, int]:
    """Return the counts of all cells of up to so many items or labels."""
    labels = {label for _, items in records for label in closed(items, over)}
    cells = [(group, items) for group in ("", *groups) for items in subsets(labels, most)]
    cells = [cell for cell in cells if not any(over.get(item) in cell[1] for item in cell[1])]
    return {cell: n for cell in cells if (n := count(records, cell, over))}
