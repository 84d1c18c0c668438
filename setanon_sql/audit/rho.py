"""The rho audit: from what is known of a person, how surely does something follow that the person wants hidden?

1. Enumerate what can be known, size by size (:mod:`setanon_sql.counting.rules`), with the confidence of each rule.
2. Of the rules above rho keep, where wishes are personal, those that speak of a person who has the wish.
3. Note persons at risk, and the highest confidence about each person.

Where any number of items may be known, the same items are sensitive for everybody, and only these figures are wanted,
the sets of two items and more are counted from bits (:mod:`setanon_sql.counting.rules_from_bits`): no rule is listed.

Without a bound on what is known, the sizes end when no generator is left; then the answer covers records of any length.
Where that is too much (long records of unprotected data have more subsets than can be counted), the audit stops at
the largest size that is feasible and says so: what it then reports are lower bounds.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from sqlglot import exp

from setanon_sql.audit.who import CategoryRisk, Who
from setanon_sql.counting.personal import MANY_WISHES, PersonalConstraint
from setanon_sql.counting.rule_figures import RuleCount, rule_figures
from setanon_sql.counting.rules import EnumerationOptions, RuleLevel, WorkLimit, rule_levels
from setanon_sql.counting.rules_from_bits import bits_fit, rule_counts
from setanon_sql.dataset import ALL, Dataset, Selection, capped
from setanon_sql.engine import Engine
from setanon_sql.models import AdaptiveRho, RhoUncertainty
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.results import size_of, verdict
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.limits import Limits, limits_for
from setanon_sql.shown import Figures, Listing, Shown
from setanon_sql.text import count, share

#: Confidences below which one looks at a record only if it has none above: 1 / n each (0: no bound).
BANDS = (0, 1, 2, 8, 64, (1 << 31) - 1)
#: Rows a step of an audit without a bound may touch.
MOST_WORK = 400_000_000


Model = RhoUncertainty | AdaptiveRho


@dataclass(frozen=True)
class Rule:
    """A rule that is too sure.

    ``known``: labels of what is known.
    ``sensitive_item``: the label of the sensitive item that follows.
    ``support_with_sensitive``: records that hold all of it.
    ``support``: records that hold what is known; support_with_sensitive / support is the confidence.
    """

    known: tuple[str, ...]
    sensitive_item: str
    support_with_sensitive: int
    support: int


@dataclass(frozen=True)
class RhoAudit(Shown):
    """What an audit found.

    ``model``: what was looked for.
    ``records``: records of the source.
    ``rows``: pairs of record and item.
    ``by_size``: rules above the threshold whose known items are a generator, by the number of known items.
    ``max_confidence``: the highest confidence of a rule to a sensitive item, 0..1.
    ``percentile``: the confidence that 95 % of persons stay at or under, 0..1.
    ``at_risk``: persons about whom at least one rule above the threshold speaks.
    ``complete``: false where sizes are missing: all figures but ``satisfied`` are then lower bounds.
    ``refused``: rows that the first step that was left out would have touched; 0 where none was.
    ``worst``: the surest rules of each size; empty unless asked for.
    ``selection``: what of the source was read.
    ``by_category``: the risk below each label of a level of a taxonomy, the highest first; empty unless asked for.
    """

    model: Model
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

    @property
    def violations(self) -> int:
        """The number of rules above rho (of the sizes looked at)."""
        return sum(self.by_size.values())

    @property
    def satisfied(self) -> bool:
        """Does the data satisfy the model as it is?"""
        return self.complete and self.violations == 0

    def figures(self) -> Figures:
        """Return a row for each number of known items."""
        listing = Listing(("items_known", "rules_above_threshold"), tuple(self.by_size.items()))
        persons = f"{count(self.at_risk)} persons ({share(self.at_risk, self.records)}) are at risk"
        surest = f"{persons}; the surest rule has a confidence of {self.max_confidence:.4g}."
        left = () if self.complete else ("Larger sets were not counted: the figures are lower bounds.",)
        m = f"{self.model.m} known items" if self.model.m else "any number of known items"
        title = f"rho-uncertainty with rho = {self.model.parameters['rho']}, {m}"
        return Figures(title, listing, self.satisfied, (size_of(self), surest, *left))

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object of the contract; labels only with ``show_values``."""
        result = (
            verdict(self)
            | {
                "violations_by_size": {str(size): count for size, count in self.by_size.items()},
                "max_confidence": self.max_confidence,
                "confidence_p95": self.percentile,
                "persons_at_risk": self.at_risk,
                "share_at_risk": self.at_risk / self.records if self.records else 0.0,
                "covers_every_size": self.complete,
            }
            | capped(self.selection)
        )
        if isinstance(self.model, AdaptiveRho):
            result["thresholds"] = _thresholds(self.model, show_values)
        if self.by_category:
            result["by_category"] = [one.to_json(show_values=show_values) for one in self.by_category]
        if self.worst and show_values:
            result["worst"] = [asdict(one) | {"known": list(one.known)} for one in self.worst]
        return result


