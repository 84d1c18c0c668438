"""What a report is made of: the results of the functions of the library."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from setanon_sql.audit.matching import MatchingRisk
from setanon_sql.audit.person_share import PersonShare
from setanon_sql.inference.attack import CoverAttack
from setanon_sql.inference.hidden_sets import HiddenSets
from setanon_sql.measures import Measures
from setanon_sql.measures.examples import Example
from setanon_sql.options.words import Tier
from setanon_sql.registry.parameters import SMALLEST_PUBLIC
from setanon_sql.report.attacks import AttackRow
from setanon_sql.report.of_models import Risk, report_of_model, risk_of
from setanon_sql.report.subject import Subject
from setanon_sql.results import Audit
from setanon_sql.verify import Verification


@dataclass(frozen=True)
class About:
    """The name of a model and its parameters."""

    model: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class ReportParts:
    """The results to report; each may be missing, and its section is then left out or says so.

    ``before`` and ``after`` are audits of the source and of the release, ``manifest`` is that of the release,
    ``verification`` what ``verify`` answered, ``utility`` the measures. Of a release in pieces ``pieces`` is the
    audit and ``attack`` what ``attack cover`` links. ``made_on`` and
    ``valid_until`` are dates as they should read, ``made_by`` names the software. ``show_values``: the
    records of the source that ``utility`` tells of may be in it. ``subject``:
    the data that it is about, and what they are for. ``attacks``: what others found that were carried out, for an
    internal page. ``matching``: the risk in the release as one over the records that match. ``beyond``: an audit of
    the release with one known item more than it protects against. ``person_share``: how much of what the release shows
    is of one person. ``hidden_sets``: what is learned from frequent sets that it does not show. ``columns``: of the
    source, with what became of each.
    """

    title: str
    tier: Tier = "internal"
    before: Audit | None = None
    after: Audit | None = None
    manifest: Mapping[str, Any] | None = None
    verification: Verification | None = None
    utility: Measures | None = None
    made_on: str = ""
    made_by: str = ""
    valid_until: str = ""
    pieces: Audit | None = None
    attack: CoverAttack | None = None
    show_values: bool = False
    subject: Subject = field(default_factory=Subject)
    attacks: tuple[AttackRow, ...] = ()
    matching: MatchingRisk | None = None
    beyond: Audit | None = None
    person_share: PersonShare | None = None
    hidden_sets: tuple[HiddenSets, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()

    @property
    def examples(self) -> tuple[Example, ...]:
        """Return records before and after, in an internal report; else none."""
        return self.utility.details.examples if self.utility and self.tier == "internal" else ()

    @property
    def shows_records(self) -> bool:
        """Return whether records of the source are in it."""
        return bool(self.examples) and self.show_values

    @property
    def about(self) -> About | None:
        """Return the model and its parameters, if any of the results names them."""
        return next(self._descriptions(), None)

    @property
    def guarantee(self) -> str:
        """Return the guarantee as verification derives it from model and parameters, or as it was made."""
        derived = self.verification.guarantee if self.verification else ""
        return derived or (self.manifest or {}).get("guarantee", "")

    @property
    def k(self) -> int:
        """Return the largest k that any of the results speaks of; where none does, the smallest public count."""
        return max(
            (about.parameters.get("k") or SMALLEST_PUBLIC for about in self._descriptions()), default=SMALLEST_PUBLIC
        )

    @property
    def by_person(self) -> bool:
        """Return whether persons are counted, and not only records."""
        promises = any(about.parameters.get("person") for about in self._descriptions())
        return promises or bool(self.risk_before and self.risk_before.unit == "person")

    @property
    def risk_before(self) -> Risk | None:
        """Return what the audit of the source counted."""
        return risk_of(self.before) if self.before else None

    @property
    def risk_after(self) -> Risk | None:
        """Return what the audit of the release counted, or what a verification that holds says in its place: nobody."""
        answer = self.verification
        before = self.before
        if self.after or not answer or not answer.satisfied or "records" not in answer.checks:
            return risk_of(self.after) if self.after else None
        if before and (answer.model != before.model.name or not _same_parameters(answer, before.model.parameters)):
            return None
        unit = "person" if answer.parameters.get("person") else "record"
        report = report_of_model(answer.model)
        return report.risk_kept(answer.checks.get(f"{unit}s", 0), unit, self.risk_before, answer)

    def _descriptions(self) -> Iterator[About]:
        """Return what each of the results says it is about."""
        if self.manifest:
            yield About(self.manifest["model"], self.manifest["parameters"])
        if self.verification:
            yield About(self.verification.model, self.verification.parameters)
        for audit in (self.pieces, self.before, self.after):
            if audit:
                yield About(audit.model.name, audit.model.parameters)


def _same_parameters(answer: Verification, parameters: Mapping[str, Any]) -> bool:
    """Return whether a release promises the very parameters that its source was audited with."""
    return all(answer.parameters.get(name) == value for name, value in parameters.items())
