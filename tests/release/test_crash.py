"""Writers that are killed, interrupted or run out of room: whole releases or none, sources untouched."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination
from setanon_sql.release import TableDestination
from setanon_sql.release import publish as write_release
from setanon_sql.release.staging import staging
from tests.releases import options, published, verify

#: Writes a release again and again, so that a kill hits any moment of it; says when the first is there. Interrupted, it
#: ends without taking down Python, which takes seconds with so many records on a busy machine.
WRITER = """
import os, sys
from pathlib import Path
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination
from setanon_sql.release import TableDestination
from setanon_sql.release import publish as write_release
from tests.releases import options, published

records = [frozenset({f"i{n % 7}", f"j{n % 5}", f"k{n % 3}"}) for n in range(int(sys.argv[2]))]
target = Path(sys.argv[1])
place = TableDestination(target, "r") if target.suffix == ".duckdb" else target
try:
    with DuckDBEngine(threads=1) as engine:
        result = published(engine, records)
        print("ready", flush=True)
        for turn in range(1000):
            write_release(result, place, options(seed=str(turn), overwrite=True, ledger=target.parent / "ledger.csv"))
            print("written", flush=True)
except KeyboardInterrupt:
    os._exit(130)
"""

FOLDER = Path(__file__).parent.parent.parent


def _start(target: Path, records: int = 2000) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(target), str(records)]
    return subprocess.Popen(command, cwd=FOLDER, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.whole
@pytest.mark.parametrize("turn", range(3))
def test_killed_at_a_random_moment_there_is_a_whole_release_or_none(tmp_path: Path, turn: int) -> None:
    target = tmp_path / "r.csv"
    with _start(target) as writer:
        assert writer.stdout and writer.stdout.readline() == "ready\n"
        time.sleep(random.Random(turn).uniform(0, 0.5))
        writer.kill()
    if target.exists():
        assert verify(target).holds
    assert {path.name for path in tmp_path.glob("[!.]*")} <= {"r.csv", "r.csv.manifest.json", "ledger.csv"}
    with DuckDBEngine(threads=1) as engine:
        write_release(published(engine), target, options(overwrite=True, ledger=tmp_path / "ledger.csv"))
    assert verify(target).holds and len(list(tmp_path.iterdir())) == 3  # what the killed run left is gone, too


@pytest.mark.whole
@pytest.mark.parametrize("turn", range(2))
def test_killed_while_it_writes_a_table_the_database_holds_a_whole_release_or_none(tmp_path: Path, turn: int) -> None:
    target = tmp_path / "w.duckdb"
    with duckdb.connect(str(target)) as connection:
        connection.execute("CREATE TABLE visits AS SELECT range AS x FROM range(1000)")
    with _start(target) as writer:
        assert writer.stdout and writer.stdout.readline() == "ready\n"
        time.sleep(random.Random(turn).uniform(0, 0.5))
        writer.kill()
    with duckdb.connect(str(target)) as connection:
        assert connection.execute("SELECT sum(x) FROM visits").fetchall() == [(499500,)]
        names = {row[0] for row in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    assert names in ({"visits"}, {"visits", "r", "r_manifest"})
    if "r" in names:
        assert verify("r", database=target).holds


@pytest.mark.slow
def test_interrupted_nothing_is_left(tmp_path: Path) -> None:
    with _start(tmp_path / "r.csv", records=300_000) as writer:
        assert writer.stdout and writer.stdout.readline() == "ready\n"
        time.sleep(0.2)
        began = time.monotonic()
        writer.send_signal(signal.SIGINT)
        assert writer.wait(timeout=20) == 130
        assert time.monotonic() - began < 3
    assert not list(tmp_path.glob(".setanon-*"))


LIMITED = """
import resource, signal, sys
from pathlib import Path
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination
from setanon_sql.release import publish as write_release
from tests.releases import options, published

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
records = [frozenset({f"item {n % 7}", f"other {n % 5}"}) for n in range(20_000)]
with DuckDBEngine(threads=1) as engine:
    result = published(engine, records)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
    try:
        write_release(result, Path(sys.argv[1]), options(ledger=Path(sys.argv[1]).parent / "l.csv"))
    except BadDestination as error:
        print(error.message)
"""


#: A process for each; a quick run tries a text file that cannot be begun and a Parquet file that cannot be ended.
ROOMS = [
    pytest.param(room, name, marks=[pytest.mark.slow] * ((room, name) not in {(0, "r.csv"), (4096, "r.parquet")}))
    for room in (0, 4096)
    for name in ("r.csv", "r.parquet")
]


@pytest.mark.whole
@pytest.mark.parametrize(("room", "name"), ROOMS)
def test_without_room_it_says_so_and_leaves_nothing(tmp_path: Path, name: str, room: int) -> None:
    command = [sys.executable, "-c", LIMITED, str(tmp_path / name), str(room)]
    done = subprocess.run(command, cwd=FOLDER, text=True, capture_output=True, check=False)
    assert done.stdout.endswith("cannot be written\n") or "cannot be written: File too large" in done.stdout, (
        done.stderr
    )
    assert not list(tmp_path.iterdir())


def test_a_folder_that_a_live_run_holds_is_left_alone(tmp_path: Path) -> None:
    with staging(tmp_path / "r.csv") as first, staging(tmp_path / "r.csv") as second:
        assert first.is_dir() and second.is_dir() and first != second
    assert not list(tmp_path.iterdir())


def test_a_table_stays_writable_by_others_afterwards(engine: DuckDBEngine, tmp_path: Path) -> None:
    target = tmp_path / "w.duckdb"
    write_release(published(engine), TableDestination(target, "r"), options())
    with duckdb.connect(str(target)) as connection:
        connection.execute("CREATE TABLE more AS SELECT 1")


def test_where_the_last_move_fails_the_first_is_taken_back(
    engine: DuckDBEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    move = Path.hardlink_to

    def fail_for_data(self: Path, target: Path) -> None:
        if self.suffix == ".csv":
            raise FileExistsError(17, "File exists")
        move(self, target)

    monkeypatch.setattr(Path, "hardlink_to", fail_for_data)
    with pytest.raises(BadDestination, match="somebody made it in the meantime"):
        write_release(published(engine), tmp_path / "r.csv", options())
    assert not list(tmp_path.iterdir())
