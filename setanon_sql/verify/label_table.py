"""The label table of a release: read where it stands, and held against the manifest and the rows."""

import csv
import glob
import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import duckdb
from sqlglot import exp

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.files.regular import open_regular
from setanon_sql.layout import FORMULA_STARTS, has_label_columns
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.text import count_of
from setanon_sql.verify.counted import Recount
from setanon_sql.verify.label_rows import LabelRow, typed, wrong_rows
from setanon_sql.verify.parquet import Contents, contents_of
from setanon_sql.verify.statistics import strange_statistics
from setanon_sql.verify.strangers import TEXT, WHOLE, Stranger, stranger
from setanon_sql.verify.thrift import Damaged

#: No header of a label table is longer, in bytes.
_HEADER = 1 << 17
#: No row of one is longer, in bytes.
_LONGEST_ROW = 1 << 26

_OTHER = "the label table is not the one that the manifest was made for (another sha256)"
_MISFIT = "the label table does not have exactly the labels of the release"
QUERIES = "the queries under 'labels' in the manifest ('by_level') are not those of this label table: do not run them"
MISSING = "the label table: it does not stand beside the release"
MEANING = "what the label table says of each label: the release does not hold the taxonomy"


@dataclass(frozen=True)
class LabelPromise:
    """Promise of a manifest about a label table; ``queries`` count the release by each of its levels."""

    levels: int
    rows: int
    sha256: str
    queries: tuple[str, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class FoundLabels:
    """A label table as it stands beside a release: its fingerprint, and its labels (None: it cannot be read).

    ``rows``: all of it. ``strangers``: what is no part of one. ``contents``: of a Parquet file, what it holds besides.
    """

    sha256: str
    labels: Sequence[str] | None
    rows: Sequence[LabelRow] = field(default=(), compare=False)
    strangers: Sequence[Stranger] = field(default=(), compare=False)
    contents: Contents | None = field(default=None, compare=False)


def label_promise(value: object) -> LabelPromise | None:
    """Return what a manifest tells of a label table; None where it tells of none; raises BadInput where damaged."""
    if value is None:
        return None
    kinds: Mapping[str, type] = {"levels": int, "rows": int, "sha256": str}
    fields: Mapping[str, Any] = value if isinstance(value, dict) else {}
    queries = fields.get("by_level", [])
    if (
        set(fields) - {"by_level"} != set(kinds)
        or any(type(fields[name]) is not kind for name, kind in kinds.items())
        or not isinstance(queries, list)
        or not all(isinstance(query, str) for query in queries)
    ):
        raise BadInput("'labels' in the manifest is not what it should be", "it may have been edited")
    statements = tuple(queries) if "by_level" in fields else None
    return LabelPromise(fields["levels"], fields["rows"], fields["sha256"], statements)


def digest_of_rows(rows: Sequence[LabelRow]) -> str:
    """Return a fingerprint of rows, whatever their order."""
    lines = sorted(json.dumps([*row], ensure_ascii=False) for row in rows)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def labels_in_file(path: Path, levels: int, sha256: str, most: int | None = None) -> FoundLabels:
    """Return the label table in a file that has this fingerprint; no more rows than ``most`` and one are read."""
    try:
        contents = None
        if path.suffix == ".parquet":
            columns, rows, contents = _parquet(path, levels, most)
        else:
            columns, rows = _csv(path, levels, most)
        label_rows = typed(rows)
    except (OSError, ValueError, TypeError, Damaged, csv.Error, duckdb.Error):  # also of a line without fields
        return FoundLabels(sha256, None)
    if not has_label_columns(columns, levels):
        return FoundLabels(sha256, None)
    strangers = contents.strangers + strange_label_kinds(contents.columns) if contents else []
    return FoundLabels(sha256, [str(row[0]) for row in label_rows], label_rows, strangers, contents)


def unescaped(label_table: FoundLabels) -> FoundLabels:
    """Return a label table without the quotes before labels that begin as formulas do."""
    labels = label_table.labels and [*map(unescaped_label, label_table.labels)]
    return replace(label_table, labels=labels)


def unescaped_label(label: str) -> str:
    """Return a label without the quote before what begins as formulas do."""
    begin = label.lstrip("'")[:1]
    return label[1:] if label[:1] == "'" and begin != "" and begin in FORMULA_STARTS else label


def labels_in_rows(rows: Sequence[Sequence[Any]], columns: tuple[str, ...], levels: int) -> FoundLabels:
    """Return the label table in a table of a database, by its rows and columns."""
    fingerprint = digest_of_rows([tuple(row) for row in rows])
    if not has_label_columns(columns, levels):
        return FoundLabels(fingerprint, None)
    return FoundLabels(fingerprint, [str(row[0]) for row in rows], [tuple(row) for row in rows])


def labels_in_table(
    engine: Engine, table: Table, kinds: Mapping[str, str], levels: int, most: int | None
) -> FoundLabels:
    """Return the label table in a table of a database, whose columns have these kinds; as :func:`labels_in_file`."""
    rows = all_rows(table)
    assert isinstance(rows, exp.Query)
    read_rows = engine.rows(rows if most is None else rows.limit(most + 1))
    empty = {name for at, name in enumerate(kinds) if all(row[at] is None for row in read_rows)}
    strangers = strange_label_kinds(kinds, empty)
    try:
        label_rows = labels_in_rows(read_rows, tuple(kinds), levels)
    except TypeError:  # values that no fingerprint is made of
        return FoundLabels("", None, strangers=strangers)
    return replace(label_rows, strangers=strangers)


def strange_label_kinds(kinds: Mapping[str, str], empty: Collection[str] = ()) -> list[Stranger]:
    """Return the columns of a label table, given by name with their kinds, whose type setanon does not write.

    ``empty`` columns may be of numbers: SQLite tells the types of values only.
    """
    numbers = {"depth", "leaves"}
    other = [
        name
        for name, kind in kinds.items()
        if kind not in (WHOLE if name in numbers else TEXT) and not (name in empty and kind in WHOLE)
    ]
    return (
        [stranger(f"{count_of(len(other), 'column')} of its label table of a type that none has", other)]
        if other
        else []
    )


Rows = Sequence[Sequence[Any]]


def _parquet(path: Path, levels: int, most: int | None) -> tuple[tuple[str, ...], Rows, Contents]:
    with duckdb.connect() as connection:
        relation = connection.read_parquet(glob.escape(str(path)), hive_partitioning=False)
        columns = tuple(relation.columns)
        rows = relation if most is None else relation.limit(most + 1)
        return columns, rows.fetchall() if has_label_columns(columns, levels) else [], contents_of(path, columns)


def _csv(path: Path, levels: int, most: int | None) -> tuple[tuple[str, ...], Rows]:
    """Read text as it is: each line with all fields, which the first one names."""
    with open_regular(path) as file:
        header = tuple(next(csv.reader([file.readline(_HEADER).decode("utf-8")], strict=True)))
    if not has_label_columns(header, levels):
        return header, []
    with duckdb.connect() as connection:
        relation = connection.read_csv(
            glob.escape(str(path)), header=True, columns=dict.fromkeys(header, "VARCHAR"), sep=",", quotechar='"',
            escapechar='"', na_values="", auto_detect=False, strict_mode=True, max_line_size=_LONGEST_ROW,
            hive_partitioning=False,
        )  # fmt: skip
        return header, (relation if most is None else relation.limit(most + 1)).fetchall()


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
    labels = label_table.labels
    if labels is None or _misfits(engine, lines, labels):
        problems.append(_MISFIT)
    elif len(labels) != promise.rows:
        problems.append(
            f"the manifest promises {count_of(promise.rows, 'row')} of the label table, it holds {len(labels)}"
        )
    if wrong := wrong_rows(label_table.rows):
        problems.append(
            f"{count_of(wrong, 'row')} of the label table "
            f"{'contradicts itself' if wrong == 1 else 'contradict themselves'}, or an earlier one"
        )
    return replace(recount, problems=(*recount.problems, *problems), not_checked=(*recount.not_checked, MEANING))


@scoped
def strange_label_values(engine: Engine, label_table: FoundLabels | None, n_rows: int) -> list[Stranger]:
    """Return what stands in a label table and is none of it; of a Parquet file also what its statistics show.

    ``n_rows``: so many rows are promised. Of a table with more, not all may have been read.
    """
    if label_table is None:
        return []
    contents = label_table.contents
    if label_table.strangers or contents is None or len(label_table.rows) != n_rows:
        return [*label_table.strangers]
    kinds = {name: int if kind == "whole" else str for name, kind in contents.columns.items()}
    rows = engine.load_rows("label_table", kinds, label_table.rows)
    names = {name: name for name in contents.columns}
    return strange_statistics(engine, {"": [contents]}, {"": names}, {"": rows})


def _misfits(engine: Engine, lines: Table, labels: Sequence[str]) -> bool:
    """Return whether a label is listed twice, or is not in the release, or one of the release is not listed."""
    listed = engine.load("listed", {"label": str}, [labels])
    return len(set(labels)) < len(labels) or bool(engine.number("verify/read/other_labels", lines=lines, listed=listed))
