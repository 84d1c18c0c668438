"""Run a policy: audit, anonymize, verify, measure, report, and publish only where every limit is kept.

1. Look at the policy: is it approved today, are the files those that it names, may evidence be written?
2. Audit the source. Too few records end it here.
3. Anonymize. The release is worked out, measured, written in a private place and recounted there.
4. Hold it against the limits (:mod:`.limits`), and add to its manifest what the policy has it tell.
5. Publish it, whole or not at all. Then the report, and the evidence (:mod:`.evidence`).

All that can go wrong before 5 leaves an older release as it is.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from setanon_sql import api
from setanon_sql.audit import KmAudit, RhoAudit
from setanon_sql.options.km import KmExtras
from setanon_sql.pipeline.opening import reader_of_inputs
from setanon_sql.pipeline.publishing import Draft, Report, verified
from setanon_sql.policy.evidence import Evidence
from setanon_sql.policy.fingerprints import RELEASE, check_key, made_key, of_data, of_policy, of_release
from setanon_sql.policy.limits import Broken, LimitBroken, check_limits, check_records, lost
from setanon_sql.policy.model import Policy, sha256_of
from setanon_sql.policy.reading import BadPolicy, read_policy
from setanon_sql.report import Tier
from setanon_sql.settings import Settings
from setanon_sql.verify import Verification


@dataclass(frozen=True)
class PolicyRun:
    """What a run of a policy did.

    ``policy``: its file. ``before``: what the audit of the source found. ``release``: what was published, and
    ``verification``: what a check of it finds; None where a limit was broken: then ``broken`` says which.
    """

    policy: Path
    before: KmAudit | RhoAudit
    release: api.Release | None = None
    verification: Verification | None = None
    broken: Broken | None = None
    evidence: Path | None = None

    @property
    def published(self) -> bool:
        """Was a release published?"""
        return self.release is not None

    @property
    def kept(self) -> bool:
        """Was a release published, and does a check of it find nothing wrong?"""
        return self.verification is not None and not self.verification.messages

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``--json`` prints."""
        told: dict[str, Any] = {"policy": str(self.policy), "published": self.published}
        told |= {"audit": self.before.to_json()}
        told |= {"broken_limit": self.broken.to_json()} if self.broken else {}
        told |= {"release": self.release.to_json()} if self.release else {}
        told |= {"verify": self.verification.to_json()} if self.verification else {}
        return told | ({"evidence": str(self.evidence)} if self.evidence else {})


@dataclass(frozen=True)
class RunOptions:
    """How a policy is run.

    ``overwrite``: replace the release of setanon that stands there. ``seed``: makes random choices repeatable; None:
    unpredictable. ``evidence``: a new folder for all that shows what was done. ``ledger``: as for ``anonymize``.
    ``today``: the day of the run. ``environment``: what ``${NAME}`` and ``SETANON_KEY`` mean; the process's own.
    """

    overwrite: bool = False
    seed: str | None = None
    evidence: Path | None = None
    ledger: Path | None = None
    today: date = field(default_factory=date.today)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)


def run_policy(path: str | Path, options: RunOptions | None = None, settings: Settings | None = None) -> PolicyRun:
    """Do what a policy says, or stop at the first limit that is broken and publish nothing.

    Raises BadPolicy where it cannot be used (also where its approval has expired), and all that ``anonymize`` raises;
    nothing is published then, and an older release stays as it is.
    """
    options, settings = options or RunOptions(), settings or Settings()
    policy = read_policy(path, options.environment)
    check_approval(policy, options.today)
    check_files(policy)
    check_key(policy, options.environment)
    evidence = Evidence(policy, options.evidence) if options.evidence else None
    settings = replace(settings, **policy.settings(settings), statements=[] if evidence else None)
    try:
        before = audited(policy, settings)
        check_records(policy.limits, before.records)
    except LimitBroken as error:
        return PolicyRun(policy.path, before, broken=error.broken)
    try:
        release = _anonymized(policy, options, settings)
    except LimitBroken as error:
        return PolicyRun(policy.path, before, broken=error.broken)
    listed = "sensitive" in release.manifest
    checked = release.verification or verified_by_owner(policy, settings, listed=listed)
    done = PolicyRun(policy.path, before, release, checked, evidence=options.evidence)
    if evidence:
        evidence.write(done.to_json(), release, checked, before, settings.statements or [])
    return done


def verified_by_owner(policy: Policy, settings: Settings, *, listed: bool) -> Verification:
    """Verify the release of a policy where it stands, with all that its owner knows.

    ``listed``: the manifest lists what is sensitive. Personal wishes, which none does, are read again.
    """
    known, sensitive = None, policy.named(policy.guarantee.sensitive)
    if policy.guarantee.model == "rho" and not listed and sensitive is not None:
        known = reader_of_inputs(policy.read, sensitive, policy.options)
    return verified(policy.destination, settings, known)


def check_approval(policy: Policy, today: date) -> None:
    """Raise BadPolicy where a policy may not be used any more."""
    if policy.approval and today > policy.approval.expires:
        raise BadPolicy(
            f"the approval in {policy.path.name} expired on {policy.approval.expires}",
            f"ask {policy.approval.owner} to approve it again; nothing was done",
        )


