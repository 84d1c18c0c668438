"""A taxonomy of items that are numbers, codes or dates: the steps of a ladder, one above the other.

1. What the ladder does not know is refused, put right below the root, or left out.
2. Each item at each step, as a column is made coarser (:mod:`~setanon_sql.columns.steps`), and called alike.
3. A label that is an item, too, and stands for others besides, gets a star.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from setanon_sql.columns.steps import other_values, step_of, what_others_are
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.ladders import Ladder
from setanon_sql.options.words import Missing
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.taxonomy.balanced import unused_label
from setanon_sql.taxonomy.building import ADDED_ROOT
from setanon_sql.taxonomy.tree import with_leaves
from setanon_sql.text import count_of

#: What each item, by its number, is called at a step.
Labels = Mapping[int, str]


@scoped
def ladder_tree(engine: Engine, ladder: Ladder, items: Table, missing: Missing) -> Taxonomy:
    """Return the taxonomy over items (``item, label``), whose levels are the steps of a ladder.

    Raises BadInput where it knows fewer than two items, or not all and ``missing`` is ``error``.
    """
    texts = engine.view(columns_of(items, value="item", text="label"))
    others: list[str] = []
    if (odd := other_values(engine, ladder, texts)) is not None:
        others = sorted(str(text) for (text,) in engine.rows(columns_of(odd, "text")))
        texts = engine.table("columns/steps/known", texts=texts, odd=odd)
    labels = _labels(engine, texts, "text")
    _refuse(ladder, len(labels), others, missing)
    steps = [_labels(engine, step_of(engine, ladder, step, texts, None), "label") for step in ladder.steps]
    tree = _tree(labels, steps, {*labels.values(), *others})
    return with_leaves(tree, others) if missing == "root" else tree


def _labels(engine: Engine, table: Table, column: str) -> Labels:
    return {int(value): str(label) for value, label in engine.rows(columns_of(table, "value", column))}


def _refuse(ladder: Ladder, known: int, others: Sequence[str], missing: Missing) -> None:
    if others and missing == "error":
        text = f"{count_of(len(others), 'item is', 'items are')} {what_others_are(ladder, len(others))}"
        raise BadInput(
            f"{text}, as the ladder of <by> needs",
            "mend the source, take another ladder, or <missing=root> puts them below the root",
            others,
        )
    if known < 2:
        raise BadInput(f"the ladder of <by> knows {count_of(known, 'item')}", "is this the right source, and ladder?")


def _tree(labels: Labels, steps: Sequence[Labels], taken: Collection[str]) -> Taxonomy:
    """Return the tree of items and what they are called at each step; ``taken``: what all items are called."""
    names = {*taken, *(label for step in steps for label in step.values())}
    levels = [labels, *(_apart(labels, step, taken, names) for step in steps)]
    if len({*levels[-1].values()}) > 1:
        levels.append(dict.fromkeys(labels, unused_label(ADDED_ROOT, names)))
    parent: dict[str, str] = {}
    for item in labels:
        parent |= {low: high for low, high in pairwise(level[item] for level in levels) if low != high}
    return Taxonomy(parent, next(iter(levels[-1].values())))


def _apart(labels: Labels, step: Labels, taken: Collection[str], names: set[str]) -> Labels:
    """Return a step whose labels are no items, but for those that stand for that item alone; adds to ``names``."""
    called: dict[str, str] = {}
    for item, label in step.items():
        if label in taken and label != labels[item] and label not in called:
            called[label] = unused_label(label, names)
            names.add(called[label])
    return {item: called.get(label, label) for item, label in step.items()}
