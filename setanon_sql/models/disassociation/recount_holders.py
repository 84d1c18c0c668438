"""Does no sensitive item have more holders in a cluster than it may? Who they are the release does not tell.

The owner of a release counts them by the source and the ledger, and whoever makes one by the source and the clusters of
its records. The released files alone tell where a cluster is so small that no possible original has k of them.
"""

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.verify.pieces import HolderCounts, Holders


def holders_by_ledger(engine: Engine, clusters: Table, sensitive: Table, *, source: Table, ledger: Table) -> Holders:
    """Return who holds which ``sensitive`` item (``label``), as the owner's source and ledger tell.

    ``clusters``: ``cluster_id, kind, size`` of the release. ``source``: ``record_id, item`` (label) of these items.
    ``ledger``: ``record_id, item, action, label, cause``. Cost: linear in the rows of the ledger.
    """
    inputs = {"ledger": ledger, "sensitive": sensitive}
    rows = engine.table("verify/pieces_diversity/ledger_holders", clusters=clusters, **inputs)
    (faults,) = engine.answer("verify/pieces_diversity/ledger_faults", named_rows=source, holders=rows, **inputs)
    (misplaced,) = engine.answer("verify/pieces_diversity/ledger_sizes", ledger=ledger, holders=rows, clusters=clusters)
    return Holders(rows, faults + misplaced)


def count_holders(
    engine: Engine, holders: Holders | None, model: PiecesParameters, *, clusters: Table, terms: Table, sensitive: Table
) -> HolderCounts:
    """Count the clusters and items with more holders than a model lets them have.

    ``holders``: None where they are not known. ``clusters``: ``cluster_id, size``. ``terms``: ``cluster_id, item``
    (label). ``sensitive``: ``label``. Cost: linear in their rows.
    """
    assert model.diversity is not None
    terms_and_labels = {"terms": terms, "sensitive": sensitive}
    least = {"k": model.k, "diversity": model.diversity}
    many_terms, too_small = engine.answer(
        "verify/pieces_diversity/sensitive_terms", clusters=clusters, **terms_and_labels, **least
    )
    if holders is None:
        return HolderCounts(too_small, many_terms)
    (too_many,) = engine.answer(
        "verify/pieces_diversity/too_many_holders",
        holders=holders.rows,
        clusters=clusters,
        diversity=least["diversity"],
    )
    (unmatched,) = engine.answer("verify/pieces_diversity/unmatched_terms", holders=holders.rows, **terms_and_labels)
    (overfull,) = engine.answer("verify/pieces_diversity/full_clusters", holders=holders.rows, clusters=clusters)
    return HolderCounts(too_small + too_many, faults=holders.faults + unmatched + overfull)


def count_holder_persons(engine: Engine, holders: Holders, records: Table, model: PiecesParameters) -> int:
    """Count the clusters and items with more persons who hold the item than a model lets there be.

    ``records``: ``cluster_id, person`` of each record of a release. Raises AssertionError where persons are not known.
    """
    assert holders.persons is not None
    assert model.diversity is not None
    (too_many,) = engine.answer(
        "verify/pieces_diversity/too_many_persons",
        holders=holders.rows, persons=holders.persons, records=records, k=model.k, diversity=model.diversity,
    )  # fmt: skip
    return too_many
