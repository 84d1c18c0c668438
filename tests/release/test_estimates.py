"""About how long a release will take, told before the work where it is long."""

import pytest

from setanon_sql import api
from setanon_sql.pipeline import estimates
from setanon_sql.sources import open_source

BASKETS = [[*basket] for basket in ("ab", "ab", "abc", "ac", "ac", "bc", "bc", "abc")]


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [line for line in caplog.messages if line.startswith("to come: ")]


@pytest.mark.slow
def test_steps_are_told_with_their_times(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    api.anonymize_km(BASKETS, None, k=2, m=2)
    assert not lines(caplog)  # it takes no time
    monkeypatch.setattr(estimates, "LONG", 0.0)
    api.anonymize_km(BASKETS, None, k=2, m=2, optimum=3)
    assert lines(caplog)[-1].startswith("to come: searching about 1 s, ")
    assert lines(caplog)[-1].endswith(", the proof at most 3 s")
    api.anonymize_disassociation(BASKETS, None, k=2, m=2)
    assert "refining about 1 s" in lines(caplog)[-1] and lines(caplog)[-1].endswith("refine=False leaves refining out")
    api.anonymize_disassociation(BASKETS, None, k=2, m=2, refine=False)
    assert "refining" not in lines(caplog)[-1]


def test_rows_and_pairs_of_records_are_what_it_depends_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(estimates, "LONG", 0.0)
    with api.Settings().engine() as engine:
        dataset = open_source(engine, BASKETS)
        estimates.tell_estimates(dataset, {"x": estimates.Pace(rows=1_000_000, pairs=2_000_000)})
    assert lines(caplog)[-1] == f"to come: x about {18 + 2 * 12} s"  # six records with a pair, two with three
