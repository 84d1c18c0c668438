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
from pathlib import Path
from typing import Annotated, Any

from setanon_sql import api, registry
from setanon_sql.api import Settings, Verification
from setanon_sql.api.policies import Audit, Draft, refuse_shared_names
from setanon_sql.fields import ABSENT, ComputedKey, Fields, Name
from setanon_sql.files.regular import read_regular
from setanon_sql.options.policies import POLICY_OPTIONS
from setanon_sql.policy.evidence import Evidence
from setanon_sql.policy.fingerprints import RELEASE, check_key, key_file, made_key, of_data, of_policy, of_release
from setanon_sql.policy.keys import naming_keys
from setanon_sql.policy.limits import Broken, LimitBroken, check_limits, check_records
from setanon_sql.policy.model import Policy, sha256_of
from setanon_sql.policy.reading import BadPolicy, read_policy
from setanon_sql.registry import policies


@dataclass(frozen=True)
class PolicyRun(Fields):
    """The outcome of a run of a policy. ``before``: what the audit of the source found."""

    policy: Annotated[Path, ""]
    before: Audit
    release: api.Release | None = None
    verification: Verification | None = None
    broken: Annotated[Broken | None, Name("broken_limit"), "the first"] = None
    evidence: Annotated[Path | None, "the folder of the evidence"] = None
    published = ComputedKey[bool](
        "false (exit code 1): a limit is broken, and nothing was published", lambda run: run.release is not None
    )
    audit = ComputedKey[Any](
        "as `audit` of the model prints it (of a release in pieces: that of its source)", lambda run: run.before
    )
    released = ComputedKey[Any](
        "as `anonymize` of the model prints it, and what `run` adds to the manifest",
        lambda run: run.release,
        ABSENT,
        Name("release"),
    )
    verified = ComputedKey[Any]("as `verify` prints it", lambda run: run.verification, ABSENT, Name("verify"))

    @property
    def satisfied(self) -> bool:
        """Was a release published, and does a check of it find nothing wrong?"""
        return self.verification is not None and not self.verification.messages


