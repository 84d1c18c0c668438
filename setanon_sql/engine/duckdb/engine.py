"""DuckDB in this process: a private in-memory database that spills to a private folder.

The database file of a user is attached read-only; scratch tables live in the in-memory database, in a schema of
their own.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import duckdb
import numpy as np
import numpy.typing as npt
from sqlglot import exp

from setanon_sql.engine.base import Abilities, Engine
from setanon_sql.engine.duckdb import memory
from setanon_sql.engine.duckdb.expected import expected
from setanon_sql.engine.duckdb.guard import Guard
from setanon_sql.engine.snapshots import Snapshots
from setanon_sql.errors import BadParameter, NotEnoughMemory, SetanonError
from setanon_sql.files.stopping import ending, stop_requested, undisturbed, working
from setanon_sql.files.temporary import make_folder, remove_folder
from setanon_sql.query.prepared import text
from setanon_sql.query.steps import phase
from setanon_sql.query.templates import Bind, Table, column, render
from setanon_sql.trace import Trace

_NUMPY: dict[type, type] = {int: np.int64, str: object}
_SQL: dict[type, exp.DType] = {int: exp.DType.BIGINT, str: exp.DType.VARCHAR}
#: What the columns that are being loaded are called for that long.
_LOADING = "setanon_loading"


class Closes(Protocol):
    """Something that is closed with the engine."""

    def close(self) -> None:
        """Let it go; may be called twice."""


class DuckDBEngine(Engine):
    """An in-process DuckDB; ``memory_limit`` such as ``4GB`` and ``threads`` bound what the process takes.

    Without a limit it is half of the machine's memory. Raises BadParameter for one that is no size or too small.
    """

    dialect = "duckdb"
    abilities = Abilities(reads_files=True, joined=1_000_000)

    def __init__(self, memory_limit: str = "", threads: int = 0, trace: Trace | None = None) -> None:
        super().__init__(trace)
        self._attached: dict[Path, str] = {}
        #: Remote databases whose rows are worked on here, by their addresses; closed with this engine.
        self.remote_databases: dict[str, Closes] = {}
        #: Databases that the user's own statements attached, and their files, where they are files.
        self.lakes: dict[str, Path | None] = {}
        #: Tables and views that the user's own statements made in the database in memory.
        self.user_relations: list[Table] = []
        #: Those of the lakes that say at which snapshot they are.
        self.telling: list[str] = []
        #: What holds the snapshots of these and of remote databases while all is read in one.
        self.snapshots = Snapshots()
        self._spill: Path | None = None
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._guard: Guard | None = None
        try:
            with undisturbed():
                self._open()
                self._configure(memory_limit, threads)
        except BaseException as error:
            self.trace.close()
            self.close()
            if not isinstance(error, duckdb.Error):
                raise
            raise BadParameter(
                f"DuckDB does not accept <memory_limit={memory_limit or '-'}> with <threads={threads or '-'}>",
                "give more memory, and one thread or more, but not thousands",
            ) from error

    def _open(self) -> None:
        self._spill = make_folder("setanon-spill-")
        self._connection = duckdb.connect(":memory:")
        working.append(self)

    def _configure(self, memory_limit: str, threads: int) -> None:
        assert self._spill is not None
        # DuckDB makes its folder only inside one that is there: none comes back once ours is removed
        settings: dict[str, str | int] = {"temp_directory": str(self._spill / "files")}
        settings |= {"preserve_insertion_order": "false", "autoinstall_known_extensions": "false"}
        self._set(settings)
        self.pin_zone()
        self._set_bar()
        self._memory = memory.Watch(self.connection, memory.Limit.of(memory_limit), threads)
        self.connection.execute(f"CREATE SCHEMA {self.scratch_schema}")

    def _set(self, settings: Mapping[str, str | int]) -> None:
        for name, value in settings.items():
            self.connection.execute(f"SET {name} = {exp.Literal.string(str(value)).sql('duckdb')}")

    def pin_zone(self) -> None:
        """Have moments written in UTC, whatever zone this machine is in; without ICU DuckDB knows no other."""
        with contextlib.suppress(duckdb.CatalogException):
            self._set({"TimeZone": "UTC"})

    def _set_bar(self) -> None:
        """Ask for the share of a statement that is done, for who watches; DuckDB itself never prints one.

        In a notebook without ipywidgets DuckDB has no bar and lets nobody set one: there is no share to know then.
        """
        with contextlib.suppress(duckdb.InvalidInputException):
            self._set({"enable_progress_bar": "false" if self.trace.quiet else "true"})
            self._set({} if self.trace.quiet else {"enable_progress_bar_print": "false", "progress_bar_time": 1000})

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """The open connection; raises SetanonError once the engine is closed."""
        if self._connection is None:
            raise SetanonError("the engine is closed")
        return self._connection

    @property
    def folder(self) -> Path:
        """The private folder of this engine, for files that only it reads; raises SetanonError once it is closed."""
        if self._spill is None:
            raise SetanonError("the engine is closed")
        return self._spill

    def execute(self, name: str, text: str) -> duckdb.DuckDBPyConnection:
        """Run one statement.

        Raises NotEnoughMemory where memory is used up, SetanonError where the disk is; other errors of DuckDB are
        faults of the program.
        """
        with self.trace.statement(name, text, self._share_done), self._explain_errors(name, text):
            self._memory.look(name)
            with self._watched(first=True):
                return self.connection.execute(text)

    @contextmanager
    def _fetching(self, name: str) -> Iterator[None]:
        """Fetch what a statement gives, which may run until all is fetched."""
        with self._explain_errors(name), self._watched():
            yield

    def _watched(self, *, first: bool = False) -> AbstractContextManager[None]:
        """Watch what the process holds while a statement runs; ``first``: it begins now."""
        self._guard = self._guard or Guard(self._memory, self.connection)
        return self._guard.watch(first=first)

    @contextmanager
    def _explain_errors(self, name: str, text: str = "") -> Iterator[None]:
        try:
            yield
        except duckdb.OutOfMemoryException as error:
            shortage = memory.explain_shortage(self._memory, error, expected(self.connection, text))
            raise self._not_enough(name, *shortage) from error
        except MemoryError as error:
            raise NotEnoughMemory(
                f"not enough memory for what the step {self._step(name)} found", self._memory.hint()
            ) from error
        except duckdb.IOException as error:
            raise SetanonError(
                f"reading or spilling failed in the step {name}", "is the disk of the temporary directory full?"
            ) from error
        except (RuntimeError, duckdb.Error) as error:
            if not _is_interrupt(error):
                raise
            resident_bytes = self._guard.overrun if self._guard and not stop_requested() else 0
            if not resident_bytes:
                raise KeyboardInterrupt from error
            shortage = memory.explain_overrun(self._memory, resident_bytes, expected(self.connection, text))
            raise self._not_enough(name, *shortage) from error

    def _not_enough(self, name: str, shortage: str, hint: str) -> NotEnoughMemory:
        return NotEnoughMemory(f"not enough memory for the step {self._step(name)}: {shortage}", hint)

    def _step(self, name: str) -> str:
        """Return a step by its name and, where that is known, by what it answers."""
        words = phase(name)
        return f"{name} ({words})" if words else name

    @property
    def room(self) -> int:
        """The bytes that the limit leaves for DuckDB."""
        return self._memory.limit.for_duckdb(0)

    def _share_done(self) -> float:
        """Return which share of the statement that runs is done, negative where DuckDB cannot tell; any thread asks."""
        connection = self._connection
        return connection.query_progress() / 100 if connection is not None else -1.0

    def give_up(self) -> None:
        """Interrupt what runs, if anything does; called by another thread."""
        connection = self._connection
        if connection is not None:
            connection.interrupt()

    def attach(self, path: Path) -> str:
        """Attach a database file read-only, once, and return the name it has here.

        Views in it find their tables as if the file were the only database.
        """
        if path not in self._attached:
            alias = f"setanon_source_{len(self._attached) + 1}"
            self.execute("attach", f"ATTACH {exp.Literal.string(str(path)).sql('duckdb')} AS {alias} (READ_ONLY)")
            self._attached[path] = alias
            self.look_in_attached()
        return self._attached[path]

    def detach(self, alias: str) -> None:
        """Let an attached file go; views that read it can no longer be used."""
        self._attached = {path: name for path, name in self._attached.items() if name != alias}
        self.look_in_attached()
        self.execute("detach", self.render(exp.Detach(this=exp.to_identifier(alias, quoted=True))))

    def seal(self) -> None:
        """Let nothing that runs from now on reach beyond what is attached, neither files nor the network."""
        with undisturbed():
            self._set({"enable_external_access": "false", "lock_configuration": "true"})

    def has_attached(self, path: Path) -> bool:
        """Return whether a database file is attached: opened and closed by anybody here, it would lose its lock."""
        return path.resolve() in self._attached

    def let_files_go(self) -> None:
        """Let all attached files go, so that others may write to them; views that read them can no longer be used."""
        for alias in [*self._attached.values()]:
            self.detach(alias)

    def look_in_attached(self) -> None:
        """Find tables whose names say no database in ours and in what was attached for reading, nowhere else.

        What DuckDB itself has goes before what was attached: a macro there in place of ``count`` is never called.
        """
        places = ",".join(f"{catalog}.main" for catalog in ("memory", "system", *self._attached.values()))
        self.execute("attach", f"SET search_path = '{places}'")

    @contextmanager
    def one_snapshot(self) -> Iterator[None]:
        """Read lakes and remote databases as they were at one moment each; a DuckDB file is locked by reading it."""
        with self.snapshots.hold():
            if self.lakes:
                self.snapshots.join(self, self._transaction)
            yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self.execute("begin", "BEGIN TRANSACTION")
        try:
            yield
            self.execute("commit", "COMMIT")
        except BaseException:
            with contextlib.suppress(duckdb.Error, SetanonError):
                self.execute("rollback", "ROLLBACK")
            raise

    def forget_snapshot(self) -> None:
        """End a transaction in which a statement failed, so that the catalog can be asked what there is."""
        if self.snapshots.are_taken:
            with contextlib.suppress(duckdb.Error, SetanonError):
                self.execute("rollback", "ROLLBACK")

    def snapshot_of(self, lake: str) -> str:
        """Return the snapshot at which a lake is; empty where it does not say."""
        call = exp.Table(this=exp.Anonymous(this="current_snapshot"), db=exp.to_identifier(lake, quoted=True))
        try:
            rows = self.rows(exp.select(column("id")).from_(call))
        except duckdb.Error:
            return ""
        return str(rows[0][0]) if len(rows) == 1 else ""

    def register(self, name: str, frame: Any) -> Table:
        """Give a pandas or Arrow table a name; it is read where it lies, until the engine is closed."""
        table = Table(self.new_table(name).name)
        with undisturbed():
            self.connection.register(table.name, frame)
        return table

    def unregister(self, name: str) -> None:
        """Let go of what was given a name, also where an interrupt left a result that nobody fetches."""
        with undisturbed():
            self.connection.abort()
            self.connection.unregister(name)

    def described(self, query: exp.Query) -> dict[str, str]:
        """Return the types of the columns of a query, by name."""
        tree = exp.select(exp.Star()).from_(query.copy().subquery("described")).limit(0)
        return {name: str(kind) for name, kind, *_ in self.execute("describe", self.render(tree)).description}

    def columns(self, query: str | exp.Expr, /, **binds: Bind) -> dict[str, npt.NDArray[Any]]:
        """Return a query's result as NumPy arrays by column (NULL-free columns only)."""
        name, text = self.statement_text(query, binds)
        cursor = self.execute(name, text)
        with self._fetching(name):
            return {key: np.asarray(values) for key, values in cursor.fetchnumpy().items()}

    def rows(self, query: str | exp.Expr, /, **binds: Bind) -> list[tuple[Any, ...]]:
        """Return all rows of a query; meant for results that are small by construction."""
        name, text = self.statement_text(query, binds)
        cursor = self.execute(name, text)
        with self._fetching(name):
            return list(cursor.fetchall())

    def gather(self, name: str, several: Sequence[Mapping[str, Bind]], into: Table | None = None) -> Table:
        """Put the rows of a template, bound in several ways, together: appended ``into`` a table or as a new one."""
        if self.trace.show_sql:
            return super().gather(name, several, into)
        table = into or self.new_table(name)
        first, *others = several
        start = text(name, first, self.dialect, "INSERT" if into else "TABLE", table)
        return self._filled(table, name, " UNION ALL ".join([start, *(text(name, o, self.dialect) for o in others)]))

    def _filled(self, table: Table, name: str, text: str) -> Table:
        """Run a statement that makes a scratch table or appends to it, and note how many rows it has then."""
        cursor = self.execute(name, text)
        with self._fetching(name):
            ((added,),) = cursor.fetchall()
        if table.schema == self.scratch_schema:
            self._rows[table.name] = self._rows.get(table.name, 0) + int(added)
        return table

    def load(
        self, name: str, kinds: Mapping[str, type[int] | type[str]], columns: Sequence[Sequence[Any] | npt.NDArray[Any]]
    ) -> Table:
        """Create a scratch table from columns of equal length; ``kinds`` names them in order (int is BIGINT)."""
        data: dict[str, npt.NDArray[Any]] = {
            key: np.array(values, dtype=_NUMPY[kind])
            for (key, kind), values in zip(kinds.items(), columns, strict=True)
        }
        table = self.new_table(name)
        try:
            with undisturbed():
                self.connection.register(_LOADING, data)
            start = text("", {}, self.dialect, "TABLE", table).rstrip()
            self._filled(table, f"load {name}", f"{start}\n{_cast(tuple(kinds.items()), self.trace.show_sql)}")
        finally:
            self.unregister(_LOADING)
        return table

    def close(self) -> None:
        """Close the connection and remove the spill folder; may be called twice.

        Nothing is closed where the process is about to end: that would wait for what still spills.
        """
        if ending():
            return
        while self.remote_databases:
            self.remote_databases.popitem()[1].close()
        with undisturbed():
            if self._guard is not None:
                self._guard.stop()
                self._guard = None
            connection = self._connection
            self._connection = None
            if connection is not None:
                working.remove(self)
                with contextlib.suppress(duckdb.Error):
                    connection.interrupt()
                connection.close()
            if self._spill is not None:
                remove_folder(self._spill)


@cache
def _cast(kinds: tuple[tuple[str, type], ...], pretty: bool) -> str:
    """Return the text of the query that takes the columns that are being loaded, each in the type of its kind."""
    casts = [exp.cast(column(key), _SQL[kind]).as_(key, quoted=True) for key, kind in kinds]
    return render(exp.select(*casts).from_(Table(_LOADING).expression()), "duckdb", pretty=pretty)


def _is_interrupt(error: Exception) -> bool:
    """Return whether an error is what became of an interrupt, or of KeyboardInterrupt in Python code that DuckDB
    called.
    """
    if isinstance(error, duckdb.InterruptException) or type(error) is RuntimeError:
        return "interrupt" in str(error).lower()
    return type(error) is duckdb.Error and "KeyboardInterrupt" in str(error)
