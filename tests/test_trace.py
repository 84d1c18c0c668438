"""Whoever waits is told, every few seconds and in words, what is being done: on stderr, and not with --quiet."""

import io
import logging
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import trace
from setanon_sql.engine import DuckDBEngine
from setanon_sql.progress import ShareOverTime
from setanon_sql.query import steps
from setanon_sql.query.steps import phase
from setanon_sql.synthetic.quest import quest
from setanon_sql.trace import Trace
from tests.cli.program import Program
from tests.strategies import examples
from tests.waiting import wait_for

#: Some tenths of a second, and nothing in between that Python could see.
LONG = "SELECT count(*) FROM range(60000000) AS a WHERE a.range % 7 = hash(a.range) % 5"


@pytest.fixture
def setanon(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence ends after a hundredth of the time."""
    monkeypatch.setattr(trace, "PAUSE", 0.05)


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_one_long_statement_is_not_silent() -> None:
    said = io.StringIO()
    with DuckDBEngine(threads=1, trace=Trace(quiet=False, stream=said)) as engine:
        engine.trace.begin_phase("auditing the source")
        engine.execute("counting/single_items/supports", LONG)
    lines = said.getvalue().splitlines()
    question = phase("counting/single_items/supports")
    still = [line for line in lines if f"still auditing the source: {question} (" in line]
    assert still and " s so far" in still[-1] and "counting/single_items/supports" not in said.getvalue()


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_a_part_that_takes_long_is_told_until_it_is_done() -> None:
    said = io.StringIO()
    watched = Trace(quiet=False, stream=said)
    watched.begin_phase("searching")
    with watched.part("part 7 of 40"):
        time.sleep(0.3)
    assert "still searching: part 7 of 40 (" in said.getvalue()
    length = len(said.getvalue())
    time.sleep(0.3)
    watched.close()
    assert "still searching (" in said.getvalue()[length:]


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_what_python_does_between_statements_is_not_silent() -> None:
    said = io.StringIO()
    watched = Trace(quiet=False, stream=said)
    watched.begin_phase("searching")
    time.sleep(0.3)
    watched.close()
    assert "still searching (" in said.getvalue()
    time.sleep(0.1)
    length = len(said.getvalue())
    time.sleep(0.2)
    assert len(said.getvalue()) == length  # closed: no more


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_quiet_is_silent() -> None:
    said = io.StringIO()
    with DuckDBEngine(threads=1, trace=Trace(quiet=True, stream=said)) as engine:
        engine.trace.begin_phase("auditing the source")
        engine.trace.progress("sets of 1")
        engine.execute("counting/single_items/supports", LONG)
    assert not said.getvalue()


def test_a_line_of_progress_says_what_it_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "PAUSE", 0.0)
    said = io.StringIO()
    watched = Trace(quiet=False, stream=said)
    monkeypatch.setattr(watched, "_watching", True)  # no thread
    watched.progress("before anything")
    watched.begin_phase("auditing the source")
    watched.progress("sets of 2")
    told = [line.split("] ", 1)[1] for line in said.getvalue().splitlines()]
    assert told == ["before anything", "auditing the source", "auditing the source: sets of 2"]


def test_a_template_is_told_by_its_question_and_nothing_else_is() -> None:
    assert steps.about("counting/parts/frequent") == "Which of them are frequent?"
    assert "$" not in steps.about("counting/single_items/at_risk")
    assert steps.about("sources/read/head", "duckdb") and not steps.about("sources/read/head", "postgres")
    assert not steps.about("load items")


@pytest.fixture
def baskets(tmp_path: Path) -> Path:
    return quest(400, 40, 5, seed=1).write(tmp_path / "b.parquet")


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_progress_does_not_mix_with_json(setanon: Program, baskets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "PAUSE", 0.0)
    answer = setanon("audit", "km", baskets, "--k", "5", "--m", "2", "--json")
    assert answer.json["model"] == "km"
    assert "auditing the source: sets of 2 (of up to 2):" in answer.err
    assert not setanon("audit", "km", baskets, "--k", "5", "--m", "2", "--json", "--quiet").err


@pytest.mark.slow
def test_the_audit_for_a_report_is_that_of_the_source_and_comes_first(
    setanon: Program, baskets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It used to be printed after the release was written, and read as its result."""
    monkeypatch.setattr(trace, "PAUSE", 0.0)
    words = ["--k", "5", "--m", "3", "--optimum", "0", "--report", tmp_path / "r.html"]
    err = setanon("anonymize", "km", baskets, "--out", tmp_path / "o.parquet", *words).err
    audited = err.index("auditing the source for the report, before anything is changed: sets of 1")
    searched = [err.index(f"searching for labels that can stay, round {number} of 3") for number in (2, 3)]
    written = err.index("writing the release, and verifying it before it is published")
    assert audited < searched[0] < searched[1] < written
    assert "sets of 1" not in err[written:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "steps"),
    [
        (["disassociation", "--k", "3", "--m", "2"], ["step 1 of 3", "level 1:", "step 2 of 3", "round 1 of 3"]),
        (
            ["rho", "--rho", "0.3", "--m", "2"],
            ["counting what can be known, pass 1", "suppressing items of rules above rho"],
        ),
    ],
)
def test_each_method_says_how_far_it_is(
    setanon: Program, baskets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], steps: list[str]
) -> None:
    monkeypatch.setattr(trace, "PAUSE", 0.0)
    if words[0] == "rho":
        (tmp_path / "s.csv").write_text("item\n1\n2\n3\n")
        words = [*words, "--sensitive", str(tmp_path / "s.csv")]
    out = tmp_path / ("o.parquet" if words[0] == "rho" else "o")
    answer = setanon("anonymize", words[0], baskets, "--out", out, *words[1:])
    assert answer.code == 0
    found = [answer.err.find(step) for step in steps]
    assert found == sorted(found) and found[0] >= 0, answer.err


