"""Comparisons of settings in words: tables for a terminal."""

from collections import Counter
from collections.abc import Sequence

from setanon_sql.comparing import Comparison, Row
from setanon_sql.comparing.columns import MEANINGS, cells
from setanon_sql.comparing.results import of_persons
from setanon_sql.comparing.suggesting import Diagnosis, Suggestion
from setanon_sql.text import count, count_of, label_text, share, table, wrapped


def comparison(comparison: Comparison) -> str:
    """Return a comparison as a table, with the guarantees and what the columns mean."""
    rows = [row for row in comparison.settings if row.reached]
    records = f"{count(comparison.records)} records{of_persons(comparison.persons)}"
    size = f"{records}, {count(comparison.rows)} rows, {count(comparison.items)} items"
    parts = [f"{size}; {_tried(comparison)}"]
    if rows:
        parts += [settings_table(rows, sampled=bool(comparison.sample)), *_which(comparison)]
        parts += [*_guarantees(rows), _meanings()]
    parts += [wrapped(comparison.caution)] if comparison.caution else []
    parts += [_not_reached(comparison.settings)] if len(rows) < len(comparison.settings) else []
    return "\n\n".join(parts)


def _which(comparison: Comparison) -> list[str]:
    """Return which setting to take, for each aim."""
    sentences = [wrapped(answer.sentence) for answer in comparison.answers]
    return ["Which one?\n" + "\n".join(sentences)] if sentences else []


def _tried(comparison: Comparison) -> str:
    if not comparison.sample:
        return "all settings were tried on all of them."
    return f"settings were tried on a sample of {count(comparison.sample)} records, those to take on all."


def settings_table(rows: Sequence[Row], *, sampled: bool = False) -> str:
    """Return rows of settings that were reached as a table."""
    heads, figures = cells(rows)
    on = ["tried on"] if sampled else []
    promises = Counter((row.setting.promise, row.sampled) for row in rows)
    contested = {promise for (promise, _), number in promises.items() if number > 1}
    lines = []
    for row, line in zip(rows, figures, strict=True):
        where = [("sample" if row.sampled else "all")] if sampled else []
        lines.append(["*" if row.best and row.setting.promise in contested else "", row.setting.name, *where, *line])
    return table(["", "setting", *on, *heads], lines, left_columns=2 + len(on))


def _meanings() -> str:
    return "\n".join(wrapped(f"{name}: {meaning}.") for name, meaning in MEANINGS.items())


def _guarantees(rows: Sequence[Row]) -> list[str]:
    promised = {row.setting: row.setting.guarantee for row in reversed(rows)}
    guarantees = {(setting.model, text): f"{setting.name}: {text}." for setting, text in promised.items()}
    return ["What they guarantee:\n" + "\n".join(wrapped(guarantee) for guarantee in reversed(guarantees.values()))]


def _not_reached(rows: Sequence[Row]) -> str:
    lines = dict.fromkeys(f"{row.setting.name}: {row.problem}" for row in rows if not row.reached)
    return "Not reached:\n" + "\n".join(wrapped(line) for line in lines)


def suggestion(suggestion: Suggestion, *, show_values: bool = False) -> str:
    """Return the strongest settings, and why stronger ones cost more."""
    most = share(suggestion.max_loss, 1)
    parts = [
        f"{count(suggestion.records)} records{of_persons(suggestion.persons)}; settings may cost {most} of the use."
    ]
    if suggestion.strongest:
        parts += [f"The strongest that do not cost more:\n{settings_table(suggestion.strongest)}"]
        parts += _guarantees(suggestion.strongest)
        parts += ["\n".join(map(wrapped, suggestion.exposed))] if suggestion.exposed else []
    else:
        parts += [f"No setting that was tried costs {most} or less."]
    parts += [wrapped(_diagnosis(diagnosis, show_values)) for diagnosis in suggestion.diagnoses]
    reached = [row for row in suggestion.tried if row.reached]
    if len(reached) > len(suggestion.strongest):
        parts += [f"All that was tried:\n{settings_table(reached, sampled=bool(suggestion.sample))}"]
    if suggestion.not_tried:
        names = ", ".join(setting.name for setting in suggestion.not_tried)
        parts += [wrapped(f"Not tried, since a weaker one costs too much, or a stronger one does not: {names}.")]
    heads = ["use lost", *(["<="] if suggestion.sample else []), "items usable, sensitive usable", "singled out"]
    parts += ["\n".join(wrapped(f"{head}: {MEANINGS[head]}.") for head in heads)]
    return "\n\n".join(parts)


def _on_sample(row: Row) -> str:
    """Say on what a setting was tried, and which way that is off."""
    return f"on a sample of {count(row.records)} records, which shows more loss than all of them do"


def _diagnosis(diagnosis: Diagnosis, show_values: bool) -> str:
    if diagnosis.row.loss is None:
        return f"{diagnosis.row.setting.name} is not reached: {diagnosis.row.problem}."
    most, where = ("at most about ", f", {_on_sample(diagnosis.row)}") if diagnosis.row.sampled else ("", "")
    sentences = [f"{diagnosis.row.setting.name} costs {most}{share(diagnosis.row.loss, 1)}{where}."]
    if diagnosis.compared and diagnosis.compared.loss is not None:
        on_sample = _on_sample(diagnosis.compared)
        sentences += [f"It costs {share(diagnosis.compared.loss, 1)} {on_sample}; what follows is of that."]
    if diagnosis.loss_without is not None:
        items = count_of(len(diagnosis.items), "item")
        have = "has" if len(diagnosis.items) == 1 else "have"
        named = f" ({', '.join(map(label_text, diagnosis.items))})" if show_values else ""
        named = f"{f', {diagnosis.sensitive_items} of them sensitive' if diagnosis.sensitive_items else ''}{named}"
        sentences += [
            f"Without {items}{named}, which {have} {share(diagnosis.items_ratio, 1)} of the rows, it costs the others "
            f"{share(diagnosis.loss_without, 1)}."
        ]
    if diagnosis.weaker:
        others = ", ".join(f"{row.setting.name} ({share(row.loss or 0.0, 1)})" for row in diagnosis.weaker)
        sentences += [f"Weaker ones that do: {others}."]
    return " ".join(sentences)
