"""The columns of a comparison as people read them: on the terminal and on the page."""

from collections.abc import Callable, Sequence

from setanon_sql.comparing.results import Row
from setanon_sql.registry import covering_known_items, varied
from setanon_sql.text import count, share

_Cell = Callable[[Row], str]


def _percent(name: str) -> _Cell:
    def cell(row: Row) -> str:
        value = getattr(row.figures, name)
        return "" if value is None else share(value, 1)

    return cell


#: Heads of the columns, with what stands in them.
COLUMNS: dict[str, _Cell] = {
    "use lost": lambda row: f"{'<= ' if row.sampled and row.loss else ''}{_percent('use_lost')(row)}",
    "items stay": _percent("items_kept_ratio"),
    "items usable": _percent("items_usable_ratio"),
    "sensitive usable": _percent("sensitive_usable_ratio"),
    "items off": _percent("item_error"),
    "categories off": _percent("category_error"),
    "records gone": _percent("records_gone_ratio"),
    "rows stay": _percent("rows_unchanged_ratio"),
    "merged": _percent("rows_merged_ratio"),
    "sensitive left": _percent("sensitive_rows_left_ratio"),
    "NCP": _percent("ncp"),
    "suppressed": _percent("suppressed_ratio"),
    "items kept": lambda row: "" if row.figures.items_kept is None else count(row.figures.items_kept),
    "top sets lost": _percent("top_itemsets_lost"),
    "pairs off": _percent("pair_error"),
    "workload off": _percent("workload_error"),
    "risk before": _percent("at_risk_before"),
    "singled out": _percent("singled_out_ratio"),
    "risk at m+1": _percent("residual_risk"),
    "inferred at m+1": _percent("residual_inference"),
    "linked": _percent("linked_ratio"),
    "linked at m+1": _percent("linked_beyond_ratio"),
    "records made up": _percent("made_up_records_ratio"),
    "rows made up": _percent("made_up_rows_ratio"),
    "classes": lambda row: "" if row.figures.classes is None else count(row.figures.classes),
    "seconds": lambda row: "" if row.figures.seconds is None else f"{row.figures.seconds:.1f}",
}

#: The columns that stand first where settings have columns of the source.
_FIRST_BY_CLASS = ("rows stay", "records gone", "items stay", "classes")

#: What the columns mean.
MEANINGS = {
    "*": "no other setting with the same guarantee, tried on the same records, is as good in all columns and better in "
    "one",
    "use lost": "one measure for all models: workload off where a workload is given, else the mean of top sets lost "
    "and half of pairs off",
    "<=": "of a sample: sets are rarer there, so that this is an upper bound as a rule, often a high one",
    "items stay": "items of the source that are released as they are: use lost asks for frequent ones alone",
    "items usable, sensitive usable": "items, and rows of sensitive ones, whose count can still be used: records that "
    "hold the item itself are at most 10 % more or fewer than in the source (of pieces: those that are certain)",
    "items off, categories off": "mean relative error of the counts of the 100 most frequent items, and of the records "
    "of each category (a label right under the root); of a disassociated release categories come out too high: two "
    "items of one in two chunks meet too rarely",
    "records gone": "records of the source of which nothing is released",
    "rows stay, merged": "rows of the source that are released as they were; that are one with another of their record",
    "sensitive left": "rows of sensitive items that are left",
    "NCP": "how wide labels are, by leaves of the taxonomy; not how many rows or items are left",
    "suppressed": "rows of the source that are gone",
    "top sets lost": "of the 1,000 most frequent itemsets",
    "pairs off, workload off": "mean relative error of the supports of frequent pairs, and of your own workload",
    "risk before": "records of the source (or persons, where these are counted) that m known items single out, or "
    "of which too much follows",
    "singled out": "records (or persons) that are the only ones in the release with some m known items, and so could "
    "be matched; the same question whatever the model",
    "risk at m+1": f"of {' and '.join(covering_known_items())}: risk before, after, "
    "where one item more is known than the guarantee covers",
    "inferred at m+1": f"of {' and '.join(varied('rho'))}: the same of what follows, another risk than to be found",
    "linked, linked at m+1": "of a disassociated release: pieces that known items link to a further item",
    "records made up, rows made up": "of dp, as a share of those of the source; NCP, suppressed rows and risks "
    "are empty there: they ask what became of records, and no made-up record comes from one",
    "classes": "classes of records that are alike in the columns, as released: the more, the more can be asked by",
    "seconds": "that the method took",
}


def cells(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """Return the heads of the columns in which anything stands, and the cells of each row."""
    by_class = any(row.setting.columns for row in rows)
    heads = dict.fromkeys([*(_FIRST_BY_CLASS if by_class else ()), *COLUMNS])
    used = {head: COLUMNS[head] for head in heads if any(map(COLUMNS[head], rows))}
    return list(used), [[cell(row) for cell in used.values()] for row in rows]
