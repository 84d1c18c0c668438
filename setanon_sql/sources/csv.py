"""Tables in text files (CSV, TSV), and what tells them from basket lines."""

import csv
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.query import templates
from setanon_sql.query.templates import Table
from setanon_sql.sources.columns import Wide, wide_of
from setanon_sql.sources.headers import again_in, is_above_numbers, is_even, is_header, refuse_header_below
from setanon_sql.sources.onehot import FLAGS
from setanon_sql.sources.options import BLANKS, SEPARATORS, SourceOptions
from setanon_sql.sources.selecting import mask_values
from setanon_sql.sources.text import TABLE_SEPARATORS, Text, is_spmf, line_separator, refuse_relatives

#: Ends of the names of files of JSON, and how XML and HTML begin.
_JSON = (".json", ".jsonl", ".ndjson", ".geojson")
_XML = re.compile(r"<(\?xml|!doctype|html)\b", re.IGNORECASE)


def open_csv(engine: DuckDBEngine, text: Text, options: SourceOptions) -> Wide:
    """Return a CSV file as a Wide, everything as text. Raises BadInput for a header that names a column twice."""
    sep = _separator(text, options)
    rows = _rows(text, sep)
    labels = rows[0] if rows else []
    if not {options.record_id, options.item} <= set(labels):
        refuse_header_below(text, options)
    twice = [label for label, count in Counter(labels).items() if count > 1]
    if twice:
        raise BadInput(f"the header of {text.name} has one name for several columns", "rename one", details=twice)
    wide = wide_of(engine, text.name, _table(engine, text, sep, labels), labels, passing=True)
    return replace(wide, trusted=_is_surely_header(rows, options))


def text_format(text: Text, options: SourceOptions) -> str:
    """Return ``spmf``, ``long``, ``onehot`` or ``basket``, from the first lines and the name of the file.

    Raises BadInput for SPMF's relatives, and where a table would have to be taken for baskets.
    """
    refuse_relatives(text)
    _refuse_nested(text)
    if is_spmf(text, options):
        return "spmf"
    rows, whole = _cut(text, _separator(text, options))
    if {options.record_id, options.item} <= set(rows[0] if rows else []):
        return "long"
    refuse_header_below(text, options)
    table = bool({".csv", ".tsv"} & set(Path(text.name.lower()).suffixes))
    if table and len({len(row) for row in rows}) == 1:
        columns = list(zip(*rows[1:], strict=True))
        if sum(_flags(column) for column in columns) >= max(2, len(rows[0]) - 1) and is_header(rows):
            return "onehot"
        _refuse_table(text, rows, options)
    _refuse_other_separator(text, options)
    if (table and not whole) or _seems_header(text, options):
        raise BadInput(
            f"the first line of {text.name} may be a header, but it does not name the columns {options.record_id} and "
            f"{options.item} of a table",
            "name the columns with <record_id> and <item>, or say <format=basket> where it is a record like the others",
        )
    if text.said_separator:
        raise BadInput(
            f"the first line of {text.name} is sep=, but no header of a table follows it",
            "take it away where each line is a record, and say <sep>",
        )
    _refuse_no_baskets(text, line_separator(text, options))
    return "basket"


def _refuse_nested(text: Text) -> None:
    """Raise BadInput for JSON and XML: their lines are no records."""
    first = next((line.strip(BLANKS) for line in text.head if line.strip(BLANKS)), "")
    named_so = text.name.lower().removesuffix(".gz").removesuffix(".zst").endswith(_JSON)
    if named_so or first in {"[", "{", "[{"} or _is_json(first):
        raise BadInput(
            f"{text.name} holds JSON, which is not read as it is",
            "make a CSV or Parquet file with the columns record_id and item of it; or say <query=FILE.sql>, with "
            "SELECT record_id, item FROM read_json('FILE.json') in it, and leave SOURCE out",
        )
    if _XML.match(first):
        raise BadInput(f"{text.name} holds XML or HTML, which is not read", "make a CSV or Parquet file of it")


def _is_json(line: str) -> bool:
    """Return whether a line is a JSON object or list."""
    try:
        return line[:1] in {"[", "{"} and isinstance(json.loads(line), dict | list)
    except (ValueError, RecursionError):
        return False


def _refuse_other_separator(text: Text, options: SourceOptions) -> None:
    """Raise BadInput where the first line names the columns of a table, but for a separator that is not ``--sep``."""
    needed = {options.record_id.casefold(), options.item.casefold()}
    for sep, sep_name in SEPARATORS.items() if options.sep else ():
        head = (_rows(text, sep) or [[]])[0]
        if needed <= {name.strip(BLANKS).casefold() for name in head}:
            raise BadInput(
                f"the columns of {text.name} are separated by another character than <sep> says: {sep_name}",
                f"leave <sep> out, or say <sep={sep_name}>",
            )


