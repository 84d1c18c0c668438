"""What the best labels of a release tell about its originals."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from setanon_sql.display import Listing, Summary
from setanon_sql.fields import LIKEWISE, ComputedKey, Fields, Name
from setanon_sql.results import Result


@dataclass(frozen=True)
class Fact(Fields):
    """An item that certain released records hold for sure, or do not, by the labels being the best."""

    labels: Annotated[tuple[str, ...], "of the released records"]
    records: Annotated[int, "how many have these labels"]
    item: Annotated[str, "a leaf of the taxonomy"]
    is_held: Annotated[bool, "do all of them hold it, or none?"]


@dataclass(frozen=True)
class ItemRange(Fields):
    """Numbers of records that hold an item."""

    item: Annotated[str, "a leaf of the taxonomy"]
    allowed_least: Annotated[int, "records that hold it in the originals that the release allows, at least"]
    allowed_most: Annotated[int, "at most"]
    least: Annotated[int, "the same in those of which it is the best"]
    most: Annotated[int, LIKEWISE]

    @property
    def narrowed(self) -> bool:
        """Return whether being the best tells more of the count."""
        return self.most - self.least < self.allowed_most - self.allowed_least


@dataclass(frozen=True)
class Downcoding(Result):
    """Outcome of reasoning from how a release was made."""

    records: Annotated[int, "of the release"]

    @property
    @abstractmethod
    def originals_left(self) -> bool:
        """Return whether there is an original that it can be of."""


@dataclass(frozen=True)
class DowncodeAttack(Downcoding):
    """Outcome of reasoning from the labels of a release being the best."""

    choices: Annotated[int, "of labels that the taxonomy has"]
    allowed: Annotated[int, "originals that give this release by its labels; with `--known-sets` where all were asked"]
    best: Annotated[int, "those of which it is the best, or within the slack"]
    alone: Annotated[int, "those of them where no other labels cost as little"]
    open_pairs: Annotated[int, "pairs of a record and an item that the release alone leaves open"]
    facts: Annotated[tuple[Fact, ...], "† what is certain"]
    items: Annotated[tuple[ItemRange, ...], "† how many records hold each item"]
    held_pairs = ComputedKey[int](
        "those of them where the record holds the item in all originals that are left",
        lambda attack: sum(fact.records for fact in attack.facts if fact.is_held),
    )
    not_held_pairs = ComputedKey[int](
        "those where it holds it in none", lambda attack: sum(fact.records for fact in attack.facts if not fact.is_held)
    )
    narrowed = ComputedKey[int](
        "items of whose number of records being the best tells more",
        lambda attack: sum(item.narrowed for item in attack.items),
        Name("items_narrowed"),
    )

    @property
    def originals_left(self) -> bool:
        """Return whether there is an original of which it is the best."""
        return self.best > 0

    @property
    def sentences(self) -> Sequence[str]:
        """Return what that means, without a value of the data."""
        if not self.best:
            return (
                f"{self.allowed:,} originals give this release, and it is the best of none: it was made otherwise, or "
                "records went as a whole.",
            )
        ruled_out = 1 - self.best / self.allowed
        return (
            f"{self.allowed:,} originals give this release; it is the best of {self.best:,}, of {self.alone:,} alone. "
            f"Being the best rules out {100 * ruled_out:.1f} % of them.",
            f"Of {self.open_pairs:,} open pairs of a record and an item {self.held_pairs:,} are then certain, and "
            f"{self.not_held_pairs:,} certainly not there; the counts of {self.narrowed:,} items are narrowed.",
        )

    def summary(self) -> Summary:
        """Return the counts."""
        fields = self.to_json()
        rows = tuple(fields.items())
        return Summary("Downcoding", Listing(("what", "number"), rows), sentences=self.sentences)
