"""What known items leave of the records of a release, to somebody who knows how its labels were lifted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from setanon_sql.display import Listing, Summary
from setanon_sql.fields import LIKEWISE, ComputedKey
from setanon_sql.inference.downcode_results import Downcoding
from setanon_sql.text import count_of

#: How records are ruled out, or found to be possible: by secret floors, by all originals, by records that are equal.
Argument = Literal["floors", "originals", "equal_records"]


@dataclass(frozen=True)
class KnownSetsAttack(Downcoding):
    """Outcome of ruling records out that cannot be meant by known items."""

    k: Annotated[int, "as the release promises"]
    m: Annotated[int, LIKEWISE]
    floor: Annotated[float, "the probability of each step to a secret floor; 0: there are none"]
    sets: Annotated[int, "known sets that were tried, each of up to m items of a record"]
    sets_not_shown: Annotated[int, "those for which no record shows labels: the items are gone"]
    sets_under_k: Annotated[int, "those that leave fewer than k of the records that show labels for them"]
    sets_enough: Annotated[int, "those that surely leave k or more"]
    fewest_shown: Annotated[int | None, "the fewest records that show labels for a set, of those that any shows"]
    fewest_left: Annotated[int | None, "the fewest that are not ruled out"]
    argument: Annotated[
        Argument,
        "why: `floors` (secret ones rule nothing out), `originals` (all were asked), `equal_records` (they are "
        "too many: nothing is ruled out, and sure are records with the labels of one that holds the set)",
    ]
    allowed: Annotated[int | None, "originals that fit the release, where all were asked"] = None
    giving: Annotated[int | None, "originals that give the release, where all were asked"] = None
    sets_open = ComputedKey[int](
        "those of which that is not known",
        lambda attack: attack.sets - attack.sets_not_shown - attack.sets_under_k - attack.sets_enough,
    )

    @property
    def originals_left(self) -> bool:
        """Return whether an original gives the release, as far as they were looked at."""
        return self.giving != 0

    @property
    def sentences(self) -> Sequence[str]:
        """Return what that means."""
        return (*self._sentences_of_counts, self._reason)

    @property
    def _sentences_of_counts(self) -> Sequence[str]:
        items = count_of(self.m, "item")
        gone_text = f" For {self.sets_not_shown:,} no record shows labels." if self.sets_not_shown else ""
        not_known = f" Of {self.sets_open:,} that is not known." if self.sets_open else ""
        counts = (
            f"Of {self.sets:,} known sets of up to {items} {self.sets_enough:,} surely leave {self.k} records or more, "
            f"{self.sets_under_k:,} leave fewer.{not_known}{gone_text}"
        )
        if self.fewest_left is None:
            return (counts,)
        return (
            counts,
            f"The fewest that show labels for a set are {self.fewest_shown:,}; left are {self.fewest_left:,}.",
        )

    @property
    def _reason(self) -> str:
        if self.argument == "floors":
            return (
                f"Floors are secret (q = {self.floor:g}): every data set that fits the release could have given it, so "
                "that knowing the method rules out nothing."
            )
        if not self.originals_left:
            return (
                f"{self.allowed:,} originals fit this release, and none gives it: it was made otherwise, or records "
                "went as a whole."
            )
        if self.argument == "originals":
            return (
                f"{self.allowed:,} originals fit this release, and {self.giving:,} give it: what none of these holds "
                "is ruled out."
            )
        return (
            "There are no secret floors, and too many originals fit to look at each: nothing is ruled out here. Sure "
            "are records that show the same labels as one that holds the set: they can change places."
        )

    def summary(self) -> Summary:
        """Return the counts."""
        return Summary(
            "Downcoding", Listing(("what", "number"), tuple(self.to_json().items())), sentences=self.sentences
        )
