"""An interrupt is never lost, in the library and in a process that listens, and leaves nothing behind."""

import gc
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.files import stopping
from setanon_sql.release import publish as write_release
from tests.cli.program import FOLDER
from tests.releases import options, published
from tests.waiting import wait_for

#: Seconds within which a process ends that was told to.
SOON = 2.5


@contextmanager
def interrupted_after(seconds: float, sent: list[float] | None = None) -> Iterator[list[float]]:
    """Send SIGINT to the main thread some time from now, unless the block ends before; yields when it was sent.

    That may be before ``with`` gives a name to what is yielded: whoever needs it then brings the list along.
    """
    sent = [] if sent is None else sent
    over = threading.Event()

    def send() -> None:
        if not over.wait(seconds):
            sent.append(time.monotonic())
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield sent
    finally:
        over.set()
        thread.join()


def write(folder: Path) -> None:
    with DuckDBEngine(threads=1) as engine:
        result = published(engine, [frozenset({f"i{n % 7}", f"j{n % 5}"}) for n in range(500)])
        write_release(result, folder / "r.csv", options(overwrite=True, ledger=folder / "l.csv"))


def _tries(count: int, folder: Path, seed: int) -> list[str]:
    """Interrupt the library at so many random moments; returns what went wrong."""
    moments, wrong = random.Random(seed), list[str]()
    began = time.monotonic()
    write(folder)
    whole = time.monotonic() - began
    for _ in range(count):
        end, sent = "done", list[float]()
        try:
            with interrupted_after(moments.uniform(0, whole), sent):
                write(folder)
        except KeyboardInterrupt:
            end = "interrupted"
        except BaseException as error:
            end = repr(error)
        if end != ("interrupted" if sent else "done"):
            wrong.append(end)
    return wrong


@contextmanager
def _alone_at_collections() -> Iterator[None]:
    """Keep hypothesis from timing garbage collections: Python swallows an interrupt that comes meanwhile."""
    others = gc.callbacks[:]
    gc.callbacks.clear()
    try:
        yield
    finally:
        gc.callbacks.extend(others)


def _check(count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """All end as they should, each and every one."""
    held, place = tmp_path / "temporary", tmp_path / "place"
    held.mkdir(), place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(held))
    working = list(stopping.working)
    with _alone_at_collections():
        assert not _tries(count, place, seed)
    assert not list(held.iterdir()) and not list(place.glob(".*")) and stopping.working == working


#: An interrupt between the opening of a file and its ``with`` leaves the closing to the garbage collector, which warns.
closed_late = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@closed_late
@pytest.mark.whole
def test_many_interrupts_of_the_library_are_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None ends as another error (DuckDB runs Python code while it registers a table), none leaves a folder."""
    _check(60, tmp_path, monkeypatch, seed=2)


def test_an_interrupt_before_a_result_is_fetched_ends_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*_: object) -> None:
        engine.connection.execute("SELECT range FROM range(1000000)")
        raise KeyboardInterrupt

    with DuckDBEngine(threads=1) as engine:
        monkeypatch.setattr(engine, "_filled", broken_off)
        with pytest.raises(KeyboardInterrupt):
            engine.load("numbers", {"number": int}, [[1]])


@pytest.mark.parametrize("hold", [stopping.undisturbed, stopping.unbroken])
def test_steps_that_belong_together_are_done_first(hold: Callable[[], "contextmanager[None]"]) -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), hold(), hold():
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")
    assert done and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_in_such_steps_does_not_swallow_the_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), stopping.undisturbed():
        signal.raise_signal(signal.SIGINT)
        raise ValueError


@pytest.mark.slow
def test_a_folder_that_another_thread_writes_in_goes_at_the_end(tmp_path: Path) -> None:
    """What DuckDB does while it spills: the names go, no file comes after, and the folder not back."""
    script = """
import sys, threading
from pathlib import Path
from setanon_sql.files import temporary
folder = temporary.make_folder("held-", ".x", Path(sys.argv[1]))
ready = threading.Event()
def write():
    for number in range(10**9):
        try:
            (folder / str(number)).write_bytes(b"x" * 1000)
        except OSError:
            return
        if number == 300:
            ready.set()
threads = [threading.Thread(target=write, daemon=True) for _ in range(3)]
[thread.start() for thread in threads]
ready.wait()
temporary.remove_all()
[thread.join(20) for thread in threads]
print(any(thread.is_alive() for thread in threads))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=FOLDER, text=True, capture_output=True, check=True
    )
    assert done.stdout == "False\n" and not list(tmp_path.iterdir())


