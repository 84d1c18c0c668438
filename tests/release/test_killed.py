"""Killed before any of the system calls of publishing: the old or the new release is whole, and the next run works."""

import contextlib
import hashlib
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.release import check_destination
from setanon_sql.release import publish as write_release
from setanon_sql.release.ownership_files import is_ledger
from setanon_sql.verify import Verification
from tests.release.killing import (
    APART,
    NEW,
    OLD,
    PLACES,
    WAYS,
    destination,
    keep,
    kept,
    labelled,
    left_by_a_killed_run,
)
from tests.releases import options, published, verify

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the disassociated releases that writers write: they are worked out once."""
    folder = tmp_path_factory.mktemp("pieces")
    keep(folder)
    return folder


def folders(shape: str, way: str, at: Path) -> Iterator[Path]:
    """Yield one folder for each state that a writer leaves that is killed anywhere, the state at its end last."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.release.killing", shape, way, str(at)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    numbered = sorted((int(path.name) for path in at.iterdir() if path.name.isdigit()), reverse=True)
    assert done.returncode == 0 and len(numbered) > 10, done.stderr
    states = {_state(at / str(number)): at / str(number) for number in numbered}
    assert len(states) > 5
    for left in at.glob("killed-*"):
        kept = at / left.name.partition("-")[2]
        assert _state(left, databases=False) == _state(kept, databases=False), "a kill leaves something else"
    yield from reversed(states.values())


def _state(folder: Path, *, databases: bool = True) -> str:
    """What is there, without the parts of names that are random; a database is never twice the same, byte by byte."""
    files = sorted(path for path in folder.rglob("[!.]*") if path.is_file())
    names = [str(path.relative_to(folder)).partition("-")[0] + path.name for path in files]
    bytes_of = [path.read_bytes() if databases or ".duckdb" not in path.name else b"" for path in files]
    found = [f"{name} {hashlib.sha256(data).hexdigest()}" for name, data in zip(names, bytes_of, strict=True)]
    return "\n".join(found)


def check(shape: str, folder: Path) -> Verification:
    place = folder / PLACES[shape]
    return verify("r", database=place) if place.suffix == ".duckdb" else verify(place)


def standing(shape: str, folder: Path) -> str:
    """Which release stands, as somebody sees who verifies it: old, new, none."""
    try:
        answer = check(shape, folder)
    except BadInput as error:
        assert "was killed" in error.message or not _there(shape, folder)
        return "put aside" if "was killed" in error.message else "none"
    assert answer.holds, answer.messages
    return {len(OLD): "old", len(NEW): "new"}[round(answer.checks["records"] * 6 / 5)]


def _there(shape: str, folder: Path) -> bool:
    if not PLACES[shape].endswith(".duckdb"):
        return (folder / PLACES[shape]).exists()
    with duckdb.connect(str(folder / PLACES[shape]), read_only=True) as connection:
        rows = connection.execute("SELECT * FROM duckdb_tables() WHERE table_name ^@ 'r'").fetchall()
    return bool(rows)


@contextlib.contextmanager
def third(shape: str, pieces: Path) -> Iterator[Callable[[Path, bool], None]]:
    """Run again in a folder, in this process, as often as is asked; the ledger goes to the same place."""
    from setanon_sql.release.files import copy_ledger

    with DuckDBEngine(threads=1) as engine:
        release, rows = kept(engine, "third", pieces) if shape in APART else (labelled(engine, shape, "third"), None)
        ledger = None if rows is None else lambda path: copy_ledger(engine, rows, path)

        def run(folder: Path, overwrite: bool) -> None:
            how = options(seed="third", overwrite=overwrite, ledger=folder / "ledger.csv")
            write_release(release, destination(shape, folder), how, ledger)  # type: ignore[arg-type]

        yield run


