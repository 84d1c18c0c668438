"""Comparisons of settings in words: tables for a terminal."""

from collections.abc import Sequence

from setanon_sql.commands.losses import wrapped
from setanon_sql.comparing import Comparison, Row
from setanon_sql.comparing.columns import MEANINGS, cells
from setanon_sql.text import count, table


def comparison(found: Comparison) -> str:
    """Return a comparison as a table, with the guarantees and what the columns mean."""
    rows = [row for row in found.settings if row.reached]
    records = f"{count(found.records)} records, {count(found.rows)} rows, {count(found.items)} items"
    parts = [f"{records}; {_tried(found)}"]
    if rows:
        parts += [settings_table(rows, sampled=bool(found.sample)), *_guarantees(rows), _meanings()]
    parts += [_not_reached(found.settings)] if len(rows) < len(found.settings) else []
    return "\n\n".join(parts)


def _tried(found: Comparison) -> str:
    if not found.sample:
        return "all settings were tried on all of them."
    return f"settings were tried on a sample of {count(found.sample)} records, the best of them on all."


def settings_table(rows: Sequence[Row], *, sampled: bool = False) -> str:
    """Return rows of settings that were reached as a table."""
    heads, figures = cells(rows)
    on = ["tried on"] if sampled else []
    lines = []
    for row, line in zip(rows, figures, strict=True):
        where = [("sample" if row.sampled else "all")] if sampled else []
        lines.append(["*" if row.best else "", row.setting.name, *where, *line])
    return table(["", "setting", *on, *heads], lines, left=2 + len(on))


def _meanings() -> str:
    return "\n".join(wrapped(f"{name}: {meaning}.") for name, meaning in MEANINGS.items())


def _guarantees(rows: Sequence[Row]) -> list[str]:
    told = {row.setting.promise: f"{row.setting.name}: {row.setting.guarantee}." for row in reversed(rows)}
    return ["What they guarantee:\n" + "\n".join(wrapped(one) for one in reversed(told.values()))]


def _not_reached(rows: Sequence[Row]) -> str:
    lines = dict.fromkeys(f"{row.setting.name}: {row.problem}" for row in rows if not row.reached)
    return "Not reached:\n" + "\n".join(wrapped(line) for line in lines)
