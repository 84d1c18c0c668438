"""The label table of a release: read where it stands, and held against the manifest and the rows."""

import csv
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import duckdb

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.layout import FORMULA_STARTS, label_columns
from setanon_sql.query.templates import Table
from setanon_sql.verify.counted import Recount

#: A row: the label, its depth, the labels over it, its leaves, and what was taken out of it.
LabelRow = tuple[str | int | None, ...]

_OTHER = "the label table is not the one that the manifest was made for (another sha256)"
_MISFIT = "the label table does not have exactly the labels of the release"
MISSING = "the label table: it does not stand beside the release"
MEANING = "what the label table says of each label: the release does not hold the taxonomy"


@dataclass(frozen=True)
class LabelPromise:
    """Promise of a manifest about a label table."""

    levels: int
    rows: int
    sha256: str


@dataclass(frozen=True)
class FoundLabels:
    """A label table as it stands beside a release: its fingerprint, and its labels (None: it cannot be read)."""

    sha256: str
    labels: Sequence[str] | None


def label_promise(value: object) -> LabelPromise | None:
    """Return what a manifest tells of a label table; None where it tells of none; raises BadInput where damaged."""
    if value is None:
        return None
    kinds: Mapping[str, type] = {"levels": int, "rows": int, "sha256": str}
    fields: Mapping[str, Any] = value if isinstance(value, dict) else {}
    if set(fields) - {"by_level"} != set(kinds) or any(type(fields[name]) is not kind for name, kind in kinds.items()):
        raise BadInput("'labels' in the manifest is not what it should be", "it may have been edited")
    return LabelPromise(fields["levels"], fields["rows"], fields["sha256"])


def digest_of_rows(rows: Sequence[LabelRow]) -> str:
    """Return a fingerprint of rows, whatever their order."""
    lines = sorted(json.dumps([*row], ensure_ascii=False) for row in rows)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def labels_in_file(path: Path, levels: int, sha256: str) -> FoundLabels:
    """Return the label table in a file that has this fingerprint."""
    try:
        columns, labels = _parquet(path) if path.suffix == ".parquet" else _csv(path)
    except (OSError, ValueError, IndexError, csv.Error, duckdb.Error):  # also of a line without fields
        return FoundLabels(sha256, None)
    return FoundLabels(sha256, labels if columns == label_columns(levels) else None)


def unescaped(label_table: FoundLabels) -> FoundLabels:
    """Return a label table without the quotes before labels that begin as formulas do."""
    labels = label_table.labels and [label[1:] if _is_escaped(label) else label for label in label_table.labels]
    return replace(label_table, labels=labels)


def _is_escaped(label: str) -> bool:
    begin = label.lstrip("'")[:1]
    return label[:1] == "'" and begin != "" and begin in FORMULA_STARTS


def labels_in_rows(rows: Sequence[Sequence[Any]], columns: tuple[str, ...], levels: int) -> FoundLabels:
    """Return the label table in a table of a database, by its rows and columns."""
    fingerprint = digest_of_rows([tuple(row) for row in rows])
    labels = [str(row[0]) for row in rows] if columns == label_columns(levels) else None
    return FoundLabels(fingerprint, labels)


def _parquet(path: Path) -> tuple[tuple[str, ...], list[str]]:
    with duckdb.connect() as connection:
        relation = connection.read_parquet(str(path))
        return tuple(relation.columns), [str(row[0]) for row in relation.fetchall()]


def _csv(path: Path) -> tuple[tuple[str, ...], list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, strict=True)
    return tuple(header), [row[0] for row in rows]


@scoped
def with_labels(
    engine: Engine, recount: Recount, lines: Table, promise: LabelPromise | None, label_table: FoundLabels | None
) -> Recount:
    """Add to a recount what is wrong with a label table, or what of it was not checked."""
    if promise is None:
        return recount
    if label_table is None:
        return replace(recount, not_checked=(*recount.not_checked, MISSING))
    problems = [] if label_table.sha256 == promise.sha256 else [_OTHER]
    if label_table.labels is None or _misfits(engine, lines, label_table.labels):
        problems.append(_MISFIT)
    return replace(recount, problems=(*recount.problems, *problems), not_checked=(*recount.not_checked, MEANING))


def _misfits(engine: Engine, lines: Table, labels: Sequence[str]) -> bool:
    """Return whether a label is listed twice, or is not in the release, or one of the release is not listed."""
    listed = engine.load("listed", {"label": str}, [labels])
    return len(set(labels)) < len(labels) or bool(engine.number("verify/read/other_labels", lines=lines, listed=listed))
