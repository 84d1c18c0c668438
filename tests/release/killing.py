"""Write a release, and keep what the disk holds before each of the writer's system calls: what a killed one leaves.

``python -m tests.release.killing SHAPE WAY FOLDER`` makes the folders 1, 2, … in FOLDER: folder n is as a writer
leaves it that is killed (SIGKILL) right before the n-th event of publishing, the last one as it is at its end.
Publishing begins where the writer wants to be alone in the folder: all before that goes to a private folder. An event
is whatever Python tells its audit hooks (opening, linking, renaming, removing, locking …), an exchange of two names,
or a statement of DuckDB, before and after it. The writer waits while its folder is copied: the copy holds what the
system was given by then, and nothing that the writer only has in memory. That this is what a kill leaves is seen too:
some writers are killed, and what they leave goes to killed-n.
"""

import errno
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setanon_sql.engine import DuckDBEngine
from setanon_sql.files import moving, owned
from setanon_sql.models.disassociation.method import disassociate, ledger, publish
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.query.templates import Table
from setanon_sql.release import LongRelease, TableDestination, in_tables, on_disk, staging
from setanon_sql.release import Pieces as FolderRelease
from setanon_sql.release import publish as write_disassociated
from setanon_sql.release import publish as write_release
from setanon_sql.release.files import copy_ledger
from setanon_sql.release.labels import LabelExceptions, LabelSource
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.verify.pieces import FolderTables
from tests.data import dataset_of
from tests.releases import SAFE, options, published

OLD, NEW = SAFE * 3, SAFE * 2

#: What the writers write, and where.
PLACES = {"file": "r.csv", "labelled": "l.csv", "folder": "out", "table": "w.duckdb", "tables": "w.duckdb"}
#: The shapes of a release in pieces.
APART = ("folder", "tables")
#: With and without something to replace; and on a disk that cannot exchange two names.
WAYS = ["replacing", "first", "replacing without exchange"]

#: How many writers are killed, at moments evenly spread.
KILLED = 2

#: The tables of a release in pieces, and its ledger.
PIECES = ("clusters", "subrecords", "terms", "ledger")


def write(shape: str, folder: Path, seed: str, *, overwrite: bool) -> None:
    """Write the old or the new release (by its seed) and its ledger."""
    out, how = destination(shape, folder), options(seed=seed, overwrite=overwrite, ledger=folder / "ledger.csv")
    with DuckDBEngine(threads=1) as engine:
        if shape in APART:
            release, rows = kept(engine, seed, folder.parent)
            write_disassociated(release, out, how, lambda path: copy_ledger(engine, rows, path))  # type: ignore[arg-type]
        else:
            write_release(labelled(engine, shape, seed), out, how)
        if seed == "new":
            os._exit(0)


def labelled(engine: DuckDBEngine, shape: str, seed: str) -> LongRelease:
    """Return a release of one table. Of which it is its label table, where it has one, tells by its levels, and its
    meaning table by an item.
    """
    levels = {"old": 2, "new": 3, "third": 4}[seed]
    parents = dict.fromkeys(["a", "b", "c", f"{seed} item"], "level1")
    parents |= {f"level{at}": f"level{at + 1}" for at in range(1, levels)}
    others = {"a": LabelExceptions("level1", ("b", "c"))}
    source = LabelSource(Taxonomy(parents, f"level{levels}"), others) if shape == "labelled" else None
    return published(engine, OLD if seed == "old" else NEW, label_source=source)


def destination(shape: str, folder: Path) -> Path | TableDestination:
    """Return where a release of this shape goes."""
    place = folder / PLACES[shape]
    return TableDestination(place, "r") if place.suffix == ".duckdb" else place


def apart(engine: DuckDBEngine, seed: str) -> tuple[FolderRelease, Table]:
    """Return a disassociated release and its ledger."""
    source, model = dataset_of(engine, OLD if seed == "old" else NEW), Disassociation(2, 2, 6)
    result = disassociate(source, model)
    made = publish(engine, result, source.items, seed)
    return _release(engine, (made.clusters, made.subrecords, made.terms), model), ledger(source, result, seed, seed)


def _release(engine: DuckDBEngine, tables: Sequence[Table], model: Disassociation) -> FolderRelease:
    return FolderRelease(engine, FolderTables(*tables), model, "m")


def keep(folder: Path) -> None:
    """Work out each disassociated release and write it down: a hundred writers then need not, before they publish."""
    for seed in ("old", "new", "third"):
        with DuckDBEngine(threads=1) as engine:
            release, rows = apart(engine, seed)
            found = (release.tables.clusters, release.tables.subrecords, release.tables.terms, rows)
            for name, table in zip(PIECES, found, strict=True):
                place = f"{table.schema}.{table.name}"
                engine.connection.execute(f"COPY (FROM {place}) TO '{folder / f'{seed}.{name}.parquet'}'")


