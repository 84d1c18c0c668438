"""Read the tables of a release into an engine, and take fingerprints, of any shape and from any file."""

import glob
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine, scoped
from setanon_sql.engine.duckdb.attached import is_open_in_other_program
from setanon_sql.errors import BadInput, NotEnoughMemory, SetanonError
from setanon_sql.files.regular import NO_FILE, NotRegularError, open_regular, refuse_pipes
from setanon_sql.layout import FORMULA_STARTS, LONG, PIECES, ReleaseShape, delimiter_of, is_basket
from setanon_sql.query.templates import Bind, Table, column, outputs_added

_CHUNK = 1 << 20
_PARQUET = "verify/read/parquet"

#: The tables of a release by part of its shape, in an engine.
Tables = dict[str, Table]


@dataclass(frozen=True)
class Fingerprint:
    """The sha256 of a file in hexadecimal, and how many lines it has."""

    sha256: str
    lines: int


def fingerprint(path: Path) -> Fingerprint:
    """Hash a file and count its line ends; raises BadInput where it cannot be read."""
    digest = hashlib.sha256()
    lines = 0
    try:
        with open_regular(path) as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
                lines += chunk.count(b"\n")
    except FileNotFoundError as error:
        raise BadInput(f"there is no release {path.name}", "check the path") from error
    except NotRegularError as error:
        raise no_file(path) from error
    except OSError as error:
        raise BadInput(f"the release {path.name} cannot be read: {error.strerror}", "check its permissions") from error
    return Fingerprint(digest.hexdigest(), lines)


def read_lines(engine: DuckDBEngine, path: Path, separator: str, shape: ReleaseShape = LONG) -> Table:
    """Read a release file as a scratch table ``record_id, item``, and ``group_id`` where its ``shape`` has groups.

    Records of a basket file get the numbers of no particular order; empty lines give no row. Raises BadInput where
    the extension is unknown or the file is not what its extension says. A folder ``….parquet`` is all of its files.
    """
    name, binds = _query_for(path, separator)
    pattern = parquet_pattern(path)
    with explain_unreadable(f"the release {path.name} cannot be read as what its name says", "is it damaged?"):
        if name == _PARQUET:
            return _parquet_rows(engine, pattern, shape)
        grouped = "_grouped" if shape.grouped else ""
        if shape.beside_items:
            return engine.table(_delimited_with_columns(engine, name, shape, path=pattern, **binds))
        rows = engine.table(name + grouped, path=pattern, **binds)
    if not shape.escaped:
        return rows
    return engine.table(f"verify/read/unescaped{grouped}", lines=rows, starts=FORMULA_STARTS)


def _delimited_with_columns(engine: DuckDBEngine, name: str, shape: ReleaseShape, **binds: Bind) -> exp.Expr:
    """Return the query of a file of text with columns beside the items."""
    _, tree = engine.query(name, **binds)
    columns = tree.find(exp.Struct)
    assert columns is not None
    for beside in shape.beside_items:
        another = columns.expressions[0].copy()
        another.set("this", exp.Identifier(this=beside, quoted=True))
        columns.append("expressions", another)
    return outputs_added(tree, *map(column, shape.beside_items))


@scoped
def _parquet_rows(engine: DuckDBEngine, pattern: str, shape: ReleaseShape) -> Table:
    whole = engine.view(_PARQUET, path=pattern)
    return table_rows(engine, shape, whole)


@contextmanager
def explain_unreadable(message: str, hint: str) -> Iterator[None]:
    """Turn what an engine says when it cannot read a release into BadInput, unless memory is what is missing."""
    try:
        yield
    except NotEnoughMemory:
        raise
    except (duckdb.Error, SetanonError) as error:
        if is_open_in_other_program(error):
            message = "the database of the release is open in another program"
            hint = "close it there, or check a copy"
        raise BadInput(message, hint) from error


def no_file(path: Path) -> BadInput:
    """Return the error for something of a release that is a pipe or a device."""
    return BadInput(f"{path.name} of the release cannot be read: {NO_FILE}", "get the release again")


