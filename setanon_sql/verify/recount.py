"""Recount the tables of a release against a model: what a check finds, without looking at any promise about them."""

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table
from setanon_sql.registry import function
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.text import count_of
from setanon_sql.verify.claims import HELD, MISFIT, OTHER_LEDGER, PERSONS_OF_PIECES, RANDOM_PIECES, UNLISTED
from setanon_sql.verify.counted import ModelRecount, Recount
from setanon_sql.verify.disassociation import FolderCounts, FolderTables, count_folder
from setanon_sql.verify.diversity import Holders
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.persons import counts_persons, persons_of_release, unknown_persons
from setanon_sql.verify.pieces_persons import PieceOwners


@scoped
def recount(engine: Engine, lines: Table, model: ModelParameters, inputs: VerificationInputs | None = None) -> Recount:
    """Count a long release (``record_id, item``, and ``group_id`` where records are in groups) against its model.

    ``inputs`` is what rho-uncertainty keeps hidden, and whose records these are: without that a model of persons is
    counted over records, and that stays open. NULLs and duplicate rows are problems of their own; the model is counted
    over the rest.
    """
    rows, records, nulls, duplicates = engine.row("verify/equal_records/structure", lines=lines)
    counts = {"records": int(records), "rows": int(rows)}
    problems = [f"{count_of(int(nulls), 'row lacks', 'rows lack')} a record or an item"] if nulls else []
    problems += [f"{count_of(int(duplicates), 'row repeats', 'rows repeat')} an earlier row"] if duplicates else []
    whole = _distinct_lines(engine, lines, model) if problems else lines
    more = _count_against(engine, whole, model, inputs)
    problems += [more.problem] if more.problem else []
    unknown = (*more.unknown, *unknown_persons(model, inputs))
    return Recount(counts | more.counts, tuple(problems), unknown=unknown)


def _distinct_lines(engine: Engine, lines: Table, model: ModelParameters) -> Table:
    """Return the rows that lack nothing, each once."""
    if model.records == "grouped":
        return engine.table("verify/equal_records/distinct_grouped_lines", lines=lines)
    return engine.table("verify/equal_records/distinct_lines", lines=lines)


def _count_against(
    engine: Engine, lines: Table, model: ModelParameters, inputs: VerificationInputs | None
) -> ModelRecount:
    """Count against the model as its room does."""
    persons = persons_of_release(engine, lines, inputs) if counts_persons(model) else None
    counted: ModelRecount = function(model.name, "recount", "count")(engine, lines, model, inputs, persons)
    return counted


def recount_pieces(
    engine: Engine,
    tables: FolderTables,
    model: PiecesParameters,
    sensitive: Table | None = None,
    holders: Holders | None = None,
    *,
    owners: PieceOwners | None = None,
) -> Recount:
    """Count a disassociated release against its model; ``sensitive`` (``label``) has to be in term chunks only.

    ``holders``: who holds that; None: nobody knows. ``owners``: whose the pieces are; None: likewise.
    """
    folder = count_folder(engine, tables, model, sensitive, holders, owners=owners)
    larger = folder.counts["largest_cluster"] >= model.cluster_size
    size_unchecked = [
        "whether clusters of cluster_size records or more had to be: those under k are merged into others"
    ]
    return Recount(
        folder.counts,
        tuple(problems(folder, model)),
        folder,
        (*(size_unchecked if larger else ()), RANDOM_PIECES),
        unknown_of_pieces(folder, model, is_listed=sensitive is not None),
    )


def unknown_of_pieces(folder: FolderCounts, model: PiecesParameters, *, is_listed: bool) -> tuple[str, ...]:
    """Return a sentence for each part of the guarantee that could not be counted.

    ``is_listed``: it is known what has to be in term chunks only.
    """
    holders = unknown_holders(folder, model) if is_listed or not model.sensitive else (UNLISTED,)
    if not model.person or folder.misfits == 0:
        return holders
    return (*holders, PERSONS_OF_PIECES if folder.misfits is None else OTHER_LEDGER)


def unknown_holders(folder: FolderCounts, model: PiecesParameters) -> tuple[str, ...]:
    """Return a sentence where the holders of sensitive items, of which something is promised, could not be counted."""
    if folder.holders is None:
        return ()
    if folder.holders.faults:
        return (MISFIT.format(model.diversity),)
    return (HELD.format(model.diversity),) if folder.holders.unknown else ()


def problems(folder: FolderCounts, model: PiecesParameters) -> list[str]:
    """Return a sentence for each check of a disassociated release that failed."""
    rare = f"a set of at most {count_of(model.m, 'item')} that fewer than {model.k}"
    in_cluster = f"of a cluster hold a sensitive item, or would if {model.k} did"
    repeat = "an item from below and"
    what = {
        "chunk_km": ("chunk holds", "chunks hold", f"{rare} subrecords hold"),
        "subrecord_count": ("cluster has", "clusters have", "too few subrecords and no term (Lemma 2)"),
        "joint_property": (
            f"shared chunk repeats {repeat} has", f"shared chunks repeat {repeat} have",
            f"fewer than {model.k} equal subrecords",
        ),
        "structure": ("fault", "faults", "in how clusters, chunks and terms fit together"),
        "cover": ("chunk has", "chunks have", "an item that never occurs without the others (promised: none)"),
        "sensitive": (
            "sensitive item is", "sensitive items are",
            "in record or shared chunks (promised: in term chunks only)",
        ),
        "diversity": ("time", "times", f"more than one in {model.diversity} records {in_cluster}"),
        "diversity_persons": ("time", "times", f"more than one in {model.diversity} persons {in_cluster}"),
        "unrefined": ("joint cluster is", "joint clusters are", "there (promised: none, refine = false)"),
        "cluster_persons": ("cluster has", "clusters have", f"records of fewer than {model.k} persons"),
        "chunk_persons": ("chunk holds", "chunks hold", f"{rare} persons hold"),
        "joint_persons": (
            f"shared chunk repeats {repeat} has", f"shared chunks repeat {repeat} have",
            f"subrecords of fewer than {model.k} persons",
        ),
    }  # fmt: skip
    broken = {name: n for name, n in folder.by_check.items() if n and (name != "cover" or model.safe)}
    return [f"{count_of(n, *what[name][:2])} {what[name][2]}" for name, n in broken.items()]
