"""Which sets of items do too few records hold, or tell a private item too surely?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from setanon_sql.dataset import ALL, Dataset, Selection
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import scoped
from setanon_sql.fields import ABSENT, ALWAYS, INLINE, ComputedKey, Name
from setanon_sql.models.coherence.moles import MoleLevel, Surety, find_moles
from setanon_sql.models.coherence.options import AuditCoherence
from setanon_sql.models.coherence.parameters import Coherence, LocalCoherence
from setanon_sql.models.coherence.sensitive import inputs_of
from setanon_sql.pipeline.auditing import recount_of_local, tell_said
from setanon_sql.pipeline.case import Case
from setanon_sql.query.templates import Table
from setanon_sql.results import UNIT, Audit, size_of
from setanon_sql.text import count_of


@dataclass(frozen=True)
class CoherenceAudit(Audit):
    """The findings of an audit.

    ``levels``: minimal moles of each size, up to m. ``persons_at_risk``: 0 where records count.
    """

    model: Coherence
    levels: tuple[MoleLevel, ...]
    at_risk: Annotated[int, Name("records_at_risk"), "that hold one of either"]
    selection: Annotated[Selection, INLINE] = ALL
    persons: Annotated[int | None, "`--person`: of the source"] = None
    persons_at_risk: int = 0
    sureties: Annotated[
        tuple[Surety, ...], ALWAYS, "how surely a sensitive item follows, and each group of them, where bounded"
    ] = ()
    unit = UNIT
    rare_sets_by_size = ComputedKey[Mapping[int, int]](
        "minimal sets of known items that fewer than k records (persons) hold",
        lambda audit: {level.size: level.rare for level in audit.levels},
    )
    telling_sets_by_size = ComputedKey[Mapping[int, int]](
        "those from which a sensitive item follows too surely",
        lambda audit: {level.size: level.sure for level in audit.levels},
    )
    counted_persons_at_risk = ComputedKey[int | None](
        "`--person`: with a record at risk",
        lambda audit: None if audit.persons is None else audit.persons_at_risk,
        ABSENT,
        Name("persons_at_risk"),
    )

    @property
    def violations(self) -> int:
        """The number of minimal moles of all sizes looked at."""
        return sum(level.rare + level.sure for level in self.levels)

    @property
    def satisfied(self) -> bool:
        """Does the data satisfy the model as it is?"""
        return self.violations == 0

    @property
    def share_at_risk(self) -> float:
        """Return the share of the records at risk, or of the persons where these count, 0..1."""
        if self.persons is None:
            return self.at_risk / max(self.records, 1)
        return self.persons_at_risk / max(self.persons, 1)

    def summary(self) -> Summary:
        """Return the moles of each size in a row."""
        rows = tuple((level.size, level.rare, level.sure) for level in self.levels)
        unit = "records" if self.persons is None else "persons"
        listing = Listing(("items_known", f"in_too_few_{unit}", "tell_too_surely"), rows)
        meaning = f"{count_of(self.at_risk, 'record holds', 'records hold')} such a set."
        if self.persons is not None:
            meaning = f"{count_of(self.persons_at_risk, 'person has', 'persons have')} a record that holds such a set."
        return Summary(f"coherence with k = {self.model.k}", listing, self.satisfied, (size_of(self), meaning))


def audit(case: Case[Coherence, AuditCoherence]) -> CoherenceAudit:
    """Return the audit of a source."""
    _tell_said(case)
    return audit_coherence(case.dataset, case.model, case.sensitive_items)


def _tell_said(case: Case[Coherence, AuditCoherence]) -> None:
    """Warn where a source is a release of local recoding that is broken by what its labels can only stand for."""
    engine = case.dataset.engine
    model = case.model
    if model.m is None:
        return
    local = LocalCoherence(model.k, model.m, model.h, model.person, model.groups)
    source = (case.dataset, case.request.source, case.reading)
    tell_said(engine, recount_of_local(*source, local, inputs_of(case)))


@scoped
def audit_coherence(dataset: Dataset, model: Coherence, sensitive: Table) -> CoherenceAudit:
    """Count the minimal moles of a dataset, and who holds one; ``sensitive`` (``item``): what is private.

    Where the dataset has persons these are counted, too.

    Cost: that of :func:`setanon_sql.models.coherence.moles.find_moles`.
    """
    moles = find_moles(dataset, model, sensitive, at_risk=True)
    return CoherenceAudit(
        model, dataset.records, dataset.rows, moles.levels, moles.at_risk or 0, dataset.selection,
        dataset.n_persons if dataset.persons else None, moles.persons_at_risk, moles.sureties,
    )  # fmt: skip
