"""A report in one HTML file that needs nothing else: for the screen, light or dark, and for paper.

Two tiers: ``internal`` shows exact numbers; ``public`` shows none from 1 to k-1, and rounds the others. The page is
``page.html.j2``; what is said of a model stands in the template of that name.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from setanon_sql.release.free import check_free
from setanon_sql.release.staging import Step, alone, publish, staging, writing
from setanon_sql.report.numbers import Tier
from setanon_sql.report.parts import Parts
from setanon_sql.report.view import values_of

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["Parts", "Tier", "check_report", "render_report", "write_report"]

#: How every report begins (``page.html.j2``), and nothing else: by this it is known that setanon wrote it.
_START = '<!doctype html>\n<!-- a report of setanon -->\n<html lang="en">\n'


def render_report(parts: Parts) -> str:
    """Return the report as HTML text (UTF-8 when it is written)."""
    return _templates().get_template("page.html.j2").render(values_of(parts)) + "\n"


@cache
def _templates() -> "Environment":
    """The templates beside this file; all text is escaped, and a name that nobody gave is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip


def check_report(path: Path, others: Sequence[Path] = ()) -> None:
    """Raise BadDestination where a report cannot go to ``path``: no folder, one of ``others``, or no report is there.

    A report of setanon that is already there may be replaced; another file may not.
    """
    check_free(path, _is_report, overwrite=True, inputs=others)


def _is_report(path: Path) -> bool:
    """Whether a file is a report of setanon: they all begin alike."""
    with writing(path), path.open(encoding="utf-8", errors="replace") as file:
        return file.read(len(_START)) == _START


def write_report(parts: Parts, path: Path, *, inputs: Sequence[Path] = ()) -> None:
    """Write the report, whole or not at all, in place of an older one; raises BadDestination as a release does.

    ``inputs`` are never written.
    """
    check_report(path, inputs)
    with staging(path) as folder:
        draft = folder / "report.html"
        with writing(path):
            draft.write_text(render_report(parts), encoding="utf-8")
        with alone(path):
            check_report(path, inputs)
            publish([Step(draft, path, replace=path.exists())])
