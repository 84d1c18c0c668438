"""Do a policy and the release that was made by it still agree?

Each question has one of three answers: they agree, they differ, or nobody can tell. One difference decides; else one
open question does.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from setanon_sql.api import Settings
from setanon_sql.api.policies import SourceFingerprints, fingerprints_of_source
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.fields import Fields, Name, in_json
from setanon_sql.numbers import fraction_of
from setanon_sql.policy.fingerprints import RELEASE, SCRYPT, VARIABLE, SecretKey, found_key, of_policy, of_release
from setanon_sql.policy.keys import naming_keys, said_of
from setanon_sql.policy.kinds import product_of
from setanon_sql.policy.limits import PERSONAL, SHARES, ShareLimit, Told
from setanon_sql.policy.model import Policy
from setanon_sql.policy.products import Answer, Promised, StandingRelease
from setanon_sql.policy.reading import read_policy
from setanon_sql.text import share

#: What the fingerprints of a manifest are about.
_DATA = {
    "source": "the source",
    "columns": "the columns beside the items",
    "sensitive": "what is sensitive",
    "sensitive_groups": "the groups of sensitive items",
    "known": "the known items",
    "protect": "the sets that are protected",
    "factors": "the factors of the thresholds",
    "constraints": "the constraints",
    "weights": "the weights",
    "mapping": "the mapping",
    "workload": "the workload",
    "taxonomy": "the taxonomy",
}
_COPIED = (
    "'made', 'policy', 'fingerprints' and 'lost' in the manifest do not belong to these data: they were copied from "
    "another release, or the manifest was edited"
)
_UNBOUND = (
    "whether its manifest is its own cannot be told: an older version of setanon made it, or the fingerprint of the "
    "release was taken out; run the policy again"
)
_UNFILED = "the manifest does not tell: the release was not made by setanon run"


@dataclass(frozen=True)
class Finding(Fields):
    """One question about a policy and its release."""

    check: Annotated[
        str,
        "`approval`, `guarantee`, `parameters`, `policy`, a limit by its key, `source`, `sensitive`, `factors`, "
        "`taxonomy`",
    ]
    result: Annotated[Answer, "`agrees`, `differs` or `unknown`"]
    message: Annotated[str, ""]


@dataclass(frozen=True)
class PolicyCheck(Fields):
    """The findings of a check of a policy."""

    policy: Annotated[Path, ""]
    findings: Annotated[tuple[Finding, ...], Name("checks"), ""]

    @property
    @in_json()
    def agrees(self) -> bool | None:
        """Return whether the policy and its release still agree; null (exit code 2): that cannot be told."""
        results = {finding.result for finding in self.findings}
        return False if "differs" in results else None if "unknown" in results else True


@dataclass(frozen=True)
class CheckOptions:
    """The day of a check, and the environment: see :class:`setanon_sql.policy.running.RunOptions`.

    ``ledger``: that of the release, which says whose records these are, where persons are counted.
    """

    today: date = field(default_factory=date.today)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    ledger: Path | None = None


@naming_keys()
def check_policy(
    path: str | Path, options: CheckOptions | None = None, settings: Settings | None = None
) -> PolicyCheck:
    """Say whether a policy and its release still agree: guarantee, parameters, approval, limits, data.

    A source that is gone, or anything else that it was made from, is unknown, and the rest is checked.
    Raises BadPolicy where the policy cannot be used, and BadInput where the release cannot be read.
    """
    options = options or CheckOptions()
    settings = settings or Settings()
    policy = read_policy(path, options.environment)
    settings = replace(settings, **policy.settings(settings))
    product = product_of(policy)
    if options.ledger and not product.reads_ledger(policy):
        raise BadParameter("<ledger> tells nothing that this policy promises", "leave it out")
    standing = product.standing(policy, settings, options.ledger)
    now = _fingerprints_now(policy, standing, options, settings)
    findings = [_approval(policy, options.today), Finding("guarantee", *standing.guarantee())]
    findings += [_parameters(product.promised(policy), standing.promised)]
    filed = standing.filed
    if not {"policy", "fingerprints", "lost"} <= filed.keys():
        return PolicyCheck(policy.path, (*findings, Finding("policy", "unknown", _UNFILED)))
    key = _key(policy, options, filed)
    changed = _changed_tables(policy, filed, key)
    findings += [_release(policy, standing, key), _policy(policy, filed, key, changed)]
    findings += [*_limits(policy, standing.losses, changed), *_data(filed, now, key)]
    return PolicyCheck(policy.path, tuple(findings))


def _fingerprints_now(
    policy: Policy, standing: StandingRelease, options: CheckOptions, settings: Settings
) -> SourceFingerprints | None:
    """Return the fingerprints of the data as they are now; None without a key."""
    key = _key(policy, options, standing.filed)
    if key is None or "fingerprints" not in standing.filed:
        return None
    return fingerprints_of_source(
        policy.read, policy.options, key.of, policy.inputs, settings, person=policy.person, columns=policy.columns
    )


def _key(policy: Policy, options: CheckOptions, filed: Mapping[str, Any]) -> SecretKey | None:
    """Return the key of the run, its secret derived as the manifest says; None where it is not there."""
    fingerprints = filed.get("fingerprints")
    derivation = fingerprints.get("key_derivation", "") if isinstance(fingerprints, Mapping) else ""
    return found_key(policy, options.environment, derivation if isinstance(derivation, str) else SCRYPT)


def _approval(policy: Policy, today: date) -> Finding:
    expires = policy.value("approval", "expires")
    if expires is None:
        return Finding("approval", "agrees", "the policy asks for none")
    if today > expires:
        return Finding("approval", "differs", f"it expired on {expires}")
    return Finding("approval", "agrees", f"it holds until {expires}")


def _parameters(request: Promised, promise: Promised) -> Finding:
    """Hold what the manifest promises against what the policy asks for."""
    requested = dict(request.parameters)
    promised = dict(promise.parameters)
    if promise.name != request.name:
        return Finding("parameters", "differs", f"the release promises {promise.name}")
    others = [
        name
        for name in requested
        if promised.get(name) != requested[name] and not (name not in promised and not requested[name])
    ]
    if others:
        return Finding("parameters", "differs", f"the release has another {', '.join(others)} than the policy")
    return Finding("parameters", "agrees", "the release promises what the policy asks for")


def _release(policy: Policy, standing: StandingRelease, key: SecretKey | None) -> Finding:
    """Find whether what the manifest says of its origin belongs to the data that it stands beside."""
    filed = standing.filed
    fields = standing.fields
    if key is None or not _same_key(filed, key):
        return Finding(
            "release", "unknown", f"whether its manifest is its own cannot be told without the key: {_no_key(policy)}"
        )
    if RELEASE not in filed["fingerprints"]:
        return Finding("release", "unknown", _UNBOUND)
    if filed["fingerprints"][RELEASE] != of_release(fields, key):
        return Finding("release", "differs", _COPIED)
    return Finding("release", "agrees", "its manifest is as the run wrote it, for these data")


def _changed_tables(policy: Policy, filed: Mapping[str, Any], key: SecretKey | None) -> list[str] | None:
    """Return the tables of a policy that say something else of a release than they did; None where nobody can tell."""
    if key is None or not _same_key(filed, key):
        return None
    tables = of_policy(policy, key)["keyed_sha256_of_tables"]
    before = filed["policy"].get("keyed_sha256_of_tables")
    assert isinstance(tables, dict)
    if not isinstance(before, dict):
        raise BadInput("'policy' in the manifest is not what it should be", "it may have been edited")
    return [name for name, digest in tables.items() if before.get(name) != digest]


def _policy(policy: Policy, filed: Mapping[str, Any], key: SecretKey | None, changed: list[str] | None) -> Finding:
    """Find whether the release was made by what the policy says now; comments and the approval may change."""
    if key is None or changed is None:
        return Finding("policy", "unknown", _no_key(policy))
    if changed:
        tables = ", ".join(f"[{table}]" for table in changed)
        return Finding("policy", "differs", f"changed since the release: {tables}")
    whole = {name: value for name, value in of_policy(policy, key).items() if name != "keyed_sha256_of_tables"}
    same = all(filed["policy"].get(name) == value for name, value in whole.items())
    return Finding("policy", "agrees", "unchanged" if same else "what it says of the release is unchanged")


def _limits(policy: Policy, manifest: Told, changed: list[str] | None) -> Iterator[Finding]:
    """Hold what was lost against the limits as they are now.

    Limits that did not change were kept when the release was made. Others are held against what the manifest tells,
    which is no more than may be public.
    """
    least = policy.value("limits", "min_records")
    if least is not None:
        message = f"the release holds {manifest.records:,} records, min_records asks for {least:,}"
        yield Finding("min_records", "agrees" if manifest.records >= least else "differs", message)
    if policy.says("limits", PERSONAL):
        same = changed is not None and "limits" not in changed
        message = "the limit is unchanged, and the release was held against it when it was made"
        yield Finding(PERSONAL, "agrees", message) if same else Finding(PERSONAL, "unknown", "it may have changed")
    for limit in (limit for limit in SHARES if policy.says("limits", limit.name)):
        if changed is not None and "limits" not in changed:
            yield Finding(
                limit.name, "agrees", "the limit is unchanged, and the release was held against it when it was made"
            )
        else:
            yield _limit(limit, fraction_of(limit.name, policy.value("limits", limit.name)), manifest)


def _limit(limit: ShareLimit, allowed: Fraction, manifest: Told) -> Finding:
    """Hold what a manifest tells of a share against a limit."""
    bounds = limit.bounds(manifest)
    if bounds is None:
        return Finding(limit.name, "unknown", "the limit may have changed, and the manifest does not tell of it")
    sentence = limit.sentence.format(f"{share(float(bounds.low), 1)} to {share(float(bounds.high), 1)}")
    broken = {limit.breaks(bounds.low, allowed), limit.breaks(bounds.high, allowed)}
    result: Answer = "unknown" if len(broken) == 2 else "differs" if broken == {True} else "agrees"
    message = f"{sentence}, as far as the manifest tells; {limit.name} {limit.verb} {share(float(allowed), 1)}"
    return Finding(limit.name, result, message)


def _data(filed: Mapping[str, Any], now: SourceFingerprints | None, key: SecretKey | None) -> Iterator[Finding]:
    """Find whether what the release was made from has changed since."""
    digests = filed["fingerprints"]
    for name, called in _DATA.items():
        if name not in digests and (now is None or name not in {*now.digests, *now.unread}):
            continue
        if now is None or key is None or not _same_key(filed, key):
            yield Finding(name, "unknown", f"whether {called} changed cannot be told without the key of the run")
        elif name in now.unread:
            message = f"whether {called} changed is not known: {said_of(now.unread[name])}"
            yield Finding(name, "unknown", message)
        else:
            same = digests.get(name) == now.digests.get(name)
            words = f"{called}: unchanged" if same else f"{called} changed since the release"
            yield Finding(name, "agrees" if same else "differs", words)


def _same_key(filed: Mapping[str, Any], key: SecretKey) -> bool:
    digests = filed["fingerprints"]
    if not isinstance(digests, dict) or not isinstance(filed["policy"], dict) or not isinstance(filed["lost"], dict):
        raise BadInput("the fingerprints in the manifest are not what they should be", "it may have been edited")
    return digests.get("key") == key.name


def _no_key(policy: Policy) -> str:
    return f"the key of the run is missing: set {VARIABLE}, or put {policy.path.name}.key beside the policy"
