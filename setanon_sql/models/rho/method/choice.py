"""Which item a broken rule loses, and in which order: the only loop over rules.

Source: Nakagawa, Arai, Nakagawa, section 4.2: the suppression number (7) and the objective F (8).
"""

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from setanon_sql.errors import NotReached

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


#: What is said where a rule has nothing that may go.
ALL_STAY = (
    "not all items can stay that <constraints> keep: they tell a sensitive item too surely, all by themselves",
    "keep fewer of them, or allow a higher <rho>",
)


@dataclass
class Frequencies:
    """Records that hold each item, now and in the original (index: item number).

    ``prices``, where they are given, are what it costs to suppress one occurrence of each item. ``stay``, where it is
    given, says which items must stay (1).
    """

    now: Ints
    original: Ints
    prices: Ints | None = None
    stay: Ints | None = None

    def may_go(self, items: Ints) -> npt.NDArray[np.bool_]:
        """Return which of some items (0: none) may be suppressed?"""
        present: npt.NDArray[np.bool_] = items > 0
        return present if self.stay is None else present & (self.stay[items] == 0)

    def lose(self, items: Ints, amounts: Ints) -> None:
        """Take ``items`` off so many more records (entry by entry), down to 0."""
        np.subtract.at(self.now, items, amounts)
        self.now[items] = np.maximum(self.now[items], 0)

    def scores(self, items: Ints, numbers: Ints) -> Floats:
        """Return how well do items serve to mend rules, if so many occurrences have to go? By F (8), or first by
        price.
        """
        result: Floats = self.shift(items) / np.maximum(numbers, 1)
        if self.prices is None:
            return result
        cost = self.prices[items] * numbers
        steps = np.unique(result, return_inverse=True)[1].reshape(result.shape)
        ranked: Floats = (steps - cost * (steps.max(initial=0) + 1)).astype(np.float64)
        return ranked

    def shift(self, items: Ints) -> Floats:
        """Return the items' terms of the KL divergence (6): what F (8) divides by the suppression number."""
        share = self.now[items] / max(1, self.now.sum())
        result: Floats = share * np.log(np.maximum(share / self._before[items], _LEAST))
        return result

    @cached_property
    def _before(self) -> Floats:
        """The items' shares of the original (1 where an item was not there)."""
        return np.where(self.original > 0, self.original / self.original.sum(), 1.0)


#: Stands for no share at all where there must be a logarithm.
_LEAST = np.finfo(np.float64).tiny


@dataclass(frozen=True)
class BrokenRules:
    """Rules above their limit, an entry each.

    ``set_id``: what is known; ``sensitive_item``: what follows from it; ``support_with_sensitive`` of the ``support``
    records that hold the set hold the item, too; ``size`` of the set. ``items``: the sets and their sensitive items,
    one row a rule, ascending, filled up with 0. ``by_person``: 1 where the supports are persons, since the share of
    these is above the limit. ``elsewhere``: 1 where some of these hold the set in several records, and may do so still
    once one of them has lost an item of it.
    """

    set_id: Ints
    sensitive_item: Ints
    support_with_sensitive: Ints
    support: Ints
    size: Ints
    items: Ints
    by_person: Ints
    elsewhere: Ints

    def __len__(self) -> int:
        return len(self.set_id)

    def of(self, at: Ints) -> "BrokenRules":
        """Return the rules at these places, in that order."""
        return BrokenRules(*(getattr(self, field.name)[at] for field in fields(self)))

    def excess(self, limit_num: Ints, limit_den: Ints) -> Ints:
        """Return by how much each rule is above its limit, in units of 1 / denominator of a record."""
        nums = limit_num[self.sensitive_item]
        dens = limit_den[self.sensitive_item]
        excess: Ints = self.support_with_sensitive * dens - self.support * nums
        return excess


#: A support is persons times two to the power of this, and records; without persons it is the records.
_PERSON = 31
_RECORDS = (1 << 31) - 1


