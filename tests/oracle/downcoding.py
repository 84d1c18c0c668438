"""Downcoding by its definition: every original there can be, and for each of them every recoding."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product

from setanon_sql.taxonomy import Taxonomy

Record = frozenset[str]
Original = tuple[Record, ...]
#: The leaves it stands for, and what an occurrence loses.
Label = tuple[Record, Fraction]
#: The label of each leaf, None where it is suppressed.
Recoding = Mapping[str, str | None]


@dataclass(frozen=True)
class Adversary:
    """What he knows: the model, and what labels cost."""

    taxonomy: Taxonomy
    k: int
    m: int | None
    cost: str
    exceptions: bool
    slack: Fraction = Fraction(0)

    def recodings(self) -> Iterator[Recoding]:
        """All recodings: a label stands for all leaves under it, but for those that stand for themselves."""
        leaves = self.taxonomy.leaves
        for labels in product(*([None, *self.taxonomy.path(leaf)] for leaf in leaves)):
            recoding = dict(zip(leaves, labels, strict=True))
            if all(
                recoding[other] in ({label, other} if self.exceptions else {label})
                for label in set(labels) - set(leaves) - {None}
                for other in leaves
                if label in self.taxonomy.path(other)
            ):
                yield recoding

    def stands_for(self, recoding: Recoding, label: str) -> Label:
        """The leaves of a label, and what each of their occurrences loses."""
        leaves = frozenset(leaf for leaf, under in recoding.items() if under == label)
        if self.cost == "lm":
            return leaves, Fraction(len(leaves) - 1, max(len(recoding) - 1, 1))
        return leaves, Fraction(0 if label in recoding else len(leaves), len(recoding))

    def recoded(self, original: Original, recoding: Recoding) -> list[frozenset[Label]]:
        """The release."""
        labels = [{recoding[item] for item in record} - {None} for record in original]
        return [frozenset(self.stands_for(recoding, str(label)) for label in record) for record in labels]

    def lost(self, original: Original, recoding: Recoding) -> Fraction:
        """What a recoding loses."""
        labels = [recoding[item] for item in chain.from_iterable(original)]
        return sum((self.stands_for(recoding, label)[1] if label else Fraction(1) for label in labels), Fraction(0))

    def is_safe(self, original: Original, recoding: Recoding) -> bool:
        """Is the release k^m-anonymous, with every label in k records?"""
        released = self.recoded(original, recoding)
        labels = {self.stands_for(recoding, str(label)) for label in set(recoding.values()) - {None}}
        for size in range(1, min(self.m or len(labels), len(labels)) + 1):
            for some in combinations(labels, size):
                support = sum(record.issuperset(some) for record in released)
                if support < self.k and (support or size == 1):
                    return False
        return bool(labels)

    def originals(self, released: Sequence[frozenset[Label]], recoding: Recoding) -> list[Original]:
        """All originals of a release."""
        leaves = self.taxonomy.leaves
        sets = [frozenset(some) for size in range(1, len(leaves) + 1) for some in combinations(leaves, size)]
        fitting = [[some for some in sets if self.recoded((some,), recoding) == [record]] for record in released]
        return [*product(*fitting)]

    def is_best(self, original: Original, recoding: Recoding) -> tuple[bool, bool]:
        """Does no other recoding cost less (by the slack); and does every other one cost more?"""
        cost = self.lost(original, recoding)
        release = self.recoded(original, recoding)
        others = [
            self.lost(original, other)
            for other in self.recodings()
            if self.is_safe(original, other) and self.recoded(original, other) != release
        ]
        best = all(cost <= (1 + self.slack) * other for other in others)
        return best, best and all(cost < other for other in others)
