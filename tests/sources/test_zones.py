"""A moment has one text wherever it is read: that of UTC, whatever zone the machine, a server or its user is in."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.duckdb.setup import set_up
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.sources.pandas_columns import in_utc
from tests.cli.program import FOLDER
from tests.sources.contents import content

#: Two moments that clocks in Berlin show alike, and one with a fraction of a second.
MOMENTS = [
    datetime(2020, 10, 25, 0, 30, tzinfo=UTC),
    datetime(2020, 10, 25, 1, 30, tzinfo=UTC),
    datetime(2020, 1, 1, 0, 0, 0, 500_000, tzinfo=timezone(timedelta(hours=9))),
]
TEXTS = ["2020-10-25 00:30:00+00", "2020-10-25 01:30:00+00", "2019-12-31 15:00:00.5+00"]
SETS = {text: {text} for text in TEXTS}


def _frames() -> dict[str, Any]:
    arrow = pa.table({name: pa.array(MOMENTS, pa.timestamp("us", "Europe/Berlin")) for name in ("record_id", "item")})
    lists = pa.table(
        {"record_id": arrow["record_id"], "item": pa.array([[one] for one in MOMENTS], pa.list_(arrow["item"].type))}
    )
    pandas = arrow.to_pandas()
    objects = pd.DataFrame({name: pd.Series(MOMENTS, dtype=object) for name in ("record_id", "item")})
    return {
        "arrow": arrow,
        "lists": lists,
        "pandas": pandas,
        "objects": objects,
        "lists of objects": objects.assign(item=objects["item"].map(lambda one: [one])),
        "categories": pandas.astype("category"),
        "dict": {one: [one] for one in MOMENTS},
    }


@pytest.mark.parametrize("name", _frames())
def test_frames(name: str) -> None:
    with DuckDBEngine() as engine:
        assert content(open_source(engine, _frames()[name], SourceOptions())) == SETS


def test_python_writes_moments_as_duckdb_does() -> None:
    with DuckDBEngine() as engine:
        for moment in MOMENTS:
            value = f"TIMESTAMPTZ '{moment.isoformat()}'"
            ((text,),) = engine.connection.execute(f"SELECT CAST({value} AS VARCHAR)").fetchall()
            assert text == in_utc(moment)


def test_statements_of_the_user_do_not_change_the_zone(tmp_path: Path) -> None:
    (tmp_path / "setup.sql").write_text("SET TimeZone = 'Asia/Tokyo'")
    with DuckDBEngine() as engine:
        set_up(engine, tmp_path / "setup.sql")
        assert content(open_source(engine, _frames()["arrow"], SourceOptions())) == SETS


#: Reads a source of the given database, or what polars has, and prints what is in it.
READ = """if True:
    import json, sys
    from setanon_sql.engine import DuckDBEngine
    from setanon_sql.sources import SourceOptions, open_source
    from tests.sources.contents import content
    source, db = sys.argv[1:]
    if source == "polars":
        import polars
        source = polars.read_parquet(db)
        db = ""
    with DuckDBEngine() as engine:
        sets = content(open_source(engine, source, SourceOptions(db=db)))
    print(json.dumps({record: sorted(items) for record, items in sets.items()}))
"""


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("moments")
    moments = _frames()["arrow"]
    with duckdb.connect(str(folder / "m.duckdb")) as connection:
        connection.register("moments", moments)
        connection.execute("CREATE TABLE visits AS FROM moments")
        connection.execute("CREATE VIEW visits_seen AS FROM visits")
        connection.execute(f"COPY moments TO '{folder / 'm.parquet'}'")
    return folder


@pytest.mark.whole
@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "Europe/Berlin"])
@pytest.mark.parametrize("source", ["m.parquet", "visits", "visits_seen", "polars"])
def test_machines_in_other_zones_read_the_same(warehouse: Path, zone: str, source: str) -> None:
    db = {"m.parquet": "", "polars": str(warehouse / "m.parquet")}.get(source, str(warehouse / "m.duckdb"))
    source = str(warehouse / source) if source.endswith("parquet") else source
    program = [sys.executable, "-c", READ, source, db]
    printed = subprocess.run(program, env=_in_zone(zone), capture_output=True, text=True, check=True).stdout
    assert json.loads(printed) == {record: sorted(items) for record, items in SETS.items()}


@pytest.mark.whole
def test_a_policy_that_ran_in_one_zone_is_checked_in_another(tmp_path: Path) -> None:
    rows = [(at, MOMENTS[at % 2 if at % 3 else 2]) for at in range(12)]
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE visits (record_id BIGINT, item TIMESTAMPTZ)")
        connection.executemany("INSERT INTO visits VALUES (?, ?)", rows)
        connection.execute(f"COPY visits TO '{tmp_path / 'b.parquet'}'")
    (tmp_path / "setanon.toml").write_text(
        '[source]\nplace = "b.parquet"\n\n[guarantee]\nmodel = "km"\nk = 3\nm = 1\n\n[release]\nout = "safe.csv"\n\n'
        '[approval]\nowner = "Shop"\napproved_by = "Ann"\nexpires = 2999-12-31\n'
    )
    for command, zone in (("run", "UTC"), ("check", "Asia/Tokyo")):
        program = [sys.executable, "-m", "setanon_sql", command, "setanon.toml"]
        done = subprocess.run(program, env=_in_zone(zone), cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def _in_zone(zone: str) -> dict[str, str]:
    return os.environ | {"TZ": zone, "PYTHONPATH": str(FOLDER)}
