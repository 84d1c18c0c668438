"""The minimality attack: a frequent set that no record shows is taken for one that told something sensitive too surely.

Whoever knows the method, and that many hold a set of items, may think so where no record of the release shows it.
Source: Wong, Fu, Wang, Pei, "Minimality Attack in Privacy Preserving Data Publishing" (VLDB 2007).
"""

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.inference.hidden_sets import HiddenSets
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.models.coherence.sensitive import bounded_rows
from setanon_sql.query.templates import Table

#: Sets of so many items are looked at; and of two only where records hold no more pairs.
_LARGEST = 2
_MOST_PAIRS = 50_000_000


@scoped
def hidden_in_release(dataset: Dataset, lines: Table, model: Coherence, sensitive: Table) -> tuple[HiddenSets, ...]:
    """Return what :func:`hidden_sets` does of a release whose rows are ``lines`` (``record_id, item``: labels)."""
    shown = dataset.engine.table("sources/numbers/code_labelled", source_rows=lines, items=dataset.items)
    return hidden_sets(dataset, shown, model, sensitive)


@scoped
def hidden_sets(dataset: Dataset, shown: Table, model: Coherence, sensitive: Table) -> tuple[HiddenSets, ...]:
    """Return how many frequent sets of the source no record shows, and how many of these tell too surely, by size.

    ``shown``: ``record_id, item``, what the release shows, labels or items by their numbers. ``sensitive``: ``item``.
    Sets of up to m items, at most two; nothing where nothing is bounded.
    """
    if not model.bounded:
        return ()
    engine = dataset.engine
    rows = engine.table("coherence/items/public_rows", transactions=dataset.transactions, sensitive=sensitive)
    private, limits = bounded_rows(dataset, model, sensitive)
    persons = dataset.owners(named=model.person)
    of_source = engine.table("coherence/hidden/singles", rows=rows)
    of_release = engine.table("coherence/hidden/singles", rows=shown)
    by_size: list[HiddenSets] = []
    largest = min(model.m or _LARGEST, _LARGEST)
    for size in range(1, largest + 1):
        sets = {"occurrences": of_source, "persons": persons}
        frequent = engine.table("coherence/hidden/frequent", **sets, k=model.k)
        telling = engine.table("coherence/hidden/telling", **sets, frequent=frequent, private=private, limits=limits)
        tables = {"frequent": frequent, "telling": telling, "shown": of_release}
        by_size.append(HiddenSets(size, *map(int, engine.row("coherence/hidden/counts", **tables))))
        if size == largest or engine.number("coherence/hidden/total", rows=rows) > _MOST_PAIRS:
            break
        of_source, of_release = (
            engine.table("coherence/hidden/pairs", rows=each, frequent=frequent) for each in (rows, shown)
        )
    return tuple(by_size)
