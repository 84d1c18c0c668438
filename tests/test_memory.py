"""A limit speaks of the whole process; without one a run takes half of the machine; an error tells step and sizes."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import duckdb
import numpy as np
import pytest

from benchmarks.harness import ROOT
from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.duckdb import guard, memory
from setanon_sql.engine.duckdb.expected import expected
from setanon_sql.errors import BadParameter, NotEnoughMemory
from setanon_sql.files.stopping import unbroken
from setanon_sql.spelling import in_shell
from setanon_sql.synthetic.quest import quest
from setanon_sql.trace import Trace
from setanon_sql.verify.contents import explain_unreadable
from tests.waiting import wait_for

MB = 1_000_000
GB = 1000 * MB
linux = pytest.mark.skipif(not memory.resident(), reason="what a process holds is only known on Linux")


def of_duckdb(engine: DuckDBEngine) -> float:
    """What DuckDB was given, in bytes; it says so in MiB with one digit."""
    (text,) = engine.connection.execute("SELECT current_setting('memory_limit')").fetchall()[0]
    number, unit = text.split()
    return float(number) * {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}[unit]


def at_once(engine: DuckDBEngine) -> None:
    """Let the next statement look, however short the last look is ago."""
    engine._memory._next = 0.0
    engine.execute("a/step", "SELECT 1")


@pytest.mark.parametrize("text", ["4GB", "4 gb", "1.5GB", "500MB", "500m", "2GiB", "1 KiB", "0.5TB"])
def test_sizes_are_those_of_duckdb(text: str) -> None:
    spelled = text.strip().lower().removesuffix("b").strip()
    expected = duckdb.sql(f"SELECT {spelled.rstrip('kmgti ')} * {1024 if 'i' in spelled else 1000} ^ {power(spelled)}")
    assert memory.size(text) == expected.fetchall()[0][0]


def power(spelled: str) -> int:
    return next(power for power, unit in enumerate("kmgt", start=1) if unit in spelled)


@pytest.mark.parametrize("text", ["lots", "4", "-1GB", "4GB4", "nan GB", "4 gigabytes", "1e9"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(BadParameter, match="no size"):
        memory.size(text)


def test_sizes_are_told_in_a_few_digits() -> None:
    assert [memory.words(count) for count in (4_000, 25 * MB, 1_940 * MB)] == ["4 KB", "25 MB", "1.9 GB"]


def test_without_a_limit_a_run_takes_half_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "machine", lambda: 8 * GB)
    with DuckDBEngine(threads=1) as engine:
        assert 3.1 * GB < of_duckdb(engine) <= 4 * GB - memory.BESIDE


def test_where_less_may_be_taken_than_the_machine_has_a_run_takes_half_of_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "machine", lambda: 8 * GB)
    monkeypatch.setattr(memory, "room", lambda: 2 * GB)
    limit = memory.Limit.of("")
    assert limit.whole == GB + memory.BESIDE and "half of what this process may still take" in limit.label
    assert "ulimit" in limit.hint()
    monkeypatch.setattr(memory, "room", lambda: 10 * GB)
    assert memory.Limit.of("").whole == 4 * GB and "machine" in memory.Limit.of("").label
    assert memory.Limit.of("1GB").whole == GB


@linux
@pytest.mark.parametrize("name", ["RLIMIT_AS", "RLIMIT_DATA"])
def test_the_limits_of_addresses_leave_what_is_not_taken_of_them(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert memory.resource is not None
    limits = dict.fromkeys((memory.resource.RLIMIT_AS, memory.resource.RLIMIT_DATA), memory.resource.RLIM_INFINITY)
    monkeypatch.setattr(memory.resource, "getrlimit", lambda which: (limits[which], memory.resource.RLIM_INFINITY))
    assert memory.room() is None
    limits[getattr(memory.resource, name)] = 1000 * GB
    left = memory.room()
    assert left is not None and 0 < left < 1000 * GB - 10 * MB
    limits[getattr(memory.resource, name)] = MB
    assert memory.room() == 0


def test_the_limit_from_which_on_a_container_is_slowed_down_counts_too(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "own").write_text("0::/inner\n")
    (tmp_path / "inner/memory.high").write_text(f"{GB}\n")
    (tmp_path / "memory.max").write_text(f"{2 * GB}\n")
    assert sorted(memory.cgroup_limits(tmp_path, tmp_path / "own")) == [GB, 2 * GB]


@pytest.mark.parametrize("folders", ["", "outer", "outer/inner"])
def test_the_limit_of_a_container_counts(tmp_path: Path, folders: str) -> None:
    own = tmp_path / "own"
    for kind, file in (("", "memory.max"), ("memory", "memory.limit_in_bytes")):
        root = tmp_path / f"root-{kind}"
        limited = root / kind / folders
        (root / kind / "outer/inner").mkdir(parents=True)
        (limited / file).write_text(f"{2 * GB}\n")
        own.write_text(f"1:cpu:/outer\n2:{kind}:/outer/inner\n")
        assert memory.cgroup_limits(root, own) == [2 * GB]
    (limited / file).write_text("max\n")
    assert memory.cgroup_limits(root, own) == []
    assert memory.cgroup_limits(tmp_path, tmp_path / "nothing") == []


def test_a_machine_is_no_larger_than_its_container(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "cgroup_limits", lambda: [300 * MB, 200 * MB])
    assert memory.machine() == 200 * MB


@pytest.mark.whole
@linux
def test_duckdb_gets_what_the_process_leaves() -> None:
    ballast = np.ones(300 * MB // 8)
    with DuckDBEngine("4GB", threads=1) as engine:
        assert of_duckdb(engine) <= 4 * GB - memory.resident() + 10 * MB
        assert ballast.nbytes == 300 * MB


@pytest.mark.whole
@linux
def test_arrays_of_a_run_come_off_the_share_of_duckdb_while_they_are_held() -> None:
    with DuckDBEngine("2GB", threads=1) as engine:
        before = of_duckdb(engine)
        array = np.ones(500 * MB // 8)
        at_once(engine)
        with_array = of_duckdb(engine)
        del array
        at_once(engine)
        after = of_duckdb(engine)  # more than before where earlier tests have let go of something meanwhile
        assert after - 700 * MB < with_array < after - 300 * MB
        assert after > before - 100 * MB


@pytest.mark.whole
@linux
def test_what_duckdb_has_let_go_is_not_counted_as_pythons() -> None:
    with DuckDBEngine("2GB", threads=1) as engine:
        before = of_duckdb(engine)
        engine.execute("fill", f"CREATE TABLE {engine.scratch_schema}.t AS SELECT range AS n FROM range(30000000)")
        engine.execute("drop", f"DROP TABLE {engine.scratch_schema}.t")
        at_once(engine)
        assert of_duckdb(engine) > before - 100 * MB


@pytest.mark.whole
@linux
def test_where_python_alone_takes_all_the_step_is_told() -> None:
    limit = f"{(memory.resident() // MB) + 400}MB"
    with DuckDBEngine(limit, threads=1) as engine:
        array = np.ones(600 * MB // 8)
        with pytest.raises(NotEnoughMemory, match=rf"the step a/step: [\d.]+ [MG]B of .*{limit}") as caught:
            at_once(engine)
        least = re.search(r"--memory-limit (\S+) or more", in_shell(caught.value.marked_hint))
        assert array.nbytes and least
        assert memory.Limit.of(least[1]).for_duckdb(memory.resident()) >= memory.SMALLEST


@pytest.mark.whole
@linux
def test_what_the_process_held_before_does_not_count_without_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "machine", lambda: 2 * (memory.BESIDE + 240 * MB))
    ballast = np.ones(400 * MB // 8)
    with DuckDBEngine(threads=1) as engine:
        at_once(engine)
        assert of_duckdb(engine) > 150 * MB and ballast.nbytes


def test_a_limit_that_is_too_small_is_refused_and_one_that_is_told_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "resident", lambda: 100 * MB)
    with pytest.raises(BadParameter, match=r"150MB.* is too small: this process takes 160 MB") as caught:
        DuckDBEngine("150MB")
    least = re.search(r"\d+ MB", caught.value.hint)
    assert least
    with DuckDBEngine(least[0], threads=1) as engine:
        at_once(engine)


def test_a_step_that_does_not_fit_is_told_with_sizes_and_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "resident", lambda: 100 * MB)
    with DuckDBEngine("250MB", threads=1) as engine, pytest.raises(NotEnoughMemory) as caught:
        engine.execute("a_list", "SELECT list('a text of some length ' || range) FROM range(10000000)")
    said = in_shell(caught.value.marked_message)
    sizes = r"it held \d+ MB and asked for \d+ MB more; DuckDB's part of --memory-limit 250MB is \d+ MB"
    unknown = "how much it would take is not known, DuckDB's plan expected less"
    assert re.fullmatch(f"not enough memory for the step a_list: {sizes}; {unknown}", said)
    assert in_shell(caught.value.marked_hint) == "give a larger --memory-limit, or lower --m"  # there is one thread
    assert "Settings(memory_limit=" in caught.value.message


#: Statements that hold much: groups, the side of a join that is looked up, what is sorted, what is made.
HOLDING = {
    "groups": "SELECT n % 3000017 AS a, count(*) AS c, min(n) AS least FROM t GROUP BY a",
    "join": "SELECT a.n FROM t AS a JOIN t AS b ON b.n = a.n + 1",
    "window": "SELECT row_number() OVER (ORDER BY hash(n)) AS r, n FROM t",
    "made": "SELECT n, hash(n) AS h FROM t",
}


@pytest.mark.whole
@pytest.mark.parametrize("name", HOLDING)
def test_what_a_step_would_take_is_about_what_it_takes(name: str) -> None:
    with DuckDBEngine(threads=1) as engine:
        engine.execute("fill", "CREATE TABLE t AS SELECT range AS n FROM range(4000000)")
        text = f"CREATE TABLE {engine.scratch_schema}.made AS {HOLDING[name]}"
        told, taken = expected(engine.connection, text), most_held(engine, text)
    assert taken / 3 < told < 3 * taken, (told // MB, taken // MB)


def most_held(engine: DuckDBEngine, text: str) -> int:
    """The most bytes that DuckDB holds while a statement runs, tables and all; looked at every few milliseconds."""
    asked, peak, done = engine.connection.cursor(), [0], Event()

    def look() -> None:
        while not done.wait(0.003):
            ((held,),) = asked.execute("SELECT sum(memory_usage_bytes) FROM duckdb_memory()").fetchall()
            peak[0] = max(peak[0], int(held))

    watching = Thread(target=look)
    watching.start()
    engine.execute("step", text).fetchall()
    done.set()
    watching.join()
    return peak[0]


def test_nothing_is_expected_where_duckdb_does_not_tell() -> None:
    with DuckDBEngine(threads=1) as engine:
        assert expected(engine.connection, "no statement") == 0
        assert expected(engine.connection, "SELECT 1") == 0


def test_an_error_says_how_much_it_would_take_and_that_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "resident", lambda: 100 * MB)
    text = "CREATE TABLE big AS SELECT range AS n, list(range) OVER (ORDER BY range) AS sofar FROM range(40000)"
    with DuckDBEngine("250MB") as engine:
        found = memory.explain_shortage(engine._memory, out_of_memory("16.0 MiB (60.0 MiB/70.0 MiB used)"), 700 * MB)
    assert found[0].endswith(
        "DuckDB's part of <memory_limit=250MB> is 73 MB; by DuckDB's plan it would take about 700 MB"
    )
    least = re.search(r"<memory_limit=(\S+)> or more", found[1])
    assert least and memory.Limit.of(least[1]).for_duckdb(memory.BESIDE) >= 700 * MB
    with DuckDBEngine("250MB", threads=1) as engine, pytest.raises(NotEnoughMemory, match="would take") as caught:
        engine.execute("a_list", text)
    assert "--memory-limit" in in_shell(caught.value.marked_hint)
    monkeypatch.setattr(memory, "machine", lambda: GB // 2)
    with DuckDBEngine("250MB") as engine:
        found = memory.explain_shortage(engine._memory, out_of_memory("16.0 MiB (60.0 MiB/70.0 MiB used)"), 700 * MB)
    assert "more than this machine has" in found[0] and "700" not in found[1]


def out_of_memory(used: str) -> duckdb.OutOfMemoryException:
    return duckdb.OutOfMemoryException(f"could not allocate block of size {used}")


def test_a_full_disk_is_told_as_such() -> None:
    with DuckDBEngine(threads=1) as engine:
        engine._memory._next = float("inf")  # nothing looks, so that what is set here stays
        engine.connection.execute("SET max_temp_directory_size = '1MB'; SET memory_limit = '60MB'")
        with pytest.raises(NotEnoughMemory, match="the disk of the temporary directory is full") as caught:
            engine.execute("fill", f"CREATE TABLE {engine.scratch_schema}.t AS SELECT hash(range) FROM range(20000000)")
    assert "TMPDIR" in caught.value.hint


def test_too_little_memory_does_not_make_a_release_a_damaged_one() -> None:
    with pytest.raises(NotEnoughMemory), explain_unreadable("cannot be read", "is it damaged?"):
        raise NotEnoughMemory("not enough memory for the step verify/read/parquet")


@linux
@pytest.mark.whole
def test_what_a_dropped_table_held_is_given_back_before_the_next_statement() -> None:
    """Also soon after another look: else the next statement takes its own share on top of it. In a small process."""
    script = """
