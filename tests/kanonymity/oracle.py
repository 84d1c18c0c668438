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


@dataclass(frozen=True)
class Rule:
    """A ``tree``, ``k``, and ``person`` of each record; each is a person of its own where k counts records."""

    tree: Tree
    k: int
    person: Sequence[int]


def generalized(data: Sequence[set[str]], tree: Tree, k: int, persons: Sequence[int] | None = None) -> Records:
    """Return the label of each item of each record that holds one.

    ``persons``: whose each record is, where k counts these.
    """
    rule = Rule(tree, k, range(len(data)) if persons is None else persons)
    root = tree.path(next(iter(tree.parent)))[-1]
    whole = {at: dict.fromkeys(record, root) for at, record in enumerate(data) if record}
    done: Records = {}
    parts = [(whole, frozenset[str]())]
    while parts:
        records, settled = parts.pop()
        following = _opened(records, settled, rule)
        if following:
            parts += following
        else:
            done |= records
    return done


def _opened(records: Records, settled: frozenset[str], rule: Rule) -> list[tuple[Records, frozenset[str]]]:
    """Return the parts that come of one; none where it is done."""
    tree, k = rule.tree, rule.k
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
    return _divided(opened, settled, dividing[0], held[dividing[0]], rule)


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
    records: Records, settled: frozenset[str], label: str, held: Mapping[int, Counter[str]], rule: Rule
) -> list[tuple[Records, frozenset[str]]]:
    """Divide the records of a part by what they hold below a label; those of a person who hold the same are one."""
    subsets = defaultdict[frozenset[str], list[int]](list)
    for at in sorted(records):
        subsets[frozenset(held[at])].append(at)
    groups = [_gains(subset, held, rule) for subset in subsets.values()]
    large = [number for number, gains in enumerate(groups) if len(gains) >= rule.k]
    waiting = {person for number, gains in enumerate(groups) if number not in large for person in gains}
    given_up = set[tuple[int, int]]()
    if 0 < len(waiting) < rule.k and large:
        spare = _spare(groups, large, waiting, rule.k)
        lacking = rule.k - len(waiting)
        given_up = set(spare[:lacking])
        if lacking > len(spare):
            large.remove(min(large, key=lambda number: (sum(groups[number].values()), number)))
            given_up = set()
    stay = {
        number: [at for at in s if (rule.person[at], number) not in given_up] for number, s in _numbered(subsets, large)
    }
    left_over = records.keys() - {at for s in stay.values() for at in s}
    tree = rule.tree
    down = [
        ({at: {i: _next(i, c, {label}, tree) for i, c in records[at].items()} for at in s}, settled)
        for s in stay.values()
    ]
    return [*down, *([({at: records[at] for at in left_over}, settled | {label})] if left_over else [])]


def _numbered(subsets: Mapping[frozenset[str], list[int]], large: Sequence[int]) -> list[tuple[int, list[int]]]:
    return [(number, subset) for number, subset in enumerate(subsets.values()) if number in large]


def _gains(subset: Sequence[int], held: Mapping[int, Counter[str]], rule: Rule) -> Counter[int]:
    """Return what each person of a subset gains."""
    gains = Counter[int]()
    for at in subset:
        gains[rule.person[at]] += sum(held[at].values())
    return gains


def _spare(groups: Sequence[Counter[int]], large: Sequence[int], waiting: set[int], k: int) -> list[tuple[int, int]]:
    """Return who may be given up, from which subset, those that gain least first; each person once."""
    best = dict[int, tuple[int, int]]()
    for number in large:
        ranked = sorted(groups[number], key=lambda person: (-groups[number][person], person))
        for person in set(ranked[k:]) - waiting:
            choice = (groups[number][person], number)
            best[person] = min(choice, best.get(person, choice))
    return [(person, best[person][1]) for person in sorted(best, key=lambda person: (best[person][0], person))]