def visible(folder: Path) -> dict[Path, bytes]:
    """The bytes of what others than the writer see."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    names = {path: path.relative_to(folder) for path in found}
    return {name: path.read_bytes() for path, name in names.items() if not name.parts[0].startswith(".setanon-")}


def labels_of(folder: Path) -> str:
    """Of which release the label table is that stands there, by its levels."""
    table = folder / "l.csv.labels.csv"
    if not table.exists():
        return "none"
    header = table.read_text().partition("\n")[0]
    return {2: "old", 3: "new", 4: "third"}[header.count("level")]


def meaning_of(folder: Path) -> str:
    """Of which release the meaning table is that stands there, by an item."""
    table = folder / "l.csv.meaning.csv"
    if not table.exists():
        return "none"
    (seed,) = [seed for seed in ("old", "new", "third") if f"a,{seed} item,0.5" in table.read_text()]
    return seed


def seed_of(ledger: Path) -> str:
    if not ledger.exists():
        return "none"
    assert is_ledger(ledger)
    return ledger.read_text().splitlines()[1].split(",")[3]


CASES = [(shape, way) for shape in PLACES for way in WAYS if way in WAYS[:2] or not PLACES[shape].endswith(".duckdb")]


@pytest.mark.whole
@pytest.mark.parametrize(("shape", "way"), CASES)
def test_killed_before_any_call_the_old_or_the_new_release_is_whole(
    tmp_path: Path, pieces: Path, shape: str, way: str
) -> None:
    """What has the same bytes as what was verified before is not verified again."""
    seen, verified = set(), list[dict[Path, bytes]]()
    if shape in APART:
        shutil.copytree(pieces, tmp_path, dirs_exist_ok=True)
    with third(shape, pieces) as next_run:
        for folder in folders(shape, way, tmp_path):
            found, before = standing(shape, folder), visible(folder)
            assert labels_of(folder) in ("none", found) and meaning_of(folder) in ("none", found)
            assert found in ({"none", "new"} if way == "first" else {"old", "new", "put aside"})
            if found == "put aside":
                assert (shape, way) == ("folder", "replacing without exchange")
            elif found != "none":
                with pytest.raises(BadDestination, match="already exists"):
                    next_run(folder, False)
                assert visible(folder) == before or standing(shape, folder) == found
                assert seed_of(folder / "ledger.csv") == found
                assert shape != "labelled" or labels_of(folder) == meaning_of(folder) == found
            next_run(folder, way != "first" or found == "new")
            if (after := visible(folder)) not in verified:
                assert standing(shape, folder) == "new" and seed_of(folder / "ledger.csv") == "third"
                assert shape != "labelled" or labels_of(folder) == meaning_of(folder) == "third"
                verified.append(after)
            assert not list(folder.glob(".setanon-*"))
            seen.add(found)
    assert {"new", "none" if way == "first" else "old"} <= seen


@pytest.mark.slow
def test_what_a_run_had_put_aside_is_back_before_the_next_one_works(tmp_path: Path, pieces: Path) -> None:
    """On a disk without an exchange of two names a folder is away for a moment; killed there, it is not lost."""
    whole = tmp_path / "whole"
    whole.mkdir()
    from setanon_sql.files.moving import REPLACED

    with third("folder", pieces) as next_run:
        next_run(whole, False)
        private = left_by_a_killed_run(whole / "out")
        (whole / "out").rename(private / f"release{REPLACED}")
        with pytest.raises(BadInput, match=r"was killed; it is whole in \.setanon-"):
            verify(whole / "out")
        with pytest.raises(BadDestination, match="already exists"):
            next_run(whole, False)
    assert verify(whole / "out").holds and not list(whole.glob(".setanon-*"))


# Two writers -----------------------------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination
from tests.releases import options, published, SAFE
from setanon_sql.release import publish as write_release

folder, times = Path(sys.argv[1]), int(sys.argv[3])
with DuckDBEngine(threads=1) as engine:
    result = published(engine, SAFE * times)
    print("ready", flush=True)
    for turn in range(10):
        assert sys.stdin.readline()
        try:
            write_release(result, folder / f"{turn if sys.argv[2] == 'first' else 'r'}.csv",
                          options(seed=f"{times}", ledger=folder / "l.csv", overwrite=sys.argv[2] != "first"))
            print("written", flush=True)
        except BadDestination as error:
            print(error.message, flush=True)
"""


