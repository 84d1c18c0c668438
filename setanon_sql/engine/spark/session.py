"""How a Spark session is had: one that already runs, a Spark that is started here, or a server of Spark Connect.

Classic and Connect sessions are used alike, by what both of them have. What Spark, its Java process and pandas have to
say while they start goes into a file that nobody keeps: it is shown where Spark does not start.
"""

import contextlib
import itertools
import logging
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from setanon_sql.engine.connecting import reason
from setanon_sql.engine.spark.versions import OLDEST, OLDEST_CONNECT, version_of
from setanon_sql.engine.warehouse import needs
from setanon_sql.errors import BadInput
from setanon_sql.files.streams import hold_numbers

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_LOGGING = Path(__file__).with_name("log4j2.properties")
_CONNECT = "sc://"
_GIVEN = "spark:session-"
#: Who tells of errors in words of their own.
_LOUD = ("SQLQueryContextLogger", "py4j.clientserver", "py4j.java_gateway")
#: Seconds to wait for a server of Spark Connect to take a connection.
_PATIENCE = 10.0

#: No ${names} are put into statements; Arrow carries what is loaded.
OWN = {"spark.sql.variable.substitute": "false", "spark.sql.execution.arrow.pyspark.enabled": "true"}
#: Moments are written in UTC: where clocks go back, two of them would have one text.
OWN |= {"spark.sql.session.timeZone": "UTC"}
#: What Spark notes of each statement for a page that nobody looks at: its plan, but not laid out.
OWN |= {"spark.sql.ui.explainMode": "simple"}
#: A number that is too large, or a text that is none, ends the run: without it (in Spark 3.5) it would be another one.
STRICT = "spark.sql.ansi.enabled"
OWN |= {STRICT: "true"}
#: Tables whose rows stand together by record are joined as they stand, also where more than the record has to be equal.
OWN |= {"spark.sql.requireAllClusterKeysForCoPartition": "false"}

_sessions: "WeakValueDictionary[str, SparkSession]" = WeakValueDictionary()
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Opened:
    """A session. ``own``: it was started for the engine, and ends with it. ``remote``: it is one of Spark Connect."""

    session: "SparkSession"
    is_own: bool
    remote: bool

    @property
    def here(self) -> bool:
        """Does Spark work on this machine, and see its files?"""
        return not self.remote and str(self.session.conf.get("spark.master", "")).startswith("local")

    @property
    def forgets(self) -> bool:
        """Do the tables of Spark's own catalog end with this program?"""
        return (
            self.is_own and not self.remote and self.session.conf.get("spark.sql.catalogImplementation") == "in-memory"
        )

    def close(self) -> None:
        """End the session where it is our own. A server of Spark Connect runs on, also one of this process."""
        local = os.environ.pop("SPARK_LOCAL_REMOTE", None) if self.is_own and self.remote else None
        try:
            if self.is_own:
                self.session.stop()
        finally:
            if local is not None:
                os.environ["SPARK_LOCAL_REMOTE"] = local


def session_db(session: "SparkSession") -> str:
    """Return what ``db`` is for a session of Spark that runs in this program, classic or of Spark Connect."""
    for name, registered in _sessions.items():
        if registered is session:
            return name
    name = f"{_GIVEN}{next(_numbers)}"
    _sessions[name] = session
    return name


def is_spark_frame(source: Any) -> bool:
    """Return whether a source is a data frame of Spark, classic or of Spark Connect; pyspark is not imported for it."""
    return type(source).__module__.startswith("pyspark.sql.") and type(source).__name__ == "DataFrame"


def open_session(address: str, memory_limit: str, threads: int) -> Opened:
    """Return the session that an address names.

    ``spark:local`` and ``spark://host:port`` mean one that already runs in this thread, if there is one; with
    ``sc://host:port`` the session is always a new one. Raises BadInput where there is none, or it is too old, or a
    driver is missing.
    """
    if address.startswith(_GIVEN):
        return _new_enough(_session_of(address))
    if not address.startswith(_CONNECT):
        return _new_enough(_classic(address, memory_limit, threads))
    return _new_enough(_connect(address))


def _new_enough(opened: Opened) -> Opened:
    """Return a session; raises BadInput for a Spark that lacks what is asked of it, and ends it where it is our own."""
    oldest = OLDEST_CONNECT if opened.remote else OLDEST
    with quietly():
        version = opened.session.version
        if version_of(opened.session) >= oldest:
            return opened
    with contextlib.suppress(Exception), quietly():
        opened.close()
    needed = f"Spark {oldest[0]}.{oldest[1]}{' for Spark Connect' if opened.remote else ''}"
    raise BadInput(f"this is Spark {version}, and {needed} is needed", "take a newer one, or export the table")


