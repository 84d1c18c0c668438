"""Each kind of report in a real browser, where one is installed: on screen, light and dark, on a phone, on paper."""

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.settings import Settings
from setanon_sql.taxonomy import Taxonomy
from tests.adaptive.data import in_one_way
from tests.data import skewed

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), "")
pytestmark = [pytest.mark.whole, pytest.mark.skipif(not BROWSER, reason="no Chromium is installed")]

DATA, PARENT = skewed(3, items=24, records=160, longest=6, flat=2)
RECORDS = [sorted(record) for record in DATA]
TREE = Taxonomy(PARENT, "top")
SHOWN = Settings(show_values=True)
ABOUT: dict[str, Any] = {"data": "Baskets", "period": "May", "purpose": "Sales by week", "recipients": "A, B"}
HIDDEN: dict[str, Any] = {"sensitive": ["i03", "i05"], "rho": "0.4", "m": 2}
#: How each kind of report is made at a path.
KINDS: dict[str, Callable[[Path, Any], Any]] = {
    "km": lambda to, page: api.anonymize_km(
        RECORDS, to, k=3, m=2, taxonomy=TREE, report=page, workload=[["i00"]], examples=3, settings=SHOWN
    ),
    "rho": lambda to, page: api.anonymize_rho(RECORDS, to, **HIDDEN, report=page, settings=SHOWN),
    "adaptive": lambda to, page: api.anonymize_adaptive(RECORDS, to, **HIDDEN, taxonomy=TREE, report=page),
    "disassociation": lambda to, page: api.anonymize_disassociation(
        RECORDS, to.with_suffix(""), k=3, m=2, report=page, workload=[["i00", "i01"]], settings=SHOWN
    ),
    "audit km": lambda _, page: api.audit_km(
        RECORDS, k=3, m=2, extras=api.KmExtras(unicity=True, worst=3, top_items=3, average=20), report=page,
        settings=SHOWN,
    ),
    "counts": lambda _, page: api.publish_counts(RECORDS, epsilon=4, report=page),
    "audit rho": lambda _, page: api.audit_rho(RECORDS, **HIDDEN, worst=3, report=page, settings=SHOWN),
}  # fmt: skip

#: Asks the page how wide it is, and for each table whether it lacks a caption or a head a scope.
PROBE = """<script>document.title = [document.documentElement.scrollWidth, innerWidth,
document.querySelectorAll('table:not(:has(caption))').length, document.querySelectorAll('th:not([scope])').length,
document.querySelectorAll('section').length,
[...document.querySelectorAll('.scroll')].filter(box => box.scrollWidth > box.clientWidth + 1).length].join(' ')
</script></body>"""


def browse(*options: str) -> str:
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def figures(page: Path, folder: Path, width: int) -> Sequence[int]:
    asking = folder / "asking.html"
    asking.write_text(page.read_text(encoding="utf-8").replace("</body>", PROBE), encoding="utf-8")
    title = re.search("<title>(.*?)</title>", browse(f"--window-size={width},900", "--dump-dom", asking.as_uri()))
    assert title
    return [int(number) for number in title[1].split()]


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_reads_well_everywhere(kind: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    with in_one_way():
        KINDS[kind](tmp_path / "release.csv", api.Report(page, **ABOUT))
    for width in (1100, 500):
        across, inner, bare_tables, bare_heads, sections, _ = figures(page, tmp_path, width)
        assert across <= inner and (bare_tables, bare_heads) == (0, 0) and sections >= 4
    pictures = []
    for name, more in (("light", []), ("dark", ["--blink-settings=preferredColorScheme=0"])):
        browse("--window-size=1100,2000", *more, f"--screenshot={tmp_path / name}.png", page.as_uri())
        pictures.append((tmp_path / f"{name}.png").read_bytes())
    assert pictures[0] != pictures[1] and all(len(picture) > 20_000 for picture in pictures)
    browse("--no-pdf-header-footer", f"--print-to-pdf={tmp_path / 'report.pdf'}", page.as_uri())
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


#: Long labels: of one word, in a script without blanks, of many words.
LONG = ("Water_or_another_drink_" * 12, "\u30b3\u30fc\u30d2\u30fc" * 40, "a long name of 1 item " * 12)


@pytest.mark.parametrize("kind", ["km", "audit km", "audit rho"])
def test_long_labels_hide_no_number(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On paper nothing can be scrolled: what stands right of the page is lost."""
    nodes = sorted({*PARENT, *PARENT.values(), *(item for record in RECORDS for item in record)})
    called = {node: f"{node} {LONG[at % 3]}" for at, node in enumerate(nodes)}
    monkeypatch.setitem(globals(), "RECORDS", [[called[item] for item in record] for record in RECORDS])
    tree = Taxonomy({called[node]: called[above] for node, above in PARENT.items()}, called["top"])
    monkeypatch.setitem(globals(), "TREE", tree)
    monkeypatch.setitem(HIDDEN, "sensitive", [called["i03"], called["i05"]])
    page = tmp_path / "report.html"
    with in_one_way():
        KINDS[kind](tmp_path / "release.csv", api.Report(page, **ABOUT))
    for width in (1100, 680):  # 680: A4 on paper
        *_, hidden = figures(page, tmp_path, width)
        assert hidden == 0, width


def test_a_comparison_reads_well(tmp_path: Path) -> None:
    page = tmp_path / "grid.html"
    api.compare(RECORDS, k=(2, 3), m=(1,), models=("km", "disassociation"), taxonomy=TREE, optimum=0, html=page)
    across, inner, bare_tables, bare_heads, *_ = figures(page, tmp_path, 500)
    assert across <= inner and (bare_tables, bare_heads) == (0, 0)
