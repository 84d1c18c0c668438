"""Steps of Spark as tables in a place that the user names: what a lost executor held is read again.

Without it the executors keep the steps, and one that is lost ends the run. Here
each step is a Parquet table of a schema that this run makes: ``PLACE/setanon-<run>`` is its folder, and the schema's
tables and folder go with it. Or the place is a schema of the user, and the tables ``setanon_<run>_…`` stand in it, in
the format that its catalog takes. Nothing but SQL removes them, which every kind of session understands.

A run that is killed leaves its tables. They tell by a table ``run`` which process made them, and a later run with the
same place removes them if it can know that this process is gone: it was on this machine, since it was last started.
"""

import contextlib
import hashlib
import itertools
import os
import re
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from setanon_sql.engine.spark.session import observed, quietly
from setanon_sql.engine.spark.versions import begin_tag, break_off
from setanon_sql.engine.warehouse import name_parts
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.files.stopping import unbroken
from setanon_sql.query.templates import Table
from setanon_sql.trace import Trace

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

#: What the table ``run`` says besides: nothing without these words is ever removed.
_OURS = "steps of a run of setanon"
_RUN = "made_by string, machine string, process string"
_ID = "[0-9a-f]{16}"
#: Seconds to wait for a statement that was broken off to write nothing more.
_SETTLED = 0.3
_UNREADABLE = re.compile(r"[*?\[\]{}\\`'\"\s]")


@dataclass(frozen=True)
class Process:
    """A process: a hash of what runs it (this start of this machine, its numbering of processes), number and start."""

    machine: str
    process: str

    @classmethod
    def current(cls) -> "Process":
        """Return this process; without a machine where that cannot be told from others."""
        try:
            boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")
            machine = hashlib.sha256(f"{boot}{Path('/proc/self/ns/pid').readlink()}".encode()).hexdigest()[:16]
        except OSError:
            machine = ""
        return cls(machine, f"{os.getpid()} {_start_time(os.getpid())}")

    @property
    def has_ended(self) -> bool | None:
        """Has it ended? None where that cannot be known here."""
        if not self.machine or self.machine != Process.current().machine:
            return None
        number, started = self.process.split(" ", 1)
        with contextlib.suppress(PermissionError):
            try:
                os.kill(int(number), 0)
            except ProcessLookupError:
                return True
        return _start_time(int(number)) not in {started, ""}