def _seems_header(text: Text, options: SourceOptions) -> bool:
    """Return whether the first line seems to name columns: read as baskets, they would become items, and record ids,
    too.
    """
    needed = {options.record_id.casefold(), options.item.casefold()}
    seps = [options.sep] if options.sep else [*SEPARATORS]
    heads = [_rows(replace(text, head=lines), sep)[:1] for sep in seps for lines in (text.head, text.first_unmarked)]
    if any(needed & {name.strip(BLANKS).casefold() for name in head[0]} for head in heads if head):
        return True
    rows = _rows(text, line_separator(text, options))
    return is_even(rows) and is_header(rows) and is_above_numbers(rows)


def _refuse_table(text: Text, rows: list[list[str]], options: SourceOptions) -> None:
    """Raise BadInput where the first lines look like rows of a table whose columns are not the expected ones."""
    width = len(rows[0])
    if (len(rows) > 1 and width > 1 and is_header(rows)) or (len(rows) > 2 and width == 2):
        raise BadInput(
            f"each line of {text.name} has {width} fields, as in a table, but no columns are called "
            f"{options.record_id} and {options.item}",
            "name the columns with <record_id> and <item> (a table needs a header), or say <format=basket>",
            details=(", ".join(rows[0]),),
        )


def _refuse_no_baskets(text: Text, sep: str) -> None:
    """Raise BadInput where each line is something else than the items of a record.

    A record id and an item, zeros and ones, or a type of record and what belongs to it. Few lines of two words may
    well be baskets.
    """
    fields = [[field.strip(BLANKS) for field in row] for row in _rows(text, sep)]
    widths = {len(row) for row in fields}
    if len(fields) < 3 or min(widths) < 2:
        return
    first = {row[0] for row in fields}
    others = {field for row in fields for field in row[1:]}
    if widths == {2} and not first & others and (sep != " " or len(fields) > 10):
        raise BadInput(
            f"each line of {text.name} has two fields, and no value is in both places: these are ids and items",
            "write record_id and item, with the same separator, as its first line; or say <format=basket>",
        )
    if len(widths) == 1 and {field.lower() for field in first | others} <= FLAGS:
        raise BadInput(
            f"{text.name} holds zeros and ones, and no names of items",
            "write a name for each column as its first line, or say <format=basket>",
        )
    if not first & others and 1 < len(first) <= 8 and all(len(field) == 1 and field.isalpha() for field in first):
        raise BadInput(
            f"each line of {text.name} begins with one of {len(first)} letters, as where lines are of different types",
            "make a CSV file with the columns record_id and item of it, or say <format=basket>",
        )


def _separator(text: Text, options: SourceOptions) -> str:
    """Return the separator that shows the wanted columns in the header, else the commonest there."""
    needed = {options.record_id, options.item}
    seps = [options.sep or text.said_separator] if options.sep or text.said_separator else TABLE_SEPARATORS
    headers = {sep: (_rows(text, sep) or [[]])[0] for sep in seps}
    return max(headers, key=lambda sep: (len(needed & set(headers[sep])), len(headers[sep])))


def _rows(text: Text, sep: str) -> list[list[str]]:
    """Return the first lines as rows of fields."""
    return _cut(text, sep)[0]


def _cut(text: Text, sep: str) -> tuple[list[list[str]], bool]:
    """Return the first lines as rows of fields, and whether all could be cut: a field may be too long for that.

    The last row is left out where the head may cut it.
    """
    rows: list[list[str]] = []
    try:
        for row in csv.reader((line + "\n" for line in text.head[text.above :]), delimiter=sep):
            rows += [row] if row else []
    except csv.Error:
        return rows, False
    return rows[:-1] if len(text.head) == Text.LINES else rows, True


def _is_surely_header(rows: list[list[str]], options: SourceOptions) -> bool:
    """Return whether a message may show the first row: it holds a name that is looked for, or is all that is no
    number.
    """
    if {options.record_id.casefold(), options.item.casefold()} & {
        name.strip().casefold() for name in (rows or [[]])[0]
    }:
        return True
    return is_header(rows) and is_above_numbers(rows)


def _flags(column: tuple[str, ...]) -> bool:
    return bool(column) and {value.strip(BLANKS).lower() for value in set(column)} <= FLAGS


def _table(engine: DuckDBEngine, text: Text, sep: str, labels: Sequence[str]) -> Table:
    """Make a view of the rows below the header, with text columns ``c1``, ``c2``, … for the labels.

    Who reads it gets an error where the header comes again.
    """
    tree = templates.query("sources/read/csv", path=text.path, sep=sep, above=text.above)
    columns = tree.find(exp.Struct)
    assert columns is not None
    for number in range(2, len(labels) + 1):
        another = columns.expressions[0].copy()
        another.this.replace(type(another.this)(this=f"c{number}", **_other_arguments(another.this)))
        columns.append("expressions", another)
    assert isinstance(tree, exp.Select)
    again = again_in(text, sep, labels)
    with engine.trace.redacted(lambda text: mask_values(text, engine.dialect)):  # names of columns may be values
        return engine.view(tree.where(again) if again else tree)


def _other_arguments(name: exp.Expr) -> dict[str, object]:
    return {key: value for key, value in name.args.items() if key != "this"}
