"""Disassociation: how records are cut into pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.publishing import ConstraintOptions, PublishingFolder
from setanon_sql.options.words import Clustering, Infeasible

if TYPE_CHECKING:
    from pathlib import Path

    from setanon_sql.sensitive.constraint import Source as SensitiveSource


@described
class AnonymizeDisassociation(PublishingFolder, ConstraintOptions):
    """The options of ``anonymize disassociation``."""

    out: str | Path | None = option(
        "The release: a folder, or with --db the beginning of its tables' names.", default=None, kw_only=False,
        kind="name", metavar="DIR", needed=True,
    )  # fmt: skip
    k: int = option(
        "Records that each set of known items must match.", kind="whole number", metavar="INTEGER",
        detail="In a possible original; 2 or more.",
    )  # fmt: skip
    m: int = option("Items an attacker may know.", kind="whole number", metavar="INTEGER", detail="1 or more.")
    cluster_size: int = option(
        "Clusters hold fewer records than this, where merging allows it.", default=30, kind="whole number", metavar="N"
    )
    refine: bool = option("Join clusters that share terms.", default=True, kind="flag", flag="--no-refine")
    safe: bool = option("Leave no item covered (safe disassociation).", default=False, kind="flag")
    infeasible: Infeasible = option(
        "With --safe, where covered items cannot be suppressed in part: take out what costs least, move them to the "
        "term chunk or to chunks of their own, or suppress all items of their chunk (as in the paper).",
        default="best", words=Infeasible,
    )  # fmt: skip
    sensitive: SensitiveSource | None = option(
        "Items (a file, or a table of --db) that go to term chunks only.", default=None, kind="name", metavar="S"
    )
    diversity: int | None = option(
        "With --sensitive: no more than one in L records of a cluster hold each of these items. Default: 2.",
        default=None, kind="whole number", metavar="L",
        detail="Records move to other clusters for that, and where that does not do, occurrences are taken out.",
    )  # fmt: skip
    algorithm: Clustering = option(
        "Cluster records by many items at once, by one at a time, or as in the paper (to compare with).",
        default="improved", words=Clustering,
    )  # fmt: skip
