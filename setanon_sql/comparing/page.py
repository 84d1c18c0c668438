"""A comparison as an HTML page that needs nothing else: a table, and a picture of loss against what risk is left."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from math import ceil
from pathlib import Path

from setanon_sql.comparing.columns import MEANINGS, cells
from setanon_sql.comparing.comparison import Comparison
from setanon_sql.comparing.results import Row
from setanon_sql.comparing.settings import MODELS
from setanon_sql.display import templates
from setanon_sql.report import PAGES, style

#: Of the picture, in pixels: its size, and what is left for the axes.
WIDTH = 640
HEIGHT = 360
LEFT = 56
TOP = 16
RIGHT = 24
BOTTOM = 44
#: An axis ends at one of these shares, or at a multiple of the last.
_ENDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
#: The colors of models in the picture, in the order of these.
_COLORS = ("accent", "", "soft", "bad", "open", "good")


@dataclass(frozen=True)
class Point:
    """A row in the picture: its ``number`` in the table, where it stands, and what decides how it looks."""

    number: int
    x: float
    y: float
    model: str
    best: bool
    title: str


@dataclass(frozen=True)
class Picture:
    """Points, and the ticks of both axes: where, and what they say."""

    points: list[Point]
    across: list[tuple[float, str]]
    upwards: list[tuple[float, str]]
    models: list[str]


def page_of(comparison: Comparison, *, made_on: str = "", made_by: str = "") -> str:
    """Return the page as HTML text."""
    reached = [row for row in comparison.settings if row.reached]
    heads, lines = cells(reached)
    values = {
        "found": comparison,
        "made_on": made_on,
        "made_by": made_by,
        "style": style(),
        "heads": heads,
        "rows": list(zip(reached, lines, strict=True)),
        "meanings": MEANINGS,
        "picture": picture(reached),
        "colors": list(zip(MODELS, cycle(_COLORS), strict=False)),
        "guarantees": list(dict.fromkeys(row.setting.guarantee for row in reached)),
        "problems": {row.setting.name: row.problem for row in comparison.settings if not row.reached},
        "size": {"width": WIDTH, "height": HEIGHT, "left": LEFT, "top": TOP, "right": RIGHT, "bottom": BOTTOM},
    }
    template = templates(PAGES, Path(__file__).parent).get_template("comparison.html.j2")
    return template.render(values) + "\n"


def picture(rows: Sequence[Row]) -> Picture | None:
    """Return where the rows stand that have both a loss and a risk that is left; None where none has."""
    placed = [(number, row, *row.place) for number, row in enumerate(rows, 1) if row.place]
    if not placed:
        return None
    right, top = (_end(max(values)) for values in ([point[2] for point in placed], [point[3] for point in placed]))
    points = [
        Point(number, _x(loss / right), _y(risk / top), row.setting.model, row.best, row.setting.name)
        for number, row, loss, risk in placed
    ]
    fifths = [part / 5 for part in range(6)]
    return Picture(
        points,
        [(_x(part), _percent(part * right)) for part in fifths],
        [(_y(part), _percent(part * top)) for part in fifths],
        [name for name in MODELS if any(row.setting.model == name for _, row, _, _ in placed)],
    )


def _end(highest: float) -> float:
    return next((end for end in _ENDS if highest <= end), float(ceil(highest)))


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _y(share: float) -> float:
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _percent(share: float) -> str:
    return f"{100 * share:g} %"
