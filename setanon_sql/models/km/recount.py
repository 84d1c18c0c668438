"""Is a release k^m-anonymous: of records, or of persons; of all labels, or of those that somebody may know?"""

from setanon_sql.engine import Engine
from setanon_sql.errors import BadInput
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.recount_persons import count_km_persons
from setanon_sql.models.km.recount_records import count_km
from setanon_sql.query.templates import Table
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.persons import Persons


def count(
    engine: Engine, lines: Table, model: KmAnonymity, inputs: VerificationInputs | None, persons: Persons | None
) -> ModelRecount:
    """Count the sets of ``lines`` (``record_id, item``; any types) against the model; ``persons``: whose they are."""
    if model.known:
        lines = _known_lines(engine, lines, inputs)
        if not engine.count(lines):
            return ModelRecount({"labels": 0}, "")
    return count_km_persons(engine, lines, persons, model) if persons else count_km(engine, lines, model)


def _known_lines(engine: Engine, lines: Table, inputs: VerificationInputs | None) -> Table:
    """Return the rows of labels that somebody may know: only sets of these are promised anything."""
    if inputs is None or inputs.known_labels is None:
        raise BadInput("the manifest does not list what may be known", "it may have been edited; get the release again")
    return engine.table("verify/read/known_lines", lines=lines, known=inputs.known_labels)
