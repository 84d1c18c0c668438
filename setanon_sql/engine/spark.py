"""Spark through pyspark: ``spark:local`` in this process, or a cluster by its address ``spark://host:port``.

Spark has no temporary tables that hold data: CREATE TEMP TABLE AS makes a view that is computed again at each use. So a
scratch table is a temporary view over a checkpoint: rows that the executors keep (in memory, spilled to their disks)
and that end with the application, however it ends. No rows come to the driver for it.
"""

import contextlib
import re
import shutil
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from sqlglot import exp

from setanon_sql.engine.base import Abilities
from setanon_sql.engine.spark_catalog import SparkCatalog
from setanon_sql.engine.spark_tables import publish_tables, settle_tables
from setanon_sql.engine.warehouse import Made, Relation, Replaced, Warehouse, is_path, name_parts, needs
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.files.stopping import listen_again
from setanon_sql.query.templates import Bind, Table
from setanon_sql.trace import Trace

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_WHOLE = {"tinyint", "smallint", "int", "bigint"}

#: No ${names} are put into statements; Arrow carries what is loaded; and no constraints are taken over into
#: checkpoints, where Spark 4.3 gets them wrong: a union of two then fails.
_OWN = {
    "spark.sql.variable.substitute": "false",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.sql.constraintPropagation.enabled": "false",
}
#: A scratch table that was appended to so many times is put together.
_APPENDS = 20
_LOGGING = Path(__file__).with_name("log4j2.properties")


