"""Do k match whoever knows some items of a set that is protected by name? What each record holds of each set counts as
a record of its own, and any number of its labels may be known.
"""

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.recount_persons import count_km_persons
from setanon_sql.models.km.recount_records import count_km
from setanon_sql.query.templates import Table
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.persons import Persons
from setanon_sql.verify.protected import UNKNOWN


@scoped
def count_protected(
    engine: Engine, lines: Table, model: KmAnonymity, inputs: VerificationInputs | None, persons: Persons | None
) -> ModelRecount:
    """Count what ``lines`` (``record_id, item``) hold of the protected sets that their owner named."""
    if inputs is None or inputs.protected is None or inputs.protected_labels is None:
        return ModelRecount({}, "", (UNKNOWN,))
    counts = {"protected_sets": len(inputs.protected)}
    labels = engine.load_rows("protected_labels", {"set_id": int, "label": str}, inputs.protected_labels)
    holdings = engine.table("verify/protected/held", lines=lines, protected_labels=labels)
    if not engine.count(holdings):
        return ModelRecount(counts, "")
    of_sets = KmAnonymity(model.k, person=model.person)
    if persons is None:
        problem = count_km(engine, holdings, of_sets).problem
    else:
        whose = engine.table("verify/protected/persons", held=holdings, persons=persons.rows)
        problem = count_km_persons(engine, holdings, Persons(whose, persons.count), of_sets).problem
    return ModelRecount(counts, problem and f"of protected sets, {problem}")
