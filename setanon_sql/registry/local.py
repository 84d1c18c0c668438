"""What promises that are reached by local recoding share: an item may have another label in another record."""

from fractions import Fraction
from typing import Any

from setanon_sql.errors import BadParameter
from setanon_sql.numbers import fraction_of, number_text

#: What options and manifests call local recoding.
LOCAL = "local"
HIGHEST_FLOOR = Fraction(1, 20)


def floor_of(share: Any) -> Fraction:
    """Return the probability of a step up to a floor; raises BadParameter for one under 0 or over 0.05."""
    floor = fraction_of("<floor>", share)
    if not 0 <= floor <= HIGHEST_FLOOR:
        raise BadParameter(
            f"<floor> is {number_text(floor)}; it must lie from 0 to {float(HIGHEST_FLOOR)}",
            "0.01 is a usual choice; 0 makes no floors",
        )
    return floor


def local_parameters(floor: Fraction) -> dict[str, Any]:
    """Return the parameters besides those of the model, as a manifest and JSON spell them."""
    return {"recoding": LOCAL, "floor": float(floor)}


def candidates_left(knowledge: str, k: int, floor: Fraction, *, person: bool) -> str:
    """Return with how many candidates somebody is left who knows of a record what ``knowledge`` says."""
    candidates = f"at least {k} records of {k} persons" if person else f"at least {k} records"
    method = (
        "Knowing the method, but not its secret randomness, rules out no more."
        if floor
        else "Somebody who knows the method may be left with fewer: the release was made without secret floors."
    )
    return (
        f"Somebody who knows {knowledge} of a person's record, and otherwise only this release and its taxonomy, is "
        f"left with {candidates} that could be it. They need not be equally likely: other labels of the record, how "
        f"common an item is and how much a person buys can make one likelier. {method}"
    )
