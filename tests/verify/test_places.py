"""Releases in databases: found by their names and read by their columns, whatever the database."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.engine.remote import RemoteDatabase
from setanon_sql.engine.warehouse import Relation
from setanon_sql.errors import BadInput
from setanon_sql.layout import GROUPED, LONG, PIECES, RemoteDestination, TableDestination, WarehouseDestination
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify import readers
from setanon_sql.verify.contents import fingerprint, table_fingerprints, table_rows
from setanon_sql.verify.disk_readers import FolderReader, TableFolderReader
from setanon_sql.verify.readers import DuckDBReader, reader_at
from setanon_sql.verify.relations import in_pieces, only, refuse_without
from tests.verify.by_hand import DISASSOCIATED, KM, LONG_ROWS, PIECES_OF, faults, manifest, stamp

LABELS = "SELECT unnest(['a', 'b']) AS label, 1 AS depth, unnest(['a', 'b']) AS level1, 1 AS leaves, NULL AS exceptions"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a release of one table, ``km``, and one in pieces, ``p``; ``q`` has a manifest only."""
    path = tmp_path_factory.mktemp("places") / "shop.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute(f"CREATE TABLE km AS {LONG_ROWS}")
        for part, query in PIECES_OF.items():
            connection.execute(f"CREATE TABLE p_{part} AS {query}")
        connection.execute(f"CREATE TABLE km_labels AS {LABELS}")
    with DuckDBEngine() as engine:
        engine.connection.execute(f"ATTACH '{path}' AS shop")
        rows = table_rows(engine, LONG, Table("km", "main", "shop"))
        named = {"km": table_fingerprints(engine, LONG, {"": rows})[""]}
        parts = {part: table_rows(engine, PIECES, Table(f"p_{part}", "main", "shop"), part) for part in PIECES_OF}
        digests = table_fingerprints(engine, PIECES, parts)
    with duckdb.connect(path) as connection:
        for name, told in (
            ("km", manifest(KM, named, 3, 6, shuffled=True)),
            ("p", manifest(DISASSOCIATED, {f"{part}.parquet": digest for part, digest in digests.items()}, 3, 4)),
        ):
            connection.execute(f"CREATE TABLE {name}_manifest AS SELECT ? AS manifest", [told])
        connection.execute("CREATE TABLE q_manifest AS FROM p_manifest")
    return path


class OfUser(DuckDBEngine, Warehouse):
    """A warehouse that is a DuckDB: its tables are those of the schema ``main``, or files."""

    place = "the warehouse"

    def relation(self, parts: Sequence[str]) -> Relation:
        if "/" in parts[-1]:
            stored = f"{parts[-1]}/*.parquet" if Path(parts[-1]).is_dir() else parts[-1]
            self.connection.execute(f"CREATE OR REPLACE VIEW main.stored AS FROM '{stored}'")
            parts = ["stored"]
        if not self.exists(parts):
            raise BadInput(f"there is no {parts[-1]}", "")
        rows = self.connection.execute(f"DESCRIBE main.{parts[-1]}").fetchall()
        kinds = {name: "whole" if kind in {"INTEGER", "BIGINT"} else "other" for name, kind, *_ in rows}
        return Relation(Table(parts[-1], "main"), kinds)

    def exists(self, parts: Sequence[str]) -> bool:
        query = "SELECT 1 FROM information_schema.tables WHERE table_schema = 'main' AND table_name = ?"
        return bool(self.connection.execute(query, [parts[-1]]).fetchall())

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> Any: ...

    def publish(self, above: Sequence[str], tables: Any, replaced: Any, *, private: bool = False) -> None: ...


