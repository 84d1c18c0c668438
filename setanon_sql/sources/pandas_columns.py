"""What columns of pandas hold that DuckDB does not read as it is: intervals, periods, sparse columns, moments."""

from datetime import UTC, datetime
from typing import Any

#: Types of values that DuckDB knows no column for, also where they are categories (those of ``pd.cut`` are intervals).
_OBJECTS = ("interval", "period")


def as_known(column: Any) -> Any:
    """Return a column of pandas as one of values that DuckDB or a later step reads; itself where it is one."""
    import pandas as pd  # noqa: PLC0415

    if isinstance(column.dtype, pd.SparseDtype):
        return as_known(column.sparse.to_dense())
    kind = column.dtype.categories.dtype if isinstance(column.dtype, pd.CategoricalDtype) else column.dtype
    if str(kind).startswith(_OBJECTS):
        return column.astype(object)
    return _whole(column) if isinstance(column.dtype, pd.CategoricalDtype) and kind.kind in "iu" else column


def _whole(column: Any) -> Any:
    """Return categories that are whole numbers as such: where some are missing they would be read as DOUBLE."""
    whole = column.cat.categories.astype("Int64" if column.cat.categories.dtype.kind == "i" else "UInt64")
    return type(column)(whole.array.take(column.cat.codes, allow_fill=True), index=column.index)


def in_utc(value: Any) -> str:
    """Return a value as text: a moment in UTC, as DuckDB writes it."""
    if not isinstance(value, datetime) or value.utcoffset() is None:
        return str(value)
    date_and_time, _, fraction = str(value.astimezone(UTC)).removesuffix("+00:00").partition(".")
    return date_and_time + (f".{fraction.rstrip('0')}" if fraction else "") + "+00"