from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.duckdb import guard, memory
with DuckDBEngine("1GB") as engine:
    table = engine.new_table("large")
    made = f"CREATE TABLE {engine.scratch_schema}.{table.name}"
    engine.execute("fill", f"{made} AS SELECT range AS n, hash(range) AS h FROM range(40000000)")
    print(memory.resident())
    engine._memory._next = float("inf")
    engine.drop(table)
    engine.execute("step", "SELECT 1")
    print(memory.resident())
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, text=True, capture_output=True, check=True)
    held, after = map(int, done.stdout.split())
    assert held > 500 * MB and after < held - 100 * MB


@pytest.mark.parametrize(
    ("limit", "given", "threads"), [("240MB", 0, 1), ("380MB", 0, 3), ("4GB", 0, 8), ("240MB", 4, 4)]
)
def test_there_are_as_many_threads_as_the_memory_is_enough_for(limit: str, given: int, threads: int) -> None:
    """What is left for DuckDB: 40 MB (the least), 157 MB, more than it has cores for; the user's own number stays."""
    with duckdb.connect(config={"threads": 8}) as connection:
        memory.Watch(connection, memory.Limit(memory.size(limit), apart=GB), given)
        assert connection.execute("SELECT current_setting('threads')").fetchall() == [(threads,)]


