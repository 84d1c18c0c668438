"""A standalone Spark cluster on this machine, from the jars of pyspark: a master, a worker, a catalog that lasts.

Run as a program (``python -m tests.engines.cluster ADDRESS SOURCE WORKER PLACE``) it audits a source on that
cluster, and kills the executors of that worker, without a place for the steps and, while it releases the source as a
table, with one: all in one application. It prints what came out as JSON.
"""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.waiting import wait_for

#: What is asked for, the same on the cluster and in DuckDB; the table that is released there (with few steps: each is
#: written to a place and entered in the catalog).
KM: dict[str, Any] = {"k": 3, "m": 2}
KM_SAFE: dict[str, Any] = {"k": 3, "m": 1}
RELEASED = "marts.km"
#: For small steps that run a few times each: no time is spent on compiling them well. There is room at the start: what
#: Spark loads would otherwise have all garbage collected four times before a first release is made.
QUICKLY = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms512m -Xmn256m -XX:MetaspaceSize=256m -XX:ReservedCodeCacheSize=160m"
)
#: Settings for small data, of every Spark here. Nobody looks at its pages: it notes as little for them as it can.
FOR_SMALL_DATA = {
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.ui.liveUpdate.period": "-1",
    "spark.ui.retainedJobs": "1",
    "spark.ui.retainedStages": "1",
    "spark.ui.retainedTasks": "1",
    "spark.sql.ui.retainedExecutions": "1",
}
_SETTINGS = FOR_SMALL_DATA | {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.executor.extraJavaOptions": QUICKLY,
    "spark.sql.catalogImplementation": "hive",
    "spark.hadoop.datanucleus.schema.autoCreateAll": "true",
    "spark.hadoop.hive.metastore.schema.verification": "false",
}

#: Steps after which the executors are lost.
LOST_AFTER = 9

#: What a daemon says when it is there.
_UP = {"Master": "new state: ALIVE", "Worker": "registered with"}


@dataclass(frozen=True)
class Cluster:
    """A running cluster: its address, and the environment of programs that work on it.

    ``alone``: what is different for a program that starts a Spark of its own, which has its own wishes of Java.
    """

    address: str
    environment: dict[str, str]
    alone: dict[str, str]
    worker: int

    def run(self, *command: str, **more: str) -> str:
        """Run a Python module, which writes nothing to stderr; ``more``: of its environment. Returns what it prints."""
        done = subprocess.run(
            [sys.executable, "-m", *command],
            env=self.environment | more,
            capture_output=True,
            text=True,
            check=False,
            timeout=1800,
        )
        assert (done.returncode, done.stderr) == (0, ""), done.stderr[-3000:]
        return done.stdout


@contextmanager
def running(java: str, folder: Path) -> Iterator[Cluster]:
    """Start a master and a worker with one core, which listen on the loopback only; both are gone at the end."""
    environment = _environment(folder)
    port = free_port()
    address = f"spark://127.0.0.1:{port}"
    place = ["--host", "127.0.0.1", "--webui-port", "0"]
    commands = {
        "Master": [*place, "--port", str(port)],
        "Worker": [*place, "--cores", "1", "--memory", "1g", "--work-dir", str(folder / "work"), address],
    }
    started: list[subprocess.Popen[bytes]] = []
    try:
        for name, given in commands.items():
            log = folder / f"{name}.log"
            started.append(_daemon(java, name, given, log, environment))
            _wait(log, started[-1], _UP[name])
        yield Cluster(address, environment, {"SPARK_SUBMIT_OPTS": _derby(folder)}, started[-1].pid)
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait(60)


