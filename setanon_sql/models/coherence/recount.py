"""Is a release (h, k, p)-coherent? Over the sets of labels that its records hold, the rarest label first.

A set is looked at where fewer records hold it than hold it without its last label y. What is left out so lies in the
same records as a smaller set: let Z contain a set of its first labels that ends in y and was left out. Whoever holds Z
without y holds y, so the records of both are the same, and Z without y is smaller: by induction there is a part of Z
that the same records hold and that was looked at. Size by size, it stops at the first one that breaks the promise.
"""

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.equal_records import equal_records
from setanon_sql.verify.inputs import VerificationInputs, sensitive_labels
from setanon_sql.verify.persons import Persons


@scoped
def count(
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