class SparkEngine(Warehouse):
    """A Spark session of its own; one that already runs in this process is shared, and stays when this is closed.

    ``address``: ``spark:local``, ``spark:local[2]`` or ``spark://host:port``. ``memory_limit`` and ``threads`` are
    those of a local Spark. Raises BadInput where Spark cannot be started.
    """

    dialect = "spark"
    abilities = Abilities(transactions=False, writes_folders=True)
    scratch_schema = ""
    place = "Spark"

    def __init__(self, address: str, memory_limit: str = "", threads: int = 0, trace: Trace | None = None) -> None:
        super().__init__(trace)
        self._tables: dict[str, DataFrame] = {}
        self._appended: Counter[str] = Counter()
        self._own, self._session = _session(address, memory_limit, threads)
        if not self._session.sparkContext.master.startswith("local"):
            self.abilities, self.place = Abilities(transactions=False), "a cluster of Spark"
        listen_again()  # Spark has its own way with Ctrl-C, which knows nothing of steps that belong together
        for key, value in _OWN.items():
            self._session.conf.set(key, value)

    @property
    def session(self) -> "SparkSession":
        """The session; raises SetanonError once the engine is closed."""
        if self._session is None:
            raise SetanonError("the engine is closed")
        return self._session

    @contextmanager
    def _told(self, name: str) -> Iterator[None]:
        errors = __import__("pyspark.errors", fromlist=["PySparkException"])
        java = __import__("py4j.protocol", fromlist=["Py4JError"])
        try:
            yield
        except (errors.PySparkException, java.Py4JError) as error:
            hint = "say --show-values to see what Spark says about it"
            raise SetanonError(f"Spark stopped in the step {name}", hint, (str(error),)) from error

    def execute(self, name: str, text: str) -> "DataFrame":
        """Plan one statement; raises SetanonError with what Spark says about it in ``details``."""
        with self.trace.statement(name, text), self._told(name):
            return self.session.sql(text)

    def table(self, query: str | exp.Expr, /, **binds: Bind) -> Table:
        """Materialize a query where the executors are; nothing of it comes to the driver."""
        name, text = self.worded(query, binds)
        return self._keep(name, self._made(name, text))

    def _made(self, name: str, text: str) -> "DataFrame":
        with self.trace.statement(name, text), self._told(name):
            return self._narrowed(self._kept(self.session.sql(text)))

    def _kept(self, frame: "DataFrame") -> "DataFrame":
        """Compute a frame and have the executors keep it; Spark is to know nothing of it but its rows.

        A checkpoint remembers how large Spark thought it might be, and what comes of a join may be as large as the
        product of both its sides: after twenty steps that number has a million digits, and to multiply such numbers
        takes all the time there is. Without it nothing is thought small, and sent to all executors, before it is known.
        """
        kept = frame.localCheckpoint(eager=True)
        rows, schema = kept._jdf.queryExecution().toRdd(), kept._jdf.schema()
        return type(kept)(self.session._jsparkSession.internalCreateDataFrame(rows, schema, False), self.session)

    def _narrowed(self, frame: "DataFrame") -> "DataFrame":
        """Bring partitions together where there are too many.

        A union has those of both its sides, and what is made of it too: without this they would double and double.
        """
        count = frame._jdf.queryExecution().toRdd().getNumPartitions()
        return frame.coalesce(self._partitions) if count > self._partitions else frame

    @property
    def _partitions(self) -> int:
        """The most partitions that a scratch table may have."""
        shuffled = int(self.session.conf.get("spark.sql.shuffle.partitions") or 1)
        return max(shuffled, int(self.session.sparkContext.defaultParallelism))

    def _keep(self, name: str, frame: "DataFrame", table: Table | None = None) -> Table:
        table = table or self.new_table(name)
        frame.createOrReplaceTempView(table.name)
        self._tables[table.name] = frame
        return table

    def view(self, query: str | exp.Expr, /, **binds: Bind) -> Table:
        """Name a query without running it."""
        name, text = self.worded(query, binds)
        return self._keep(name, self.execute(name, text))

    def append(self, into: Table, query: str | exp.Expr, /, **binds: Bind) -> None:
        """Append the rows of a query to a scratch table: the view of that name now reads both.

        Now and then they are put together, so that its plan does not grow for ever.
        """
        name, text = self.worded(query, binds)
        both = self._tables[into.name].union(self._made(name, text))
        self._appended[into.name] += 1
        with self._told(name):
            if self._appended[into.name] % _APPENDS == 0:
                both = self._kept(both)
            both = self._narrowed(both)
        self._keep(name, both, into)

    def drop(self, *tables: Table | None) -> None:
        """Drop scratch tables; what the executors keep of them goes once nothing reads it any more."""
        for table in tables:
            if table is not None and self._tables.pop(table.name, None) is not None:
                self.session.catalog.dropTempView(table.name)

    def new_table(self, hint: str) -> Table:
        """Return an unused name; Spark's temporary views have no schema, so it begins with setanon_."""
        return super().new_table(f"setanon_{hint.rsplit('/', 1)[-1]}")

    def rows(self, query: str | exp.Expr, /, **binds: Bind) -> list[tuple[Any, ...]]:
        """Return all rows of a query; meant for results that are small by construction."""
        name, text = self.worded(query, binds)
        with self.trace.statement(name, text), self._told(name):
            rows = [tuple(row) for row in self.session.sql(text).collect()]
        self.note_fetched(name, len(rows))
        return rows

    def columns(self, query: str | exp.Expr, /, **binds: Bind) -> dict[str, npt.NDArray[Any]]:
        """Return a query's result as NumPy arrays by column (NULL-free columns only)."""
        name, text = self.worded(query, binds)
        with self.trace.statement(name, text), self._told(name):
            found = self.session.sql(text).toArrow()
        self.note_fetched(name, found.num_rows)
        return {key: np.asarray(found.column(key).to_numpy()) for key in found.column_names}

    def load(
        self, name: str, kinds: Mapping[str, type[int] | type[str]], columns: Sequence[Sequence[Any] | npt.NDArray[Any]]
    ) -> Table:
        """Create a scratch table from columns of equal length, sent as Arrow data."""
        import pyarrow as pa  # noqa: PLC0415

        types = {int: pa.int64(), str: pa.string()}
        arrays = [pa.array(held, types[kind]) for held, kind in zip(columns, kinds.values(), strict=True)]
        with self._told(f"load {name}"):
            return self._keep(name, self.session.createDataFrame(pa.table(arrays, list(kinds))))

    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view of the catalog, or a Parquet file or folder."""
        name = ".".join(parts)
        with self._told("catalog"):
            if is_path(name):
                frame = self._parquet(name)
                table = self._keep("parquet", frame)
            else:
                table = _table(parts)
                if not self.exists(parts):
                    raise BadInput(
                        "Spark has no such table or view", "write schema.table, or the path of a Parquet file"
                    )
                frame = self.session.table(self.render(table.expression()))
        return Relation(table, {column: _kind(kind) for column, kind in frame.dtypes})

    def _parquet(self, name: str) -> "DataFrame":
        if "://" not in name and not Path(name).exists():
            raise BadInput(f"there is no file or folder {name}", "check the path")
        return self.session.read.parquet(name)

    def exists(self, parts: Sequence[str]) -> bool:
        """Whether a table, or a file or folder, of this name is there."""
        name = ".".join(parts)
        if is_path(name):
            return Path(name).exists()
        return bool(self.session.catalog.tableExists(self.render(_table(parts).expression())))

    def files_read(self, names: Sequence[str], folder: Path) -> bool:
        """Whether one of the tables or views of these names reads files in a folder."""
        whole = folder.resolve().as_uri().rstrip("/") + "/"
        for name in names:
            with contextlib.suppress(Exception):  # no such table: that is said when it is opened
                parts = name_parts(name)
                frame = self.session.table(self.place_of(parts)) if not is_path(name) else self._parquet(name)
                if any(file.replace("file:///", "file:/").startswith(whole.replace("file:///", "file:/"))
                       for file in frame.inputFiles()):  # fmt: skip
                    return True
        return False

    def place_of(self, parts: Sequence[str]) -> str:
        """Return a name as Spark writes it, from its parts."""
        return self.render(_table(parts).expression())

    def shown(self, text: str) -> list[tuple[Any, ...]]:
        """Ask the catalog."""
        with self._told("catalog"):
            return [tuple(row) for row in self.session.sql(text).collect()]

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> SparkCatalog:
        """Return what is known of a schema; ``reads`` names what is read. Puts right what killed runs left there."""
        return SparkCatalog(self, above, reads)

    def settle(self, above: Sequence[str], names: Sequence[str]) -> None:
        """Put right what a killed run left of the tables of a release; see :mod:`setanon_sql.engine.spark_tables`."""
        settle_tables(self, above, names)

    def publish(self, above: Sequence[str], made: Made, replaced: Replaced) -> None:
        """Write the tables of a release to the catalog: see :mod:`setanon_sql.engine.spark_tables`."""
        self.check_lasting(above)
        try:
            publish_tables(self, above, made, replaced)
        except BadDestination:
            raise
        except SetanonError as error:
            raise BadDestination("Spark cannot write the release", error.shell_hint, error.details) from error

    def save(self, query: str | exp.Expr, binds: Mapping[str, Bind], place: str) -> None:
        """Save the rows of a query as a new table of the catalog."""
        with self._told("release"):
            self.execute(*self.worded(query, binds)).write.mode("error").saveAsTable(place)

    def check_lasting(self, above: Sequence[str]) -> None:
        """Raise BadDestination for a catalog that ends with this program: Spark's own where it is kept in memory."""
        other = len(above) > 1 and above[0].lower() != "spark_catalog"
        if self._own and not other and self.session.conf.get("spark.sql.catalogImplementation") == "in-memory":
            raise BadDestination(
                "this Spark forgets its tables when it ends",
                "write a folder, such as --out safe.parquet, or configure a catalog that lasts, such as Hive's",
            )

    def write_parquet(self, query: str | exp.Expr, binds: Mapping[str, Bind], folder: Path) -> None:
        """Write the rows of a query as a folder of Parquet files on the disk of this machine."""
        with self._told("release"):
            self.execute(*self.worded(query, binds)).write.parquet(str(folder))

    def close(self) -> None:
        """Drop the scratch tables; Spark itself is stopped where this engine started it. May be called twice."""
        session, self._session = self._session, None
        if session is None:
            return
        with contextlib.suppress(Exception):
            for name in self._tables:
                session.catalog.dropTempView(name)
            if self._own:
                session.stop()
        self._tables = {}