def _session_of(address: str) -> Opened:
    if address not in _sessions:
        raise BadInput("the session of Spark that <db> names is gone", "keep it, or name an address")
    return Opened(_sessions[address], is_own=False, remote=_is_remote(_sessions[address]))


def _is_remote(session: "SparkSession") -> bool:
    return ".connect." in type(session).__module__


def _connect(address: str) -> Opened:
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # it writes on the terminal by itself
    try:
        with quietly():
            from pyspark.sql.connect.session import SparkSession  # noqa: PLC0415
    except ImportError as error:
        raise needs("spark-connect", "pyspark with Spark Connect") from error
    _reach(address)
    try:
        with quietly():
            session = SparkSession.builder.remote(address).create()
            session.catalog.currentDatabase()  # nobody is asked before: now it is known that we may come in
            return Opened(session, is_own=True, remote=True)
    except Exception as error:
        hint = "is the address in <db> right, and is it a server of Spark Connect?"
        raise BadInput(f"Spark Connect does not answer: {reason(str(error))}", hint) from None


def _reach(address: str) -> None:
    """Raise BadInput where nothing listens: Spark's own client would try again for minutes."""
    try:
        place = urlsplit(address)
        with socket.create_connection((place.hostname or "localhost", place.port or 15002), _PATIENCE):
            pass
    except (OSError, ValueError):
        hint = "write sc://host:15002, and start the server of Spark Connect there"
        raise BadInput("nothing answers at the address in <db>", hint) from None


def _classic(address: str, memory_limit: str, threads: int) -> Opened:
    try:
        with quietly():
            from pyspark.sql import SparkSession  # noqa: PLC0415

            running = SparkSession.getActiveSession()
    except ImportError as error:
        raise needs("spark", "pyspark") from error
    if running is not None:
        return Opened(running, is_own=False, remote=_is_remote(running))
    if not shutil.which("java") and not os.environ.get("JAVA_HOME"):
        raise BadInput("Spark needs Java, and there is none", "install Java 17 or 21, or set JAVA_HOME")
    builder = SparkSession.builder.appName("setanon").master(_master(address, threads))
    for key, value in _settings(address, memory_limit, threads).items():
        builder = builder.config(key, value)
    with _aside() as output, _no_orphans():
        try:
            return Opened(builder.getOrCreate(), is_own=True, remote=False)
        except Exception as error:
            hint = "is the address in <db> right, and is Java 17 or 21 there?"
            if not address.startswith("spark:local"):
                raise BadInput(f"Spark does not start: {reason(str(error))}", hint) from None
            raise BadInput("Spark does not start", hint, (str(error), output())) from error


def observed(frame: "DataFrame", *, remote: bool) -> tuple["DataFrame", Callable[[], int]]:
    """Have Spark count the rows of a frame in the job that works them out, whatever that job is.

    Returns the frame to work out, and a function that says the count afterwards.
    """
    if remote:
        from pyspark.sql.connect.functions import expr  # noqa: PLC0415
        from pyspark.sql.connect.observation import Observation  # noqa: PLC0415
    else:
        from pyspark.sql import Observation  # noqa: PLC0415
        from pyspark.sql.functions import expr  # noqa: PLC0415
    seen = Observation()
    return frame.observe(seen, expr("count(1)").alias("n")), lambda: int(seen.get["n"])


def worked_out(frame: "DataFrame", *, here: bool) -> tuple["DataFrame", int]:
    """Work out a frame and count it: on this machine in one job, elsewhere in two.

    What one job observed is told by messages, which a busy cluster may lose, and Spark Connect does not send. A second
    job is never to do the first one's work: tasks would hold ever more of what led to them, and after a hundred steps
    their stack would overflow.
    """
    if not here:
        checkpoint = frame.localCheckpoint()
        return checkpoint, checkpoint.count()
    counted, rows_of = observed(frame, remote=False)
    return counted.localCheckpoint(), rows_of()


