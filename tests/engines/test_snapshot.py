"""What a run reads is of one moment: somebody writes into the tables between the reading of one and the next."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.pipeline import opening
from setanon_sql.sources import SourceOptions
from tests.cli.program import Program
from tests.engines.places import PostgresPlace, SparkTables, SqlitePlace, table_of

#: Who holds b holds s, too; c stands for itself.
DATA = [{"a", "b", "s"}, {"a", "c"}, {"b", "s"}, {"a"}, {"a", "b", "s"}, {"a", "c"}, {"c", "d"}, {"d", "b", "s"}]

AnyPlace = PostgresPlace | SqlitePlace


@pytest.fixture(params=["postgres", "here", "adbc_postgres", "sqlite"])
def place(request: pytest.FixtureRequest) -> AnyPlace:
    found: AnyPlace = request.getfixturevalue(request.param)
    if isinstance(found, SqlitePlace):
        found.run("PRAGMA journal_mode = WAL")  # else nobody can write while somebody reads
    return found


def told(place: AnyPlace, name: str, *columns: str, rows: list[tuple[Any, ...]]) -> str:
    """Make a small table; returns its name."""
    name = f"tests.{name}" if isinstance(place, PostgresPlace) else name
    place.run(f"CREATE TABLE {name} ({', '.join(f'{one} text' for one in columns)})")
    for row in rows:
        place.run(f"INSERT INTO {name} VALUES ({', '.join(repr(one) for one in row)})")
    return name


def write(place: AnyPlace, text: str) -> None:
    """Write as somebody else: a second SQLite in one process would see nothing of the locks of the first."""
    if not isinstance(place, SqlitePlace):
        place.run(text)
        return
    code = "import sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as c: c.execute(sys.argv[2])"
    subprocess.run([sys.executable, "-c", code, str(place.file), text], check=True)


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Have somebody write right after the source was read, before anything else is."""

    def set_up(write: Callable[[], Any]) -> None:
        opened, left = opening.open_source, [write]

        def opening_source(*given: Any) -> Any:
            dataset = opened(*given)
            while left:
                left.pop()()
            return dataset

        monkeypatch.setattr(opening, "open_source", opening_source)

    return set_up


def surest(rows: list[tuple[Any, ...]], item: str) -> float:
    """Return how surely an item follows from another one at most."""
    records: dict[Any, set[str]] = {}
    for record, label in rows:
        records.setdefault(record, set()).add(label)
    known = {label for held in records.values() for label in held} - {item}
    holders = [[held for held in records.values() if one in held] for one in known]
    return max((sum(item in held for held in those) / len(those) for those in holders), default=0.0)


def test_what_is_sensitive_is_that_of_the_moment_of_the_source(
    place: AnyPlace, meanwhile: Callable[[Callable[[], Any]], None]
) -> None:
    source, options = place.put(table_of(DATA)), SourceOptions(db=place.db)
    hidden, out = told(place, "hidden", "item", rows=[("s",)]), place.out()
    assert surest([(at, item) for at, record in enumerate(DATA) for item in record], "s") == 1.0
    meanwhile(lambda: write(place, f"UPDATE {hidden} SET item = 'c'"))
    api.anonymize_rho(source, out, rho="0.4", m=1, sensitive=hidden, options=options, seed="1")
    assert surest(place.read(out), "s") <= 0.4