def _session(address: str, memory_limit: str, threads: int) -> tuple[bool, "SparkSession"]:
    """Whether Spark was started here, and a session with temporary views of its own."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pyspark's remarks about versions of pandas
            from pyspark.sql import SparkSession  # noqa: PLC0415
    except ImportError as error:
        raise needs("spark", "pyspark") from error
    running = SparkSession.getActiveSession()
    if running is not None:
        return False, running.newSession()
    if not shutil.which("java") and not __import__("os").environ.get("JAVA_HOME"):
        raise BadInput("Spark needs Java, and there is none", "install Java 17 or 21, or set JAVA_HOME")
    builder = SparkSession.builder.appName("setanon").master(_master(address, threads))
    for key, value in _settings(address, memory_limit, threads).items():
        builder = builder.config(key, value)
    try:
        return True, builder.getOrCreate()
    except Exception as error:
        raise BadInput("Spark does not start", "is the address in --db right, and is Java 17 or 21 there?") from error


def _master(address: str, threads: int) -> str:
    """What Spark calls the place it runs at."""
    if address.startswith("spark://"):
        return address
    named = re.fullmatch(r"spark:(local(\[[0-9*]+\])?)", address)
    if not named:
        raise BadInput("--db names no Spark", "write spark:local, spark:local[2] or spark://host:7077")
    return named[1] if named[2] else f"local[{threads or '*'}]"


def _settings(address: str, memory_limit: str, threads: int) -> dict[str, str]:
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.extraJavaOptions": f"-Dlog4j2.configurationFile={_LOGGING.as_uri()}",
    }
    if address.startswith("spark:local"):
        settings |= {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
        settings |= {"spark.sql.shuffle.partitions": str(2 * (threads or 4))}
        settings |= {"spark.driver.memory": _java_size(memory_limit)}
    return settings


def _java_size(memory_limit: str) -> str:
    """A size as Java writes it: 4GB is 4g."""
    found = re.fullmatch(r"\s*(\d+)\s*([kmgt])i?b?\s*", memory_limit or "4g", re.IGNORECASE)
    if not found:
        raise BadInput("--memory-limit is no size that Spark knows", "write a whole number and MB or GB, such as 4GB")
    return f"{found[1]}{found[2].lower()}"


def _table(parts: Sequence[str]) -> Table:
    *_, catalog, schema, name = ["", "", *parts]
    return Table(name, schema, catalog)


def _kind(kind: str) -> str:
    return "whole" if kind in _WHOLE else "list" if kind.startswith("array") else "other"
