"""What a release cost, in sentences that need no measure."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from setanon_sql.text import count, count_of, share

if TYPE_CHECKING:
    from setanon_sql.measures.results import Measures

#: What the sentences tell need not be told again beside them.
TOLD = {"records_before", "records_after", "rows_before", "rows_after"}
TOLD |= {"items_before", "items_generalized", "items_gone", "rows_unchanged_ratio", "generalized_ratio", "gone_ratio"}
TOLD |= {"costliest_items", "records_gone", "rows_merged", "sensitive_rows_before", "sensitive_rows_after"}
TOLD |= {"rows_unchanged", "rows_generalized", "rows_suppressed", "labels_narrowed"}
TOLD |= {"rows_at_depth", "items_near", "pairs_near"}

#: Losses that a release is published with only after a warning: shares of the sensitive rows, and of the records.
MOST_SENSITIVE_ROWS = 0.5
MOST_RECORDS = 0.05


def is_told(name: str) -> bool:
    """Return whether sentences tell a measure, or one by depth or number."""
    return name.rstrip("0123456789").removesuffix("_") in TOLD


def warnings(values: "Measures") -> list[str]:
    """Say of a release what an analyst who expects the source would not expect of it."""
    lines = []
    if values.items_before and not values.items_kept:
        lines.append("no item stays as it is: the release has labels over the items only")
    before = values.sensitive_rows_before or 0
    if before and before - (values.sensitive_rows_after or 0) > MOST_SENSITIVE_ROWS * before:
        lines.append(f"more than half of the rows of sensitive items are gone: {_sensitive(values)} are left")
    gone_records = values.records_gone or 0
    records = values.records_before or 0
    if gone_records > MOST_RECORDS * records:
        of_all = share(gone_records, records)
        lines.append(
            f"{count_of(gone_records, 'record is', 'records are')} gone, {of_all} of all: nothing of them is released"
        )
    return lines


def sentences(values: "Measures") -> list[str]:
    """Say what became of records, rows and items; nothing where that was not counted."""
    lines = []
    if values.records_before is not None and values.records_after is not None:
        gone_part = f" ({count_of(values.records_gone, 'is', 'are')} gone)" if values.records_gone else ""
        lines.append(
            f"{count(values.records_after)} of {count(values.records_before)} records are released{gone_part}, with "
            f"{count(values.rows_after or 0)} rows of {count(values.rows_before or 0)}."
        )
    lines += [_rows(values), levels(values.rows_at_depth, count), _near(values)]
    if values.sensitive_rows_before:
        lines.append(f"Of sensitive items {_sensitive(values)} are left.")
    if values.items_before is not None:
        lines += [_unchanged(values), _generalized(values), narrowed_sentence(values), _suppressed(values)]
        lines.append(_costliest(values))
    return [line for line in lines if line]


def _rows(values: "Measures") -> str:
    """Say what became of the rows, side by side."""
    if values.rows_unchanged is None or values.rows_generalized is None:
        return ""
    fates = [(values.rows_unchanged, "stay as they are"), (values.rows_generalized, "became a label over their item")]
    if values.rows_suppressed is not None:
        fates.append((values.rows_merged or 0, "merged (two items of a record became one label)"))
        fates.append((values.rows_suppressed, "are suppressed"))
    parts = [f"{count(rows)} {fate}" for rows, fate in fates]
    return f"Of the rows {', '.join(parts[:-1])} and {parts[-1]}."


def levels(rows_at_depth: Mapping[int, int], number: Callable[[int], str]) -> str:
    """Say at which levels of the taxonomy the labels of rows stand, the finest first; ``number`` spells how many."""
    parts = [
        f"{number(rows)} {f'at level {depth}' if depth else 'at the root'}"
        for depth, rows in sorted(rows_at_depth.items(), reverse=True)
    ]
    return f"Rows with a label by its level: {', '.join(parts)}." if parts else ""


def _near(values: "Measures") -> str:
    """Say how many of the most frequent items and pairs have about the count of the source."""
    parts = [
        f"{count(near)} of the {count(most)} most frequent {what}"
        for what, counts in (("items", values.items_near), ("pairs", values.pairs_near))
        for most, near in sorted(counts.items())
    ]
    return f"Counts within 5 % of the source have {', '.join(parts)}." if parts else ""


def _sensitive(values: "Measures") -> str:
    before = values.sensitive_rows_before or 0
    return f"{count(values.sensitive_rows_after or 0)} of {count(before)} rows"


def _unchanged(values: "Measures") -> str:
    if not values.items_kept:
        return "No item stays as it is."
    items = f"{count(values.items_kept)} of {count(values.items_before or 0)} items"
    return f"{items} stay as they are: {share(values.rows_unchanged_ratio or 0.0, 1)} of all rows."


def _generalized(values: "Measures") -> str:
    if not values.items_generalized:
        return ""
    labels = (values.labels_left or 0) - (values.items_kept or 0)
    items = f"{count_of(values.items_generalized, 'item')} became {count_of(labels, 'label')}"
    return f"{items}: {share(values.generalized_ratio or 0.0, 1)} of all rows."


def narrowed_sentence(values: "Measures") -> str:
    """Say how many labels stand for a rest of their items alone; nothing where none does."""
    if not values.labels_narrowed:
        return ""
    labels = count_of(values.labels_narrowed, "label stands", "labels stand")
    return f"{labels} for the rest of the items alone: … (other)."


def _suppressed(values: "Measures") -> str:
    gone_share = values.gone_ratio or 0.0
    lost_in_part = (values.suppressed_ratio or 0.0) - gone_share
    lines = []
    if values.items_gone:
        items = count_of(values.items_gone, "item is", "items are")
        lines.append(f"{items} gone: {share(gone_share, 1)} of all rows.")
    if lost_in_part > 1e-9:
        lines.append(f"{'Others' if lines else 'Items'} lost some of their rows: {share(lost_in_part, 1)} of all.")
    return " ".join(lines)


def _costliest(values: "Measures") -> str:
    if not values.costliest_items or values.costliest_items == values.items_before:
        return ""
    return f"{count_of(values.costliest_items, 'item causes', 'items cause')} 80 % of the loss."
