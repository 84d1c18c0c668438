"""Policies that publish records: a model says what is promised."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from setanon_sql import api, registry
from setanon_sql.api import Settings, Verification
from setanon_sql.api.policies import AnyPromise, Audit, report_pages, standing_promise
from setanon_sql.errors import BadInput
from setanon_sql.options.policies import POLICY_OPTIONS
from setanon_sql.policy.keys import options_with_keys, said_of
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
from setanon_sql.registry import policies
from setanon_sql.registry.features import why_not

_PARTLY = "a part of the guarantee could not be checked"
_UNCOUNTED = (
    "what the release itself tells is as promised; to recount persons, and who holds sensitive items, takes the ledger "
    "that was written with it"
)
KEPT = "a recount of the release finds it kept"


class Records(PolicyProduct):
    """Records that keep a model."""

    def promised(self, policy: Policy) -> Promised:
        """Return what a policy promises; raises BadParameter."""
        model, means = policies()[policy.model]
        keys = {
            field.name: policy.value(option.policy, option.key or field.name)
            for field, option in options_with_keys(model.anonymize.options)
            if option.policy in {"guarantee", "method"}
        }
        promise = model.promise.from_options({**keys, **means})
        return Promised(promise.name, promise.parameters)

    def why_not(self, policy: Policy, option: str) -> tuple[str, str] | None:
        """Return why an option does not go with the model, where it tells that."""
        entry, _ = policies()[policy.model]
        return why_not(entry, option)

    def out_place(self, policy: Policy) -> tuple[str, str]:
        """Return the database of the release, and that of the source."""
        return policy.out_place, policy.db

    def check_run(self, options: RunOptions) -> None:
        """Take all options."""

    def audited(self, policy: Policy, settings: Settings) -> Audit:
        """Audit the source of a policy for its model."""
        model, _ = policies()[policy.model]
        of_source = registry.model(model.audited_as or model.name)
        audit = getattr(api, f"audit_{of_source.name}")
        keywords = policy.keywords(audit.options, "guarantee") | {"options": policy.options, "settings": settings}
        if policy.says("guarantee", "known"):
            keywords |= policy.keywords(audit.options, "taxonomy")
        result: Audit = audit(policy.read, **keywords, **of_source.audited_with)
        return result

    def publish(self, policy: Policy, options: RunOptions, settings: Settings, terms: AnyTerms) -> Published:
        """Anonymize, and publish that."""
        (*_, owner) = POLICY_OPTIONS[policy.model]
        keywords = policy.keywords(owner) | {
            "options": policy.options,
            "settings": settings,
            "report": report_of(policy),
            "seed": options.seed,
            "overwrite": options.overwrite,
            "ledger": options.ledger,
            "terms": terms,
        }
        model, means = policies()[policy.model]
        release: api.Release = getattr(api, f"anonymize_{model.name}")(policy.read, **keywords, **means)
        return release

    def verified(self, policy: Policy, settings: Settings, published: api.Release, ledger: Path | None) -> Verification:
        """Return what was found before it was published; else verify it with all that its owner knows."""
        manifest = published.manifest
        new_ids = manifest["format"].get("record_ids") != "keep"
        inputs = _inputs_of_owner(policy, listed="sensitive" in manifest, new_ids=new_ids, ledger=ledger)
        return published.verification or _verified_with(policy, settings, inputs)

    def pages(
        self, policy: Policy, published: api.Release, checked: Verification, before: Audit | None
    ) -> Mapping[str, str]:
        """Return the report in both tiers."""
        assert before is not None
        until = str(policy.value("approval", "expires") or "")
        settings = Settings(**policy.settings(Settings()))
        page = api.Report("report.html", valid_until=until, **policy.subject)
        subject = page.subject(policy.read, policy.options)
        return report_pages(
            published, checked, before, db=policy.out_place, until=until, settings=settings, subject=subject
        )

    def reads_ledger(self, policy: Policy) -> bool:
        """Return whether a part of the guarantee is recounted by the ledger."""
        return bool(policy.person) or _holders_are_counted(policy)

    def standing(self, policy: Policy, settings: Settings, ledger: Path | None) -> StandingRelease:
        """Return what the manifest of the release says."""
        promise = standing_promise(policy.out, policy.out_place, policy.db, settings)
        claims = promise.claims
        model = promise.model
        losses = Told(claims.filed.get("lost", {}), promise.rows, promise.records, model.smallest_public_count)
        return StandingRelease(
            Promised(model.name, model.parameters), claims.fields, claims.filed, losses,
            lambda: self._guarantee(policy, promise, settings, ledger),
        )  # fmt: skip

    def _guarantee(
        self, policy: Policy, promise: AnyPromise, settings: Settings, ledger: Path | None
    ) -> tuple[Answer, str]:
        """Verify the release; where what only its owner has is gone, by itself."""
        new_ids = promise.claims.new_ids or not promise.shape.single
        inputs = _inputs_of_owner(policy, listed=promise.sensitive is not None, new_ids=new_ids, ledger=ledger)
        partly = _PARTLY if ledger or not self.reads_ledger(policy) else _UNCOUNTED
        try:
            answer = _verified_with(policy, settings, inputs)
        except BadInput as error:
            if not inputs:
                raise
            partly = f"{_PARTLY}: {said_of(error)}"
            if promise.model.takes_sensitive and promise.sensitive is None:  # personal wishes, which no release tells
                return "unknown", partly
            answer = _verified_with(policy, settings, {})
        if answer.messages:
            return "differs", answer.messages[0]
        return ("agrees", KEPT) if answer.satisfied else ("unknown", partly)


def _inputs_of_owner(policy: Policy, *, listed: bool, new_ids: bool, ledger: Path | None) -> dict[str, Any]:
    """Return what the release of a policy is verified with that only its owner has, by the keywords of ``verify``.

    ``listed``: the manifest lists what is sensitive. Personal wishes, which none does, are read again. So are persons,
    unless ``new_ids`` hide whose the records are and there is no ``ledger`` that tells. With it also those are counted
    who hold sensitive items of a release in pieces. Sets that are protected by name are read again, too.
    """
    inputs: dict[str, Any] = {}
    model, _ = policies()[policy.model]
    if (model.promise.takes_sensitive and not listed) or (_holders_are_counted(policy) and ledger):
        inputs["sensitive"] = policy.place_of("guarantee", "sensitive")
    if policy.person and (ledger or not new_ids):
        inputs["person"] = policy.person
    if ledger and (policy.person or _holders_are_counted(policy)):
        inputs["ledger"] = ledger
    sets = {"protect": policy.place_of("guarantee", "protect")} if policy.says("guarantee", "protect") else {}
    if inputs:
        return inputs | sets | {"source": policy.read, "options": policy.options}
    return sets | {"options": replace(policy.options, query="")} if sets else {}


def _verified_with(policy: Policy, settings: Settings, inputs: Mapping[str, Any]) -> Verification:
    """Verify the release of a policy where it stands, with what its owner has besides."""
    return api.verify(policy.out, db=policy.out_place, settings=settings, **inputs)


def _holders_are_counted(policy: Policy) -> bool:
    """Return whether the guarantee bounds how many of a cluster hold a sensitive item, which takes a ledger."""
    model, _ = policies()[policy.model]
    return model.promise.records == "pieces" and policy.says("guarantee", "sensitive")
