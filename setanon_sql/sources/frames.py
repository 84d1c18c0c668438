"""What Python holds in memory: frames of pandas, Arrow and Polars, relations of DuckDB, lists, tuples, sets, dicts.

Arrow tables and pandas are read where they lie. Whatever else gives a stream of Arrow (``__arrow_c_stream__``) is
copied once, for a stream may flow only once. What cannot be read is named by its type: its text would be its values.

The index of a frame of pandas: a level that has a name is a column of this name. An index without a name is what a
filter or ``concat`` leaves behind. It says something in a source only, where it may stand for the column of record ids.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Union

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sources.columns import Wide, wide_of
from setanon_sql.sources.nanoseconds import in_microseconds, refuse_nanoseconds, with_nanoseconds
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.pandas_columns import as_known, in_utc
from setanon_sql.sources.pipes import is_pipe

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class ArrowStream(Protocol):
    """Anything that can tell itself as a stream of Arrow: frames of Polars, relations of DuckDB, readers."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the stream, as the Arrow PyCapsule interface says."""


#: What the functions of the API read besides files and tables.
Frame = Union["pd.DataFrame", "pd.Series[Any]", "pa.Table", ArrowStream]

_Together = (list, tuple, set, frozenset)

#: Methods of columns (NumPy, pandas, Arrow, Polars) that give their values as a list.
_AS_LIST = ("to_pylist", "to_list", "tolist")


def is_frame(source: Any) -> bool:
    """Return whether the source is something in memory, not the name of a file or a table."""
    return not isinstance(source, str | os.PathLike)


def is_local(source: Any) -> bool:
    """Return whether the source is something in memory or a file of this machine, not (the name of) a table."""
    return is_frame(source) or is_pipe(source) or Path(str(source)).is_file()


def source_name(source: Any, place: str = "") -> str:
    """Return what messages call a source: the path or the name as it was given (in ``place``), else its type alone."""
    if is_frame(source):
        return f"the {_kind(source)}"
    return f"{source} of {place}" if place else str(source)


def _kind(source: Any) -> str:
    name = type(source).__name__
    return {
        "DuckDBPyRelation": "relation",
        "dict": "dict",
        "list": "list",
        "tuple": "tuple",
        "set": "set",
        "frozenset": "set",
    }.get(name, "frame")


def without_index(source: Any) -> Any:
    """Return what is in memory without an index that has no name; everything else as it is."""
    return source.reset_index(drop=True) if _is_pandas(source) and [*source.index.names] == [None] else source


def open_frame(engine: DuckDBEngine, source: Any, options: SourceOptions, *, ids_in_index: bool = False) -> Wide:
    """Return what is in memory as a Wide; raises BadInput where it cannot be read or is empty.

    ``ids_in_index``: an index without a name may hold the record ids. Only that of a source may: what is sensitive for
    everybody would become personal wishes.

    A list (tuple, set, array, column) is the column of items: of one item a place, or of the items of one record each.
    Columns are renamed inside, so that any label (also ``a`` beside ``A``) will do.
    """
    name = source_name(source)
    source = _evaluate(source)
    if ids_in_index and isinstance(source, dict):
        source = _frame_of_dict(source, options)
    source = _with_columns(source if ids_in_index else without_index(source), options.item)
    if _is_pandas(source):
        frame = _frame(source, options.record_id, options.item, name)
        labels = [str(label) for label in frame.columns]
        _refuse_twice(labels, name)
        frame = with_nanoseconds(frame.set_axis(_names(labels), axis=1))
        table = engine.register("frame", _with_plain_columns(frame, name))
    elif _is_of(source, "pyarrow", "Table"):
        labels = [str(label) for label in source.column_names]
        _refuse_twice(labels, name)
        table = engine.register("frame", in_microseconds(source.rename_columns(_names(labels)), name))
    elif hasattr(source, "__arrow_c_stream__"):
        table = _copy(engine, source, name)
        labels = _labels(source)
        _refuse_twice(labels, name)
    else:
        raise _unreadable(source)
    if not engine.count(table):
        raise BadInput(f"{name} is empty", "at least one row is needed")
    return wide_of(engine, name, table, labels)


def _evaluate(source: Any) -> Any:
    """Return what is lazy as something that gives its rows; all else as it is."""
    if _is_of(source, "polars", "LazyFrame"):
        return source.collect()
    if _is_of(source, "pyarrow", "Dataset"):
        return source.scanner().to_reader()
    if _is_of(source, "pyarrow", "Scanner"):
        return source.to_reader()
    return source


def _frame_of_dict(source: dict[Any, Any], options: SourceOptions) -> "pd.DataFrame":
    """Return a frame of the items of each record id, or of columns by their names."""
    import pandas as pd  # noqa: PLC0415

    if {options.record_id, options.item} <= set(source):
        return pd.DataFrame(source)
    items = pd.Series(list(source.values()), dtype=object)
    return pd.DataFrame({options.record_id: pd.Series(list(source), dtype=object), options.item: items})


def _is_of(source: Any, package: str, *names: str) -> bool:
    """Return whether a value is of one of these types, of a package that need not be imported for the answer."""
    return any(base.__module__.split(".")[0] == package and base.__name__ in names for base in type(source).__mro__)


def _is_pandas(source: Any) -> bool:
    return _is_of(source, "pandas", "DataFrame", "Series")


def _unreadable(source: Any) -> BadInput:
    kind = type(source)
    return BadInput(
        f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.") + " is a type that cannot be read here",
        "give a path, a frame (pandas, Polars, Arrow), a relation of DuckDB, or the items of each record (list, dict)",
    )


