"""A table that stands beside a release: read as it is, whatever it is."""

import csv
import glob
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from setanon_sql.verify.contents import fingerprint

Row = Sequence[Any]


@dataclass(frozen=True)
class FoundTable:
    """A table as it stands beside a release; ``file_sha256`` is empty where it is no file, ``columns`` where it cannot
    be read.
    """

    columns: tuple[str, ...]
    rows: Sequence[Row]
    file_sha256: str = ""

    def rows_of(self, columns: Sequence[str]) -> Sequence[Row] | None:
        """Return its rows; None where it does not have exactly these columns."""
        return self.rows if self.columns == (*columns,) else None


def table_in_file(path: Path) -> FoundTable | None:
    """Return the table in a file; None where there is none."""
    if not os.path.lexists(path):
        return None
    sha256 = fingerprint(path).sha256
    try:
        columns, rows = _parquet(path) if path.suffix == ".parquet" else _csv(path)
    except (OSError, ValueError, csv.Error, duckdb.Error):
        return FoundTable((), (), sha256)
    if any(len(row) != len(columns) for row in rows):  # also of a line without fields
        return FoundTable((), (), sha256)
    return FoundTable(columns, rows, sha256)


def _parquet(path: Path) -> tuple[tuple[str, ...], list[Row]]:
    with duckdb.connect() as connection:
        relation = connection.read_parquet(glob.escape(str(path)), hive_partitioning=False)
        return tuple(relation.columns), list(relation.fetchall())


def _csv(path: Path) -> tuple[tuple[str, ...], list[Row]]:
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, strict=True)
    return tuple(header), list(rows)
