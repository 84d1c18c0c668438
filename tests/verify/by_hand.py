"""Small releases written by hand, as files, with their manifests: three records with a and b, or three pieces."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.layout import Destination, manifest_path
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.verify import check
from setanon_sql.verify.claims import MADE_BY
from setanon_sql.verify.contents import fingerprint
from setanon_sql.verify.strangers import Stranger

KM = KmAnonymity(3, 2)
DISASSOCIATED = Disassociation(2, 2, 4)
ROWS = [(record, item) for record in (1, 2, 3) for item in ("a", "b")]
LONG_ROWS = "SELECT unnest([1, 1, 2, 2, 3, 3]) AS record_id, unnest(['a', 'b', 'a', 'b', 'a', 'b']) AS item"
#: As Spark calls a part of a table.
PART = "part-00000-8386e9f4-b37c-4f93-b88d-7f95c7a28025-c000.snappy.parquet"
#: The tables of a release in pieces.
PIECES_OF: Mapping[str, str] = {
    "clusters": "SELECT 1 AS cluster_id, CAST(NULL AS INTEGER) AS parent_id, 'simple' AS kind, 3 AS size",
    "subrecords": "SELECT 1 AS cluster_id, 1 AS chunk_id, unnest([1, 2, 3]) AS subrecord_id, 'a' AS item",
    "terms": "SELECT 1 AS cluster_id, 'x' AS item",
}


def told(strangers: Sequence[Stranger]) -> list[tuple[str, tuple[str, ...]]]:
    """Return what is told of strangers, without the words that all begin with, and their names."""
    return [(one.sentence.partition("not checked: ")[2], one.names) for one in strangers]


def manifest(model: Any, sha256: Mapping[str, str], records: int, rows: int, *, shuffled: bool = False) -> str:
    """Return a manifest that promises a model."""
    fields = {
        "format_version": 2, "model": model.name, "parameters": {**model.parameters}, "method": "by hand",
        "records": records, "rows": rows, "created_by": MADE_BY, "sha256": sha256, "guarantee": model.guarantee,
        "verified": {}, **({"format": {"record_ids": "shuffle"}} if shuffled else {}),
    }  # fmt: skip
    return json.dumps(fields)


def stamp(path: Path, *, records: int = 3, rows: int = 6, shuffled: bool = True, sha256: str = "") -> Path:
    """Write the manifest of a file beside it."""
    named = {path.name: sha256 or fingerprint(path).sha256}
    manifest_path(path).write_text(manifest(KM, named, records, rows, shuffled=shuffled))
    return path


def csv(folder: Path, rows: Sequence[tuple[object, object]] = ROWS, header: str = "record_id,item") -> Path:
    """Write rows as text."""
    path = folder / "r.csv"
    path.write_text("\n".join([header, *(f"{record},{item}" for record, item in rows)]) + "\n")
    return path


def copy(query: str, path: Path) -> Path:
    """Write a Parquet file as DuckDB does."""
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    return path


def pieces(folder: Path) -> Path:
    """Write a release in pieces as a folder."""
    out = folder / "pieces"
    out.mkdir()
    files = [copy(query, out / f"{part}.parquet") for part, query in PIECES_OF.items()]
    named = {path.name: fingerprint(path).sha256 for path in files}
    (out / "manifest.json").write_text(manifest(DISASSOCIATED, named, 3, 4))
    return out


def faults(engine: DuckDBEngine | Warehouse, where: Path | Destination) -> tuple[str, ...]:
    """Return what is wrong with a release, without the words that strangers begin with."""
    answer = check.verify_at(engine, where)
    assert answer.satisfied is not bool(answer.messages)
    return tuple(one.removeprefix("stands in the release and was not checked: ") for one in answer.messages)
