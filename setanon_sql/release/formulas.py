"""Labels and ids in files of text that spreadsheet programs run as formulas: told of, or escaped by a quote.

A quote goes before what begins as a formula does, and before what is a quote and then begins so: it can be taken away
again, and tells no two labels less apart.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from setanon_sql.engine import DuckDBEngine, scoped
from setanon_sql.layout import FORMULA_STARTS
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of

T = TypeVar("T")


def escaped_cell(cell: T) -> T | str:
    """Return a cell of a label table as it is written where formulas are escaped."""
    begin = cell.lstrip("'")[:1] if isinstance(cell, str) else ""
    return f"'{cell}" if begin and begin in FORMULA_STARTS else cell


@scoped
def escaped_rows(engine: DuckDBEngine, shaped: Table, *, grouped: bool) -> Table:
    """Return rows to be written in which no label and no id begins as a formula does."""
    name = "release/files/escaped_grouped" if grouped else "release/files/escaped"
    return engine.table(name, shaped=shaped, starts=FORMULA_STARTS)


def tell_formulas(engine: DuckDBEngine, shaped: Table, name: str) -> None:
    """Warn of labels and ids in a file of text that begin as formulas do."""
    labels, ids = map(int, engine.row("release/files/formulas", shaped=shaped, starts=FORMULA_STARTS))
    kinds = ((labels, "label"), (ids, "record id"))
    in_words = " and ".join(f"{n:,} {kind if n == 1 else f'{kind}s'}" for n, kind in kinds if n)
    if in_words:
        engine.trace.warn(
            f"in {name} {in_words} {'begins' if labels + ids == 1 else 'begin'} with =, +, -, @, a tab or a line end: "
            "spreadsheet programs may run that as a formula; <escape_formulas> puts a quote before it"
        )


def tell_formulas_beside(engine: DuckDBEngine, shaped: Table, beside_items: Sequence[str]) -> None:
    """Warn of values of columns beside the items that begin so."""
    values = 0
    for name in beside_items:
        column = replace(shaped, columns={"record_id": "position", "item": name})
        values += int(engine.row("release/files/formulas", shaped=column, starts=FORMULA_STARTS)[0])
    if values:
        engine.trace.warn(
            f"{count_of(values, 'value')} of columns beside the items begin with =, +, -, @, a tab or a line end: "
            "spreadsheet programs may run that as a formula; a .parquet file is safe from that"
        )