class Terminal(io.StringIO):
    """What is written on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar is drawn at once, and often."""
    monkeypatch.setattr(trace, "PATIENCE", 0.0)
    monkeypatch.setattr(trace, "TICK", 0.02)


@pytest.mark.usefixtures("eager")
def test_a_terminal_shows_a_bar_for_a_statement_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    said = Terminal()
    shares = iter([0.25, 0.5, 0.75])
    watched = Trace(quiet=False, stream=said)
    watched.begin_phase("auditing the source")
    with watched.statement("counting/single_items/supports", "SELECT 1", lambda: next(shares, 0.75)):
        wait_for(lambda: "75% |" in said.getvalue())
    watched.close()
    assert "auditing the source:  50% |" in said.getvalue()
    assert "75% |" in said.getvalue() and " left" not in said.getvalue()
    assert said.getvalue().endswith("\r")  # the bar is gone


@pytest.mark.slow
@pytest.mark.usefixtures("eager", "impatient")
def test_duckdb_tells_how_far_a_statement_is() -> None:
    said = Terminal()
    with DuckDBEngine(threads=1, trace=Trace(quiet=False, stream=said)) as engine:
        engine.execute("set", "SET progress_bar_time = 0")
        engine.trace.begin_phase("auditing the source")
        engine.execute("counting/single_items/supports", LONG)
    assert "auditing the source: " in said.getvalue() and "% |" in said.getvalue()


@pytest.mark.slow
@pytest.mark.usefixtures("eager", "impatient")
def test_a_file_gets_no_bar_and_of_one_statement_no_time_left() -> None:
    """How far one statement is says nothing of those after it."""
    said = io.StringIO()
    watched = Trace(quiet=False, stream=said)
    watched.begin_phase("auditing the source")
    with watched.statement("counting/single_items/supports", "SELECT 1", lambda: 0.5):
        time.sleep(0.3)
    watched.close()
    assert "s so far)" in said.getvalue() and "|" not in said.getvalue() and "left" not in said.getvalue()


