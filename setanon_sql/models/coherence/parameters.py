"""(h, k, p)-coherence."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from setanon_sql.errors import BadParameter
from setanon_sql.numbers import fraction_of, number_text, share_of
from setanon_sql.registry.from_manifest import edited_manifest, is_bound, no_numbers
from setanon_sql.registry.parameters import (
    ModelParameters,
    at_least,
    check_m,
    most_confidence,
    not_protected,
    records_only,
    whoever_knows,
    whole,
)
from setanon_sql.text import count_of


@dataclass(frozen=True)
class Coherence(ModelParameters):
    """(h, k, p)-coherence, p being ``m``: ``k`` records hold each set of at most so many items that are not private.

    And from none of them a private item follows with a confidence above ``h``, over 0 and at most 1 (1: no bound).
    ``m`` None means every size. Source: Xu, Wang, Fu and Yu (KDD 2008), Definitions 1 to 3. Raises BadParameter outside
    of the ranges.
    """

    name: ClassVar[str] = "coherence"
    manifest_parameters: ClassVar[tuple[str, ...]] = ("k", "m", "h")
    manifest_fields: ClassVar[frozenset[str]] = frozenset({"sensitive"})
    lists_sensitive: ClassVar[bool] = True
    takes_sensitive: ClassVar[bool] = True
    k: int
    m: int | None = None
    h: Fraction = Fraction(1)
    person: ClassVar[bool] = False

    def __post_init__(self) -> None:
        whole(self, "k", "k = 5 is a usual choice", least=2)
        check_m(self, self.m)
        share = fraction_of("<h>", self.h)
        object.__setattr__(self, "h", share if share == 1 else share_of("<h>", share, "1 bounds nothing"))

    @classmethod
    def from_options(cls, values: Mapping[str, Any]) -> Self:
        """Return what options ask for; raises BadParameter."""
        model = cls(values["k"], values["m"], fraction_of("<h>", values["h"]))
        if model.h < 1 and values.get("sensitive") is None:
            raise BadParameter(
                "<h> bounds how surely sensitive items follow, and none are listed", "say <sensitive>, too"
            )
        return model

    @classmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> Self:
        """Return what a manifest promises; raises BadInput or BadParameter where it holds no such parameters."""
        parameters = fields["parameters"]
        h = parameters.get("h")
        if type(parameters.get("k")) is not int or not is_bound(parameters, "m") or not isinstance(h, str | float):
            raise no_numbers()
        if fields.get("sensitive") is None:
            raise edited_manifest("the manifest does not list what is sensitive")
        return cls(parameters["k"], parameters["m"], fraction_of("<h>", h))

    @property
    def parameters(self) -> dict[str, int | float | str | None]:
        """Return the parameters as a manifest and JSON spell them (``m`` null where every size is meant)."""
        return {"k": self.k, "m": self.m, "h": number_text(self.h)}

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def in_short(self) -> str:
        """Return what is promised, in a few words."""
        infers = "" if self.h == 1 else f", and infers no single sensitive item with {most_confidence(self.h)}"
        matching = at_least(self.k, person=self.person)
        return f"{whoever_knows(self.m)}, none of them sensitive, finds no record or {matching}{infers}"

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against and what it does not."""
        knows = f"up to {count_of(self.m, 'item')}" if self.m else "any number of items"
        infers = (
            ""
            if self.h == 1
            else " From these nobody can infer a single item listed as sensitive with a confidence above "
            f"{number_text(self.h)}."
        )
        return (
            f"Whoever knows {knows} of a person's record, none of them listed as sensitive, finds either no record or "
            f"at least {self.k} records that match.{infers} "
            f"{not_protected('more than that or a single sensitive item (which stays, however rare it is)')}"
            f"{records_only(self.person)}"
        )
