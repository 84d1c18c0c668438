"""The rows of a comparison, with what they answer."""

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

from setanon_sql.comparing.aims import Answer
from setanon_sql.comparing.results import Row, listing_of, of_persons
from setanon_sql.display import Summary, new_axes
from setanon_sql.fields import ABSENT, ALWAYS, LIKEWISE, ComputedKey
from setanon_sql.results import UNIT, Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes


#: Said wherever made-up records were tried.
CAUTION = (
    "Figures of dp are for the owner alone: they compare with the source and are not differentially private. The "
    "records were made up to be looked at, no budget was spent, and publishing draws others."
)


@dataclass(frozen=True, kw_only=True)
class Comparison(Result):
    """Costs of a grid of settings on one source."""

    records: Annotated[int, "of the source"]
    unit = UNIT
    rows: Annotated[int, "of the source"]
    items: Annotated[int, LIKEWISE]
    sample: Annotated[int, "so many records were drawn to try settings on; 0: all"] = 0
    settings: Annotated[
        tuple[Row, ...],
        ALWAYS,
        "with a sample those to take, and what may be better, again, tried on all records",
    ] = ()
    seconds: Annotated[float, "in all"] = 0.0
    persons: Annotated[int | None, "of the source"] = None
    answers: Annotated[tuple[Answer, ...], ALWAYS, "for each aim, and each kind of attack, the setting to take"] = ()
    caution = ComputedKey[str](
        "with `dp`: its figures are for the owner alone, and have no noise",
        lambda comparison: CAUTION if any(row.setting.model == "dp" for row in comparison.settings) else "",
        ABSENT,
    )

    def summary(self) -> Summary:
        """Return a row for each setting."""
        size = f"{self.records:,} records{of_persons(self.persons)}, {self.rows:,} rows, {self.items:,} items."
        sampled = (f"{self.sample:,} of the records were tried first.",) if self.sample else ()
        return Summary(
            "Settings side by side",
            listing_of(self.settings),
            sentences=(size, *sampled, *(answer.sentence for answer in self.answers), *filter(None, [self.caution])),
        )

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draw what each setting costs against the records that could be matched, each guarantee in a colour."""
        axes = axes or new_axes()
        for _, points in groupby(self._places(), lambda point: point[0]):
            _, xs, ys, names = zip(*points, strict=True)
            axes.scatter(xs, ys)
            for x, y, name in zip(xs, ys, names, strict=True):
                axes.annotate(name, (x, y), xytext=(4, 4), textcoords="offset points")
        axes.set(title="Settings side by side", xlabel="use lost", ylabel="singled out by m known items")
        axes.xaxis.set_major_formatter("{x:.0%}")
        axes.yaxis.set_major_formatter("{x:.0%}")
        return axes

    def _places(self) -> list[tuple[str, float, float, str]]:
        """Return the guarantee, the loss, the risk that is left and the name of each setting that has them."""
        return [(row.setting.guarantee, *row.place, row.setting.name) for row in self.settings if row.place]
