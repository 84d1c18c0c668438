"""Differential privacy as a guarantee: its parameters, and sentences of what it protects against."""

from dataclasses import dataclass
from fractions import Fraction
from math import nextafter
from typing import Any, ClassVar

from setanon_sql.errors import BadParameter
from setanon_sql.numbers import Share, fraction_of, number_text, share_of

#: More than that protects nobody: what is drawn is what was there.
MOST_EPSILON = 20


@dataclass(frozen=True)
class DifferentialPrivacy:
    """(epsilon, delta)-differential privacy; neighbours differ by one record, or by all records of one person.

    ``delta`` 0: pure. ``person``: persons are protected, not only records. Source: Dwork and Roth, Definition 2.4.
    Raises BadParameter where ``epsilon`` is not over 0 and at most 20, or ``delta`` not from 0 to under 1.
    """

    name: ClassVar[str] = "dp"
    epsilon: Fraction
    delta: Fraction = Fraction(0)
    person: bool = False

    @classmethod
    def from_numbers(cls, epsilon: Share, delta: Share = 0, *, person: bool = False) -> "DifferentialPrivacy":
        """Make the model from numbers as they are written: text, decimals, floats, fractions."""
        budget = fraction_of("<epsilon>", epsilon)
        if not 0 < budget <= MOST_EPSILON:
            raise BadParameter(
                f"<epsilon> is {number_text(budget)}; it must be over 0, and at most {MOST_EPSILON}",
                "1 is a usual choice; smaller protects more",
            )
        if delta in (0, "0"):
            return cls(budget, Fraction(0), person)
        return cls(budget, share_of("<delta>", delta, "0.000001 is a usual choice"), person)

    @property
    def numbers(self) -> tuple[float, float]:
        """Epsilon and delta as floats that are not above them."""
        return _below(self.epsilon), _below(self.delta)

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters as a manifest and JSON spell them."""
        numbers: dict[str, Any] = {"epsilon": number_text(self.epsilon), "delta": number_text(self.delta)}
        return numbers | ({"person": True} if self.person else {})

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against and what it does not."""
        whose = "all records of any one person" if self.person else "any one record"
        odds = f", up to {number_text(self.delta)}," if self.delta else ""
        more = "" if self.person else " Records are protected, of which several may be of one person."
        return (
            f"Whatever is known, the result comes out with nearly the same chance (times at most "
            f"e^{number_text(self.epsilon)}{odds} either way) with or without {whose}. It does not hide what holds of "
            "many people. It says nothing of other publications from the same data, whose epsilons and deltas add up. "
            f"Nobody can tell from the result that the noise was drawn as is said.{more}"
        )


def _below(number: Fraction) -> float:
    near = float(number)
    return near if Fraction(near) <= number else nextafter(near, 0.0)
