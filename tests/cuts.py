"""A small tree with four ways to generalize the items under it, for tests of what a release is worth."""

from collections.abc import Mapping
from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.query.templates import Table

#: Root, two branches, one of them with a branch of its own and a chain; h and i are in no record.
LEAVES = {
    "*": frozenset("abcdefghi"),
    "ABCD": frozenset("abcd"),
    "AB": frozenset("ab"),
    "EFGHI": frozenset("efghi"),
    "I": frozenset("i"),
}
DEPTHS = (
    {"*": 0, "ABCD": 1, "AB": 2, "EFGHI": 1, "I": 2} | dict.fromkeys("ab", 3) | dict.fromkeys("cdefgh", 2) | {"i": 3}
)
CUTS: list[Mapping[str, str]] = [
    dict.fromkeys("abcdefg", "*"),
    dict.fromkeys("abcd", "ABCD") | dict.fromkeys("efg", "EFGHI"),
    dict.fromkeys("ab", "AB") | {x: x for x in "cdefg"},
    {x: x for x in "abcdefg"},
]


@dataclass(frozen=True)
class Tree:
    nodes: Table
    ancestors: Table


def tree_of(source: Dataset) -> Tree:
    engine = source.engine
    items = {label: item for item, label, _ in engine.execute("all", f"FROM {source.items.expression()}").fetchall()}
    rest = [label for label in (*"abcdefghi", *LEAVES) if label not in items]
    numbers = items | {label: at for at, label in enumerate(rest, len(items) + 1)}
    kinds = {"node": int, "label": str, "leaves": int, "depth": int}
    sizes = [len(LEAVES.get(label, "x")) for label in numbers]
    nodes = engine.load("nodes", kinds, [[*numbers.values()], [*numbers], sizes, [DEPTHS[label] for label in numbers]])
    pairs = [(numbers[x], numbers[label]) for label, under in LEAVES.items() for x in under]
    above = engine.load("ancestors", {"item": int, "node": int}, [[x for x, _ in pairs], [node for _, node in pairs]])
    return Tree(nodes, above)
