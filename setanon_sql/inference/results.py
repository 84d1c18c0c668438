"""What a release tells about its source."""

from dataclasses import asdict, dataclass
from typing import Annotated

from setanon_sql.display import Listing, Summary
from setanon_sql.fields import Fields
from setanon_sql.results import Result
from setanon_sql.text import count_of


@dataclass(frozen=True)
class Reconstruction(Result):
    """Possible originals that were made up and written."""

    out: Annotated[str, "the file"]
    samples: Annotated[int, "possible originals in it"]
    rows: Annotated[int, "of the file"]

    def summary(self) -> Summary:
        """Return what was written."""
        return Summary("Possible originals", Listing(("what", "number"), tuple(asdict(self).items())))


@dataclass(frozen=True)
class Estimate(Fields):
    """Knowledge from a release about one itemset."""

    itemset_id: Annotated[
        int, "1, 2, …: in the order asked for; those of `--itemsets` in the order of their names as text"
    ]
    query: Annotated[str, "what `--itemsets` calls it; else the number"]
    items: Annotated[tuple[str, ...], ""]
    size: Annotated[int, ""]
    certain: Annotated[int, "so many records hold it at least"]
    expected: Annotated[
        float | None,
        "on average: of pieces over all originals that `reconstruct` makes up, else where a label stands for one item "
        "under it, each with the same chance; null where the release does not tell: with a sensitive item, or one that "
        "no label may stand for",
    ]
    at_most: Annotated[
        int | None, "at most, as far as items were not taken out; of pieces only where nothing is expected"
    ] = None

    @property
    def expected_text(self) -> str | float:
        """Return what is expected, or, where that is not known, the most that is possible, in words."""
        if self.expected is not None:
            return self.expected
        return "not known" if self.at_most is None else f"not known, {self.at_most:,} at most"


@dataclass(frozen=True)
class Estimates(Result):
    """Knowledge from a release about the itemsets that were asked for."""

    model: Annotated[str, "that of the release"]
    itemsets: Annotated[int, "how many were asked for"]
    estimates: Annotated[tuple[Estimate, ...], "without `--out`"] = ()
    out: Annotated[str, "`--out`"] = ""

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
