"""What is published at some moment, what that costs, and how it is made safe and opened further."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import heapify, heappop, heappush

import numpy as np
import numpy.typing as npt

from setanon_sql.models.rho.tdcontrol.tree import CostTree

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rules:
    """Rules above rho, an array for each number of known items: one rule a row, what is known and then what follows."""

    by_size: tuple[Ints, ...]

    def __len__(self) -> int:
        return sum(map(len, self.by_size))

    @cached_property
    def _places(self) -> list[tuple[Ints, Ints]]:
        """For each size the nodes of all rules in order, and the rules that these are in."""
        order = [np.argsort(rules.ravel(), kind="stable") for rules in self.by_size]
        return [(rules.ravel()[at], at // rules.shape[1]) for rules, at in zip(self.by_size, order, strict=True)]

    def having(self, nodes: Sequence[int]) -> "Rules":
        """Return the rules that some of these nodes are in."""
        parts = []
        for rules, (ordered, rows) in zip(self.by_size, self._places, strict=True):
            spans = [np.searchsorted(ordered, [node, node + 1]) for node in nodes]
            places = np.unique(np.concatenate([rows[:0], *(rows[first:last] for first, last in spans)]))
            parts.append(rules[places])
        return Rules(tuple(parts))

    def among(self, flags: Flags) -> "Rules":
        """Return the rules all of whose parts are flagged."""
        return Rules(tuple(rules[flags[rules].all(axis=1)] for rules in self.by_size))


@dataclass(frozen=True)
class LabelCut:
    """Labels that stand for all items, some of them suppressed.

    ``cut``: the labels. ``suppressed``: those of them, and of the sensitive items, that are not published; with each
    the rule that it went for (its nodes).
    """

    tree: CostTree
    cut: frozenset[int]
    suppressed: dict[int, tuple[int, ...]]

    @classmethod
    def start(cls, tree: CostTree) -> "LabelCut":
        """Return the root alone."""
        return cls(tree, frozenset({tree.root} if tree.price[tree.root] else ()), {})

    @cached_property
    def lost(self) -> int:
        """Return what is lost, in the units of the tree."""
        return sum(self._cost(node) for node in self.cut | self.tree.sensitive)

    @property
    def ncp(self) -> float:
        """Return the share that is lost."""
        whole = sum(self.tree.price[node] for node in self.cut | self.tree.sensitive)
        return self.lost / whole if whole else 0.0

    @property
    def in_play(self) -> frozenset[int]:
        """Return the labels and all that are right below them."""
        return self.cut.union(*(self.tree.children[node] for node in self.cut))

    def _cost(self, node: int) -> int:
        return self.tree.price[node] if node in self.suppressed else self.tree.loss[node]

    @cached_property
    def _published(self) -> Flags:
        flags = np.zeros(len(self.tree.parent), dtype=bool)
        flags[sorted((self.cut | self.tree.sensitive) - self.suppressed.keys())] = True
        return flags

    def made_safe(self, rules: Rules) -> "LabelCut":
        """Return the same labels, with nothing suppressed but what rules ask for."""
        bare = replace(self, suppressed={})
        return replace(bare, suppressed=bare._to_suppress(rules.among(bare._published)))

    def _to_suppress(self, rules: Rules) -> dict[int, tuple[int, ...]]:
        """SuppressControl: return what to suppress so that none of the rules is left, each with a rule it hides.

        For known items from one up: what hides most rules of that size for what it costs, ties to the lowest number.
        """
        more = np.array(self.tree.price, dtype=np.float64) - np.array(self.tree.loss, dtype=np.float64)
        suppressed: dict[int, tuple[int, ...]] = {}
        for rules_of_size in rules.by_size:
            open_rules = rules_of_size[~np.isin(rules_of_size, list(suppressed)).any(axis=1)]
            while len(open_rules):
                hidden = np.bincount(open_rules.ravel(), minlength=len(more)).astype(np.float64)
                rated = np.divide(hidden, more, out=np.full(len(more), np.inf), where=more > 0)
                node = int(np.argmax(np.where(hidden > 0, rated, -1)))
                hides = (open_rules == node).any(axis=1)
                suppressed[node] = tuple(open_rules[int(np.argmax(hides))].tolist())
                open_rules = open_rules[~hides]
        return suppressed

    def opened(self, rules: Rules) -> tuple["LabelCut", bool]:
        """Open labels, those first that gained most when they were last looked at; return whether one was opened."""
        state = self
        queue = [(-self._open(node, rules)[0], node) for node in sorted(self.cut) if self.tree.children[node]]
        heapify(queue)
        while queue:
            _, node = heappop(queue)
            gain, after = state._open(node, rules)
            if queue and (-gain, node) > queue[0]:
                heappush(queue, (-gain, node)) if gain > 0 else None
            elif gain > 0:
                state = after
        return state, state is not self

    def _open(self, node: int, rules: Rules) -> tuple[int, "LabelCut"]:
        """Return what is gained where a label gives way to what is right below it, and the outcome."""
        below = self.tree.children[node]
        suppressed = {each: rule for each, rule in self.suppressed.items() if each != node}
        after = replace(self, cut=(self.cut - {node}).union(below), suppressed=suppressed)
        flags = self._published.copy()
        flags[node] = False
        flags[below] = True
        more = after._to_suppress(rules.having(below).among(flags))
        now = self._cost(node) - sum(self.tree.loss[child] for child in below)
        gain = now - sum(self.tree.price[each] - self.tree.loss[each] for each in more)
        return gain, replace(after, suppressed=suppressed | more)

    def stands(self) -> list[list[int]]:
        """Return what stands for each item that is published: items, and nodes."""
        pairs = [(item, node) for item in self.tree.items if (node := self._label(item)) not in self.suppressed]
        return [[item for item, _ in pairs], [node for _, node in pairs]]

    def _label(self, item: int) -> int:
        return item if item in self.tree.sensitive else next(node for node in self.tree.path(item) if node in self.cut)

    def changes(self, labels: Sequence[str]) -> Iterator[tuple[int, str, str | None, str]]:
        """Yield ``item, action, label, cause`` of each item that is not published as it is."""
        for item in self.tree.items:
            node = self._label(item)
            if rule := self.suppressed.get(node):
                yield item, "suppressed", None, _text(labels[part] for part in rule)
            elif node != item:
                yield item, "generalized", labels[node], ""


def _text(labels: Iterable[str]) -> str:
    return json.dumps(sorted(labels), ensure_ascii=False)
