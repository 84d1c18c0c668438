"""A policy in a file, and the demo: options of commands that are no single step, and keys that are no option."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setanon_sql.options.dp import PublishCounts
from setanon_sql.options.option import described, option
from setanon_sql.options.publishing import Seeded
from setanon_sql.options.reading import Runs
from setanon_sql.registry import policies

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from setanon_sql.numbers import Share
    from setanon_sql.registry.entry import Model


@described
class CheckPolicy(Runs):
    """The options of ``check``."""

    policy: str | Path = option("The file of the policy.", kw_only=False, kind="file", argument=True)
    ledger: str | Path | None = option(
        "The ledger of the release: persons, and who holds sensitive items, are recounted, too.", default=None,
        kind="file", metavar="FILE",
    )  # fmt: skip


@described
class RunPolicy(CheckPolicy, Seeded):
    """The options of ``run``."""

    ledger: str | Path | None = option(
        "Write what was changed and why (internal).", default=None, kind="file", metavar="FILE", section="Release"
    )
    overwrite: bool = option(
        "Replace a release that setanon wrote, and its report.", default=False, kind="flag", section="Release"
    )
    evidence: str | Path | None = option(
        "A new folder for all that shows what was done.", default=None, kind="file", metavar="DIR"
    )


@described
class InitPolicy(Runs):
    """The options of ``policy init``."""

    policy: str | Path = option("The file to write.", kw_only=False, kind="file", argument=True)
    words: Sequence[str] = option(
        "The command that it says: anonymize, or publish counts, and what follows.", kw_only=False, kind="list",
        argument=True, repeated=True, metavar="-- COMMAND...",
    )  # fmt: skip


#: What the policy of a table of counts of k and more names in place of a model.
COUNTS = "counts"


@described
class PolicyKeys:
    """The keys of a policy that are no option of a command."""

    place: str = option(
        "The file, or the database: a DuckDB file, postgresql://…, here:postgresql://…, spark:… or adbc:….",
        policy="source",
    )
    table: str | None = option("The table or view, where the place is a database.", default=None, policy="source")
    snapshot: str | None = option(
        "sha256 of the file: no other file is read.", default=None, kind="sha256", policy="source"
    )
    model: str = option(
        "The model; counts: a table of counts of k and more.", words=(*policies(), COUNTS), policy="guarantee",
        shell=False,
    )  # fmt: skip
    max_personal_items: int | None = option(
        "Most items whose labels look like data of persons, such as mail addresses.", default=None, kind="whole number",
        least=0, policy="limits", detail="See the audit.",
    )  # fmt: skip
    owner: str = option("Who answers for the release.", policy="approval")
    approved_by: str = option("Who approved the policy.", policy="approval")
    expires: date = option("The last day on which it may be used.", kind="date", policy="approval")
    data: str = option("What the data are, as reports should say.", default="", policy="source")
    period: str = option("The time that they are of, as reports should say.", default="", policy="source")
    purpose: str = option("What the release is for.", default="", policy="approval")
    recipients: Sequence[str] = option("Who receives the release.", default=(), kind="list", policy="approval")
    recipient_means: str = option(
        "What they know and can do with it, as reports should say.", default="", policy="approval"
    )
    threshold_reason: str = option(
        "Why the threshold (a maximum risk of 1/k) was chosen, as reports should say.", default="", policy="approval"
    )


@described
class RecordKeys:
    """The limits of a release of records."""

    min_records: int | None = option(
        "Fewest records of the release.", default=None, kind="whole number", least=1, policy="limits"
    )
    max_records_gone: Share | None = option(
        "Highest share of the source's records of which nothing is released, 0 to 1.", default=None, kind="share",
        least=0, policy="limits",
    )  # fmt: skip
    max_workload_error: Share | None = option(
        "Highest mean relative error of the workload, 0 to 1; needs <workload>.", default=None, kind="share", least=0,
        policy="limits",
    )  # fmt: skip


@described
class LossKeys:
    """The limits of a release whose loss is measured in shares."""

    min_rows_unchanged: Share | None = option(
        "Lowest share of the source's rows that the release holds as they were, 0 to 1.", default=None, kind="share",
        least=0, policy="limits",
    )  # fmt: skip
    max_suppressed: Share | None = option(
        "Highest share of occurrences suppressed, 0 to 1.", default=None, kind="share", least=0, policy="limits"
    )
    max_ncp: Share | None = option(
        "Highest NCP, 0 to 1: how wide labels are, not how many rows are left.", default=None, kind="share", least=0,
        policy="limits",
    )  # fmt: skip


@described
class CountKeys:
    """The limits of a table of counts."""

    min_counts_shown: Share | None = option(
        "Lowest share of the counts of k and more that are shown, 0 to 1.", default=None, kind="share", least=0,
        policy="limits",
    )  # fmt: skip
    max_count_error: Share | None = option(
        "Highest mean relative error of the counts that are shown, 0 to 1.", default=None, kind="share", least=0,
        policy="limits",
    )  # fmt: skip


@described
class TreeKeys:
    """The keys of a taxonomy that are no option of a command."""

    sha256: str | None = option(
        "sha256 of the file: no other file is used.", default=None, kind="sha256", policy="taxonomy"
    )


#: The tables of a policy, in their order.
POLICY_TABLES = {
    "source": "What is read.",
    "guarantee": "What is promised.",
    "release": "Where the release goes.",
    "limits": "What a release may cost at most, and what becomes of single items: else nothing is published.",
    "taxonomy": "What items are generalized along.",
    "method": "How the guarantee is reached.",
    "approval": "Who stands for it.",
}


def _classes_of(model: Model) -> tuple[Any, ...]:
    """Return the classes of options whose keys a policy of a model may have; the last is that of ``anonymize``."""
    losses = (LossKeys,) if model.loss_in_shares else ()
    trees = (TreeKeys,) if model.may_generalize else ()
    return (*losses, PolicyKeys, RecordKeys, *trees, model.anonymize.options)


#: These classes, by the model that a policy names.
POLICY_OPTIONS: Mapping[str, tuple[Any, ...]] = {
    **{name: _classes_of(model) for name, (model, _) in policies().items()},
    COUNTS: (PolicyKeys, CountKeys, TreeKeys, PublishCounts),
}


@described
class Demo(Runs):
    """The options of ``demo``."""

    folder: str | Path | None = option(
        "Keep the demo's files here. Default: a temporary folder.", default=None, kind="file", metavar="PATH"
    )
    records: int = option("Baskets to make.", default=10_000, kind="whole number", least=1, metavar="N")
