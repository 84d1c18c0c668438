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

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.equal_records import equal_records
from setanon_sql.verify.extensions import larger_sets
from setanon_sql.verify.whole_records import exposed_records


@scoped
def count_km(engine: Engine, lines: Table, model: KmAnonymity) -> ModelRecount:
    """Count the sets of ``lines`` (``record_id, item``; any types) against the model.

    Stops at the first size that breaks it: what lies above follows from it. Scratch tables are dropped.
    """
    labels = engine.table("verify/equal_records/labels", lines=lines)
    n_labels, n_rare, smallest = engine.row("verify/sets/rare_labels", labels=labels, k=model.k)
    counts = {"labels": n_labels, "smallest_item_support": smallest or 0}
    if n_rare:
        return ModelRecount(counts, _too_rare(n_rare, 1, model.k))
    transactions, _ = equal_records(engine, lines, labels)
    longest = engine.number("verify/sets/longest", transactions=transactions)
    counts["longest_record"] = longest
    if model.m is None or model.m >= longest:
        problem = _whole_records(engine, transactions, model)
    else:
        problem = _sets(engine, transactions, model.k, model.m, counts)
    return ModelRecount(counts, problem)


def _whole_records(engine: Engine, transactions: Table, model: KmAnonymity) -> str:
    exposed = exposed_records(engine, transactions, model.k)
    if not exposed:
        return ""
    what = count_of(exposed, "distinct record has", "distinct records have")
    return f"{what} items that, taken all together, are held by fewer than {model.k} records"


def _sets(engine: Engine, transactions: Table, k: int, m: int, counts: dict[str, int]) -> str:
    counts["sets_counted"] = counts["labels"]
    for size, sets in enumerate(larger_sets(engine, transactions, k, m), start=2):
        n_sets, n_below = engine.row("verify/sets/below", extensions=sets, k=k)
        counts["sets_counted"] += n_sets
        if n_below:
            return _too_rare(n_below, size, k)
        if not n_sets:
            break
    return ""


def _too_rare(sets: int, size: int, k: int) -> str:
    what = f"{count_of(sets, 'set')} of {count_of(size, 'item')}"
    return f"{what} {'is' if sets == 1 else 'are'} held by fewer than {k} records"
