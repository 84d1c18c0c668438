"""Recount the tables of a release against a model: what a check finds, without looking at any promise about them."""

from setanon_sql.engine import Engine
from setanon_sql.errors import BadInput
from setanon_sql.models import AdaptiveRho, Disassociation, KmAnonymity, RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.verify.adaptive import count_adaptive
from setanon_sql.verify.claims import HELD, MISFIT, RANDOM_PIECES, UNLISTED
from setanon_sql.verify.counted import Counted, Recount
from setanon_sql.verify.disassociation import FolderCounts, FolderTables, count_folder
from setanon_sql.verify.diversity import Holders
from setanon_sql.verify.km import count_km
from setanon_sql.verify.rho import VerificationInputs, count_rho

Model = KmAnonymity | RhoUncertainty | AdaptiveRho


def recount(engine: Engine, lines: Table, model: Model, inputs: VerificationInputs | None = None) -> Recount:
    """Count a long release (``record_id, item``, and ``group_id`` of an adaptive one) against its model.

    ``inputs`` is what rho-uncertainty keeps hidden. NULLs and duplicate rows are problems of their
    own; the model is counted over the rest.
    """
    rows, records, nulls, duplicates = engine.row("verify/equal_records/structure", lines=lines)
    counts = {"records": int(records), "rows": int(rows)}
    problems = [f"{int(nulls)} rows lack a record or an item"] if nulls else []
    problems += [f"{int(duplicates)} rows repeat an earlier row"] if duplicates else []
    whole = _distinct(engine, lines, model) if problems else lines
    more = _against(engine, whole, model, inputs)
    engine.drop(whole if problems else None)
    problems += [more.problem] if more.problem else []
    return Recount(counts | more.counts, tuple(problems))


def _distinct(engine: Engine, lines: Table, model: Model) -> Table:
    """Return the rows that lack nothing, each once."""
    if isinstance(model, AdaptiveRho):
        return engine.table("verify/adaptive/distinct_lines", lines=lines)
    return engine.table("verify/equal_records/distinct_lines", lines=lines)


def _against(engine: Engine, lines: Table, model: Model, inputs: VerificationInputs | None) -> Counted:
    if isinstance(model, KmAnonymity):
        return count_km(engine, lines, model)
    if isinstance(model, AdaptiveRho):
        return count_adaptive(engine, lines, model)
    if inputs is None:
        raise BadInput(
            "the release keeps personal wishes, and these are not in it: it cannot be checked by itself",
            "its owner can check it with --source and --sensitive",
        )
    return count_rho(engine, lines, model, inputs)


def recount_pieces(
    engine: Engine,
    tables: FolderTables,
    model: Disassociation,
    sensitive: Table | None = None,
    holders: Holders | None = None,
) -> Recount:
    """Count a disassociated release against its model; ``sensitive`` (``label``) has to be in term chunks only.

    ``holders``: who holds that; None: nobody knows.
    """
    found = count_folder(engine, tables, model, sensitive, holders)
    larger = found.counts["largest_cluster"] >= model.cluster_size
    told = ["whether clusters of cluster_size records or more had to be: those under k are merged into others"]
    return Recount(
        found.counts,
        tuple(problems(found, model)),
        found,
        (*(told if larger else ()), RANDOM_PIECES),
        (UNLISTED,) if model.sensitive and sensitive is None else unknown_holders(found, model),
    )


def unknown_holders(found: FolderCounts, model: Disassociation) -> tuple[str, ...]:
    """Return a sentence where the holders of sensitive items, of which something is promised, could not be counted."""
    if found.holders is None:
        return ()
    if found.holders.faults:
        return (MISFIT.format(model.diversity),)
    return (HELD.format(model.diversity),) if found.holders.unknown else ()


def problems(found: FolderCounts, model: Disassociation) -> list[str]:
    """Return a sentence for each check of a disassociated release that failed."""
    what = {
        "chunk_km": f"chunks hold a set of at most {model.m} items that fewer than {model.k} subrecords hold",
        "subrecord_count": "clusters have too few subrecords and no term (Lemma 2)",
        "joint_property": f"shared chunks repeat an item from below and have fewer than {model.k} equal subrecords",
        "structure": "faults in how clusters, chunks and terms fit together",
        "cover": "chunks have an item that never occurs without the others (promised: none)",
        "sensitive": "sensitive items are in record or shared chunks (promised: in term chunks only)",
        "diversity": f"times more than one in {model.diversity} records of a cluster hold a sensitive item, "
        f"or would if {model.k} did",
        "unrefined": "joint clusters are there (promised: none, refine = false)",
    }
    return [f"{n} {what[name]}" for name, n in found.by_check.items() if n and (name != "cover" or model.safe)]
