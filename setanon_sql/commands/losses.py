"""What a release cost: in sentences, and the measures with what they mean."""

from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import fill

from setanon_sql.measures import Measures
from setanon_sql.measures.details import Details, ItemFate
from setanon_sql.measures.examples import Example, after, told
from setanon_sql.measures.queries import Query
from setanon_sql.measures.sentences import TOLD, sentences
from setanon_sql.report.view import MEASURES
from setanon_sql.text import count, plain, share, table

#: Lines of text are no longer than this, as in click's help.
WIDEST = 110
_RATIOS = {"ncp": "NCP", "lm": "LM", "suppressed_ratio": "suppressed"}


def wrapped(text: str, hanging: int = 0) -> str:
    """Return a sentence in lines that fit the terminal; lines but the first begin so many columns further right."""
    width = min(WIDEST, get_terminal_size().columns)
    return fill(text, width, break_long_words=False, break_on_hyphens=False, subsequent_indent=" " * hanging)


def measures(values: Measures) -> str:
    """Return what was lost: sentences first, then the measures, one a line."""
    parts = [*map(wrapped, sentences(values)), _table(values)]
    if values.rules_up_to_items:
        most = count(values.rules_up_to_items)
        parts.append(f"Association rules of more than {most} items were too many: they are not counted.")
    return "\n\n".join(part for part in ("\n".join(parts[:-1]), parts[-1]) if part)


def details(lists: Details, *, show_values: bool) -> str:
    """Return the lists that were asked for, below the measures; empty where there are none."""
    parts = []
    if lists.top_items:
        rows = [
            [one.label if show_values else f"#{one.rank}", count(one.support), *_became(one, show_values)]
            for one in lists.top_items
        ]
        heads = ["item" if show_values else "item (by frequency)", "records", "became", "rows left"]
        parts.append(f"The most frequent items:\n{table(heads, rows, left=1)}")
    if lists.by_category:
        rows = [
            [one.label if show_values else f"#{one.category}", count(one.items), count(one.rows),
             share(one.unchanged, one.rows), share(one.loss, 1)]
            for one in lists.by_category
        ]  # fmt: skip
        heads = ["category" if show_values else "category (by the alphabet)", "items", "rows", "unchanged", "lost"]
        parts.append(f"Loss by category:\n{table(heads, rows, left=1)}")
    parts += _workload(lists.workload, show_values=show_values)
    parts += _examples(lists.examples, show_values=show_values)
    return "".join(f"\n\n{part}" for part in parts)


def _workload(queries: Sequence[Query], *, show_values: bool) -> list[str]:
    """Return what the analyst asked, and what the release answers."""
    if not queries:
        return []
    counted = any(one.sql for one in queries)
    named = show_values and not counted
    rows = [
        [one.name, *([", ".join(one.items)] if named else []), count(one.support), f"{one.expected:,.1f}",
         f"{one.error:,.1f}", share(one.relative_error, 1)]
        for one in queries
    ]  # fmt: skip
    heads = ["query", *(["items"] if named else []), "true" if counted else "records", "expected", "error", "relative"]
    told = [f"The workload:\n{table(heads, rows, left=1 + named)}"]
    if deviations := [one.deviation for one in queries if one.deviation is not None]:
        told.append(
            wrapped(
                "Counts in SQL were taken on originals made up of the release at random: what is expected is their "
                f"mean, and they differ by {max(deviations):,.1f} at most (standard deviation)."
            )
        )
    return told


def _examples(records: Sequence[Example], *, show_values: bool) -> list[str]:
    """Records before and after."""
    if not records:
        return []
    parts = [wrapped(f"Records before and after: {told(records)}")]
    if show_values:
        return [*parts, *map(_example, records)]
    rows = [
        [count(one.rank), count(len(one.items)), count(one.unchanged), count(one.gone), share(one.loss, 1)]
        for one in records
    ]
    heads = ["place by loss", "items", "as they were", "gone", "lost"]
    return [*parts, f"{table(heads, rows)}\n\nThe records themselves are shown with --show-values."]


def _example(one: Example) -> str:
    gone = [item.item for item in one.items if item.released_as is None]
    texts = {"before": ", ".join(item.item for item in one.items), "after": after(one), "gone": ", ".join(gone)}
    lines = [wrapped(f"{name.ljust(8)}{text}", hanging=8) for name, text in texts.items() if text]
    return "\n".join([f"record {one.record}, place {count(one.rank)}, lost {share(one.loss, 1)}", *lines])


def _became(one: ItemFate, show_values: bool) -> list[str]:
    became = one.released_as if show_values and one.fate == "generalized" else one.fate
    return [became or one.fate, share(one.rows_left, one.support)]


def _table(values: Measures) -> str:
    told = TOLD if values.items_before is None else TOLD | {"items_kept"}
    left = {name: value for name, value in values.items() if name not in told}
    shown = {
        _RATIOS.get(name, name): (share(value, 1) if name in _RATIOS else plain(value), MEASURES.get(name, ("", ""))[1])
        for name, value in left.items()
    }
    names, figures = (max(map(len, texts), default=0) for texts in (shown, [figure for figure, _ in shown.values()]))
    return "\n".join(
        f"{name.ljust(names)}  {figure.ljust(figures)}  {meaning}".rstrip() for name, (figure, meaning) in shown.items()
    )
