"""A report in one HTML file that needs nothing else: for the screen, light or dark, and for paper.

Two tiers: ``internal`` shows exact numbers; ``public`` shows none from 1 to k-1, and rounds the others.
"""

from collections.abc import Sequence
from pathlib import Path

from setanon_sql.release.places import check_free
from setanon_sql.release.staging import Step, alone, publish, staging, writing
from setanon_sql.report import sections
from setanon_sql.report.html import Markup, join, tag
from setanon_sql.report.numbers import Numbers, Tier
from setanon_sql.report.parts import Parts

__all__ = ["Parts", "Tier", "check_report", "render_report", "write_report"]


#: How every report begins, and nothing else: by this it is known that setanon wrote it.
_START = '<!doctype html>\n<!-- a report of setanon -->\n<html lang="en">\n'


def render_report(parts: Parts) -> str:
    """Return the report as HTML text (UTF-8 when it is written)."""
    numbers = Numbers(parts.tier, parts.k)
    body = [
        sections.headline(parts),
        sections.tiles(parts, numbers),
        sections.guarantee(parts),
        sections.risk(parts, numbers),
        sections.rules(parts, numbers),
        sections.limits(parts),
        sections.technique(parts, numbers),
        sections.verification(parts, numbers),
        sections.usefulness(parts, numbers),
        sections.sign_off(parts),
    ]
    style = Markup(Path(__file__).with_name("style.css").read_text(encoding="utf-8"))
    head = [
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", parts.title),
        tag("style", style),
    ]
    page = [tag("head", *head), tag("body", tag("main", *(part for part in body if part)))]
    return f"{_START}{join(page)}\n</html>\n"


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
