"""The report beside a result: where it goes, for whom it is, and what it says of the data."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setanon_sql import __version__
from setanon_sql.choices import check_choice
from setanon_sql.errors import BadParameter
from setanon_sql.files import stopping
from setanon_sql.numbers import number_text
from setanon_sql.options.keywords import suggests_options
from setanon_sql.options.words import Tier
from setanon_sql.release.file_checks import refuse_twice
from setanon_sql.report import AnyParts, ReportParts, Subject, check_report, write_report
from setanon_sql.report.attacks import read_attacks
from setanon_sql.report.subject import name_of, names_of
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.files import paths_in

if TYPE_CHECKING:
    from setanon_sql.options.publishing import Reports

#: How to say where a report goes.
_REPORTS = 'write report="report.html", or report=Report("report.html", tier="public")'


@suggests_options
@dataclass(frozen=True)
class Report:
    """A report to write beside the result.

    ``path``: the HTML file. ``overwrite``: an older report there is replaced (another file never is); as that of the
    function does. Only its owner may read an internal one.
    ``tier``: for whom: ``internal`` has exact counts, ``public`` none from 1 to k-1.
    ``valid_until``: the last day on which the release is approved, as it should read; empty: left open.
    ``data``, ``period``, ``purpose``: what the data are, of which time, and what they are for, as it should read.
    ``recipients``: who receives them: a list, or names with commas between them.
    ``recipient_means``: what they know and can do with it. ``threshold_reason``: why the risk that is left is low
    enough. ``approval``: what to say of it.
    ``attacks``: files with what attacks on the release print as JSON, for an internal report: likewise a list.
    """

    path: str | Path
    tier: Tier = "internal"
    valid_until: str = ""
    data: str = ""
    period: str = ""
    purpose: str = ""
    recipients: str | Sequence[str] = ()
    recipient_means: str = ""
    threshold_reason: str = ""
    approval: str = ""
    attacks: str | Path | Sequence[str | Path] = ()
    overwrite: bool = False

    def __post_init__(self) -> None:
        """Raise BadParameter for what is no path, and for a tier that there is not."""
        if not isinstance(self.path, str | Path) or self.path == "":
            raise BadParameter("report is neither a Report nor a path", _REPORTS)
        check_choice("Report.tier", self.tier, Tier)

    @property
    def file(self) -> Path:
        """The HTML file."""
        return Path(self.path)

    def check(self, *others: Any, written: Sequence[Any] = ()) -> None:
        """Raise BadDestination where it cannot be written, before the work starts.

        ``others`` are read, and ``written`` by the same run.
        """
        stopping.owed.add(self.file)
        refuse_twice(self.file, paths_in(written))
        read_attacks(self.attack_files)
        check_report(self.file, paths_in([*others, *self.attack_files]), overwrite=self.overwrite)

    def check_without_attacks(self, *others: Any, written: Sequence[Any] = ()) -> None:
        """Do the same of a report on what is no release of records; raises BadParameter for attacks."""
        if self.attack_files:
            raise BadParameter("attacks are carried out on releases of records", "leave them out of the report")
        self.check(*others, written=written)

    @property
    def attack_files(self) -> tuple[Path, ...]:
        """Return the files that tell of attacks."""
        files = [self.attacks] if isinstance(self.attacks, Path) else self.attacks
        return tuple(map(Path, names_of([str(file) for file in files] if not isinstance(files, str) else files)))

    def subject(self, source: Any = None, reading: SourceOptions | None = None) -> Subject:
        """Return what it is about: what was said for it, and how a ``source`` was read."""
        way = reading or SourceOptions()
        return Subject(
            self.data, self.period, self.purpose, names_of(self.recipients), name_of(source), way.where or "",
            bool(way.query), way.cap, way.cap_records, str(number_text(way.control)) if way.control else "",
            self.recipient_means, self.threshold_reason, self.approval,
        )  # fmt: skip

    def write(self, parts: AnyParts, source: Any = None, reading: SourceOptions | None = None) -> None:
        """Write it: on a ``source``, as it was read."""
        parts = replace(parts, tier=self.tier, made_on=f"{date.today()}", made_by=f"setanon {__version__}")
        parts = replace(parts, valid_until=self.valid_until, subject=self.subject(source, reading))
        if isinstance(parts, ReportParts):
            parts = replace(parts, attacks=read_attacks(self.attack_files))
        write_report(parts, self.file, overwrite=self.overwrite)
        stopping.owed.discard(self.file)


#: A report, or where an internal one goes.
Page = Report | str | Path


def report_of(request: "Reports") -> Report | None:
    """Return the report that is wanted, if any; raises BadParameter for what is neither a report nor a path."""
    page = request.report
    if page is None:
        return None
    report = page if isinstance(page, Report) else Report(page)
    return replace(report, overwrite=report.overwrite or request.overwrite)
