"""Numbers from outside: from the command line, the Python API, a file or a manifest, all read here.

A number is taken exactly as it is written. It has a range and so many digits at most: beyond them an exact fraction
takes any time and any memory, and no count of records could tell it from a shorter one.
"""

import re
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from numbers import Real
from operator import index
from typing import SupportsIndex

from setanon_sql.errors import BadParameter

#: How a number may be given: exactly, or as it is written.
Share = Fraction | Decimal | str | float

#: Largest numerator and denominator: times a number of records they have at most 38 digits, which databases can hold.
MOST_PARTS = 10**24

#: A share is at least so far from 0 and from 1: no number of records tells it from them if it is nearer.
NEAREST = Fraction(1, 10**12)

#: Largest whole number taken seriously; more is a slip of the keyboard.
HUGE = 1_000_000_000

#: What to do about a number of things to list.
NO_LIST = "use 0 to leave it out"

_DECIMAL = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e(?P<exponent>[-+]?[0-9]+))?", re.IGNORECASE)
_RATIO = re.compile(r"[-+]?[0-9]+/0*[1-9][0-9]*")

#: Characters that a number and its exponent may have; what is longer is not even computed.
_LONGEST = 60
_LONGEST_EXPONENT = 4


def fraction_of(name: str, value: object) -> Fraction:
    """Return a number exactly as it is written (``0.5``, ``5e-2``, ``1/3``, a Decimal, a float, a Fraction).

    ``name`` is what the user calls it. Raises BadParameter, at once, where it is no number or has more than 24 digits.
    """
    if isinstance(value, Fraction):
        number = value
    elif isinstance(value, int) and not isinstance(value, bool):
        number = Fraction(value)
    else:
        number = _read(name, str(value).strip())
    if max(abs(number.numerator), number.denominator) > MOST_PARTS:
        raise _too_long(name)
    return number


def _read(name: str, text: str) -> Fraction:
    written = _DECIMAL.fullmatch(text) or _RATIO.fullmatch(text)
    if not written:
        raise BadParameter(f"{name} is not a number", "write it like 0.5 or 1/3")
    if len(text) > _LONGEST or len(written.groupdict().get("exponent") or "") > _LONGEST_EXPONENT:
        raise _too_long(name)
    return Fraction(text)


def _too_long(name: str) -> BadParameter:
    return BadParameter(
        f"{name} is too large, too small, or has too many digits", "write at most 24 digits, like 0.5, 0.3333 or 1/3"
    )


def share_of(name: str, value: object, hint: str) -> Fraction:
    """Return a share as it is written; raises BadParameter where it does not lie between 0 and 1."""
    share = fraction_of(name, value)
    if not 0 < share < 1:
        raise BadParameter(f"{name} is {number_text(share)}; it must lie between 0 and 1, both excluded", hint)
    if not NEAREST <= share <= 1 - NEAREST:
        raise BadParameter(f"{name} is too close to 0 or 1", f"it lies at least {float(NEAREST)} from both; {hint}")
    return share


def whole_of(name: str, value: SupportsIndex, hint: str, least: int = 1, most: int = HUGE) -> int:
    """Return a whole number; raises BadParameter where it is none, or does not lie between ``least`` and ``most``."""
    try:
        number = None if isinstance(value, bool) else index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        is_number = "" if number is None or abs(number) > MOST_PARTS else f" is {number}; it"
        raise BadParameter(f"{name}{is_number} must be a whole number from {least} to {most}", hint)
    return number


def seconds_of(name: str, value: object, hint: str) -> float:
    """Return a number of seconds; raises BadParameter where it is no number, or not from 0 to ``HUGE``."""
    seconds = float(value) if isinstance(value, Real) and not isinstance(value, bool) else -1.0
    if not 0 <= seconds <= HUGE:  # neither does "not a number"
        raise BadParameter(f"{name} must be a number of seconds from 0 to {HUGE}", hint)
    return seconds


def round_to_steps(count: int, k: int) -> int:
    """Return a count of a source as it may be public: rounded down to a multiple of k.

    All such counts are told in the same steps, so that one at least as large as another tells nothing of either within
    its step: 0 to k - 1 read alike, and so do k to 2k - 1.
    """
    return count - count % k


def number_text(share: Fraction) -> float | str:
    """Return a fraction as the number that reads back as itself, or as ``1/3`` where there is none."""
    return float(share) if Fraction(str(float(share))) == share else str(share)


def wilson_interval(successes: float, n: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share of ``n`` trials (Wilson's score interval)."""
    if not n:
        return (0.0, 1.0)
    z = 1.959964
    share = successes / n
    middle = share + z * z / (2 * n)
    spread = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n)))


def tried_share(successes: float, n: int) -> tuple[float | None, float | None, float | None]:
    """Return the share of ``n`` trials, and its 95 % confidence interval; None for each where nothing was tried."""
    return (successes / n, *wilson_interval(successes, n)) if n else (None, None, None)


def difference_interval(successes: float, n: int, others: float, n_others: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of the difference of two shares of independent trials.

    Source: Newcombe (Statistics in Medicine 17, 1998), method 10: from Wilson's interval of either share.
    """
    if not n or not n_others:
        return (-1.0, 1.0)
    low, high = wilson_interval(successes, n)
    other_low, other_high = wilson_interval(others, n_others)
    share = successes / n
    other = others / n_others
    difference = share - other
    below = sqrt((share - low) ** 2 + (other_high - other) ** 2)
    above = sqrt((high - share) ** 2 + (other - other_low) ** 2)
    return (max(-1.0, difference - below), min(1.0, difference + above))