class Remote(RemoteDatabase):
    """A remote database that is another DuckDB."""

    place, server = "the database", "there"

    def __init__(self, engine: DuckDBEngine, there: OfUser) -> None:
        super().__init__(engine)
        self.there = there

    def relation(self, parts: Sequence[str]) -> Relation:
        return self.there.relation(parts)

    def exists(self, parts: Sequence[str]) -> bool:
        return self.there.exists(parts)

    def copied(self, query: exp.Query, kinds: Mapping[str, str]) -> Table:
        rows = self.there.connection.execute(query.sql("duckdb")).fetchall()
        copy = self.engine.new_table("copied")
        columns = [f"c{at} {'BIGINT' if kind == 'whole' else 'VARCHAR'}" for at, kind in enumerate(kinds.values(), 1)]
        self.engine.connection.execute(f"CREATE TABLE {copy.schema}.{copy.name} ({', '.join(columns)})")
        marks = ", ".join("?" * len(columns))
        self.engine.connection.executemany(f"INSERT INTO {copy.schema}.{copy.name} VALUES ({marks})", rows)
        return copy

    def described(self, query: exp.Query) -> dict[str, str]: ...

    def text(self, value: exp.Expr) -> exp.Expr: ...

    def row_of_counts(self, query: exp.Query) -> tuple[Any, ...] | None: ...

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> Any: ...

    def publish(self, *arguments: Any, **more: Any) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def warehouse(shop: Path) -> Iterator[OfUser]:
    with OfUser() as engine:
        engine.connection.execute(f"ATTACH '{shop}' AS shop (READ_ONLY)")
        for (name,) in engine.connection.execute(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = 'shop'"
        ).fetchall():
            engine.connection.execute(f"CREATE TABLE main.{name} AS FROM shop.{name}")
        engine.connection.execute("DETACH shop")
        yield engine


Place = Callable[[str], Any]


@pytest.fixture(params=["warehouse", "remote"])
def place(
    request: pytest.FixtureRequest, engine: DuckDBEngine, warehouse: OfUser, monkeypatch: pytest.MonkeyPatch
) -> Place:
    """Return what names a release in a warehouse, or in a remote database."""
    if request.param == "warehouse":
        return lambda name: (warehouse, WarehouseDestination("spark", name))
    monkeypatch.setattr(readers, "remote_database", lambda engine, db: Remote(engine, warehouse))
    return lambda name: (engine, RemoteDestination("there", name))


def test_releases_in_a_database_are_what_they_say(place: Place, warehouse: OfUser) -> None:
    assert faults(*place("km")) == faults(*place("p")) == ()
    warehouse.connection.execute("ALTER TABLE km ADD COLUMN name VARCHAR")
    warehouse.connection.execute("ALTER TABLE p_terms ADD COLUMN name VARCHAR")
    assert faults(*place("km")) == ("1 column",)
    assert faults(*place("p")) == ("1 column of its terms",)
    warehouse.connection.execute("UPDATE km SET record_id = 1000 + record_id; ALTER TABLE km DROP name")
    assert any(one.startswith("the record ids") for one in faults(*place("km")))


def test_what_a_database_lacks_is_told(place: Place, warehouse: OfUser) -> None:
    for name in ("q", "none"):
        reader = reader_at(*place(name))
        assert reader.pieces is False
    with pytest.raises(BadInput, match="no disassociated release"):
        reader_at(*place("km"), pieces=True)
    with pytest.raises(BadInput, match="no manifest"):
        reader_at(*place("none")).promise()
    warehouse.connection.execute("ALTER TABLE km DROP item; ALTER TABLE p_terms DROP item")
    with pytest.raises(BadInput, match="lacks the columns item"):
        reader_at(*place("km")).read(LONG)
    with pytest.raises(BadInput, match="terms of the release lack a column"):
        reader_at(*place("p")).read(PIECES)


def test_columns_are_read_by_the_names_that_they_have_there(place: Place, warehouse: OfUser) -> None:
    warehouse.connection.execute("CREATE TABLE g AS SELECT item AS what, 7 AS group_id, record_id AS who FROM km")
    reader = reader_at(*place("g"))
    (rows,) = reader.read(GROUPED.with_columns(["who", "what"])).values()
    found = reader.engine.rows(all_rows(rows))
    assert sorted((int(record), item, group) for record, item, group in found) == [
        (record, item, "7") for record in (1, 2, 3) for item in "ab"
    ]


def test_names_of_pieces_may_be_in_small_letters(place: Place, warehouse: OfUser) -> None:
    assert reader_at(*place("P")).pieces is True
    for part in PIECES_OF:
        warehouse.connection.execute(f"ALTER TABLE p_{part} RENAME TO x_{part}")
        warehouse.connection.execute(f'ALTER TABLE x_{part} RENAME TO "Q_{part}"')
    assert reader_at(*place("Q")).pieces is True


