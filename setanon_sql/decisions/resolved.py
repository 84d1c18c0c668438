"""Which items and labels the rows speak of: a rule for a label holds for all items under it.

Of weights, and of preferences, the nearest row counts: that of the item, else that of the nearest label over it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from setanon_sql.decisions.rules import Decisions, Rule, refuse
from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table, columns_of


@dataclass(frozen=True)
class Forest:
    """Items and the labels over them: a taxonomy, or items alone.

    ``labels``, ``parents``: by node; the first is of no node, and the parent of a node with nothing over it is 0.
    ``items``: the nodes 1..``items`` are the items of the data.
    """

    labels: Sequence[str]
    parents: Sequence[int]
    items: int

    @cached_property
    def number(self) -> dict[str, int]:
        """The node of each label."""
        return {label: node for node, label in enumerate(self.labels) if node}

    @cached_property
    def below(self) -> list[list[int]]:
        """The nodes right below each."""
        found: list[list[int]] = [[] for _ in self.parents]
        for node, parent in enumerate(self.parents):
            if node:
                found[parent].append(node)
        return found

    def path(self, node: int) -> list[int]:
        """Return a node and those over it, the nearest first."""
        steps = [node]
        while parent := self.parents[steps[-1]]:
            steps.append(parent)
        return steps

    def under(self, node: int) -> list[int]:
        """Return a node and all that are under it."""
        found = [node]
        for one in found:
            found += self.below[one]
        return found

    def items_under(self, node: int) -> list[int]:
        """Return the items of the data at or under a node."""
        return [one for one in self.under(node) if one <= self.items]


def forest_of(engine: Engine, nodes: Table, items: int) -> Forest:
    """Return the forest of ``nodes (node, parent, label)``, whose first ``items`` occur."""
    rows = engine.rows(columns_of(nodes, node="node", parent="parent", label="label"))
    size = max((int(node) for node, *_ in rows), default=0) + 1
    labels, parents = [""] * size, [0] * size
    for node, parent, label in rows:
        labels[node], parents[node] = str(label), int(parent or 0)
    return Forest(labels, parents, items)


def items_of(engine: Engine, items: Table) -> Forest:
    """Return a forest of ``items (item, label)`` alone."""
    rows = engine.rows("taxonomy/nodes/labels", items=items)
    return Forest(["", *(str(label) for _, label in rows)], [0] * (len(rows) + 1), len(rows))


@dataclass(frozen=True)
class Resolved:
    """What is asked for, by node.

    ``keep``: items that must stay as they are. ``drop``: items that must go. ``limited``: items that have a most
    general label. ``forbidden``: labels that are too general for some item. ``free``: labels that cost nothing.
    ``preferred``: items to be kept where that costs least. ``weights``: by item, 1 where there is none.
    ``asked``: the rows.
    """

    keep: frozenset[int] = frozenset()
    drop: frozenset[int] = frozenset()
    limited: frozenset[int] = frozenset()
    forbidden: frozenset[int] = frozenset()
    free: frozenset[int] = frozenset()
    preferred: frozenset[int] = frozenset()
    weights: Mapping[int, Fraction] = field(default_factory=dict, hash=False)
    asked: Decisions = field(default_factory=Decisions)

    @property
    def any(self) -> bool:
        """Is anything asked for?"""
        return bool(self.asked.rows)


NOTHING = Resolved()


def resolve(asked: Decisions, forest: Forest) -> Resolved:
    """Find the items and labels of all rows.

    Raises BadInput for a label that is neither in the data nor in the taxonomy, a level that is not over its item, and
    items that are to be kept or preferred, and dropped.
    """
    unknown = (one for one in asked.rows if one.item not in forest.number)
    refuse(unknown, "the item is neither in the data nor a label of the taxonomy", _SPELLING)
    items = {kind: _items(asked.of(kind), forest) for kind in ("keep", "drop", "prefer", "at_most")}
    _refuse_contradictions(asked, forest, items)
    tops = _tops(asked.of("at_most"), forest)
    general = {over for item in items["keep"] for over in forest.path(item)[1:]}
    general |= {over for item, top in tops for over in _over(forest, item, top)}
    together = [forest.number[one.item] for one in asked.of("together")]
    return Resolved(
        keep=frozenset(items["keep"]),
        drop=frozenset(items["drop"]),
        limited=frozenset(items["at_most"]),
        forbidden=frozenset(general),
        free=frozenset(node for one in together for node in forest.under(one)),
        preferred=frozenset(items["prefer"]),
        weights=_weights(asked, forest),
        asked=asked,
    )


_SPELLING = "is it written as in the source (case, spaces)? Is it the right file?"


def _items(rules: Iterable[Rule], forest: Forest) -> set[int]:
    return {item for one in rules for item in forest.items_under(forest.number[one.item])}


def _refuse_contradictions(asked: Decisions, forest: Forest, items: Mapping[str, set[int]]) -> None:
    """An item that is to go cannot also stay, or be preferred."""
    both = items["drop"] & (items["keep"] | items["prefer"])
    rules = [one for one in asked.of("keep", "prefer", "drop") if both & _items([one], forest)]
    refuse(rules, "an item cannot be dropped and also kept or preferred", "take one of the rules out")


def _tops(rules: Sequence[Rule], forest: Forest) -> list[tuple[int, int]]:
    """For each item that has one, the most general node that may stand for it."""
    found: list[tuple[int, int]] = []
    for one in rules:
        node = forest.number[one.item]
        named, depth = forest.number.get(one.level), _depth(one.level)
        if named in forest.path(node):
            found += [(item, int(named)) for item in forest.items_under(node)]
        elif depth is not None:
            found += [(item, _at_depth(forest, item, depth)) for item in forest.items_under(node)]
        else:
            wrong = "not a label at or over the item" if named else "neither a label nor a depth"
            refuse([one], f"the level is {wrong}", "name the item, a label over it, or a depth (0 is the root)")
    return found


def _depth(level: str) -> int | None:
    return int(level) if level.isascii() and level.isdigit() and len(level) < 6 else None


def _at_depth(forest: Forest, item: int, depth: int) -> int:
    path = forest.path(item)
    return path[max(len(path) - 1 - depth, 0)]


def _over(forest: Forest, item: int, top: int) -> list[int]:
    path = forest.path(item)
    return path[path.index(top) + 1 :]


def _weights(asked: Decisions, forest: Forest) -> dict[int, Fraction]:
    """The product of the nearest weight and the nearest preference of each item that has one."""
    found: dict[int, Fraction] = {}
    for kind in ("weight", "prefer"):
        told = {forest.number[one.item]: one.weight for one in asked.of(kind)}
        for item in {item for node in told for item in forest.items_under(node)}:
            nearest = next(told[node] for node in forest.path(item) if node in told)
            found[item] = found.get(item, Fraction(1)) * nearest
    return found
