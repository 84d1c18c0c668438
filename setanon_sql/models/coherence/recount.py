"""Is a release (h, k, p)-coherent? Over the sets of labels that its records hold, the rarest label first.

A set is looked at where fewer records hold it than hold it without its last label y. What is left out so lies in the
same records as a smaller set: let Z contain a set of its first labels that ends in y and was left out. Whoever holds Z
without y holds y, so the records of both are the same, and Z without y is smaller: by induction there is a part of Z
that the same records hold and that was looked at. Size by size, it stops at the first one that breaks the promise.
"""

from dataclasses import replace

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.text import count_of
from setanon_sql.verify.closure import UNKNOWN, said_lines
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.equal_records import equal_records
from setanon_sql.verify.inputs import VerificationInputs, sensitive_labels
from setanon_sql.verify.persons import Persons


@scoped
def count(
    engine: Engine, lines: Table, model: Coherence, inputs: VerificationInputs | None, persons: Persons | None
) -> ModelRecount:
    """Count a release against the model, with what its labels can only stand for where items are recoded locally."""
    if not model.recodes_locally:
        return _count(engine, lines, model, inputs, persons)
    said = _said(engine, lines, inputs)
    counted = _count(engine, said or lines, model, inputs, persons)
    if said is None:
        return replace(counted, unknown=(UNKNOWN,))
    n_said = engine.count(said) - engine.count(lines)
    counting = f", counting {count_of(n_said, 'item')} that labels can only stand for" if n_said else ""
    problem = counted.problem and counted.problem + counting
    return replace(counted, counts=counted.counts | {"said_items": n_said}, problem=problem)


def _said(engine: Engine, lines: Table, inputs: VerificationInputs | None) -> Table | None:
    """Return ``lines`` with what labels can only stand for; None where the label table tells too little.

    No label stands for a sensitive item, which is shown as it is: the others are all that is to be made out.
    """
    sensitive = sensitive_labels(inputs)
    if inputs is None or inputs.places is None:
        return None
    hidden = {str(label) for (label,) in engine.rows(columns_of(sensitive, "label"))}
    places = [
        replace(place, exceptions=place.exceptions - hidden) for place in inputs.places if place.label not in hidden
    ]
    others = engine.table("verify/coherence/open_lines", lines=lines, sensitive=sensitive)
    said = said_lines(engine, others, others, places, other_labels=hidden)
    if said is not None:
        engine.append(said, "verify/read/known_lines", lines=lines, known=sensitive)
    return said


def _count(
    engine: Engine, lines: Table, model: Coherence, inputs: VerificationInputs | None, _: Persons | None
) -> ModelRecount:
    """Count the sets of ``lines`` (``record_id, item``; any types) against the model.

    ``sensitive`` of the inputs (``label``): what may not be inferred, and is not known.
    """
    sensitive = sensitive_labels(inputs)
    labels = engine.table("verify/equal_records/labels", lines=lines)
    transactions = equal_records(engine, lines, labels)
    split = engine.table("verify/coherence/split", transactions=transactions, labels=labels, sensitive=sensitive)
    occurrences = engine.table("verify/coherence/singles", split=split)
    counts = {"labels": engine.count(labels), "sets_counted": 0}
    size = 0
    while model.m is None or size < model.m:
        supports = engine.table("verify/coherence/supports", occurrences=occurrences)
        found_in = {"occurrences": occurrences, "split": split, "supports": supports}
        most = {"h_num": model.h.numerator, "h_den": model.h.denominator}
        rare, sure, sets = engine.answer("verify/coherence/faults", k=model.k, **found_in, **most)
        if not sets:
            break
        size += 1
        counts["sets_counted"] += sets
        if rare or sure:
            return ModelRecount(counts | {"largest_set": size}, _problem(rare, sure, size, model))
        extensions = engine.table("verify/coherence/extensions", **found_in)
        occurrences = engine.table(
            "verify/coherence/occurrences", occurrences=occurrences, split=split, extensions=extensions
        )
    return ModelRecount(counts | {"largest_set": size}, "")


def _problem(rare: int, sure: int, size: int, model: Coherence) -> str:
    of = f"of {count_of(size, 'label')}"
    if rare:
        return f"{count_of(rare, 'set')} {of} {'is' if rare == 1 else 'are'} held by fewer than {model.k} records"
    return f"from {count_of(sure, 'set')} {of} a sensitive label follows too surely"
