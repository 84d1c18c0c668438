"""What a disassociated release tells about its source."""

from dataclasses import asdict, dataclass
from typing import Any

from setanon_sql.display import Listing, Summary
from setanon_sql.models import Disassociation
from setanon_sql.results import Result


@dataclass(frozen=True)
class Reconstruction(Result):
    """Possible originals that were made up and written.

    ``out``: the file.
    ``samples``: possible originals in it.
    ``rows``: rows of the file, of all originals together.
    """

    out: str
    samples: int
    rows: int

    def summary(self) -> Summary:
        """Return what was written."""
        return Summary("Possible originals", Listing(("what", "number"), tuple(asdict(self).items())))

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.md``."""
        return asdict(self)


@dataclass(frozen=True)
class Estimate:
    """Knowledge from a release about one itemset.

    ``itemset_id``: 1, 2, …, in the order asked for; those of a file in the order of their names as text.
    ``query``: what the file calls it; else the number.
    ``items``: its labels.
    ``size``: how many they are.
    ``certain``: so many records of the source hold it at least.
    ``expected``: so many records hold it on average over all originals that ``reconstruct`` makes up; None where it has
    a sensitive item: the release does not tell that.
    ``at_most``: then, so many hold it at most, as far as items were not taken out; else None.
    """

    itemset_id: int
    query: str
    items: tuple[str, ...]
    size: int
    certain: int
    expected: float | None
    at_most: int | None = None

    @property
    def expected_text(self) -> str | float:
        """Return what is expected, or, where that is not known, the most that is possible, in words."""
        return f"not known, {self.at_most:,} at most" if self.expected is None else self.expected

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.md``."""
        fields = asdict(self) | {"items": list(self.items)}
        return {name: value for name, value in fields.items() if name != "at_most" or value is not None}


@dataclass(frozen=True)
class Estimates(Result):
    """Knowledge from a release about the itemsets that were asked for.

    ``itemsets``: how many they are.
    ``estimates``: one for each; empty where they were written to a file.
    ``out``: the file they were written to; empty where they are here.
    """

    itemsets: int
    estimates: tuple[Estimate, ...] = ()
    out: str = ""

    def summary(self) -> Summary:
        """Return a row for each itemset."""
        rows = tuple(
            (", ".join(estimate.items), estimate.certain, estimate.expected_text) for estimate in self.estimates
        )
        sentences = (f"{self.itemsets:,} estimates are in {self.out}.",) if self.out else ()
        return Summary("Estimated supports", Listing(("items", "certain", "expected"), rows), sentences=sentences)

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.md``."""
        listed = {"out": self.out} if self.out else {"estimates": [estimate.to_json() for estimate in self.estimates]}
        return {"model": Disassociation.name, "itemsets": self.itemsets, **listed}