def check_files(policy: Policy) -> None:
    """Raise BadPolicy where a file is another one than the policy says."""
    named = (
        ("[taxonomy] sha256", policy.taxonomy.sha256, policy.tree),
        ("[source] snapshot", policy.source.snapshot, policy.read),
    )
    for called, expected, path in named:
        if expected and isinstance(path, Path) and _printed(path) != expected.strip().lower():
            raise BadPolicy(
                f"{path.name} is not the file that {called} in {policy.path.name} names (another sha256)",
                "find out what changed; then write its new sha256 into the policy and have that approved",
            )


def _printed(path: Path) -> str:
    try:
        return sha256_of(path.read_bytes())
    except OSError as error:
        raise BadPolicy(f"{path.name} cannot be read: {error.strerror}", "check the path in the policy") from error


def audited(policy: Policy, settings: Settings) -> KmAudit | RhoAudit:
    """Audit the source of a policy for its model."""
    one, options = policy.guarantee, policy.options
    source, sensitive = policy.read, policy.named(one.sensitive)
    if one.model == "rho":
        return api.audit_rho(
            source, rho=one.rho or 0, sensitive=sensitive or "", m=one.m, options=options, settings=settings
        )
    if one.model == "adaptive":
        given = {"rho": one.rho or 0, "sensitive": sensitive or "", "m": one.m} | _factors(policy)
        return api.audit_adaptive(source, **given, options=options, settings=settings)
    extras = KmExtras(unicity=True)
    return api.audit_km(source, k=one.k or 0, m=one.m, extras=extras, options=options, settings=settings)


def _anonymized(policy: Policy, options: RunOptions, settings: Settings) -> api.Release:
    how: dict[str, Any] = {
        "options": policy.options,
        "settings": settings,
        "report": _report(policy),
        "seed": options.seed,
        "overwrite": options.overwrite,
        "ledger": options.ledger,
        "out_db": policy.out_db,
        "terms": _terms(policy, options),
        "constraints": policy.named(policy.limits.constraints),
    }
    beside = {"previous": policy.named(policy.release.previous), "link": policy.named(policy.release.link)}
    how |= {name: str(place) for name, place in beside.items() if place is not None}
    return _METHODS[policy.guarantee.model](policy, how)


def _report(policy: Policy) -> Report | None:
    if policy.report is None:
        return None
    tier: Tier = "public" if policy.release.report_tier == "public" else "internal"
    return Report(policy.report, tier, str(policy.approval.expires) if policy.approval else "")


def _terms(policy: Policy, options: RunOptions) -> Callable[[Draft], Mapping[str, Any]]:
    """Return what is asked right before a release is published."""

    def asked(draft: Draft) -> Mapping[str, Any]:
        check_limits(policy.limits, draft)
        check_files(policy)
        key = made_key(policy, options.environment)
        prints = of_data(policy, draft.dataset, key)
        told = {
            "made": options.today.isoformat(),
            "policy": of_policy(policy, key),
            "fingerprints": prints,
            "lost": lost(draft),
        }
        return told | {"fingerprints": prints | {RELEASE: of_release({**draft.manifest, **told}, key)}}

    return asked


def _km(policy: Policy, how: dict[str, Any]) -> api.Release:
    one = policy.guarantee
    given = _method(policy, "algorithm", "cost", "optimum") | {"taxonomy": policy.tree}
    given |= {"weights": policy.named(policy.limits.weights)}
    ids: Any = policy.release.record_ids
    return api.anonymize_km(policy.read, policy.out, k=one.k or 0, m=one.m, record_ids=ids, **given, **how)


def _rho(policy: Policy, how: dict[str, Any]) -> api.Release:
    one, ids = policy.guarantee, policy.release.record_ids
    given: dict[str, Any] = {"sensitive": policy.named(one.sensitive), "m": one.m, "record_ids": ids}
    given |= {"weights": policy.named(policy.limits.weights)}
    return api.anonymize_rho(policy.read, policy.out, rho=one.rho or 0, **given, **_method(policy, "algorithm"), **how)


def _adaptive(policy: Policy, how: dict[str, Any]) -> api.Release:
    one, ids = policy.guarantee, policy.release.record_ids
    given: dict[str, Any] = {"sensitive": policy.named(one.sensitive), "m": one.m, "record_ids": ids}
    given |= _factors(policy) | _method(policy, "cost") | {"taxonomy": policy.tree}
    return api.anonymize_adaptive(policy.read, policy.out, rho=one.rho or 0, **given, **how)


def _disassociated(policy: Policy, how: dict[str, Any]) -> api.Release:
    one = policy.guarantee
    given: dict[str, Any] = {"safe": one.model == "safe", "sensitive": policy.named(one.sensitive)}
    given |= {"diversity": one.diversity} | _method(policy, "algorithm", "cluster_size")
    return api.anonymize_disassociation(policy.read, policy.out, k=one.k or 0, m=one.m or 0, **given, **how)


_METHODS: dict[str, Callable[[Policy, dict[str, Any]], api.Release]] = {
    "km": _km, "rho": _rho, "adaptive": _adaptive, "disassociation": _disassociated, "safe": _disassociated,
}  # fmt: skip


def _method(policy: Policy, *names: str) -> dict[str, Any]:
    """Return what the policy says of the method."""
    return {name: value for name in names if (value := getattr(policy.method, name)) is not None}


def _factors(policy: Policy) -> dict[str, Any]:
    """One factor for all items, or where there is one for each."""
    given = policy.factors
    if given is None:
        return {}
    return {"factor" if isinstance(given, Fraction) else "factors": given}
