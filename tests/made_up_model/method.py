"""Suppress the items that too few records hold: what is left is held by as many as before."""

from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.errors import NotReached
from setanon_sql.query.templates import Table
from tests.made_up_model.parameters import Floor


@dataclass(frozen=True)
class FloorResult:
    """Result of the method: ``rows`` (``record_id, item``) that stay, ``changes`` as a ledger tells them."""

    rows: Table
    changes: Table
    method: str = "floor"


def anonymize_floor(dataset: Dataset, model: Floor) -> FloorResult:
    """Suppress the rare items everywhere."""
    engine = dataset.engine
    supports = engine.table("counting/single_items/supports", transactions=dataset.transactions)
    rare = engine.columns("counting/single_items/threats", supports=supports, k=model.k)["item"].tolist()
    kept = set(engine.columns("counting/single_items/supports", transactions=dataset.transactions)["item"].tolist())
    if kept == set(rare):
        raise NotReached(f"each item is in fewer than {model.k} records: nothing is left")
    items = engine.load("frequent", {"item": int}, [sorted(kept - set(rare))])
    rows = engine.table("sources/dataset/rows_of_items", held=dataset.transactions, asked=items)
    changes = [(item, "suppressed", None, "") for item in rare]
    return FloorResult(
        rows, engine.load_rows("changes", {"item": int, "action": str, "label": str, "cause": str}, changes)
    )
