"""Ladders: how a column, or items, are made coarser, step by step, as ``COLUMN=KIND:STEP|STEP`` says it.

Each step is coarser than the one before: what is one value there is one value here. Weeks are not parts of months, so
both do not stand in one ladder.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from setanon_sql.errors import BadParameter
from setanon_sql.text import columns_in, either

#: The steps of dates, from fine to coarse; a week is part of no other step than itself.
DATES = ("day", "week", "month", "quarter", "year")
KINDS = ("date", "width", "prefix", "bands", "file")
#: The highest number of a width, a bound, a prefix or a level.
_HIGHEST = 1_000_000_000


@dataclass(frozen=True)
class Ladder:
    """A ladder of a ``column``. ``kind``: of its ``steps``, from fine to coarse; empty: the column stays as it is.

    ``bounds``: of bands, which are one step. ``file``: of a tree, whose steps are its levels, called by their depth.
    """

    column: str
    kind: str = ""
    steps: tuple[str, ...] = ("",)
    bounds: tuple[int, ...] = ()
    file: str = ""

    def called(self, step: str) -> str:
        """Return what a step is called: ``day=date:month``."""
        return f"{self.column}={self.stands_for(step)}" if self.kind else self.column

    def stands_for(self, step: str) -> str:
        """Return what the column becomes at a step: ``date:month``; ``as it is`` without a ladder."""
        if not self.kind:
            return "as it is"
        return f"{self.kind}:{step or '|'.join(map(str, self.bounds))}"

    def with_levels(self, height: int) -> "Ladder":
        """Return the ladder along a tree of that height, with all levels where none are named; raises BadParameter."""
        if not self.steps:
            return replace(self, steps=tuple(str(depth) for depth in range(height, 0, -1)))
        if int(self.steps[0]) > height:
            raise BadParameter(
                f'the tree of the column "{self.column}" has {height} levels below its root', "name levels that it has"
            )
        return self


@dataclass(frozen=True)
class ColumnStep:
    """A column at one step of its ``ladder``: that of this ``number``, 0 for the finest."""

    ladder: Ladder
    number: int

    @property
    def alone(self) -> Ladder:
        """Return the ladder with this step alone."""
        return replace(self.ladder, steps=(self.ladder.steps[self.number],))

    @property
    def called(self) -> str:
        """Return what the step is called: ``day=date:month``."""
        return self.ladder.called(self.ladder.steps[self.number])

    @property
    def text(self) -> str:
        """Return it as ``<columns>`` spells it."""
        if not self.ladder.file:
            return self.called
        return f"{self.ladder.column}=file:{self.ladder.file}|{self.ladder.steps[self.number]}"


def steps_of(ladder: Ladder) -> tuple[ColumnStep, ...]:
    """Return the steps of a ladder, from coarse to fine."""
    return tuple(ColumnStep(ladder, number) for number in reversed(range(len(ladder.steps))))


def ladders_of(columns: str | Sequence[str] | None) -> tuple[Ladder, ...]:
    """Return the ladders that columns are given with; raises BadParameter for a wrong one, or a column twice."""
    texts = columns_in(columns) if isinstance(columns, str) else tuple(columns or ())
    if columns and not texts:
        raise BadParameter("<columns> names no column", "write COLUMN, or COLUMN=KIND:STEPS")
    ladders = tuple(_ladder(text.strip()) for text in texts)
    names = [ladder.column.casefold() for ladder in ladders]
    if len(set(names)) < len(names):
        raise BadParameter("<columns> names a column twice", "name each once")
    return ladders


def ladder_of_items(text: str) -> Ladder:
    """Return the ladder of items (``<by>``), which have no column; raises BadParameter for a wrong one, or a file."""
    return _climbed("", text, [kind for kind in KINDS if kind != "file"])


def columns_asked(columns: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the names of columns that are given with ladders; raises BadParameter likewise."""
    return tuple(ladder.column for ladder in ladders_of(columns))


def _ladder(text: str) -> Ladder:
    column, has_ladder, ladder = text.partition("=")
    column = column.strip()
    if not column or "," in column:
        raise BadParameter("<columns> names a column that cannot be one", "write COLUMN, or COLUMN=KIND:STEPS")
    return _climbed(column, ladder, KINDS) if has_ladder else Ladder(column)


def _climbed(column: str, ladder: str, kinds: Sequence[str]) -> Ladder:
    """Return the ladder ``KIND:STEP|STEP`` of a column; without one, of items."""
    kind, has_steps, steps = ladder.strip().partition(":")
    named = tuple(step.strip() for step in steps.split("|"))
    if kind not in kinds or not has_steps or not all(named):
        raise _wrong(column, f"write {column + '=' if column else ''}KIND:STEP|STEP; KIND is {either(kinds)}")
    if kind == "file":
        file, *levels = named
        return Ladder(column, kind, tuple(_falling(column, levels)) if levels else (), file=file)
    if kind == "bands":
        bounds = _numbers(column, named)
        if sorted(set(bounds)) != [*bounds]:
            raise _wrong(column, "bounds of bands rise: bands:18|40|65")
        return Ladder(column, kind, ("",), bounds=bounds)
    checks = {"date": _dates, "width": _widths, "prefix": _falling}
    return Ladder(column, kind, tuple(checks[kind](column, named)))


def _dates(column: str, steps: Sequence[str]) -> Sequence[str]:
    places = [DATES.index(step) if step in DATES else -1 for step in steps]
    if -1 in places:
        raise _wrong(column, f"steps of dates are {either(DATES)}")
    if places != sorted(set(places)):
        raise _wrong(column, "name the finest step first, and each once")
    if "week" in steps and steps[-1] != "week":
        raise _wrong(column, "weeks are not parts of months, quarters or years: leave either out")
    return steps


def _widths(column: str, steps: Sequence[str]) -> Sequence[str]:
    widths = _numbers(column, steps)
    if min(widths) < 1 or any(wide <= width or wide % width for width, wide in pairwise(widths)):
        raise _wrong(column, "each width is a multiple of the one before: width:5|10|20")
    return steps


def _falling(column: str, steps: Sequence[str]) -> Sequence[str]:
    numbers = _numbers(column, steps)
    if min(numbers) < 0 or sorted(set(numbers), reverse=True) != [*numbers]:
        raise _wrong(column, "lengths of a prefix, and levels of a tree, fall: prefix:3|2|0")
    return steps


def _numbers(column: str, steps: Sequence[str]) -> tuple[int, ...]:
    if not all(step.removeprefix("-").isdecimal() and step.isascii() and len(step) < 12 for step in steps):
        raise _wrong(column, "steps of width, prefix, bands, and levels of a file, are whole numbers")
    numbers = tuple(map(int, steps))
    if max(map(abs, numbers)) > _HIGHEST:
        raise _wrong(column, f"no number is over {_HIGHEST:,}")
    return numbers


def _wrong(column: str, hint: str) -> BadParameter:
    whose = f'the ladder of the column "{column}"' if column else "the ladder of <by>"
    return BadParameter(f"{whose} is none", hint)