def path_to_read(path: Path) -> str:
    """Return a file or folder as an engine reads it; raises BadInput where it is, or holds, a pipe or a device."""
    try:
        refuse_pipes(path)
    except NotRegularError as error:
        raise no_file(path) from error
    return str(path)


def parquet_pattern(path: Path) -> str:
    """Return what DuckDB reads a Parquet file by, or all files of a folder, as Spark writes one.

    Raises BadInput as :func:`path_to_read` does.
    """
    path_to_read(path)
    return f"{glob.escape(str(path))}/*.parquet" if path.is_dir() else glob.escape(str(path))


def _query_for(path: Path, separator: str) -> tuple[str, dict[str, str]]:
    extension = path.suffix.lower()
    if is_basket(path):
        return "verify/read/lines", {"separator": separator}
    if extension == ".parquet":
        return _PARQUET, {}
    if delimiter := delimiter_of(path):
        return "verify/read/delimited", {"separator": delimiter}
    raise BadInput(
        f"a release {extension or 'without an extension'} is not known",
        "a release is .parquet, .csv, .tsv, .dat or .txt, or a table with <db>",
    )


def read_pieces(engine: DuckDBEngine, folder: Path) -> Tables:
    """Read a release in pieces that is a folder into scratch tables; raises BadInput where it cannot be."""
    tables: Tables = {}
    for part, name in PIECES.files.items():
        path = folder / name
        if not path.exists():
            raise BadInput(f"the release has no {name}", "it is incomplete; get the release again")
        pattern = parquet_pattern(path)
        with explain_unreadable(f"{name} of the release cannot be read as what it should be", "is it damaged?"):
            tables[part] = engine.table(f"verify/pieces_read/file_{part}", path=pattern)
    return tables


def table_rows(engine: Engine, shape: ReleaseShape, released: Table, part: str = "") -> Table:
    """Return the rows of a table of a release as a scratch table with the columns that its shape says."""
    if part:
        return engine.table(f"verify/pieces_read/table_{part}", released=released)
    if shape.written:
        released = replace(released, columns=dict(zip(shape.columns[part], shape.as_written(part), strict=True)))
    grouped = "_grouped" if shape.grouped else ""
    if not shape.beside_items:
        return engine.table(f"verify/read/table_rows{grouped}", release=released)
    _, tree = engine.query("verify/read/table_rows", release=released)
    texts = (exp.cast(column(name), "VARCHAR").as_(name, quoted=True) for name in shape.beside_items)
    return engine.table(outputs_added(tree, *texts))


def with_class(lines: Table, beside_items: Sequence[str], name: str, *columns: str) -> exp.Expr:
    """Return the query of ``columns`` of lines, and, called ``name``, all columns beside the items as one text.

    Before each value stands its length, so that different values never make the same text.
    """
    pieces: list[exp.Expr] = []
    for beside in beside_items:
        length = exp.cast(exp.Length(this=column(beside)), "VARCHAR")
        pieces += [exp.func("coalesce", length, exp.Literal.string("-")), exp.Literal.string(":")]
        pieces.append(exp.func("coalesce", column(beside), exp.Literal.string("")))
    text = exp.Concat(expressions=pieces, safe=True)
    return exp.select(*map(column, columns), text.as_(name)).from_(lines.expression())


def table_fingerprints(engine: Engine, shape: ReleaseShape, tables: Tables) -> dict[str, str]:
    """Return a fingerprint of each table of a release, which does not depend on the order of its rows."""
    return {part: _digest(engine, shape, part, table) for part, table in tables.items()}


@scoped
def _digest(engine: Engine, shape: ReleaseShape, part: str, table: Table) -> str:
    lines = None
    if part:
        lines = engine.table(f"verify/pieces_read/{part}_as_lines", **{part: table})
    elif shape.grouped:
        lines = engine.table("verify/read/with_group", lines=table)
    elif shape.beside_items:
        grouped = engine.view(with_class(table, shape.beside_items, "group_id", "record_id", "item"))
        lines = engine.table("verify/read/with_group", lines=grouped)
    (digest,) = engine.row("verify/read/table_digest", lines=lines or table)
    return str(digest)
