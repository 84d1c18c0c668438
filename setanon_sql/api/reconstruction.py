"""What a release tells about its source: possible originals of one in pieces, and estimates of supports."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from setanon_sql.counting.itemsets import top_itemsets
from setanon_sql.engine import DuckDBEngine, scoped
from setanon_sql.errors import BadDestination, BadInput, BadParameter
from setanon_sql.inference.reconstruct import prepare, reconstructions
from setanon_sql.inference.results import Estimate, Estimates, Reconstruction
from setanon_sql.measures.itemsets import read_itemsets
from setanon_sql.options.public import public
from setanon_sql.options.releases import EstimateItemsets, Reconstruct
from setanon_sql.pipeline.estimating import EstimatedRelease, estimated_release, read_verified
from setanon_sql.pipeline.opening import one_state, only_in_duckdb
from setanon_sql.pipeline.publishing import destination_of
from setanon_sql.pipeline.released import Standing
from setanon_sql.query.templates import Table
from setanon_sql.registry import in_pieces, promising
from setanon_sql.release.file_checks import check_release_free
from setanon_sql.release.files import DELIMITERS, copy, form_of_copy
from setanon_sql.release.manifest import file_manifest
from setanon_sql.release.recovery import recover_interrupted
from setanon_sql.release.sidecar import publish_with_manifest
from setanon_sql.release.staging import hold_folders, staging
from setanon_sql.settings import Settings
from setanon_sql.sources.files import paths_in
from setanon_sql.text import count_of, either, worded
from setanon_sql.verify.contents import fingerprint


@public(Reconstruct)
def reconstruct(request: Reconstruct) -> Reconstruction:
    """Make up possible originals of a release in pieces, at random, and write them to one file.

    The file has the columns ``record_id, item``, and ``sample_id`` before them where there is more than one original.

    OPTIONS

    Cost: some joins over the rows of the release for each original; linear in the rows and in ``samples``.
    Raises BadInput for a release that does not verify, or of which no original can be made up; BadDestination where the
    file cannot be written; BadParameter for fewer than one sample, and for a warehouse.
    Source: Terrovitis et al., sections 3 and 6.
    """
    only_in_duckdb("reconstruct", request.db)
    destination = _free(Path(request.out), request.overwrite, [request.release], "reconstruct")
    with (request.settings or Settings()).engine() as engine:
        tables, _ = read_verified(engine, destination_of(request.release, request.db))
        release = prepare(engine, tables)
        originals = reconstructions(engine, release, request.samples, request.seed or secrets.token_hex(16))
        count = engine.count(originals)
        ending = "s" if request.samples > 1 else ""
        rows = _Rows(f"inference/write/original{ending}_{{}}", {"samples": originals}, "reconstruct")
        _write(engine, rows, destination, request.overwrite, [request.release])
    return Reconstruction(str(request.out), request.samples, count)


@public(EstimateItemsets)
@worded(models=either([f"``{name}``" for name in (*in_pieces(), *promising("shows_whole_records"))]))
def estimate(request: EstimateItemsets) -> Estimates:
    """Estimate how many records of the source hold itemsets, from a release alone: certain, expected, at most.

    The release is one of {models}. One of ``items``, ``itemsets`` and ``top`` says
    which itemsets. Of generalized items the meaning table beside the release tells what labels may stand for.

    OPTIONS

    Cost: joins the itemsets with the rows of the release, for all of them at once; ``top`` mines the release besides.
    Raises BadInput for a release that does not verify, of which no original can be made up, or that has none of the
    items; BadParameter where it is not said which itemsets, and for a warehouse; BadDestination where the file cannot
    be written.
    Source: Terrovitis et al., section 6; see :func:`setanon_sql.inference.reconstruct.estimate`.
    """
    only_in_duckdb("estimate", request.db)
    if sum(map(bool, (request.items, request.itemsets, request.top))) != 1:
        raise BadParameter("say which itemsets", "one of <items>, <itemsets>, <top>")
    reads = [request.release, request.itemsets]
    destination = None if request.out is None else _free(Path(request.out), request.overwrite, reads, "estimate")
    with (request.settings or Settings()).engine() as engine:
        released = estimated_release(engine, destination_of(request.release, request.db))
        with one_state(engine, request.itemsets):
            itemsets, names = _itemsets(engine, released, request)
        _look_for_items(engine, released.askable, itemsets)
        estimates = released.estimates(itemsets)
        rows = engine.table("inference/write/estimate_rows", itemsets=itemsets, names=names, estimates=estimates)
        count = engine.count(rows)
        model = released.model
        if destination is not None:
            written = _Rows("inference/write/estimates_{}", {"estimates": rows}, "estimate")
            _write(engine, written, destination, request.overwrite, reads)
            return Estimates(model, count, out=str(request.out))
        listed = engine.rows("inference/write/listed_estimates", estimates=rows)
        estimates_of = [Estimate(number, query, tuple(labels), *more) for number, query, labels, *more in listed]
        return Estimates(model, count, tuple(estimates_of))


def _itemsets(engine: DuckDBEngine, release: EstimatedRelease, request: EstimateItemsets) -> tuple[Table, Table]:
    """Return the itemsets to estimate: ``itemset_id, item`` (label), and their names: ``itemset_id, query``."""
    if request.itemsets is not None:
        requested = read_itemsets(engine, request.itemsets, "<itemsets>")
        itemsets = engine.load_rows("itemsets", {"itemset_id": int, "item": str}, requested.rows)
        names = engine.load_rows("names", {"itemset_id": int, "query": str}, [*requested.names.items()])
        return itemsets, names
    if request.top:
        itemsets = _most_certain(engine, release, request.top)
    else:
        pairs = [(number, item) for number, labels in enumerate(request.items, 1) for item in dict.fromkeys(labels)]
        itemsets = engine.load_rows("itemsets", {"itemset_id": int, "item": str}, pairs)
    return itemsets, engine.table("inference/estimate/numbers", itemsets=itemsets)


@scoped
def _look_for_items(engine: DuckDBEngine, labels: Table, itemsets: Table) -> None:
    """Note items that the release does not have; raises BadInput where it has none of them."""
    requested, known_items = engine.row("inference/estimate/known_items", itemsets=itemsets, labels=labels)
    if requested and not known_items:
        raise BadInput("the release has none of these items", "are they spelled as in its files? Case counts")
    if missing := requested - known_items:
        items = count_of(missing, "item is", "items are")
        engine.trace.note(f"{items} not in the release: no record is expected to hold an itemset with such an item")


@scoped
def _most_certain(engine: DuckDBEngine, release: EstimatedRelease, top: int) -> Table:
    """Return the itemsets that are certain in most records or pieces."""
    rows = engine.table("counting/top_itemsets/one_dataset", rows=release.certain_rows(), draw=0)
    leading = top_itemsets(engine, rows, top)
    return engine.table("inference/estimate/members", top=leading, labels=release.labels)


def _free(destination: Path, overwrite: bool, reads: Sequence[Standing | None], kind: str) -> Path:
    """Return a destination; raises BadDestination where it cannot be written, or what is there must stay."""
    if destination.suffix.lower() not in {".parquet", *DELIMITERS}:
        raise BadDestination(f"{destination.name} cannot be written", "use .parquet, .csv or .tsv")
    recover_interrupted(destination)
    check_release_free(destination, overwrite=overwrite, inputs=paths_in(reads), kind=kind)
    return destination


@dataclass(frozen=True)
class _Rows:
    """Rows to write: ``query`` names the template by the form of the file, ``tables`` are its slots."""

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
        with hold_folders(destination):
            old = check_release_free(destination, overwrite=overwrite, inputs=paths_in(reads), kind=rows.method)
            publish_with_manifest(staged, destination, fields, old)
