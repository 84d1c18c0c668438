"""Does a release in pieces keep what it promises? The faults are counted in ``recount_faults``, and told here."""

from dataclasses import replace

from setanon_sql.engine import Engine
from setanon_sql.errors import BadInput
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.models.disassociation.recount_holders import holders_by_ledger
from setanon_sql.models.disassociation.recount_persons import owners_by_ledger
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.registry.pieces import BAD_CHUNKS, PiecesParameters
from setanon_sql.text import count_of
from setanon_sql.verify.claims import HELD, MISFIT, OTHER_LEDGER, PERSONS_OF_PIECES, RANDOM_PIECES, UNLISTED
from setanon_sql.verify.counted import Recount
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.piece_reading import listed_labels
from setanon_sql.verify.pieces import FolderCounts, FolderTables, Holders, PieceOwners, clusters_above
from setanon_sql.verify.promise import PiecesPromise


def count_promised(
    engine: Engine, promise: PiecesPromise, tables: FolderTables, owner_inputs: VerificationInputs | None
) -> Recount:
    """Count a release against its promise, with what its owner gave; raises BadInput for what makes no sense."""
    sensitive = _term_labels(engine, promise, owner_inputs)
    holders = _holders(engine, tables.clusters, sensitive, owner_inputs) if sensitive and owner_inputs else None
    owners = _owners(engine, promise, tables, owner_inputs) if owner_inputs else None
    return count_pieces(engine, tables, promise.model, sensitive, holders, owners=owners)


def _owners(
    engine: Engine, promise: PiecesPromise, tables: FolderTables, owner_inputs: VerificationInputs
) -> PieceOwners | None:
    """Return whose the pieces are, where the owner gave the persons of the source and the ledger."""
    if owner_inputs.persons is not None:
        raise BadInput(
            "<link> names released records, and a disassociated release has none",
            "give <source>, <person> and <ledger>",
        )
    if owner_inputs.source_persons is None or owner_inputs.ledger is None or not promise.model.person:
        return None
    above, _ = clusters_above(engine, tables.clusters)
    return owners_by_ledger(
        engine, tables.clusters, tables.subrecords, above,
        persons=owner_inputs.source_persons, ledger=owner_inputs.ledger, safe=promise.model.safe,
    )  # fmt: skip


def _holders(engine: Engine, clusters: Table, sensitive: Table, owner_inputs: VerificationInputs) -> Holders | None:
    """Return who holds sensitive items, where the owner gave the source and the ledger."""
    if owner_inputs.original is None or owner_inputs.ledger is None:
        return None
    by_ledger = {"source": owner_inputs.original, "ledger": owner_inputs.ledger}
    return replace(holders_by_ledger(engine, clusters, sensitive, **by_ledger), persons=owner_inputs.source_persons)


def _term_labels(engine: Engine, promise: PiecesPromise, owner_inputs: VerificationInputs | None) -> Table | None:
    """Return the labels that have to be in term chunks only: those of the manifest, and those that its owner gave."""
    if owner_inputs and owner_inputs.wishes:
        raise BadInput("<sensitive> names persons", "disassociation protects items for everybody: one column item")
    listed = listed_labels(engine, promise)
    owner_labels = owner_inputs.sensitive if owner_inputs else None
    if listed and owner_labels:
        engine.append(listed, all_rows(owner_labels))
    return listed or owner_labels


def count_pieces(
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
        BAD_CHUNKS: ("chunk holds", "chunks hold", f"{rare} subrecords hold"),
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
