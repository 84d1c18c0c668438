"""What a rho audit found: rules that are too sure, and of whom they speak."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from setanon_sql.audit.who import CategoryRisk
from setanon_sql.dataset import ALL, Selection, cap_fields
from setanon_sql.display import Displayable, Listing, Summary
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.results import size_of, verdict
from setanon_sql.text import count, count_of, share


@dataclass(frozen=True)
class Rule:
    """A rule that is too sure.

    ``known``: labels of what is known.
    ``sensitive_item``: the label of the sensitive item that follows.
    ``support_with_sensitive``: records that hold all of it.
    ``support``: records that hold what is known; support_with_sensitive / support is the confidence.
    ``persons_with_sensitive``, ``persons``: the same in persons, where these count, too; else 0. The larger of the two
    shares is the confidence.
    """

    known: tuple[str, ...]
    sensitive_item: str
    support_with_sensitive: int
    support: int
    persons_with_sensitive: int = 0
    persons: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``--json`` prints: persons where they count."""
        fields = asdict(self) | {"known": list(self.known)}
        return fields if self.persons else {name: fields[name] for name in fields if "persons" not in name}


@dataclass(frozen=True)
class RhoAudit(Displayable):
    """The findings of an audit.

    ``model``: what was looked for.
    ``records``: records of the source.
    ``rows``: pairs of record and item.
    ``by_size``: rules above the threshold whose known items are a generator, by the number of known items.
    ``max_confidence``: the highest confidence of a rule to a sensitive item, 0..1.
    ``percentile``: the confidence that 95 % of records (or persons, where these count) stay at or under, 0..1.
    ``at_risk``: records about which at least one rule above the threshold speaks.
    ``complete``: false where sizes are missing: all figures but ``satisfied`` are then lower bounds.
    ``refused``: rows that the first step that was left out would have touched; 0 where none was.
    ``worst``: the surest rules of each size; empty unless asked for.
    ``selection``: what of the source was read.
    ``by_category``: the risk below each label of a level of a taxonomy, the highest first; empty unless asked for.
    ``persons``: persons of the source, where their shares are bounded, too; None where only records count.
    ``persons_at_risk``: persons with a record at risk.
    """

    model: BoundsConfidence
    records: int
    rows: int
    by_size: dict[int, int]
    max_confidence: float
    percentile: float
    at_risk: int
    complete: bool = True
    refused: int = 0
    worst: tuple[Rule, ...] = ()
    selection: Selection = ALL
    by_category: tuple[CategoryRisk, ...] = ()
    persons: int | None = None
    persons_at_risk: int = 0

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
    def share_at_risk(self) -> float:
        """Return the share of the records, or of the persons where these count, that are at risk."""
        if self.persons is None:
            return self.at_risk / self.records if self.records else 0.0
        return self.persons_at_risk / self.persons if self.persons else 0.0

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object of the contract; labels only with ``show_values``."""
        result = (
            verdict(self)
            | {
                "violations_by_size": {str(size): count for size, count in self.by_size.items()},
                "max_confidence": self.max_confidence,
                "confidence_p95": self.percentile,
                "persons_at_risk": self.at_risk,
                "share_at_risk": self.share_at_risk,
                "covers_every_size": self.complete,
            }
            | cap_fields(self.selection, show_values=show_values)
        )
        if self.persons is not None:
            result |= {
                "unit": "person",
                "persons": self.persons,
                "persons_at_risk": self.persons_at_risk,
                "records_at_risk": self.at_risk,
            }
        if self.model.thresholds:
            result["thresholds"] = _thresholds(self.model.thresholds, show_values)
        if self.by_category:
            result["by_category"] = [category.to_json(show_values=show_values) for category in self.by_category]
        if self.worst and show_values:
            result["worst"] = [rule.to_json() for rule in self.worst]
        return result


def _thresholds(thresholds: Mapping[str, Fraction], show_values: bool) -> dict[str, Any]:
    shares = thresholds.values()
    figures = {"items": len(shares), "lowest": float(min(shares)), "highest": float(max(shares))}
    mean = {"mean": float(sum(shares) / len(shares))}
    by_item = {label: str(share) for label, share in thresholds.items()}
    return figures | mean | ({"by_item": by_item} if show_values else {})
