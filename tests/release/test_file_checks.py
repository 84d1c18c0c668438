"""What --overwrite may replace: only what setanon wrote, never what is read, never what a view needs."""

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination
from setanon_sql.release import TableDestination, check_destination, check_in
from setanon_sql.release import publish as write_release
from setanon_sql.release.file_checks import manifest_of
from setanon_sql.sources import SourceOptions
from tests.releases import SAFE, options, published, tree, verify

OVERWRITE = options(overwrite=True)


# Files ----------------------------------------------------------------------------------------------------------


def edited(release: Path) -> None:
    with release.open("a") as file:
        file.write("99,x\n")


def without_manifest(release: Path) -> None:
    manifest_of(release).unlink()


def other_manifest(release: Path) -> None:
    manifest_of(release).write_text(json.dumps({"sha256": {release.name: "0" * 64}}))


def linked(release: Path) -> None:
    release.rename(release.with_name("elsewhere.csv"))
    release.symlink_to("elsewhere.csv")


@pytest.mark.parametrize("change", [edited, without_manifest, other_manifest, linked])
def test_a_file_that_is_not_as_setanon_wrote_it_stays(
    engine: DuckDBEngine, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    target = tmp_path / "r.csv"
    write_release(published(engine, SAFE * 2), target, options())
    change(target)
    before = tree(tmp_path)
    with pytest.raises(BadDestination, match=r"r\.csv was not written by setanon, or has changed since"):
        check_destination(target, OVERWRITE)
    with pytest.raises(BadDestination, match="not written by setanon"):
        write_release(published(engine), target, OVERWRITE)
    assert tree(tmp_path) == before


def test_a_release_that_was_renamed_with_its_manifest_may_be_replaced(engine: DuckDBEngine, tmp_path: Path) -> None:
    write_release(published(engine, SAFE * 2), tmp_path / "r.csv", options())
    (tmp_path / "r.csv").rename(tmp_path / "s.csv")
    manifest_of(tmp_path / "r.csv").rename(manifest_of(tmp_path / "s.csv"))
    write_release(published(engine), tmp_path / "s.csv", OVERWRITE)
    assert verify(tmp_path / "s.csv").holds and verify(tmp_path / "s.csv").checks["records"] == 10


@pytest.mark.parametrize("name", ["l.csv", "l.tsv", "l.parquet", "l.jsonl"])
def test_only_a_ledger_is_replaced_by_a_ledger(engine: DuckDBEngine, tmp_path: Path, name: str) -> None:
    ledger, target = tmp_path / name, tmp_path / "r.csv"
    write_release(published(engine), target, options(ledger=ledger, seed="first"))
    write_release(published(engine), target, options(ledger=ledger, seed="second", overwrite=True))
    assert b"second" in ledger.read_bytes() and b"first" not in ledger.read_bytes()
    own = target.read_bytes() if name != "l.jsonl" else b'{"record_id": 1}\n'
    ledger.write_bytes(own)
    before = tree(tmp_path)
    with pytest.raises(BadDestination, match="not written by setanon"):
        write_release(published(engine), target, options(ledger=ledger, overwrite=True))
    assert tree(tmp_path) == before


@pytest.mark.slow
def test_a_ledger_or_a_report_cannot_stand_in_the_folder_of_its_release(tmp_path: Path) -> None:
    source, out = tmp_path / "s.csv", tmp_path / "out"
    source.write_text("record_id,item\n" + "".join(f"{n},{item}\n" for n in range(8) for item in "ab"))
    how = {"k": 2, "m": 2, "cluster_size": 4, "overwrite": True}
    api.anonymize_disassociation(source, out, **how)  # type: ignore[arg-type]
    before = tree(tmp_path)
    with pytest.raises(BadDestination, match="would stand in out, which the same run writes"):
        api.anonymize_disassociation(source, out, ledger=out / "ledger.csv", **how)  # type: ignore[arg-type]
    with pytest.raises(BadDestination, match="would stand in out, which the same run writes"):
        api.anonymize_disassociation(source, out, report=api.Report(out / "r.html"), **how)  # type: ignore[arg-type]
    assert tree(tmp_path) == before


@pytest.mark.slow
def test_a_folder_whose_files_were_changed_stays(tmp_path: Path) -> None:
    source, out = tmp_path / "s.csv", tmp_path / "out"
    source.write_text("record_id,item\n" + "".join(f"{n},{item}\n" for n in range(8) for item in "ab"))
    api.anonymize_disassociation(source, out, k=2, m=2, cluster_size=4)
    (out / "terms.parquet").write_bytes((out / "clusters.parquet").read_bytes())
    before = tree(tmp_path)
    with pytest.raises(BadDestination, match="not written by setanon"):
        api.anonymize_disassociation(source, out, k=2, m=2, cluster_size=4, overwrite=True)
    assert tree(tmp_path) == before


# Tables of a DuckDB file --------------------------------------------------------------------------------------


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    path = tmp_path / "wh.duckdb"
    rows = "SELECT i // 2 AS record_id, 'item ' || i % 4 AS item FROM range(80) t(i)"
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE TABLE base AS {rows}; CREATE SCHEMA marts; CREATE TABLE marts.sales AS {rows}")
        connection.execute("CREATE VIEW once AS SELECT * FROM base; CREATE VIEW twice AS SELECT * FROM main.once")
        connection.execute("CREATE TABLE products AS SELECT 'item 1' AS item, 3 AS price")
        connection.execute("CREATE VIEW dear AS SELECT * FROM products WHERE price > 2")
        connection.execute("CREATE TABLE x_manifest AS SELECT 'my freight' AS manifest")
        connection.execute("CREATE TABLE y_manifest AS SELECT 1 AS manifest, 2 AS ship")
    return path


def _content(path: Path) -> dict[str, object]:
    with duckdb.connect(str(path), read_only=True) as connection:
        tables = connection.execute("SELECT schema_name, table_name FROM duckdb_tables() ORDER BY ALL").fetchall()
        return {
            f"{schema}.{name}": connection.execute(f'SELECT * FROM "{schema}"."{name}" ORDER BY ALL').fetchall()
            for schema, name in tables
        }


@pytest.mark.parametrize("method", ["km", "disassociation"])
@pytest.mark.parametrize("name", ["products", "marts.sales", "x", "y"])
def test_a_table_that_setanon_did_not_write_stays(warehouse: Path, name: str, method: str) -> None:
    if method == "disassociation" and name in {"products", "marts.sales"}:
        name += "_clusters"
        with duckdb.connect(str(warehouse)) as connection:
            connection.execute(f"CREATE TABLE {name} AS SELECT 1 AS mine")
        name = name.removesuffix("_clusters")
    before, read = _content(warehouse), SourceOptions(db=str(warehouse))
    with pytest.raises(BadDestination, match="not written by setanon"):
        if method == "km":
            api.anonymize_km("base", name, k=2, m=2, options=read, overwrite=True)
        else:
            api.anonymize_disassociation("base", name, k=2, m=2, cluster_size=4, options=read, overwrite=True)
    assert _content(warehouse) == before


def test_a_release_that_the_source_reads_through_views_stays(warehouse: Path) -> None:
    read = SourceOptions(db=str(warehouse))
    api.anonymize_km("base", "safe", k=2, m=2, options=read)
    with duckdb.connect(str(warehouse)) as connection:
        connection.execute("CREATE VIEW marts.inner_one AS SELECT * FROM safe")
        connection.execute("CREATE VIEW outer_one AS WITH q AS (FROM marts.inner_one) SELECT record_id, item FROM q")
    before = _content(warehouse)
    with pytest.raises(BadDestination, match="also what is read"):
        api.anonymize_km("outer_one", "SAFE", k=2, m=2, options=read, overwrite=True)
    assert _content(warehouse) == before


@pytest.mark.slow
def test_a_release_that_others_read_through_views_is_replaced_under_them(warehouse: Path) -> None:
    read = SourceOptions(db=str(warehouse))
    api.anonymize_km("base", "safe", k=2, m=2, options=read)
    with duckdb.connect(str(warehouse)) as connection:
        connection.execute("CREATE VIEW marts.of_safe AS SELECT * FROM safe")
    api.anonymize_km("base", "safe", k=2, m=1, options=read, overwrite=True)
    with duckdb.connect(str(warehouse)) as connection:
        assert (
            connection.sql("FROM marts.of_safe ORDER BY ALL").fetchall()
            == connection.sql("FROM safe ORDER BY ALL").fetchall()
        )


@pytest.mark.slow
@pytest.mark.parametrize("read_as", ["r.parquet", "*.parquet"])
def test_a_released_file_that_the_source_reads_through_views_stays(
    warehouse: Path, tmp_path: Path, read_as: str
) -> None:
    read, target = SourceOptions(db=str(warehouse)), tmp_path / "r.parquet"
    api.anonymize_km("base", target, k=2, m=2, options=read)
    with duckdb.connect(str(warehouse)) as connection:
        connection.execute(f"CREATE VIEW filed AS FROM read_parquet('{tmp_path}/{read_as}')")
        connection.execute("CREATE VIEW marts.outer_one AS FROM filed")
    before = target.read_bytes()
    with pytest.raises(BadDestination, match="also what is read"):
        api.anonymize_km("marts.outer_one", target, k=2, m=2, options=read, overwrite=True)
    assert target.read_bytes() == before
    api.anonymize_km("base", target, k=3, m=2, options=read, overwrite=True)


@pytest.mark.slow
@pytest.mark.parametrize("part", ["taxonomy", "sensitive"])
def test_a_release_that_is_read_as_something_else_stays(warehouse: Path, part: str) -> None:
    read = SourceOptions(db=str(warehouse))
    api.anonymize_km("base", "safe", k=2, m=2, options=read)
    before = _content(warehouse)
    with pytest.raises(BadDestination, match="also what is read"):
        if part == "taxonomy":
            api.anonymize_km("base", "main.safe", k=2, m=2, taxonomy="safe", options=read, overwrite=True)
        else:
            api.anonymize_rho("base", "main.safe", rho="0.5", sensitive="safe", options=read, overwrite=True)
    assert _content(warehouse) == before


@pytest.mark.slow
def test_a_table_that_took_the_place_of_a_release_stays(warehouse: Path) -> None:
    read = SourceOptions(db=str(warehouse))
    for change in ("CREATE OR REPLACE TABLE safe AS SELECT 1 AS record_id", "DELETE FROM safe WHERE record_id < 3"):
        api.anonymize_km("base", "safe", k=2, m=2, options=read)
        with duckdb.connect(str(warehouse)) as connection:
            connection.execute(change)
        before = _content(warehouse)
        with pytest.raises(BadDestination, match="not written by setanon"):
            api.anonymize_km("base", "safe", k=2, m=2, options=read, overwrite=True)
        assert _content(warehouse) == before
        with duckdb.connect(str(warehouse)) as connection:
            connection.execute("DROP TABLE safe; DROP TABLE safe_manifest")


@pytest.mark.slow
def test_the_manifest_of_another_shape_of_release_stays(warehouse: Path) -> None:
    read = SourceOptions(db=str(warehouse))
    api.anonymize_km("base", "safe", k=2, m=2, options=read)
    with pytest.raises(BadDestination, match="not written by setanon"):
        api.anonymize_disassociation("base", "safe", k=2, m=2, cluster_size=4, options=read, overwrite=True)
    assert api.verify("safe", db=str(warehouse)).holds
    api.anonymize_disassociation("base", "apart", k=2, m=2, cluster_size=4, options=read)
    with pytest.raises(BadDestination, match="not written by setanon"):
        api.anonymize_km("base", "apart", k=2, m=2, options=read, overwrite=True)
    assert api.verify("apart", db=str(warehouse)).holds


@pytest.mark.slow
@pytest.mark.parametrize("method", ["km", pytest.param("disassociation", marks=pytest.mark.slow)])
def test_a_release_is_replaced_by_another(warehouse: Path, method: str) -> None:
    read = SourceOptions(db=str(warehouse))
    for k in (2, 3):
        if method == "km":
            api.anonymize_km("marts.sales", "marts.safe", k=k, m=2, options=read, overwrite=k > 2)
        else:
            api.anonymize_disassociation(
                "marts.sales", "marts.safe", k=k, m=2, cluster_size=9, options=read, overwrite=k > 2
            )
        assert api.verify("marts.safe", db=str(warehouse)).parameters["k"] == k


# Before the work --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "name", "reason"),
    [
        ("km", "products", "already exists"),
        ("km", "once", "view stands"),
        *((method, "none.r", "no such schema") for method in ("km", "disassociation")),
        *((method, "x", "already exists") for method in ("km", "disassociation")),
    ],
)
def test_a_table_is_refused_before_the_source_is_read(
    warehouse: Path, monkeypatch: pytest.MonkeyPatch, name: str, reason: str, method: str
) -> None:
    _refuse_reading(monkeypatch)
    with pytest.raises(BadDestination, match=reason):
        if method == "km":
            api.anonymize_km("base", name, k=2, m=2, options=SourceOptions(db=str(warehouse)))
        else:
            api.anonymize_disassociation("base", name, k=2, m=2, options=SourceOptions(db=str(warehouse)))


