"""What the best labels of a release tell about its originals."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from setanon_sql.display import Listing, Summary
from setanon_sql.results import Result


@dataclass(frozen=True)
class Fact:
    """An item that certain released records hold for sure, or do not, by the labels being the best.

    ``labels``: of these records. ``records``: how many they are. ``item``: a leaf. ``is_held``: do all of them
    hold it, or none?
    """

    labels: tuple[str, ...]
    records: int
    item: str
    is_held: bool


@dataclass(frozen=True)
class ItemRange:
    """Numbers of records that hold an item.

    ``item``: a leaf. ``allowed_least``, ``allowed_most``: in the originals that the release allows. ``least``,
    ``most``: in those of which it is the best.
    """

    item: str
    allowed_least: int
    allowed_most: int
    least: int
    most: int

    @property
    def narrowed(self) -> bool:
        """Return whether being the best tells more of the count."""
        return self.most - self.least < self.allowed_most - self.allowed_least


@dataclass(frozen=True)
class Downcoding(Result):
    """Outcome of reasoning from how a release was made. ``records``: of the release."""

    records: int

    @property
    @abstractmethod
    def originals_left(self) -> bool:
        """Return whether there is an original that it can be of."""


@dataclass(frozen=True)
class DowncodeAttack(Downcoding):
    """Outcome of reasoning from the labels of a release being the best.

    ``records``: of the release. ``choices``: of labels that the taxonomy has. ``allowed``: originals that give this
    release by its labels. ``best``: those of which it is the best, or within the slack, and ``alone``: those of them
    where no other labels cost as little. ``open_pairs``: pairs of a record and an item of which the release alone does
    not tell whether the one holds the other. ``facts``: of which of them it is then certain. ``items``: how many
    records hold each leaf.
    """

    choices: int
    allowed: int
    best: int
    alone: int
    open_pairs: int
    facts: tuple[Fact, ...]
    items: tuple[ItemRange, ...]

    @property
    def originals_left(self) -> bool:
        """Return whether there is an original of which it is the best."""
        return self.best > 0

    @property
    def held_pairs(self) -> int:
        """Return the pairs of a record and an item that it holds in all originals that are left."""
        return sum(fact.records for fact in self.facts if fact.is_held)

    @property
    def not_held_pairs(self) -> int:
        """Return the pairs of a record and an item that it holds in none of them."""
        return sum(fact.records for fact in self.facts if not fact.is_held)

    @property
    def narrowed(self) -> int:
        """Return the items of whose count being the best tells more."""
        return sum(item.narrowed for item in self.items)

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

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object of ``docs/json.schema.json``; ``show_values``: also what is certain, counts of items."""
        names = ("records", "choices", "allowed", "best", "alone", "open_pairs", "held_pairs", "not_held_pairs")
        fields: dict[str, Any] = {name: getattr(self, name) for name in names} | {"items_narrowed": self.narrowed}
        if show_values:
            fields["facts"] = [asdict(fact) | {"labels": list(fact.labels)} for fact in self.facts]
            fields["items"] = [asdict(item) for item in self.items]
        return fields
