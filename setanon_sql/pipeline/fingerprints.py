"""Fingerprints of what a release is made from, as it is read: they tell whether it changed."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from setanon_sql.columns import read_column
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import read_decisions
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse, scoped
from setanon_sql.errors import BadInput
from setanon_sql.files.regular import read_regular
from setanon_sql.layout import LONG
from setanon_sql.pipeline.opening import tree_of
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sensitive.constraint import read_named
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.verify.contents import table_fingerprints


@dataclass(frozen=True)
class SourceColumns:
    """Columns beside the items that are published or known, by name, and the table that has them.

    ``source``: that of the items, or one of its own with the ids of the records (``apart``).
    """

    names: Sequence[str]
    source: Source
    apart: bool = False


def fingerprints(
    dataset: Dataset,
    options: SourceOptions,
    keyed: Callable[[str], str],
    named: Mapping[str, str | Path],
    columns: SourceColumns | None = None,
) -> dict[str, str]:
    """Return the fingerprints of a source and of what was ``named`` beside it, by the options that name it.

    ``keyed``: returns the keyed fingerprint of a text. ``columns``: the columns beside the items; None: there are none.
    """
    assert isinstance(dataset.engine, DuckDBEngine | Warehouse)
    digests = {name: named_fingerprint(dataset.engine, name, place, options, keyed) for name, place in named.items()}
    if columns:
        digests["columns"] = columns_fingerprint(dataset, options, columns, keyed)
    return {"source": source_fingerprint(dataset, keyed)} | {name: digest for name, digest in digests.items() if digest}


@scoped
def columns_fingerprint(
    dataset: Dataset, options: SourceOptions, columns: SourceColumns, keyed: Callable[[str], str]
) -> str:
    """Return that of the values of all records in columns beside the items; raises BadInput where one is missing."""
    engine = dataset.engine
    reading = replace(options, where="", query="", format="") if columns.apart else options
    digests = {}
    for name in columns.names:
        column = read_column(dataset, columns.source, reading, name)
        values = engine.view(columns_of(column.values, record_id="record_id", item="value"))
        texts = engine.view(columns_of(column.texts, item="value", label="text"))
        digests[name] = _digest(engine, engine.table("release/shapes/labelled", published=values, labels=texts))
    return keyed(json.dumps(digests, sort_keys=True))


def named_fingerprint(
    engine: DuckDBEngine | Warehouse, name: str, place: str | Path, options: SourceOptions, keyed: Callable[[str], str]
) -> str:
    """Return the fingerprint of what is named beside a source, by the option that names it; empty where it has none.

    A taxonomy that is a file has its plain sha256. Factors, a mapping and a workload have a fingerprint where they are
    files. Raises BadInput where it cannot be read.
    """
    if name == "taxonomy":
        return _of_file(place) or keyed(_of_tree(engine, place, options))
    if name == "sensitive":
        return keyed(_of_file(place) or _of_sensitive(engine, place, options))
    if name in {"constraints", "weights"}:
        decisions = read_decisions(engine, options=options, **{name: place})
        return keyed(json.dumps(sorted([row.item, row.rule, row.level] for row in decisions.rows)))
    return keyed(_of_file(place)) if isinstance(place, Path) else ""


@scoped
def source_fingerprint(dataset: Dataset, keyed: Callable[[str], str]) -> str:
    """Return that of all records, their items and persons; it depends neither on their order nor the engine."""
    engine = dataset.engine
    rows = engine.table("release/shapes/labelled", published=dataset.transactions, labels=dataset.items)
    digest = f"{dataset.records} {_digest(engine, rows)}"
    if dataset.persons is None:
        return keyed(digest)
    persons = engine.table("sources/persons/labelled", persons=dataset.persons)
    return keyed(f"{digest} {_digest(engine, persons)}")


def _digest(engine: Engine, rows: Table) -> str:
    return table_fingerprints(engine, LONG, {"": rows})[""]


def _of_sensitive(engine: DuckDBEngine | Warehouse, sensitive: str | Path, options: SourceOptions) -> str:
    """Return what a table says is sensitive, as it is written there."""
    rows = read_named(engine, sensitive, options)
    if rows.personal:
        return _digest(engine, engine.view(columns_of(rows.table, record_id="source_id", item="label")))
    return json.dumps(sorted({str(label) for (label,) in engine.rows(columns_of(rows.table, "label"))}))


def _of_tree(engine: DuckDBEngine | Warehouse, tree: str | Path, options: SourceOptions) -> str:
    return json.dumps(sorted(tree_of(engine, tree, options).parent.items()))


def _of_file(place: str | Path) -> str:
    """Return the sha256 of a file; empty where a table is named."""
    if not isinstance(place, Path):
        return ""
    try:
        return hashlib.sha256(read_regular(place)).hexdigest()
    except OSError as error:
        raise BadInput(f"{place.name} cannot be read: {error.strerror}", "check the path") from error
