"""A pandas DataFrame (or Series of lists) or an Arrow table, read where it lies in memory."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.wide import Wide, wide_of

if TYPE_CHECKING:
    import pandas as pd


def is_frame(source: Any) -> bool:
    """Whether the source is one of pandas or Arrow (neither is imported for the answer)."""
    return type(source).__module__.split(".")[0] in {"pandas", "pyarrow"}


def is_local(source: Any) -> bool:
    """Whether the source is a frame or a file of this machine, not (the name of) a table."""
    return is_frame(source) or Path(str(source)).is_file()


def open_frame(engine: DuckDBEngine, source: Any, options: SourceOptions) -> Wide:
    """Return a frame as a Wide; its columns are renamed inside, so that any label (also ``a`` beside ``A``) will do."""
    if type(source).__module__.startswith("pyarrow"):
        labels = [str(name) for name in source.column_names]
        inner: Any = source.rename_columns([f"c{at}" for at in range(1, len(labels) + 1)])
    else:
        frame = _frame(source, options.record_id, options.item)
        labels = [str(name) for name in frame.columns]
        inner = _plain(frame.set_axis([f"c{at}" for at in range(1, len(labels) + 1)], axis=1))
    if len(set(labels)) < len(labels):
        raise BadInput("two columns of the frame have the same name", "rename one of them")
    if not labels or not len(source):
        raise BadInput("the frame is empty", "a source holds at least one record")
    return wide_of(engine, "the frame", engine.register("frame", inner), labels)


def _frame(source: Any, record_id: str, item: str) -> Any:
    """A DataFrame as it is; a Series as the column of items, with an index that means something as record ids."""
    if type(source).__name__ == "Series":
        source = source.to_frame(item)
    if type(source).__name__ != "DataFrame":
        raise BadInput("the source is neither a DataFrame, a Series of lists nor an Arrow table", "make it one of them")
    if type(source.index).__name__ == "RangeIndex":
        return source
    name = source.index.name if source.index.name is not None else record_id
    return source if name in source.columns else source.reset_index(names=str(name))


def _plain(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Columns of Python objects as lists (where they hold lists, sets or tuples) or as text."""
    objects = [name for name in frame.columns if frame[name].dtype == object]
    changed = {name: _listed(frame[name]) if _holds_lists(frame[name]) else _text(frame[name]) for name in objects}
    return frame.assign(**changed)


def _holds_lists(column: "pd.Series[Any]") -> bool:
    at = column.first_valid_index()
    return at is not None and isinstance(column.loc[at], Iterable) and not isinstance(column.loc[at], str | bytes)


def _text(column: "pd.Series[Any]") -> "pd.Series[Any]":
    return column.astype("string")


def _listed(column: "pd.Series[Any]") -> "pd.Series[Any]":
    return column.map(lambda held: [None if one is None else str(one) for one in held], na_action="ignore")
