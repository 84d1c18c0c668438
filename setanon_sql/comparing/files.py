"""A comparison in files: rows as CSV, and a page with a picture. Both hold figures of the source, no value."""

import csv
import io
from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any

from setanon_sql import __version__
from setanon_sql.comparing.comparison import Comparison
from setanon_sql.comparing.page import page_of
from setanon_sql.comparing.results import Figures, Row
from setanon_sql.errors import BadDestination
from setanon_sql.files import stopping
from setanon_sql.release.file_checks import refuse_shared
from setanon_sql.release.pages import TextFile
from setanon_sql.sources.files import paths_in

_SETTING = (
    "setting", "model", "k", "rho", "epsilon", "most", "m", "absent", "columns", "cluster_size", "safe", "diversity",
    "recoding", "algorithm", "cost", "exceptions", "guarantee",
)  # fmt: skip
_TRIED = ("records", "sampled", "reached", "best", "problem")
#: How the page of a comparison begins (``comparison.html.j2``), and nothing else: by this it is known again.
START = '<!doctype html>\n<!-- a comparison of setanon -->\n<html lang="en">\n'
COLUMNS = (*_SETTING, *_TRIED, *(figure.name for figure in fields(Figures)))


class Files:
    """Files that a comparison goes to besides, for their owner alone; raises BadDestination, before the work, where it
    cannot.

    ``inputs`` are read, and never written: those that are names of files. With ``overwrite`` older files of setanon are
    replaced.
    """

    def __init__(
        self, table: str | Path | None, page: str | Path | None, inputs: Sequence[Any], *, overwrite: bool = False
    ) -> None:
        places = ((table, _line(COLUMNS)), (page, START))
        self.table, self.page = (
            None if path is None else TextFile(Path(path), start, paths_in(inputs), overwrite) for path, start in places
        )
        self.rows: list[Row] = []
        if self.table and self.table.path.suffix.lower() != ".csv":
            raise BadDestination(f"rows cannot be written to {self.table.path.name}", "end the name with .csv")
        refuse_shared(*([file.path] for file in self._files))
        for file in self._files:
            file.check()
        stopping.owed.update(file.path for file in self._files)

    @property
    def _files(self) -> list[TextFile]:
        return [file for file in (self.table, self.page) if file]

    def add(self, row: Row) -> None:
        """Write the rows that are known by now, this one the last: a run that is stopped leaves them there."""
        self.rows.append(row)
        self._write_rows(self.rows)

    def _write_rows(self, rows: Sequence[Row]) -> None:
        if self.table:
            self.table.write(csv_of(rows))

    def write(self, comparison: Comparison) -> None:
        """Write both, each whole or not at all."""
        self._write_rows(comparison.settings)
        if self.table:
            stopping.owed.discard(self.table.path)
        if self.page:
            page = page_of(comparison, made_on=f"{date.today()}", made_by=f"setanon {__version__}")
            self.page.write(page)
            stopping.owed.discard(self.page.path)


def csv_of(rows: Sequence[Row]) -> str:
    """Return rows as CSV: what does not apply is empty."""
    return "".join(map(_line, [COLUMNS, *map(_cells, rows)]))


def _cells(row: Row) -> list[Any]:
    fields = row.to_json()
    fields |= fields.pop("parameters") | ({} if row.setting.model == "dp" else {"m": row.setting.m or "any"})
    return [fields.get(name, "") for name in COLUMNS]


def _line(cells: Sequence[Any]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
