"""The rho audit: from what is known of a person, how surely does something follow that the person wants hidden?

1. Enumerate what can be known, size by size (:mod:`setanon_sql.counting.rules`), with the confidence of each rule.
2. Of the rules above rho keep, where wishes are personal, those that speak of a person who has the wish.
3. Note records at risk, and the highest confidence about each record.

Where any number of items may be known, the same items are sensitive for everybody, and only these figures are wanted,
the sets of two items and more are counted from bits (:mod:`setanon_sql.counting.rules_from_bits`): no rule is listed.

Without a bound on what is known, the sizes end when no generator is left; then the answer covers records of any length.
Where that is too much (long records of unprotected data have more subsets than can be counted), the audit stops at
the largest size that is feasible and says so: what it then reports are lower bounds.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from sqlglot import exp

from setanon_sql.audit.so_far import SoFar
from setanon_sql.audit.who import Who
from setanon_sql.counting.personal import MANY_WISHES, PersonalConstraint
from setanon_sql.counting.rule_figures import RuleCount, rule_figures
from setanon_sql.counting.rules import EnumerationOptions, RuleLevel, WorkLimit, rule_levels
from setanon_sql.counting.rules_from_bits import bits_fit, rule_counts
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.models.rho.found import RhoAudit, Rule
from setanon_sql.models.rho.options import AuditRho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.pipeline.case import Case
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.limits import limits_for
from setanon_sql.text import count_of

#: Confidences below which one looks at a record only if it has none above: 1 / n each (0: no bound).
BANDS = (0, 1, 2, 8, 64, (1 << 31) - 1)
#: A support is persons times this and records, as the pair() of the queries has it; without persons it is the records.
_PERSON = 31
_RECORDS = (1 << 31) - 1
#: Rows a step of an audit without a bound may touch.
MOST_WORK = 400_000_000


#: Called at each size with the tables of its rules above rho, and of the records at risk and the confidences so far.
Watch = Callable[[int, Table, Table, Table], None]


def audit(case: Case[RhoUncertainty, AuditRho]) -> RhoAudit:
    """Return the audit of a source; shares of persons are looked at where it has persons."""
    model = replace(case.model, person=False)
    who = case.lists.collect(case.dataset, case.dataset.items, case.taxonomy) if case.lists else None
    return audit_rho(case.dataset, model, case.constraint, worst=case.request.worst, who=who)


def audit_rho(
    dataset: Dataset,
    model: BoundsConfidence,
    constraint: Constraint,
    *,
    worst: int = 0,
    most_work: int = MOST_WORK,
    who: Who | None = None,
) -> RhoAudit:
    """Count what breaks (personalized) rho-uncertainty in a dataset; see the module for the plan.

    ``dataset``: the transactions, in an engine. ``model``: rho or thresholds, and m (None: any number of known items).
    ``constraint``: what is sensitive, for whom. Where the dataset has persons, what is to be hidden in one record of a
    person is so in all of them.
    ``worst``: list so many of the surest rules of each size.
    ``most_work``: rows that a step may touch where m is None (0: no bound); what is larger is not counted.
    ``who``: is shown of whom the rules of each size speak.

    Cost: that of :func:`setanon_sql.counting.rules.rule_levels`, and a join of the rules with the records.
    Source: Nakagawa, Arai, Nakagawa, section 4.
    """
    constraint = constraint.for_persons(dataset)
    limits = limits_for(dataset, constraint.sensitive, model).table
    count = _Count(dataset, model, constraint, worst, limits)
    count.who = who
    limit = WorkLimit(most_work if model.m is None else 0)
    if model.m is None and count.fits_bits():
        count.from_bits(limit)
        return count.result(limit)
    if model.m and model.m > 1 and count.only_figures():
        count.figures_up_to(model.m, limit)
        return count.result(limit)
    count.list_levels(limit)
    return count.result(limit)


def watch_rho(dataset: Dataset, model: BoundsConfidence, constraint: Constraint, limits: Table, watch: Watch) -> None:
    """Show ``watch`` the tables of each size, before they are dropped, and ask for no figure.

    ``limits``: ``item, limit_num, limit_den``, of each sensitive item. Else as :func:`audit_rho`.
    """
    count = _Count(dataset, model, constraint, 0, limits)
    count.watch = watch
    count.list_levels(WorkLimit())
    count.drop()


class _Count:
    """Adds up what the sizes hold."""

    watch: Watch | None = None
    who: Who | None = None

    def __init__(
        self, dataset: Dataset, model: BoundsConfidence, constraint: Constraint, worst: int, limits: Table
    ) -> None:
        self.dataset = dataset
        self.model = model
        self.constraint = constraint
        self.most = worst
        self.engine: Engine = dataset.engine
        self.limits = limits
        self.many = self._has_many(constraint.wishes)
        self.by_size: dict[int, int] = {}
        self.worst: list[Rule] = []
        self.at_risk: Table | None = None
        self.confidences: Table | None = None

    def _has_many(self, wishes: Table | None) -> bool:
        return wishes is not None and self.engine.abilities.answers and self.engine.count(wishes) >= MANY_WISHES

    def only_figures(self) -> bool:
        """Return whether nothing is listed and the same items are sensitive for everybody."""
        return self.constraint.wishes is None and not (self.most or self.who)

    def fits_bits(self) -> bool:
        """Return whether only figures of records are asked for, which bits of these tell."""
        only_records = self.only_figures() and self.dataset.persons is None
        return only_records and bits_fit(self.engine, self.dataset.transactions)

    def from_bits(self, limit: WorkLimit) -> None:
        """Count what single items tell as ever, and what larger sets tell from bits."""
        dataset = self.dataset
        sensitive = self.constraint.sensitive
        rows = self.engine.table(
            "rules/count_rules/sensitive_rows", transactions=dataset.transactions, sensitive=sensitive
        )
        options = EnumerationOptions(sensitive_rows=rows)
        for level in rule_levels(self.engine, dataset.transactions, sensitive, 1, options=options):
            self.take(level)
        for counts in rule_counts(self.engine, dataset.transactions, rows, self.limits, limit):
            self._add(counts, tells=self.engine.count(counts.confidences) > 0)
        self.engine.drop(rows)

    def list_levels(self, limit: WorkLimit) -> None:
        """Count size by size, with the rules of each listed."""
        options = EnumerationOptions(persons=self.dataset.persons)
        rows = self.dataset.transactions, self.constraint.sensitive
        for level in rule_levels(self.engine, *rows, self.model.m, limit=limit, options=options):
            self.take(level)

    def figures_up_to(self, m: int, limit: WorkLimit) -> None:
        """Count what sets of up to m items tell; the rules of the largest are not listed."""
        rows = self.dataset.transactions, self.constraint.sensitive
        persons = self.dataset.persons
        for counts in rule_figures(self.engine, *rows, m, self.limits, limit=limit, persons=persons):
            if isinstance(counts, RuleCount):
                self._add(counts)
            else:
                self.take(counts)

    def _add(self, counts: RuleCount, *, tells: bool = True) -> None:
        """Add what the sets of a size tell, if they tell anything (``tells``), and drop the tables."""
        if tells:
            self.by_size[counts.size] = counts.above
            self._collect("at_risk", all_rows(counts.at_risk), {})
            self._collect("confidences", all_rows(counts.confidences), {})
            self._tell(counts.size)
        self.engine.drop(counts.at_risk, counts.confidences)

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
        dataset = self.dataset
        counts = {"violations_by_size": dict(self.by_size)}
        self.engine.trace.tell_finding(
            f"{count_of(size, 'known item')}{of}: {count_of(self.by_size[size], 'rule')} above rho",
            SoFar(self.model, dataset.records, dataset.rows, counts),
        )

    def _above(self, level: RuleLevel) -> Table:
        """Return the rules above their limit that somebody asked to prevent, and note of whom they speak."""
        above = self.engine.table("rules/risk/above", rules=level.rules, limits=self.limits)
        occurrences = level.occurrences
        if self.constraint.wishes is None:
            self._collect("at_risk", "rules/risk/at_risk", {"above": above, "occurrences": occurrences})
            return above
        wishes = self._targeted_wishes(self.constraint.wishes, above, occurrences)
        requested = self.engine.table("rules/risk/requested_above", rules=above, occurrences=occurrences, wishes=wishes)
        self._collect(
            "at_risk",
            "rules/risk/at_risk_personal",
            {"above": requested, "occurrences": occurrences, "wishes": wishes},
        )
        self._drop_but(self.constraint.wishes, wishes)
        self.engine.drop(above)
        return requested

    def _targeted_wishes(self, wishes: Table, rules: Table, occurrences: Table) -> Table:
        """Return the wishes that can be joined with the rules: of very many only those that the rules speak of."""
        if not self.many:
            return wishes
        return PersonalConstraint(self.engine, wishes).targeted_by(rules, occurrences)

    def _drop_but(self, needed: Table, *tables: Table) -> None:
        self.engine.drop(*(table for table in tables if table is not needed))

    def _add_confidences(self, level: RuleLevel) -> None:
        """Add the highest confidence about each record, from the surest rules down where wishes are personal.

        There are few sure rules, and most records have one: hardly any have to be joined with the many others. Where
        more than 5 % of records have one as sure as a band can hold, less sure rules change no figure.
        """
        rules = level.rules
        occurrences = level.occurrences
        wishes = self.constraint.wishes
        if wishes is None:
            return self._collect(
                "confidences", "rules/risk/highest_of_sets", {"rules": rules, "occurrences": occurrences}
            )
        for high_den, low_den in pairwise(BANDS):
            if not self._open(max(high_den, 1)):
                break
            band = self.engine.table("rules/risk/band", rules=rules, high_den=high_den, low_den=low_den)
            few = self._targeted_wishes(wishes, band, occurrences)
            highest = self.engine.table("rules/risk/highest_of_wishes", rules=band, occurrences=occurrences, wishes=few)
            self._collect("confidences", all_rows(highest), {})
            others = self.engine.table("rules/risk/other_occurrences", occurrences=occurrences, confidences=highest)
            self._drop_but(wishes, few)
            self._drop_but(level.occurrences, occurrences)
            self.engine.drop(band, highest)
            occurrences = others
        return self._drop_but(level.occurrences, occurrences)

    def _open(self, den: int) -> bool:
        """Return whether confidences up to 1 / ``den`` may change the highest, or the one that 95 % do not exceed."""
        if self.confidences is None or not self.engine.abilities.answers:
            return True
        enough = self._outside() + 1
        binds = {"confidences": self._by_person(self.confidences)}
        missing = self.engine.number("rules/risk/persons_missing", enough=enough, den=den, **binds)
        self._drop_but(self.confidences, *binds.values())
        return missing > 0

    def _by_person(self, confidences: Table) -> Table:
        """Return the highest confidence about each person where persons count (a new table), else what is given."""
        if self.dataset.persons is None:
            return confidences
        return self.engine.table("rules/persons/confidences", confidences=confidences, persons=self.dataset.persons)

    def _outside(self) -> int:
        """Return how many records, or persons, 5 % are, rounded down."""
        everybody = self.dataset.records if self.dataset.persons is None else self.dataset.n_persons
        return everybody - -(-everybody * 95 // 100)

    def _collect(self, into: str, query: str | exp.Expr, binds: dict[str, Table]) -> None:
        setattr(self, into, self.engine.add(getattr(self, into), query, **binds))

    def _worst(self, above: Table, level: RuleLevel) -> Sequence[Rule]:
        if not self.most:
            return []
        rules: dict[int, tuple[list[str], str, tuple[int, int, int | None, int | None]]] = {}
        tables = {"above": above, "members": level.members, "labels": self.dataset.items}
        for rank, label, item, joint, support in self.engine.rows("rules/risk/worst_rules", most=self.most, **tables):
            counts = (joint & _RECORDS, support & _RECORDS, joint >> _PERSON or None, support >> _PERSON or None)
            rules.setdefault(rank, ([], item, counts))[0].append(label)
        return [Rule(tuple(items), item, *counts) for items, item, counts in rules.values()]

    def result(self, limit: WorkLimit) -> RhoAudit:
        assert self.at_risk is not None
        assert self.confidences is not None
        confidences = self._by_person(self.confidences)
        dataset = self.dataset
        highest, percentile = self.engine.row("rules/risk/percentile", above=self._outside(), confidences=confidences)
        records = self.engine.number("rules/risk/persons", at_risk=self.at_risk)
        persons = self._persons_at_risk(self.at_risk)
        self._drop_but(self.confidences, confidences)
        self.drop()
        return RhoAudit(
            self.model, dataset.records, dataset.rows, self.by_size, float(highest), float(percentile),
            records, limit.complete, limit.refused, tuple(self.worst), dataset.selection,
            self.who.by_category() if self.who else (), dataset.n_persons if dataset.persons else None, persons,
        )  # fmt: skip

    def drop(self) -> None:
        """Drop the tables that all sizes add to."""
        self.engine.drop(self.at_risk, self.confidences)

    def _persons_at_risk(self, at_risk: Table) -> int:
        if self.dataset.persons is None:
            return 0
        return self.engine.number("counting/persons/at_risk_persons", at_risk=at_risk, persons=self.dataset.persons)
