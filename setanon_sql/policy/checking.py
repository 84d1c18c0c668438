"""Do a policy and the release that was made by it still agree?

Each question has one of three answers: they agree, they differ, or nobody can tell. One difference decides; else one
open question does.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from setanon_sql.errors import BadInput
from setanon_sql.numbers import fraction_of
from setanon_sql.pipeline.opening import opened
from setanon_sql.policy.fingerprints import RELEASE, SCRYPT, VARIABLE, Key, found_key, of_data, of_policy, of_release
from setanon_sql.policy.limits import bounds_of
from setanon_sql.policy.model import Policy
from setanon_sql.policy.reading import model_name, model_of, read_policy
from setanon_sql.policy.running import verified_by_owner
from setanon_sql.settings import Settings
from setanon_sql.text import share
from setanon_sql.verify.places import place_at
from setanon_sql.verify.promise import AnyPromise

Answer = Literal["agrees", "differs", "unknown"]

#: What the fingerprints of a manifest are about.
_DATA = {
    "source": "the source",
    "sensitive": "what is sensitive",
    "factors": "the factors of the thresholds",
    "constraints": "the constraints",
    "weights": "the weights",
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
class Finding:
    """One question about a policy and its release: ``check`` names it, ``message`` says what was found."""

    check: str
    result: Answer
    message: str


@dataclass(frozen=True)
class PolicyCheck:
    """What a check of a policy found; ``agrees`` is None where no difference was found, but not all could be told."""

    policy: Path
    findings: tuple[Finding, ...]

    @property
    def agrees(self) -> bool | None:
        """Do they agree?"""
        results = {one.result for one in self.findings}
        return False if "differs" in results else None if "unknown" in results else True

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``--json`` prints."""
        return {
            "policy": str(self.policy),
            "agrees": self.agrees,
            "checks": [asdict(one) for one in self.findings],
        }


@dataclass(frozen=True)
class CheckOptions:
    """The day of a check, and the environment: see :class:`setanon_sql.policy.running.RunOptions`."""

    today: date = field(default_factory=date.today)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)


def check_policy(
    path: str | Path, options: CheckOptions | None = None, settings: Settings | None = None
) -> PolicyCheck:
    """Say whether a policy and its release still agree: guarantee, parameters, approval, limits, data.

    Raises BadPolicy where the policy cannot be used, and BadInput where the release or the source cannot be read.
    """
    options, settings = options or CheckOptions(), settings or Settings()
    policy = read_policy(path, options.environment)
    settings = replace(settings, **policy.settings(settings))
    promise, now = _read(policy, options, settings)
    found = [_approval(policy, options.today), _guarantee(policy, promise, settings), _parameters(policy, promise)]
    filed = promise.claims.filed
    if not {"policy", "fingerprints", "lost"} <= filed.keys():
        return PolicyCheck(policy.path, (*found, Finding("policy", "unknown", _UNFILED)))
    key = _key(policy, options, filed)
    changed = _changed(policy, filed, key)
    found += [_release(policy, promise, key), _policy(policy, filed, key, changed)]
    found += [*_limits(policy, promise, changed), *_data(filed, now, key)]
    return PolicyCheck(policy.path, tuple(found))


def _read(policy: Policy, options: CheckOptions, settings: Settings) -> tuple[AnyPromise, Mapping[str, str] | None]:
    """Return the promise of the release, and the fingerprints of the data as they are now; None without a key."""
    with settings.engine_for(policy.db) as engine:
        promise = place_at(engine, policy.destination).promise()
        key = _key(policy, options, promise.claims.filed)
        if key is None or "fingerprints" not in promise.claims.filed:
            return promise, None
        return promise, of_data(policy, opened(engine, policy.read, policy.options), key)


def _key(policy: Policy, options: CheckOptions, filed: Mapping[str, Any]) -> Key | None:
    """Return the key of the run, its secret derived as the manifest says; None where it is not there."""
    told = filed.get("fingerprints")
    derivation = told.get("key_derivation", "") if isinstance(told, Mapping) else ""
    return found_key(policy, options.environment, derivation if isinstance(derivation, str) else SCRYPT)


def _approval(policy: Policy, today: date) -> Finding:
    if policy.approval is None:
        return Finding("approval", "agrees", "the policy asks for none")
    expires = policy.approval.expires
    if today > expires:
        return Finding("approval", "differs", f"it expired on {expires}")
    return Finding("approval", "agrees", f"it holds until {expires}")


def _guarantee(policy: Policy, promise: AnyPromise, settings: Settings) -> Finding:
    """Verify the release."""
    answer = verified_by_owner(policy, settings, listed=promise.sensitive is not None)
    if answer.messages:
        return Finding("guarantee", "differs", answer.messages[0])
    if not answer.satisfied:
        return Finding("guarantee", "unknown", "a part of the guarantee could not be checked")
    return Finding("guarantee", "agrees", "a recount of the release finds it kept")


