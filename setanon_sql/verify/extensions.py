"""The sets of items that records hold, size by size."""

from collections.abc import Iterator

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table


def larger_sets(engine: Engine, transactions: Table, k: int, m: int) -> Iterator[Table]:
    """Yield the sets of 2, 3 … m items that a recount looks at, with their supports; stop where a table is empty.

    A table is dropped when the next one is asked for; the last ones go with the caller's scope.
    """
    if m < 2:
        return
    occurrences = engine.table("verify/sets/single_items", transactions=transactions, k=k)
    for size in range(2, m + 1):
        sets = engine.table("verify/sets/extensions", occurrences=occurrences, transactions=transactions)
        yield sets
        if size < m:
            occurrences = _larger_occurrences(engine, occurrences, transactions, sets, k)
        engine.drop(sets)


def _larger_occurrences(engine: Engine, occurrences: Table, transactions: Table, sets: Table, k: int) -> Table:
    frequent = engine.table("verify/sets/kept", extensions=sets, k=k)
    larger = engine.table("verify/sets/occurrences", occurrences=occurrences, transactions=transactions, kept=frequent)
    engine.drop(frequent, occurrences)
    return larger
