"""Comparisons of settings in words: tables for a terminal."""

from collections.abc import Sequence

from setanon_sql.commands.losses import wrapped
from setanon_sql.comparing import Comparison, Row
from setanon_sql.comparing.columns import MEANINGS, cells
from setanon_sql.comparing.suggesting import Diagnosis, Suggestion
from setanon_sql.text import count, share, table


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


def suggestion(found: Suggestion, *, show_values: bool = False) -> str:
    """Return the strongest settings, and why stronger ones cost more."""
    most = share(found.max_loss, 1)
    parts = [f"{count(found.records)} records; settings may cost {most}."]
    if found.strongest:
        parts += [f"The strongest that do not cost more:\n{settings_table(found.strongest)}"]
        parts += _guarantees(found.strongest)
    else:
        parts += [f"No setting that was tried costs {most} or less."]
    parts += [wrapped(_diagnosis(one, show_values)) for one in found.diagnoses]
    reached = [row for row in found.tried if row.reached]
    if len(reached) > len(found.strongest):
        parts += [f"All that was tried:\n{settings_table(reached, sampled=bool(found.sample))}"]
    if found.not_tried:
        names = ", ".join(one.name for one in found.not_tried)
        parts += [wrapped(f"Not tried, since a weaker one costs too much, or a stronger one does not: {names}.")]
    if any(row.setting.model == "disassociation" for row in found.tried):
        parts += [wrapped("The cost of disassociation is the share of the 1,000 most frequent itemsets that is lost.")]
    return "\n\n".join(parts)


def _diagnosis(one: Diagnosis, show_values: bool) -> str:
    if one.row.loss is None:
        return f"{one.row.setting.name} is not reached: {one.row.problem}."
    where = f", on a sample of {count(one.row.records)} records" if one.row.sampled else ""
    told = [f"{one.row.setting.name} costs {share(one.row.loss, 1)}{where}."]
    if one.loss_without is not None:
        items, have = ("1 item", "has") if len(one.items) == 1 else (f"{len(one.items)} items", "have")
        named = f" ({', '.join(one.items)})" if show_values else ""
        named = f"{f', {one.sensitive_items} of them sensitive' if one.sensitive_items else ''}{named}"
        told += [
            f"Without {items}{named}, which {have} {share(one.items_ratio, 1)} of the rows, it costs the others "
            f"{share(one.loss_without, 1)}."
        ]
    if one.weaker:
        others = ", ".join(f"{row.setting.name} ({share(row.loss or 0.0, 1)})" for row in one.weaker)
        told += [f"Weaker ones that do: {others}."]
    return " ".join(told)
