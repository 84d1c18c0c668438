"""Rho-uncertainty: no sensitive item follows more surely than rho."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from setanon_sql.errors import BadParameter
from setanon_sql.numbers import Share, number_text
from setanon_sql.registry.from_manifest import is_bound, is_kind, is_set, no_numbers
from setanon_sql.registry.parameters import (
    STAYS_VISIBLE,
    BoundsConfidence,
    check_m,
    counted_in,
    most_confidence,
    of_several_records,
    person_parameter,
    records_only,
    share,
    whoever_knows,
)
from setanon_sql.text import count_of

SAMPLED = "epsilon and delta, other than by a new sample of random adversaries"


def _shares_of(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the shares that the parameters of a manifest hold; raises BadInput where they are none."""
    shares = {name: parameters.get(name) for name in ("rho", "epsilon", "delta")}
    are_numbers = all(value is None or is_kind(value, str) or is_kind(value, float) for value in shares.values())
    if not are_numbers or shares["rho"] is None or not is_bound(parameters, "m"):
        raise no_numbers()
    return shares


#: Why persons are not counted of random adversaries, and what to do.
SAMPLED_RECORDS = (
    "the sampled model counts records only",
    "leave <sampling> out, or <person>: the adversaries are of records",
)


@dataclass(frozen=True)
class RhoUncertainty(BoundsConfidence):
    """Personalized rho-uncertainty: no rule from what is known of a person to what that person hides exceeds rho.

    ``rho`` is exact (a Fraction; text such as ``0.5`` or ``1/3``, a Decimal or a float is taken as it is written).
    ``m`` bounds how many items are known (at least one); None means any number. ``epsilon`` and ``delta`` make it the
    sampled model: with a probability of at least 1 - delta, a random adversary succeeds with at most epsilon.
    ``person``: shares of persons do not exceed rho either; not in the sampled model. Source: Nakagawa, Arai, Nakagawa,
    Definitions 3, 5 and 6. Raises BadParameter outside of the ranges.
    """

    name: ClassVar[str] = "rho"
    manifest_parameters: ClassVar[tuple[str, ...]] = ("rho", "m", "epsilon", "delta", "person")
    manifest_fields: ClassVar[frozenset[str]] = frozenset({"sensitive"})
    has_labels: ClassVar[bool] = True
    lists_sensitive: ClassVar[bool] = True
    takes_sensitive: ClassVar[bool] = True
    epsilon: Fraction | None = None
    delta: Fraction | None = None
    person: bool = False

    def __post_init__(self) -> None:
        for name in ("rho", "epsilon", "delta"):
            value = getattr(self, name)
            if value is not None or name == "rho":
                object.__setattr__(self, name, share(name, value))
        check_m(self, self.m)
        if (self.epsilon is None) != (self.delta is None):
            raise BadParameter("<epsilon> and <delta> belong together", "give both, for example 0.05 and 0.05")
        if self.sampled and self.m is None:
            raise BadParameter("the sampled model needs <m>", "it draws adversaries who know 1 to m items")
        if self.sampled and self.person:
            raise BadParameter(*SAMPLED_RECORDS)

    @classmethod
    def from_shares(
        cls,
        rho: Share,
        m: int | None = None,
        epsilon: Share | None = None,
        delta: Share | None = None,
        *,
        person: bool = False,
    ) -> Self:
        """Make the model from shares as they are written: text, decimals, floats, fractions."""
        odds = {
            name: None if value is None else share(name, value)
            for name, value in (("epsilon", epsilon), ("delta", delta))
        }
        return cls(share("rho", rho), m, odds["epsilon"], odds["delta"], person)

    @classmethod
    def from_options(cls, values: Mapping[str, Any]) -> Self:
        """Return what options ask for; raises BadParameter."""
        return cls(share("rho", values["rho"]), values["m"], person=bool(values.get("person")))

    @classmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> Self:
        """Return what a manifest promises; raises BadInput or BadParameter where it holds no such parameters."""
        parameters = fields["parameters"]
        shares = _shares_of(parameters)
        odds = (shares["epsilon"], shares["delta"])
        return cls.from_shares(shares["rho"], parameters["m"], *odds, person=is_set(parameters, "person"))

    @property
    def not_checked(self) -> tuple[str, ...]:
        """Return a sentence for each part of the promise that nobody can recount in a release."""
        return (SAMPLED,) if self.sampled else ()

    @property
    def sampled(self) -> bool:
        """Return whether the promise is about random adversaries only (Definition 6)."""
        return self.epsilon is not None

    @property
    def parameters(self) -> dict[str, float | int | str | None]:
        """Return the parameters as a manifest and JSON spell them: decimals as numbers, other fractions as ``1/3``."""
        parameters: dict[str, float | int | str | None] = {"rho": number_text(self.rho), "m": self.m}
        if self.epsilon is not None and self.delta is not None:
            parameters |= {"epsilon": number_text(self.epsilon), "delta": number_text(self.delta)}
        return parameters | person_parameter(self.person)

    @property
    def in_short(self) -> str:
        """Return what is promised, in a few words."""
        both = ", in records or persons" if self.person else ""
        return f"{whoever_knows(self.m)} infers nothing sensitive with {most_confidence(self.rho)}{both}"

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against and what it does not."""
        knows = f"up to {count_of(self.m, 'item')}" if self.m else "any number of items"
        odds = (
            f" With a probability of at least {number_text(1 - self.delta)} this holds for all but a share of "
            f"{number_text(self.epsilon)} of random adversaries, not for each one."
            if self.epsilon is not None and self.delta is not None
            else ""
        )
        return (
            f"Somebody may know {knows} (at least one) of a person's record, published or not. Nobody can infer from "
            "these and the published records a further item that the person wants hidden, with a confidence above "
            f"{number_text(self.rho)}.{counted_in(self.person)}{odds} {STAYS_VISIBLE} It does not hold against someone "
            f"who knows what a person does not have{of_several_records(self.person)}.{records_only(self.person)}"
        )
