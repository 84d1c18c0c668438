"""rho-uncertainty by suppressing occurrences, from a source to a release."""

from dataclasses import replace
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NO_CONSTRAINTS, Decided, ItemConstraints
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.models.rho.method import RhoResult, anonymize_rho
from setanon_sql.models.rho.method.samples import check_sample
from setanon_sql.models.rho.options import AnonymizeRho, Bound
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.pipeline.constraints import decided, forest_over, resolved, without_constraints
from setanon_sql.pipeline.opening import verification_inputs
from setanon_sql.pipeline.owner import OwnerInputs
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.release import LongRelease
from setanon_sql.verify import ReadInputs


class RhoPipeline(Pipeline[AnonymizeRho, RhoResult]):
    """A release with rho-uncertainty in the making."""

    title = "Release with rho-uncertainty"
    promise = RhoUncertainty
    model: RhoUncertainty

    def check(self) -> None:
        """Refuse a promise that makes no sense, and samples that nobody can draw."""
        parameters = self.given
        sampling = self.given.sampling
        self.bound: Bound = sampling.bound if sampling else "exact"
        if sampling is not None:
            odds = (sampling.epsilon, sampling.delta)
            person = bool(parameters.person)
            self.model = RhoUncertainty.from_shares(parameters.rho, parameters.m, *odds, person=person)
            check_sample(self.model, self.bound)

    def decide(self) -> ItemConstraints:
        """Read what becomes of single items; of random adversaries nobody knows whether an item can stay."""
        rules = self.constraint_files.read(self.dataset, self.reading)
        if self.model.sampled:
            rules.refuse("rho with <sampling>", "prefer", "drop", "weight")
        else:
            rules.refuse("rho", "keep", "prefer", "drop", "weight")
        return resolved(self.dataset, rules, forest_over(self.dataset))

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        return {"before": self._audited(self.dataset, "the source")}

    def run(self, constraints: ItemConstraints = NO_CONSTRAINTS) -> RhoResult:
        """Suppress what breaks the promise."""
        return anonymize_rho(
            self.dataset,
            self.model,
            self.case.constraint,
            self.seed,
            constraints=constraints,
            algorithm=self.given.algorithm,
            bound=self.bound,
        )

    def measure(self, result: RhoResult) -> Measures:
        """Measure a result."""
        requested = replace(self.requested, sensitive=self.case.constraint.sensitive)
        return measure_release(self.dataset, result.rows, self.dataset.items, request=requested)

    def publish(self, result: RhoResult, measures: Measures) -> Release:
        """Publish a result; tell what became of the constraints."""
        ncp_without = without_constraints(self.dataset, self.constraints, self._ncp_without, slow=True)
        content = LongRelease(
            self.dataset,
            result.rows,
            self.dataset.items,
            result.model,
            result.method,
            form=form_of(self.dataset),
            suppressed=result.suppressed,
            causes=result.causes,
            verification_inputs=verification_inputs(self.dataset, self.case.constraint),
            decisions=self.constraints.decisions,
        )
        fates = self._decided(result, ncp_without)
        return replace(self.target.publish(content, measures), constraints=fates)

    def audits_after(self, result: RhoResult, release: Release) -> dict[str, Any]:
        """Audit the release, unless wishes are personal.

        Whom such a wish speaks of depends on the records as they were; persons who lost every item still count.
        """
        if self.case.constraint.personal:
            return {}
        return {"after": self._audited(self.dataset.with_rows(result.rows), "the release")}

    def owners_inputs(self) -> ReadInputs | None:
        """Return what reads personal wishes again, and persons."""
        if not self.case.constraint.personal:
            return super().owners_inputs()
        ledger = self.given.ledger if self.tells_persons else None
        return OwnerInputs(self.given.source, self.reading, self.given.sensitive, ledger).read

    def _audited(self, dataset: Dataset, subject: str) -> RhoAudit:
        """Audit for the report: a sampled promise is told with the rules themselves, which are counted."""
        dataset.engine.trace.begin_phase(f"auditing {subject} for the report")
        return audit_rho(dataset, RhoUncertainty(self.model.rho, self.model.m), self.case.constraint)

    def _ncp_without(self) -> float | None:
        """Return what is lost without any constraints."""
        return measure_release(self.dataset, self.run().rows, self.dataset.items).ncp

    def _decided(self, result: RhoResult, ncp_without: float | None) -> Decided | None:
        """Say what became of the constraints: an item is as it was where none of its occurrences went."""
        if not self.constraints.any:
            return None
        lost = self.engine.columns("counting/single_items/supports", transactions=result.suppressed)["item"].tolist()
        unchanged = set(range(1, self.dataset.distinct_items + 1)).difference(lost)
        return decided(self.constraints, unchanged, ncp_without=ncp_without)
