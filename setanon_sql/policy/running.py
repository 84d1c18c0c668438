"""Run a policy: audit, anonymize, verify, measure, report, and publish only where every limit is kept.

1. Look at the policy: is it approved today, are the files those that it names, may evidence be written?
2. Audit the source. Too few records end it here.
3. Anonymize. The release is worked out, measured, written in a private place and recounted there.
4. Hold it against the limits (:mod:`.limits`), and add to its manifest what the policy has it tell.
5. Publish it, whole or not at all. Then the report, and the evidence (:mod:`.evidence`).

All that can go wrong before 5 leaves an older release as it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from setanon_sql.api import Settings, Verification
from setanon_sql.api.policies import Audit, CountsDraft, Draft, refuse_shared_names
from setanon_sql.fields import ABSENT, ComputedKey, Fields, Name
from setanon_sql.files.regular import read_regular
from setanon_sql.policy.evidence import Evidence
from setanon_sql.policy.fingerprints import RELEASE, check_key, key_file, made_key, of_data, of_policy, of_release
from setanon_sql.policy.keys import naming_keys
from setanon_sql.policy.kinds import product_of
from setanon_sql.policy.limits import Broken, LimitBroken, check_limits, check_records
from setanon_sql.policy.model import Policy, sha256_of
from setanon_sql.policy.products import AnyTerms, Published, RunOptions
from setanon_sql.policy.reading import BadPolicy, read_policy


@dataclass(frozen=True)
class PolicyRun(Fields):
    """The outcome of a run of a policy. ``before``: what the audit of the source found; None of a table of counts."""

    policy: Annotated[Path, ""]
    before: Audit | None
    release: Published | None = None
    verification: Verification | None = None
    broken: Annotated[Broken | None, Name("broken_limit"), "the first"] = None
    evidence: Annotated[Path | None, "the folder of the evidence"] = None
    published = ComputedKey[bool](
        "false (exit code 1): a limit is broken, and nothing was published", lambda run: run.release is not None
    )
    audit = ComputedKey[Any](
        "as `audit` of the model prints it (of a release in pieces: that of its source); not of counts",
        lambda run: run.before,
        ABSENT,
    )
    released = ComputedKey[Any](
        "as `anonymize` of the model prints it, and what `run` adds to the manifest; of counts as `publish counts`",
        lambda run: run.release,
        ABSENT,
        Name("release"),
    )
    verified = ComputedKey[Any]("as `verify` prints it", lambda run: run.verification, ABSENT, Name("verify"))

    @property
    def satisfied(self) -> bool:
        """Was a release published, and does a check of it find nothing wrong?"""
        return self.verification is not None and not self.verification.messages


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
    product = product_of(policy)
    product.check_run(options)
    check_names(policy, options, *product.out_place(policy))
    evidence = Evidence(policy, options.evidence) if options.evidence else None
    settings = replace(settings, **policy.settings(settings), statements=[] if evidence else None)
    before: Audit | None = None
    try:
        before = product.audited(policy, settings)
        if before is not None:
            check_records(policy, before.records)
        release = product.publish(policy, options, settings, _terms(policy, options))
    except LimitBroken as error:
        return PolicyRun(policy.path, before, broken=error.broken)
    checked = product.verified(policy, settings, release, options.ledger)
    done = PolicyRun(policy.path, before, release, checked, evidence=options.evidence)
    if evidence:
        pages = partial(product.pages, policy, release, checked, before)
        evidence.write(done, pages, settings.statements or [])
    return done


def check_approval(policy: Policy, today: date) -> None:
    """Raise BadPolicy where a policy may not be used any more."""
    expires = policy.value("approval", "expires")
    if expires and today > expires:
        raise BadPolicy(
            f"the approval in {policy.path.name} expired on {expires}",
            f"ask {policy.value('approval', 'owner')} to approve it again; nothing was done",
        )


def check_names(policy: Policy, options: RunOptions, out_place: str, source_db: str) -> None:
    """Raise BadDestination where two of all that a run writes, or the policy itself, have one name."""
    others = [*policy.beside_release, policy.path, key_file(policy)]
    others += [path for path in (options.ledger, options.evidence) if path]
    refuse_shared_names(policy.out, out_place, source_db, others)


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


def _terms(policy: Policy, options: RunOptions) -> AnyTerms:
    """Return what is asked right before a release is published."""

    def terms(draft: Draft | CountsDraft) -> Mapping[str, Any]:
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