def test_threads_follow_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Python takes more during a run, DuckDB gets less memory and fewer threads, until it is given back."""
    monkeypatch.setattr(memory, "resident", lambda: held[0])
    held = [100 * MB]
    with duckdb.connect(config={"threads": 4}) as connection:
        watch, found = memory.Watch(connection, memory.Limit(GB)), []
        for held[0] in (100 * MB, 750 * MB, 100 * MB):
            watch._next = 0.0
            watch.look("a/step")
            found += connection.execute("SELECT current_setting('threads')").fetchall()
    assert found == [(4,), (1,), (4,)]


@linux
@pytest.mark.whole
def test_the_whole_process_stays_within_its_limit(tmp_path: Path) -> None:
    """Measured by a small process, for the peak of a child is never less than what its parent held."""
    baskets = quest(150_000, 1000, 10, seed=1).write(tmp_path / "b.parquet")
    words = [sys.executable, "-m", "setanon_sql", "audit", "km", str(baskets), "--k", "5", "--m", "2", "--json"]
    bound, free = measured([*words, "--memory-limit", "260MB"]), measured(words)
    assert bound["answer"] == free["answer"] and bound["answer"]["violations"]
    assert bound["megabytes"] <= 260 < free["megabytes"]


def measured(words: list[str]) -> dict[str, Any]:
    """What a command of the program answers, and its peak memory in MB."""
    program = (
        "import json; from benchmarks.harness import run\n"
        f"made = run({words!r}, 300); print(json.dumps({{'answer': made.answer, 'megabytes': made.megabytes}}))"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(ran.stdout)
    assert isinstance(found, dict)
    return found


def test_duckdb_gets_less_while_the_process_is_over_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "PAUSE", 0.01)
    monkeypatch.setattr(memory, "resident", lambda: 200 * MB)
    with DuckDBEngine("1GB", threads=1) as engine:
        at_once(engine)
        before = of_duckdb(engine)
        monkeypatch.setattr(memory, "resident", lambda: GB + 50 * MB)
        assert wait_for(lambda: of_duckdb(engine) < before / 2)
        monkeypatch.setattr(memory, "resident", lambda: 200 * MB)
        at_once(engine)
        assert of_duckdb(engine) > before / 2


#: Statements that run for some looks of the guard, and until they are broken off.
LONG = "SELECT sum(hash(range)) FROM range(10000000)"
ENDLESS = "SELECT count(*) FROM range(1000000000) AS a, range(1000000) AS b"


def over_when(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Have the process hold 1.2 GB while a statement with this name runs, and 200 MB else."""
    monkeypatch.setattr(guard, "PAUSE", 0.005)
    held, statement = [200 * MB], Trace.statement

    @contextmanager
    def noted(trace: Trace, step: str, *about: Any) -> Iterator[None]:
        with statement(trace, step, *about):
            held[0] = 1200 * MB if step.startswith(name) else 200 * MB
            yield

    monkeypatch.setattr(Trace, "statement", noted)
    monkeypatch.setattr(memory.Watch, "_adapt", lambda watch, name: None)
    monkeypatch.setattr(memory, "resident", lambda: held[0])


