"""Read a taxonomy: the ARX form, an edge list, a dimension table; a file, a table of a DuckDB file, a frame."""

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

import sqlglot

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.fields import ComputedKey, Fields, in_json
from setanon_sql.options.words import Parents
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.columns import Wide
from setanon_sql.sources.faults import explain_faults
from setanon_sql.sources.files import existing_file, is_parquet
from setanon_sql.sources.frames import Frame, is_frame, open_frame, source_name, text_of
from setanon_sql.sources.lakes import open_beside
from setanon_sql.sources.options import SEPARATORS
from setanon_sql.sources.parquet import open_parquet
from setanon_sql.sources.remote import named_table
from setanon_sql.taxonomy.building import Path as LabelPath
from setanon_sql.taxonomy.building import build
from setanon_sql.taxonomy.dimension import Upwards, all_columns, chosen_columns, dimension_tree, upwards
from setanon_sql.taxonomy.faults import ERROR, Fault, refuse
from setanon_sql.taxonomy.proposal import Proposal
from setanon_sql.taxonomy.tree import Taxonomy
from setanon_sql.taxonomy.writing import FORMS

#: The name of a file or a table, something with columns, or the rows themselves.
Source = str | Path | Frame | Sequence[Sequence[str]]
Rows = Sequence[LabelPath]

_CHILD = {"child", "item", "leaf", "node", "label", "name", "source", "from"}
_PARENT = {"parent", "parent_item", "parent_node", "parent_label", "target", "to"}
_LEVEL = re.compile(r"(level|lvl|stufe|niveau)[ _-]*\d+|item|leaf", re.IGNORECASE)


@dataclass(frozen=True)
class TaxonomyOptions:
    """Options of a taxonomy: ``db`` and ``sep`` as for a source, ``form`` ``arx``, ``edges``, ``dimension`` or empty.

    ``levels``: the columns of a dimension table that are its levels, from coarse to fine; empty: all, as they stand.
    ``qualify``: labels are called by their path. ``item``: the column of the leaf where ``levels`` are given.
    ``parents``: what becomes of labels with several parents.

    Raises BadParameter for a form that does not exist, or that has no levels where these are given.
    """

    db: str = ""
    form: str = ""
    sep: str = ""
    levels: Sequence[str] = ()
    qualify: bool = False
    item: str = "item"
    parents: Parents = "error"

    def __post_init__(self) -> None:
        if self.form and self.form not in FORMS:
            raise BadParameter("there is no such form of a taxonomy", f"it is one of {', '.join(FORMS)}")
        if self.levels and self.form not in {"", "dimension"}:
            raise BadParameter(
                "<levels> are columns of a dimension table", "arx and edges have none: leave the form out"
            )
        object.__setattr__(self, "sep", SourceOptions(sep=self.sep).sep)


@dataclass(frozen=True)
class Reading:
    """A taxonomy as it was read, with its faults.

    ``taxonomy``: the tree; None where errors forbid one.
    ``faults``: what is wrong with it by itself.
    ``form``: how it was understood: ``arx``, ``edges`` or ``dimension``.
    ``notes``: a sentence for each thing that was sniffed.
    ``table``: the header and the rows of a dimension table all of whose columns were read.
    """

    taxonomy: Taxonomy | None
    faults: tuple[Fault, ...]
    form: str
    notes: tuple[str, ...] = ()
    table: tuple[Sequence[str], Rows] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class TaxonomyCheck(Fields):
    """Diagnosis of a taxonomy; unpacks as ``reading, faults``.

    ``reading``: the taxonomy as it was read.
    """

    reading: Reading
    faults: Annotated[tuple[Fault, ...], ""]
    proposal: Annotated[Proposal | None, "where a dimension table is none: options with which it is one"] = None
    form = ComputedKey[str]("`arx`, `edges` or `dimension`", lambda check: check.reading.form)

    @property
    @in_json()
    def satisfied(self) -> bool:
        """Return whether it can be used; warnings do not forbid it."""
        return all(fault.severity != ERROR for fault in self.faults)

    def __iter__(self) -> Iterator[Any]:
        return iter((self.reading, self.faults))


def read_taxonomy(engine: DuckDBEngine, source: Source, options: TaxonomyOptions | None = None) -> Reading:
    """Read a taxonomy and tell what is wrong with it.

    ``source``: a file, a table of ``options.db``, a frame, or rows. ``options``: its form and separator; else sniffed.
    Cost: linear in the labels; it is done in Python.
    Raises BadInput only where it cannot be read at all.
    """
    options = options or TaxonomyOptions()
    header, rows, sep = _table(engine, source, options)
    form = options.form or ("dimension" if options.levels else _form(header, rows))
    if header is None and rows and (form == "dimension" or (form == "edges" and _names_edges(rows))):
        header = [str(name) for name in rows[0]]
        rows = rows[1:]
    if header and any(header) and any(list(row) == header for row in rows):
        raise BadInput(
            f"{source_name(source)} holds its header again", "take it away: of files put together each has one"
        )
    notes = [f"taxonomy form: {form}"] if not options.form else []
    notes += [f"taxonomy separator: {SEPARATORS[sep]}"] if sep and not options.sep else []
    tree, faults, order = _tree(engine, header, rows, form, options)
    notes += [order] if order else []
    table = (header, rows) if header and form == "dimension" and not options.levels else None
    return Reading(tree, tuple(faults), form, tuple(notes), table)


