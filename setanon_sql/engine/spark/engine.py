"""Spark through pyspark: ``spark:local`` in this process, a cluster ``spark://host:port``, Spark Connect ``sc://…``.

Spark has no temporary tables that hold data: CREATE TEMP TABLE AS makes a view that is computed again at each use. So a
scratch table is a temporary view over a checkpoint: rows that the executors keep (in memory, spilled to their disks)
and that end with the application, however it ends. No rows come to the driver for it.

What a step costs here is its jobs, more than its rows. So a scratch table is counted by the job that makes it, and a
small one stands in a single partition: :mod:`setanon_sql.engine.spark.sizes` tells what that is good for.
"""

import contextlib
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from sqlglot import exp

from setanon_sql.engine.base import Abilities
from setanon_sql.engine.renaming import publish_tables, recover_tables
from setanon_sql.engine.spark.catalog import SparkCatalog
from setanon_sql.engine.spark.failures import explained, failures
from setanon_sql.engine.spark.kinds import WHOLE, kind_of_type
from setanon_sql.engine.spark.session import OWN, STRICT, is_spark_frame, open_session, quietly, worked_out
from setanon_sql.engine.spark.sizes import SENT, SENT_HERE, TASK, Sizes, faster_way, names_read
from setanon_sql.engine.spark.versions import arrow_of, frame_of
from setanon_sql.engine.warehouse import Made, Relation, Replaced, Warehouse, is_path, name_parts
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.files.stopping import listen_again
from setanon_sql.files.watching import watch
from setanon_sql.query.templates import Bind, Table
from setanon_sql.trace import Trace

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_TYPES = {int: "bigint", str: "string"}

#: A scratch table that was appended to so many times is put together.
_APPENDS = 20
#: The column that says whose a row is.
_RECORD = "record_id"
#: The name of a column that stands twice, see ``_persist``.
_TWICE = "setanon_twice"


