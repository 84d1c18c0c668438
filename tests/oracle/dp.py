"""Counts of what units hold, in plain Python."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Counts = Counter[tuple[str, str]]


def counts(
    records: Sequence[set[str]],
    persons: Sequence[str],
    above: Mapping[str, Sequence[str]],
    itemsets: Iterable[Sequence[str]] = (),
) -> Counts:
    """Return how many persons hold each item, label, pair and itemset; ``above``: the labels over each item."""
    held: dict[str, set[tuple[str, str]]] = {person: set() for person in persons}
    for person, record in zip(persons, records, strict=True):
        held[person] |= {("item", item) for item in record}
        held[person] |= {("label", label) for item in record for label in above[item]}
        held[person] |= {("pair", " & ".join(pair)) for pair in combinations(sorted(record), 2)}
        held[person] |= {("itemset", " & ".join(sorted(chosen))) for chosen in itemsets if set(chosen) <= record}
    return Counter(key for keys in held.values() for key in keys)