def test_label_tables_stand_beside_a_release(place: Place) -> None:
    found = reader_at(*place("km")).labels(1)
    assert found and found.labels == ["a", "b"]
    assert reader_at(*place("p")).labels(1) is None
    other = reader_at(*place("km")).labels(2)
    assert other and other.labels is None and other.sha256 == found.sha256


# -- files that a warehouse reads


def test_a_warehouse_reads_folders(warehouse: OfUser, tmp_path: Path) -> None:
    out, pieces = tmp_path / "r.parquet", tmp_path / "pieces"
    pieces.mkdir()
    warehouse.connection.execute(f"COPY km TO '{out}'")
    reader = reader_at(warehouse, WarehouseDestination("spark", str(out)))
    assert isinstance(reader, TableFolderReader)
    assert reader.fingerprints(LONG, {}) == {"": fingerprint(out).sha256}
    assert faults(warehouse, WarehouseDestination("spark", str(stamp(out)))) == ()
    for part in PIECES_OF:
        warehouse.connection.execute(f"COPY p_{part} TO '{pieces}/{part}.parquet'")
    assert isinstance(reader_at(warehouse, WarehouseDestination("spark", str(pieces))), TableFolderReader)
    named = {f"{part}.parquet": fingerprint(pieces / f"{part}.parquet").sha256 for part in PIECES_OF}
    (pieces / "manifest.json").write_text(manifest(DISASSOCIATED, named, 3, 4))
    assert isinstance(reader_at(warehouse, WarehouseDestination("spark", str(pieces))), FolderReader)
    assert faults(warehouse, WarehouseDestination("spark", str(pieces))) == ()


# -- tables of a DuckDB file


@pytest.mark.slow
def test_tables_of_a_file_are_found_by_their_names(engine: DuckDBEngine, shop: Path, tmp_path: Path) -> None:
    def reader(name: str, pieces: bool | None = None) -> DuckDBReader:
        found = reader_at(engine, TableDestination(shop, name), pieces=pieces)
        assert isinstance(found, DuckDBReader)
        return found

    assert [reader(name).pieces for name in ("km", "p", "q")] == [False, True, False]
    assert [reader("km", pieces).pieces for pieces in (True, False)] == [True, False]
    assert faults(engine, TableDestination(shop, "km")) == faults(engine, TableDestination(shop, "p")) == ()
    labels = reader("km").labels(1)
    assert labels and labels.labels == ["a", "b"] and reader("p").labels(1) is None
    promise = reader("km").promise()
    assert reader("km").is_other(promise) is reader("km").is_same(promise) is False
    for name, words in (("none", "the released table or its manifest"), ("P_none", "the released table or its")):
        with pytest.raises(BadInput, match=words):
            reader(name).promise()
    with pytest.raises(BadInput, match="the released tables or their manifest"):
        reader("none", True).promise()
    gone = TableDestination(tmp_path / "gone.duckdb", "km")
    assert reader_at(engine, gone).pieces is False
    with pytest.raises(BadInput, match=r"no database gone\.duckdb"):
        reader_at(engine, gone).promise()
    (tmp_path / "gone.duckdb").write_text("no database" * 1000)
    assert reader_at(engine, gone).pieces is False


# -- by themselves


def test_pieces_are_found_where_they_should_be() -> None:
    assert [in_pieces(True, wanted) for wanted in (None, True, False)] == [True] * 3
    assert [in_pieces(False, wanted) for wanted in (None, False)] == [False] * 2
    with pytest.raises(BadInput, match="no disassociated release"):
        in_pieces(False, True)


def test_a_table_has_all_columns_of_its_shape() -> None:
    whole = Relation(Table("r"), {"record_id": "whole", "item": "other", "more": "other"})
    refuse_without(whole, LONG, "")
    refuse_without(whole, LONG.with_columns(["more", "item"]), "")
    with pytest.raises(BadInput, match="lacks the columns who, what"):
        refuse_without(whole, LONG.with_columns(["who", "what"]), "")
    with pytest.raises(BadInput, match="the terms of the release lack a column"):
        refuse_without(whole, PIECES, "terms")


def test_a_manifest_is_the_one_value_of_its_table() -> None:
    assert only([("m", "n")]) == "m"
    for rows in ([], [("m",), ("m",)], [("m",), ("n",), ("o",)]):
        with pytest.raises(BadInput, match="should hold one row"):
            only(rows)
