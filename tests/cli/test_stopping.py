"""Stopped or killed at any moment: soon, with a whole release or none, and nothing else left behind."""

import random
import signal
import time
from pathlib import Path

import pytest

from setanon_sql.synthetic.quest import quest
from tests.cli.program import process, start
from tests.waiting import wait_for

#: What a release is made of.
WHOLE = {"o.parquet", "o.parquet.manifest.json"}


#: Seconds: the second that is promised, and some for a machine with other work.
SOON = 3.0


@pytest.fixture(scope="module")
def baskets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data that takes a few seconds."""
    return quest(40_000, 500, 8, seed=1).write(tmp_path_factory.mktemp("data") / "b.parquet")


@pytest.fixture(scope="module")
def seconds(baskets: Path, tmp_path_factory: pytest.TempPathFactory) -> float:
    """How long a whole run takes here and now."""
    began = time.monotonic()
    assert process(*words(baskets, tmp_path_factory.mktemp("whole"))).code == 0
    return time.monotonic() - began


def words(baskets: Path, folder: Path) -> list[str | Path]:
    return ["anonymize", "km", baskets, "--out", folder / "o.parquet", "--k", "5", "--m", "2", "--quiet"]


@pytest.mark.whole
@pytest.mark.parametrize("turn", range(6))
def test_killed_at_a_random_moment(baskets: Path, seconds: float, tmp_path: Path, turn: int) -> None:
    place, temporary = tmp_path / "place", tmp_path / "temporary"
    place.mkdir(), temporary.mkdir()
    source = baskets.read_bytes()
    which = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)[turn % 3]
    with start(*words(baskets, place), temporary=temporary) as running:
        time.sleep(random.Random(turn).uniform(0.1, seconds))
        began = time.monotonic()
        running.send_signal(which)
        running.communicate(timeout=60)
        took = time.monotonic() - began
    visible = {path.name for path in place.glob("[!.]*")}
    assert baskets.read_bytes() == source
    assert visible in (set(), WHOLE) or (which == signal.SIGKILL and visible == {"o.parquet.manifest.json"})
    if "o.parquet" in visible:
        assert process("verify", place / "o.parquet").code == 0
    if which != signal.SIGKILL:
        assert took < SOON
        assert running.returncode in ({0} if visible else {2, -which})  # -which: Python had not started yet
        assert not list(temporary.iterdir()) and not list(place.glob(".*"))


@pytest.mark.whole
@pytest.mark.parametrize("wait", [0.0, 0.003, 0.006])
def test_a_signal_after_publication_is_no_failure(tmp_path: Path, wait: float) -> None:
    baskets = quest(500, 60, 5, seed=1).write(tmp_path / "b.parquet")
    with start(*words(baskets, tmp_path), temporary=tmp_path) as running:
        wait_for((tmp_path / "o.parquet").exists, pause=0.0005, process=running)
        time.sleep(wait)
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
    assert running.returncode == 0 and (tmp_path / "o.parquet").exists()


@pytest.mark.whole
def test_the_next_run_removes_what_a_killed_one_left(baskets: Path, seconds: float, tmp_path: Path) -> None:
    place, temporary = tmp_path / "place", tmp_path / "temporary"
    place.mkdir(), temporary.mkdir()
    with start(*words(baskets, place), temporary=temporary) as running:
        wait_for(lambda: list(temporary.glob("setanon-spill-*")), pause=0.01, process=running)
        time.sleep(0.2)
        running.kill()
    assert list(temporary.iterdir())
    assert process(*words(baskets, place), temporary=temporary).code == 0
    assert not list(temporary.iterdir()) and {path.name for path in place.iterdir()} == WHOLE


@pytest.mark.slow
def test_stopped_while_it_spills(tmp_path: Path) -> None:
    """A query that does not fit into memory is stopped as soon as any other, its spill files gone."""
    baskets = quest(300_000, 1000, 10, seed=1).write(tmp_path / "b.parquet")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with start(
        "audit", "km", baskets, "--k", "5", "--m", "3", "--memory-limit", "240MB", temporary=temporary
    ) as running:
        wait_for(lambda: list(temporary.rglob("*.tmp")), pause=0.01, process=running)
        time.sleep(0.4)
        began = time.monotonic()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 2 and "Traceback" not in err
    assert out == "" or out.startswith("Stopped: larger sets than 1 were not counted")  # or while it reads
    assert time.monotonic() - began < SOON and not list(temporary.iterdir())


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    with start("demo", "--help") as running:
        assert running.stdout and running.stderr
        running.stdout.close()
        assert "Traceback" not in running.stderr.read()
