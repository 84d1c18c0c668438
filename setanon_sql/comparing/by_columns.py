"""Settings by columns beside the items: each at combinations of the steps of their ladders.

Few combinations are all tried; of many each step of each ladder, with the other columns as coarse as can be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from setanon_sql import registry
from setanon_sql.comparing.settings import Setting, axes_of
from setanon_sql.errors import BadParameter
from setanon_sql.ladders import ColumnStep, Ladder, steps_of

#: So many combinations are all tried.
MOST_COMBINATIONS = 20


def refuse_without_columns(settings: Sequence[Setting]) -> None:
    """Raise BadParameter where no model of some settings knows of columns."""
    if not any("columns" in axes_of(setting.model) for setting in settings):
        knowing = ", ".join(registry.varied("columns"))
        raise BadParameter(f"<columns> is for models that know of columns ({knowing})", "leave it out, or name one")


@dataclass(frozen=True)
class ColumnCombinations:
    """Combinations of steps of ``ladders``, that settings are tried at."""

    ladders: Sequence[Ladder] = ()

    @property
    def number(self) -> int:
        """Return how many there are."""
        return prod(len(ladder.steps) for ladder in self.ladders)

    @property
    def note(self) -> str:
        """Return which are tried, where that is not all."""
        if self.number <= MOST_COMBINATIONS:
            return ""
        return (
            f"<columns> has {self.number:,} combinations of steps: each step is tried with the other columns at their "
            "coarsest alone; name fewer steps for all combinations"
        )

    def of(self, settings: Sequence[Setting]) -> list[Setting]:
        """Return settings at each combination that is tried; those of models that know of no columns as they are."""
        return [each for setting in settings for each in self._of_setting(setting)]

    def _of_setting(self, setting: Setting) -> Iterator[Setting]:
        if not self.ladders or "columns" not in axes_of(setting.model):
            yield setting
            return
        for columns in self._tried():
            yield replace(setting, columns=columns)

    def _tried(self) -> list[tuple[ColumnStep, ...]]:
        """Return the combinations that are tried, from coarse to fine."""
        steps = [steps_of(ladder) for ladder in self.ladders]
        if self.number <= MOST_COMBINATIONS:
            return list(product(*steps))
        coarsest = tuple(of_ladder[0] for of_ladder in steps)
        single = [
            (*coarsest[:place], step, *coarsest[place + 1 :])
            for place, of_ladder in enumerate(steps)
            for step in of_ladder
        ]
        return list(dict.fromkeys(single))
