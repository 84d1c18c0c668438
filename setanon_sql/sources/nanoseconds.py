"""Times that Python holds to the nanosecond, where DuckDB would cut them to microseconds and make one of several.

Frames of pandas get their text in place of them. What is a duration to Arrow or Polars has none: it is refused.
"""

from typing import TYPE_CHECKING, Any

from setanon_sql.errors import BadInput

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def with_nanoseconds(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return a frame of pandas with text in the place of times that have nanoseconds and would lose them."""
    cut = {label: frame[label] for label in frame.columns if _is_cut(frame[label])}
    return frame.assign(**{label: _in_utc(column).astype("string") for label, column in cut.items()}) if cut else frame


def _is_cut(column: "pd.Series[Any]") -> bool:
    """Return whether DuckDB would cut a column: a duration, or a time with a zone, that has nanoseconds."""
    if column.dtype.kind not in "mM" or (column.dtype.kind == "M" and column.dt.tz is None):
        return False
    part = column.dt.nanoseconds if column.dtype.kind == "m" else column.dt.nanosecond
    return bool(part.fillna(0).any())


def _in_utc(column: "pd.Series[Any]") -> "pd.Series[Any]":
    return column.dt.tz_convert("UTC") if column.dtype.kind == "M" else column


def in_microseconds(source: Any, name: str) -> Any:
    """Return a table or a reader of Arrow with durations as DuckDB has them; raises BadInput where that cuts them.

    A reader finds it out while it is read.
    """
    import pyarrow as pa  # noqa: PLC0415

    schema = pa.schema([field.with_type(_cut_type(field.type)) for field in source.schema])
    if schema.equals(source.schema):
        return source
    try:
        return source.cast(schema)
    except pa.ArrowInvalid as error:
        raise _too_short(name) from error


def _cut_type(kind: "pa.DataType") -> "pa.DataType":
    import pyarrow as pa  # noqa: PLC0415

    if pa.types.is_list(kind):
        return pa.list_(_cut_type(kind.value_type))
    return pa.duration("us") if pa.types.is_duration(kind) and kind.unit == "ns" else kind


def refuse_nanoseconds(frame: Any, name: str) -> None:
    """Raise BadInput where a duration in a frame of Polars has nanoseconds."""
    for label, kind in frame.schema.items():
        is_duration = type(kind).__name__ == "Duration" and kind.time_unit == "ns"
        if is_duration and (frame[label].dt.total_nanoseconds() % 1000 != 0).any():
            raise _too_short(name)


def _too_short(name: str) -> BadInput:
    return BadInput(
        f"{name} holds durations with nanoseconds, which are read to the microsecond",
        "make text or whole numbers of them first",
    )
