"""How a release is published, whatever the method; how a report is written beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.reading import FromSource
from setanon_sql.options.words import RecordIds, Tier

if TYPE_CHECKING:
    from pathlib import Path

    from setanon_sql.decisions import Source as Constraints
    from setanon_sql.measures.queries import Itemsets
    from setanon_sql.numbers import Share
    from setanon_sql.pipeline.links import Link
    from setanon_sql.pipeline.publishing import Terms
    from setanon_sql.pipeline.report_page import Page

_RELEASE = "Release"
_REPORT = "Report"
_CONSTRAINTS = "Constraints"


@described
class ReportFields:
    """A report to write beside the result."""

    report: Path | None = option(
        "Also write an HTML report.", default=None, kind="file", metavar="FILE.html", section=_REPORT,
        policy="release",
    )  # fmt: skip
    report_tier: Tier = option(
        "Whom the report is for; public shows no small counts.", default="internal", words=Tier, section=_REPORT,
        policy="release",
    )  # fmt: skip
    report_data: str = option(
        "What the data are, as the report should say. Internal: also the name of the source.", default="",
        metavar="TEXT", section=_REPORT,
    )  # fmt: skip
    report_period: str = option("The time that the data are of.", default="", metavar="TEXT", section=_REPORT)
    report_purpose: str = option("What the data are for.", default="", metavar="TEXT", section=_REPORT)
    report_recipients: str = option(
        "Who receives them, with commas between names.", default="", metavar="TEXT", section=_REPORT
    )
    report_recipient_means: str = option(
        "What they know and can do with it: other data, contracts, safeguards.", default="", metavar="TEXT",
        section=_REPORT,
    )  # fmt: skip
    report_threshold_reason: str = option(
        "Why the threshold (a maximum risk of 1/k), or epsilon, was chosen.",
        default="",
        metavar="TEXT",
        section=_REPORT,
    )
    report_attacks: str = option(
        "What attacks on the release found, for an internal report: what they print as JSON; commas between files.",
        default="", metavar="FILE[,FILE...]", section=_REPORT,
    )  # fmt: skip


@described
class Reports:
    """The options of commands that write a report."""

    report: Page | None = option(
        "Also write an HTML page: its path (an internal one, with exact counts), or a :class:`Report`.", default=None,
        kind="group", offers=ReportFields, detail="A source is then audited, too, which costs as much again.",
    )  # fmt: skip
    overwrite: bool = option("Replace a file that setanon wrote.", default=False, kind="flag")


@described
class Seeded:
    """The options of commands that draw lots."""

    seed: str | None = option(
        "Makes random choices repeatable. Default: unpredictable.", default=None, metavar="TEXT", section=_RELEASE
    )


@described
class ConstraintOptions:
    """The decisions about single items."""

    constraints: Constraints | None = option(
        "What becomes of single items: a file, or a table of <db>. Columns item, rule, level.", default=None,
        kind="name", metavar="C", section=_CONSTRAINTS, policy="limits",
        detail="Also a frame or rows. An item, or a label for all items under it; rules are ``keep``, ``prefer``, "
        "``drop``, ``at_most``, ``together`` (docs/guarantees.md), of which each method takes its own.",
    )  # fmt: skip


@described
class WeightOptions(ConstraintOptions):
    """The decisions about single items, and the worth of each."""

    weights: Constraints | None = option(
        "What items are worth: a file, or a table of <db>. Columns item, weight.", default=None, kind="name",
        metavar="W", section=_CONSTRAINTS, policy="limits",
        detail="Each occurrence costs as much as its item weighs; else 1.",
    )  # fmt: skip


@described
class WorkloadOptions:
    """The queries whose answers are compared in source and release."""

    workload: Itemsets | None = option(
        "What to count in source and release: itemsets (columns query, item, or one a line), or SQL in a .sql file.",
        default=None, kind="name", metavar="W", policy="limits",
        detail="A file, a table of the source's database or a list; :func:`setanon_sql.api.utility` has the forms.",
    )  # fmt: skip


@described
class MeasureOptions(WorkloadOptions):
    """The measures that are taken of a release besides."""

    examples: int = option(
        "Also show N records before and after; what they hold with <show_values>.", default=0, least=0, metavar="N",
        kind="whole number", detail="In the ``details`` of the ``utility``.",
    )  # fmt: skip


@described
class PublishingFolder(FromSource, Reports, Seeded, MeasureOptions):
    """The options of publishing, whatever the method."""

    out: str | Path | None = option(
        "The release: .parquet, .csv, .tsv, .dat, .txt, or a table of <db>.", default=None, kw_only=False, kind="name",
        metavar="OUT", section=_RELEASE, needed=True, policy="release",
        detail="None: it is published nowhere, and can be looked at as long as the :class:`Release` is there.",
    )  # fmt: skip
    out_db: str = option(
        "Database of the release. Default: that of the source.", default="", metavar="URL", section=_RELEASE,
        policy="release", key="place",
    )  # fmt: skip
    ledger: str | Path | None = option(
        "Write what was changed and why (internal).", default=None, kind="file", metavar="FILE", section=_RELEASE
    )
    control: Share | None = option(
        "Hold a share out by lot, such as 10%: the control group of attacks. Of persons, where these count.",
        default=None, kind="percentage", metavar="SHARE", section=_RELEASE,
        detail="Needs ``seed``, or the ``ledger``, which tells it: they draw the same again.",
    )  # fmt: skip
    overwrite: bool = option(
        "Replace a release that setanon wrote, and its report.", default=False, kind="flag", section=_RELEASE
    )
    previous: str | Path | None = option(
        "Publish nothing that leaves fewer than k candidates beside this one.", default=None, kind="name",
        metavar="RELEASE", section=_RELEASE, policy="release",
        detail="An earlier release of the same people. Nor where what both tell is not known.",
    )  # fmt: skip
    link: Link | None = option(
        "Table that links old and new record ids: old_record_id in <previous>, new_record_id in SOURCE.",
        default=None, kind="name", metavar="L", section=_RELEASE, policy="release",
    )  # fmt: skip
    terms: Terms | None = option(
        "Is asked last, with the finished :class:`~setanon_sql.pipeline.publishing.Draft`, and returns what else the "
        "manifest tells; where it raises, nothing is published.", default=None, shell=False, section=_RELEASE,
    )  # fmt: skip


@described
class Publishing(PublishingFolder):
    """The options of publishing a table of records: besides, those of their ids."""

    record_ids: RecordIds = option(
        "New ids in random order, the source's, or new ones that <id_key> makes, the same in each release with it.",
        default="shuffle", words=RecordIds, section=_RELEASE, policy="release",
        detail="With ``keyed`` whoever has two releases with one key knows which of their records belong together.",
    )  # fmt: skip
    id_key: str | Path | None = option(
        "File with the secret of <record_ids=keyed>: 16 random bytes or more, for the owner alone.", default=None,
        kind="file", metavar="FILE", section=_RELEASE, policy="release",
    )  # fmt: skip
    escape_formulas: bool = option(
        "In .csv and .tsv, put ' before labels and kept ids that spreadsheet programs run as formulas (= + - @).",
        default=False, kind="flag", section=_RELEASE, policy="release",
        detail="Also where a tab or a line break stands in front. The manifest says so, and what reads a release by it "
        "takes the quote away.",
    )  # fmt: skip
    linkable: bool = option(
        "Keep record ids although <previous> kept them, too.", default=False, kind="flag", section=_RELEASE,
        policy="release",
    )  # fmt: skip


@described
class PublishingLabels(Publishing):
    """The options of publishing records whose items may be generalized."""

    meaning: bool = option(
        "Publish a table of the items that each label may stand for.", default=True, kind="flag", flag="--no-meaning",
        policy="release", detail="``OUT.meaning.parquet``, beside a release along a taxonomy (docs/files.md).",
    )  # fmt: skip
