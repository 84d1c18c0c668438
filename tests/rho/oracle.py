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


@dataclass
class FoundOfPersons(Found):
    """The same where persons count, too: ``highest`` and ``at_risk`` are of persons, ``records_at_risk`` of records."""

    records_at_risk: set[int] = field(default_factory=set)


def persons_behind(records: Sequence[Collection[Item]], persons: Sequence[int], items: Collection[Item]) -> set[int]:
    """Who has a record that holds all of the items?"""
    return {person for record, person in zip(records, persons, strict=True) if set(items) <= set(record)}


def check_persons(
    original: Sequence[Collection[Item]],
    published: Sequence[Collection[Item]],
    hidden: Mapping[int, Collection[Item]],
    persons: Sequence[int],
    rho: Fraction,
    m: int | None = None,
) -> FoundOfPersons:
    """Check both shares; record u is of person ``persons[u]``, who hides what any record of theirs hides."""
    found = FoundOfPersons(highest=dict.fromkeys(set(persons), Fraction(0)))
    for at, (person, record) in enumerate(zip(persons, original, strict=True)):
        wishes = {item for other, items in hidden.items() if persons[other] == person for item in items}
        for known in subsets(record, m):
            behind = persons_behind(published, persons, known)
            for item in wishes - known if behind else ():
                with_item = known | {item}
                in_persons = Fraction(len(persons_behind(published, persons, with_item)), len(behind))
                confidence = max(in_persons, Fraction(support(published, with_item), support(published, known)))
                found.highest[person] = max(found.highest[person], confidence)
                if confidence > rho:
                    found.at_risk.add(person)
                    found.records_at_risk.add(at)
                    if is_generator(published, known):
                        found.rules.add((known, item))
    return found
