"""Labels drawn by lot among those that cost little more than the best that were found.

The best labels tell, by being the best, that more special ones broke the promise. Labels drawn by lot tell that only as
far as no others lie within the slack. A walk begins with the best: in each step some labels give way to one over them,
are suppressed, give way to those below, or come back; what costs too much or holds a threat is not taken. The data are
counted anew for each step: where suppressed items come back, a label over them need not be safe.

The draws are those of a key that only the owner has. Not all labels within the slack have the same chance.

Source: Cohen, "Attacks on Deidentification's Defenses" (USENIX Security 2022), on what minimal generalization tells.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from setanon_sql.measures.label_figures import Drawn
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.exceptions import proper, threats_with_blame
from setanon_sql.models.km.methods.previous import Choice
from setanon_sql.models.km.methods.tree import Tree

#: Steps that are tried: with few labels the walk comes far, with many each is cheap to refuse.
_STEPS = 2_000
#: Steps for which the data are counted, and those that are taken.
_COUNTS = 32
_TAKEN = 16
#: Changes that make a step, at most.
_CHANGES = 3


@dataclass(frozen=True)
class Slack:
    """The share by which labels may cost more than the best, and the key of the lot."""

    share: Fraction
    key: str


def drawn_within(choice: Choice, slack: Slack) -> tuple[Choice, Drawn]:
    """Return a choice drawn by lot that costs at most a share more than one that was found; see the module.

    Cost: that of counting the threats of what is kept, up to 32 times.
    """
    choice.data.engine.trace.begin_phase("drawing labels by lot among those that cost little more")
    tree = choice.data.tree
    best = tree.cost(choice.nodes)
    walk = _Walk(choice.data, choice.nodes, best * float(1 + slack.share), Random(int(slack.key, 16)))
    kept_nodes = walk.end()
    outcome = Drawn(best, tree.cost(kept_nodes), len(walk.safe_alternatives))
    if set(kept_nodes) == set(choice.nodes):
        return choice, outcome
    nearest = replace(choice.nearest, proved=False, better=None) if choice.nearest else None
    return Choice(choice.data, kept_nodes, choice.last, nearest), outcome


class _Walk:
    """A walk among labels that may be released."""

    def __init__(self, data: Data, start: Sequence[int], most: float, lot: Random) -> None:
        self.data = data
        self.most = most
        self.lot = lot
        self.start = frozenset(start)
        self.safe = {self.start: True}

    @property
    def safe_alternatives(self) -> list[frozenset[int]]:
        """Return what was met within the slack, but for the start."""
        return [nodes for nodes, safe in self.safe.items() if safe and nodes != self.start]

    def end(self) -> list[int]:
        """Return where the walk ends: at a step drawn by lot."""
        kept_nodes = self.start
        steps = self.lot.randint(1, _TAKEN)
        for _ in range(_STEPS):
            step = self._step(kept_nodes)
            if step != kept_nodes and self._may_be(step):
                kept_nodes = step
                steps -= 1
            if not steps:
                break
        return sorted(kept_nodes)

    def _step(self, kept_nodes: frozenset[int]) -> frozenset[int]:
        tree = self.data.tree
        changed = set(kept_nodes)
        changes: list[Callable[[Tree, set[int], Random], set[int]]] = [_raise, _suppress, _open, _restore]
        for _ in range(self.lot.randint(1, _CHANGES)):
            changed = self.lot.choice(changes)(tree, changed, self.lot)
        return frozenset(proper(tree, changed))

    def _may_be(self, kept_nodes: frozenset[int]) -> bool:
        """Return whether labels cost little enough, keep what must stay, and hold no threat."""
        tree = self.data.tree
        if kept_nodes not in self.safe:
            if not tree.constraints.keep.issubset(kept_nodes) or tree.cost(kept_nodes) > self.most:
                return False
            if len(self.safe) > _COUNTS or not tree.occurrences[list(kept_nodes)].any():
                return False
            self.safe[kept_nodes] = not threats_with_blame(self.data, kept_nodes)
        return self.safe[kept_nodes]


def _raise(tree: Tree, kept_nodes: set[int], lot: Random) -> set[int]:
    """Let labels give way to one over them."""
    under = [node for node in sorted(kept_nodes) if not kept_nodes.intersection(tree.over(node))]
    over = tree.over(lot.choice(under)) if under else []
    if not over or not tree.allowed[over[0]]:
        return kept_nodes
    return {node for node in kept_nodes if over[0] not in tree.over(node)} | {over[0]}


def _suppress(tree: Tree, kept_nodes: set[int], lot: Random) -> set[int]:
    """Let a label go: its items go to what is kept over it, if anything is."""
    return kept_nodes - {lot.choice(sorted(kept_nodes))} if kept_nodes else kept_nodes


def _open(tree: Tree, kept_nodes: set[int], lot: Random) -> set[int]:
    """Let a label give way to those below it."""
    labels = [node for node in sorted(kept_nodes) if tree.children[node]]
    if not labels:
        return kept_nodes
    label = lot.choice(labels)
    return kept_nodes - {label} | {child for child in tree.children[label] if tree.allowed[child]}


def _restore(tree: Tree, kept_nodes: set[int], lot: Random) -> set[int]:
    """Keep a node of those over which, and under which, nothing is kept."""
    free = [node for node in tree.uncovered(kept_nodes) if not kept_nodes.intersection(tree.over(node))]
    if not free:
        return kept_nodes
    node = lot.choice(free)
    while tree.children[node] and lot.random() < 0.5:
        node = lot.choice(tree.children[node])
    return kept_nodes | {node} if tree.allowed[node] else kept_nodes
