"""rho-uncertainty by looking at every subset of every record, as Definition 3 has it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

Item = int | str
Known = frozenset[Item]


@dataclass
class Found:
    """What breaks the model: rules from generators by size, persons at risk, highest confidence of each person."""

    rules: set[tuple[Known, Item]] = field(default_factory=set)
    highest: dict[int, Fraction] = field(default_factory=dict)
    at_risk: set[int] = field(default_factory=set)

    def by_size(self) -> dict[int, int]:
        sizes = [len(known) for known, _ in self.rules]
        return {size: sizes.count(size) for size in sorted(set(sizes))}

    @property
    def max_confidence(self) -> Fraction:
        return max(self.highest.values(), default=Fraction(0))


def support(records: Sequence[Collection[Item]], items: Collection[Item]) -> int:
    """How many records hold all of the items?"""
    return sum(set(items) <= set(record) for record in records)


def subsets(record: Collection[Item], m: int | None) -> list[Known]:
    """Every non-empty subset of at most m items."""
    longest = min(len(record), m or len(record))
    return [frozenset(known) for size in range(1, longest + 1) for known in combinations(sorted(record, key=str), size)]


def is_generator(records: Sequence[Collection[Item]], known: Known) -> bool:
    """Does each proper subset (of at least one item) have a larger support?"""
    count = support(records, known)
    return all(support(records, known - {item}) > count for item in known if len(known) > 1)


def check(
    original: Sequence[Collection[Item]],
    published: Sequence[Collection[Item]],
    hidden: Mapping[int, Collection[Item]],
    rho: Fraction,
    m: int | None = None,
) -> Found:
    """Check published records; record u of ``original`` belongs to person u, who hides the items ``hidden[u]``."""
    found = Found(highest=dict.fromkeys(range(len(original)), Fraction(0)))
    for person, record in enumerate(original):
        for known in subsets(record, m):
            count = support(published, known)
            for item in set(hidden.get(person, ())) - known if count else ():
                confidence = Fraction(support(published, known | {item}), count)
                found.highest[person] = max(found.highest[person], confidence)
                if confidence > rho:
                    found.at_risk.add(person)
                    if is_generator(published, known):
                        found.rules.add((known, item))
    return found


def first(sizes: Sequence[int]) -> tuple[int, int] | None:
    """Of rules with so many known items each: how many have the fewest, and how many items that is."""
    return (sizes.count(min(sizes)), min(sizes)) if sizes else None
