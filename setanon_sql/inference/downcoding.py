"""Downcode: which originals have exactly this release as their best, and what do all of them share?

The best labels tell, by being the best, that no cheaper ones kept the promise. On small data all originals can be
listed that the release allows: a record may hold, of each of its labels, any items but none, and any items that no
label stands for. Those are ruled out for which other labels would have been safe and cheaper.

Records with the same labels take each other's places, so that originals are listed up to that: what a label set's
records hold is a multiset, and counts as often as it can be ordered. Supports and costs are sums over records.

Records of which nothing is released, and what they hold, are left out of account.

Source: Cohen, "Attacks on Deidentification's Defenses" (USENIX Security 2022), section 4; Liu and Wang for the costs.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from setanon_sql.errors import BadParameter
from setanon_sql.inference.choices import COUNTLESS, Block, Choice, choices_of, masks_within, number_of_choices
from setanon_sql.inference.downcode_results import DowncodeAttack, Fact, ItemRange
from setanon_sql.taxonomy import Taxonomy

Ints = npt.NDArray[np.int64]

#: Parts of a cost in which slack is counted.
_PARTS = 10**9


@dataclass(frozen=True)
class DowncodeRequest:
    """Knowledge of an adversary: the model, what was minimized, how far from the best the labels may be.

    ``m``: None for any number of items. ``exceptions``: items could stand beside a label over them. ``slack``: the
    share by which the labels may cost more than the best. ``most``: originals times records and choices of labels to
    look at, at most.
    """

    k: int
    m: int | None
    cost: str
    exceptions: bool
    slack: Fraction
    most: int


def downcode(taxonomy: Taxonomy, released: Mapping[frozenset[Block], int], request: DowncodeRequest) -> DowncodeAttack:
    """Count the originals that a release allows, those of which it is the best, and what these share.

    ``released``: how many records have each set of labels.

    Cost: originals (records of the same labels in any order counted once) times choices of labels.
    Raises BadParameter where these are more than ``request.most``.
    """
    choice = frozenset[Block]().union(*released)
    every_leaf = (1 << len(taxonomy.leaves)) - 1
    hidden = every_leaf & ~sum(block.leaves for block in choice)
    _refuse_many(taxonomy, released, hidden, request)
    groups = [_Group(labels, size, hidden, every_leaf) for labels, size in released.items()]
    choices = choices_of(taxonomy, request.cost, request.exceptions)
    if choice not in choices:
        raise BadParameter(
            "items of the release stand beside labels over them, which <exceptions> does not allow",
            "<exceptions=always>",
        )
    others = [other for other in choices if other and other != choice]
    remaining, alone = _Numbered(groups, request).of_which_best(choice, others)
    weight = _orders(groups)
    return _attack(taxonomy, groups, len(choices), [weight(part) for part in (remaining, alone)], remaining)


def _refuse_many(
    taxonomy: Taxonomy, released: Mapping[frozenset[Block], int], hidden: int, request: DowncodeRequest
) -> None:
    records = sum(released.values())
    choices = number_of_choices(taxonomy, request.exceptions)
    originals = 1
    for labels, size in released.items():
        free = [2 ** min(block.leaves.bit_count(), 64) - 1 for block in labels]
        candidates = min(prod(free) * 2 ** min(hidden.bit_count(), 64), COUNTLESS)
        originals = min(originals * comb(size + candidates - 1, size), COUNTLESS)
    if originals * (choices + records) > request.most:
        shown = [f"over {COUNTLESS:.0e}" if each >= COUNTLESS else f"{each:,}" for each in (originals, choices)]
        raise BadParameter(
            f"the release allows {shown[0]} originals (equal records in any order), and the taxonomy {shown[1]} "
            f"choices of labels: too many to look at each (<most> is {request.most:,})",
            "downcoding is for a release of few records, with a small taxonomy; or look longer, with a larger <most>",
        )


class _Group:
    """The released records with one set of labels, and all that they may hold.

    ``candidates``: what one of them may hold, as masks, and ``bits``, a column for each leaf. ``contents``: a row for
    each multiset of what they hold, by the numbers of candidates. ``counts``: how many of the records then hold each
    leaf. ``orders``: in how many orders.
    """

    def __init__(self, labels: frozenset[Block], size: int, hidden: int, every_leaf: int) -> None:
        self.labels = labels
        self.size = size
        masks = list(masks_within(hidden))
        for block in labels:
            masks = [mask | part for mask in masks for part in masks_within(block.leaves) if part]
        self.candidates = np.array(masks, dtype=np.int64)
        multisets = list(combinations_with_replacement(range(len(masks)), size))
        numbers = np.fromiter(chain.from_iterable(multisets), dtype=np.int64, count=len(multisets) * size)
        self.contents = numbers.reshape(len(multisets), size)
        self.orders = [factorial(size) // prod(map(factorial, Counter(each).values())) for each in multisets]
        leaves = range(every_leaf.bit_length())
        self.bits = np.stack([self.candidates >> leaf & 1 for leaf in leaves], axis=1)
        self.counts = self.summed(self.bits)

    def summed(self, values: Ints) -> Ints:
        """Return sums over the records of values of candidates, a row for each multiset."""
        sums = np.zeros((len(self.contents), values.shape[1]), dtype=np.int64)
        for place in range(self.size):
            sums += values[self.contents[:, place]]
        return sums


class _Numbered:
    """Originals by their numbers: one says which multiset each group holds."""

    def __init__(self, groups: Sequence[_Group], request: DowncodeRequest) -> None:
        self.groups = groups
        self.request = request

    def of_which_best(self, choice: Choice, others: Sequence[Choice]) -> tuple[Ints, Ints]:
        """Return the originals of which a choice of labels is the best, and of these those without another as good."""
        remaining = np.arange(prod(len(group.contents) for group in self.groups))
        alone = np.ones(len(remaining), dtype=bool)
        factor = 1 + self.request.slack.limit_denominator(_PARTS)
        for other in others:
            [cost, lost] = (self._sums(remaining, _losses, each)[:, 0] for each in (other, choice))
            safe = np.zeros(len(remaining), dtype=bool)
            rivals = np.flatnonzero(cost <= lost)
            safe[rivals] = self._safe(remaining[rivals], other)
            alone &= ~safe
            stays = ~(safe & (cost * factor.numerator < lost * factor.denominator))
            remaining = remaining[stays]
            alone = alone[stays]
        return remaining, remaining[alone]

    def _safe(self, numbers: Ints, choice: Choice) -> npt.NDArray[np.bool_]:
        """Return whether labels keep the promise, and each stands in k records, of which it would be the release."""
        safe = np.ones(len(numbers), dtype=bool)
        for size in range(1, min(self.request.m or len(choice), len(choice)) + 1):
            sets = [*combinations(choice, size)]
            supports = self._sums(numbers[safe], _sets_of_candidates, sets)
            rare = (supports < self.request.k) & ((supports > 0) | (size == 1))
            safe[safe] = ~rare.any(axis=1)
        return safe

    def _sums(self, numbers: Ints, values: Any, of: Any) -> Ints:
        """Return sums over all records of an original, a row for each."""
        places = _multisets_in(self.groups, numbers)
        parts = [group.summed(values(group, of))[place] for group, place in zip(self.groups, places, strict=True)]
        sums: Ints = np.add.reduce(parts)
        return sums


def _multisets_in(groups: Sequence[_Group], numbers: Ints) -> Sequence[Ints]:
    """Return which multiset each group holds in originals."""
    return np.unravel_index(numbers, [len(group.contents) for group in groups])


def _losses(group: _Group, choice: Choice) -> Ints:
    """Return what each candidate loses: by the labels over its items, and wholly where there is none."""
    prices = np.full(group.bits.shape[1], next(block.scale for block in choice))
    for block in choice:
        prices -= block.saved * (block.leaves >> np.arange(len(prices)) & 1)
    return (group.bits @ prices)[:, None]


def _sets_of_candidates(group: _Group, sets: Sequence[tuple[Block, ...]]) -> Ints:
    """Return which sets of labels each candidate would have."""
    columns = [np.logical_and.reduce([group.candidates & block.leaves != 0 for block in labels]) for labels in sets]
    return np.stack(columns, axis=1).astype(np.int64)


def _orders(groups: Sequence[_Group]) -> Any:
    """Return what counts originals, each as often as its records can be ordered."""
    total = prod(sum(group.orders) for group in groups)
    kind = np.int64 if total < 2**62 else object

    def weight(numbers: Ints) -> int:
        orders = np.ones(len(numbers), dtype=kind)
        for group, place in zip(groups, _multisets_in(groups, numbers), strict=True):
            orders = orders * np.array(group.orders, dtype=kind)[place]
        return int(orders.sum())

    return weight


def _attack(
    taxonomy: Taxonomy, groups: Sequence[_Group], choices: int, counts: Sequence[int], remaining: Ints
) -> DowncodeAttack:
    """Return what the originals that are left share, beside what all share that the release allows."""
    places = _multisets_in(groups, remaining)
    facts: list[Fact] = []
    for group, place in zip(groups, places, strict=True):
        facts += _facts(taxonomy.leaves, group, group.counts[np.unique(place)] if len(remaining) else group.counts)
    ranges = []
    for leaf, item in enumerate(taxonomy.leaves):
        totals = np.add.reduce([group.counts[place, leaf] for group, place in zip(groups, places, strict=True)])
        before = [sum(int(most(group.counts[:, leaf])) for group in groups) for most in (np.min, np.max)]
        after = [int(totals.min()), int(totals.max())] if len(remaining) else before
        ranges.append(ItemRange(item, *before, *after))
    allowed = prod(sum(group.orders) for group in groups)
    return DowncodeAttack(
        records=sum(group.size for group in groups), choices=choices, allowed=allowed, best=counts[0],
        alone=counts[1], open_pairs=sum(group.size * _open(group) for group in groups), facts=tuple(facts),
        items=tuple(ranges),
    )  # fmt: skip


def _open(group: _Group) -> int:
    """Return of how many items a release alone leaves open whether a record holds them."""
    return int((group.counts.min(axis=0) < group.counts.max(axis=0)).sum())


def _facts(items: Sequence[str], group: _Group, counts: Ints) -> Iterator[Fact]:
    """Yield the items that all records of a group hold, or none, though the release alone allows both."""
    least = counts.min(axis=0)
    most = counts.max(axis=0)
    for leaf in np.flatnonzero(group.counts.min(axis=0) < group.counts.max(axis=0)):
        if least[leaf] == group.size or most[leaf] == 0:
            labels = tuple(sorted(block.label for block in group.labels))
            yield Fact(labels, group.size, items[int(leaf)], is_held=bool(most[leaf]))
