"""What Spark 3.5 is asked in another way than Spark 4: rows as tables of Arrow, and what runs under a tag."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

#: The oldest Spark, and the oldest one over Connect, which keeps no steps before.
OLDEST = (3, 5)
OLDEST_CONNECT = (4, 0)


def version_of(session: "SparkSession") -> tuple[int, ...]:
    """Return the first two numbers of a session's version."""
    major, minor, *_ = session.version.split(".")
    return int(major), int(minor)


def frame_of(session: "SparkSession", table: Any, schema: str | None = None) -> "DataFrame":
    """Return a frame with the rows of a table of Arrow.

    Spark 3.5 takes it by way of pandas, which keeps columns of Arrow as they are: no number becomes a fraction. Where
    there are no rows it would have the executors run Python.
    """
    rows = table
    if version_of(session) < (4, 0):
        if not table.num_rows:
            return _empty(session, table.schema)
        from pandas import ArrowDtype  # noqa: PLC0415

        rows = table.to_pandas(types_mapper=ArrowDtype)
    return session.createDataFrame(rows, schema) if schema else session.createDataFrame(rows)


def _empty(session: "SparkSession", schema: Any) -> "DataFrame":
    from pyspark.sql.functions import lit  # noqa: PLC0415
    from pyspark.sql.pandas.types import from_arrow_schema  # noqa: PLC0415

    columns = [lit(None).cast(field.dataType).alias(field.name) for field in from_arrow_schema(schema)]
    return session.range(0).select(*columns)


def arrow_of(frame: Any) -> Any:
    """Return the rows of a frame as a table of Arrow; Spark 3.5 gives it in parts."""
    if hasattr(frame, "toArrow"):
        return frame.toArrow()
    from pyarrow import Table  # noqa: PLC0415
    from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415

    batches = frame._collect_as_arrow()
    return Table.from_batches(batches) if batches else to_arrow_schema(frame.schema).empty_table()


def begin_tag(session: Any, tag: str) -> None:
    """Let all that this thread asks of Spark run under a tag."""
    session.addTag(tag) if version_of(session) >= (4, 0) else session.sparkContext.addJobTag(tag)


def break_off(session: Any, tag: str) -> bool:
    """Break off what runs under a tag, and end the tag. Returns whether anything may have run."""
    if version_of(session) < (4, 0):
        session.sparkContext.cancelJobsWithTag(tag)
        session.sparkContext.removeJobTag(tag)
        return True
    stopped = bool(session.interruptTag(tag))
    session.removeTag(tag)
    return stopped