def _refuse_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object) -> None:
        raise AssertionError("the source was read")

    monkeypatch.setattr("setanon_sql.pipeline.opening.open_source", read)


@pytest.mark.parametrize("what", ["out", "ledger", "report"])
@pytest.mark.parametrize("way", ["no folder", "no right", "a folder", "too long", "there"])
@pytest.mark.parametrize("method", ["km", "disassociation"])
def test_a_file_is_refused_before_the_source_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, way: str, method: str
) -> None:
    _refuse_reading(monkeypatch)
    names = {"out": "r.csv" if method == "km" else "r", "ledger": "l.csv", "report": "r.html"}
    stem = names[what]
    path = tmp_path / {"no folder": f"none/{stem}", "too long": "x" * 255 + stem}.get(way, stem)
    if way == "a folder":
        path.mkdir()
    elif way == "there":
        path.write_text("mine")
    elif way == "no right":
        monkeypatch.setattr("os.access", lambda *_: False)
    paths = {one: path if one == what else tmp_path / f"o{name}" for one, name in names.items()}
    reason = {"no folder": "no folder", "no right": "no right", "too long": "too long"}.get(
        way, "folder|exists|written"
    )
    make = api.anonymize_km if method == "km" else api.anonymize_disassociation
    with pytest.raises(BadDestination, match=reason):
        make("source.csv", paths["out"], k=2, m=2, ledger=paths["ledger"], report=api.Report(paths["report"]))