@pytest.mark.slow
def test_large_files_are_given_back_by_another_process(tmp_path: Path) -> None:
    """Who closes a file of gigabytes last waits for the disk: it is kept open until the process is gone."""
    script = """
import os, sys
from pathlib import Path
from setanon_sql.files import temporary
temporary._LARGE = 1000
folder = temporary.make_folder("held-", "", Path(sys.argv[1]))
(folder / "large").write_bytes(b"x" * 2000)
number = (folder / "large").stat().st_ino
temporary.remove_all()
(reader,) = temporary._readers
held = [os.stat(f"/proc/{reader.pid}/fd/{name}").st_ino for name in os.listdir(f"/proc/{reader.pid}/fd")]
print(number in held, reader.pid, flush=True)
os._exit(0)
"""
    if not Path("/proc/self/fd").exists():
        pytest.skip("this system does not show the files of a process")
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, cwd=FOLDER, text=True, capture_output=True, check=True)
    held, number = done.stdout.split()
    assert held == "True" and not list(tmp_path.iterdir())
    wait_for(lambda: not Path(f"/proc/{number}").exists(), 2, pause=0.01)
    assert not Path(f"/proc/{number}/cmdline").exists() or not Path(f"/proc/{number}/cmdline").read_text()


#: What a process does, the exit code it must end with, and a word that it says.
ENDS = {
    "the interrupt is swallowed": ("swallow()", 2, "nothing half-written"),
    "the interrupt is swallowed in Python": ("swallow_in_python()", 2, "nothing half-written"),
    "the release stands": ("finished(); time.sleep(60)", 0, ""),
    "its report is still to be done": ("owed.add('r'); finished(); time.sleep(60)", 2, "report was not written"),
    "an audit that found something is at its end": ("finished(1); time.sleep(60)", 1, ""),
}

#: One of them by each signal in the quick tests, the others in the slow ones.
ENDINGS = [
    pytest.param(how, number, marks=[pytest.mark.slow] if number_of >= 2 else [])
    for number_of, (how, number) in enumerate(zip(ENDS, [signal.SIGINT, signal.SIGTERM] * 3, strict=False))
]

ENDING = """
import sys, time
from setanon_sql.engine import DuckDBEngine
from setanon_sql.files.stopping import finished, owed, to_the_end

LONG = "SELECT count(*) FROM range(10000000000) AS a, range(1000) AS b WHERE a.range % 7 = b.range % 5"

def swallow():
    with DuckDBEngine(threads=1) as engine:
        while True:
            try:
                engine.execute("long", LONG)
            except BaseException:
                print("swallowed", file=sys.stderr, flush=True)

def swallow_in_python():
    while True:
        try:
            time.sleep(60)
        except BaseException:
            pass

def work():
    print("ready", flush=True)
    {work}
    return 0

to_the_end(work)
"""


@pytest.mark.whole
@pytest.mark.parametrize(("how", "number"), ENDINGS)
def test_a_process_ends_soon_whatever_it_does(tmp_path: Path, how: str, number: signal.Signals) -> None:
    work, code, said = ENDS[how]
    place = f"import tempfile; tempfile.tempdir = {str(tmp_path)!r}\n"
    command = [sys.executable, "-c", place + ENDING.replace("{work}", work)]
    with subprocess.Popen(command, cwd=FOLDER, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout and running.stdout.readline() == "ready\n"
        time.sleep(0.3)
        began = time.monotonic()
        running.send_signal(number)
        _, err = running.communicate(timeout=30)
    assert time.monotonic() - began < SOON
    assert running.returncode == code and said in err and "Traceback" not in err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_way_of_a_folder_that_is_still_being_made(tmp_path: Path) -> None:
    """Once all folders are removed, no other one is made: whoever asks for one waits for the end of the process."""
    script = """
import sys, threading, time
from pathlib import Path
from setanon_sql.files import temporary
temporary.remove_all()
made = threading.Thread(target=temporary.make_folder, args=("held-", "", Path(sys.argv[1])), daemon=True)
made.start()
made.join(0.3)
print(made.is_alive())
"""
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, cwd=FOLDER, text=True, capture_output=True, check=True)
    assert done.stdout == "True\n" and not list(tmp_path.iterdir())
