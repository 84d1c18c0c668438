"""A standalone Spark cluster by its address: what DuckDB finds and releases, as tables that the next program reads."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.engines.cluster import ASKED, Cluster, ask, running
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
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("sources")
    found = {"baskets": table_of(RECORDS), "hidden": pa.table({"item": ["a", "c"]})}
    for name, table in found.items():
        pq.write_table(table, folder / f"{name}.parquet")
    return {name: str(folder / f"{name}.parquet") for name in found}


@pytest.fixture(scope="module")
def asked(cluster: Cluster, sources: dict[str, str]) -> dict[str, Any]:
    """What the methods say on the cluster, after which its tables are there."""
    printed = cluster.run("tests.engines.cluster", "ask", cluster.address, sources["baskets"], sources["hidden"])
    found: dict[str, Any] = json.loads(printed.splitlines()[0])
    return found


def test_a_cluster_gives_what_duckdb_gives(asked: dict[str, Any], sources: dict[str, str], tmp_path: Path) -> None:
    places = {method: str(tmp_path / f"{method}.parquet") for method in ASKED}
    wanted = json.loads(json.dumps(ask(sources["baskets"], sources["hidden"], "", places)))
    for part in wanted:
        assert asked[part] == wanted[part]


def test_a_cluster_writes_no_folder_of_this_machine(asked: dict[str, Any], sources: dict[str, str]) -> None:
    assert "writes tables, not files" in asked["refused"]
    assert not list(Path(sources["baskets"]).parent.glob("*safe*"))


@pytest.mark.usefixtures("asked")
def test_another_program_reads_the_tables_of_a_release(cluster: Cluster) -> None:
    """The catalog lasts, and the program that wrote them has ended. One program checks both: it starts for long."""
    told = cluster.run("tests.engines.cluster", "check", cluster.address, *(f"marts.{method}" for method in ASKED))
    answers = json.loads(told.splitlines()[0])
    assert [(one["satisfied"], one["checks"]["sha256_matches"]) for one in answers] == [(True, True)] * len(ASKED)
