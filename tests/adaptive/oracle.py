"""Sensitivity-adaptive rho-uncertainty by looking at every subset: it knows definitions only."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from setanon_sql.taxonomy import Taxonomy

Thresholds = Mapping[str, Fraction]
Fault = tuple[frozenset[str], str, Fraction]


@dataclass(frozen=True)
class Row:
    """A released record: its group and its labels."""

    group: int
    labels: frozenset[str]


def subsets(labels: Collection[str], m: int | None) -> list[frozenset[str]]:
    sizes = range(1, min(len(labels), m or len(labels)) + 1)
    return [frozenset(known) for size in sizes for known in combinations(sorted(labels), size)]


def confidence(matching: Sequence[Row], item: str) -> Fraction:
    return Fraction(sum(item in row.labels for row in matching), len(matching)) if matching else Fraction(0)


def above(rows: Sequence[Row], thresholds: Thresholds, m: int | None) -> set[Fault]:
    """Rules from published labels, over these rows, whose confidence is above the threshold of their item."""
    faults: set[Fault] = set()
    for known in {subset for row in rows for subset in subsets(row.labels, m)}:
        matching = [row for row in rows if known <= row.labels]
        for item in thresholds.keys() - known:
            if (sure := confidence(matching, item)) > thresholds[item]:
                faults.add((known, item, sure))
    return faults


def check(rows: Sequence[Row], thresholds: Thresholds, m: int | None) -> set[Fault]:
    """The same over all rows together, and over each group."""
    return above(rows, thresholds, m).union(apart(rows, thresholds, m))


def apart(rows: Sequence[Row], thresholds: Thresholds, m: int | None) -> list[Fault]:
    """The same over each group by itself; one that is in several groups counts in each."""
    groups = [[row for row in rows if row.group == group] for group in {row.group for row in rows}]
    return [fault for group in groups for fault in above(group, thresholds, m)]


def label_in_group(rows: Sequence[Row], group: int, path: Sequence[str]) -> str | None:
    """What stands for an item of the original, by its path up the tree, in a group, if anything there does."""
    published = {label for row in rows if row.group == group for label in row.labels}
    found = [label for label in path if label in published]
    assert len(found) <= 1, "a label and one above it in the same group"
    return found[0] if found else None


def known_originally(
    original: Sequence[Collection[str]], rows: Sequence[Row], tree: Taxonomy, thresholds: Thresholds, m: int | None
) -> set[Fault]:
    """What somebody infers who knows items of a person's original record and reads each group with its own labels."""
    items = {item for record in original for item in record}
    paths = {item: tree.path(item) if item in tree.depth and item not in thresholds else (item,) for item in items}
    standing = {
        (row.group, item): label_in_group(rows, row.group, path) for row in rows for item, path in paths.items()
    }
    faults: set[Fault] = set()
    for known in {subset for record in original for subset in subsets(record, m)}:
        matching = [row for row in rows if {standing[row.group, item] for item in known} <= row.labels]
        for item in thresholds.keys() - known:
            if (sure := confidence(matching, item)) > thresholds[item]:
                faults.add((known, item, sure))
    return faults


def check_persons(
    rows: Mapping[int, Row],
    persons: Sequence[int],
    original: Sequence[Collection[str]],
    tree: Taxonomy,
    thresholds: Thresholds,
    m: int | None,
) -> set[Fault]:
    """The same of persons (``persons[at]`` is that of ``rows[at]``): together, in each group, and by original items."""
    items = {item for record in original for item in record}
    paths = {item: tree.path(item) if item in tree.depth and item not in thresholds else (item,) for item in items}
    released = list(rows.values())
    standing = {
        (row.group, item): label_in_group(released, row.group, path) for row in released for item, path in paths.items()
    }
    faults: set[Fault] = set()
    for group in {None, *(row.group for row in released)}:
        here = {at: row for at, row in rows.items() if group in (None, row.group)}
        for known in {subset for row in here.values() for subset in subsets(row.labels, m)}:
            matching = {at for at, row in here.items() if known <= row.labels}
            faults |= _above_of_persons(known, matching, here, persons, thresholds)
    for known in {subset for record in original for subset in subsets(record, m)}:
        matching = {at for at, row in rows.items() if {standing[row.group, item] for item in known} <= row.labels}
        faults |= _above_of_persons(known, matching, rows, persons, thresholds)
    return faults


def _above_of_persons(
    known: frozenset[str], matching: set[int], rows: Mapping[int, Row], persons: Sequence[int], thresholds: Thresholds
) -> set[Fault]:
    everybody = {persons[at] for at in matching}
    faults: set[Fault] = set()
    for item in thresholds.keys() - known if everybody else ():
        surely = Fraction(len({persons[at] for at in matching if item in rows[at].labels}), len(everybody))
        if surely > thresholds[item]:
            faults.add((known, item, surely))
    return faults


def ncp(
    original: Mapping[int, Collection[str]], rows: Mapping[int, Row], tree: Taxonomy, sensitive: Collection[str]
) -> Fraction:
    """Formulas (4) and (5), record by record: 1 for what is gone, leaves / open leaves for a label, 0 for an item."""
    leaves = {label: _open_leaves(tree, label, sensitive) for label in tree.depth}
    lost = Fraction(0)
    for person, items in original.items():
        for item in items:
            labels = rows[person].labels if person in rows else frozenset()
            path = tree.path(item) if item in tree.depth and item not in sensitive else (item,)
            standing = next((label for label in path if label in labels), None)
            if standing != item:
                lost += Fraction(1) if standing is None else Fraction(leaves[standing], leaves[tree.root])
    return lost / sum(len(set(items)) for items in original.values())


def _open_leaves(tree: Taxonomy, label: str, sensitive: Collection[str]) -> int:
    return sum(label in tree.path(leaf) for leaf in tree.leaves if leaf not in sensitive)
