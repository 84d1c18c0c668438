"""The report of a table of counts without noise: in public nothing but what the table tells."""

from pathlib import Path

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination, BadParameter
from setanon_sql.options.words import Tier
from tests.report.pages import Page

#: In all 1,237 records; of them a and b in three fewer than a.
SOURCE = pd.DataFrame(
    [(at, item, "n" if at % 2 else "s", 7) for at in range(1237) for item in ("ab" if at > 2 else "a")],
    columns=["record_id", "item", "region", "price"],
)


@pytest.mark.slow
@pytest.mark.parametrize("tier", ["internal", "public"])
def test_a_report_tells_what_an_officer_asks(tmp_path: Path, tier: Tier) -> None:
    report = api.Report(tmp_path / "report.html", tier, data="Baskets", threshold_reason="ten is usual")
    counts = api.publish_counts(SOURCE, tmp_path / "counts.csv", k=10, exact=True, by=["region"], report=report)
    words = Page((tmp_path / "report.html").read_text()).words
    assert counts["guarantee"] in words and "k = 10 records, or none" in words and "ten is usual" in words
    assert "of records, exact" in words and "By region" in words and "setanon verify" in words
    internal = tier == "internal"
    assert ("internal – do not pass on" in words) == internal != ("public version" in words)
    for told in ("that are not shown", "Mean relative error", "1,237", "price dropped", "region counts are by it"):
        assert (told in words) == internal, told


def test_a_report_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    out = tmp_path / "counts.csv"
    for page, error in ((tmp_path / "no" / "r.html", BadDestination), (out, BadDestination)):
        with pytest.raises(error):
            api.publish_counts(SOURCE, out, k=10, report=page)
    with pytest.raises(BadParameter, match="attacks"):
        api.publish_counts(SOURCE, out, k=10, report=api.Report(tmp_path / "r.html", attacks="a.json"))
    assert not out.exists()
