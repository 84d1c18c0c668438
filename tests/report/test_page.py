"""Reports: complete, self-contained, escaped, and without small counts in public."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.audit.who import CategoryRisk
from setanon_sql.counting import Level
from setanon_sql.errors import BadDestination
from setanon_sql.measures import Measures
from setanon_sql.measures.before_after import CategoryRecords
from setanon_sql.measures.details import CategoryLoss, Details, ItemFate
from setanon_sql.measures.queries import Query
from setanon_sql.measures.results import ReleasedLoss
from setanon_sql.models.coherence.audit import CoherenceAudit
from setanon_sql.models.coherence.moles import MoleLevel
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.models.kanonymity.audit import KAnonymityAudit
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.models.km.audit import KmAudit
from setanon_sql.models.km.audit.threats import AverageCase, ItemShare, Threat
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.report import ReportParts, Subject, render_report, style, write_report
from setanon_sql.report.numbers import Numbers
from setanon_sql.report.pictures import fate_of_rows
from setanon_sql.report.subject import name_of
from setanon_sql.verify import Verification
from tests.report.pages import Page

MODEL = KmAnonymity(5, 2)
BEFORE = KmAudit(
    MODEL,
    77512,
    358278,
    (Level(1, 211, 9, 403), Level(2, 638262, 9, 61303)),
    (Level(1, 4, 9, 4), Level(2, 41999, 9, 41999)),
)
NOBODY = (Level(1, 0, 9, 0), Level(2, 0, 9, 0))
AFTER = replace(BEFORE, levels=NOBODY, unique=NOBODY)
MANIFEST = {
    "format_version": 1,
    "model": "km",
    "parameters": MODEL.parameters,
    "method": "mHgHs",
    "records": 77367,
    "rows": 197510,
    "created_by": "setanon-sql 0.1.0",
    "sha256": {"release.parquet": "ab" * 32},
    "guarantee": MODEL.guarantee,
    "verified": {},
    "format": {"kind": "long", "record_ids": "shuffle"},
}
VERIFICATION = Verification(
    True,
    "km",
    MODEL.parameters,
    "mHgHs",
    {"sha256_matches": True, "records": 77367, "rows": 197510, "labels": 51, "sets_counted": 1326},
)
UTILITY = Measures(
    records_before=77512,
    records_after=77367,
    rows_before=358278,
    rows_after=197510,
    items_before=3340,
    items_generalized=3327,
    items_gone=1,
    rows_unchanged_ratio=0.25,
    generalized_ratio=1 - 0.25 - 3 / 358278,
    gone_ratio=1 / 358278,
    costliest_items=40,
    ncp=0.0174,
    lm=0.0171,
    suppressed_ratio=3 / 358278,
    kl_divergence=0.31,
    labels_left=51,
    items_kept=12,
    depth_mean=3.4,
    labels_at_depth={3: 51},
    released_loss=ReleasedLoss(0.0174 * 197510, 0.0171 * 197510),
)
FULL = ReportParts(
    "Web shop visits <2000>", "internal", BEFORE, AFTER, MANIFEST, VERIFICATION, UTILITY, "1 May 2026", "setanon"
)


def _read(parts: ReportParts) -> str:
    return Page(render_report(parts)).words


def test_it_says_what_was_lost() -> None:
    told = _read(FULL)
    for sentence in (
        "77,367 of 77,512 records are released, with 197,510 rows of 358,278.",
        "12 of 3,340 items stay as they are: 25.00 % of all rows.",
        "3,327 items became 39 labels: 75.00 % of all rows.",
        "1 item is gone: < 0.01 % of all rows. Others lost some of their rows: < 0.01 % of all.",
        "40 items cause 80 % of the loss.",
    ):
        assert sentence in told
    public = _read(replace(FULL, tier="public"))
    assert "77,367 of 77,512" not in public
    assert "costliest" not in public.lower()


@pytest.mark.parametrize("tier", ["internal", "public"])
def test_it_says_what_a_data_protection_officer_asks(tier: Any) -> None:
    words = _read(replace(FULL, tier=tier))
    for wanted in ("79.1 %", "k^m-anonymity (5, 2)", "ISO/IEC 20889", "Attacker", "Inference", "Membership",
                   "Negative knowledge", "random numbers", "the guarantee holds", "Approved for", "Valid until",
                   "Web shop visits <2000>", MODEL.guarantee, "1.74 %", "generalization and suppression"):  # fmt: skip
        assert wanted in words, wanted


@pytest.mark.parametrize("tier", ["internal", "public"])
def test_it_never_says_anonymous(tier: Any) -> None:
    assert not re.search(r"\banonymous\b", render_report(replace(FULL, tier=tier)), re.IGNORECASE)


def test_only_the_internal_tier_shows_small_and_exact_counts() -> None:
    internal, public = _read(FULL), _read(replace(FULL, tier="public"))
    assert " 61,303 " in internal and " 4 " in internal and " 403 " in internal
    assert "61,303" not in public and "61,300 of 77,512" in public and " 400 of 77,512" in public
    assert "fewer than 5" in public and " 4 " not in public
    assert "internal" in internal and "internal" not in public


def test_messages_of_a_failed_check_are_internal() -> None:
    failed = replace(VERIFICATION, satisfied=False, messages=("2 sets of 2 items are held by fewer than 5 records",))
    parts = replace(FULL, verification=failed)
    assert "does not hold" in _read(parts) and "2 sets of 2 items" in _read(parts)
    assert "does not hold" in _read(replace(parts, tier="public"))
    assert "2 sets of 2 items" not in _read(replace(parts, tier="public"))


def test_a_verification_that_holds_stands_for_the_audit_afterwards() -> None:
    words = _read(replace(FULL, after=None))
    assert "Risk before and after" in words and "0 of 77,367" in words
    failed = replace(VERIFICATION, satisfied=False, messages=("another sha256",))
    assert "Risk in the data as they are" in _read(replace(FULL, after=None, verification=failed))
    other = replace(VERIFICATION, parameters={"k": 5, "m": 1})
    assert "Risk in the data as they are" in _read(replace(FULL, after=None, verification=other))


def test_parts_that_are_missing_are_left_out() -> None:
    assert "not verified" in _read(ReportParts("Only a title"))
    words = _read(ReportParts("An audit", before=BEFORE))
    assert "Risk in the data as they are" in words and "Verification" not in words
    assert "Usefulness" not in words and "What is guaranteed" not in words


def test_the_badge_says_what_it_means() -> None:
    assert "by code that shares nothing with the code that made them" in _read(FULL)
    assert "Risk in the release" in _read(ReportParts("Verified", verification=VERIFICATION))
    part = replace(VERIFICATION, satisfied=False, complete=False, not_checked=("that sensitive items are hidden",))
    words = _read(replace(FULL, verification=part))
    assert "verified in part" in words and "That sensitive items are hidden" in words
    assert "the guarantee holds" not in words and "does not hold" not in words


@pytest.mark.parametrize("audited", [True, False])
def test_a_sampled_promise_is_not_said_to_leave_nobody_at_risk(audited: bool) -> None:
    model = RhoUncertainty.from_shares("0.5", 2, "0.05", "0.05")
    before = RhoAudit(RhoUncertainty.from_shares("0.5", 2), 900, 4000, {1: 40, 2: 0}, 0.9, 0.6, 300)
    after = replace(before, at_risk=17, max_confidence=0.7, by_size={1: 6})
    answer = replace(VERIFICATION, model="rho", parameters=model.parameters, guarantee=model.guarantee)
    page = Page(
        render_report(ReportParts("Sampled", before=before, after=after if audited else None, verification=answer))
    )
    cells = [" ".join(cell.split()) for cell in page.cells]
    assert cells[:4] == ["33.3 % 300 of 900", "1.89 % 17 of 900" if audited else "–", "40", "6" if audited else "–"]
    assert "promise to each person" in page.words and "for random attackers, not for each one" in page.words


def test_the_sentence_is_the_one_that_verification_derived() -> None:
    answer = replace(VERIFICATION, guarantee=MODEL.guarantee)
    manifest = MANIFEST | {"guarantee": "Nobody can be found."}
    words = _read(replace(FULL, verification=answer, manifest=manifest))
    assert MODEL.guarantee in words and "Nobody can be found" not in words


@pytest.mark.slow
@given(st.text(), st.sampled_from(["internal", "public"]))
def test_any_title_and_method_stays_text(title: str, tier: Any) -> None:
    parts = ReportParts(f"<script>{title}", tier, manifest=MANIFEST | {"method": f"<img src=x>{title}"})
    assert "<script>" in _read(parts)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(2, 50))
def test_public_numbers_hide_what_singles_out(part: int, released: int, k: int) -> None:
    """A number of the source stands for k numbers: all that is shown of it is shown of each of them."""
    numbers, least = Numbers("public", k), part - part % k
    whole = numbers.whole(released + part, released)
    assert whole == released + least and numbers.whole(part, None) is None
    for other in (least, least + k - 1):
        shown = (numbers.count(part), numbers.share(part, whole), numbers.percent(part, whole))
        assert shown == (numbers.count(other), numbers.share(other, whole), numbers.percent(other, whole))
        assert numbers.whole(released + other, released) == whole
    assert (numbers.count(part) == f"fewer than {k}") == (part < k)
    assert numbers.exact(part) == (f"fewer than {k}" if 1 <= part < k else f"{part:,}")


def test_numbers_of_the_release_are_the_same_wherever_they_stand() -> None:
    """1,868 records are not also 1,870 of them."""
    manifest, verified = MANIFEST | {"records": 1868}, replace(VERIFICATION, checks={"records": 1868, "rows": 9001})
    before, after = replace(BEFORE, records=1870), replace(AFTER, records=1868)
    for of in (after, None):
        public = _read(ReportParts("Numbers", "public", before, of, manifest, verified))
        assert "1,868 records" in public and "of 1,868" in public and "9,001" in public and "1,870" not in public


def test_an_audit_alone_tells_no_total_in_public() -> None:
    """Beside a release the number of all records, rounded by itself, would tell how many are gone."""
    words = _read(ReportParts("An audit", "public", BEFORE))
    assert (
        "61,300" in words
        and "77,51" not in words
        and "79.1" not in words
        and "77,512" in _read(ReportParts("An audit", before=BEFORE))
    )


ALIKE = st.integers(0, 4)


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 2), ALIKE, ALIKE, ALIKE, ALIKE)
def test_a_public_report_reads_the_same_for_all_counts_of_a_step(
    records: int, rows: int, risk: int, more_records: int, more_rows: int, more_risk: int, alone: int
) -> None:
    """Records and rows that are gone, records at risk and singled out: each alone, and all together."""

    def read(gone: int, lost: int, at_risk: int, singled: int) -> str:
        before = KmAudit(MODEL, 300 + gone, 900 + lost, (Level(1, 3, 9, at_risk),), (Level(1, 1, 9, singled),))
        utility = Measures(
            records_before=300 + gone, records_after=300, rows_before=900 + lost, rows_after=900,
            suppressed_ratio=lost / (900 + lost), ncp=lost / (900 + lost), lm=0.3, kl_divergence=lost / 7,
            released_loss=ReleasedLoss(0.0, 0.0),
        )  # fmt: skip
        verified = replace(VERIFICATION, checks={"records": 300, "rows": 900})
        manifest = MANIFEST | {"records": 300, "rows": 900}
        return _read(ReportParts("Public", "public", before, None, manifest, verified, utility))

    least = read(5 * records, 5 * rows, 5 * risk, 0)
    assert least == read(5 * records + more_records, 5 * rows + more_rows, 5 * risk + more_risk, alone)


SUBJECT = Subject("Shop visits", "May 2026", "Sales by week", ("University",), "of_ann.csv", "who = 'Ann'", cap=9)


def test_it_says_what_it_is_about_and_in_public_only_what_was_said_for_it() -> None:
    words = _read(replace(FULL, subject=SUBJECT))
    assert "Shop visits (of_ann.csv)" in words and "where who = 'Ann'; at most 9 items" in words
    public = _read(replace(FULL, tier="public", subject=SUBJECT))
    for text in ("Shop visits", "May 2026", "Sales by week", "University", "a part of them"):
        assert text in words + public and (text in public)
    assert "nn" not in public.split("What is left")[0].split("What it is about")[1]
    assert _read(FULL).count("not stated") == 4 and "not stated" not in _read(replace(FULL, tier="public"))
    assert "not stated" not in _read(ReportParts("An audit", before=BEFORE, subject=Subject(source="b.csv")))


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("s3://bucket/folder/a.parquet?sig=secret", "a.parquet"), ("/home/ann/b.csv", "b.csv"),
        (Path("x/y.csv"), "y.csv"), ("orders", "orders"), ([["a"]], ""), ("postgresql://me:secret@host", "host"),
    ],
)  # fmt: skip
def test_a_source_is_named_without_its_folders_and_secrets(source: Any, name: str) -> None:
    assert name_of(source) == name


def test_every_list_that_was_asked_for_is_in_it_and_values_only_where_they_may_be_shown() -> None:
    details = Details(
        workload=(Query("tea", ("green tea",), 40, 30.0),), by_category=(
            CategoryLoss(1, "drinks", 3, 50, 20.0, 0.25), CategoryLoss(2, "cognac", 1, 4, 0.0, 1.0, is_item=True),
        ),
        top_categories=(CategoryRecords(1, "drinks", 50, 40), CategoryRecords(2, "cognac", 4, 0, is_item=True)),
        top_items=(
            ItemFate(1, "green tea", 40, "generalized", "drinks", 40.0), ItemFate(2, "porter", 9, "gone", None, 0.0),
        ),
    )  # fmt: skip
    audit = replace(BEFORE, worst=(Threat(("porter", "cognac"), 1),), top_items=(ItemShare(3, "porter", 70, 0.5),))
    audit = replace(
        audit,
        average=AverageCase(2, 1000, 400),
        by_category=(CategoryRisk(1, "drinks", 12, 34), CategoryRisk(2, "cognac", 3, 4, is_item=True)),
    )
    parts = replace(FULL, before=audit, utility=UTILITY | Measures(details=details))
    hidden, shown = _read(parts), _read(replace(parts, show_values=True))
    for caption in (
        "The workload",
        "Loss by category",
        "Items in most threats",
        "Random known items",
        "Risk by category",
    ):
        assert caption in hidden and caption in shown
    assert "25.00 %" in hidden and "39" not in hidden.split("Loss by category")[1][:40]
    assert "porter, cognac" in shown and "green tea as drinks" in shown and "as a label" in hidden
    assert not any(label in hidden for label in ("porter", "cognac", "green tea"))
    assert hidden.count("drinks") == shown.count("drinks") - 1 == 3, (
        "categories have names, but not what an item became"
    )
    assert hidden.count("an item, No. 2 by the alphabet") == 2 and hidden.count("an item, No. 2") == 3
    public = _read(replace(parts, tier="public", show_values=True))
    assert not any(word in public for word in ("green tea", "drinks", "porter,", "The workload", "Lists"))


def test_what_became_of_the_rows_adds_up_and_hides_what_is_small_in_public() -> None:
    measures = Measures(rows_unchanged=60, rows_generalized=20, rows_merged=17, rows_suppressed=3)
    internal = fate_of_rows(measures, Numbers("internal", 5))
    assert [part.width for part in internal] == [60.0, 20.0, 17.0, 3.0] and internal[-1].start == 97.0
    public = fate_of_rows(measures, Numbers("public", 5))
    assert [part.text for part in public][2:] == ["15 (15.79 %)", "fewer than 5"] and public[-1].width == 0
    assert public == fate_of_rows(replace_measures(measures, rows_merged=15, rows_suppressed=0), Numbers("public", 5))
    assert fate_of_rows(Measures(), Numbers("internal", 5)) == []


def replace_measures(measures: Measures, **others: int) -> Measures:
    return measures | Measures(**others)  # type: ignore[arg-type]


@pytest.mark.parametrize("tier", ["internal", "public"])
def test_tables_have_captions_and_heads_a_scope(tier: Any) -> None:
    html = render_report(replace(FULL, tier=tier))
    assert html.count("<table") == html.count("<caption>") > 2
    assert not re.search(r"<th(?![^>]*scope=)[ >]", html)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", [0, 1])
def test_colours_have_the_contrast_that_people_need(scheme: int) -> None:
    """WCAG 2.1: 4.5 for text, 3 for what is drawn."""
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", str(style()).split(":root")[scheme + 1]))
    text = [("ink", "card"), ("ink", "page"), ("soft", "card"), ("soft", "page"), ("ink", "track")]
    text += [(name, f"{name}-soft") for name in ("good", "bad", "open")]
    for least, pairs in ((4.5, text), (3.0, [("accent", "card"), ("bad", "card")])):
        for pair in pairs:
            dark, light = sorted(luminance(colours[name]) for name in pair)
            assert (light + 0.05) / (dark + 0.05) >= least, pair


def test_a_page_that_is_no_report_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("<!doctype html>\n<html>mine</html>\n")
    with pytest.raises(BadDestination, match="not written by setanon"):
        write_report(FULL, path, overwrite=True)
    assert "mine" in path.read_text()


def test_it_is_written_whole_and_replaces_an_older_report_only_where_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_report(FULL, path)
    assert path.read_text(encoding="utf-8") == render_report(FULL)
    with pytest.raises(BadDestination, match=r"report.html already exists"):
        write_report(replace(FULL, tier="public"), path)
    assert path.read_text(encoding="utf-8") == render_report(FULL)
    write_report(replace(FULL, tier="public"), path, overwrite=True)
    assert "public version" in path.read_text(encoding="utf-8") and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(BadDestination, match="also what is read"):
        write_report(FULL, path, inputs=[path])


@pytest.mark.parametrize("tier", ["internal", "public"])
@pytest.mark.parametrize("persons", [None, 40])
def test_equal_records_are_told_of_before_and_after(tier: Any, persons: int | None) -> None:
    """Negative knowledge and any number of items are inside of this guarantee."""
    model = KAnonymity(5, bool(persons))
    before = KAnonymityAudit(model, 77512, 358278, 50123, 1, 49987, 61303, 403, persons=persons, persons_at_risk=33)
    checks = {"records": 77512, "rows": 197510, "persons": 40} if persons else {"records": 77512, "rows": 197510}
    told = {"model": "kanonymity", "parameters": model.parameters, "guarantee": model.guarantee, "records": 77512}
    parts = ReportParts(
        "Visits", tier, before, manifest=MANIFEST | told,
        verification=Verification(True, "kanonymity", model.parameters, "LG", checks),
    )  # fmt: skip
    words = _read(parts)
    exact = "33 of 40" if persons else "61,303 of 77,512"
    rounded = "30 of 40" if persons else "61,300 of 77,512"
    assert (exact if tier == "internal" else rounded) in words
    assert f"0 of {'40' if persons else '77,512'}" in words and model.guarantee in words
    assert "Negative knowledge" not in words and ("403" in words) is (tier == "internal")


@pytest.mark.parametrize("tier", ["internal", "public"])
@pytest.mark.parametrize("h", ["1", "1/3"])
def test_coherence_tells_of_inference_only_where_it_is_bounded(tier: Any, h: str) -> None:
    """Small sets at fault are counted by size for the owner alone."""
    model = Coherence(5, 2, Fraction(h))
    before = CoherenceAudit(model, 77512, 358278, (MoleLevel(1, 211, 17), MoleLevel(2, 638262, 9)), 61303)
    told = {"model": "coherence", "parameters": model.parameters, "guarantee": model.guarantee, "records": 77367}
    checks = {"records": 77367, "rows": 197510}
    answer = Verification(True, "coherence", model.parameters, "MM", checks)
    words = _read(ReportParts("Visits", tier, before, manifest=MANIFEST | told, verification=answer))
    assert ("61,303 of 77,512" if tier == "internal" else "61,300 of 77,512") in words and "0 of 77,367" in words
    assert model.guarantee in words and "Negative knowledge" in words and "more than 2 items" in words
    assert ("cannot infer a single sensitive item" in words) is (h != "1") and ("h = 1/3" in words) is (h != "1")
    assert ("638,262" in words) is (tier == "internal")
    audit = _read(ReportParts("Visits", tier, before))
    assert "nothing is guaranteed" in audit and ("638,262" in audit) is (tier == "internal")
