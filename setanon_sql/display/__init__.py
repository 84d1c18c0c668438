"""Results where they are looked at: in a notebook, as a data frame, as a picture.

A result says in :class:`Summary` what there is to see; the rest is the same for all of them. No label of the data is
among it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setanon_sql.errors import BadParameter
from setanon_sql.package_files import install_line
from setanon_sql.text import share, table, value_text

if TYPE_CHECKING:
    import pandas as pd
    from jinja2 import Environment
    from matplotlib.axes import Axes

Row = tuple[object, ...]


@dataclass(frozen=True)
class Listing:
    """A table of figures.

    ``columns``: their names.
    ``rows``: a value for each column; shares are numbers from 0 to 1.
    ``shares``: the columns that hold shares.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    shares: frozenset[str] = frozenset()

    def texts(self) -> list[list[str]]:
        """Return the values as they are read."""
        return [
            [_text(value, is_share=name in self.shares) for name, value in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def text(self) -> str:
        """Return it as a table for a terminal."""
        return table([_words(name) for name in self.columns], self.texts())


@dataclass(frozen=True)
class Summary:
    """Title, figures and sentences of a result.

    ``title``: what it is about.
    ``listing``: its figures.
    ``satisfied``: does the guarantee hold? None where that is not the question.
    ``sentences``: what they mean.
    ``bars``: what a picture shows, a bar a row: its name and how long it is; None: the first and the last column of
    ``listing``.
    """

    title: str
    listing: Listing
    satisfied: bool | None = None
    sentences: Sequence[str] = ()
    bars: Listing | None = None

    @property
    def verdict(self) -> str:
        """Return whether the guarantee holds, in words."""
        return {True: "holds", False: "does not hold", None: ""}[self.satisfied]


class Displayable(ABC):
    """A result with figures."""

    __slots__ = ()

    @abstractmethod
    def summary(self) -> Summary:
        """Return the title, figures and sentences."""

    def df(self) -> "pd.DataFrame":
        """Return the figures as a data frame."""
        import pandas as pd  # noqa: PLC0415

        listing = self.summary().listing
        return pd.DataFrame(list(listing.rows), columns=list(listing.columns))

    def plot(self, axes: "Axes | None" = None) -> "Axes":
        """Draw the figures as bars, into ``axes`` or a new picture; raises BadParameter where matplotlib is missing."""
        summary = self.summary()
        bars = summary.bars or _ends(summary.listing)
        axes = axes or new_axes()
        name, value = bars.columns
        rows = [row for row in bars.rows if row[1] is not None]
        axes.barh([str(row[0]) for row in rows], [float(str(row[1])) for row in rows])
        axes.invert_yaxis()
        axes.set(title=summary.title, ylabel=_words(name), xlabel=_words(value))
        if value in bars.shares:
            axes.set_xlim(0, 1)
            axes.xaxis.set_major_formatter("{x:.0%}")
        return axes

    def _repr_html_(self) -> str:
        summary = self.summary()
        heads = [_words(name) for name in summary.listing.columns]
        page = templates(Path(__file__).parent).get_template("result.html.j2")
        return page.render(found=summary, heads=heads, rows=summary.listing.texts())


def new_axes() -> "Axes":
    """Return the axes of a new picture; raises BadParameter where matplotlib is missing."""
    try:
        from matplotlib import pyplot  # noqa: PLC0415
    except ImportError as error:
        raise BadParameter("pictures need matplotlib", install_line("plots")) from error
    return pyplot.subplots(layout="constrained")[1]


@cache
def templates(*folders: Path) -> "Environment":
    """Return the templates of some folders; all text is escaped, an unknown name is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415

    return Environment(
        loader=FileSystemLoader(folders), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip


def _ends(listing: Listing) -> Listing:
    """Return the first and the last column."""
    ends = (listing.columns[0], listing.columns[-1])
    return Listing(ends, tuple((row[0], row[-1]) for row in listing.rows), listing.shares)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _text(value: Any, *, is_share: bool) -> str:
    if value is None:
        return ""
    return share(value, 1) if is_share and not isinstance(value, str) else value_text(value)
