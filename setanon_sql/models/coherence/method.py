"""(h, k, p)-coherence by suppressing items everywhere (MM).

1. Items that are moles by themselves go.
2. Of the other public items find the minimal moles: sets of at most p of them that fewer than k records hold, or from
   which a private item follows with a confidence above h, and no smaller part of which is one.
3. Until no mole is left, suppress the public item that breaks most moles for each row that it costs; of two the more
   frequent one, then the one with the lower number.

An item that goes takes its moles with it and makes no new ones: the other sets are held by the same records as before.

Source: Xu, Wang, Fu, Yu, "Anonymizing Transaction Databases for Publication" (KDD 2008), section 4.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import NotReached
from setanon_sql.models.coherence.moles import find_moles
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sources.sampling import other_rows

__all__ = ["CoherenceResult", "anonymize_coherence"]

_Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CoherenceResult:
    """Result of the method, in the engine of the dataset.

    ``rows``: ``record_id, item``, what stays. ``changes``: ``item, action, label, cause``, the items that go.
    """

    rows: Table
    changes: Table
    suppressed: tuple[int, ...]
    method: str = "MM"


@scoped
def anonymize_coherence(dataset: Dataset, model: Coherence, sensitive: Table) -> CoherenceResult:
    """Suppress public items until no mole is left; ``sensitive`` (``item``): the private ones, which all stay.

    Raises NotReached where nothing would be left.
    """
    engine = dataset.engine
    moles = find_moles(dataset, model, sensitive)
    counted = engine.columns("counting/single_items/supports", transactions=moles.rows)
    supports = np.zeros(dataset.distinct_items + 1, np.int64)
    supports[counted["item"].astype(np.int64)] = counted["support"]
    sets = engine.columns(columns_of(moles.items, "mole", "item"))
    items = _suppressed(sets["mole"].astype(np.int64), sets["item"].astype(np.int64), supports)
    rows = other_rows(engine, dataset.transactions, items)
    if not engine.count(rows):
        raise NotReached(f"each item is in a mole: with k = {model.k} nothing is left; use a smaller <k> or <m>")
    return CoherenceResult(rows, _changes(engine, items), tuple(items))


def _changes(engine: Engine, items: list[int]) -> Table:
    """Return what becomes of the items that go, as a ledger tells it."""
    rows = [(item, "suppressed", None, "") for item in items]
    return engine.load_rows("changes", {"item": int, "action": str, "label": str, "cause": str}, rows)


def _suppressed(moles: _Ints, items: _Ints, supports: _Ints) -> list[int]:
    """Return the items to suppress, in the order in which they go; rows are ``(mole, item)`` pairs."""
    _, sets = np.unique(moles, return_inverse=True)
    of_set = np.argsort(sets, kind="stable")
    set_starts = np.searchsorted(sets[of_set], np.arange(sets.max(initial=-1) + 2))
    of_item = np.argsort(items, kind="stable")
    item_starts = np.searchsorted(items[of_item], np.arange(len(supports) + 1))
    alive = np.ones(len(set_starts) - 1, np.bool_)
    moles_left = np.bincount(items, minlength=len(supports))
    order = []
    while moles_left.any():
        item = _best(moles_left, np.maximum(supports, 1))
        order.append(item)
        broken = sets[of_item[item_starts[item] : item_starts[item + 1]]]
        broken = broken[alive[broken]]
        alive[broken] = False
        rows = of_set[_ranges(set_starts[broken], set_starts[broken + 1])]
        np.subtract.at(moles_left, items[rows], 1)
    return order


def _ranges(starts: _Ints, ends: _Ints) -> _Ints:
    """Return the numbers from each start to before its end, one range after the other."""
    lengths = ends - starts
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(lengths.sum())


def _best(moles_left: _Ints, costs: _Ints) -> int:
    """Return the item in most moles for each row that it costs; of two the more frequent, then the lower number."""
    worth = moles_left / costs
    best = np.flatnonzero(worth == worth.max())
    return int(best[np.argmax(costs[best])])
