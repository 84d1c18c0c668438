"""A standalone Spark cluster by its address: what DuckDB finds and releases, as a table that the next program reads.

Each program starts a Spark of its own, which takes longer than what it is asked: one works on the cluster, one reads.
"""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.engines.cluster import KM_SAFE, LOST_AFTER, RELEASED, Cluster, ask, released, running
from tests.engines.conftest import need
from tests.engines.drawn import drawn
from tests.engines.places import table_of

# One worker runs these tests, in turn (conftest): the cluster is started once, and later ones read what is there then.

RECORDS = [record for seed in range(2) for record in drawn(seed)[0]]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    need("pyspark")
    home = os.environ.get("JAVA_HOME")
    java = f"{home}/bin/java" if home else shutil.which("java")
    if java is None:
        assert os.environ.get("SETANON_ENGINES") != "required", "there is no Java"
        pytest.skip("a cluster needs Java 17 or 21")
    with running(java, tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture(scope="module")
def baskets(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("sources") / "baskets.parquet"
    pq.write_table(table_of(RECORDS), path)
    return str(path)


@pytest.fixture(scope="module")
def asked(cluster: Cluster, baskets: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is said on the cluster, after which its table is there."""
    more = [baskets, str(cluster.worker), str(tmp_path_factory.mktemp("steps"))]
    printed = cluster.run("tests.engines.cluster", cluster.address, *more)
    found: dict[str, Any] = json.loads(printed)
    return found


def test_a_cluster_gives_what_duckdb_gives(asked: dict[str, Any], baskets: str, tmp_path: Path) -> None:
    """One release: a cluster gets the statements of every Spark, which the other tests ask for each method.

    Its executors are lost in between; its steps are kept in a place, where nothing is left.
    """
    wanted = ask(baskets, "")
    wanted["manifest"] = released(baskets, "", str(tmp_path / "km.parquet"))
    for part, told in json.loads(json.dumps(wanted)).items():
        assert asked[part] == told
    assert asked["steps"] > 2 * LOST_AFTER and asked["left"] == []


def test_a_cluster_writes_no_folder_of_this_machine(asked: dict[str, Any], baskets: str) -> None:
    assert "writes tables, not files" in asked["refused"]
    assert not list(Path(baskets).parent.glob("*safe*"))


def test_a_lost_executor_is_told_with_the_way_out(asked: dict[str, Any]) -> None:
    message, hint = asked["lost"]
    assert "an executor was lost that kept it" in message and hint.endswith("Settings.scratch")


def test_a_program_that_starts_spark_reads_the_table_and_says_nothing_of_spark(
    cluster: Cluster, asked: dict[str, Any]
) -> None:
    """The catalog lasts; the program that wrote the table has ended. The command line starts a Spark of its own.

    Neither Spark nor Java nor log4j writes on the terminal.
    """
    command = ["setanon_sql", "verify", RELEASED, "--db", "spark:local[1]", "--json", "--quiet"]
    told = json.loads(cluster.run(*command, **cluster.alone))
    assert told["satisfied"] and told["checks"]["sha256_matches"]
    assert told["parameters"] == KM_SAFE and asked["manifest"]["rows"]