def _with_columns(source: Any, item: str) -> Any:
    """Return items without a frame around them as a frame with one column; everything else as it is."""
    if _is_pandas(source) or hasattr(source, "columns") or hasattr(source, "schema"):
        return source
    if not isinstance(source, _Together):
        as_list = next((getattr(source, name) for name in _AS_LIST if hasattr(source, name)), None)
        if as_list is None or getattr(source, "ndim", 1) != 1:
            return source
        source = as_list()
    import pandas as pd  # noqa: PLC0415

    return pd.DataFrame({item: pd.Series(list(source), dtype=object)})


def _names(labels: list[str]) -> list[str]:
    return [f"c{at}" for at in range(1, len(labels) + 1)]


def _refuse_twice(labels: list[str], name: str) -> None:
    if len(set(labels)) < len(labels):
        raise BadInput(f"two columns of {name} have the same name", "rename one of them")


class _Stream:
    """A stream and nothing else: DuckDB would look at what it knows of the source, and refuse another's relation."""

    def __init__(self, source: ArrowStream) -> None:
        self.__arrow_c_stream__ = source.__arrow_c_stream__


def _copy(engine: DuckDBEngine, source: ArrowStream, name: str) -> Table:
    if _is_of(source, "polars", "DataFrame"):
        refuse_nanoseconds(source, name)
    elif _is_of(source, "pyarrow", "RecordBatchReader"):
        source = in_microseconds(source, name)
    try:
        registered = engine.register("stream", _Stream(source))
        return engine.table(all_rows(registered))
    except (KeyboardInterrupt, SetanonError):
        raise
    except Exception as error:  # whatever made the stream may fail in any way, and tell values
        raise BadInput(f"{name} cannot be read", "does it work by itself?", (str(error),)) from error


def _labels(source: Any) -> list[str]:
    """Return what a stream calls its columns; nothing where it does not say, then the names are those of DuckDB."""
    names = getattr(source, "columns", None) or getattr(getattr(source, "schema", None), "names", None) or []
    names = names() if callable(names) else names
    return [str(name) for name in names] if all(isinstance(name, str) for name in names) else []


def _frame(source: Any, record_id: str, item: str, name: str) -> Any:
    """Return a DataFrame, or a Series as the column of items, with the levels of its index that are columns."""
    if _is_of(source, "pandas", "Series"):
        if item in map(str, source.index.names):
            raise BadInput(f'{name} has "{item}" in its index', "make columns of it first: reset_index()")
        source = source.to_frame(item)
    levels = _levels(source, record_id, item)
    # DuckDB reads columns of Arrow with any other index as one column more
    frame = source.reset_index(drop=True) if levels or not _is_range(source.index) else source
    for label, level in reversed(levels.items()):
        frame.insert(0, label, level)
    return frame


def _levels(frame: Any, record_id: str, item: str) -> dict[str, Any]:
    """Return the levels of an index that are columns, by their names; one without a name may be the record ids."""
    index = frame.index
    names = [*index.names]
    if names == [None] and _holds_ids(frame, item):
        names = [record_id]
    columns = {str(label) for label in frame.columns}
    levels = {str(level): index.get_level_values(at) for at, level in enumerate(names) if level is not None}
    return {label: level for label, level in levels.items() if label not in columns}


def _is_range(index: Any) -> bool:
    return _is_of(index, "pandas", "RangeIndex")


def _holds_ids(frame: Any, item: str) -> bool:
    """Return whether an index without a name holds record ids: not one of rows that were numbered, or were left by a
    filter.

    Of a row for each record and item some records have several, so that their ids are not all different.
    """
    if _is_range(frame.index):
        return False
    items = [at for at, label in enumerate(frame.columns) if str(label) == item]
    return not items or not frame.index.is_unique or _holds_lists(frame.iloc[:, items[0]])


def _with_plain_columns(frame: "pd.DataFrame", name: str) -> "pd.DataFrame":
    """Return columns of Python objects as lists (where they hold lists, sets or tuples) or as text."""
    readable = {str(label): as_known(column) for label, column in frame.items()}
    frame = frame.assign(**readable)
    objects = [label for label in frame.columns if frame[label].dtype == object]
    changed = {label: _as_plain(frame[label], name) for label in objects}
    return frame.assign(**changed)


def _as_plain(column: "pd.Series[Any]", name: str) -> "pd.Series[Any]":
    if not _holds_lists(column):
        return column.map(lambda value: text_of(_scalar(value, name)), na_action="ignore").astype("string")
    return column.map(lambda value: _as_list(value, name), na_action="ignore")


def _holds_lists(column: "pd.Series[Any]") -> bool:
    not_null = column.notna().to_numpy()
    first = column.iloc[int(not_null.argmax())] if not_null.any() else ""
    return isinstance(first, Iterable) and not isinstance(first, str | bytes)


def _as_list(values: Any, name: str) -> list[str | None]:
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise _no_item(values, name)
    return [text_of(_scalar(value, name)) for value in values]


def text_of(value: Any) -> str | None:
    """Return the text of a value; None for one that is missing, as None, NaN, NA and NaT are."""
    import pandas as pd  # noqa: PLC0415

    return None if value is None or value is pd.NA or pd.isna(value) else in_utc(value)


def _scalar(value: Any, name: str) -> Any:
    """Return the value; raises BadInput where it is a collection or bytes, whose text is no item."""
    if isinstance(value, Iterable) and not isinstance(value, str):
        raise _no_item(value, name)
    return value


def _no_item(value: Any, name: str) -> BadInput:
    return BadInput(
        f"{name} holds values of the type {type(value).__name__} where items or record ids should be",
        "make them text or whole numbers first: one value a row, or one list of values",
    )
