"""A report in one HTML file that needs nothing else: for the screen, light or dark, and for paper.

Two tiers: ``internal`` shows exact numbers; ``public`` what is computed from what is public. What all
pages share is ``base.html.j2``; that of a release is ``page.html.j2``, and what is said of a model stands in the
template of its room; that of what is published with differential privacy is ``publication.html.j2``, and that of a
table of counts without noise ``count_table.html.j2``.
"""

from collections.abc import Sequence
from pathlib import Path

from setanon_sql.display import templates
from setanon_sql.options.words import Tier
from setanon_sql.release.pages import TextFile
from setanon_sql.report.count_table import CountTableParts, count_table_values
from setanon_sql.report.of_models import report_of_model
from setanon_sql.report.parts import ReportParts
from setanon_sql.report.publication import PublicationParts, publication_values
from setanon_sql.report.subject import Subject
from setanon_sql.report.view import style, values_of

__all__ = [
    "PAGES",
    "AnyParts",
    "CountTableParts",
    "PublicationParts",
    "ReportParts",
    "Subject",
    "Tier",
    "check_report",
    "render_report",
    "style",
    "write_report",
]

#: Where the templates of reports are.
PAGES = Path(__file__).parent
#: How every report begins (``base.html.j2``), and nothing else: by this it is known that setanon wrote it.
START = '<!doctype html>\n<!-- a report of setanon -->\n<html lang="en">\n'


#: What reports are made of.
AnyParts = ReportParts | PublicationParts | CountTableParts


def render_report(parts: AnyParts) -> str:
    """Return the report as HTML text (UTF-8 when it is written)."""
    if isinstance(parts, CountTableParts):
        return templates(PAGES).get_template("count_table.html.j2").render(count_table_values(parts)) + "\n"
    if isinstance(parts, PublicationParts):
        return templates(PAGES).get_template("publication.html.j2").render(publication_values(parts)) + "\n"
    rooms = report_of_model(parts.about.model).folders if parts.about else ()
    return templates(PAGES, *rooms).get_template("page.html.j2").render(values_of(parts)) + "\n"


def check_report(path: Path, inputs: Sequence[Path] = (), *, overwrite: bool = False) -> None:
    """Raise BadDestination where a report cannot go to ``path``: no folder, one of ``inputs``, or a file is there.

    With ``overwrite`` a report of setanon that is already there may be replaced; another file may not.
    """
    TextFile(path, START, inputs, overwrite).check()


def write_report(parts: AnyParts, path: Path, *, inputs: Sequence[Path] = (), overwrite: bool = False) -> None:
    """Write the report, whole or not at all; raises BadDestination as :func:`check_report`.

    ``inputs`` are never written. Only its owner may read an internal one.
    """
    TextFile(path, START, inputs, overwrite, public=parts.tier == "public").write(render_report(parts))
