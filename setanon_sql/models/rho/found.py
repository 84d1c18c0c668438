"""What a rho audit found: rules that are too sure, and of whom they speak."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from setanon_sql.audit.who import BY_CATEGORY, CategoryRisk
from setanon_sql.dataset import ALL, Selection
from setanon_sql.display import Listing, Summary
from setanon_sql.fields import ABSENT, INLINE, LIKEWISE, ComputedKey, Fields, Name, in_json
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.results import UNIT, Audit, size_of
from setanon_sql.text import count, count_of, share


@dataclass(frozen=True)
class Rule(Fields):
    """A rule that is too sure. Where persons count, too, the larger of the two shares is the confidence."""

    known: Annotated[tuple[str, ...], ""]
    sensitive_item: Annotated[str, "that follows"]
    support_with_sensitive: Annotated[int, "records that hold all of it"]
    support: Annotated[int, "records that hold what is known"]
    persons_with_sensitive: Annotated[int | None, "with `--person`: the same in persons"] = None
    persons: Annotated[int | None, LIKEWISE] = None


class Thresholds(Fields):
    """Thresholds of sensitive items."""

    items: Annotated[int, ""]
    lowest: Annotated[float, ""]
    highest: Annotated[float, LIKEWISE]
    mean: Annotated[float, LIKEWISE]
    by_item: Annotated[Mapping[str, str], "as exact fractions †"]

    def __init__(self, by_item: Mapping[str, Fraction]) -> None:
        shares = by_item.values()
        self.items = len(shares)
        self.lowest = float(min(shares))
        self.highest = float(max(shares))
        self.mean = float(sum(shares) / len(shares))
        self.by_item = {label: str(share) for label, share in by_item.items()}


@dataclass(frozen=True)
class RhoAudit(Audit):
    """The findings of an audit.

    ``at_risk``: records of which a rule that is too sure speaks; ``persons_at_risk``: persons, 0 where records count.
    ``refused``: rows that the first step that was left out would have touched; 0 where none was.
    """

    model: BoundsConfidence
    by_size: Annotated[
        Mapping[int, int],
        Name("violations_by_size"),
        "rules above rho (above the threshold of their item) by the number of known items",
    ]
    max_confidence: Annotated[float, "the highest of a rule to a sensitive item"]
    percentile: Annotated[float, Name("confidence_p95"), "95 % of records stay at or under it"]
    at_risk: int
    complete: Annotated[
        bool,
        Name("covers_every_size"),
        "false: larger sets were too many to be counted, and all figures are lower bounds",
    ] = True
    refused: int = 0
    worst: Annotated[tuple[Rule, ...], "`--worst`: the surest rules of each size †"] = ()
    selection: Annotated[Selection, INLINE] = ALL
    by_category: Annotated[tuple[CategoryRisk, ...], BY_CATEGORY] = ()
    persons: Annotated[int | None, "of all records"] = None
    persons_at_risk: int = 0
    unit = UNIT
    speaks_of = ComputedKey[int](
        "records of which a rule above rho (the threshold) speaks; with `--person` persons",
        lambda audit: audit.at_risk if audit.persons is None else audit.persons_at_risk,
        Name("persons_at_risk"),
    )
    records_at_risk = ComputedKey[int | None](
        "with `--person`: of which such a rule speaks",
        lambda audit: None if audit.persons is None else audit.at_risk,
        ABSENT,
    )
    thresholds = ComputedKey[Thresholds | None](
        "`adaptive`: of the sensitive items",
        lambda audit: Thresholds(audit.model.thresholds) if audit.model.thresholds else None,
        ABSENT,
    )

    @property
    def violations(self) -> int:
        """The number of rules above rho (of the sizes looked at)."""
        return sum(self.by_size.values())

    @property
    def satisfied(self) -> bool:
        """Does the data satisfy the model as it is?"""
        return self.complete and self.violations == 0

    def summary(self) -> Summary:
        """Return a row for each number of known items."""
        listing = Listing(("items_known", "rules_above_threshold"), tuple(self.by_size.items()))
        surest = f"{self._risk()}; the surest rule has a confidence of {self.max_confidence:.4g}."
        bound = () if self.complete else ("Larger sets were not counted: the figures are lower bounds.",)
        m = count_of(self.model.m, "known item") if self.model.m else "any number of known items"
        of = "" if self.persons is None else " of records and of persons"
        title = f"rho-uncertainty{of} with rho = {self.model.parameters['rho']}, {m}"
        return Summary(title, listing, self.satisfied, (size_of(self), surest, *bound))

    def _risk(self) -> str:
        records = f"{count_of(self.at_risk, 'record')} ({share(self.at_risk, self.records)})"
        if self.persons is None:
            return f"{records} {'is' if self.at_risk == 1 else 'are'} at risk"
        persons = f"{count(self.persons_at_risk)} of {count(self.persons)} persons"
        return f"{persons} ({share(self.persons_at_risk, self.persons)}) with {records} are at risk"

    @property
    @in_json()
    def share_at_risk(self) -> float:
        """Return the share of the records; with ``--person`` of the persons."""
        if self.persons is None:
            return self.at_risk / self.records if self.records else 0.0
        return self.persons_at_risk / self.persons if self.persons else 0.0
