"""Items whose labels look like data of persons: mail addresses, telephone numbers, names, cards, pages with an id."""

from dataclasses import replace

from setanon_sql.dataset import Dataset, LikelyPersonal
from setanon_sql.engine import scoped
from setanon_sql.query.templates import columns_of

#: The longest number of a card.
_DIGITS = 19
#: So many labels of each kind are kept to be shown.
_SHOWN = 20


@scoped
def likely_personal(dataset: Dataset) -> tuple[LikelyPersonal, ...]:
    """Return what items look like data of persons, by kind; nothing where none does.

    Cost: one pass over the labels; where some are found, one over the rows.
    """
    engine = dataset.engine
    likely = engine.table("sources/personal/likely", items=dataset.items)
    digits = engine.table("sources/personal/digits", items=dataset.items)
    positions = engine.load("positions", {"position": int}, [range(1, _DIGITS + 1)])
    engine.append(likely, "sources/personal/cards", digits=digits, positions=positions)
    if not engine.count(likely):
        return ()
    labels: dict[str, list[str]] = {}
    for _, label, kind in engine.rows(columns_of(likely, "item", "label", "kind")):
        labels.setdefault(str(kind), []).append(str(label))
    counts = engine.rows("sources/personal/kinds", likely=likely, transactions=dataset.transactions)
    return tuple(
        LikelyPersonal(str(kind), int(items), int(records), tuple(sorted(labels[str(kind)])[:_SHOWN]))
        for kind, items, records in sorted(counts)
    )


def looked_through(dataset: Dataset) -> Dataset:
    """Return a dataset that tells what items look like data of persons; its tables are the same."""
    return replace(dataset, selection=replace(dataset.selection, personal=likely_personal(dataset)))
