"""Fingerprints of what a release is made from, as it is read: they tell whether it changed."""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import read_decisions
from setanon_sql.engine import DuckDBEngine, Warehouse, scoped
from setanon_sql.errors import BadInput
from setanon_sql.files.regular import read_regular
from setanon_sql.layout import LONG
from setanon_sql.pipeline.opening import tree_of
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sensitive.constraint import read_named
from setanon_sql.sources import SourceOptions
from setanon_sql.verify.contents import table_fingerprints


def fingerprints(
    dataset: Dataset, options: SourceOptions, keyed: Callable[[str], str], named: Mapping[str, str | Path]
) -> dict[str, str]:
    """Return the fingerprints of a source and of what was ``named`` beside it, by the options that name it.

    ``keyed``: returns the keyed fingerprint of a text. A taxonomy that is a file has its plain sha256. Factors, a
    mapping and a workload have a fingerprint where they are files.
    """
    digests = {"source": keyed(_of_source(dataset))}
    for name, place in named.items():
        if name == "taxonomy":
            digests[name] = _of_file(place) or keyed(_of_tree(dataset, place, options))
        elif name == "sensitive":
            digests[name] = keyed(_of_file(place) or _of_sensitive(dataset, place, options))
        elif name in {"constraints", "weights"}:
            decisions = read_decisions(dataset.engine, options=options, **{name: place})
            digests[name] = keyed(json.dumps(sorted([row.item, row.rule, row.level] for row in decisions.rows)))
        elif isinstance(place, Path):
            digests[name] = keyed(_of_file(place))
    return digests


@scoped
def _of_source(dataset: Dataset) -> str:
    """Return the digest of all records, their items and persons; it depends neither on their order nor the engine."""
    engine = dataset.engine
    rows = engine.table("release/shapes/labelled", published=dataset.transactions, labels=dataset.items)
    digest = f"{dataset.records} {_digest(dataset, rows)}"
    if dataset.persons is None:
        return digest
    persons = engine.table("sources/persons/labelled", persons=dataset.persons)
    return f"{digest} {_digest(dataset, persons)}"


def _digest(dataset: Dataset, rows: Table) -> str:
    return table_fingerprints(dataset.engine, LONG, {"": rows})[""]


def _of_sensitive(dataset: Dataset, sensitive: str | Path, options: SourceOptions) -> str:
    """Return what a table says is sensitive, as it is written there."""
    engine = dataset.engine
    rows = read_named(engine, sensitive, options)
    if rows.personal:
        return _digest(dataset, engine.view(columns_of(rows.table, record_id="source_id", item="label")))
    return json.dumps(sorted({str(label) for (label,) in engine.rows(columns_of(rows.table, "label"))}))


def _of_tree(dataset: Dataset, tree: str | Path, options: SourceOptions) -> str:
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    return json.dumps(sorted(tree_of(engine, tree, options).parent.items()))


def _of_file(place: str | Path) -> str:
    """Return the sha256 of a file; empty where a table is named."""
    if not isinstance(place, Path):
        return ""
    try:
        return hashlib.sha256(read_regular(place)).hexdigest()
    except OSError as error:
        raise BadInput(f"{place.name} cannot be read: {error.strerror}", "check the path") from error
