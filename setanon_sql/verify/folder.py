"""Check a disassociated release: a folder of three Parquet files and a manifest, or tables whose names begin alike.

What comes out, and what is an error, is as for other releases: see :mod:`setanon_sql.verify.check`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.models import Disassociation
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify.claims import RANDOM_PIECES, UNLISTED, Claims, claims_of
from setanon_sql.verify.cover import implied, listed_covers
from setanon_sql.verify.disassociation import FolderCounts, FolderTables, count_folder, covers_of
from setanon_sql.verify.folder_audit import DisassociationAudit
from setanon_sql.verify.prefixed import Prefixed, digests, manifest_text, read_prefixed
from setanon_sql.verify.promise import fields_of, parameters_of_manifest, sensitive_labels
from setanon_sql.verify.reader import fingerprint, parquet_pattern
from setanon_sql.verify.standing import refuse_put_aside

#: The files of a release and the tables in them.
FILES = {"clusters.parquet": "clusters", "subrecords.parquet": "subrecords", "terms.parquet": "terms"}
MANIFEST = "manifest.json"

#: Where a release is: a folder, or tables of a DuckDB file.
Place = Path | Prefixed


@dataclass(frozen=True)
class FolderPromise:
    """A manifest of a disassociated release; ``sha256`` by file name.

    ``sensitive`` lists the labels that are in term chunks only; None for a release that does not promise that, and for
    one of a version that did not list them.
    ``occurrences_before_safe`` counts items in record and shared chunks before covered items were removed; None for a
    release that does not promise that.
    """

    model: Disassociation
    method: str
    records: int
    rows: int
    sha256: dict[str, str]
    claims: Claims
    sensitive: tuple[str, ...] | None = None
    occurrences_before_safe: int | None = None


@dataclass(frozen=True)
class FolderCheck:
    """The promise, what was counted, a sentence for each fault, and one for each claim that no recount can see.

    ``complete`` is false where a part of the guarantee could not be checked.
    """

    promise: FolderPromise
    found: FolderCounts
    same_files: bool
    messages: tuple[str, ...]
    not_checked: tuple[str, ...] = ()
    complete: bool = True


def check_folder(engine: DuckDBEngine, place: Place, sensitive: Table | None = None) -> FolderCheck:
    """Hold a release against its manifest; raises BadInput where it cannot be checked.

    ``sensitive`` (``label``): what its owner says is sensitive, besides the list in the manifest.
    """
    promise = read_folder_manifest(engine, place)
    tables = read_folder(engine, place)
    return held(engine, promise, tables, _fingerprints(engine, place, tables) == promise.sha256, sensitive)


def held(
    engine: Engine, promise: FolderPromise, tables: FolderTables, same: bool, sensitive: Table | None = None
) -> FolderCheck:
    """Hold tables against a promise; ``same``: they have the fingerprints that it names."""
    model, claims, listed = promise.model, promise.claims, listed_labels(engine, promise)
    if listed and sensitive:
        engine.append(listed, all_rows(sensitive))
    listed = listed or sensitive
    found = count_folder(engine, tables, model, listed)
    messages = [] if same else ["the data are not those that the manifest was made for (another sha256)"]
    messages += [
        f"the manifest promises {expected} {name}, the release holds {found.counts[name]}"
        for name, expected in (("records", promise.records), ("rows", promise.rows))
        if found.counts[name] != expected
    ]
    messages += [*claims.contradicted(model), *problems(found, model)]
    messages = messages or claims.miscounted(found.counts)
    unlisted = model.sensitive and listed is None
    told = [UNLISTED] if unlisted else []
    told += [*claims.not_checked(model, found.counts), *_larger(found, model), RANDOM_PIECES]
    return FolderCheck(promise, found, same, tuple(messages), tuple(told), not unlisted)


def _larger(found: FolderCounts, model: Disassociation) -> list[str]:
    if found.counts["largest_cluster"] < model.cluster_size:
        return []
    return ["whether clusters of cluster_size records or more had to be: those under k are merged into others"]


def listed_labels(engine: Engine, promise: FolderPromise) -> Table | None:
    """Return a scratch table ``label`` of what a manifest lists as sensitive; None where it does not."""
    return None if promise.sensitive is None else engine.load("sensitive", {"label": str}, [promise.sensitive])


def _fingerprints(engine: DuckDBEngine, place: Place, tables: FolderTables) -> dict[str, str]:
    if isinstance(place, Prefixed):
        return digests(engine, tables)
    if (place / "clusters.parquet").is_dir():  # as Spark writes: the fingerprints are of rows
        return {f"{table}.parquet": digest for table, digest in digests(engine, tables).items()}
    return {name: fingerprint(place / name).sha256 for name in FILES}


def audit_folder(engine: DuckDBEngine, place: Place, listed: int = 0) -> DisassociationAudit:
    """Count what breaks the model that a release promises, from its tables and its manifest alone.

    ``place``: the folder, or the tables of a DuckDB file.
    ``listed``: also name the items that cover each other, in so many chunks (0: in none).

    Cost: that of :func:`setanon_sql.verify.disassociation.count_folder`.
    Raises BadInput where the release or its manifest cannot be read.
    """
    return audited(engine, read_folder_manifest(engine, place), read_folder(engine, place), listed)


def audited(engine: Engine, promise: FolderPromise, tables: FolderTables, listed: int = 0) -> DisassociationAudit:
    """Count what breaks the model of a promise in the tables of a release: see :func:`audit_folder`."""
    model, sensitive = promise.model, listed_labels(engine, promise)
    found, covers = count_folder(engine, tables, model, sensitive), covers_of(engine, tables)
    return DisassociationAudit(
        model,
        found.counts["records"],
        found.counts["rows"],
        found.violations(safe=model.safe),
        found.by_check,
        found.covers,
        implied(engine, covers, tables.subrecords),
        found.counts["clusters"],
        found.counts["joint_clusters"],
        found.counts["smallest_cluster"],
        found.counts["largest_cluster"],
        (UNLISTED,) if model.sensitive and sensitive is None else (),
        listed_covers(engine, covers, tables.subrecords, listed) if listed else None,
    )


def problems(found: FolderCounts, model: Disassociation) -> list[str]:
    """Return a sentence for each check that failed."""
    what = {
        "chunk_km": f"chunks hold a set of at most {model.m} items that fewer than {model.k} subrecords hold",
        "subrecord_count": "clusters have too few subrecords and no term (Lemma 2)",
        "joint_property": f"shared chunks repeat an item from below and have fewer than {model.k} equal subrecords",
        "structure": "faults in how clusters, chunks and terms fit together",
        "cover": "chunks have an item that never occurs without the others (promised: none)",
        "sensitive": "sensitive items are in record or shared chunks (promised: in term chunks only)",
        "unrefined": "joint clusters are there (promised: none, refine = false)",
    }
    return [f"{n} {what[name]}" for name, n in found.by_check.items() if n and (name != "cover" or model.safe)]


def read_folder(engine: DuckDBEngine, place: Place) -> FolderTables:
    """Read a release into scratch tables; raises BadInput where it cannot be."""
    if isinstance(place, Prefixed):
        return read_prefixed(engine, place)
    tables: dict[str, Table] = {}
    for name, table in FILES.items():
        path = place / name
        if not path.exists():
            raise BadInput(f"the release has no {name}", "it is incomplete; get the release again")
        try:
            tables[table] = engine.table(f"verify/disassociation_read/file_{table}", path=parquet_pattern(path))
        except (duckdb.Error, SetanonError) as error:
            raise BadInput(f"{name} of the release cannot be read as what it should be", "is it damaged?") from error
    return FolderTables(**tables)


def read_folder_manifest(engine: DuckDBEngine, place: Place) -> FolderPromise:
    """Read and check the manifest of a release; raises BadInput where it is missing, damaged or of another model."""
    return promise_of(manifest_text(engine, place) if isinstance(place, Prefixed) else manifest_file(place))


def promise_of(text: str) -> FolderPromise:
    """Return what a manifest's text promises; raises BadInput as :func:`read_folder_manifest` does."""
    fields = fields_of(text)
    if fields["model"] != Disassociation.name:
        raise BadInput("the manifest is not that of a disassociated release", "use a newer setanon")
    return FolderPromise(
        _model(fields["parameters"]),
        fields["method"],
        fields["records"],
        fields["rows"],
        {str(name): str(value) for name, value in fields["sha256"].items()},
        claims_of(fields),
        sensitive_labels(fields.get("sensitive")),
        _occurrences(fields.get("occurrences_before_safe")),
    )


def _occurrences(value: object) -> int | None:
    if value is not None and (type(value) is not int or value < 0):
        raise BadInput("'occurrences_before_safe' in the manifest is not what it should be", "it may have been edited")
    return value


def manifest_file(folder: Path) -> str:
    """Return the manifest in a folder; raises BadInput where there is none."""
    refuse_put_aside(folder)
    try:
        return (folder / MANIFEST).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"the folder {folder.name} has no readable {MANIFEST}",
            "a release cannot be checked without its manifest; only setanon anonymize makes one",
        ) from error


def _model(parameters: Mapping[str, Any]) -> Disassociation:
    kinds = {"k": int, "m": int, "cluster_size": int, "refine": bool, "safe": bool, "sensitive": bool}
    if set(kinds) != set(parameters) or any(type(parameters[name]) is not kind for name, kind in kinds.items()):
        raise BadInput("the parameters in the manifest are incomplete or of the wrong kind", "it may have been edited")
    with parameters_of_manifest():
        return Disassociation(**parameters)
