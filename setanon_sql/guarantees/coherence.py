"""(h, k, p)-coherence."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from setanon_sql.guarantees.parameters import check_m, not_protected, records_only, whole
from setanon_sql.numbers import fraction_of, number_text, share_of


@dataclass(frozen=True)
class Coherence:
    """(h, k, p)-coherence, p being ``m``: ``k`` records hold each set of at most so many items that are not private.

    And from none of them a private item follows with a confidence above ``h``, over 0 and at most 1 (1: no bound).
    ``m`` None means every size. Source: Xu, Wang, Fu and Yu (KDD 2008), Definitions 1 to 3. Raises BadParameter outside
    of the ranges.
    """

    name: ClassVar[str] = "coherence"
    k: int
    m: int | None = None
    h: Fraction = Fraction(1)
    person: ClassVar[bool] = False

    def __post_init__(self) -> None:
        whole(self, "k", "k = 5 is a usual choice", least=2)
        check_m(self, self.m)
        share = fraction_of("<h>", self.h)
        object.__setattr__(self, "h", share if share == 1 else share_of("<h>", share, "1 bounds nothing"))

    @property
    def parameters(self) -> dict[str, int | float | str | None]:
        """Return the parameters as a manifest and JSON spell them (``m`` null where every size is meant)."""
        return {"k": self.k, "m": self.m, "h": number_text(self.h)}

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against and what it does not."""
        knows = f"up to {self.m} items" if self.m else "any number of items"
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
