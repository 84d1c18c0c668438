"""A dimension table as a taxonomy: which columns are its levels, and labels that repeat made unique by their path."""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, pairwise

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.options.words import Parents
from setanon_sql.taxonomy.building import Path, build
from setanon_sql.taxonomy.faults import ERROR, WARNING, Fault
from setanon_sql.taxonomy.following import ColumnPairs, is_finer
from setanon_sql.taxonomy.tree import Taxonomy
from setanon_sql.text import count_of

#: What stands between the labels of a path.
BETWEEN = " / "

_ORDER = "<levels> go from coarse to fine"
_UNIQUE = f"<qualify> makes labels unique by their path; and {_ORDER}"

_NUMBERED = re.compile(r"(level|lvl|stufe|niveau)[ _-]*(\d+)", re.IGNORECASE)

#: A node by the labels of its path, the coarsest first.
Steps = tuple[str, ...]


@dataclass(frozen=True)
class Columns:
    """The columns that are read: ``names`` and where they stand (``at``), the leaf first, then from coarse to fine."""

    names: tuple[str, ...]
    at: tuple[int, ...]


def chosen_columns(header: Sequence[str], levels: Sequence[str], item: str = "item") -> Columns:
    """Return the columns of the leaf and of the levels.

    ``item``: the column of the leaf; where there is none of that name, it is the first one that is no level.
    Raises BadInput that names the columns there are, where one is not there, or is named twice.
    """
    names = [str(name) for name in header]
    absent = [level for level in levels if level not in names]
    if absent:
        near = difflib.get_close_matches(absent[0], names, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise BadInput(
            f"the taxonomy has no column {', '.join(absent)} for <levels>", f"{hint}its columns are {', '.join(names)}"
        )
    if len(set(levels)) < len(levels):
        raise BadInput("<levels> name a column twice", "name each once, from coarse to fine")
    others = [name for name in names if name not in levels]
    if not others:
        raise BadInput("<levels> name all columns of the taxonomy", "leave out the one that holds the items")
    leaf = item if item in others else next((name for name in others if name.lower() == "item"), others[0])
    columns = (leaf, *levels)
    return Columns(columns, tuple(names.index(name) for name in columns))


def all_columns(header: Sequence[str], width: int) -> Columns:
    """Return all columns of rows that go from the leaf up: the last one is the coarsest level."""
    at = (0, *range(width - 1, 0, -1))
    names = list(header) or ["the leaf", *(f"level {width - n}" for n in range(1, width))]
    return Columns(tuple(names[place] for place in at), at)


@dataclass(frozen=True)
class Upwards:
    """A table from the leaf up: the ``names`` of its columns, if it has some, and its ``rows``.

    ``numbered``: its levels are, and any of a row may be blank. ``note``: what was sniffed of their order.
    """

    names: Sequence[str]
    rows: Sequence[Sequence[str | None]]
    numbered: bool = False
    note: str = ""

    def paths(self) -> Sequence[Path]:
        """Return the rows as paths: where levels are numbered, the finest may be blank, which leaves none out."""
        if not self.numbered:
            return self.rows
        return [(leaf, *dropwhile(lambda label: not (label or "").strip(), above)) for leaf, *above in self.rows]


def upwards(engine: DuckDBEngine, header: Sequence[str], rows: Sequence[Sequence[str | None]]) -> Upwards:
    """Return a table from the leaf up. As it stands, but where levels are numbered: ``level1`` is the coarsest one.

    It is the finest one in tables that can only be meant so: there the last level follows from it.
    """
    matches = [_NUMBERED.fullmatch(name.strip()) for name in header[1:]]
    numbers = [int(match[2]) for match in matches if match]
    if len(matches) < 2 or len(set(numbers)) < len(matches):
        return Upwards(header, rows)
    order = sorted(range(1, len(header)), key=lambda at: -numbers[at - 1])
    cells = [[*row, *[None] * (len(header) - len(row))] for row in rows]
    ends = [[row[at] for row in cells] for at in (order[0], order[-1])]
    finest_first = is_finer(ColumnPairs(engine, ends).followings(), 1, 0)
    places = [0, *(reversed(order) if finest_first else order)]
    note = f"{header[places[1]]} is read as the finest level, as the table has it" if finest_first else ""
    return Upwards([header[at] for at in places], [[row[at] for at in places] for row in cells], True, note)


def dimension_tree(
    engine: DuckDBEngine,
    columns: Columns,
    rows: Iterable[Sequence[str | None]],
    *,
    qualify: bool,
    parents: Parents = "error",
) -> tuple[Taxonomy | None, list[Fault]]:
    """Return the tree over the rows of a dimension table, or None where there is none, and the faults found.

    Blank levels are passed over; rows that say the same are one. ``qualify``: a label is called by its path from the
    coarsest level down, and one that is then called as a leaf also by its column. ``parents``: as in
    :mod:`~setanon_sql.taxonomy.building`.
    """
    cells = dict.fromkeys(tuple(row[at] if at < len(row) else None for at in columns.at) for row in rows)
    placed = {(leaf or "", _steps(labels)): labels for leaf, *labels in cells}
    names = _Names(columns.names[1:], placed, qualify=qualify)
    paths: list[Path] = [(leaf, *reversed(names.path(steps))) for leaf, steps in placed if steps]
    tree, faults = build(paths, parents)
    labels_of = {columns.names[0]: {path[0] or "" for path in paths}} | names.by_level(placed)
    of_columns = [each for fault in faults for each in _with_levels(fault, columns.names, labels_of, qualify=qualify)]
    return tree, [*of_columns, *_without_level(placed), *_order(engine, columns.names[1:], placed.values())]


def _steps(labels: Sequence[str | None]) -> Steps:
    """Return the labels that are there, the coarsest first; equal ones in a row are one."""
    steps: list[str] = []
    for label in labels:
        if label and label.strip() and steps[-1:] != [label]:
            steps.append(label)
    return tuple(steps)


Placed = Mapping[tuple[str, Steps], Sequence[str | None]]


class _Names:
    """Names of the nodes above the leaves."""

    def __init__(self, levels: Sequence[str], placed: Placed, *, qualify: bool) -> None:
        self._levels = levels
        nodes = {steps[:end] for _, steps in placed for end in range(1, len(steps) + 1)}
        self._called = {steps: steps[-1] for steps in nodes}
        if qualify:
            self._qualify(placed)

    def path(self, steps: Steps) -> list[str]:
        """Return the labels of a path, the coarsest first."""
        return [self._called[steps[:end]] for end in range(1, len(steps) + 1)]

    def by_level(self, placed: Placed) -> dict[str, set[str]]:
        """Return the labels of each level as they are called."""
        labels: dict[str, set[str]] = {level: set() for level in self._levels}
        for (_, steps), cells in placed.items():
            for end, level in self._places(steps, cells):
                labels[level].add(self._called[steps[:end]])
        return labels

    def _places(self, steps: Steps, cells: Sequence[str | None]) -> list[tuple[int, str]]:
        """Return the level of each step of a path: the coarsest one that has its label there."""
        places = []
        at = 0
        for end, label in enumerate(steps, 1):
            at = cells.index(label, at)
            places.append((end, self._levels[at]))
            at += 1
        return places

    def _qualify(self, placed: Placed) -> None:
        level_of: dict[Steps, str] = {}
        for (_, steps), cells in placed.items():
            for end, level in self._places(steps, cells):
                level_of.setdefault(steps[:end], level)
        used = {leaf for leaf, _ in placed}
        for steps in sorted(self._called, key=lambda steps: (len(steps), steps)):
            name = BETWEEN.join(steps)
            while name in used:
                name += f" ({level_of[steps]})"
            used.add(name)
            self._called[steps] = name


def _with_levels(
    fault: Fault, columns: Sequence[str], labels_of: Mapping[str, set[str]], *, qualify: bool
) -> list[Fault]:
    """Return a fault as it is told of a dimension table: for each column that has it."""
    mend = _ORDER if qualify else _UNIQUE
    if fault.kind == "several_roots" and fault.severity == WARNING:  # a level is seldom one label
        return []
    if fault.kind == "cycle":
        return [Fault(fault.kind, ERROR, fault.message, fault.labels, mend)]
    if fault.kind != "two_parents":
        return [fault]
    faults = []
    for column in (*columns[1:], columns[0]):
        labels = tuple(label for label in fault.labels if label in labels_of[column])
        if labels:
            text = f"{count_of(len(labels), 'label')} of the column {column} {'has' if len(labels) == 1 else 'have'} "
            leaf_mend = "keep one row for each item, or leave out the level that differs"
            text += "two parents or more"
            faults.append(Fault(fault.kind, ERROR, text, labels, leaf_mend if column == columns[0] else mend))
    return faults


def _without_level(placed: Placed) -> list[Fault]:
    leaves = tuple(sorted(leaf for leaf, steps in placed if leaf and not steps))
    text = f"{count_of(len(leaves), 'item has', 'items have')} no level, and so no place"
    mend = "say with <missing> what becomes of them where the data have them"
    return [Fault("no_level", WARNING, text, leaves, mend)] if leaves else []


def _order(engine: DuckDBEngine, levels: Sequence[str], rows: Iterable[Sequence[str | None]]) -> list[Fault]:
    """Return the levels that follow less from the next finer one than that from them: they are the wrong way round."""
    followings = ColumnPairs(engine, [*zip(*rows, strict=True)]).followings() if len(levels) > 1 else {}
    return [
        Fault(
            "level_order",
            WARNING,
            f"the level {levels[lower]} follows from {levels[upper]} above it more than the other way round",
            (),
            _ORDER,
        )
        for upper, lower in pairwise(range(len(levels)))
        if is_finer(followings, upper, lower)
    ]