def test_parts_tell_how_long_the_others_take(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(trace.time, "monotonic", lambda: now)
    said = Terminal()
    watched = Trace(quiet=False, stream=said)
    monkeypatch.setattr(watched, "_watch", lambda: None)
    for number in range(1, 9):
        with watched.part("sets of 3", number, 8):
            now += 300
    lines = said.getvalue().splitlines()
    assert [line.split("] ")[1] for line in lines] == [
        "sets of 3, part 1 of 8",
        "sets of 3, part 2 of 8",
        "sets of 3, part 3 of 8",
        "sets of 3, part 4 of 8, about 25 min left for these parts",
        "sets of 3, part 5 of 8, about 20 min left for these parts",
        "sets of 3, part 6 of 8",
        "sets of 3, part 7 of 8",
        "sets of 3, part 8 of 8",
    ]


def test_a_statement_within_a_part_tells_no_time_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before: "about 1 s left" in part 11 of 143, for which the statement of this part was at 97 %."""
    now = 0.0
    monkeypatch.setattr(trace.time, "monotonic", lambda: now)
    watched = Trace(quiet=False, stream=Terminal())
    monkeypatch.setattr(watched, "_watch", lambda: None)
    for number in range(1, 144):
        with (
            watched.part("sets of 2", number, 143),
            watched.statement("counting/parts/pairs", "SELECT 1", lambda: 0.97),
        ):
            now += 29
            if number == 11:
                assert (
                    watched._still()
                    == "still at work: sets of 2, part 11 of 143: counting pairs of items (29 s so far)"
                )
            if number == 100:
                assert watched._still().endswith("(29 s so far, about 22 min left for these parts)")
            now += 1


def timed(seconds: Sequence[float], tick: float) -> Iterator[tuple[float, float]]:
    """Yield how long parts really took from each moment on, and how long they would, where that is told."""
    pace, began, whole = ShareOverTime(), 0.0, sum(seconds)
    for number, took in enumerate(seconds):
        for at in range(max(1, int(took / tick))):
            now = began + at * tick
            remaining = pace.see(number / len(seconds), now).remaining
            if remaining is not None:
                yield whole - now, remaining
        began += took


@given(
    parts=st.integers(1, 200), each=st.floats(0.01, 400), spread=st.floats(0, 0.5), growth=st.floats(-0.3, 0.4),
    seed=st.integers(0, 99),
)  # fmt: skip
@examples(200)
def test_a_time_that_is_told_is_right_within_a_factor_of_two(
    parts: int, each: float, spread: float, growth: float, seed: int
) -> None:
    """Parts take about as long as each other, and may take longer or shorter from the first to the last."""
    lots = random.Random(seed)
    seconds = [each * (number + 1) ** growth * lots.uniform(1 - spread, 1 + spread) for number in range(parts)]
    for true, time_left in timed(seconds, max(each / 3, sum(seconds) / 300)):
        assert true / 2 - 1 <= time_left <= 2 * true + 1


def test_a_time_is_told_for_two_thirds_of_the_work_where_all_parts_are_alike() -> None:
    assert len([*timed([30.0] * 143, 30)]) > 0.6 * 143
    assert not [*timed([30.0] * 3, 1)]


@pytest.mark.parametrize(
    "seconds",
    [
        [60.0] * 20 + [4 / 123] * 123,  # at 14 % "18 min left" and more, 4 s before the end
        [0.1] * 60 + [60.0] * 10,
        [1.0] * 9 + [600.0],
    ],
)
def test_no_time_is_told_where_the_pace_changes(seconds: list[float]) -> None:
    """All that is told is right within a factor of two, but for what no earlier part tells of: the change itself."""
    wrong = [true for true, time_left in timed(seconds, 0.5) if not true / 2 - 1 <= time_left <= 2 * true + 1]
    assert len(wrong) < 0.1 * sum(seconds) / 0.5


def test_no_time_is_told_where_the_share_stands_still() -> None:
    pace = ShareOverTime()
    for number in range(60):
        assert pace.see(number / 100, number).seconds == number
    assert pace.see(0.59, 59.5).time_left == "about 41 s left for these parts"
    assert pace.see(0.59, 100.0).time_left == ""


def test_progress_names_the_task_that_it_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.StringIO()
    monkeypatch.setattr(said, "isatty", lambda: True)
    told = Trace(quiet=False, stream=said)
    with told.task("setting 1 of 2"):
        told.begin_phase("auditing the source")
    told.begin_phase("writing")
    told.close()
    assert [line.split("] ")[1] for line in said.getvalue().splitlines()] == [
        "setting 1 of 2: auditing the source",
        "writing",
    ]


def test_each_step_is_said_in_words() -> None:
    assert all(step.phase[:1].islower() and "  " not in step.phase for step in steps.steps())


def test_notes_and_progress_reach_a_logger_however_quiet_a_run_is(caplog: pytest.LogCaptureFixture) -> None:
    said = io.StringIO()
    watched = Trace(quiet=True, stream=said, spoke=-60.0)
    with caplog.at_level(logging.INFO, logger="setanon_sql"):
        watched.begin_phase("auditing the source")
        watched.note("2 records have no item")
    watched.close()
    found = [(one.levelname, one.getMessage()) for one in caplog.records]
    assert found == [("INFO", "auditing the source"), ("WARNING", "2 records have no item")]
    assert said.getvalue() == ""