def test_a_statement_that_makes_the_process_pass_its_limit_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    over_when(monkeypatch, "endless")
    with DuckDBEngine("1GB", threads=1) as engine:
        with pytest.raises(NotEnoughMemory) as caught:
            engine.execute("endless", ENDLESS)
        said = in_shell(caught.value.marked_message)
        assert said.startswith(
            "not enough memory for the step endless: this process held 1,200 MB, more than --memory-"
        )
        assert "--memory-limit" in in_shell(caught.value.marked_hint)
        assert engine.execute("short", "SELECT 1").fetchall() == [(1,)]
        monkeypatch.setattr("setanon_sql.engine.duckdb.engine.stop_requested", lambda: True)
        with pytest.raises(KeyboardInterrupt):
            engine.execute("endless", ENDLESS)


def test_what_must_not_be_broken_off_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    over_when(monkeypatch, "long")
    with DuckDBEngine("1GB", threads=1) as engine:
        with unbroken():
            assert engine.execute("long", LONG).fetchall()
        with pytest.raises(NotEnoughMemory):
            engine.execute("long", LONG)


def test_what_is_fetched_is_broken_off_too(monkeypatch: pytest.MonkeyPatch) -> None:
    over_when(monkeypatch, "nothing")
    with DuckDBEngine("1GB", threads=1) as engine:
        engine.execute("short", "SELECT 1")
        with pytest.raises(NotEnoughMemory, match="step list"), engine._fetching("list"):
            monkeypatch.setattr(memory, "resident", lambda: 1200 * MB)
            engine.connection.execute(ENDLESS)