def _start_time(number: int) -> str:
    """Return when a process was started, in ticks of its machine; empty where that cannot be seen."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    except OSError:
        return ""


class Scratch(ABC):
    """The tables of one run in a place; :meth:`end` removes them. ``all_see`` whatever is written here."""

    def __init__(self, session: "SparkSession", place: str, trace: Trace, *, remote: bool, all_see: bool) -> None:
        self.session = session
        self.place = place
        self.trace = trace
        self.run = secrets.token_hex(8)
        self._all_see = all_see
        self._remote = remote
        self._numbers = itertools.count(1)
        self._ended = False

    @abstractmethod
    def table(self, run: str, name: str) -> str:
        """Return the name of a table of a run."""

    @abstractmethod
    def create(self) -> None:
        """Make what the tables of this run are to stand in."""

    @abstractmethod
    def runs(self) -> list[tuple[str, Process]]:
        """Return the runs that left tables here, and which processes they were."""

    @abstractmethod
    def remove(self, run: str) -> None:
        """Remove the tables of a run."""

    @abstractmethod
    def where(self, run: str) -> str:
        """Say where the tables of a run are."""

    @abstractmethod
    def _save(self, frame: "DataFrame", name: str) -> None:
        """Write a new table."""

    @abstractmethod
    def drop(self, name: str) -> None:
        """Drop a table that :meth:`kept` made."""

    def begin(self) -> None:
        """Remove what runs left that are surely dead, and see whether this one may write; raises BadInput."""
        try:
            with quietly():
                self._tidy()
                self.create()
                begin_tag(self.session, self._tag)
                self._sign()
        except BadInput:
            self.end()
            raise
        except Exception as error:
            self.end()
            hint = "name a folder or an object store that this program and all executors may write to"
            raise BadInput("nothing can be kept in the place that <scratch> names", hint, (str(error),)) from error
        except BaseException:
            self.end()
            raise

    def _sign(self) -> None:
        process = Process.current()
        name = self.table(self.run, "run")
        texts = zip((_OURS, process.machine, process.process), ("made_by", "machine", "process"), strict=True)
        columns = [exp.Literal.string(text).as_(name) for text, name in texts]
        self._save(self.session.sql(exp.select(*columns).sql("spark")), name)
        if [tuple(row) for row in self.session.table(name).collect()] != [(_OURS, process.machine, process.process)]:
            raise _unseen()

    def _tidy(self) -> None:
        """Remove what dead runs left, and name what others left, if they did."""
        for run, process in self.runs():
            if process.has_ended:
                with contextlib.suppress(Exception):
                    self.remove(run)
                    self.trace.note(f"a run that was killed had left its steps: {self.where(run)} is removed")
            elif process.has_ended is None:
                advice = "which cannot be known here. If no run uses them, remove them: they hold record ids and items"
                self.trace.note(f"another run keeps its steps in {self.where(run)}, or left them there, {advice}")

    def write(self, frame: "DataFrame") -> tuple[str, "DataFrame", int]:
        """Write what a frame gives; return the name of its table, the table, and how many rows it has.

        Raises BadInput where not all that was written can be read.
        """
        name = self.table(self.run, f"step_{next(self._numbers)}")
        counted, rows_of = observed(frame, remote=self._remote)
        self._save(counted, name)
        rows = rows_of()
        table = self.session.table(name)
        if not self._all_see and table.count() != rows:
            raise _unseen()
        return name, table, rows

    @property
    def _tag(self) -> str:
        return f"setanon-{self.run}"

    def end(self) -> None:
        """Break off what still writes, and remove all tables of this run; may be called twice.

        Done by a thread of its own: on the line of one that was interrupted the answer to something else still comes.
        """
        with unbroken():
            if not self._ended:
                self._ended = True
                thread = Thread(target=self._end, name="setanon-scratch")
                thread.start()
                thread.join()

    def _end(self) -> None:
        with quietly():
            stopped = False
            with contextlib.suppress(Exception):
                stopped = break_off(self.session, self._tag)
            for _ in range(2 if stopped else 1):
                with contextlib.suppress(Exception):
                    self.remove(self.run)
                time.sleep(_SETTLED if stopped else 0)

    def _rows_of(self, text: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self.session.sql(text).collect()]


class InFolder(Scratch):
    """In a folder ``PLACE/setanon-<run>``, which is that of a schema ``setanon_<run>`` in Spark's own catalog."""

    #: The folders that were made for it to stand in, the innermost first.
    _new_folders: Sequence[Path] = ()

    def table(self, run: str, name: str) -> str:
        """Return the name of a table in the schema of a run."""
        return f"{self._schema(run)}.{name}"

    def _schema(self, run: str) -> str:
        return f"spark_catalog.setanon_{run}"

    def where(self, run: str) -> str:
        """Return the folder of a run."""
        return f"{self.place}/setanon-{run}"

    def create(self) -> None:
        """Make the schema; on this machine nobody else may enter its folder."""
        if self._all_see:
            folder = Path(self.where(self.run).removeprefix("file:"))
            self._new_folders = [parent for parent in folder.parents if not parent.exists()]
            folder.mkdir(mode=0o700, parents=True)
        self._adopt(self.run)

    def _adopt(self, run: str) -> None:
        folder = exp.Literal.string(self.where(run)).sql("spark")
        self.session.sql(f"CREATE SCHEMA IF NOT EXISTS {self._schema(run)} LOCATION {folder}")

    def runs(self) -> list[tuple[str, Process]]:
        """Look for folders in the place whose table ``run`` says that it is ours."""
        reader = self.session.read.schema(_RUN).option("ignoreCorruptFiles", "true")
        try:
            files = reader.option("ignoreMissingFiles", "true").parquet(f"{self.place}/setanon-*/run")
            rows = files.select("*", "_metadata.file_path").collect()
        except Exception:  # there are none; what else is wrong is told when this run writes
            return []
        named = [(re.search(rf"/setanon-({_ID})/run/[^/]+$", row[3]), row) for row in rows if row[0] == _OURS]
        return [(match[1], Process(row[1], row[2])) for match, row in named if match]

    def remove(self, run: str) -> None:
        """Drop the schema of a run, for good (no copies in a trash), and its folder with it, and those made around it.

        A catalog that is kept in memory has forgotten that of an earlier run.
        """
        self._adopt(run)
        for row in self._rows_of(f"SHOW TABLES IN {self._schema(run)}"):
            if not row[2]:
                self.drop(self.table(run, str(row[1])))
        self.session.sql(f"DROP SCHEMA {self._schema(run)} CASCADE")
        for folder in self._new_folders if run == self.run else ():
            with contextlib.suppress(OSError):  # there is something else in it now
                folder.rmdir()

    def _save(self, frame: "DataFrame", name: str) -> None:
        frame.write.format("parquet").saveAsTable(name)

    def drop(self, name: str) -> None:
        """Drop a table with its files."""
        self.session.sql(f"DROP TABLE IF EXISTS {name} PURGE")


