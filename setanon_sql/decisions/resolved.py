"""Which items and labels the rows speak of: a rule for a label holds for all items under it.

Of weights, and of preferences, the nearest row counts: that of the item, else that of the nearest label over it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from setanon_sql.decisions.rules import Decisions, ItemRule, refuse
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
        below: list[list[int]] = [[] for _ in self.parents]
        for node, parent in enumerate(self.parents):
            if node:
                below[parent].append(node)
        return below

    def path(self, node: int) -> list[int]:
        """Return a node and those over it, the nearest first."""
        steps = [node]
        while parent := self.parents[steps[-1]]:
            steps.append(parent)
        return steps

    def under(self, node: int) -> list[int]:
        """Return a node and all that are under it."""
        nodes = [node]
        for inner in nodes:
            nodes += self.below[inner]
        return nodes

    def items_under(self, node: int) -> list[int]:
        """Return the items of the data at or under a node."""
        return [inner for inner in self.under(node) if inner <= self.items]


def forest_of(engine: Engine, nodes: Table, items: int) -> Forest:
    """Return the forest of ``nodes (node, parent, label)``, whose first ``items`` occur."""
    rows = engine.rows(columns_of(nodes, node="node", parent="parent", label="label"))
    size = max((int(node) for node, *_ in rows), default=0) + 1
    labels = [""] * size
    parents = [0] * size
    for node, parent, label in rows:
        labels[node] = str(label)
        parents[node] = int(parent or 0)
    return Forest(labels, parents, items)


def items_of(engine: Engine, items: Table) -> Forest:
    """Return a forest of ``items (item, label)`` alone."""
    rows = engine.rows("taxonomy/nodes/labels", items=items)
    return Forest(["", *(str(label) for _, label in rows)], [0] * (len(rows) + 1), len(rows))


@dataclass(frozen=True)
class ItemConstraints:
    """Constraints and weights, by node.

    ``keep``: items that must stay as they are. ``keep_most``: items of which as many are to stay as can; ``gave_way``:
    those of them that could not, once that is worked out (the others are then in ``keep``). ``drop``: items that must
    go. ``limited``: items that have a most general label. ``forbidden``: labels that are too general for some item;
    ``too_general``: likewise, but for those that only stand over items that must stay. ``free``: labels that cost
    nothing. ``preferred``: items to be kept where that costs least. ``weights``: by item, 1 where there is none.
    ``decisions``: the rows.
    """

    keep: frozenset[int] = frozenset()
    keep_most: frozenset[int] = frozenset()
    gave_way: frozenset[int] = frozenset()
    drop: frozenset[int] = frozenset()
    limited: frozenset[int] = frozenset()
    forbidden: frozenset[int] = frozenset()
    too_general: frozenset[int] = frozenset()
    free: frozenset[int] = frozenset()
    preferred: frozenset[int] = frozenset()
    weights: Mapping[int, Fraction] = field(default_factory=dict, hash=False)
    decisions: Decisions = field(default_factory=Decisions)

    @property
    def any(self) -> bool:
        """Is anything asked for?"""
        return bool(self.decisions.rows)


NO_CONSTRAINTS = ItemConstraints()


def resolve(decisions: Decisions, forest: Forest) -> ItemConstraints:
    """Find the items and labels of all rows.

    Raises BadInput for a label that is neither in the data nor in the taxonomy, a level that is not over its item, and
    items that are to be kept or preferred, and dropped.
    """
    unknown = (row for row in decisions.rows if row.item not in forest.number)
    refuse(unknown, "the item is neither in the data nor a label of the taxonomy", _SPELLING)
    items = {kind: _items(decisions.of(kind), forest) for kind in ("keep", "keep_most", "drop", "prefer", "at_most")}
    _refuse_contradictions(decisions, forest, items)
    tops = _tops(decisions.of("at_most"), forest)
    too_general = {over for item, top in tops for over in _over(forest, item, top)}
    general = too_general | {over for item in items["keep"] for over in forest.path(item)[1:]}
    together = [forest.number[row.item] for row in decisions.of("together")]
    return ItemConstraints(
        keep=frozenset(items["keep"]),
        keep_most=frozenset(items["keep_most"] - items["keep"]),
        drop=frozenset(items["drop"]),
        limited=frozenset(items["at_most"]),
        forbidden=frozenset(general),
        too_general=frozenset(too_general),
        free=frozenset(node for label in together for node in forest.under(label)),
        preferred=frozenset(items["prefer"]),
        weights=_weights(decisions, forest),
        decisions=decisions,
    )


_SPELLING = "is it written as in the source (case, spaces)? Is it the right file?"


def _items(rules: Iterable[ItemRule], forest: Forest) -> set[int]:
    return {item for rule in rules for item in forest.items_under(forest.number[rule.item])}


def _refuse_contradictions(decisions: Decisions, forest: Forest, items: Mapping[str, set[int]]) -> None:
    """Raise BadInput for an item that is to go, and to stay or be preferred."""
    both = items["drop"] & (items["keep"] | items["keep_most"] | items["prefer"])
    rules = [rule for rule in decisions.of("keep", "keep_most", "prefer", "drop") if both & _items([rule], forest)]
    refuse(rules, "an item cannot be dropped and also kept or preferred", "take one of the rules out")


def _tops(rules: Sequence[ItemRule], forest: Forest) -> list[tuple[int, int]]:
    """Return, for each item that has one, the most general node that may stand for it."""
    tops: list[tuple[int, int]] = []
    for rule in rules:
        node = forest.number[rule.item]
        named = forest.number.get(rule.level)
        depth = _depth(rule.level)
        if named in forest.path(node):
            tops += [(item, int(named)) for item in forest.items_under(node)]
        elif depth is not None:
            tops += [(item, _at_depth(forest, item, depth)) for item in forest.items_under(node)]
        else:
            wrong = "not a label at or over the item" if named else "neither a label nor a depth"
            refuse([rule], f"the level is {wrong}", "name the item, a label over it, or a depth (0 is the root)")
    return tops


def _depth(level: str) -> int | None:
    return int(level) if level.isascii() and level.isdigit() and len(level) < 6 else None


def _at_depth(forest: Forest, item: int, depth: int) -> int:
    path = forest.path(item)
    return path[max(len(path) - 1 - depth, 0)]


def _over(forest: Forest, item: int, top: int) -> list[int]:
    path = forest.path(item)
    return path[path.index(top) + 1 :]


def _weights(decisions: Decisions, forest: Forest) -> dict[int, Fraction]:
    """Return the product of the nearest weight and the nearest preference of each item that has one."""
    factors: dict[int, Fraction] = {}
    for kind in ("weight", "prefer"):
        stated = {forest.number[rule.item]: rule.weight for rule in decisions.of(kind)}
        for item in {item for node in stated for item in forest.items_under(node)}:
            nearest = next(stated[node] for node in forest.path(item) if node in stated)
            factors[item] = factors.get(item, Fraction(1)) * nearest
    return factors
