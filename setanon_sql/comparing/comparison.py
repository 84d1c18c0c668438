"""The rows of a comparison, with what they answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from setanon_sql.comparing.aims import Answer
from setanon_sql.comparing.results import Row, listing_of, of_persons, unit_fields
from setanon_sql.display import Summary, new_axes
from setanon_sql.results import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes


#: Said wherever made-up records were tried.
CAUTION = (
    "Figures of dp are for the owner alone: they compare with the source and are not differentially private. The "
    "records were made up to be looked at, no budget was spent, and publishing draws others."
)


@dataclass(frozen=True, kw_only=True)
class Comparison(Result):
    """Costs of a grid of settings on one source.

    ``records``, ``rows``, ``items``: of the source. ``persons``: likewise; None where records are counted.
    ``sample``: so many of its records were tried; 0: all of them.
    ``settings``: rows, in the order of the grid; with a sample those of ``answers`` follow again, tried on all records.
    ``answers``: for each aim of an analyst the setting to take. ``seconds``: that all of it took.
    """

    records: int
    rows: int
    items: int
    sample: int = 0
    settings: tuple[Row, ...] = ()
    seconds: float = 0.0
    persons: int | None = None
    answers: tuple[Answer, ...] = ()

    @property
    def caution(self) -> str:
        """Return whom the figures are for, where differential privacy was tried; else nothing."""
        return CAUTION if any(row.setting.model == "dp" for row in self.settings) else ""

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

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.schema.json``."""
        fields: Mapping[str, Any] = {"records": self.records, "rows": self.rows, "items": self.items}
        fields = {**fields, **unit_fields(self.persons)}
        return {**fields, "sample": self.sample, "settings": [row.to_json() for row in self.settings]} | {
            "answers": [answer.to_json() for answer in self.answers],
            "seconds": self.seconds,
            **({"caution": self.caution} if self.caution else {}),
        }