def kept(engine: DuckDBEngine, seed: str, folder: Path) -> tuple[FolderRelease, Table]:
    """Return what :func:`apart` does, read from where :func:`keep` wrote it, if it did."""
    if not (folder / f"{seed}.ledger.parquet").exists():
        return apart(engine, seed)
    found = [engine.new_table(name) for name in PIECES]
    for name, table in zip(PIECES, found, strict=True):
        file = folder / f"{seed}.{name}.parquet"
        engine.connection.execute(f"CREATE TABLE {table.schema}.{table.name} AS FROM '{file}'")
    return _release(engine, found[:3], Disassociation(2, 2, 6)), found[3]


class Events:
    """Calls ``act`` with its number before each event that this process has from now on."""

    def __init__(self, act: Callable[[int], None]) -> None:
        self.act, self.number, self.acting = act, 0, False
        sys.addaudithook(self._heard)
        moving._exchange = self._around(moving._exchange)
        DuckDBEngine.execute = self._around(DuckDBEngine.execute)  # type: ignore[method-assign]

    def event(self) -> None:
        if not self.acting:  # what is done to keep the folder is no event
            self.acting, self.number = True, self.number + 1
            self.act(self.number)
            self.acting = False

    def _heard(self, name: str, given: tuple[Any, ...]) -> None:
        if name == "open" and str(given[0]).startswith("/proc/"):
            return  # how much memory there is: looked at now and then
        if name == "open" or name.startswith(("os.", "fcntl.", "shutil.", "tempfile.")):
            self.event()

    def _around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any, **more: Any) -> Any:
            self.event()
            answer = call(*given, **more)
            self.event()
            return answer

        return called


def start(shape: str, way: str, folder: Path) -> None:
    """Make what is there before the writer starts."""
    folder.mkdir()
    if PLACES[shape].endswith(".duckdb"):
        with DuckDBEngine(threads=1) as engine:
            engine.execute("make", f"ATTACH '{folder / PLACES[shape]}' AS made; CREATE TABLE made.visits AS SELECT 1")
            engine.execute("make", "DETACH made")
    if way != "first":
        write(shape, folder, "old", overwrite=False)


def kept_before_each(shape: str, way: str, folder: Path) -> int:
    """Make the folders 1, 2, … from one writer; return how many."""
    work = folder / "work"
    shutil.copytree(folder / "start", work)

    def keep_it(number: int) -> None:
        copied_as_left(work, folder / str(number))

    assert forked(lambda: _write(shape, way, work, keep_it)) == 0
    number = sum(path.name.isdigit() for path in folder.iterdir()) + 1
    work.rename(folder / str(number))
    return number


def copied_as_left(work: Path, copy: Path) -> None:
    """Copy a folder, with private ones of runs that pass for those of this place: their marks are made anew."""
    shutil.copytree(work, copy)
    for mark in copy.glob(".setanon-*/.made-*"):
        mark.unlink()
        owned.mark(mark.parent)


def left_by_a_killed_run(destination: Path) -> Path:
    """Make a private folder of a run to a destination that was killed."""
    folder = destination.parent / f"{moving.partial_prefix(destination)}x{moving.PARTIAL}"
    folder.mkdir(mode=0o700)
    owned.mark(folder)
    return folder


def killed_before(shape: str, way: str, folder: Path, number: int) -> None:
    """Make the folder of a writer that is killed before event ``number``: DuckDB must not run before a fork."""
    left = folder / f"killed-{number}"
    shutil.copytree(folder / "start", left)

    def kill_it(at: int) -> None:
        if at == number:
            os.kill(os.getpid(), signal.SIGKILL)

    assert forked(lambda: _write(shape, way, left, kill_it)) == -signal.SIGKILL


def _write(shape: str, way: str, folder: Path, act: Callable[[int], None]) -> None:
    before_publishing(lambda: Events(act))
    write(shape, folder, "new", overwrite=way != "first")


def before_publishing(act: Callable[[], object]) -> None:
    """Act once, when the writer first wants to be alone in the folder."""
    real, acted = staging.hold_folders, list[bool]()

    @contextmanager
    def alone(*destinations: Path) -> Iterator[None]:
        if not acted:
            acted.append(True)
            act()
        with real(*destinations):
            yield

    for module in (on_disk, in_tables):
        module.hold_folders = alone  # type: ignore[attr-defined]


def forked(act: Callable[[], None]) -> int:
    """Act in a process of its own; return its exit code."""
    child = os.fork()
    if not child:
        act()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(shape: str, way: str, folder: Path) -> None:
    """Make all folders."""
    known = shape not in APART or (folder / f"third.{PIECES[-1]}.parquet").exists()
    assert known or forked(lambda: keep(folder)) == 0
    assert forked(lambda: start(shape, way, folder / "start")) == 0
    if way.endswith("without exchange"):
        moving._exchange = lambda *_: errno.ENOSYS
    last = kept_before_each(shape, way, folder)
    for part in range(1, KILLED + 1):
        killed_before(shape, way, folder, last * part // (KILLED + 1))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
