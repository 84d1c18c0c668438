"""What a release tells about its source."""

from dataclasses import asdict, dataclass
from typing import Any

from setanon_sql.display import Listing, Summary
from setanon_sql.results import Result
from setanon_sql.text import count_of


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
        """Return the object of ``docs/json.schema.json``."""
        return asdict(self)


@dataclass(frozen=True)
class Estimate:
    """Knowledge from a release about one itemset.

    ``itemset_id``: 1, 2, …, in the order asked for; those of a file in the order of their names as text.
    ``query``: what the file calls it; else the number.
    ``items``: its labels.
    ``size``: how many they are.
    ``certain``: so many records of the source hold it at least.
    ``expected``: so many records hold it on average: of a release in pieces over all originals that ``reconstruct``
    makes up, else where each label stands for one item under it, for each with the same chance. None where it has a
    sensitive item, or one that no label may stand for: the release does not tell that.
    ``at_most``: so many hold it at most, as far as items were not taken out; None where that is not known, and of a
    release in pieces where something is expected.
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
        if self.expected is not None:
            return self.expected
        return "not known" if self.at_most is None else f"not known, {self.at_most:,} at most"

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.schema.json``."""
        fields = asdict(self) | {"items": list(self.items)}
        return {name: value for name, value in fields.items() if name != "at_most" or value is not None}


@dataclass(frozen=True)
class Estimates(Result):
    """Knowledge from a release about the itemsets that were asked for.

    ``itemsets``: how many they are.
    ``estimates``: one for each; empty where they were written to a file.
    ``out``: the file they were written to; empty where they are here.
    ``model``: that of the release.
    """

    model: str
    itemsets: int
    estimates: tuple[Estimate, ...] = ()
    out: str = ""

    def summary(self) -> Summary:
        """Return a row for each itemset."""
        columns = ("items", "certain", "expected", *(("at most",) if self.has_bounds else ()))
        rows = tuple(
            (", ".join(estimate.items), estimate.certain, estimate.expected_text, estimate.at_most)[: len(columns)]
            for estimate in self.estimates
        )
        sentences = (f"{count_of(self.itemsets, 'estimate is', 'estimates are')} in {self.out}.",) if self.out else ()
        return Summary("Estimated supports", Listing(columns, rows), sentences=sentences)

    @property
    def has_bounds(self) -> bool:
        """Return whether it is told, beside what is expected, how many records hold an itemset at most."""
        return any(None not in (estimate.expected, estimate.at_most) for estimate in self.estimates)

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.schema.json``."""
        listed = {"out": self.out} if self.out else {"estimates": [estimate.to_json() for estimate in self.estimates]}
        return {"model": self.model, "itemsets": self.itemsets, **listed}
