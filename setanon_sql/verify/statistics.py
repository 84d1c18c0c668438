"""Do the statistics of Parquet files, such as the least value of a column, show values that no row holds?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of
from setanon_sql.verify.contents import Tables
from setanon_sql.verify.parquet import Contents, values_shown
from setanon_sql.verify.strangers import Stranger, stranger

#: What is cut, and whether it is cut as a greatest value is.
_IS_GREATEST = {"cut_least": 0, "cut_greatest": 1}
#: The characters of ASCII that have a next one.
_ASCII = "".join(map(chr, range(1, 127)))


def strange_statistics(
    engine: Engine,
    looked_at: Mapping[str, Sequence[Contents]],
    columns: Mapping[str, Mapping[str, str]],
    tables: Tables,
) -> list[Stranger]:
    """Return what files show and no row holds.

    ``looked_at``: the contents of the files of each part. ``columns``: what the columns of its table are called in
    ``tables``, by their names in the files.
    """
    missing = 0
    for part, contents in looked_at.items():
        for name, kind, values in values_shown(contents):
            column = columns[part][name]
            texts = [str(value) for value in values] if column == "group_id" else values  # which is read as text
            missing += _count_missing(engine, replace(tables[part], columns={"held": column}), kind, texts)
    return (
        [stranger(f"{count_of(missing, 'value')} in the statistics of Parquet files that no row holds")]
        if missing
        else []
    )


@scoped
def _count_missing(engine: Engine, lines: Table, kind: str, values: Sequence[Any]) -> int:
    """Count the values that no row of a table holds (or begins with)."""
    tables = {"shown": engine.load("shown", {"value": type(values[0])}, [values]), "lines": lines}
    query = "verify/read/shown_beginnings" if kind == "beginnings" else "verify/read/shown_values"
    if kind in _IS_GREATEST:
        query = "verify/read/shown_cuts"
        number_held = engine.number(query, **tables, greatest=_IS_GREATEST[kind], ascii=_ASCII, marks="!" * len(_ASCII))
    else:
        number_held = engine.number(query, **tables)
    return len(values) - number_held
