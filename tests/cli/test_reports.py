"""The reports that commands write, model by model: what they say of the risk that remains, and what not in public."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.report import Tier
from setanon_sql.synthetic.quest import write_demo
from tests.disassociation_data import LINES
from tests.report.pages import Page

Make = Callable[[Path, api.Report], object]

TREE = "".join(f"{item};{'left' if item in 'abc' else 'right'};all\n" for item in "abcdef")


def _sensitive(folder: Path) -> dict[str, Any]:
    return {"sensitive": folder / "sensitive.csv"}


def _adaptive(folder: Path, report: api.Report) -> object:
    asked: dict[str, Any] = {"rho": "0.4", "factor": "0.3", "m": 2, "taxonomy": folder / "tree.csv"}
    return api.anonymize_adaptive(folder / "b.txt", folder / "r.csv", **asked, **_sensitive(folder), report=report)


def _rho(**more: Any) -> Make:
    return lambda folder, report: api.anonymize_rho(
        folder / "b.txt", folder / "r.csv", **{"rho": "0.6", "m": 2, **_sensitive(folder), **more}, report=report
    )


def _personal(folder: Path, report: api.Report) -> object:
    return _rho(sensitive=folder / "personal.csv")(folder, report)


def _pieces(**more: Any) -> Make:
    return lambda folder, report: api.anonymize_disassociation(
        folder / "b.txt", folder / "r", **{"k": 3, "m": 2, "cluster_size": 8, **more}, report=report
    )


def _secret_pieces(folder: Path, report: api.Report) -> object:
    return _pieces(**_sensitive(folder))(folder, report)


def _verified(make: Make, name: str) -> Make:
    def run(folder: Path, report: api.Report) -> object:
        make(folder, api.Report(folder / "other.html"))
        return api.verify(folder / name, report=report)

    return run


def _audited(folder: Path, report: api.Report) -> object:
    _pieces()(folder, api.Report(folder / "other.html"))
    return api.audit_disassociation(folder / "r", report=report)


def _km(folder: Path, report: api.Report) -> object:
    return api.anonymize_km(folder / "b.txt", folder / "r.csv", k=3, m=2, taxonomy=folder / "tree.csv", report=report)


#: How to make each report, and words that it must hold in any tier.
REPORTS: Mapping[str, tuple[Make, tuple[str, ...]]] = {
    "km": (_km, ("What the badge means", "m = 2: that holds for up to 2 items", "knows more than 2 items")),
    "rho": (_rho(), ("confidence above 0.6", "Highest confidence", "Items that were not named as sensitive")),
    "rho, any m": (_rho(m=None), ("any number of items", "m is not bounded")),
    "rho, sampled": (_rho(sampling=api.Sampling()), ("promise to each person", "Epsilon and delta")),
    "rho, personal": (_personal, ("confidence of up to 0.6",)),
    "adaptive": (_adaptive, ("the lowest threshold", "up to its threshold", "reasons from what was suppressed")),
    "pieces": (_pieces(), ("Pieces that can be joined were joined", "is not safe disassociation", "covered item")),
    "pieces, m = 1": (_pieces(m=1), ("no two chunks can be linked",)),
    "pieces, not refined": (_pieces(refine=False), ("no REFINE",)),
    "pieces, safe": (_pieces(safe=True), ("Covered items were removed", "safe disassociation, k^m")),
    "pieces, sensitive": (_secret_pieces, ("stand in term chunks only",)),
    "pieces, audited": (_audited, ("Risk in the release", "covered item")),
    "pieces, verified": (_verified(_pieces(), "r"), ("What was not checked", "covered item")),
    "km, verified": (_verified(_km, "r.csv"), ("What was not checked", "record ids are random")),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "b.txt").write_text(LINES + "\n")
    (tmp_path / "sensitive.csv").write_text("item\na\n")
    (tmp_path / "personal.csv").write_text("record_id,item\n" + "".join(f"{n},a\n" for n in range(1, 9)))
    (tmp_path / "tree.csv").write_text(TREE)
    return tmp_path


#: Reports whose internal pages have parts of their own; of the others the public page is looked at.
INTERNAL = {"km", "rho", "rho, sampled", "adaptive", "pieces", "pieces, audited", "km, verified"}
#: A quick run looks at a report of each tier.
QUICK = {("km", "internal"), ("km", "public"), ("rho", "public")}
TIERS = [
    pytest.param(kind, tier, marks=[pytest.mark.slow] * ((kind, tier) not in QUICK))
    for kind in REPORTS
    for tier in ("internal", "public")
    if tier == "public" or kind in INTERNAL
]


@pytest.mark.whole
@pytest.mark.usefixtures("one_way")
@pytest.mark.parametrize(("kind", "tier"), TIERS)
def test_a_report_tells_what_remains(folder: Path, kind: str, tier: Tier) -> None:
    make, wanted = REPORTS[kind]
    make(folder, api.Report(folder / "report.html", tier))
    page = Page((folder / "report.html").read_text(encoding="utf-8"))
    always = ("Risk that remains", "What is not protected", "verified: the guarantee holds", "with setanon 0.")
    assert not [words for words in (*always, *wanted) if words not in page.words]
    assert not re.search(r"\banonymous\b|\b(True|False|None)\b|\w = (true|false)", page.words)
    assert re.search(r"Made on \d{4}-\d\d-\d\d with", page.words)
    if tier == "public":
        small = "[1-2]" if kind.startswith(("km", "pieces")) else "[1-4]"
        cells = [re.sub(r"\bone in 2 records of the cluster\b", "", cell) for cell in page.cells]  # what is promised
        assert not [cell for cell in cells if re.search(rf"(?<![\d.,]){small}(?![\d.,])", cell)]


@pytest.mark.slow
def test_the_report_of_pieces_tells_what_the_attack_links(folder: Path) -> None:
    baskets, _ = write_demo(folder, 400)
    api.anonymize_disassociation(baskets, folder / "r", k=3, m=3, report=api.Report(folder / "report.html"))
    attack = api.attack_cover(folder / "r")["release"]
    linked = attack["by_known_items"]["2"]["linked"]
    assert linked
    words = Page((folder / "report.html").read_text(encoding="utf-8")).words
    assert "known items still link pieces" in words
    assert f"{linked:,} of {attack['subrecords']:,}" in words


@pytest.mark.slow
def test_rho_stands_side_by_side_with_its_audits(folder: Path) -> None:
    _rho()(folder, api.Report(folder / "report.html"))
    before = api.audit_rho(folder / "b.txt", rho="0.6", m=2, sensitive=folder / "sensitive.csv")
    after = api.audit_rho(folder / "r.csv", rho="0.6", m=2, sensitive=folder / "sensitive.csv")
    assert before.at_risk and after.satisfied
    cells = [" ".join(cell.split()) for cell in Page((folder / "report.html").read_text()).cells]
    assert f"{100 * before.at_risk / 48:.1f} % {before.at_risk} of 48" in cells and "0.00 % 0 of 48" in cells
    at = cells.index(f"{before.max_confidence:.2f}")
    assert cells[at + 1] == f"{after.max_confidence:.2f}"