def _tree(
    engine: DuckDBEngine, header: list[str] | None, rows: Rows, form: str, options: TaxonomyOptions
) -> tuple[Taxonomy | None, list[Fault], str]:
    """Return the tree of rows of a form, the faults found, and what was sniffed of the order of its levels."""
    if options.levels:
        columns = chosen_columns(header or [], options.levels, options.item)
        return *dimension_tree(engine, columns, rows, qualify=options.qualify, parents=options.parents), ""
    if options.qualify and form == "edges":
        raise BadParameter("<qualify> is for a taxonomy with levels, and these are edges", "leave it out")
    table = _upwards(engine, header, rows, form)
    if not options.qualify:
        return *build(table.paths(), options.parents), table.note
    columns = all_columns(table.names, max(map(len, table.rows), default=1))
    return *dimension_tree(engine, columns, table.rows, qualify=True, parents=options.parents), table.note


def _upwards(engine: DuckDBEngine, header: list[str] | None, rows: Rows, form: str) -> Upwards:
    """Return a table from the leaf up, its leaf in front; a header may say that columns are in another order."""
    if not header:
        return Upwards([], rows)
    first, *ordered = _item_first(header, [header, *rows])
    names = [str(name) for name in first]
    return upwards(engine, names, ordered) if form == "dimension" else Upwards(names, ordered)


def load_taxonomy(engine: DuckDBEngine, source: Source, options: TaxonomyOptions | None = None) -> Taxonomy:
    """Read a taxonomy for use; raises BadInput that names the labels of every error."""
    reading = read_taxonomy(engine, source, options)
    refuse(reading.faults)
    assert reading.taxonomy is not None
    return reading.taxonomy


def _table(engine: DuckDBEngine, source: Source, options: TaxonomyOptions) -> tuple[list[str] | None, Rows, str]:
    """Return the header (None where a first row may be one), rows, separator."""
    if isinstance(source, list | tuple) and all(isinstance(row, list | tuple) for row in source):
        return None, [[text_of(label) for label in row] for row in source], ""
    with explain_faults(source_name(source)):
        if is_frame(source):
            return *_wide(engine, open_frame(engine, source, SourceOptions()), options), ""
        if options.db:
            return *_wide(engine, named_table(engine, str(source), options.db), options), ""
        if beside := open_beside(engine, str(source)):
            return *_wide(engine, beside, options), ""
        path = existing_file(Path(str(source)), unpacked=True)
        if is_parquet(path):
            return *_wide(engine, open_parquet(engine, path), options), ""
    lines = [*StringIO(_text(path), newline="")]
    sep = options.sep or _separator(lines)
    return None, _fields(lines, sep), sep


def _wide(engine: DuckDBEngine, wide: Wide, options: TaxonomyOptions) -> tuple[list[str], Rows]:
    """Return the names and the values of the columns that are needed."""
    labels = [column.label for column in wide.columns]
    columns = [wide.columns[at] for at in needed_columns(labels, options)]
    texts = [column.text().as_(f"c{at}") for at, column in enumerate(columns)]
    rows = engine.rows(sqlglot.select(*texts).from_(wide.table.expression()))
    return [column.label for column in columns], rows


def needed_columns(header: Sequence[str], options: TaxonomyOptions) -> Sequence[int]:
    """Return where the columns stand that are read: the leaf and the levels, or all."""
    return chosen_columns(header, options.levels, options.item).at if options.levels else range(len(header))


def _text(path: Path) -> str:
    content = path.read_bytes()
    try:
        return content.decode("utf-16" if content[:2] in {BOM_UTF16_LE, BOM_UTF16_BE} else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadInput(
            f"{path} is not UTF-8 text (line {line})", "convert it, for example with: iconv -f LATIN1 -t UTF-8"
        ) from error


def _fields(lines: Sequence[str], sep: str) -> list[list[str]]:
    try:
        return [row for row in csv.reader(lines, delimiter=sep) if row]
    except csv.Error as error:
        raise BadInput("the taxonomy has a field that is too long or broken", "is it a text table?") from error


def _separator(lines: Sequence[str]) -> str:
    """Return the separator that cuts the first lines into equally many fields, two or more; else the commonest."""
    widths = {sep: [len(row) for row in _fields(lines[:200], sep)] for sep in (";", "\t", "|", ",")}
    even = [sep for sep, counts in widths.items() if counts and min(counts) == max(counts) > 1]
    return even[0] if even else max(widths, key=lambda sep: sum(width > 1 for width in widths[sep]))


def _form(header: list[str] | None, rows: Rows) -> str:
    first = header or (rows[0] if rows else [])
    width = max((len(row) for row in rows[:200]), default=len(first))
    if width <= 2:
        return "dimension" if width == 2 and _LEVEL.fullmatch(str(first[-1])) else "edges"
    if header is not None or all(_LEVEL.fullmatch(str(name)) for name in first):
        return "dimension"
    top = next((label for label in reversed(first) if label), None)
    return "arx" if len(rows) == 1 or any(top in row for row in rows[1:]) else "dimension"


def _names_edges(rows: Rows) -> bool:
    """Return whether the first of two-column rows is a header."""
    names = [str(name or "").strip().lower() for name in rows[0]]
    if len(names) == 2 and set(names) & _PARENT and set(names) & _CHILD:
        return True
    return names[0] in {"child", "item", "leaf"} and not any(rows[0][-1] in row for row in rows[1:])


def _item_first(header: list[str], rows: Rows) -> Rows:
    """Return the rows with the label that is explained in front; a header may say that columns are in another order."""
    names = [name.strip().lower() for name in header]
    if len(names) == 2 and names[0] in _PARENT and names[1] in _CHILD:
        return [row[::-1] for row in rows]
    if "item" in names[1:]:
        at = names.index("item")
        return [(row[at], *row[:at], *row[at + 1 :]) for row in rows]
    return rows
