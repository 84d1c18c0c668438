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
from setanon_sql.release.pages import check_text, write_text
from setanon_sql.sources.files import paths_in

_SETTING = (
    "setting", "model", "k", "rho", "epsilon", "most", "m", "cluster_size", "safe", "diversity", "algorithm", "cost",
    "exceptions", "guarantee",
)  # fmt: skip
_TRIED = ("records", "sampled", "reached", "best", "problem")
#: How the page of a comparison begins (``comparison.html.j2``), and nothing else: by this it is known again.
START = '<!doctype html>\n<!-- a comparison of setanon -->\n<html lang="en">\n'
COLUMNS = (*_SETTING, *_TRIED, *(figure.name for figure in fields(Figures)))


class Files:
    """Files that a comparison goes to besides; raises BadDestination, before the work, where it cannot.

    ``others`` are read, and never written: those that are names of files.
    """

    def __init__(self, table: str | Path | None, page: str | Path | None, inputs: Sequence[Any]) -> None:
        self.table, self.page = (None if path is None else Path(path) for path in (table, page))
        self.inputs = paths_in(inputs)
        self.rows: list[Row] = []
        if self.table and self.table.suffix.lower() != ".csv":
            raise BadDestination(f"rows cannot be written to {self.table.name}", "end the name with .csv")
        if self.table and self.page and self.table.resolve() == self.page.resolve():
            raise BadDestination(f"{self.table.name} is the place of both files", "choose two names")
        if self.table:
            check_text(self.table, _line(COLUMNS), self.inputs)
        if self.page:
            check_text(self.page, START, self.inputs)
        stopping.owed.update(path for path in (self.table, self.page) if path)

    def add(self, row: Row) -> None:
        """Write the rows that are known by now, this one the last: a run that is stopped leaves them there."""
        self.rows.append(row)
        self._write_rows(self.rows)

    def _write_rows(self, rows: Sequence[Row]) -> None:
        if self.table:
            write_text(self.table, csv_of(rows), _line(COLUMNS), self.inputs)

    def write(self, comparison: Comparison) -> None:
        """Write both, each whole or not at all."""
        self._write_rows(comparison.settings)
        if self.table:
            stopping.owed.discard(self.table)
        if self.page:
            page = page_of(comparison, made_on=f"{date.today()}", made_by=f"setanon {__version__}")
            write_text(self.page, page, START, self.inputs)
            stopping.owed.discard(self.page)


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