def _parameters(policy: Policy, promise: AnyPromise) -> Finding:
    """Hold what the manifest promises against what the policy asks for."""
    asked, told = dict(model_of(policy).parameters), dict(promise.model.parameters)
    if promise.model.name != model_name(policy):
        return Finding("parameters", "differs", f"the release promises {promise.model.name}")
    others = [name for name in asked if told.get(name) != asked[name] and not (name not in told and not asked[name])]
    if others:
        return Finding("parameters", "differs", f"the release has another {', '.join(others)} than the policy")
    return Finding("parameters", "agrees", "the release promises what the policy asks for")


def _release(policy: Policy, promise: AnyPromise, key: Key | None) -> Finding:
    """Does what the manifest says of its origin belong to the data that it stands beside?"""
    filed, fields = promise.claims.filed, promise.claims.fields
    if key is None or not _same_key(filed, key):
        return Finding(
            "release", "unknown", f"whether its manifest is its own cannot be told without the key: {_no_key(policy)}"
        )
    if RELEASE not in filed["fingerprints"]:
        return Finding("release", "unknown", _UNBOUND)
    if filed["fingerprints"][RELEASE] != of_release(fields, key):
        return Finding("release", "differs", _COPIED)
    return Finding("release", "agrees", "its manifest is as the run wrote it, for these data")


def _changed(policy: Policy, filed: Mapping[str, Any], key: Key | None) -> list[str] | None:
    """Return the tables of a policy that say something else of a release than they did; None where nobody can tell."""
    if key is None or not _same_key(filed, key):
        return None
    tables, before = of_policy(policy, key)["keyed_sha256_of_tables"], filed["policy"].get("keyed_sha256_of_tables")
    assert isinstance(tables, dict)
    if not isinstance(before, dict):
        raise BadInput("'policy' in the manifest is not what it should be", "it may have been edited")
    return [name for name, one in tables.items() if before.get(name) != one]


def _policy(policy: Policy, filed: Mapping[str, Any], key: Key | None, changed: list[str] | None) -> Finding:
    """Was the release made by what the policy says now? Comments and the approval may change."""
    if key is None or changed is None:
        return Finding("policy", "unknown", _no_key(policy))
    if changed:
        return Finding("policy", "differs", f"changed since the release: {', '.join(f'[{one}]' for one in changed)}")
    whole = {name: one for name, one in of_policy(policy, key).items() if name != "keyed_sha256_of_tables"}
    same = all(filed["policy"].get(name) == one for name, one in whole.items())
    return Finding("policy", "agrees", "unchanged" if same else "what it says of the release is unchanged")


def _limits(policy: Policy, promise: AnyPromise, changed: list[str] | None) -> Iterator[Finding]:
    """Hold what was lost against the limits as they are now.

    Limits that did not change were kept when the release was made. Others are held against what the manifest tells,
    which is no more than may be public.
    """
    limits = policy.limits
    if limits.min_records is not None:
        kept = promise.records >= limits.min_records
        told = f"the release holds {promise.records:,} records, min_records asks for {limits.min_records:,}"
        yield Finding("min_records", "agrees" if kept else "differs", told)
    for name, measure in (("max_ncp", "ncp"), ("max_suppressed", "suppressed_ratio")):
        if getattr(limits, name) is None:
            continue
        if changed is not None and "limits" not in changed:
            yield Finding(
                name, "agrees", "the limit is unchanged, and the release was held against it when it was made"
            )
        else:
            yield _limit(name, measure, fraction_of(name, getattr(limits, name)), promise)


def _limit(name: str, measure: str, limit: Fraction, promise: AnyPromise) -> Finding:
    """Hold what a manifest tells of a share against a limit."""
    found = bounds_of(measure, promise.claims.filed["lost"], promise.rows, promise.model.smallest_public_count)
    told = f"{share(float(found.low), 1)} to {share(float(found.high), 1)} was lost, as far as the manifest tells"
    result: Answer = "agrees" if found.high <= limit else "differs" if found.low > limit else "unknown"
    return Finding(name, result, f"{told}; the policy allows {share(float(limit), 1)}")


def _data(filed: Mapping[str, Any], now: Mapping[str, str] | None, key: Key | None) -> Iterator[Finding]:
    """Did what the release was made from change since?"""
    told = filed["fingerprints"]
    for name, called in _DATA.items():
        if name not in told and (now is None or name not in now):
            continue
        if now is None or key is None or not _same_key(filed, key):
            yield Finding(name, "unknown", f"whether {called} changed cannot be told without the key of the run")
        else:
            same = told.get(name) == now.get(name)
            words = f"{called}: unchanged" if same else f"{called} changed since the release"
            yield Finding(name, "agrees" if same else "differs", words)


def _same_key(filed: Mapping[str, Any], key: Key) -> bool:
    told = filed["fingerprints"]
    if not isinstance(told, dict) or not isinstance(filed["policy"], dict) or not isinstance(filed["lost"], dict):
        raise BadInput("the fingerprints in the manifest are not what they should be", "it may have been edited")
    return told.get("key") == key.name


def _no_key(policy: Policy) -> str:
    return f"the key of the run is missing: set {VARIABLE}, or put {policy.path.name}.key beside the policy"
