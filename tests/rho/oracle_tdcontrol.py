"""TDControl (Cao, Karras, Raissi, Tan) with all rules counted anew, set by set, each time something is looked at."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from setanon_sql.taxonomy import Taxonomy

Rule = tuple[frozenset[str], str]


@dataclass
class Oracle:
    """The records, the tree over the items that are not sensitive, and what is promised. ``number`` decides ties."""

    data: Sequence[Collection[str]]
    taxonomy: Taxonomy
    hidden: frozenset[str]
    rho: Fraction
    m: int
    number: Mapping[str, int]
    leaves: int
    wide: list[frozenset[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.wide = [frozenset(node for item in record for node in self.path(item)) for record in self.data]

    def path(self, item: str) -> tuple[str, ...]:
        return (item,) if item in self.hidden else self.taxonomy.path(item)

    def occurrences(self, node: str) -> int:
        return sum(node in self.path(item) for record in self.data for item in record)

    def loss(self, node: str) -> int:
        return self.occurrences(node) * self.under(node) if self.under(node) and self.children(node) else 0

    def under(self, node: str) -> int:
        """The leaves under a node that are not sensitive."""
        return sum(leaf not in self.hidden and node in self.taxonomy.path(leaf) for leaf in self.taxonomy.leaves)

    def gone(self, node: str) -> int:
        return self.occurrences(node) * self.leaves

    def children(self, node: str) -> list[str]:
        below = [child for child, over in self.taxonomy.parent.items() if over == node and child not in self.hidden]
        return [child for child in below if self.occurrences(child)]

    def broken(self, published: Collection[str]) -> list[Rule]:
        """Rules above rho over published labels, from sets that no smaller one tells as much as."""
        records = [record & frozenset(published) for record in self.wide]
        found = {
            (frozenset(known), item)
            for record in records
            for size in range(1, self.m + 1)
            for known in combinations(sorted(record), size)
            for item in record & self.hidden - set(known)
        }
        return [
            (known, item)
            for known, item in found
            if held(records, known | {item}) > self.rho * held(records, known) and self._is_generator(known)
        ]

    def _is_generator(self, known: frozenset[str]) -> bool:
        return all(held(self.wide, known - {one}) > held(self.wide, known) for one in known if len(known) > 1)

    def to_suppress(self, published: Collection[str], having: Collection[str] | None = None) -> set[str]:
        rules = [(k, i) for k, i in self.broken(published) if having is None or {*k, i} & set(having)]
        gone: set[str] = set()
        for size in range(1, self.m + 1):
            while left := [{*k, i} for k, i in rules if len(k) == size and not gone & {*k, i}]:
                parts = set().union(*left)
                rate = {part: self._rate(sum(part in rule for rule in left), part) for part in parts}
                gone.add(min(parts, key=lambda part: (-rate[part], self.number[part])))
        return gone

    def _rate(self, rules: int, part: str) -> Fraction:
        more = self.gone(part) - self.loss(part)
        return Fraction(rules, more) if more else Fraction(10**9)

    def cost(self, labels: Collection[str], suppressed: Collection[str]) -> int:
        return sum(self.gone(node) if node in suppressed else self.loss(node) for node in {*labels, *self.hidden})

    def run(self) -> tuple[set[str], set[str]]:
        """The labels, and what of them and of the sensitive items is suppressed."""
        labels = {self.taxonomy.root} if self.occurrences(self.taxonomy.root) else set()
        suppressed: set[str] | None = None
        while True:
            anew = self.to_suppress(labels | self.hidden)
            if suppressed is None or self.cost(labels, anew) < self.cost(labels, suppressed):
                suppressed = anew
            before = set(labels)
            labels, suppressed = self._opened(labels, suppressed)
            if labels == before:
                return labels, suppressed

    def _opened(self, labels: set[str], suppressed: set[str]) -> tuple[set[str], set[str]]:
        queue = sorted((-self._open(n, labels, suppressed)[0], self.number[n], n) for n in labels if self.children(n))
        while queue:
            _, number, node = queue.pop(0)
            gain, below, more = self._open(node, labels, suppressed)
            if queue and (-gain, number) > queue[0][:2]:
                queue = sorted([*queue, (-gain, number, node)]) if gain > 0 else queue
            elif gain > 0:
                labels = (labels - {node}) | below
                suppressed = (suppressed - {node}) | more
        return labels, suppressed

    def _open(self, node: str, labels: set[str], suppressed: set[str]) -> tuple[int, set[str], set[str]]:
        below = set(self.children(node))
        after = (labels - {node}) | below
        gone = suppressed - {node}
        more = self.to_suppress((after | self.hidden) - gone, below)
        return self.cost(labels, suppressed) - self.cost(after, gone | more), below, more


def held(records: Sequence[frozenset[str]], items: Collection[str]) -> int:
    return sum(record >= set(items) for record in records)
