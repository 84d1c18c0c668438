"""Comparisons of settings in words: tables for a terminal."""

from collections.abc import Callable, Sequence

from setanon_sql.commands.losses import wrapped
from setanon_sql.comparing import Comparison, Row
from setanon_sql.text import count, share, table

_Cell = Callable[[Row], str]


def _percent(name: str) -> _Cell:
    def cell(row: Row) -> str:
        value = getattr(row.figures, name)
        return "" if value is None else share(value, 1)

    return cell


#: Heads of the columns, with what stands in them; a column in which nothing stands is left out.
COLUMNS: dict[str, _Cell] = {
    "NCP": _percent("ncp"),
    "suppressed": _percent("suppressed_ratio"),
    "items kept": lambda row: "" if row.figures.items_kept is None else count(row.figures.items_kept),
    "top sets lost": _percent("top_itemsets_lost"),
    "pairs off": _percent("pair_error"),
    "workload off": _percent("workload_error"),
    "risk before": _percent("at_risk_before"),
    "risk at m+1": _percent("residual_risk"),
    "linked": _percent("linked_ratio"),
    "seconds": lambda row: "" if row.figures.seconds is None else f"{row.figures.seconds:.1f}",
}

#: What the columns mean.
_MEANINGS = """\
*: no other setting with the same guarantee, on the same records, is as good in all columns and better in one.
NCP: information lost in items; suppressed: rows gone; top sets lost: of the 1,000 most frequent itemsets.
pairs off, workload off: mean relative error of the supports of frequent pairs, and of your own itemsets.
risk before: records that what is known singles out in the source (or persons of whom too much follows).
risk at m+1: the same after, where one item more is known than the guarantee covers; of a disassociated release: pieces
that known items link to a further item. linked: the same with m known items."""


def comparison(found: Comparison) -> str:
    """Return a comparison as a table, with the guarantees and what the columns mean."""
    rows = [row for row in found.settings if row.reached]
    records = f"{count(found.records)} records, {count(found.rows)} rows, {count(found.items)} items"
    parts = [f"{records}; {_tried(found)}"]
    if rows:
        parts += [settings_table(rows, sampled=bool(found.sample)), *_guarantees(rows), _MEANINGS]
    parts += [_not_reached(found.settings)] if len(rows) < len(found.settings) else []
    return "\n\n".join(parts)


def _tried(found: Comparison) -> str:
    if not found.sample:
        return "all settings were tried on all of them."
    return f"settings were tried on a sample of {count(found.sample)} records, the best of them on all."


def settings_table(rows: Sequence[Row], *, sampled: bool = False) -> str:
    """Return rows of settings that were reached as a table."""
    used = {head: cell for head, cell in COLUMNS.items() if any(map(cell, rows))}
    on = ["tried on"] if sampled else []
    heads = ["", "setting", *on, *used]
    lines = [
        ["*" if row.best else "", row.setting.name, *([("sample" if row.sampled else "all")] if sampled else []),
         *(cell(row) for cell in used.values())]
        for row in rows
    ]  # fmt: skip
    return table(heads, lines, left=2 + len(on))


def _guarantees(rows: Sequence[Row]) -> list[str]:
    told = {row.setting.promise: f"{row.setting.name}: {row.setting.guarantee}." for row in reversed(rows)}
    return ["What they guarantee:\n" + "\n".join(wrapped(one) for one in reversed(told.values()))]


def _not_reached(rows: Sequence[Row]) -> str:
    lines = dict.fromkeys(f"{row.setting.name}: {row.problem}" for row in rows if not row.reached)
    return "Not reached:\n" + "\n".join(wrapped(line) for line in lines)
