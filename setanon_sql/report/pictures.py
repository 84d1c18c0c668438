"""Pictures of the loss for people: what became of the rows, of categories, items and pairs; drawn as SVG by the page.

A picture is a table first: its numbers are read by everybody, the bars beside them are hidden from a screen reader.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from setanon_sql.audit.who import CategoryRisk
from setanon_sql.measures.before_after import CategoryRecords
from setanon_sql.measures.details import CategoryLoss, Details, ItemFate
from setanon_sql.measures.results import Measures
from setanon_sql.numbers import round_to_steps
from setanon_sql.report.numbers import Numbers
from setanon_sql.text import count, share


@dataclass(frozen=True)
class Part:
    """A part of the rows: what became of them, ``text`` that tells how many, its place and width in percent.

    ``kind`` decides how it looks.
    """

    name: str
    text: str
    kind: str
    start: float
    width: float


@dataclass(frozen=True)
class BeforeAfterBar:
    """A line before and after: how long both are in percent, ``remaining`` as text.

    ``kind`` decides how what is left looks; ``note``: what it became.
    """

    label: str
    before: int
    after: int
    before_width: float
    after_width: float
    remaining: str
    kind: str = "is"
    note: str = ""


@dataclass(frozen=True)
class BarPicture:
    """BarPicture with a ``caption``; ``what`` they are of, what is counted (``unit``), and a ``note`` below them."""

    caption: str
    what: str
    unit: str
    rows: list[BeforeAfterBar]
    note: str = ""


def fate_of_rows(measures: Measures, numbers: Numbers) -> list[Part]:
    """Return what became of the rows of the source, side by side; in public those that are gone in steps of k."""
    released = [
        ("stay as they are", measures.rows_unchanged),
        ("became a label over their item", measures.rows_generalized),
    ]
    lost = [("merged into one label", measures.rows_merged), ("suppressed", measures.rows_suppressed)]
    if any(number is None for _, number in (*released, *lost)):
        return _fate_in_pieces(measures) if numbers.tier == "internal" else []
    step = 1 if numbers.tier == "internal" else numbers.k
    entries = [(name, number or 0, numbers.exact(number or 0)) for name, number in released]
    entries += [(name, round_to_steps(number or 0, step), numbers.count(number or 0)) for name, number in lost]
    return _parts(entries)


def _fate_in_pieces(measures: Measures) -> list[Part]:
    if measures.kept_share is None:
        return []
    certain = round(10_000 * measures.kept_share)
    entries = [
        ("in record and shared chunks, with their number", certain),
        ("in term chunks, without it", 10_000 - certain),
    ]
    return _parts([(name, number, "") for name, number in entries])


def _parts(entries: Sequence[tuple[str, int, str]]) -> list[Part]:
    """Return parts with their place; what is hidden in public, and drawn as nothing, has no share."""
    whole = sum(number for _, number, _ in entries)
    parts = []
    start = 0.0
    for (name, number, text), kind in zip(entries, ("stay", "label", "merged", "gone"), strict=False):
        width = 100 * number / whole if whole else 0.0
        of_all = share(number, whole)
        words = of_all if not text else text if text.startswith("fewer") else f"{text} ({of_all})"
        parts.append(Part(name, words, kind, start, width))
        start += width
    return parts


def pictures_of(lists: Details, *, shows_items: bool, pieces: bool) -> list[BarPicture]:
    """Return what was before, and what is left: of categories, items, sensitive items and pairs."""
    certain = "After: those in record and shared chunks. The others stand in term chunks, without their number."
    label = "As a label: the pale blue bar counts records with the label that replaced the item, where it may be meant."
    pairs = "After: records that hold both items as they are."
    pictures = [
        BarPicture(
            "Records that hold something of each category", "Category", "Records", _categories(lists, shows_items)
        ),
        BarPicture(
            "The most frequent items", "Item", "Records", _items(lists, shows_items), certain if pieces else label
        ),
        BarPicture("Sensitive items that lost most", "Sensitive item", "Rows", _sensitive(lists, shows_items)),
        BarPicture("The most frequent pairs", "Pair", "Records", _pairs(lists, shows_items), pairs),
    ]
    return [bars for bars in pictures if bars.rows]


def category_name(category: CategoryRecords | CategoryLoss | CategoryRisk, place: str, shows_items: bool) -> str:
    """Return what an internal report calls a category: a label of the taxonomy, but an item only by its place."""
    if shows_items or not category.is_item:
        return category.label
    return f"an item, {place}"


def _categories(lists: Details, shows_items: bool) -> list[BeforeAfterBar]:
    most = max((entry.before for entry in lists.top_categories), default=1)
    return [
        _bar(category_name(entry, f"No. {entry.rank}", shows_items), entry.before, entry.after, most)
        for entry in lists.top_categories
    ]


def _items(lists: Details, shows_items: bool) -> list[BeforeAfterBar]:
    most = max((item.support for item in lists.top_items), default=1)
    return [_item(item, most, shows_items) for item in lists.top_items]


def _item(item: ItemFate, most: int, shows_items: bool) -> BeforeAfterBar:
    bar = _bar(item.label if shows_items else f"No. {item.rank}", item.support, round(item.rows_left), most)
    if item.fate != "generalized":
        return bar
    note = f"as {item.released_as}" if shows_items and item.released_as else ""
    return replace(bar, kind="label", remaining="as a label", note=note)


def _sensitive(lists: Details, shows_items: bool) -> list[BeforeAfterBar]:
    items = lists.sensitive_items
    most = max((item.before for item in items), default=1)
    return [_bar(item.label if shows_items else f"No. {item.rank}", item.before, item.after, most) for item in items]


def _pairs(lists: Details, shows_items: bool) -> list[BeforeAfterBar]:
    most = max((pair.support for pair in lists.top_pairs), default=1)
    return [
        _bar(", ".join(pair.items) if shows_items else f"No. {pair.rank}", pair.support, pair.after, most)
        for pair in lists.top_pairs
    ]


def _bar(label: str, before: int, after: int, most: int) -> BeforeAfterBar:
    """Return a bar; ``most`` is the longest."""
    longest = max(most, 1)
    remaining = share(after, before) if before else count(after)
    return BeforeAfterBar(label, before, after, 100 * before / longest, min(100.0, 100 * after / longest), remaining)
