"""What columns of Arrow are for :class:`~setanon_sql.engine.warehouse.Relation`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

#: Where the driver of PostgreSQL tells the name of a type, and those of no order.
_TYPE_OF_POSTGRES = b"POSTGRESQL:type"
_UNSORTED = {b"json", b"xml", b"point", b"line", b"lseg", b"box", b"path", b"polygon", b"circle"}


def kinds_of(schema: "pa.Schema") -> dict[str, str]:
    """Return what columns are for :class:`Relation`, by name."""
    return {field.name: _kind(field.type, (field.metadata or {}).get(_TYPE_OF_POSTGRES, b"")) for field in schema}


def _kind(kind: "pa.DataType", name: bytes) -> str:
    """Return what a type of Arrow is for :class:`Relation`; only the database knows which of its texts are equal."""
    import pyarrow as pa  # noqa: PLC0415

    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return _kind_of_list(kind.value_type)
    if pa.types.is_floating(kind):
        return "real"
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return "bytes"
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        return "whole" if pa.types.is_integer(kind) else "flag"
    if pa.types.is_timestamp(kind) and kind.tz is not None:
        return "moment"
    plain = pa.types.is_decimal(kind) or (pa.types.is_temporal(kind) and not pa.types.is_interval(kind))
    return "other" if plain or name in _UNSORTED else "loose"


def _kind_of_list(values: "pa.DataType") -> str:
    import pyarrow as pa  # noqa: PLC0415

    if pa.types.is_nested(values) or pa.types.is_binary(values) or pa.types.is_large_binary(values):
        return "nested list"
    return "loose list" if isinstance(values, pa.BaseExtensionType) or pa.types.is_interval(values) else "list"