class SparkEngine(Warehouse):
    """A Spark session of its own; one that already runs in this process is shared, and stays when this is closed.

    ``address``: ``spark:local``, ``spark:local[2]``, ``spark://host:port``, ``sc://host:port``, or what
    :func:`setanon_sql.engine.spark.session.session_db` says of a session. ``memory_limit`` and ``threads`` are those
    of a local Spark. Raises BadInput where Spark cannot be had.
    """

    dialect = "spark"
    abilities = Abilities(transactions=False, writes_folders=True, pieces=False)
    scratch_schema = ""
    place = "Spark"
    #: Of all engines of this process: they may share a session.
    _numbers = itertools.count(1)

    def __init__(self, address: str, memory_limit: str = "", threads: int = 0, trace: Trace | None = None) -> None:
        super().__init__(trace)
        self._names = self._numbers
        self._tables: dict[str, DataFrame] = {}
        self._appended: Counter[str] = Counter()
        self._address = address
        self._opened = open_session(address, memory_limit, threads)
        self._session: SparkSession | None = self._opened.session
        if not self._opened.here:
            self.abilities = replace(self.abilities, writes_folders=False)
            self.place = "Spark Connect" if self._opened.remote else "a cluster of Spark"
        listen_again()  # Spark has its own way with Ctrl-C, which knows nothing of steps that belong together
        self._before: dict[str, str | None] = {}
        roomy = self._opened.here and self._opened.is_own and not memory_limit
        self._sizes = Sizes(self._set, SENT_HERE if roomy else SENT)
        for key, value in OWN.items():
            self._set(key, value)
        if self._setting(STRICT) != "true":
            self.close()
            raise BadInput("this Spark goes on with wrong numbers where one is too large", f"set {STRICT} to true")
        self._partitions = int(self._setting("spark.sql.shuffle.partitions") or 8)

    def _setting(self, key: str) -> str | None:
        with contextlib.suppress(Exception), quietly():
            return str(self.session.conf.get(key))
        return None

    def _set(self, key: str, value: str | None) -> None:
        """Change a setting of the session until this is closed, where the session lets one; None: as it was before."""
        with contextlib.suppress(Exception), quietly():
            if key not in self._before:
                self._before[key] = self._setting(key)
            value = self._before[key] if value is None else value
            self.session.conf.unset(key) if value is None else self.session.conf.set(key, value)

    @property
    def session(self) -> "SparkSession":
        """The session; raises SetanonError once the engine is closed."""
        if self._session is None:
            raise SetanonError("the engine is closed")
        return self._session

    @contextmanager
    def _explain_errors(self, name: str) -> Iterator[None]:
        with explained(name, "" if self._opened.here else self._address):
            yield

    def execute(self, name: str, text: str) -> "DataFrame":
        """Plan one statement; raises SetanonError with what Spark says about it in ``details``."""
        with self.trace.statement(name, text), self._explain_errors(name):
            return self.session.sql(text)

    def advice(self, rows: int) -> tuple[str, ...]:
        """Name the faster way for data that fit one machine."""
        return faster_way(rows)

    def table(self, query: str | exp.Expr, /, **binds: Bind) -> Table:
        """Materialize a query where the executors are; nothing of it comes to the driver."""
        names = names_read(query, binds)
        name, text = self.statement_text(query, binds)
        return self._keep(name, *self._compute(name, text, names))

    def _compute(self, name: str, text: str, names: set[str]) -> tuple["DataFrame", int]:
        with self.trace.statement(name, text), self._explain_errors(name):
            self._sizes.suit(names)
            return self._persist(self.session.sql(text))

    def _persist(self, frame: "DataFrame") -> tuple["DataFrame", int]:
        """Have the executors keep what a frame gives; return that, and how many rows it has.

        A checkpoint remembers how large Spark thought it might be, and what comes of a join may be as large as the
        product of both its sides: after twenty steps that number has a million digits, and to multiply such numbers
        takes all the time there is. It also remembers constraints, which Spark 4.3 gets wrong: a union of two then
        fails. Where a column stands twice Spark remembers neither.
        """
        kinds = frame.dtypes
        frame = frame.coalesce(1) if self._sizes.plain else self._by_record(frame)
        again = min(kinds, key=lambda kind: kind[1] not in WHOLE)[0]
        twice = frame.select("*", f"`{again.replace('`', '``')}`")
        checkpoint, rows = worked_out(twice, here=self._opened.here)
        checkpoint = checkpoint.toDF(*(name for name, _ in kinds), _TWICE).drop(_TWICE)
        return checkpoint if self._sizes.plain else self._fitting(checkpoint, rows), rows

    def _by_record(self, frame: "DataFrame") -> "DataFrame":
        """Let the rows of a record stand together where several tasks do the work: most joins are of one record's rows.

        Spark remembers it of what is kept, and shuffles neither side of such a join.
        """
        if self._sizes.alone or _RECORD not in frame.columns or not self._opened.here:
            return frame
        return frame.repartition(self._partitions, _RECORD)

    def _fitting(self, frame: "DataFrame", rows: int) -> "DataFrame":
        """Put a frame into as many partitions as its rows are worth.

        A union has the partitions of both its sides, and what is made of it too: without this they would double and
        double. Where they are as many it is left alone: Spark would forget which rows stand in which.
        """
        partitions = min(1 + rows // TASK, self._partitions)
        if self._opened.here and frame.rdd.getNumPartitions() <= partitions:
            return frame
        return frame.coalesce(partitions)

    def _keep(self, name: str, frame: "DataFrame", rows: int, table: Table | None = None) -> Table:
        """Name a frame with so many rows."""
        table = table or self.new_table(name)
        self._tables[table.name] = frame
        self._rows[table.name] = rows
        self._sizes.keep(table.name, frame, rows)
        return table

    def view(self, query: str | exp.Expr, /, **binds: Bind) -> Table:
        """Name a query without running it."""
        names = names_read(query, binds)
        name, text = self.statement_text(query, binds)
        with self._explain_errors(name):
            self._sizes.suit(names, together=False)
            return self._name(name, self.execute(name, text), self._sizes.rows_of(names))

    def _name(self, name: str, frame: "DataFrame", rows: int | None = None) -> Table:
        """Name a frame as it is; ``rows``: those of the tables that it reads."""
        table = self.new_table(name)
        self._tables[table.name] = frame
        self._sizes.name(table.name, frame, rows)
        return table

    def append(self, into: Table, query: str | exp.Expr, /, **binds: Bind) -> None:
        """Append the rows of a query to a scratch table: the view of that name now reads both.

        Now and then they are put together, so that its plan does not grow for ever.
        """
        names = names_read(query, binds)
        name, text = self.statement_text(query, binds)
        appended, rows = self._compute(name, text, names)
        if not rows:
            return
        self._appended[into.name] += 1
        with self._explain_errors(name):
            both = self._tables[into.name].union(appended)
            rows = self._rows[into.name] + rows
            again = self._appended[into.name] % _APPENDS == 0
            both, rows = self._persist(both) if again else (self._fitting(both, rows), rows)
            self._keep(name, both, rows, into)

    def _drop(self, table: Table) -> None:
        """Drop a scratch table; what the executors keep of it goes once nothing reads it any more."""
        if self._tables.pop(table.name, None) is not None:
            self._sizes.forget(table.name)
            with quietly():
                self.session.catalog.dropTempView(table.name)

    def new_table(self, hint: str) -> Table:
        """Return an unused name; Spark's temporary views have no schema, so it begins with setanon_."""
        return super().new_table(f"setanon_{hint.rsplit('/', 1)[-1]}")

    def rows(self, query: str | exp.Expr, /, **binds: Bind) -> list[tuple[Any, ...]]:
        """Return all rows of a query; meant for results that are small by construction."""
        names = names_read(query, binds)
        name, text = self.statement_text(query, binds)
        with self.trace.statement(name, text), self._explain_errors(name):
            self._sizes.suit(names)
            rows = [tuple(row) for row in self.session.sql(text).collect()]
        self.note_fetched(name, len(rows))
        return rows

    def columns(self, query: str | exp.Expr, /, **binds: Bind) -> dict[str, npt.NDArray[Any]]:
        """Return a query's result as NumPy arrays by column (NULL-free columns only)."""
        names = names_read(query, binds)
        name, text = self.statement_text(query, binds)
        with self.trace.statement(name, text), self._explain_errors(name):
            self._sizes.suit(names)
            arrow = arrow_of(self.session.sql(text))
        self.note_fetched(name, arrow.num_rows)
        return {key: np.asarray(arrow.column(key).to_numpy()) for key in arrow.column_names}

    def load(
        self, name: str, kinds: Mapping[str, type[int] | type[str]], columns: Sequence[Sequence[Any] | npt.NDArray[Any]]
    ) -> Table:
        """Create a scratch table from columns of equal length, sent as Arrow data."""
        import pyarrow as pa  # noqa: PLC0415

        types = {int: pa.int64(), str: pa.string()}
        arrays = [pa.array(values, types[kind]) for values, kind in zip(columns, kinds.values(), strict=True)]
        with self._explain_errors(f"load {name}"):
            arrow = pa.table(arrays, list(kinds))
            schema = ", ".join(f"`{column}` {_TYPES[kind]}" for column, kind in kinds.items())
            frame = self._fitting(frame_of(self.session, arrow, schema), arrow.num_rows)
            return self._keep(name, frame, arrow.num_rows)

    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view of the catalog, or a Parquet file or folder."""
        name = ".".join(parts)
        with self._explain_errors("catalog"):
            if is_path(name):
                watch(Path(name))
                frame = self._parquet(name)
                table = self._name("parquet", frame)
            else:
                table = _table(parts)
                if name not in self._tables:
                    self._apart.reads(name)
                if not self.exists(parts):
                    raise BadInput(
                        "Spark has no such table or view", "write schema.table, or the path of a Parquet file"
                    )
                frame = self.session.table(self.render(table.expression()))
        return Relation(table, {column: kind_of_type(kind) for column, kind in frame.dtypes})

    def pairs(self, relation: Relation, record: str, item: str, *more: str, person: str = "") -> Table:
        """Return a view as ever; its rows are sent to where all of their record stand, and then counted once."""
        view = super().pairs(relation, record, item, *more, person=person)
        frame = self._tables[view.name].repartition("record")
        self._tables[view.name] = frame
        self._sizes.name(view.name, frame)
        return view

    def frame(self, source: Any) -> Relation | None:
        """Take a data frame of this session as a source; None for anything else."""
        if not is_spark_frame(source):
            return None
        if source.sparkSession is not self.session:
            raise BadInput("the data frame is of another session of Spark", "leave db out: its own session is taken")
        with self._explain_errors("catalog"):
            return Relation(self._name("frame", source), {column: kind_of_type(kind) for column, kind in source.dtypes})

    def _parquet(self, name: str) -> "DataFrame":
        if not self._opened.remote and "://" not in name and not Path(name).exists():
            raise BadInput(f"there is no file or folder {name}", "check the path")
        try:
            frame = self.session.read.parquet(name)
            _ = frame.columns  # Spark Connect reads nothing before it is asked
            return frame
        except failures() as error:
            hint = "is it a Parquet file or folder? Files of other kinds are read without <db>"
            raise BadInput(f"Spark cannot read {name}", hint, (str(error),)) from error

    def exists(self, parts: Sequence[str]) -> bool:
        """Return whether a table, or a file or folder, of this name is there."""
        name = ".".join(parts)
        if is_path(name):
            return Path(name).exists()
        return self.has_table(parts)

    def files_read(self, names: Sequence[str], folder: Path) -> bool:
        """Return whether one of the tables or views of these names reads files in a folder."""
        whole = folder.resolve().as_uri().rstrip("/") + "/"
        for name in names:
            with contextlib.suppress(Exception):  # no such table: that is said when it is opened
                parts = name_parts(name)
                frame = self.session.table(self.place_of(parts)) if not is_path(name) else self._parquet(name)
                if any(file.replace("file:///", "file:/").startswith(whole.replace("file:///", "file:/"))
                       for file in frame.inputFiles()):  # fmt: skip
                    return True
        return False

    def new_name(self, parts: Sequence[str]) -> str:
        """Return the name that a table is renamed to, as it is written in statements."""
        return self.place_of(parts)

    def place_of(self, parts: Sequence[str]) -> str:
        """Return a name as Spark writes it, from its parts."""
        return self.render(_table(parts).expression())

    def has_table(self, parts: Sequence[str]) -> bool:
        """Return whether the catalog has a table or view of a name."""
        return bool(self.session.catalog.tableExists(self.place_of(parts)))

    def catalog_rows(self, text: str) -> list[tuple[Any, ...]]:
        """Ask the catalog."""
        with self._explain_errors("catalog"):
            return [tuple(row) for row in self.session.sql(text).collect()]

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> SparkCatalog:
        """Return what is known of a schema; ``reads`` names what is read. Puts right what killed runs left there."""
        return SparkCatalog(self, above, reads)

    def recover_interrupted(self, above: Sequence[str], names: Sequence[str]) -> None:
        """Put right what a killed run left of the tables of a release; see :mod:`setanon_sql.engine.renaming`."""
        recover_tables(self, above, names)

    def publish(self, above: Sequence[str], tables: Made, replaced: Replaced, *, private: bool = False) -> None:
        """Write the tables of a release to the catalog: see :mod:`setanon_sql.engine.renaming`."""
        self.check_lasting(above)
        try:
            publish_tables(self, above, tables, replaced)
        except BadDestination:
            raise
        except SetanonError as error:
            raise BadDestination("Spark cannot write the release", error.marked_hint, error.details) from error

    def save(self, query: str | exp.Expr, binds: Mapping[str, Bind], place: str) -> None:
        """Save the rows of a query as a new table of the catalog."""
        with self._explain_errors("release"):
            self._sizes.suit(names_read(query, binds))
            self.execute(*self.statement_text(query, binds)).write.mode("error").saveAsTable(place)

    def check_lasting(self, above: Sequence[str]) -> None:
        """Raise BadDestination for a catalog that ends with this program: Spark's own where it is kept in memory."""
        other = len(above) > 1 and above[0].lower() != "spark_catalog"
        if not other and self._opened.forgets:
            raise BadDestination(
                "this Spark forgets its tables when it ends",
                "write a folder, such as <out=safe.parquet>, or configure a catalog that lasts, such as Hive's",
            )

    def write_parquet(self, query: str | exp.Expr, binds: Mapping[str, Bind], folder: Path) -> None:
        """Write the rows of a query as a folder of Parquet files on the disk of this machine."""
        with self._explain_errors("release"):
            self._sizes.suit(names_read(query, binds))
            self.execute(*self.statement_text(query, binds)).write.parquet(str(folder))

    def close(self) -> None:
        """Drop the scratch tables; Spark itself is stopped where this engine started it. May be called twice."""
        if self._session is None:
            return
        with contextlib.suppress(Exception), quietly():
            for name in [] if self._opened.is_own else self._tables:
                self.session.catalog.dropTempView(name)
            self._restore()
            self._opened.close()
        self._session = None
        self._tables = {}
        self._rows = {}

    def _restore(self) -> None:
        """Give a session that is shared its own settings back."""
        for key, value in {} if self._opened.is_own else self._before.items():
            with contextlib.suppress(Exception):
                self.session.conf.unset(key) if value is None else self.session.conf.set(key, value)


def _table(parts: Sequence[str]) -> Table:
    *_, catalog, schema, name = ["", "", *parts]
    return Table(name, schema, catalog)