def _environment(folder: Path) -> dict[str, str]:
    import pyspark

    settings = _SETTINGS | {
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.hadoop.javax.jdo.option.ConnectionURL": f"jdbc:derby:{folder / 'metastore'};create=true",
    }
    lines = [f"{name} {value}\n" for name, value in settings.items()]
    (folder / "spark-defaults.conf").write_text("".join(lines), encoding="utf-8")
    home = Path(pyspark.__file__).parent
    (core,) = (home / "jars").glob("spark-core_*.jar")
    own = {"SPARK_HOME": str(home), "SPARK_CONF_DIR": str(folder), "SPARK_LOCAL_DIRS": str(folder / "local")}
    # without a shell script around it, a worker has to be told which Scala the jars are for
    own |= {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_SCALA_VERSION": core.name.split("_")[1].split("-")[0]}
    return os.environ | own | {"SPARK_SUBMIT_OPTS": f"{QUICKLY} {_derby(folder)}"}


def _derby(folder: Path) -> str:
    return f"-Dderby.stream.error.file={folder / 'derby.log'}"


def _daemon(
    java: str, name: str, given: Sequence[str], log: Path, environment: dict[str, str]
) -> "subprocess.Popen[bytes]":
    jars, main = f"{environment['SPARK_HOME']}/jars/*", f"org.apache.spark.deploy.{name.lower()}.{name}"
    command = [java, "-Xmx512m", *QUICKLY.split(), "-cp", jars, main]
    with log.open("wb") as file:
        return subprocess.Popen([*command, *given], stdout=file, stderr=file, env=environment, cwd=log.parent)


def _wait(log: Path, process: "subprocess.Popen[bytes]", words: str) -> None:
    """Wait until a daemon says so."""
    said = wait_for(lambda: re.search(words, log.read_text(errors="replace"), re.IGNORECASE), 120, process=process)
    assert said, log.read_text(errors="replace")[-3000:]


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def ask(source: str, db: str) -> dict[str, Any]:
    """Return what an audit says, under the name by which it is compared."""
    from setanon_sql import api
    from setanon_sql.sources import SourceOptions

    options = SourceOptions(db=db)
    return {"km": api.audit_km(source, options=options, **KM).to_json()}


def released(source: str, db: str, out: str, **more: Any) -> dict[str, Any]:
    """Anonymize, always with the same seed; returns what the manifest says of the release itself."""
    from setanon_sql import api
    from setanon_sql.sources import SourceOptions

    made = api.anonymize_km(source, out, options=SourceOptions(db=db), seed="the same", **more, **KM_SAFE)
    return {key: value for key, value in made.manifest.items() if key not in {"sha256", "format"}}


def refused(source: str, db: str, out: str) -> str:
    """What is said to a destination that cannot be."""
    from setanon_sql import api
    from setanon_sql.errors import BadDestination
    from setanon_sql.sources import SourceOptions

    try:
        api.anonymize_km(source, out, k=2, m=1, options=SourceOptions(db=db))
    except BadDestination as error:
        return f"{error.message}: {error.hint}"
    return ""


def lose_the_executors(worker: int) -> None:
    """Kill what works for a worker; it starts another one."""
    for process in children(worker):
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(process.name), signal.SIGKILL)


def children(started_by: int) -> list[Path]:
    """The folders in /proc of the processes that a process has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if status.read_text(errors="replace").rpartition(")")[2].split()[1] == str(started_by):
                found.append(status.parent)
    return found


def lost(address: str, worker: int) -> list[str]:
    """What is said where an executor is lost that kept a step."""
    from sqlglot import parse_one

    from setanon_sql.engine import open_warehouse
    from setanon_sql.errors import SetanonError

    with open_warehouse(address) as engine:
        step = engine.table(parse_one("SELECT id FROM range(9)", dialect="spark"))
        lose_the_executors(worker)
        try:
            engine.rows("engine/tables/count_rows", any_table=step)
        except SetanonError as error:
            return [error.message, error.hint]
    return []


def survived(source: str, address: str, out: str, worker: int, place: Path) -> dict[str, Any]:
    """Anonymize with each step kept in a place, and lose the executors in between."""
    from setanon_sql.engine.spark.scratch import Scratch
    from setanon_sql.settings import Settings

    kept, steps = Scratch.write, list[str]()

    def noted(scratch: Scratch, frame: Any) -> Any:
        made = kept(scratch, frame)
        steps.append(made[0])
        if len(steps) == LOST_AFTER:
            lose_the_executors(worker)
        return made

    Scratch.write = noted  # type: ignore[method-assign]
    try:
        manifest = released(source, address, out, settings=Settings(scratch=place))
    finally:
        Scratch.write = kept  # type: ignore[method-assign]
    return {"manifest": manifest, "steps": len(steps), "left": [one.name for one in place.iterdir()]}


def main() -> None:
    """Ask on a cluster; what is opened first is the application that all the others take part in."""
    from setanon_sql.engine import open_warehouse

    address, source, worker, place = sys.argv[1:]
    with open_warehouse(address) as engine:
        engine.execute("schema", "CREATE SCHEMA marts")
        found = ask(source, address)
        found["refused"] = refused(source, address, f"{source}.safe.parquet")
        found["lost"] = lost(address, int(worker))
        found |= survived(source, address, RELEASED, int(worker), Path(place))
        sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
