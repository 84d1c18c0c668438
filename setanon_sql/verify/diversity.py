"""Does no sensitive item have more holders in a cluster than it may? Who they are the release does not tell.

The owner of a release counts them by the source and the ledger, and whoever makes one by the source and the clusters of
its records. The released files alone tell where a cluster is so small that no possible original has k of them.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.models import Disassociation
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class Holders:
    """Who holds which sensitive item in which cluster.

    ``rows``: ``record_id, cluster_id, item`` (label). ``faults``: occurrences of which the ledger they are from tells
    another thing than the source.
    """

    rows: Table
    faults: int = 0


@dataclass(frozen=True)
class HolderCounts:
    """What was counted of the holders of sensitive items.

    ``too_many``: clusters and items with more than there may be, or of so few records that k would be too many.
    ``unknown``: those of which nobody knows. ``faults``: what does not fit the release in that which was given to count
    them by.
    """

    too_many: int
    unknown: int = 0
    faults: int = 0


def holders_by_ledger(engine: Engine, clusters: Table, sensitive: Table, *, source: Table, ledger: Table) -> Holders:
    """Return who holds which ``sensitive`` item (``label``), as the owner's source and ledger tell.

    ``clusters``: ``cluster_id, kind`` of the release. ``source``: ``record_id, item`` (label) of these items.
    ``ledger``: ``record_id, item, action, cause``. Cost: linear in the rows of the ledger.
    """
    told = {"ledger": ledger, "sensitive": sensitive}
    rows = engine.table("verify/disassociation_diversity/ledger_holders", clusters=clusters, **told)
    (faults,) = engine.answer("verify/disassociation_diversity/ledger_faults", named_rows=source, holders=rows, **told)
    return Holders(rows, faults)


def count_holders(
    engine: Engine, holders: Holders | None, model: Disassociation, *, clusters: Table, terms: Table, sensitive: Table
) -> HolderCounts:
    """Count the clusters and items with more holders than a model lets them have.

    ``holders``: None where they are not known. ``clusters``: ``cluster_id, size``. ``terms``: ``cluster_id, item``
    (label). ``sensitive``: ``label``. Cost: linear in their rows.
    """
    asked = {"terms": terms, "sensitive": sensitive}
    least = {"k": model.k, "diversity": model.diversity or 1}
    found, too_small = engine.answer(
        "verify/disassociation_diversity/sensitive_terms", clusters=clusters, **asked, **least
    )
    if holders is None:
        return HolderCounts(too_small, found)
    (too_many,) = engine.answer(
        "verify/disassociation_diversity/too_many_holders",
        holders=holders.rows,
        clusters=clusters,
        diversity=least["diversity"],
    )
    (unmatched,) = engine.answer("verify/disassociation_diversity/unmatched_terms", holders=holders.rows, **asked)
    (overfull,) = engine.answer(
        "verify/disassociation_diversity/full_clusters", holders=holders.rows, clusters=clusters
    )
    return HolderCounts(too_small + too_many, faults=holders.faults + unmatched + overfull)
