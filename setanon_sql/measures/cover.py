"""What covered items a release in pieces has, and what it cost to have none.

``pem``: vulnerable record chunks / record chunks; a record chunk is vulnerable where an item of it is covered and its
cluster has another record chunk. It does not apply where there are no record chunks.
``rlm``: occurrences lost / occurrences in record and shared chunks before the release was made safe; the manifest of a
safe release tells these. It does not apply to another release.
``rae``: relative association error, which is ``re`` of :mod:`setanon_sql.measures.pieces`.

Source: Awad, al Bouna, Couchot and Philippe, Safe Disassociation of Set-Valued Datasets, section 5.1.
"""

from setanon_sql.engine import Engine, scoped
from setanon_sql.measures.results import Measures
from setanon_sql.verify.cover import count_covers
from setanon_sql.verify.pieces import FolderTables, covers_of


@scoped
def safe_utility(engine: Engine, release: FolderTables, before: int | None, measured: Measures) -> Measures:
    """Return what safety cost, and what is left to do: ``pem``, ``rlm`` and ``rae``, where they apply.

    ``release``: its three tables in ``engine``.
    ``before``: occurrences in record and shared chunks before the release was made safe, as its manifest tells; None
    where it does not.
    ``measured``: the other measures of the release (its ``re`` is ``rae``).

    Cost: linear in the rows of the release.
    Source: Awad et al., section 5.1.
    """
    covers = covers_of(engine, release)
    cover_counts = count_covers(engine, covers)
    return Measures(
        pem=cover_counts.vulnerable_record_chunks / cover_counts.record_chunks if cover_counts.record_chunks else None,
        rlm=(before - engine.count(release.subrecords)) / before if before else None,
        rae=measured.re,
    )
