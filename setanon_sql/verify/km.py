"""Is a release k^m-anonymous? Level by level over the sets that its records hold, rarest label first.

What is left out, and why nothing is missed. Equal records are counted once, with their number as a weight. Sets are
entered by their rarest label and grow by labels later in the order. A set P is not grown when

1. every record that holds P has a weight of at least k: whatever holds more than P equals one of those records or lies
   inside it, so k records hold it; or
2. P is as frequent as P without its last label x: then x is in every record that holds the rest of P.

Claim: when no counted set of at most n labels has a support of 1 to k-1, then no set of at most n labels has. Take any
X of at most n labels that occurs. If it was counted, it is fine. If not, one of its proper prefixes P was not grown:
by (1) X is held by k records, or by (2) X and X without x are held by the same records, and X without x has n-1 labels
and occurs, so the claim for n-1 settles it. Sets of one label are all counted.

Where m is at least the longest record (or every size is meant), all of this is one question: is each record, taken as a
set, held by k records? Every smaller set of it then is, too.
"""

from collections.abc import Iterator

from setanon_sql.engine import Engine
from setanon_sql.models import KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.verify.counted import Counted
from setanon_sql.verify.equal_records import equal_records


def count_km(engine: Engine, lines: Table, model: KmAnonymity) -> Counted:
    """Count the sets of ``lines`` (``record_id, item``; any types) against the model.

    Stops at the first size that breaks it: what lies above follows from it. Scratch tables are dropped.
    """
    labels = engine.table("verify/equal_records/labels", lines=lines)
    n_labels, n_rare, smallest = engine.row("verify/km/rare_labels", labels=labels, k=model.k)
    counts = {"labels": n_labels, "smallest_item_support": smallest or 0}
    if n_rare:
        engine.drop(labels)
        return Counted(counts, _too_rare(n_rare, 1, model.k))
    coded, alike, transactions = equal_records(engine, lines, labels)
    engine.drop(coded, alike)
    longest = engine.number("verify/km/longest", transactions=transactions)
    counts["longest_record"] = longest
    if model.m is None or model.m >= longest:
        problem = _whole_records(engine, transactions, model)
    else:
        problem = _sets(engine, transactions, model.k, model.m, counts)
    engine.drop(labels, transactions)
    return Counted(counts, problem)


def _whole_records(engine: Engine, transactions: Table, model: KmAnonymity) -> str:
    exposed = engine.number("verify/km/exposed_records", transactions=transactions, k=model.k)
    if not exposed:
        return ""
    what = "1 distinct record has" if exposed == 1 else f"{exposed} distinct records have"
    return f"{what} items that, taken all together, are held by fewer than {model.k} records"


def _sets(engine: Engine, transactions: Table, k: int, m: int, counts: dict[str, int]) -> str:
    counts["sets_counted"] = counts["labels"]
    for size, (n_sets, n_below) in enumerate(_levels(engine, transactions, k, m), start=2):
        counts["sets_counted"] += n_sets
        if n_below:
            return _too_rare(n_below, size, k)
    return ""


def _levels(engine: Engine, transactions: Table, k: int, m: int) -> Iterator[tuple[int, int]]:
    """Yield, for the sizes 2..m, how many sets were counted and how many of them are under k."""
    occurrences = engine.table("verify/km/single_items", transactions=transactions, k=k)
    try:
        for size in range(2, m + 1):
            sets = engine.table("verify/km/extensions", occurrences=occurrences, transactions=transactions)
            n_sets, n_below = engine.row("verify/km/below", extensions=sets, k=k)
            yield n_sets, n_below
            if not n_sets or size == m:
                engine.drop(sets)
                return
            occurrences = _grow(engine, occurrences, transactions, sets, k)
    finally:
        engine.drop(occurrences)


def _grow(engine: Engine, occurrences: Table, transactions: Table, sets: Table, k: int) -> Table:
    kept = engine.table("verify/km/kept", extensions=sets, k=k)
    grown = engine.table("verify/km/occurrences", occurrences=occurrences, transactions=transactions, kept=kept)
    engine.drop(sets, kept, occurrences)
    return grown


def _too_rare(sets: int, size: int, k: int) -> str:
    what = f"{sets} {'set' if sets == 1 else 'sets'} of {size} {'item' if size == 1 else 'items'}"
    return f"{what} {'is' if sets == 1 else 'are'} held by fewer than {k} records"
