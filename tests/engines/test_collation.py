"""A PostgreSQL database that sorts as a dictionary does: nothing of what is found or released depends on it."""

import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pyarrow as pa
import pytest

from tests.engines import rho_runs as rho
from tests.engines import runs
from tests.engines.drawn import HOSTILE
from tests.engines.folder_runs import same
from tests.engines.places import PostgresPlace, table_of

_DRAW = random.Random(11)
RECORDS = [_DRAW.sample(HOSTILE, _DRAW.randint(1, 6)) for _ in range(40)]
TABLE = table_of(RECORDS, [f"{_DRAW.choice(HOSTILE)}{at}" for at in range(40)])


@pytest.fixture
def sorted_otherwise(postgres: PostgresPlace) -> Iterator[PostgresPlace]:
    """A database where a is before B, as in en_US."""
    import psycopg

    try:
        postgres.run("CREATE DATABASE otherwise TEMPLATE template0 LOCALE 'en_US.utf8'")
    except psycopg.Error:
        pytest.skip("the system has neither the locale en_US.utf8 nor localedef and its sources (package locales)")
    place = PostgresPlace(urlunsplit(urlsplit(postgres.db)._replace(path="/otherwise")), "tests")
    assert place.run("SELECT 'a' < 'B', '_' < '-1'") != postgres.run("SELECT 'a' < 'B', '_' < '-1'")
    yield place
    place.close()
    postgres.run("DROP DATABASE otherwise")


def test_km(sorted_otherwise: PostgresPlace, tmp_path: Path) -> None:
    asked = {"k": 3, "m": 2, "record_ids": "keep"}
    runs.is_same(runs.at(sorted_otherwise, TABLE, **asked), runs.reference(tmp_path, TABLE, **asked))


def test_rho(sorted_otherwise: PostgresPlace, tmp_path: Path) -> None:
    """The wishes are a table, too, and its labels have the collation of the database."""
    sensitive = pa.table({"item": ["B", "ä", "_", "10"]})
    for m in (2, None):
        told = rho.at(sorted_otherwise, TABLE, sensitive, m=m)
        assert told.audit["worst"]
        runs.is_same(told, rho.reference(tmp_path, TABLE, sensitive, m=m))


def test_disassociation(sorted_otherwise: PostgresPlace, tmp_path: Path) -> None:
    same(sorted_otherwise, tmp_path, TABLE, k=2, m=2, cluster_size=6)
