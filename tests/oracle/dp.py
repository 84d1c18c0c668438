"""Counts of what units hold, and how likely noise is, in plain Python."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import exp

#: The kind of what is counted, and its items (or its label).
Key = tuple[str, ...]
Counts = Counter[Key]


def counts(
    records: Sequence[set[str]],
    persons: Sequence[str],
    above: Mapping[str, Sequence[Key]],
    itemsets: Iterable[Sequence[str]] = (),
) -> Counts:
    """Return how many persons hold each item, label, pair and itemset; ``above``: the labels over each item."""
    held: dict[str, set[Key]] = {person: set() for person in persons}
    for person, record in zip(persons, records, strict=True):
        held[person] |= {("item", item) for item in record}
        held[person] |= {label for item in record for label in above[item]}
        held[person] |= {("pair", *pair) for pair in combinations(sorted(record), 2)}
        held[person] |= {("itemset", *sorted(chosen)) for chosen in itemsets if set(chosen) <= record}
    return Counter(key for keys in held.values() for key in keys)


def noise_chances(noise: str, scale: float) -> dict[int, float]:
    """Return the chance of each whole number as discrete Gaussian or Laplace noise, as far as it is not negligible."""
    reach = range(-int(60 * scale + 40), int(60 * scale + 40) + 1)
    weights = {z: exp(-((z / scale) ** 2) / 2 if noise == "gaussian" else -abs(z) / scale) for z in reach}
    whole = sum(weights.values())
    return {z: weight / whole for z, weight in weights.items() if weight > 1e-18 * whole}
