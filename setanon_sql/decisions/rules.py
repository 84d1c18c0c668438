"""Constraints and weights as they are written, row by row, and what is wrong with a row by itself."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.keys import keyed_fingerprint
from setanon_sql.numbers import fraction_of

#: What a rule asks for, and whether it takes a level.
RULES = {"keep": False, "keep_most": False, "prefer": True, "drop": False, "at_most": True, "together": False}

#: Weights are exact to a thousandth, and not so large that a cost cannot be told exactly.
LEAST_WEIGHT = Fraction(1, 1000)
MOST_WEIGHT = Fraction(1000)
_WEIGHT = "a number from 0.001 to 1000 with at most three digits after the point"

#: An error names so many rows.
_LISTED = 20


@dataclass(frozen=True)
class ItemRule:
    """One row: what is asked (``rule``) of an ``item``, or of all items under a label.

    ``level`` is the weight (``prefer``), or the label or the depth that is not to be exceeded (``at_most``). ``rule``
    is ``weight`` for a row of the weights. ``row``: its place in the table, from 1, the header not counted.
    """

    item: str
    rule: str
    level: str
    row: int

    @property
    def option(self) -> str:
        """Return where it was given."""
        return "<weights>" if self.rule == "weight" else "<constraints>"

    @property
    def weight(self) -> Fraction:
        """The weight that it gives; BadParameter where that is none."""
        weight = fraction_of("a weight", self.level)
        if not LEAST_WEIGHT <= weight <= MOST_WEIGHT or (weight * 1000).denominator != 1:
            raise BadParameter(f"a weight is not {_WEIGHT}")
        return weight

    def __str__(self) -> str:
        return f"row {self.row}: {self.item}, {self.rule}{self.level and ', '}{self.level}"


@dataclass(frozen=True)
class Decisions:
    """All that the analyst asks for: rows of ``constraints`` and of ``weights``."""

    constraints: tuple[ItemRule, ...] = ()
    weights: tuple[ItemRule, ...] = ()

    @property
    def rows(self) -> tuple[ItemRule, ...]:
        """All rows."""
        return self.constraints + self.weights

    @property
    def text(self) -> str:
        """All rows as one text; their order changes nothing."""
        return json.dumps(sorted([row.item, row.rule, row.level] for row in self.rows))

    def manifest_fields(self, key: str) -> dict[str, object]:
        """Return what a manifest tells of them: their number, and a fingerprint that only their owner can make."""
        counts = {"rules": len(self.constraints), "weights": len(self.weights)}
        return {"constraints": counts | {"keyed_sha256": keyed_fingerprint(key, self.text)}}

    def of(self, *rules: str) -> list[ItemRule]:
        """Return the rows with one of some rules."""
        return [row for row in self.rows if row.rule in rules]

    def refuse(self, model: str, *allowed: str) -> None:
        """Raise BadParameter where a rule is asked for that a method does not know."""
        wrong = [row for row in self.rows if row.rule not in allowed]
        if wrong:
            names = ", ".join(sorted({row.rule for row in wrong}))
            raise BadParameter(
                f"{model} cannot keep to {names} ({rows_of(wrong)})",
                f"it knows {', '.join(kind for kind in allowed if kind != 'weight')}"
                + (" and weights" if "weight" in allowed else "; leave the others out"),
            )


def rows_of(rules: Sequence[ItemRule]) -> str:
    """Return where some rows stand: ``row 3 of <constraints>``."""
    option = rules[0].option
    places = sorted({rule.row for rule in rules if rule.option == option})
    shown = ", ".join(map(str, places[:_LISTED])) + (", …" if len(places) > _LISTED else "")
    return f"row{'s' if len(places) > 1 else ''} {shown} of {option}"


def refuse(rules: Iterable[ItemRule], what: str, hint: str) -> None:
    """Raise BadInput for rows with which something is wrong; nothing where there are none."""
    if wrong := list(rules):
        raise BadInput(f"{rows_of(wrong)}: {what}", hint, [str(rule) for rule in wrong[:_LISTED]])


def checked(rules: Sequence[ItemRule]) -> tuple[ItemRule, ...]:
    """Return rows with which nothing is wrong; raises BadInput for the first thing that is, with all its rows."""
    placed = [rule for rule in rules if rule.rule in RULES]
    refuse(
        (rule for rule in rules if not rule.item), "the item is missing", "write an item or a label, or delete the row"
    )
    refuse((rule for rule in rules if rule.rule not in {*RULES, "weight"}), "there is no such rule", _KINDS)
    refuse((rule for rule in placed if RULES[rule.rule] and not rule.level), "the level is missing", _LEVELS)
    refuse((rule for rule in placed if rule.level and not RULES[rule.rule]), "this rule has no level", _LEVELS)
    weighed = [rule for rule in rules if rule.rule in {"prefer", "weight"}]
    refuse((rule for rule in weighed if not _weighs(rule)), "this is no weight", f"a weight is {_WEIGHT}")
    seen = Counter((rule.item, rule.rule) for rule in rules)
    twice = (rule for rule in rules if seen[rule.item, rule.rule] > 1)
    refuse(twice, "the same rule is there more than once for the same item", "keep one of the rows")
    return tuple(rules)


_KINDS = f"it is one of {', '.join(RULES)}"
_LEVELS = "prefer has a weight as its level, at_most a label or a depth (0 is the root), the other rules have none"


def _weighs(rule: ItemRule) -> bool:
    try:
        return bool(rule.weight)
    except BadParameter:
        return False