#: Called at each size with the tables of its rules above rho, and of the persons at risk and the confidences so far.
Watch = Callable[[int, Table, Table, Table], None]


def _thresholds(model: AdaptiveRho, show_values: bool) -> dict[str, Any]:
    shares = model.thresholds.values()
    told = {"items": len(shares), "lowest": float(min(shares)), "highest": float(max(shares))}
    mean = {"mean": float(sum(shares) / len(shares))}
    by_item = {label: str(one) for label, one in model.thresholds.items()}
    return told | mean | ({"by_item": by_item} if show_values else {})


def audit_rho(
    dataset: Dataset,
    model: Model,
    constraint: Constraint,
    *,
    worst: int = 0,
    most_work: int = MOST_WORK,
    limits: Limits | None = None,
    watch: Watch | None = None,
    who: Who | None = None,
) -> RhoAudit:
    """Count what breaks (personalized) rho-uncertainty in a dataset; see the module for the plan.

    ``dataset``: the transactions, in an engine. ``model``: rho or thresholds, and m (None: any number of known items).
    ``constraint``: what is sensitive, for whom.
    ``worst``: list so many of the surest rules of each size.
    ``most_work``: rows that a step may touch where m is None (0: no bound); what is larger is not counted.
    ``limits``: those of the items; None: the model's.
    ``watch``: sees the tables of each size before they are dropped.
    ``who``: is shown of whom the rules of each size speak.

    Cost: that of :func:`setanon_sql.counting.rules.rule_levels`, and a join of the rules with the persons.
    Source: Nakagawa, Arai, Nakagawa, section 4.
    """
    count = _Count(dataset, model, constraint, worst, limits)
    count.watch, count.who = watch, who
    limit = WorkLimit(most_work if model.m is None else 0)
    if model.m is None and count.only_figures() and bits_fit(dataset.engine, dataset.transactions):
        count.from_bits(limit)
        return count.result(limit)
    if model.m and model.m > 1 and count.only_figures():
        count.figures_up_to(model.m, limit)
        return count.result(limit)
    for level in rule_levels(dataset.engine, dataset.transactions, constraint.sensitive, model.m, limit=limit):
        count.take(level)
    return count.result(limit)


