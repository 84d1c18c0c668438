"""LG in plain Python: a part at a time, as He and Naughton describe it, with the ties broken as the program does."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Records = dict[int, dict[str, str]]


@dataclass(frozen=True)
class Tree:
    """A taxonomy: ``parent`` of each label but the root; ``order``: the number of each label, which breaks ties."""

    parent: Mapping[str, str]
    order: Mapping[str, int]
    leaves: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        for leaf in set(self.parent) - set(self.parent.values()):
            self.leaves.update(self.path(leaf))

    def path(self, label: str) -> list[str]:
        """Return a label and all over it, the root last."""
        path = [label]
        while path[-1] in self.parent:
            path.append(self.parent[path[-1]])
        return path

    def below(self, item: str, label: str) -> str:
        """Return the label right below another on the way to an item."""
        path = self.path(item)
        return path[path.index(label) - 1]

    def price(self, label: str) -> int:
        """Return the leaves that a label hides."""
        return self.leaves[label] if self.leaves[label] > 1 else 0


def generalized(data: Sequence[set[str]], tree: Tree, k: int) -> Records:
    """Return the label of each item of each record that holds one."""
    root = tree.path(next(iter(tree.parent)))[-1]
    whole = {at: dict.fromkeys(record, root) for at, record in enumerate(data) if record}
    done: Records = {}
    parts = [(whole, frozenset[str]())]
    while parts:
        records, settled = parts.pop()
        following = _opened(records, settled, tree, k)
        if following:
            parts += following
        else:
            done |= records
    return done


def _opened(records: Records, settled: frozenset[str], tree: Tree, k: int) -> list[tuple[Records, frozenset[str]]]:
    """Return the parts that come of one; none where it is done."""
    labels = {label for record in records.values() for item, label in record.items() if item != label} - settled
    held = {label: {at: _under(record, label, tree) for at, record in records.items()} for label in labels}
    free = {label for label in labels if len({frozenset(below) for below in held[label].values()}) == 1}
    dividing = sorted(
        labels - free, key=lambda label: (-sum(sum(b.values()) for b in held[label].values()), tree.order[label])
    )
    if not free and (not dividing or len(records) < 2 * k):
        return []
    opened = {at: {item: _next(item, label, free, tree) for item, label in r.items()} for at, r in records.items()}
    if not dividing or len(records) < 2 * k:
        return [(opened, settled)]
    return _divided(opened, settled, dividing[0], held[dividing[0]], tree, k)


def _under(record: Mapping[str, str], label: str, tree: Tree) -> Counter[str]:
    """Return the labels of a record right below one of its labels, with what it gains by each."""
    gains = Counter[str]()
    for item, current in record.items():
        if current == label:
            below = tree.below(item, label)
            gains[below] += tree.price(label) - tree.price(below)
    return gains


def _next(item: str, label: str, free: set[str], tree: Tree) -> str:
    return tree.below(item, label) if label in free else label


def _divided(
    records: Records, settled: frozenset[str], label: str, held: Mapping[int, Counter[str]], tree: Tree, k: int
) -> list[tuple[Records, frozenset[str]]]:
    """Divide the records of a part by what they hold below a label."""
    subsets = defaultdict[frozenset[str], list[int]](list)
    for at in sorted(records):
        subsets[frozenset(held[at])].append(at)
    gain = {at: sum(held[at].values()) for at in records}
    large = [sorted(s, key=lambda at: (-gain[at], at)) for s in subsets.values() if len(s) >= k]
    left_over = [at for s in subsets.values() if len(s) < k for at in s]
    if 0 < len(left_over) < k:
        spare = sorted((at for s in large for at in s[k:]), key=lambda at: (gain[at], at))
        lacking = k - len(left_over)
        if lacking <= len(spare):
            given_up = set(spare[:lacking])
            large = [[at for at in s if at not in given_up] for s in large]
            left_over += given_up
        elif large:
            cheapest = min(large, key=lambda s: (sum(gain[at] for at in s), min(s)))
            large.remove(cheapest)
            left_over += cheapest
    down = [({at: {i: _next(i, c, {label}, tree) for i, c in records[at].items()} for at in s}, settled) for s in large]
    return [*down, *([({at: records[at] for at in left_over}, settled | {label})] if left_over else [])]
