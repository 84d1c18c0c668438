"""What a release cost: in sentences, and the measures with what they mean."""

from collections.abc import Sequence

from setanon_sql.measures import Measures
from setanon_sql.measures.details import Details, ItemFate
from setanon_sql.measures.examples import Example, ranking_text, release_text
from setanon_sql.measures.queries import Query
from setanon_sql.measures.sentences import is_told, sentences
from setanon_sql.report.view import MEASURES
from setanon_sql.text import count, label_text, share, table, value_text, wrapped

_RATIOS = {"ncp": "NCP", "lm": "LM", "bits": "bits lost", "suppressed_ratio": "suppressed"}


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
            [item.label if show_values else f"#{item.rank}", count(item.support), *_became(item, show_values)]
            for item in lists.top_items
        ]
        heads = ["item" if show_values else "item (by frequency)", "records", "became", "rows left"]
        parts.append(f"The most frequent items:\n{table(heads, rows, left_columns=1)}")
    parts += _before_and_after(lists, show_values=show_values)
    if lists.by_category:
        rows = [
            [category.label if show_values else f"#{category.category}", count(category.items), count(category.rows),
             share(category.unchanged, category.rows), share(category.loss, 1)]
            for category in lists.by_category
        ]  # fmt: skip
        heads = ["category" if show_values else "category (by the alphabet)", "items", "rows", "unchanged", "lost"]
        parts.append(f"Loss by category:\n{table(heads, rows, left_columns=1)}")
    parts += _together(lists, show_values=show_values)
    parts += _workload(lists.workload, show_values=show_values)
    parts += _examples(lists.examples, show_values=show_values)
    return "".join(f"\n\n{part}" for part in parts)


def _before_and_after(lists: Details, *, show_values: bool) -> list[str]:
    """Return the lists of pairs and of sensitive items."""
    parts = []
    if lists.top_pairs:
        rows = [
            [", ".join(pair.items) if show_values else f"#{pair.rank}", count(pair.support), count(pair.after)]
            for pair in lists.top_pairs
        ]
        heads = ["pair" if show_values else "pair (by frequency)", "records", "both as they are in"]
        parts.append(f"The most frequent pairs:\n{table(heads, rows, left_columns=1)}")
    if lists.sensitive_items:
        rows = [
            [item.label if show_values else f"#{item.rank}", count(item.before), count(item.after)]
            for item in lists.sensitive_items
        ]
        heads = ["item" if show_values else "item (by rows lost)", "rows", "left"]
        parts.append(f"The sensitive items that lost most:\n{table(heads, rows, left_columns=1)}")
    if lists.sensitive_by_length:
        rows = [[entry.lengths, count(entry.before), count(entry.after)] for entry in lists.sensitive_by_length]
        heads = ["items of the record", "rows", "left"]
        parts.append(f"Rows of sensitive items by the length of records:\n{table(heads, rows, left_columns=1)}")
    return parts


def _together(lists: Details, *, show_values: bool) -> list[str]:
    """Return which itemsets stand in one piece."""
    rows = [
        [fate.name, *([", ".join(fate.items)] if show_values else []), count(fate.support), count(fate.in_one_piece),
         share(fate.in_one_piece, fate.support)]
        for fate in lists.together
    ]  # fmt: skip
    heads = ["itemset", *(["items"] if show_values else []), "records", "in one piece", "share"]
    return [f"Itemsets needed together:\n{table(heads, rows, left_columns=1 + show_values)}"] if rows else []


def _workload(queries: Sequence[Query], *, show_values: bool) -> list[str]:
    """Return what the analyst asked, and what the release answers."""
    if not queries:
        return []
    counted = any(query.sql for query in queries)
    named = show_values and not counted
    rows = [
        [query.name, *([", ".join(query.items)] if named else []), count(query.support), f"{query.expected:,.1f}",
         f"{query.error:,.1f}", share(query.relative_error, 1)]
        for query in queries
    ]  # fmt: skip
    heads = ["query", *(["items"] if named else []), "true" if counted else "records", "expected", "error", "relative"]
    parts = [f"The workload:\n{table(heads, rows, left_columns=1 + named)}"]
    if deviations := [query.deviation for query in queries if query.deviation is not None]:
        parts.append(
            wrapped(
                "Counts in SQL were taken on originals made up of the release at random: what is expected is their "
                f"mean, and they differ by {max(deviations):,.1f} at most (standard deviation)."
            )
        )
    return parts


def _examples(records: Sequence[Example], *, show_values: bool) -> list[str]:
    """Return records before and after."""
    if not records:
        return []
    parts = [wrapped(f"Records before and after: {ranking_text(records)}")]
    if show_values:
        return [*parts, *map(_example, records)]
    rows = [
        [
            count(record.rank),
            count(len(record.items)),
            count(record.unchanged),
            count(record.items_gone),
            share(record.loss, 1),
        ]
        for record in records
    ]
    heads = ["place by loss", "items", "as they were", "gone", "lost"]
    return [*parts, f"{table(heads, rows)}\n\nThe records themselves are shown with --show-values."]


def _example(record: Example) -> str:
    suppressed = [item.item for item in record.items if item.released_as is None]
    texts = {
        "before": ", ".join(item.item for item in record.items),
        "after": release_text(record),
        "gone": ", ".join(suppressed),
    }
    lines = [wrapped(f"{name.ljust(8)}{text}", hanging=8) for name, text in texts.items() if text]
    return "\n".join(
        [f"record {label_text(record.record)}, place {count(record.rank)}, lost {share(record.loss, 1)}", *lines]
    )


def _became(item: ItemFate, show_values: bool) -> list[str]:
    became = item.released_as if show_values and item.fate == "generalized" else item.fate
    return [became or item.fate, share(item.rows_left, item.support)]


def _table(values: Measures) -> str:
    summarized = set() if values.items_before is None else {"items_kept"}
    others = {name: value for name, value in values.items() if not is_told(name) and name not in summarized}
    lines = {
        _RATIOS.get(name, name): (
            share(value, 1) if name in _RATIOS else value_text(value),
            MEASURES.get(name, ("", ""))[1],
        )
        for name, value in others.items()
    }
    names, figures = (max(map(len, texts), default=0) for texts in (lines, [figure for figure, _ in lines.values()]))
    return "\n".join(
        f"{name.ljust(names)}  {figure.ljust(figures)}  {meaning}".rstrip() for name, (figure, meaning) in lines.items()
    )
