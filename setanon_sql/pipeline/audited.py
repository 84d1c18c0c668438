"""What an audit reads: data, or a release, whose labels are inner nodes of its taxonomy by design."""

from pathlib import Path
from typing import Any

from setanon_sql.audit import KmAudit, audit_km
from setanon_sql.audit.matching import REPORT_SETS
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, scoped
from setanon_sql.errors import SetanonError
from setanon_sql.guarantees import KmAnonymity
from setanon_sql.options.km import KmExtras
from setanon_sql.pipeline.opening import fitted, opened
from setanon_sql.pipeline.publishing import place_of
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.taxonomy.inner import inner_items
from setanon_sql.verify.readers import reader_at


def opened_to_audit(
    engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions, taxonomy: Taxonomy | None
) -> Dataset:
    """Open a source; where an item is an inner node of the taxonomy, it is a release, or :func:`fitted` says more."""
    dataset = opened(engine, source, options)
    if taxonomy is None:
        return dataset
    labels = [str(label) for _, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)]
    if inner_items(taxonomy, labels) and _is_release(engine, source, options):
        return dataset
    return fitted(dataset, taxonomy, options)


@scoped
def _is_release(engine: DuckDBEngine | Warehouse, source: Any, options: SourceOptions) -> bool:
    """Return whether a manifest stands beside a source that was made for these very rows."""
    if not isinstance(source, str | Path) or options.query:
        return False
    try:
        reader = reader_at(engine, place_of(source, options.db, options.db))
        promise = reader.promise()
        tables = reader.read(promise.shape, promise.separator)
        return promise.shape.single and reader.fingerprints(promise.shape, tables) == promise.sha256
    except SetanonError:
        return False


def audited_before(dataset: Dataset, model: KmAnonymity) -> KmAudit:
    """Audit a source for the report of its release: who is at risk and who is singled out, before anything is done."""
    dataset.engine.trace.begin_phase("auditing the source for the report, before anything is changed")
    return audit_km(dataset, model, extras=KmExtras(unicity=True), matching=REPORT_SETS)