def arranged(
    rules: dict[str, npt.NDArray[Any]], members: dict[str, npt.NDArray[Any]], limit_num: Ints, limit_den: Ints
) -> BrokenRules:
    """Bring rules and the members of their sets together.

    ``rules``: ``set_id, sensitive_item, support_with_sensitive, support, size``. ``members``: ``set_id, item``, sorted
    by both. ``limit_num / limit_den`` is the limit of each sensitive item, by item number.
    """
    set_id, sensitive_item, with_sensitive, support, size = (
        rules[name].astype(np.int64)
        for name in ("set_id", "sensitive_item", "support_with_sensitive", "support", "size")
    )
    persons = support >> _PERSON
    records = support & _RECORDS
    by_person = (with_sensitive >> _PERSON) * limit_den[sensitive_item] > persons * limit_num[sensitive_item]
    elsewhere = by_person & (records > persons)
    with_sensitive = np.where(by_person, with_sensitive >> _PERSON, with_sensitive & _RECORDS)
    support = np.where(by_person, persons, records)
    sets, starts, sizes = np.unique(members["set_id"], return_index=True, return_counts=True)
    width = int(sizes.max())
    matrix = np.zeros((len(sets), width), dtype=np.int64)
    rows = np.repeat(np.arange(len(sets)), sizes)
    matrix[rows, np.arange(len(rows)) - np.repeat(starts, sizes)] = members["item"]
    sets_of_rules = matrix[np.searchsorted(sets, set_id)]
    items = np.concatenate([sets_of_rules, sensitive_item[:, None]], axis=1)
    items = np.where(items == 0, np.iinfo(np.int64).max, items)
    items.sort(axis=1)
    items = np.where(items == np.iinfo(np.int64).max, 0, items)
    flags = (by_person.astype(np.int64), elsewhere.astype(np.int64))
    return BrokenRules(set_id, sensitive_item, with_sensitive, support, size, items, *flags)


def in_turn(rules: BrokenRules, limit_num: Ints, limit_den: Ints) -> BrokenRules:
    """Put rules in the order in which they are mended; of the rules over the same items only the first stays.

    Smallest sets first, as in Algorithm 1. Then what takes most to be mended, for that mends others as well; then rare
    items, for they have few chances to stay as frequent as they were among all. ``limit_num / limit_den`` is the limit
    of each sensitive item, by item number.
    """
    excess = -(-rules.excess(limit_num, limit_den) // limit_den[rules.sensitive_item])
    order = np.lexsort((-rules.sensitive_item, -rules.set_id, -excess, rules.size))
    keys = (rules.items[order].astype(np.uint64) * _ODD).astype(np.uint64)
    keys ^= keys >> np.uint64(29)
    alike = (keys * _OTHER_ODD).sum(axis=1, dtype=np.uint64)
    _, first = np.unique(alike, return_index=True)
    return rules.of(order[np.sort(first)])


_ODD = np.uint64(0x9E3779B97F4A7C15)
_OTHER_ODD = np.uint64(0xBF58476D1CE4E5B9)


def needed(rules: BrokenRules, limit_num: Ints, limit_den: Ints) -> Ints:
    """Return the suppression number (7) of each item of each rule; 0 where there is no item.

    Persons who lose an item of the set may hold it elsewhere: then so few are counted as if all of them did. Where they
    do not, the rule is broken still, by fewer, and is mended again.
    ``limit_num / limit_den`` is the limit of each sensitive item, by item number.
    """
    sensitive = rules.sensitive_item[:, None]
    nums = limit_num[sensitive]
    dens = limit_den[sensitive]
    excess = rules.excess(limit_num, limit_den)[:, None]
    set_stays = (rules.items == sensitive) | (rules.elsewhere[:, None] == 1)
    numbers = np.where(set_stays, -(-excess // dens), -(-excess // (dens - nums)))
    result: Ints = np.where(rules.items > 0, numbers, 0)
    return result


def choose(rules: BrokenRules, limit_num: Ints, limit_den: Ints, counts: Frequencies) -> tuple[Ints, Ints]:
    """Return for each rule, in turn, the item with the highest F (8) and its suppression number.

    ``limit_num / limit_den`` are limits as for :func:`needed`. ``counts`` are seen as if what is chosen were gone, a
    small share of all occurrences at a time; they stay as they are. Ties go to the more frequent item.

    Raises NotReached where all items of a rule must stay.
    """
    numbers = needed(rules, limit_num, limit_den)
    counts = replace(counts, now=counts.now.copy())
    rows = np.arange(len(rules))
    best = np.zeros(len(rules), np.int64)
    for begin, end in _portions(numbers.max(axis=1), max(8, int(counts.now.sum()) // 10_000)):
        some = rules.items[begin:end]
        these = numbers[begin:end]
        score = np.where(counts.may_go(some), counts.scores(some, these), -np.inf)
        best[begin:end] = score.argmax(axis=1)
        at = rows[: end - begin], best[begin:end]
        if not np.isfinite(score[at]).all():
            raise NotReached(*ALL_STAY)
        counts.lose(some[at], these[at])
    return rules.items[rows, best], numbers[rows, best]


def _portions(amounts: Ints, most: int) -> list[tuple[int, int]]:
    """Cut rules into runs that suppress about ``most`` occurrences each."""
    runs = (np.cumsum(amounts) - amounts) // most
    ends = np.append(np.flatnonzero(np.diff(runs)) + 1, len(amounts)).tolist()
    return list(zip([0, *ends[:-1]], ends, strict=True))