def test_where_nobody_knows_what_a_process_holds_duckdbs_own_limit_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "PAUSE", 0.005)
    monkeypatch.setattr(memory, "_text_of", lambda path: "")
    assert memory.resident() == 0
    with DuckDBEngine("250MB", threads=1) as engine:
        assert engine.execute("short", "SELECT sum(range) FROM range(10000000)").fetchall()
        with pytest.raises(NotEnoughMemory, match="it held"):
            engine.execute("a_list", "SELECT list('a text of some length ' || range) FROM range(10000000)")


@pytest.mark.parametrize(
    "step",
    [
        pytest.param("km/", marks=pytest.mark.slow),
        "release/files",
        pytest.param("verify/", marks=pytest.mark.slow),
    ],
)
def test_a_release_that_is_broken_off_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, step: str
) -> None:
    """Whatever it does then: looking for a cut, writing, checking what was written."""
    watch = DuckDBEngine._watched

    def broken_off(engine: DuckDBEngine, *, first: bool = False) -> AbstractContextManager[None]:
        running = engine.trace._running
        watching = watch(engine, first=first)
        if running and running.name.startswith(step):
            assert engine._guard
            engine._guard.overrun = 1200 * MB
            raise duckdb.InterruptException("INTERRUPT Error: Interrupted!")
        return watching

    monkeypatch.setattr(DuckDBEngine, "_watched", broken_off)
    records = {number: "abc" if number % 2 else "abd" for number in range(8)} | {9: "ae", 10: "bf"}
    with pytest.raises(NotEnoughMemory, match=f"step {step}.* held 1,200 MB"):
        api.anonymize_km(records, out=tmp_path / "out.csv", k=2, m=2)
    assert not list(tmp_path.iterdir())


@linux
@pytest.mark.whole
def test_what_duckdb_does_not_spill_is_broken_off_before_a_tenth_more_is_taken() -> None:
    """DuckDB may take what it likes here, and nobody has it spill: what is left is the guard. In a small process."""
    script = """
import re
from pathlib import Path
from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.duckdb import memory
from setanon_sql.errors import NotEnoughMemory
memory.Watch.look = memory.Watch.lower = lambda *about: None
with DuckDBEngine("500MB") as engine:
    engine.connection.execute("SET memory_limit = '4GB'")
    try:
        engine.execute("fill", "CREATE TABLE t AS SELECT range AS n, hash(range) AS h FROM range(100000000)")
    except NotEnoughMemory:
        print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, text=True, capture_output=True, check=True)
    assert 500 * MB < int(done.stdout) * 1024 <= 550 * MB
