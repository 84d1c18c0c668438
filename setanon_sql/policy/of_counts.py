"""Policies that publish a table of counts of k and more, of which no smaller one follows."""

from collections.abc import Mapping
from pathlib import Path

from setanon_sql import api
from setanon_sql.api import Settings, Verification
from setanon_sql.api.policies import Audit, SafeCounts, count_pages, standing_counts
from setanon_sql.errors import BadParameter
from setanon_sql.options.dp import PublishCounts
from setanon_sql.options.policies import COUNTS
from setanon_sql.policy.limits import Told
from setanon_sql.policy.model import Policy
from setanon_sql.policy.products import (
    Answer,
    AnyTerms,
    PolicyProduct,
    Promised,
    Published,
    RunOptions,
    StandingRelease,
    report_of,
)
from setanon_sql.registry.counts import CountsPromise

_KEPT = "a recount of the table finds it kept"


class Counts(PolicyProduct):
    """A table of counts."""

    def promised(self, policy: Policy) -> Promised:
        """Return what a policy promises."""
        k = policy.value("guarantee", "k")
        exact = policy.value("guarantee", "exact")
        by = policy.value("guarantee", "by")
        return _promised(CountsPromise(k, bool(policy.person), 1 if exact else k, by=tuple(by)))

    def why_not(self, policy: Policy, option: str) -> tuple[str, str] | None:
        """Return nothing: no model tells it."""

    def out_place(self, policy: Policy) -> tuple[str, str]:
        """Return no database: it is a file, whatever the source is."""
        return "", ""

    def check_run(self, options: RunOptions) -> None:
        """Raise BadParameter for a seed and a ledger."""
        if options.seed is not None:
            raise BadParameter("nothing is drawn by lot for a table of counts", "leave <seed> out")
        if options.ledger is not None:
            raise BadParameter("a table of counts has no ledger", "leave <ledger> out")

    def audited(self, policy: Policy, settings: Settings) -> None:
        """Audit nothing: the source is no table of counts."""

    def publish(self, policy: Policy, options: RunOptions, settings: Settings, terms: AnyTerms) -> Published:
        """Count, hide what would tell, publish that."""
        counts = api.publish_counts(
            policy.read, **policy.keywords(PublishCounts), options=policy.options, settings=settings,
            report=report_of(policy), overwrite=options.overwrite, terms=terms,
        )  # fmt: skip
        assert isinstance(counts, SafeCounts)
        return counts

    def verified(self, policy: Policy, settings: Settings, published: SafeCounts, ledger: Path | None) -> Verification:
        """Return what was found right before it was published."""
        assert published.verification is not None
        return published.verification

    def pages(
        self, policy: Policy, published: SafeCounts, checked: Verification, before: Audit | None
    ) -> Mapping[str, str]:
        """Return the report in both tiers."""
        until = str(policy.value("approval", "expires") or "")
        page = api.Report("report.html", valid_until=until, **policy.subject)
        return count_pages(published, until=until, subject=page.subject(policy.read, policy.options))

    def reads_ledger(self, policy: Policy) -> bool:
        """Return that there is none."""
        return False

    def standing(self, policy: Policy, settings: Settings, ledger: Path | None) -> StandingRelease:
        """Return what the manifest of the table says."""
        counts = standing_counts(Path(policy.out))
        losses = Told(counts.filed.get("lost", {}), 0, 0, counts.promise.k)
        return StandingRelease(
            _promised(counts.promise), counts.fields, counts.filed, losses, lambda: _guarantee(policy, settings)
        )


def _promised(promise: CountsPromise) -> Promised:
    return Promised(COUNTS, promise.parameters | {"by": list(promise.by)})


def _guarantee(policy: Policy, settings: Settings) -> tuple[Answer, str]:
    """Verify the table from its file alone."""
    answer = api.verify(policy.out, settings=settings)
    return ("differs", answer.messages[0]) if answer.messages else ("agrees", _KEPT)
