"""What a disassociated release tells about its source: possible originals, and estimates of supports."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from setanon_sql.api.opening import one_state, only_in_duckdb
from setanon_sql.api.publishing import destination_of
from setanon_sql.api.released import Standing
from setanon_sql.counting.itemsets import top_itemsets
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadInput, BadParameter
from setanon_sql.inference.reconstruct import estimate as estimated
from setanon_sql.inference.reconstruct import prepare, reconstructions, unknown_supports
from setanon_sql.inference.results import Estimate, Estimates, Reconstruction
from setanon_sql.layout import Destination
from setanon_sql.naming import checked
from setanon_sql.numbers import NO_LIST, whole_of
from setanon_sql.query.templates import Table
from setanon_sql.release.beside import publish_beside
from setanon_sql.release.files import DELIMITERS, copy, form_of_copy
from setanon_sql.release.free import check_release_free
from setanon_sql.release.manifest import file_manifest
from setanon_sql.release.salvage import settle
from setanon_sql.release.staging import alone, staging
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.sources.files import paths_in
from setanon_sql.sources.frames import without_index
from setanon_sql.verify import verify_at
from setanon_sql.verify.audit import read_pieces
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.promise import PiecesPromise
from setanon_sql.verify.reader import fingerprint


@checked
def reconstruct(
    release: Standing,
    out: str | Path,
    *,
    db: str = "",
    samples: int = 1,
    seed: str | None = None,
    overwrite: bool = False,
    settings: Settings | None = None,
) -> Reconstruction:
    """Make up possible originals of a disassociated release, at random, and write them to one file.

    The file has the columns ``record_id, item``, and ``sample_id`` before them where there is more than one original.

    ``release``: the folder, or with ``db`` the beginning of the names of its tables.
    ``out``: the file: .parquet, .csv or .tsv.
    ``db``: a DuckDB file with its tables; empty: it is a folder.
    ``samples``: how many originals, 1 or more.
    ``seed``: makes them repeatable; None: unpredictable.
    ``overwrite``: replace a file that this function wrote.

    Cost: some joins over the rows of the release for each original; linear in the rows and in ``samples``.
    Raises BadInput for a release that does not verify, or of which no original can be made up; BadDestination where the
    file cannot be written; BadParameter for fewer than one sample, and for a warehouse.
    Source: Terrovitis et al., sections 3 and 6.
    """
    only_in_duckdb("reconstruct", db)
    samples = whole_of("--samples", samples, "make up one original or more")
    destination = _free(Path(out), overwrite, [release], "reconstruct")
    with (settings or Settings()).engine() as engine:
        ready = prepare(engine, _holding(engine, destination_of(release, db))[0])
        made = reconstructions(engine, ready, samples, seed or secrets.token_hex(16))
        rows = engine.count(made)
        ending = "s" if samples > 1 else ""
        found = _Rows(f"inference/write/original{ending}_{{}}", {"samples": made}, "reconstruct")
        _write(engine, found, destination, overwrite, [release])
    return Reconstruction(str(out), samples, rows)


@checked
def estimate(
    release: Standing,
    *,
    db: str = "",
    items: Sequence[Sequence[str]] = (),
    itemsets: str | Path | None = None,
    top: int = 0,
    out: str | Path | None = None,
    overwrite: bool = False,
    settings: Settings | None = None,
) -> Estimates:
    """Estimate how many records of the source hold itemsets, from a disassociated release alone.

    One of ``items``, ``itemsets`` and ``top`` says which.

    ``release``: the folder, or with ``db`` the beginning of the names of its tables.
    ``db``: a DuckDB file with its tables; empty: it is a folder.
    ``items``: the itemsets, each a sequence of labels.
    ``itemsets``: a long file with the columns ``itemset_id`` and ``item``.
    ``top``: the so many itemsets that most records hold for certain.
    ``out``: write them to this file (.parquet, .csv or .tsv) as ``itemset_id, items, size, certain, expected,
    at_most``; None: they are in the result.
    ``overwrite``: replace a file that this function wrote.

    Cost: joins the itemsets with the rows of the release, for all of them at once; ``top`` mines the release besides.
    Raises BadInput for a release that does not verify, or of which no original can be made up; BadParameter where it is
    not said which itemsets, and for a warehouse; BadDestination where the file cannot be written.
    Source: Terrovitis et al., section 6; see :func:`setanon_sql.inference.reconstruct.estimate`.
    """
    only_in_duckdb("estimate", db)
    top = whole_of("--top", top, NO_LIST, least=0)
    if sum(map(bool, (items, itemsets, top))) != 1:
        raise BadParameter("say which itemsets", "one of --items a,b (may be repeated), --itemsets FILE, --top N")
    reads = [release, itemsets]
    destination = _free(Path(out), overwrite, reads, "estimate") if out is not None else None
    with (settings or Settings()).engine() as engine:
        tables, promise = _holding(engine, destination_of(release, db))
        with one_state(engine, itemsets):
            asked = _asked(engine, tables, items, itemsets, top)
        made = estimated(engine, tables, asked)
        unknown = unknown_supports(engine, tables, asked, promise.sensitive or (), promise.model.diversity)
        rows = engine.table("inference/write/estimate_rows", itemsets=asked, estimates=made, unknown=unknown)
        asked_for = engine.count(rows)
        if destination is not None:
            found = _Rows("inference/write/estimates_{}", {"estimates": rows}, "estimate")
            _write(engine, found, destination, overwrite, reads)
            return Estimates(asked_for, out=str(out))
        listed = engine.rows("inference/write/listed_estimates", estimates=rows)
        return Estimates(asked_for, tuple(Estimate(one, tuple(labels), *more) for one, labels, *more in listed))


def _asked(
    engine: DuckDBEngine, tables: FolderTables, items: Sequence[Sequence[str]], itemsets: str | Path | None, top: int
) -> Table:
    """Return ``itemset_id, item`` (label)."""
    if top:
        return _most_certain(engine, tables, top)
    if itemsets is not None:
        asked = open_source(engine, without_index(itemsets), SourceOptions(record_id="itemset_id"))
        return engine.table("inference/estimate/asked_itemsets", transactions=asked.transactions, items=asked.items)
    pairs = [(number, item) for number, one in enumerate(items, 1) for item in dict.fromkeys(one)]
    return engine.load_rows("itemsets", {"itemset_id": int, "item": str}, pairs)


def _most_certain(engine: DuckDBEngine, tables: FolderTables, top: int) -> Table:
    """The itemsets that most subrecords, or as single terms most term chunks, hold."""
    parts = {"subrecords": tables.subrecords, "terms": tables.terms}
    labels = engine.table("inference/estimate/certain_labels", **parts)
    certain = engine.table("measures/disassociated/certain_rows", items=labels, **parts)
    rows = engine.table("counting/top_itemsets/one_dataset", rows=certain, draw=0)
    found = top_itemsets(engine, rows, top)
    members = engine.table("inference/estimate/members", top=found, labels=labels)
    engine.drop(labels, certain, rows, found)
    return members


def _holding(engine: DuckDBEngine, where: Destination) -> tuple[FolderTables, PiecesPromise]:
    """Return the tables of a release that keeps its promise, and the promise; raises BadInput for others."""
    tables, promise = read_pieces(engine, where)
    if verify_at(engine, where).messages:
        raise BadInput("the release does not keep its promise", "setanon verify tells what is wrong")
    return tables, promise


def _free(destination: Path, overwrite: bool, reads: Sequence[Standing | None], kind: str) -> Path:
    """Return a destination; raises BadDestination where it cannot be written, or what is there must stay."""
    if destination.suffix.lower() not in {".parquet", *DELIMITERS}:
        raise BadDestination(f"{destination.name} cannot be written", "use .parquet, .csv or .tsv")
    settle(destination)
    check_release_free(destination, overwrite=overwrite, inputs=paths_in(reads), kind=kind)
    return destination


@dataclass(frozen=True)
class _Rows:
    """What is written: ``query`` names the template by the form of the file, ``tables`` are its slots."""

    query: str
    tables: dict[str, Table]
    method: str


def _write(
    engine: DuckDBEngine, rows: _Rows, destination: Path, overwrite: bool, reads: Sequence[Standing | None]
) -> None:
    """Write a table whole or not at all, with a manifest beside it by which setanon knows it again."""
    form, more = form_of_copy(destination)
    with staging(destination) as private:
        staged = private / f"rows{destination.suffix.lower()}"
        copy(engine, rows.query.format(form), staged, **rows.tables, **more)
        fields = file_manifest(rows.method, {destination.name: fingerprint(staged).sha256})
        with alone(destination):
            old = check_release_free(destination, overwrite=overwrite, inputs=paths_in(reads), kind=rows.method)
            publish_beside(staged, destination, fields, old)
