"""What a release cost, in sentences that need no measure."""

from typing import TYPE_CHECKING

from setanon_sql.text import count, share

if TYPE_CHECKING:
    from setanon_sql.measures.results import Measures

#: What the sentences tell need not be told again beside them.
TOLD = {"records_before", "records_after", "rows_before", "rows_after"}
TOLD |= {"items_before", "items_generalized", "items_gone", "unchanged_ratio", "generalized_ratio", "gone_ratio"}
TOLD |= {"costliest_items"}


def sentences(values: "Measures") -> list[str]:
    """Say what became of records, rows and items; nothing where that was not counted."""
    told = []
    if values.records_before is not None and values.records_after is not None:
        told.append(
            f"{count(values.records_after)} of {count(values.records_before)} records are released, with "
            f"{count(values.rows_after or 0)} rows of {count(values.rows_before or 0)}."
        )
    if values.items_before is not None:
        told += [_unchanged(values), _generalized(values), _suppressed(values), _costliest(values)]
    return [one for one in told if one]


def _unchanged(values: "Measures") -> str:
    if not values.items_kept:
        return "No item stays as it is."
    items = f"{count(values.items_kept)} of {count(values.items_before or 0)} items"
    return f"{items} stay as they are: {share(values.unchanged_ratio or 0.0, 1)} of all rows."


def _generalized(values: "Measures") -> str:
    if not values.items_generalized:
        return ""
    labels = (values.labels_left or 0) - (values.items_kept or 0)
    items = f"{_items(values.items_generalized)} became {count(labels)} {'label' if labels == 1 else 'labels'}"
    return f"{items}: {share(values.generalized_ratio or 0.0, 1)} of all rows."


def _suppressed(values: "Measures") -> str:
    gone, lost = values.gone_ratio or 0.0, values.suppressed_ratio or 0.0
    verb = "is" if values.items_gone == 1 else "are"
    all_gone = f"{_items(values.items_gone)} {verb} gone: {share(gone, 1)} of all rows." if values.items_gone else ""
    in_part = f"Others lost some of their rows: {share(lost - gone, 1)} of all." if lost - gone > 1e-9 else ""
    return " ".join(one for one in (all_gone, in_part if all_gone else in_part.replace("Others", "Items")) if one)


def _items(number: int) -> str:
    return f"{count(number)} item" if number == 1 else f"{count(number)} items"


def _costliest(values: "Measures") -> str:
    if not values.costliest_items or values.costliest_items == values.items_before:
        return ""
    verb = "causes" if values.costliest_items == 1 else "cause"
    return f"{_items(values.costliest_items)} {verb} 80 % of the loss."
