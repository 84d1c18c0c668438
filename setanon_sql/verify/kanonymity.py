"""Is a release k-anonymous: is each record published at least k times?

It counts equal records, and nothing else: labels may stand beside labels over them.
"""

from setanon_sql.engine import Engine, scoped
from setanon_sql.models import KAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.equal_records import equal_records


@scoped
def count_kanonymity(engine: Engine, lines: Table, model: KAnonymity) -> ModelRecount:
    """Count the equal records of ``lines`` (``record_id, item``; any types) against the model."""
    labels = engine.table("verify/equal_records/labels", lines=lines)
    transactions = equal_records(engine, lines, labels)
    groups, smallest, below = engine.answer("verify/kanonymity/groups", transactions=transactions, k=model.k)
    counts = {"labels": engine.count(labels), "groups": groups, "smallest_group": smallest}
    if not below:
        return ModelRecount(counts, "")
    what = "1 distinct record is" if below == 1 else f"{below} distinct records are"
    return ModelRecount(counts, f"{what} published fewer than {model.k} times")
