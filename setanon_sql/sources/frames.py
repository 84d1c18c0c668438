"""What Python holds in memory: frames of pandas, Arrow and Polars, relations of DuckDB, lists, tuples and sets.

Arrow tables and pandas are read where they lie. Whatever else gives a stream of Arrow (``__arrow_c_stream__``) is
copied once, for a stream may flow only once. What cannot be read is named by its type: its text would be its values.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Union

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sources.columns import Wide, wide_of
from setanon_sql.sources.options import SourceOptions

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
    """Whether the source is something in memory, not the name of a file or a table."""
    return not isinstance(source, str | os.PathLike)


def is_local(source: Any) -> bool:
    """Whether the source is something in memory or a file of this machine, not (the name of) a table."""
    return is_frame(source) or Path(str(source)).is_file()


def called(source: Any, place: str = "") -> str:
    """Return what messages call a source: the path or the name as it was given (in ``place``), else its type alone."""
    if is_frame(source):
        return f"the {_kind(source)}"
    return f"{source} of {place}" if place else str(source)


def _kind(source: Any) -> str:
    name = type(source).__name__
    return {"DuckDBPyRelation": "relation", "list": "list", "tuple": "tuple", "set": "set", "frozenset": "set"}.get(
        name, "frame"
    )


def open_frame(engine: DuckDBEngine, source: Any, options: SourceOptions) -> Wide:
    """Return what is in memory as a Wide; raises BadInput where it cannot be read or is empty.

    A list (tuple, set, array, column) is the column of items: of one item a place, or of the items of one record each.
    Columns are renamed inside, so that any label (also ``a`` beside ``A``) will do.
    """
    source, name = _with_columns(source, options.item), called(source)
    if _is_of(source, "pandas", "DataFrame", "Series"):
        frame = _frame(source, options.record_id, options.item)
        labels = [str(label) for label in frame.columns]
        _refuse_twice(labels, name)
        table = engine.register("frame", _plain(frame.set_axis(_names(labels), axis=1), name))
    elif _is_of(source, "pyarrow", "Table"):
        labels = [str(label) for label in source.column_names]
        _refuse_twice(labels, name)
        table = engine.register("frame", source.rename_columns(_names(labels)))
    elif hasattr(source, "__arrow_c_stream__"):
        table, labels = _copied(engine, source, name), _labels(source)
        _refuse_twice(labels, name)
    else:
        raise _unreadable(source)
    if not engine.count(table):
        raise BadInput(f"{name} is empty", "at least one row is needed")
    return wide_of(engine, name, table, labels)


def _is_of(source: Any, package: str, *names: str) -> bool:
    """Whether a value is of one of these types, of a package that need not be imported for the answer."""
    return any(base.__module__.split(".")[0] == package and base.__name__ in names for base in type(source).__mro__)


def _unreadable(source: Any) -> BadInput:
    kind = type(source)
    return BadInput(
        f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.") + " is a type that cannot be read here",
        "give a path, a frame (pandas, Polars, Arrow), a relation of DuckDB, or a list",
    )


def _with_columns(source: Any, item: str) -> Any:
    """Items without a frame around them as a frame with one column; everything else as it is."""
    if _is_of(source, "pandas", "DataFrame", "Series") or hasattr(source, "columns") or hasattr(source, "schema"):
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


def _copied(engine: DuckDBEngine, source: ArrowStream, name: str) -> Table:
    try:
        registered = engine.register("stream", _Stream(source))
        return engine.table(all_rows(registered))
    except (KeyboardInterrupt, SetanonError):
        raise
    except Exception as error:  # whatever made the stream may fail in any way, and tell values
        raise BadInput(f"{name} cannot be read", "does it work by itself?", (str(error),)) from error


def _labels(source: Any) -> list[str]:
    """What a stream calls its columns; nothing where it does not say, then the names are those of DuckDB."""
    names = getattr(source, "columns", None) or getattr(getattr(source, "schema", None), "names", None) or []
    names = names() if callable(names) else names
    return [str(name) for name in names] if all(isinstance(name, str) for name in names) else []


def _frame(source: Any, record_id: str, item: str) -> Any:
    """A DataFrame as it is; a Series as the column of items, with an index that means something as record ids."""
    if type(source).__name__ == "Series":
        source = source.to_frame(item)
    if type(source.index).__name__ == "RangeIndex":
        return source
    name = source.index.name if source.index.name is not None else record_id
    return source if name in source.columns else source.reset_index(names=str(name))


def _plain(frame: "pd.DataFrame", name: str) -> "pd.DataFrame":
    """Columns of Python objects as lists (where they hold lists, sets or tuples) or as text."""
    objects = [label for label in frame.columns if frame[label].dtype == object]
    changed = {label: _as_plain(frame[label], name) for label in objects}
    return frame.assign(**changed)


def _as_plain(column: "pd.Series[Any]", name: str) -> "pd.Series[Any]":
    if not _holds_lists(column):
        column.map(lambda value: _scalar(value, name), na_action="ignore")
        return column.astype("string")
    return column.map(lambda held: _listed(held, name), na_action="ignore")


def _holds_lists(column: "pd.Series[Any]") -> bool:
    at = column.first_valid_index()
    return at is not None and isinstance(column.loc[at], Iterable) and not isinstance(column.loc[at], str | bytes)


def _listed(held: Any, name: str) -> list[str | None]:
    if isinstance(held, str | bytes | Mapping) or not isinstance(held, Iterable):
        raise _no_item(held, name)
    return [None if one is None else str(_scalar(one, name)) for one in held]


def _scalar(value: Any, name: str) -> Any:
    """The value; raises BadInput where it is a collection or bytes, whose text is no item."""
    if isinstance(value, Iterable) and not isinstance(value, str):
        raise _no_item(value, name)
    return value


def _no_item(value: Any, name: str) -> BadInput:
    return BadInput(
        f"{name} holds values of the type {type(value).__name__} where items or record ids should be",
        "make them text or whole numbers first: one value a row, or one list of values",
    )
