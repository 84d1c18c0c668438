"""What becomes of each column of a source, for the report of its release."""

from collections.abc import Mapping
from types import MappingProxyType

from setanon_sql.dataset import Dataset
from setanon_sql.layout import ReleaseShape

_IDS = {
    "shuffle": "dropped: random numbers stand in its place",
    "keep": "released as it is",
    "keyed": "dropped: keyed ids stand in its place, the same in each release with their key",
}


def column_fates(
    dataset: Dataset,
    shape: ReleaseShape,
    person: str,
    *,
    record_ids: str,
    coarsened: bool,
    steps: Mapping[str, str] = MappingProxyType({}),
) -> tuple[tuple[str, str], ...]:
    """Return each column with what became of it: released, coarsened or dropped.

    ``coarsened``: items may become labels. ``steps``: columns that are released beside the items, and as what.
    """
    ids = _IDS[record_ids] if shape.single else "dropped: pieces of records have no ids"
    items = _items(shape, coarsened=coarsened)
    rows = rows_of_columns(dataset, person, ids=ids, items=items)
    beside = ((column, f"released beside the items: {step}") for column, step in steps.items())
    return (*(row for row in rows if row[0] not in steps), *beside)


def rows_of_columns(dataset: Dataset, person: str, *, ids: str, items: str) -> tuple[tuple[str, str], ...]:
    """Return each column with what became of it: that of the record ids and that of the items are told, others dropped.

    Records that are lines have no columns, and the only row is for their items.
    """
    record_id, item = dataset.columns
    named = dataset.record_ids is not None
    whose = [(person, "dropped: persons are counted by it")] if person else []
    others = [(column, "dropped") for column in dataset.other_columns if column != person]
    first = [(record_id, ids)] if named and record_id != person else []
    return (*first, (item if named else "items", items), *whose, *others)


def _items(shape: ReleaseShape, *, coarsened: bool) -> str:
    if not shape.single:
        return "released in pieces of records; some may be taken out"
    return "coarsened to labels of the taxonomy, or suppressed" if coarsened else "released, or suppressed"
