"""Is a release k^m-anonymous: of records, or of persons; of all labels, or of those that somebody may know?"""

from dataclasses import replace

from setanon_sql.engine import Engine
from setanon_sql.errors import BadInput
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.recount_absent import count_absent
from setanon_sql.models.km.recount_persons import count_km_persons
from setanon_sql.models.km.recount_protected import count_protected
from setanon_sql.models.km.recount_records import count_km
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of
from setanon_sql.verify.classes import known_classes, lines_by_class, told_by_class
from setanon_sql.verify.closure import UNKNOWN, said_lines
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.persons import Persons, counts_persons


def count(
    engine: Engine, lines: Table, model: KmAnonymity, inputs: VerificationInputs | None, persons: Persons | None
) -> ModelRecount:
    """Count the sets of ``lines`` (``record_id, item``; any types) against the model; ``persons``: whose they are."""
    if model.columns and (problem := _small_classes(engine, model, inputs, persons)):
        return ModelRecount({}, problem)
    if model.protect:
        return count_protected(engine, lines, model, inputs, persons)
    knowable = _known_labels(inputs) if model.known else None
    shown = lines if knowable is None else engine.table("verify/read/known_lines", lines=lines, known=knowable)
    said = None
    if model.recodes_locally and inputs is not None and inputs.places is not None:
        said = said_lines(engine, lines, shown, inputs.places, knowable)
    unknown = (UNKNOWN,) if model.recodes_locally and said is None else ()
    if knowable is not None and not engine.count(said or shown):
        return ModelRecount({"labels": 0}, "", unknown)
    counted = _count(engine, lines_by_class(engine, said or shown, model, inputs), model, persons)
    counted = told_by_class(engine, counted, model, inputs)
    lacking = model.with_absent(inputs.absent) if inputs and inputs.absent else model
    if lacking.absent and not counted.problem and counts_persons(model) == (persons is not None):
        counted = _with_absent(engine, (lines, shown), lacking, persons, counted)
    if said is None:
        return replace(counted, unknown=unknown)
    n_said = engine.count(said) - engine.count(shown)
    counting = f", counting {count_of(n_said, 'item')} that labels can only stand for" if n_said else ""
    problem = counted.problem and counted.problem + counting
    return ModelRecount(counted.counts | {"said_items": n_said}, problem)


def _with_absent(
    engine: Engine, rows: tuple[Table, Table], model: KmAnonymity, persons: Persons | None, counted: ModelRecount
) -> ModelRecount:
    """Count who lacks labels, too; ``rows``: all of the release, and those that may be known."""
    lines, shown = rows
    everybody = persons.count if persons else engine.row("verify/equal_records/structure", lines=lines)[1]
    more = count_absent(engine, shown, int(everybody), model, persons)
    counts = {"absent": model.absent, "sets_counted_for_absent": more.sets}
    return replace(counted, counts=counted.counts | counts, problem=more.problem)


def _count(engine: Engine, lines: Table, model: KmAnonymity, persons: Persons | None) -> ModelRecount:
    return count_km_persons(engine, lines, persons, model) if persons else count_km(engine, lines, model)


def _small_classes(
    engine: Engine, model: KmAnonymity, inputs: VerificationInputs | None, persons: Persons | None
) -> str:
    """Say that somebody is found by columns alone; '' where nobody is, whatever labels may be known besides."""
    classes = known_classes(inputs)
    if persons is None:
        n_small = engine.number("verify/classes/small", classes=classes, k=model.k)
    else:
        n_small = engine.number("verify/classes/small_of_persons", classes=classes, persons=persons.rows, k=model.k)
    unit = "records" if persons is None else "persons"
    what = count_of(n_small, "class of alike records is", "classes of alike records are")
    return f"{what} of fewer than {model.k} {unit}" if n_small else ""


def _known_labels(inputs: VerificationInputs | None) -> Table:
    """Return the labels that somebody may know: only sets of these are promised anything."""
    if inputs is None or inputs.known_labels is None:
        raise BadInput("the manifest does not list what may be known", "it may have been edited; get the release again")
    return inputs.known_labels