@dataclass(frozen=True)
class RunOptions:
    """The options of a run of a policy.

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


@naming_keys()
def run_policy(path: str | Path, options: RunOptions | None = None, settings: Settings | None = None) -> PolicyRun:
    """Do what a policy says, or stop at the first limit that is broken and publish nothing.

    Raises BadPolicy where it cannot be used (also where its approval has expired), and all that ``anonymize`` raises;
    nothing is published then, and an older release stays as it is.
    """
    options = options or RunOptions()
    settings = settings or Settings()
    policy = read_policy(path, options.environment)
    check_approval(policy, options.today)
    check_files(policy)
    check_key(policy, options.environment)
    check_names(policy, options)
    evidence = Evidence(policy, options.evidence) if options.evidence else None
    settings = replace(settings, **policy.settings(settings), statements=[] if evidence else None)
    try:
        before = audited(policy, settings)
        check_records(policy, before.records)
    except LimitBroken as error:
        return PolicyRun(policy.path, before, broken=error.broken)
    try:
        release = _anonymize(policy, options, settings)
    except LimitBroken as error:
        return PolicyRun(policy.path, before, broken=error.broken)
    checked = release.verification or _verified(policy, settings, release.manifest, options.ledger)
    done = PolicyRun(policy.path, before, release, checked, evidence=options.evidence)
    if evidence:
        evidence.write(done.to_json(), release, checked, before, settings.statements or [])
    return done


def _verified(policy: Policy, settings: Settings, manifest: Mapping[str, Any], ledger: Path | None) -> Verification:
    """Verify the release that a run just published, with all that its owner knows."""
    new_ids = manifest["format"].get("record_ids") != "keep"
    inputs = inputs_of_owner(policy, listed="sensitive" in manifest, new_ids=new_ids, ledger=ledger)
    return verified_with(policy, settings, inputs)


def inputs_of_owner(policy: Policy, *, listed: bool, new_ids: bool, ledger: Path | None) -> dict[str, Any]:
    """Return what the release of a policy is verified with that only its owner has, by the keywords of ``verify``.

    ``listed``: the manifest lists what is sensitive. Personal wishes, which none does, are read again. So are persons,
    unless ``new_ids`` hide whose the records are and there is no ``ledger`` that tells. With it also those are counted
    who hold sensitive items of a release in pieces.
    """
    inputs: dict[str, Any] = {}
    model, _ = policies()[policy.model]
    if (model.promise.takes_sensitive and not listed) or (holders_are_counted(policy) and ledger):
        inputs["sensitive"] = policy.place_of("guarantee", "sensitive")
    if policy.person and (ledger or not new_ids):
        inputs["person"] = policy.person
    if ledger and (policy.person or holders_are_counted(policy)):
        inputs["ledger"] = ledger
    return inputs | {"source": policy.read, "options": policy.options} if inputs else {}


def verified_with(policy: Policy, settings: Settings, inputs: Mapping[str, Any]) -> Verification:
    """Verify the release of a policy where it stands, with what its owner has besides."""
    return api.verify(policy.out, db=policy.out_place, settings=settings, **inputs)


def holders_are_counted(policy: Policy) -> bool:
    """Return whether the guarantee bounds how many of a cluster hold a sensitive item, which takes a ledger."""
    model, _ = policies()[policy.model]
    return model.promise.records == "pieces" and policy.says("guarantee", "sensitive")


def check_approval(policy: Policy, today: date) -> None:
    """Raise BadPolicy where a policy may not be used any more."""
    expires = policy.value("approval", "expires")
    if expires and today > expires:
        raise BadPolicy(
            f"the approval in {policy.path.name} expired on {expires}",
            f"ask {policy.value('approval', 'owner')} to approve it again; nothing was done",
        )


def check_names(policy: Policy, options: RunOptions) -> None:
    """Raise BadDestination where two of all that a run writes, or the policy itself, have one name."""
    others = [*policy.beside_release, policy.path, key_file(policy)]
    others += [path for path in (options.ledger, options.evidence) if path]
    refuse_shared_names(policy.out, policy.out_place, policy.db, others)


def check_files(policy: Policy) -> None:
    """Raise BadPolicy where a file is another one than the policy says."""
    named = (
        ("[taxonomy] sha256", policy.value("taxonomy", "sha256"), policy.place_of("taxonomy", "file")),
        ("[source] snapshot", policy.value("source", "snapshot"), policy.read),
    )
    for called, expected, path in named:
        if expected and isinstance(path, Path) and _fingerprint(path) != expected.strip().lower():
            raise BadPolicy(
                f"{path.name} is not the file that {called} in {policy.path.name} names (another sha256)",
                "find out what changed; then write its new sha256 into the policy and have that approved",
            )


def _fingerprint(path: Path) -> str:
    try:
        return sha256_of(read_regular(path))
    except OSError as error:
        raise BadPolicy(f"{path.name} cannot be read: {error.strerror}", "check the path in the policy") from error


def audited(policy: Policy, settings: Settings) -> Audit:
    """Audit the source of a policy for its model."""
    model, _ = policies()[policy.model]
    of_source = registry.model(model.audited_as or model.name)
    audit = getattr(api, f"audit_{of_source.name}")
    keywords = policy.keywords(audit.options, "guarantee") | {"options": policy.options, "settings": settings}
    if policy.says("guarantee", "known"):
        keywords |= policy.keywords(audit.options, "taxonomy")
    result: Audit = audit(policy.read, **keywords, **of_source.audited_with)
    return result


def _anonymize(policy: Policy, options: RunOptions, settings: Settings) -> api.Release:
    (*_, owner) = POLICY_OPTIONS[policy.model]
    keywords = policy.keywords(owner) | {
        "options": policy.options,
        "settings": settings,
        "report": _report(policy),
        "seed": options.seed,
        "overwrite": options.overwrite,
        "ledger": options.ledger,
        "terms": _terms(policy, options),
    }
    model, means = policies()[policy.model]
    release: api.Release = getattr(api, f"anonymize_{model.name}")(policy.read, **keywords, **means)
    return release


def _report(policy: Policy) -> api.Report | None:
    if policy.report is None:
        return None
    until = policy.value("approval", "expires")
    tier = policy.value("release", "report_tier")
    return api.Report(policy.report, tier, str(until or ""), **policy.subject)


def _terms(policy: Policy, options: RunOptions) -> Callable[[Draft], Mapping[str, Any]]:
    """Return what is asked right before a release is published."""

    def terms(draft: Draft) -> Mapping[str, Any]:
        check_limits(policy, draft)
        check_files(policy)
        key = made_key(policy, options.environment)
        prints = of_data(policy, draft.dataset, key)
        fields = {
            "made": options.today.isoformat(),
            "policy": of_policy(policy, key),
            "fingerprints": prints,
            "lost": draft.lost(),
        }
        return fields | {"fingerprints": prints | {RELEASE: of_release({**draft.manifest, **fields}, key)}}

    return terms