class _Count:
    """Adds up what the sizes hold."""

    watch: Watch | None = None
    who: Who | None = None

    def __init__(
        self, dataset: Dataset, model: Model, constraint: Constraint, worst: int, limits: Limits | None
    ) -> None:
        self.dataset, self.model, self.constraint, self.most = dataset, model, constraint, worst
        self.engine: Engine = dataset.engine
        self.limits = limits or limits_for(dataset, constraint.sensitive, model)
        self.many = constraint.wishes is not None and self.engine.count(constraint.wishes) >= MANY_WISHES
        self.by_size: dict[int, int] = {}
        self.worst: list[Rule] = []
        self.at_risk: Table | None = None
        self.confidences: Table | None = None

    def only_figures(self) -> bool:
        """Is nothing listed, and are the same items sensitive for everybody?"""
        return self.constraint.wishes is None and not (self.most or self.who or self.watch)

    def from_bits(self, limit: WorkLimit) -> None:
        """Count what single items tell as ever, and what larger sets tell from bits."""
        dataset, sensitive = self.dataset, self.constraint.sensitive
        rows = self.engine.table(
            "rho/count_rules/sensitive_rows", transactions=dataset.transactions, sensitive=sensitive
        )
        options = EnumerationOptions(sensitive_rows=rows)
        for level in rule_levels(self.engine, dataset.transactions, sensitive, 1, options=options):
            self.take(level)
        for found in rule_counts(self.engine, dataset.transactions, rows, self.limits.table, limit):
            self._add(found, told=self.engine.count(found.confidences) > 0)
        self.engine.drop(rows)

    def figures_up_to(self, m: int, limit: WorkLimit) -> None:
        """Count what sets of up to m items tell; the rules of the largest are not listed."""
        dataset, sensitive = self.dataset, self.constraint.sensitive
        for found in rule_figures(self.engine, dataset.transactions, sensitive, m, self.limits.table, limit=limit):
            if isinstance(found, RuleCount):
                self._add(found)
            else:
                self.take(found)

    def _add(self, found: RuleCount, *, told: bool = True) -> None:
        """Add what the sets of a size tell, if that is ``told``, and drop the tables."""
        if told:
            self.by_size[found.size] = found.above
            self._collect("at_risk", all_rows(found.at_risk), {})
            self._collect("confidences", all_rows(found.confidences), {})
            self._tell(found.size)
        self.engine.drop(found.at_risk, found.confidences)

    def take(self, level: RuleLevel) -> None:
        above = self._above(level)
        self.by_size[level.size] = self.engine.count(above)
        self.worst += self._worst(above, level)
        self._add_confidences(level)
        if self.who:
            self.who.take_rules(level, above, self.constraint.wishes)
        if self.watch and self.at_risk and self.confidences:
            self.watch(level.size, above, self.at_risk, self.confidences)
        self.engine.drop(above)
        self._tell(level.size)

    def _tell(self, size: int) -> None:
        of = f" (of up to {self.model.m})" if self.model.m else ""
        self.engine.trace.progress(f"{size} known items{of}: {self.by_size[size]:,} rules above rho")

    def _above(self, level: RuleLevel) -> Table:
        """Return the rules above their limit that somebody asked to prevent, and note of whom they speak."""
        above = self.engine.table("rho/audit/above", rules=level.rules, limits=self.limits.table)
        occurrences = level.occurrences
        if self.constraint.wishes is None:
            self._collect("at_risk", "rho/audit/at_risk", {"above": above, "occurrences": occurrences})
            return above
        wishes = self._targeted_wishes(self.constraint.wishes, above, occurrences)
        requested = self.engine.table("rho/audit/requested_above", rules=above, occurrences=occurrences, wishes=wishes)
        self._collect(
            "at_risk", "rho/audit/at_risk_personal", {"above": requested, "occurrences": occurrences, "wishes": wishes}
        )
        self._drop_but(self.constraint.wishes, wishes)
        self.engine.drop(above)
        return requested

    def _targeted_wishes(self, wishes: Table, rules: Table, occurrences: Table) -> Table:
        """Return the wishes that can be joined with the rules: of very many only those that the rules speak of."""
        if not self.many:
            return wishes
        return PersonalConstraint(self.engine, wishes).targeted_by(rules, occurrences)

    def _drop_but(self, kept: Table, *tables: Table) -> None:
        self.engine.drop(*(one for one in tables if one is not kept))

    def _add_confidences(self, level: RuleLevel) -> None:
        """Add the highest confidence about each record, from the surest rules down where wishes are personal.

        There are few sure rules, and most records have one: hardly any have to be joined with the many others. Where
        more than 5 % of persons have one as sure as a band can hold, less sure rules change no figure.
        """
        rules, occurrences, wishes = level.rules, level.occurrences, self.constraint.wishes
        if wishes is None:
            return self._collect(
                "confidences", "rho/audit/highest_of_sets", {"rules": rules, "occurrences": occurrences}
            )
        for high_den, low_den in pairwise(BANDS):
            if not self._open(max(high_den, 1)):
                break
            band = self.engine.table("rho/audit/band", rules=rules, high_den=high_den, low_den=low_den)
            few = self._targeted_wishes(wishes, band, occurrences)
            found = self.engine.table("rho/audit/highest_of_wishes", rules=band, occurrences=occurrences, wishes=few)
            self._collect("confidences", all_rows(found), {})
            others = self.engine.table("rho/audit/other_occurrences", occurrences=occurrences, confidences=found)
            self._drop_but(wishes, few)
            self._drop_but(level.occurrences, occurrences)
            self.engine.drop(band, found)
            occurrences = others
        return self._drop_but(level.occurrences, occurrences)

    def _open(self, den: int) -> bool:
        """May confidences up to 1 / ``den`` still change the highest, or the one that 95 % stay at or under?"""
        if self.confidences is None:
            return True
        enough = self._outside() + 1
        binds = {"confidences": self.confidences}
        return self.engine.number("rho/audit/persons_missing", enough=enough, den=den, **binds) > 0

    def _outside(self) -> int:
        """Return how many persons 5 % are, rounded down."""
        return self.dataset.records - -(-self.dataset.records * 95 // 100)

    def _collect(self, into: str, query: str | exp.Expr, binds: dict[str, Table]) -> None:
        setattr(self, into, self.engine.add(getattr(self, into), query, **binds))

    def _worst(self, above: Table, level: RuleLevel) -> Sequence[Rule]:
        if not self.most:
            return []
        rules: dict[int, tuple[list[str], str, int, int]] = {}
        tables = {"above": above, "members": level.members, "labels": self.dataset.items}
        for rank, label, item, joint, support in self.engine.rows("rho/audit/worst_rules", most=self.most, **tables):
            rules.setdefault(rank, ([], item, joint, support))[0].append(label)
        return [Rule(tuple(known), item, joint, support) for known, item, joint, support in rules.values()]

    def result(self, limit: WorkLimit) -> RhoAudit:
        assert self.at_risk is not None
        assert self.confidences is not None
        binds = {"confidences": self.confidences}
        highest, percentile = self.engine.row("rho/audit/percentile", above=self._outside(), **binds)
        persons = self.engine.number("rho/audit/persons", at_risk=self.at_risk)
        self.engine.drop(self.at_risk, self.confidences)
        return RhoAudit(
            self.model, self.dataset.records, self.dataset.rows, self.by_size, float(highest), float(percentile),
            persons, limit.complete, limit.refused, tuple(self.worst), self.dataset.selection,
            self.who.by_category() if self.who else (),
        )  # fmt: skip