@contextmanager
def quietly() -> Iterator[None]:
    """Let neither pyspark nor pandas write on the terminal: warnings, errors that may hold values, traces of Ctrl-C."""

    def not_of_py4j(record: logging.LogRecord) -> bool:
        """Return whether it is not py4j that tells this; it also writes under nobody's name."""
        return "py4j" not in Path(record.pathname).parts

    loggers = [logging.getLogger(name) for name in _LOUD]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    logging.root.addFilter(not_of_py4j)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, disabled in zip(loggers, before, strict=True):
            logger.disabled = disabled
        logging.root.removeFilter(not_of_py4j)


@contextmanager
def _aside() -> Iterator[Any]:
    """Put aside what is written on the terminal; the Java process that is started meanwhile never writes there.

    Yields a function that returns the last of it.
    """
    hold_numbers()
    with quietly(), tempfile.TemporaryFile() as file:
        _flush_stderr()
        terminal = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield lambda: file.seek(0) or file.read()[-2000:].decode(errors="replace")
        finally:
            _flush_stderr()
            os.dup2(terminal, 2)
            os.close(terminal)


def _flush_stderr() -> None:
    """Write what Python holds of stderr, where there is one that can be written."""
    with contextlib.suppress(AttributeError, OSError, ValueError):
        sys.stderr.flush()


@contextmanager
def _no_orphans() -> Iterator[None]:
    """End a Java whose start is interrupted: pyspark lets go of it before it is known where it listens, and it stays.

    It is found where pyspark was interrupted. One that listens is kept: pyspark goes on with it, and it ends with us.
    """
    try:
        yield
    except BaseException as error:
        for frame, _ in traceback.walk_tb(error.__traceback__):
            for value in frame.f_locals.values():
                if isinstance(value, subprocess.Popen):
                    value.kill()
        raise


def _master(address: str, threads: int) -> str:
    """Return what Spark calls the place it runs at."""
    if address.startswith("spark://"):
        return address
    named = re.fullmatch(r"spark:(local(\[[0-9*]+\])?)", address)
    if not named:
        raise BadInput("<db> names no Spark", "write spark:local, spark:local[2], spark://host:7077 or sc://host:15002")
    return named[1] if named[2] else f"local[{threads or '*'}]"


def _settings(address: str, memory_limit: str, threads: int) -> dict[str, str]:
    java = f"-Dlog4j2.configurationFile={_LOGGING.as_uri()}"
    settings = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"}
    if address.startswith("spark:local"):
        java += f" {_JAVA} -Xms{_first_size(memory_limit)}"
        settings |= {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
        # to plan anew after each shuffle makes a job of every one of them; what is small is known without it
        settings |= {"spark.sql.shuffle.partitions": str(2 * _cores(address, threads))}
        settings |= {"spark.sql.adaptive.enabled": "false"}
        settings |= {"spark.driver.memory": _java_size(memory_limit)}
        # a task takes one page of memory at least for each table that it builds, and most tables are small: of 64 MB,
        # which they would be, a command throws away tens of gigabytes
        settings |= {"spark.buffer.pageSize": "1m"}
        # of compiled code Spark keeps the last hundred pieces; a round of a method has more, and would compile all anew
        settings |= {"spark.sql.codegen.cache.maxEntries": "2000"}
    return settings | {"spark.driver.extraJavaOptions": java}


#: Of a Java process that runs for a minute: only what runs hundreds of thousands of times is compiled with all
#: optimizations (else that takes a quarter of the processors' time), and memory is tidied up by as few threads as there
#: are cores, without the bookkeeping that short pauses cost, and not each time that more classes are loaded.
_JAVA = (
    "-XX:+UseParallelGC -XX:MetaspaceSize=256m -XX:Tier4InvocationThreshold=50000 "
    "-XX:Tier4MinInvocationThreshold=6000 -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
)


def _cores(address: str, threads: int) -> int:
    named = re.search(r"\[([0-9]+)\]", address)
    return int(named[1]) if named else threads or os.cpu_count() or 4


def _first_size(memory_limit: str) -> str:
    """Return the heap that Java starts with: all that it may have, up to 4 GB. To grow, it stops and tidies it up."""
    size = _java_size(memory_limit)
    return size if int(size[:-1]) * 1024 ** "kmgt".index(size[-1]) <= 4 * 1024**2 else "4g"


def _java_size(memory_limit: str) -> str:
    """Return a size as Java writes it: 4GB is 4g."""
    match = re.fullmatch(r"\s*(\d+)\s*([kmgt])i?b?\s*", memory_limit or "4g", re.IGNORECASE)
    if not match:
        raise BadInput("<memory_limit> is no size that Spark knows", "write a whole number and MB or GB, such as 4GB")
    return f"{match[1]}{match[2].lower()}"
