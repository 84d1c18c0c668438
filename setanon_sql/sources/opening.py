"""Open a source of any format."""

from pathlib import Path
from typing import TYPE_CHECKING, Union

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.sources.coding import code
from setanon_sql.sources.faults import reading
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.rows import Rows
from setanon_sql.sources.text import Text, header, open_text, read_csv, read_lines, table_separator
from setanon_sql.sql import Table

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Source = Union[str, Path, "pd.DataFrame", "pa.Table"]


def open_source(engine: DuckDBEngine, source: Source, options: SourceOptions | None = None) -> Dataset:
    """Read, check, code and count a source; it is never written.

    ``source`` is a path, a table name (with ``options.db``), a pandas DataFrame or an Arrow table.
    Raises BadInput, which tells what is wrong and where, with no value of the source in its message.
    """
    options = options or SourceOptions()
    path = existing_file(Path(str(source)))
    with reading(str(path)):
        return code(engine, _text_rows(engine, open_text(engine, path), options), options)


def existing_file(path: Path) -> Path:
    """Return the path of a file that is there and holds something; raises BadInput otherwise."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder", "name a file in it")
    if not path.exists():
        raise BadInput(f"there is no file {path}", "check the path; a table is read with --db")
    try:
        with path.open("rb") as file:
            empty = not file.read(1)
    except OSError as error:
        raise BadInput(f"{path} cannot be opened: {error.strerror}", "check its permissions") from error
    if empty:
        raise BadInput(f"{path} is empty", "a source holds at least one record")
    return path


def _text_rows(engine: DuckDBEngine, text: Text, options: SourceOptions) -> Rows:
    kind = options.format or "basket"
    if kind == "long":
        return _long_csv(engine, text, options)
    return read_lines(engine, text, options, spmf=kind == "spmf")


def _long_csv(engine: DuckDBEngine, text: Text, options: SourceOptions) -> Rows:
    sep = table_separator(text, (options.record_id, options.item), options)
    names = header(text, sep)
    table = read_csv(engine, text, sep, len(names))
    own = {"record": f"c{names.index(options.record_id) + 1}", "item": f"c{names.index(options.item) + 1}"}
    numbered = engine.view("sources/numbered", pairs=Table(table.name, table.schema, columns=own))
    return Rows(pairs=engine.table("sources/pairs", source_rows=numbered), numbered=numbered)