@pytest.mark.whole
@pytest.mark.parametrize("way", ["first", "replacing"])
def test_the_data_of_one_writer_never_meet_the_manifest_of_another(tmp_path: Path, way: str) -> None:
    """Both start together, 10 times."""
    with contextlib.ExitStack() as stack:
        writers = [stack.enter_context(writer(tmp_path, way, times)) for times in (2, 300)]
        for turn in range(10):
            for one in writers:
                assert one.stdin
                one.stdin.write("go\n")
                one.stdin.flush()
            said = sorted(one.stdout.readline().strip() for one in writers if one.stdout)
            answer = verify(tmp_path / ("r.csv" if way == "replacing" else f"{turn}.csv"))
            assert answer.holds, answer.messages
            assert answer.checks["records"] == 10 * int(seed_of(tmp_path / "l.csv"))  # its ledger is of the same writer
            if way == "replacing":
                assert said == ["written", "written"]
            else:
                assert said[1] == "written" and "already exists" in said[0]
                (tmp_path / "l.csv").unlink()
    assert not list(tmp_path.glob(".setanon-*"))


@contextlib.contextmanager
def writer(folder: Path, way: str, times: int) -> Iterator[subprocess.Popen[str]]:
    """A program that is ready to write a release of ``times`` times the same records whenever it is told a line."""
    command = [sys.executable, "-c", WRITER, str(folder), way, str(times)]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.slow
def test_a_second_writer_waits_and_then_says_that_the_destination_exists(tmp_path: Path) -> None:
    """The first holds the folder while the second comes to the same point."""
    from setanon_sql.files.moving import holding

    said = list[str]()

    def second() -> None:
        with DuckDBEngine(threads=1) as engine:
            try:
                write_release(published(engine, NEW), tmp_path / "r.csv", options())
            except BadDestination as error:
                said.append(error.message)

    with DuckDBEngine(threads=1) as engine:
        write_release(published(engine, OLD), tmp_path / "first.csv", options())
    with holding(tmp_path):
        thread = threading.Thread(target=second)
        thread.start()
        while not list(tmp_path.glob(".setanon-*/release.csv")):
            pass
        manifest = json.loads((tmp_path / "first.csv.manifest.json").read_text())
        (tmp_path / "r.csv").write_bytes((tmp_path / "first.csv").read_bytes())
        (tmp_path / "r.csv.manifest.json").write_text(json.dumps(manifest))
    thread.join()
    assert said == ["r.csv already exists"] and verify(tmp_path / "r.csv").checks["records"] == 30
    check_destination(tmp_path / "r.csv", options(overwrite=True))


# Killed by the system --------------------------------------------------------------------------------------------

#: The calls that change names; strace kills the writer when it is about to make the n-th of one of them.
CALLS = ("rename", "renameat2", "link", "unlink")

ONCE = """
import sys
from pathlib import Path
from tests.release.killing import write
write("file", Path(sys.argv[1]), "new", overwrite=True)
"""


def can_trace() -> bool:
    """Whether strace is there and may trace."""
    try:
        done = subprocess.run(["strace", "-qq", "-e", "trace=none", "true"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


@pytest.mark.whole
@pytest.mark.parametrize("call", CALLS)
def test_killed_by_strace_at_a_call_the_old_or_the_new_release_is_whole(tmp_path: Path, call: str) -> None:
    if not can_trace():
        pytest.skip("there is no strace here, or no right to trace")
    (tmp_path / "start").mkdir()
    with DuckDBEngine(threads=1) as engine:
        how = options(seed="old", ledger=tmp_path / "start" / "ledger.csv")
        write_release(published(engine, OLD), tmp_path / "start" / "r.csv", how)
    with third("file", tmp_path) as next_run:
        for number in range(1, 10):
            folder = shutil.copytree(tmp_path / "start", tmp_path / str(number))
            inject = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}"]
            inject += ["-e", f"inject={call}:signal=KILL:when={number}"]
            done = subprocess.run([*inject, sys.executable, "-c", ONCE, str(folder)], cwd=ROOT, check=False)
            found = standing("file", folder)
            assert found in {"old", "new"}
            next_run(folder, True)
            assert standing("file", folder) == "new" and seed_of(folder / "ledger.csv") == "third"
            if done.returncode == 0:
                assert found == "new"
                return
