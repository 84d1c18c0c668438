"""The points of a lattice: each column at a step of its ladder, from coarse to fine.

What is coarser in some column, and finer in none, leaves no more records in small classes: where it leaves too many,
all that is finer does, too.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from setanon_sql.columns.classes import Classes, Point
from setanon_sql.errors import BadParameter
from setanon_sql.ladders import Ladder

#: So many points of a lattice are looked at.
MOST_POINTS = 1_000


def good_points(classes: Classes, k: int, most_gone: Fraction) -> list[Point]:
    """Return the points at which classes of fewer than k hold no more than that share of the records.

    Raises BadParameter for more points than are looked at.
    """
    good: list[Point] = []
    bad: list[Point] = []
    for point in _from_coarse(classes.ladders):
        if any(is_finer(classes.ladders, point, other) for other in bad):
            continue
        counts = classes.counts(classes.of(point), k)
        fits = Fraction(counts.records, max(classes.dataset.records, 1)) <= most_gone
        (good if fits else bad).append(point)
    return good


def finest_of(ladders: Sequence[Ladder], points: Sequence[Point]) -> list[Point]:
    """Return the points than which no other is finer."""
    return [point for point in points if not any(is_finer(ladders, other, point) for other in points)]


def is_finer(ladders: Sequence[Ladder], point: Point, other: Point) -> bool:
    """Return whether a point is finer than another one in some column, and coarser in none."""
    places = [
        (ladder.steps.index(point[ladder.column]), ladder.steps.index(other[ladder.column])) for ladder in ladders
    ]
    return point != other and all(place <= place_of_other for place, place_of_other in places)


def _from_coarse(ladders: Sequence[Ladder]) -> Iterator[Point]:
    number = 1
    for ladder in ladders:
        number *= len(ladder.steps)
    if number > MOST_POINTS:
        raise BadParameter(f"the ladders of <columns> have more than {MOST_POINTS:,} combinations", "name fewer steps")
    for steps in product(*(reversed(ladder.steps) for ladder in ladders)):
        yield {ladder.column: step for ladder, step in zip(ladders, steps, strict=True)}
