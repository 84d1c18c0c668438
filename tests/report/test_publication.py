"""The report of what is published with differential privacy: all that an officer asks, in public nothing exact."""

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination, BadParameter
from setanon_sql.options.words import Tier
from tests.report.pages import Page

pytest.importorskip("opendp")
ABOUT: dict[str, Any] = {"data": "Baskets", "recipients": "A, B", "recipient_means": "no other data"}
ABOUT |= {"threshold_reason": "few publications"}
RECORDS = 1237  # as a number it is found in no other place


@pytest.fixture(scope="module")
def baskets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path, lots = tmp_path_factory.mktemp("dp") / "baskets.csv", Random(5)
    rows = [f"{n},{item},p{n // 3},{n % 7}" for n in range(RECORDS) for item in sorted(lots.sample("abcdefgh", 3))]
    path.write_text("\n".join(["record_id,item,who,price", *rows]) + "\n")
    return path


@cache
def published(baskets: Path, what: str, tier: Tier, person: str = "") -> tuple[Any, Page]:
    """Publish with a budget of 9, and read the report."""
    folder = baskets.parent / f"{what}-{tier}-{person}"
    folder.mkdir()
    page = folder / "report.html"
    options: dict[str, Any] = {"report": api.Report(page, tier, **ABOUT), "epsilon": 2}
    options |= {"budget": folder / "spent.json", "total_epsilon": 9}
    if what == "counts":
        done: Any = api.publish_counts(baskets, folder / "out.csv", person=person, **options)
    else:
        done = api.publish_records(baskets, folder / "out.csv", items=list("abcdefghij"), **options)
    return done, Page(page.read_text())


@pytest.mark.parametrize("tier", ["internal", "public"])
@pytest.mark.parametrize("what", ["counts", "records"])
def test_a_report_tells_what_an_officer_asks(baskets: Path, what: str, tier: Tier) -> None:
    done, page = published(baskets, what, tier)
    words = page.words
    assert ("internal – do not pass on" in words) == (tier == "internal") != ("public version" in words)
    assert "Recipients A, B" in words and "Means of the recipients no other data" in words
    assert "epsilon = 2" in words and "Why this epsilon few publications" in words and done.model.guarantee in words
    assert "With noise" in words and "No exact count of the source was published." in words
    assert "any one record" in words and "A recount cannot check it" in words
    assert ("Epsilon of all publications 2 Delta of all publications" in words) == (tier == "internal")
    assert ("Most epsilon of all publications 9" in words) == (tier == "internal")
    assert ("price dropped" in words and "who dropped" in words) == (tier == "internal")


@pytest.mark.parametrize("what", ["counts", "records"])
def test_exact_counts_are_told_to_the_owner_alone(baskets: Path, what: str) -> None:
    _, internal = published(baskets, what, "internal")
    _, public = published(baskets, what, "public")
    for exact in (f"{RECORDS:,}", f"{3 * RECORDS:,}"):
        assert exact in internal.words
    assert f"Records {RECORDS:,}" not in public.words and f"{3 * RECORDS:,}" not in public.words
    assert not any(word in public.words for word in ("baskets.csv", "price", "Columns of the source", "The source"))


def test_all_counts_of_a_public_page_are_those_of_the_manifest(baskets: Path) -> None:
    done, page = published(baskets, "counts", "public", "who")
    rows = [
        [kind.name, len(kind.counts), kind.mechanism.threshold, kind.most, kind.over_most, -kind.below]
        for kind in done.kinds
        if kind.name != "all"
    ]
    for row in rows:
        assert (
            " ".join("–" if cell is None else f"{cell:,}" if isinstance(cell, int) else cell for cell in row)
            in page.words
        )
    assert "all records of any one person" in page.words and "of persons" in page.words


@pytest.mark.parametrize("what", ["counts", "records"])
def test_no_sentence_is_longer_than_thirty_words(baskets: Path, what: str) -> None:
    published(baskets, what, "internal")
    html = (baskets.parent / f"{what}-internal-" / "report.html").read_text()
    texts = [" ".join(text.split()) for text in re.findall(r"<(?:p|li)[^>]*>(.*?)</(?:p|li)>", html, re.DOTALL)]
    sentences = [sentence for text in texts for sentence in re.split(r"(?<=[.?!:]) (?=[A-Z])", text)]
    assert len(sentences) > 12 and [sentence for sentence in sentences if len(sentence.split()) > 30] == []


def test_a_report_is_checked_before_the_work(baskets: Path) -> None:
    out = baskets.with_name("c.csv")
    for page in (out, out.with_name("c.csv.manifest.json"), out.with_name("spent.json")):
        with pytest.raises(BadDestination, match="would be written twice"):
            api.publish_counts(
                baskets, out, epsilon=1, report=api.Report(page), budget=out.with_name("spent.json"), total_epsilon=2
            )
    with pytest.raises(BadParameter, match="attacks are carried out on releases"):
        api.publish_counts(baskets, out, epsilon=1, report=api.Report(baskets.with_name("r.html"), attacks="a.json"))
    assert not out.exists() and not out.with_name("spent.json").exists()


def test_without_a_budget_it_says_that_nobody_adds_up(baskets: Path) -> None:
    page = baskets.with_name("alone.html")
    api.publish_counts(baskets, epsilon=1, report=page)
    assert "nobody adds up what is published of these people" in Page(page.read_text()).words
