"""What a data protection officer reads: the risk in numbers, one known item more, the columns, reasons and means."""

import csv
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest

from setanon_sql.api import Report, anonymize_kanonymity, anonymize_km, audit_km
from setanon_sql.report.matching import threshold
from tests.report.pages import Page

TREE = "item,parent\na,L1\nb,L1\nf,L1\nc,L2\nd,L2\ne,L2\nL1,all\nL2,all\n"


def at_worst(data: list[set[str]], m: int) -> list[int]:
    """How many records match the up to m items of each record that the fewest hold."""
    known = [[set(some) for some in combinations(sorted(one), min(m, len(one)))] for one in data]
    return [min(sum(some <= other for other in data) for some in sets) for sets in known]


def records_of(path: Path) -> list[set[str]]:
    rows = list(csv.DictReader(path.read_text().splitlines()))
    return [{row["item"] for row in rows if row["record_id"] == one} for one in {row["record_id"] for row in rows}]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("officer")
    random = Random(7)
    lines = ["record_id,item,price,shop"]
    for record in range(40):
        items = random.sample("abcde", random.randint(1, 4))
        lines += [f"r{record},{item},{random.randint(1, 9)},north" for item in items]
    lines += ["r0,f,1,south", "r1,f,1,south"]
    (folder / "baskets.csv").write_text("\n".join(lines) + "\n")
    (folder / "tree.csv").write_text(TREE)
    return folder / "baskets.csv"


@pytest.fixture(scope="module")
def page(source: Path) -> Page:
    out = source.with_name("out.csv")
    report = Report(source.with_name("report.html"), recipient_means="no other data", threshold_reason="low motive")
    anonymize_km(source, out, taxonomy=source.with_name("tree.csv"), k=3, m=2, report=report, seed="s", optimum=0)
    return Page(report.file.read_text())


def cells_of(data: list[set[str]], m: int) -> list[str]:
    counts = at_worst(data, m)
    risks = (1 / min(counts), sum(1 / n for n in counts) / len(counts))
    return [f"{-int(-risk * 10_000 // 1) / 10_000:.4f}".rstrip("0").rstrip(".") for risk in risks]


def test_the_risk_is_told_before_and_after(source: Path, page: Page) -> None:
    before, after = cells_of(records_of(source), 2), cells_of(records_of(source.with_name("out.csv")), 2)
    cells = [cell.strip() for cell in page.cells]
    pairs = list(pairwise(cells))
    assert (before[0], after[0]) in pairs and (before[1], after[1]) in pairs
    assert "the threshold is 0.3334" in page.words
    assert "k = 3: a maximum risk of 1/3 = 0.3334" in page.words and "Why: low motive" in page.words


def test_one_known_item_more_is_told(source: Path, page: Page) -> None:
    data = records_of(source.with_name("out.csv"))
    counts = at_worst(data, 3)
    assert f"{sum(n < 3 for n in counts)} of {len(data)}" in page.words
    assert f"{sum(n == 1 for n in counts)} of {len(data)}" in page.words
    assert "With one item more than is protected" in page.words


def test_each_column_and_the_recipients_means_are_told(page: Page) -> None:
    assert "record_id dropped: random numbers stand in its place" in page.words
    assert "item coarsened to labels of the taxonomy, or suppressed" in page.words
    assert "price dropped" in page.words and "shop dropped" in page.words
    assert "Means of the recipients no other data" in page.words


@pytest.mark.slow
def test_a_public_report_tells_nothing_of_the_source_by_it(source: Path) -> None:
    report = Report(source.with_name("public.html"), tier="public")
    tree = source.with_name("tree.csv")
    anonymize_km(source, source.with_name("p.csv"), taxonomy=tree, k=3, m=2, report=report, seed="s", optimum=0)
    page = Page(report.file.read_text())
    assert cells_of(records_of(source), 2)[1] not in page.words
    assert cells_of(records_of(source.with_name("p.csv")), 2)[1] in page.words
    assert "price" not in page.words and "Why:" not in page.words


@pytest.mark.slow
def test_equal_records_have_both_risks(source: Path) -> None:
    report = Report(source.with_name("equal.html"))
    out = source.with_name("equal.csv")
    anonymize_kanonymity(source, out, taxonomy=source.with_name("tree.csv"), k=3, report=report, seed="s")
    data = records_of(out)
    average = sum(Fraction(1, data.count(one)) for one in data) / len(data)
    assert threshold(1).strip() == "1"
    assert f"{-(-average * 10_000 // 1) / 10_000:.4f}".rstrip("0").rstrip(".") in Page(report.file.read_text()).words


@pytest.mark.parametrize(("k", "text"), [(5, "0.2"), (11, "0.091"), (12, "0.0834")])
def test_a_threshold_never_reads_as_lower_than_it_is(k: int, text: str) -> None:
    assert threshold(k) == text and float(text) >= 1 / k


def test_a_report_of_an_audit_tells_it_of_the_data(source: Path) -> None:
    report = Report(source.with_name("audit.html"))
    found = audit_km(source, k=3, m=2, report=report)
    assert found.matching and cells_of(records_of(source), 2)[1] in Page(report.file.read_text()).words
