"""How long a size will take and why: the longest records, a cap, and words that change no count."""

import json
from math import comb
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.audit.so_far import SoFar
from setanon_sql.commands import answers
from setanon_sql.counting import forecast
from setanon_sql.counting.forecast import LongestRecords, causes
from setanon_sql.errors import BadInput, NotEnoughMemory
from setanon_sql.models.km.parameters import KmAnonymity
from tests.strategies import examples

BASKETS = [[*basket] for basket in ("abcdef", "abc", "abd", "ac", "bce", "abcd")]
RECORDS = st.lists(st.tuples(st.integers(1, 40), st.integers(0, 40)), min_size=1, max_size=12)


def by_hand(records: list[tuple[int, int]], size: int) -> int:
    """Return how many of the longest records cause 80 % of the sets."""
    sets = sorted((comb(frequent, size) for _, frequent in records), reverse=True)
    number = 0
    while sum(sets[:number]) < 0.8 * sum(sets):
        number += 1
    return number


@given(RECORDS, st.integers(2, 3))
@examples(100)
def test_the_longest_records_are_those_that_cause_most(records: list[tuple[int, int]], size: int) -> None:
    records = [(items, min(items, frequent)) for items, frequent in records]
    lengths = [(*record, records.count(record)) for record in set(records)]
    named = causes(lengths, size)
    assert (named.records if named else 0) == by_hand(records, size)
    if named and named.cap:
        over = sum(max(0, items - named.cap) for items, _ in records)
        assert named.rows == pytest.approx(over / sum(items for items, _ in records)) and named.rows <= 0.25
        kept = sum(comb(frequent * min(items, named.cap) // items, size) for items, frequent in records)
        assert kept <= 0.25 * sum(comb(frequent, size) for _, frequent in records)


def test_a_few_giant_records_are_named_with_a_cap() -> None:
    named = causes([(5, 5, 10_000), (900, 850, 3)], 3)
    assert named == LongestRecords(3, 10_003, 500, pytest.approx(1200 / 52_700))
    assert named.words() == "3 of 10,003 records cause 80 % of the work; <cap=500> drops 2.28 % of the rows"
    assert causes([(3, 1, 8)], 2) is None


@pytest.mark.slow
@pytest.mark.parametrize("m", [2, 3, 4, None])
@pytest.mark.parametrize("person", [False, True])
def test_a_forecast_is_told_and_changes_no_count(
    m: int | None, person: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rows = [(at, at // 2, item) for at, basket in enumerate(BASKETS * 2) for item in basket]
    frame = pd.DataFrame(rows, columns=["record_id", "who", "item"])
    how: dict[str, Any] = {"k": 3, "m": m, "person": "who" if person else ""}
    before = api.audit_km(frame, **how).to_json()
    monkeypatch.setattr(forecast, "LONG", 0.0)
    monkeypatch.setattr(forecast, "MUCH", 1)
    caplog.clear()
    known: list[SoFar] = []
    assert api.audit_km(frame, **how, settings=api.Settings(so_far=known.append)).to_json() == before
    told = [line for line in caplog.messages if "will take about" in line]
    by_words = m not in (2, 3)
    if not (person and by_words):
        size = 3 if by_words or m == 3 else 2
        assert any(line.startswith(f"sets of {size} will take about 1 s: ") for line in told)
        assert all("of 12 records cause 80 % of the work" in line for line in told)
        whole = api.audit_km(frame, k=3, person=how["person"], count="records").at_risk
        (bound,) = [line for line in caplog.messages if "at most" in line]
        by = f"By up to {m} known items" if m else "Whatever is known of them,"
        at_most = before["persons_at_risk_by_size" if person else "records_at_risk_by_size"]["3"] if m == 3 else whole
        assert bound == known[-1].bound() == f"{by} {at_most} are at risk at most."
        assert known[-1].at_most == at_most


@pytest.mark.slow
def test_what_is_known_after_each_size_is_given_away() -> None:
    known: list[SoFar] = []
    settings = api.Settings(so_far=known.append)
    audit = api.audit_km(BASKETS, k=3, m=3, settings=settings)
    assert [list(each.by_size["minimal_threats_by_size"]) for each in known] == [[1], [1, 2], [1, 2, 3]]
    assert known[-1].to_json() == {
        "complete": False, "satisfied": False, "model": "km", "parameters": audit.model.parameters, "records": 6,
        "rows": audit.rows, "minimal_threats_by_size": audit.to_json()["minimal_threats_by_size"],
        "records_at_risk_by_size": audit.to_json()["records_at_risk_by_size"],
    }  # fmt: skip
    known.clear()
    api.audit_rho(BASKETS, rho="0.5", m=2, sensitive=["d"], settings=settings)
    assert [list(each.by_size["violations_by_size"]) for each in known] == [[1], [1, 2]]
    known.clear()
    api.audit_km_by_size(BASKETS, ks=[3, 2], settings=settings)
    assert [list(each.by_size["records_at_risk_by_size"]) for each in known] == [[1], [1, 2]]


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("at_most", [None, 5])
def test_a_call_that_is_stopped_answers_with_what_is_known(
    as_json: bool, at_most: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    by_size = {"minimal_threats_by_size": {1: 4, 2: 1500}, "records_at_risk_by_size": {1: 3, 2: 6}}
    answers.begin(as_json=as_json)
    answers.hold(SoFar(KmAnonymity(5, 3), 6, 21, by_size, at_most))
    answers.stopped()
    answers.stopped()
    out = capsys.readouterr().out
    if as_json:
        assert ('"at_risk_at_most": 5' in out) == bool(at_most)
        assert '"complete": false' in out and '"minimal_threats_by_size": {"1": 4, "2": 1500}' in out
        assert out.count("\n") == 1
    else:
        known = ". By up to 3 known items 5 are at risk at most." if at_most else ", and nothing is known of them."
        assert out.splitlines()[0] == f"Stopped: larger sets than 2 were not counted{known}"
        assert out.splitlines()[-1].split() == ["2", "1,500", "6"]


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("error", [NotEnoughMemory("it is full", "give more"), MemoryError()])
def test_an_audit_that_runs_out_of_memory_says_what_it_knows(
    error: Exception, as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    answers.begin(as_json=as_json)
    answers.hold(SoFar(KmAnonymity(5, 3), 6, 21, {"minimal_threats_by_size": {1: 4}}, 5))
    answers.explain(error, show_values=False)
    captured = capsys.readouterr()
    assert "memory" in captured.err or "it is full" in captured.err
    if as_json:
        found = json.loads(captured.out)
        assert found["error"] and found["hint"] and not found["complete"] and found["at_risk_at_most"] == 5
    else:
        assert captured.out.startswith("Stopped: larger sets than 1 were not counted. By up to 3 known items 5 are")
    answers.begin(as_json=False)
    answers.hold(SoFar(KmAnonymity(5, 3), 6, 21, {"minimal_threats_by_size": {1: 4}}))
    answers.explain(BadInput("wrong", "mend it"), show_values=False)
    assert not capsys.readouterr().out
