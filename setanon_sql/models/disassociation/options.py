"""Disassociation: how records are cut into pieces, and what of these is audited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.publishing import ConstraintOptions, PublishingFolder, Reports
from setanon_sql.options.reading import ReadingFields
from setanon_sql.options.releases import OfRelease
from setanon_sql.options.scripts import MinimumK, Scripts, ScriptSchema
from setanon_sql.options.words import Clustering, Infeasible

if TYPE_CHECKING:
    from pathlib import Path

    from setanon_sql.measures.queries import Itemsets
    from setanon_sql.sensitive.constraint import Source as SensitiveSource
    from setanon_sql.sources import Source, SourceOptions


@described
class AnonymizeDisassociation(PublishingFolder, CountsPersons, ConstraintOptions):
    """The options of ``anonymize disassociation``."""

    out: str | Path | None = option(
        "The release: a folder, or with <db> the beginning of its tables' names.", default=None, kw_only=False,
        kind="name", metavar="DIR", needed=True, policy="release",
    )  # fmt: skip
    k: int = option(
        "Records that each set of known items must match.", kind="whole number", least=2, metavar="INTEGER",
        hint="k = 5 is a usual choice", detail="In a possible original; 2 or more.", policy="guarantee",
    )  # fmt: skip
    m: int = option(
        "Items an attacker may know.", kind="whole number", least=1, metavar="INTEGER", hint="2 is a usual choice",
        detail="1 or more.", policy="guarantee",
    )  # fmt: skip
    cluster_size: int = option(
        "Clusters hold fewer records than this, where merging allows it.", default=30, kind="whole number", metavar="N",
        policy="method",
    )  # fmt: skip
    refine: bool = option(
        "Join clusters that share terms.", default=True, kind="flag", flag="--no-refine", policy="method"
    )
    refine_seconds: float | None = option(
        "Time for joining clusters; those that are not reached stay apart. Default: no limit.", default=None,
        kind="number", least=0, metavar="SECONDS", policy="method",
        detail="The release then depends on how fast the machine is.",
    )  # fmt: skip
    together: Itemsets | None = option(
        "Itemsets (as of <workload>) that stay in one chunk where k^m allows it, the first ones first.", default=None,
        kind="name", metavar="FILE", policy="method", detail="The result tells where that was not possible.",
    )  # fmt: skip
    safe: bool = option("Leave no item covered (safe disassociation).", default=False, kind="flag")
    infeasible: Infeasible = option(
        "With <safe>, where items cannot be suppressed in part: what costs least, move them to the term chunk or to "
        "chunks of their own, or suppress their chunk (the paper's way).",
        default="best", words=Infeasible, policy="method",
    )  # fmt: skip
    sensitive: SensitiveSource | None = option(
        "Items (a file, or a table of <db>) that go to term chunks only.", default=None, kind="name", metavar="S",
        policy="guarantee",
    )  # fmt: skip
    diversity: int | None = option(
        "With <sensitive>: no more than one in L records of a cluster hold each of these items. Default: 2.",
        default=None, kind="whole number", least=2, metavar="L", policy="guarantee",
        hint="leave it out (2): no more than half of a cluster hold a sensitive item",
        detail="Records move to other clusters for that, and where that does not do, occurrences are taken out.",
    )  # fmt: skip
    algorithm: Clustering = option(
        "Cluster records by many items at once, by one at a time, or as in the paper.",
        default="improved", words=Clustering, policy="method",
    )  # fmt: skip


@described
class AuditDisassociation(OfRelease, Reports):
    """The options of ``audit disassociation``."""

    worst: int = option(
        "With <show_values>: which items cover which, in N chunks.", default=20, kind="whole number", least=0,
        metavar="N",
    )  # fmt: skip
    person: str = option(
        "Also count persons, by this column of <source>; needs <ledger>.", default="", metavar="COL",
        detail="Then k counts persons, whatever the release promises.",
    )  # fmt: skip
    source: Source | None = option("With <person>: the original data.", default=None, kind="name", metavar="SOURCE")
    ledger: str | Path | None = option(
        "With <person>: the ledger of the release, which tells whose its pieces are.", default=None, kind="file",
        metavar="FILE",
    )  # fmt: skip
    options: SourceOptions | None = option("How the source is read.", default=None, kind="group", offers=ReadingFields)


@described
class OfPieces(Scripts):
    """The options of those that read the tables of a disassociated release."""

    release: str = option("Its tables are PREFIX_clusters and so on.", metavar="PREFIX")


@described
class DisassociationScript(OfPieces, ScriptSchema, MinimumK):
    """The options of ``sql audit disassociation``."""


@described
class DisassociationGate(OfPieces, MinimumK):
    """The options of ``sql gate disassociation``."""

    safe: bool = option("Covered items are a fault, too.", default=False, kind="flag")
