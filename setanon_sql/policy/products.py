"""What a policy publishes, and what is done with it: records that keep a model, or a table of counts."""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Literal

from setanon_sql import api
from setanon_sql.api import Settings, Verification
from setanon_sql.api.policies import Audit, CountsDraft, Draft, SafeCounts
from setanon_sql.policy.limits import Told
from setanon_sql.policy.model import Policy

Answer = Literal["agrees", "differs", "unknown"]
#: What is published.
Published = api.Release | SafeCounts
#: Returns what else the manifest of a draft tells; raises where it must not be published.
AnyTerms = Callable[[Draft | CountsDraft], Mapping[str, Any]]


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


@dataclass(frozen=True)
class Promised:
    """A promise: its ``name``, and the ``parameters`` as a manifest spells them."""

    name: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class StandingRelease:
    """A release that stands, as its manifest tells of it.

    ``fields``: all of the manifest; ``filed``: those that a policy had it tell. ``losses``: what it tells of the cost.
    ``guarantee``: returns whether a recount finds the promise kept, and that in a sentence.
    """

    promised: Promised
    fields: Mapping[str, Any]
    filed: Mapping[str, Any]
    losses: Told
    guarantee: Callable[[], tuple[Answer, str]]


class PolicyProduct(ABC):
    """Product of the policies of one kind."""

    @abstractmethod
    def promised(self, policy: Policy) -> Promised:
        """Return what a policy promises (with no thresholds that follow from data); raises BadParameter."""

    @abstractmethod
    def why_not(self, policy: Policy, option: str) -> tuple[str, str] | None:
        """Return why an option does not go with it, and what to do; None where nobody says so."""

    @abstractmethod
    def out_place(self, policy: Policy) -> tuple[str, str]:
        """Return the database of the release, and that of the source where it decides; empty for files."""

    @abstractmethod
    def check_run(self, options: RunOptions) -> None:
        """Raise BadParameter for options of a run that tell it nothing."""

    @abstractmethod
    def audited(self, policy: Policy, settings: Settings) -> Audit | None:
        """Return the audit of the source, where there is one."""

    @abstractmethod
    def publish(self, policy: Policy, options: RunOptions, settings: Settings, terms: AnyTerms) -> Published:
        """Publish it, if the terms allow it; raises what they raise."""

    @abstractmethod
    def verified(self, policy: Policy, settings: Settings, published: Any, ledger: Path | None) -> Verification:
        """Return whether what was published keeps its promise, by all that its owner knows."""

    @abstractmethod
    def pages(self, policy: Policy, published: Any, checked: Verification, before: Audit | None) -> Mapping[str, str]:
        """Return the report by tier, where there is one."""

    @abstractmethod
    def reads_ledger(self, policy: Policy) -> bool:
        """Return whether a part of the guarantee is recounted by the ledger."""

    @abstractmethod
    def standing(self, policy: Policy, settings: Settings, ledger: Path | None) -> StandingRelease:
        """Return what stands where the policy publishes; raises BadInput where that cannot be read."""


def report_of(policy: Policy) -> api.Report | None:
    """Return the report that a policy asks for."""
    if policy.report is None:
        return None
    until = policy.value("approval", "expires")
    tier = policy.value("release", "report_tier")
    return api.Report(policy.report, tier, str(until or ""), **policy.subject)
