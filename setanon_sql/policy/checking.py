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
from typing import Annotated, Any, Literal

from setanon_sql.api import Settings
from setanon_sql.api.policies import AnyPromise, SourceFingerprints, fingerprints_of_source, standing_promise
from setanon_sql.errors import BadInput, BadParameter, SetanonError
from setanon_sql.fields import Fields, Name, in_json
from setanon_sql.numbers import fraction_of
from setanon_sql.policy.fingerprints import RELEASE, SCRYPT, VARIABLE, SecretKey, found_key, of_policy, of_release
from setanon_sql.policy.keys import in_policy, naming_keys
from setanon_sql.policy.limits import PERSONAL, SHARES, ShareLimit, Told
from setanon_sql.policy.model import Policy
from setanon_sql.policy.reading import promise_of, read_policy
from setanon_sql.policy.running import holders_are_counted, inputs_of_owner, verified_with
from setanon_sql.spelling import said
from setanon_sql.text import share

Answer = Literal["agrees", "differs", "unknown"]

#: What the fingerprints of a manifest are about.
_DATA = {
    "source": "the source",
    "sensitive": "what is sensitive",
    "sensitive_groups": "the groups of sensitive items",
    "known": "the known items",
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
_PARTLY = "a part of the guarantee could not be checked"
_UNCOUNTED = (
    "what the release itself tells is as promised; to recount persons, and who holds sensitive items, takes the ledger "
    "that was written with it"
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
    if options.ledger and not _reads_ledger(policy):
        raise BadParameter("<ledger> tells nothing that this policy promises", "leave it out")
    promise, now = _read(policy, options, settings)
    findings = [_approval(policy, options.today), _guarantee(policy, promise, settings, options.ledger)]
    findings += [_parameters(policy, promise)]
    filed = promise.claims.filed
    if not {"policy", "fingerprints", "lost"} <= filed.keys():
        return PolicyCheck(policy.path, (*findings, Finding("policy", "unknown", _UNFILED)))
    key = _key(policy, options, filed)
    changed = _changed_tables(policy, filed, key)
    findings += [_release(policy, promise, key), _policy(policy, filed, key, changed)]
    findings += [*_limits(policy, promise, changed), *_data(filed, now, key)]
    return PolicyCheck(policy.path, tuple(findings))


def _reads_ledger(policy: Policy) -> bool:
    """Return whether a part of the guarantee is recounted by the ledger."""
    return bool(policy.person) or holders_are_counted(policy)


def _read(policy: Policy, options: CheckOptions, settings: Settings) -> tuple[AnyPromise, SourceFingerprints | None]:
    """Return the promise of the release, and the fingerprints of the data as they are now; None without a key."""
    promise = standing_promise(policy.out, policy.out_place, policy.db, settings)
    key = _key(policy, options, promise.claims.filed)
    if key is None or "fingerprints" not in promise.claims.filed:
        return promise, None
    return promise, fingerprints_of_source(
        policy.read, policy.options, key.of, policy.inputs, settings, person=policy.person
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


def _guarantee(policy: Policy, promise: AnyPromise, settings: Settings, ledger: Path | None) -> Finding:
    """Verify the release; where what only its owner has is gone, by itself."""
    new_ids = promise.claims.new_ids or not promise.shape.single
    inputs = inputs_of_owner(policy, listed=promise.sensitive is not None, new_ids=new_ids, ledger=ledger)
    partly = _PARTLY if ledger or not _reads_ledger(policy) else _UNCOUNTED
    try:
        answer = verified_with(policy, settings, inputs)
    except BadInput as error:
        if not inputs:
            raise
        partly = f"{_PARTLY}: {_said(error)}"
        if promise.model.takes_sensitive and promise.sensitive is None:  # personal wishes, which no release tells
            return Finding("guarantee", "unknown", partly)
        answer = verified_with(policy, settings, {})
    if answer.messages:
        return Finding("guarantee", "differs", answer.messages[0])
    if not answer.satisfied:
        return Finding("guarantee", "unknown", partly)
    return Finding("guarantee", "agrees", "a recount of the release finds it kept")


def _said(error: SetanonError) -> str:
    """Return what an error says, in the words of a policy."""
    return said(in_policy(error.marked_message))


def _parameters(policy: Policy, promise: AnyPromise) -> Finding:
    """Hold what the manifest promises against what the policy asks for."""
    request = promise_of(policy)
    requested = dict(request.parameters)
    promised = dict(promise.model.parameters)
    if promise.model.name != request.name:
        return Finding("parameters", "differs", f"the release promises {promise.model.name}")
    others = [
        name
        for name in requested
        if promised.get(name) != requested[name] and not (name not in promised and not requested[name])
    ]
    if others:
        return Finding("parameters", "differs", f"the release has another {', '.join(others)} than the policy")
    return Finding("parameters", "agrees", "the release promises what the policy asks for")


def _release(policy: Policy, promise: AnyPromise, key: SecretKey | None) -> Finding:
    """Find whether what the manifest says of its origin belongs to the data that it stands beside."""
    filed = promise.claims.filed
    fields = promise.claims.fields
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


def _limits(policy: Policy, promise: AnyPromise, changed: list[str] | None) -> Iterator[Finding]:
    """Hold what was lost against the limits as they are now.

    Limits that did not change were kept when the release was made. Others are held against what the manifest tells,
    which is no more than may be public.
    """
    least = policy.value("limits", "min_records")
    if least is not None:
        message = f"the release holds {promise.records:,} records, min_records asks for {least:,}"
        yield Finding("min_records", "agrees" if promise.records >= least else "differs", message)
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
            yield _limit(limit, fraction_of(limit.name, policy.value("limits", limit.name)), promise)


def _limit(limit: ShareLimit, allowed: Fraction, promise: AnyPromise) -> Finding:
    """Hold what a manifest tells of a share against a limit."""
    k = promise.model.smallest_public_count
    bounds = limit.bounds(Told(promise.claims.filed["lost"], promise.rows, promise.records, k))
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
            message = f"whether {called} changed is not known: {_said(now.unread[name])}"
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
