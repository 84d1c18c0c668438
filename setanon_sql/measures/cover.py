"""What covered items a disassociated release has, and what it cost to have none.

======= =========================================================================================================
``pem`` vulnerable record chunks / record chunks; a record chunk is vulnerable where an item of it is covered and
        its cluster has another record chunk. Absent where there are no record chunks
``rlm`` occurrences lost / occurrences in record and shared chunks before the release was made safe; the manifest of a
        safe release tells these. Absent for a release that is not
``rae`` relative association error: ``re`` of :mod:`setanon_sql.measures.disassociated`, between source and release
======= =========================================================================================================

Source: Awad, al Bouna, Couchot and Philippe, Safe Disassociation of Set-Valued Datasets, section 5.1.
"""

from collections.abc import Mapping

from setanon_sql.engine import Engine
from setanon_sql.verify.cover import count_covers
from setanon_sql.verify.disassociation import FolderTables, covers_of


def safe_utility(
    engine: Engine, release: FolderTables, before: int | None, measured: Mapping[str, float]
) -> dict[str, float]:
    """Return the measures that apply; ``before`` is the number of occurrences in chunks that a manifest tells."""
    covers = covers_of(engine, release)
    found = count_covers(engine, covers)
    engine.drop(covers)
    measures = {"pem": found.vulnerable_record_chunks / found.record_chunks} if found.record_chunks else {}
    if before:
        measures["rlm"] = (before - engine.count(release.subrecords)) / before
    return measures | ({"rae": measured["re"]} if "re" in measured else {})