def test_a_database_that_is_open_elsewhere_is_refused_before_the_source_is_read(
    warehouse: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _refuse_reading(monkeypatch)
    with duckdb.connect(str(warehouse)), pytest.raises(BadDestination, match="cannot be opened for writing"):
        api.anonymize_km("base", "r", k=2, m=2, options=SourceOptions(db=str(warehouse)))


def test_the_check_leaves_the_database_as_it_was(engine: DuckDBEngine, warehouse: Path) -> None:
    before = warehouse.read_bytes()
    check_in(engine, TableDestination(warehouse, "r"), options())
    assert warehouse.read_bytes() == before and not list(warehouse.parent.glob("*.wal"))


# What is made from a release -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("command", ["reconstruct", "estimate"])
def test_made_up_originals_and_estimates_replace_only_their_like(tmp_path: Path, command: str) -> None:
    source, apart, out = tmp_path / "s.csv", tmp_path / "apart", tmp_path / "made.csv"
    source.write_text("record_id,item\n" + "".join(f"{n},{item}\n" for n in range(8) for item in "ab"))
    api.anonymize_disassociation(source, apart, k=2, m=2, cluster_size=4)

    def make(**how: bool) -> None:
        if command == "reconstruct":
            api.reconstruct(apart, out, **how)
        else:
            api.estimate(apart, top=2, out=out, **how)

    make()
    first = out.read_bytes()
    with pytest.raises(BadDestination, match="already exists"):
        make()
    make(overwrite=True)
    assert command == "reconstruct" or out.read_bytes() == first
    out.write_text("mine")
    with pytest.raises(BadDestination, match="not written by setanon"):
        make(overwrite=True)
    assert out.read_text() == "mine"