class InSchema(Scratch):
    """Tables ``setanon_<run>_…`` in a schema that the user made, in the format that its catalog writes."""

    def table(self, run: str, name: str) -> str:
        """Return the name of a table of a run."""
        *_, catalog, schema = ["", *name_parts(self.place)]
        return Table(f"setanon_{run}_{name}", schema, catalog).expression().sql("spark")

    def where(self, run: str) -> str:
        """Return what the names of a run's tables begin with."""
        return f"{self.place}.setanon_{run}_…"

    def create(self) -> None:
        """Raise BadInput where there is no such schema."""
        if not self.session.catalog.databaseExists(self.place):
            hint = "create the schema, or write the whole path of a folder, such as /mnt/shared or s3a://bucket/tmp"
            raise BadInput("<scratch> names no schema of the catalog", hint)

    def runs(self) -> list[tuple[str, Process]]:
        """Look for tables whose names are those of runs, and which say that they are ours."""
        runs = []
        for run in self._runs_with("run"):
            with contextlib.suppress(Exception):  # it goes at this moment, or is somebody else's
                rows = self.session.table(self.table(run, "run")).select("made_by", "machine", "process").collect()
                runs += [(run, Process(machine, process)) for made_by, machine, process in rows if made_by == _OURS]
        return runs

    def _tables(self) -> list[str]:
        if not self.session.catalog.databaseExists(self.place):
            return []
        return [str(row[1]) for row in self._rows_of(f"SHOW TABLES IN {self.place} LIKE 'setanon_*'")]

    def _runs_with(self, end: str) -> list[str]:
        return [match[1] for name in self._tables() if (match := re.fullmatch(f"setanon_({_ID})_{end}", name))]

    def remove(self, run: str) -> None:
        """Drop the tables of a run, the one that says whose they are last."""
        start = f"setanon_{run}_"
        names = [name.removeprefix(start) for name in self._tables() if name.startswith(start)]
        for name in sorted(names, key=lambda end: end == "run"):
            self.drop(self.table(run, name))

    def _save(self, frame: "DataFrame", name: str) -> None:
        frame.write.saveAsTable(name)

    def drop(self, name: str) -> None:
        """Drop a table."""
        self.session.sql(f"DROP TABLE IF EXISTS {name}")


def _unseen() -> BadInput:
    hint = "name a place that this program and all executors share, such as s3a://bucket/tmp, hdfs:///tmp, /mnt/shared"
    return BadInput("what is written to the place that <scratch> names is not read from there", hint)


def scratch_in(session: "SparkSession", place: str, trace: Trace, *, remote: bool, here: bool) -> Scratch:
    """Open a place for the steps of a run: a folder, an address such as ``s3a://…``, or a schema of the catalog.

    ``here``: Spark works on this machine alone. Raises BadParameter, or BadInput where nothing can be written there.
    """
    if _UNREADABLE.search(place):
        raise BadParameter("<scratch> holds a space, a quote or a character of patterns", "name another place")
    if "/" not in place:
        scratch: Scratch = InSchema(session, place, trace, remote=remote, all_see=True)
    elif "://" not in place and not place.startswith("/"):
        raise BadParameter("<scratch> is a path that depends on the folder one is in", "write the whole path")
    else:
        is_local = here and place.startswith("/")
        scratch = InFolder(session, place.rstrip("/"), trace, remote=remote, all_see=is_local)
    scratch.begin()
    return scratch
