"""What a disassociated release tells about its source: possible originals, and estimates of supports."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from setanon_sql.counting.itemsets import top_itemsets
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadInput, BadParameter
from setanon_sql.inference.reconstruct import estimate as estimated
from setanon_sql.inference.reconstruct import prepare, reconstructions, unknown_supports
from setanon_sql.inference.results import Estimate as ItemsetEstimate
from setanon_sql.inference.results import Estimates, Reconstruction
from setanon_sql.layout import Destination
from setanon_sql.options.public import public
from setanon_sql.options.releases import Estimate, Reconstruct
from setanon_sql.pipeline.opening import one_state, only_in_duckdb
from setanon_sql.pipeline.publishing import destination_of
from setanon_sql.pipeline.released import Standing
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


@public(Reconstruct)
def reconstruct(given: Reconstruct) -> Reconstruction:
    """Make up possible originals of a disassociated release, at random, and write them to one file.

    The file has the columns ``record_id, item``, and ``sample_id`` before them where there is more than one original.

    OPTIONS

    Cost: some joins over the rows of the release for each original; linear in the rows and in ``samples``.
    Raises BadInput for a release that does not verify, or of which no original can be made up; BadDestination where the
    file cannot be written; BadParameter for fewer than one sample, and for a warehouse.
    Source: Terrovitis et al., sections 3 and 6.
    """
    only_in_duckdb("reconstruct", given.db)
    destination = _free(Path(given.out), given.overwrite, [given.release], "reconstruct")
    with (given.settings or Settings()).engine() as engine:
        tables, _ = _holding(engine, destination_of(given.release, given.db))
        release = prepare(engine, tables)
        originals = reconstructions(engine, release, given.samples, given.seed or secrets.token_hex(16))
        count = engine.count(originals)
        ending = "s" if given.samples > 1 else ""
        rows = _Rows(f"inference/write/original{ending}_{{}}", {"samples": originals}, "reconstruct")
        _write(engine, rows, destination, given.overwrite, [given.release])
    return Reconstruction(str(given.out), given.samples, count)


@public(Estimate)
def estimate(given: Estimate) -> Estimates:
    """Estimate how many records of the source hold itemsets, from a disassociated release alone.

    One of ``items``, ``itemsets`` and ``top`` says which.

    OPTIONS

    Cost: joins the itemsets with the rows of the release, for all of them at once; ``top`` mines the release besides.
    Raises BadInput for a release that does not verify, or of which no original can be made up; BadParameter where it is
    not said which itemsets, and for a warehouse; BadDestination where the file cannot be written.
    Source: Terrovitis et al., section 6; see :func:`setanon_sql.inference.reconstruct.estimate`.
    """
    only_in_duckdb("estimate", given.db)
    if sum(map(bool, (given.items, given.itemsets, given.top))) != 1:
        raise BadParameter("say which itemsets", "one of --items a,b (may be repeated), --itemsets FILE, --top N")
    reads = [given.release, given.itemsets]
    destination = None if given.out is None else _free(Path(given.out), given.overwrite, reads, "estimate")
    with (given.settings or Settings()).engine() as engine:
        tables, promise = _holding(engine, destination_of(given.release, given.db))
        with one_state(engine, given.itemsets):
            itemsets = _itemsets(engine, tables, given)
        estimates = estimated(engine, tables, itemsets)
        unknown = unknown_supports(engine, tables, itemsets, promise.sensitive or (), promise.model.diversity)
        rows = engine.table("inference/write/estimate_rows", itemsets=itemsets, estimates=estimates, unknown=unknown)
        count = engine.count(rows)
        if destination is not None:
            written = _Rows("inference/write/estimates_{}", {"estimates": rows}, "estimate")
            _write(engine, written, destination, given.overwrite, reads)
            return Estimates(count, out=str(given.out))
        listed = engine.rows("inference/write/listed_estimates", estimates=rows)
        return Estimates(count, tuple(ItemsetEstimate(one, tuple(labels), *more) for one, labels, *more in listed))


def _itemsets(engine: DuckDBEngine, tables: FolderTables, given: Estimate) -> Table:
    """Return the itemsets to estimate: ``itemset_id, item`` (label)."""
    if given.top:
        return _most_certain(engine, tables, given.top)
    if given.itemsets is not None:
        source = open_source(engine, without_index(given.itemsets), SourceOptions(record_id="itemset_id"))
        return engine.table("inference/estimate/asked_itemsets", transactions=source.transactions, items=source.items)
    pairs = [(number, item) for number, labels in enumerate(given.items, 1) for item in dict.fromkeys(labels)]
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
