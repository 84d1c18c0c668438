"""What an audit reads: data, or a release, whose labels are inner nodes of its taxonomy by design."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, scoped
from setanon_sql.errors import SetanonError
from setanon_sql.pipeline.opening import fitted, opened
from setanon_sql.pipeline.publishing import place_of
from setanon_sql.registry import function, promises
from setanon_sql.results import Audited
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


def audited_before(dataset: Dataset, model: str, options: Mapping[str, Any]) -> Audited:
    """Audit a source for the report of its release, before anything is done: against a model with such ``options``."""
    dataset.engine.trace.begin_phase("auditing the source for the report, before anything is changed")
    promise = promises()[model].from_options(options)
    audit: Audited = function(model, "audit", "audit_source")(dataset, promise)
    return audit
