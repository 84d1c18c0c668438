"""Is a release k-anonymous: is each record published at least k times, or by k persons where these are counted?

It counts equal records, and whose they are, and nothing else: labels may stand beside labels over them.
"""

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.text import count_of
from setanon_sql.verify.classes import lines_by_class, told_by_class
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.persons import Persons


@scoped
def count(
    engine: Engine, lines: Table, model: KAnonymity, inputs: VerificationInputs | None, persons: Persons | None
) -> ModelRecount:
    """Count the equal records of ``lines`` (``record_id, item``; any types) against the model, each class by itself.

    ``persons``: whose the records are, where the model counts these; None: each is a person of its own.
    """
    lines = lines_by_class(engine, lines, model, inputs)
    labels = engine.table("verify/equal_records/labels", lines=lines)
    coded = engine.table("verify/equal_records/coded", lines=lines, labels=labels)
    members = engine.table("verify/equal_records/members", coded=coded)
    whose = persons.rows if persons else engine.view(columns_of(members, record_id="record_id", person="record_id"))
    groups, smallest, fewest_persons, below = engine.answer(
        "verify/kanonymity/groups", members=members, persons=whose, k=model.k
    )
    counts = {"labels": engine.count(labels), "groups": groups, "smallest_group": smallest}
    if persons is None:
        counted = ModelRecount(counts, _problem(below, f"published fewer than {model.k} times"))
    else:
        counts |= {"persons": persons.count, "smallest_group_persons": fewest_persons}
        counted = ModelRecount(counts, _problem(below, f"published for fewer than {model.k} persons"))
    return told_by_class(engine, counted, model, inputs)


def _problem(below: int, what: str) -> str:
    if not below:
        return ""
    return f"{count_of(below, 'distinct record is', 'distinct records are')} {what}"
