"""Sensitivity-adaptive rho-uncertainty: each sensitive item has a threshold of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self

from setanon_sql.errors import BadParameter
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.numbers import MOST_PARTS, fraction_of, number_text
from setanon_sql.registry.from_manifest import edited_manifest, labels_listed
from setanon_sql.registry.parameters import (
    STAYS_VISIBLE,
    BoundsConfidence,
    counted_in,
    of_several_records,
    person_parameter,
    records_only,
    share,
)
from setanon_sql.text import count_of

FREQUENT = "whether thresholds over rho belong to items that were frequent in the original, which is not published"


@dataclass(frozen=True)
class AdaptiveRho(BoundsConfidence):
    """Sensitivity-adaptive rho-uncertainty: each sensitive item has a threshold of its own, at least ``rho``.

    No rule from what is known of a person to a sensitive item exceeds the item's threshold. ``m`` bounds how many items
    are known (at least one); None means any number. ``thresholds`` maps sensitive labels to thresholds. ``person``:
    shares of persons do not exceed them either, and a person's records are in one group. Source: Chen, Zhong, Wang and
    Li, Definition 3. Raises BadParameter outside of the ranges.
    """

    name: ClassVar[str] = "adaptive"
    records: ClassVar[Literal["long", "grouped", "pieces"]] = "grouped"
    manifest_parameters: ClassVar[tuple[str, ...]] = ("rho", "m", "person")
    manifest_fields: ClassVar[frozenset[str]] = frozenset({"sensitive", "thresholds"})
    has_labels: ClassVar[bool] = True
    lists_sensitive: ClassVar[bool] = True
    recodes_locally: ClassVar[bool] = True
    thresholds: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    person: bool = False

    def __post_init__(self) -> None:
        RhoUncertainty(self.rho, self.m)
        if any(share.denominator > MOST_PARTS for share in self.thresholds.values()):
            raise BadParameter("a threshold has too many digits to be compared", "round rho and the factors")
        wrong = sum(not self.rho <= share < 1 for share in self.thresholds.values())
        if wrong:
            raise BadParameter(
                f"{count_of(wrong, 'threshold does', 'thresholds do')} not lie between rho and 1",
                "they are rho and what is added to it",
            )

    @classmethod
    def from_options(cls, values: Mapping[str, Any]) -> Self:
        """Return what options ask for, with no threshold over rho yet; raises BadParameter."""
        return cls(share("rho", values["rho"]), values["m"], person=bool(values.get("person")))

    @classmethod
    def from_manifest(cls, fields: Mapping[str, Any]) -> Self:
        """Return what a manifest promises; raises BadInput or BadParameter where it holds no such parameters."""
        parameters = fields["parameters"]
        base = RhoUncertainty.from_manifest(fields)
        labels = labels_listed(fields.get("sensitive"))
        thresholds = fields.get("thresholds")
        texts = thresholds if isinstance(thresholds, dict) else {}
        if labels is None or texts.keys() != set(labels) or not all(isinstance(text, str) for text in texts.values()):
            raise edited_manifest("the manifest does not list a threshold for each sensitive label")
        try:
            shares = {label: fraction_of("a threshold", text) for label, text in texts.items()}
            return cls(base.rho, parameters["m"], shares, person=base.person)
        except BadParameter as error:
            raise edited_manifest("a threshold in the manifest is no fraction from rho to 1") from error

    def of_sensitive(self, labels: Sequence[str]) -> dict[str, Any]:
        """Return the thresholds of the sensitive ``labels`` that are released."""
        return {"thresholds": {label: str(self.thresholds[label]) for label in labels}} if self.thresholds else {}

    @property
    def not_checked(self) -> tuple[str, ...]:
        """Return a sentence for each part of the promise that nobody can recount in a release."""
        return (FREQUENT,) if any(share > self.rho for share in self.thresholds.values()) else ()

    @property
    def parameters(self) -> dict[str, float | int | str | None]:
        """Return the parameters as a manifest and JSON spell them; thresholds are told apart, since they name items."""
        return {"rho": number_text(self.rho), "m": self.m} | person_parameter(self.person)

    @property
    def in_short(self) -> str:
        """Return what is promised, in a few words."""
        return f"{RhoUncertainty(self.rho, self.m, person=self.person).in_short} (more where it is frequent)"

    @property
    def guarantee(self) -> str:
        """Return short sentences: what the model protects against and what it does not."""
        knows = f"up to {count_of(self.m, 'item')}" if self.m else "any number of items"
        return (
            f"Whoever knows {knows} (at least one) of a person's original record, or labels that stand for them, looks "
            "for the released records that hold them. Those are the records that hold, in their group, the label of "
            "each of them, in one group or in all groups together. From these nobody can infer a further item listed "
            "as sensitive with a confidence above its threshold listed here. The threshold is rho, "
            f"{number_text(self.rho)}, or more for an item that was frequent in the original."
            f"{counted_in(self.person)} {STAYS_VISIBLE} It does not hold against someone who knows what a person does "
            f"not have{of_several_records(self.person)}, or who reasons from what was suppressed."
            f"{records_only(self.person)}"
        )