def test_all_that_is_read_is_of_the_moment_of_the_source(
    place: AnyPlace, meanwhile: Callable[[Callable[[], Any]], None]
) -> None:
    """The release is the one that it would have been, and not another."""
    source = place.put(table_of(DATA))
    tree = told(place, "tree", "child", "parent", rows=[("a", "x"), ("b", "x"), ("c", "y"), ("d", "y"), ("s", "y")])
    rules = told(place, "rules", "item", "rule", "level", rows=[("d", "drop", "")])
    weights = told(place, "weights", "item", "weight", rows=[("a", "5")])
    workload = told(place, "workload", "query", "item", rows=[("q", "a"), ("q", "b")])
    old = place.out()
    api.anonymize_km(source, old, k=2, m=1, record_ids="keep", options=SourceOptions(db=place.db), seed="0")
    link = told(place, "link", "old_record_id", "new_record_id", rows=[(str(n), str(n)) for n in range(1, 9)])

    def publish() -> tuple[Any, ...]:
        out = place.out()
        how: dict[str, Any] = {"previous": old, "link": link, "workload": workload, "seed": "1"}
        found = api.anonymize_km(
            source, out, k=2, m=1, taxonomy=tree, constraints=rules, weights=weights, linkable=True,
            options=SourceOptions(db=place.db), **how,
        )  # fmt: skip
        return place.read(out), found.utility.to_json(), found.constraints and found.constraints.to_json()

    def change() -> None:
        write(place, f"UPDATE {tree} SET parent = 'z' WHERE child IN ('b', 'c')")
        write(place, f"UPDATE {rules} SET item = 'a'")
        write(place, f"UPDATE {weights} SET item = 'b', weight = '9'")
        write(place, f"INSERT INTO {workload} VALUES ('q2', 'd')")
        write(place, f"INSERT INTO {link} VALUES ('1', '2')")

    expected = publish()
    meanwhile(change)
    assert publish() == expected
    with pytest.raises(BadInput, match="twice"):
        publish()


@pytest.mark.parametrize("through", ["table", "view"])
def test_a_table_that_is_emptied_and_filled_meanwhile_is_refused(
    place: AnyPlace, meanwhile: Callable[[Callable[[], Any]], None], through: str
) -> None:
    """TRUNCATE heeds no snapshot: the list would seem empty."""
    if isinstance(place, SqlitePlace):
        pytest.skip("SQLite has no TRUNCATE")
    source, options = place.put(table_of(DATA)), SourceOptions(db=place.db)
    hidden = told(place, "hidden", "item", rows=[("s",)])
    other = told(place, "more", "item", rows=[("c",)])
    place.run(f"CREATE VIEW tests.both_lists AS SELECT item FROM {hidden} UNION ALL SELECT item FROM {other}")
    meanwhile(lambda: place.run(f"TRUNCATE {hidden}; INSERT INTO {hidden} VALUES ('s')"))
    name = hidden if through == "table" else "tests.both_lists"
    before = place.tables()
    with pytest.raises(BadInput, match=r"emptied or rewritten|names no item|no row"):
        api.anonymize_rho(source, place.out(), rho="0.4", m=1, sensitive=name, options=options)
    assert place.tables() == before


def test_no_transaction_is_open_while_the_work_is_done(
    postgres: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, found = postgres.put(table_of(DATA)), []

    def look(*given: Any, **how: Any) -> Any:
        mine = "FROM pg_stat_activity WHERE application_name = 'setanon' AND datname = current_database()"
        found.extend(postgres.run(f"SELECT state, xact_start IS NULL {mine}"))
        return worked(*given, **how)

    from setanon_sql.models.km import cut as km

    worked = km.anonymize_km
    monkeypatch.setattr(km, "anonymize_km", look)
    api.anonymize_km(source, postgres.out(), k=2, m=1, options=SourceOptions(db=postgres.db))
    assert found == [("idle", True)]


def test_spark_says_that_it_has_no_snapshot(spark_tables: SparkTables, capsys: pytest.CaptureFixture[str]) -> None:
    source = spark_tables.put(table_of(DATA))
    hidden = spark_tables.put(table_of([{"s"}]).select(["item"]))
    asked = ("audit", "rho", source, "--rho", "0.4", "--m", "1", "--db", spark_tables.db)
    called = Program(capsys)
    for work in ((), ("--work", "here")):
        answer = called(*asked, "--sensitive", hidden, *work)
        assert "no snapshot of several tables: 2 were read" in answer.err, answer.err
    assert "no snapshot" not in called("audit", "km", source, "--k", "2", "--m", "1", "--db", spark_tables.db).err


def test_a_folder_that_spark_reads_must_not_change(
    spark: Any, tmp_path: Path, meanwhile: Callable[[Callable[[], Any]], None]
) -> None:
    source = Path(spark.put(table_of(DATA)))
    file = source if source.is_file() else next(source.glob("*.parquet"))
    meanwhile(file.touch)
    with pytest.raises(BadInput, match="was changed while it was read"):
        api.audit_km(str(source), k=2, m=1, options=SourceOptions(db=spark.db))
