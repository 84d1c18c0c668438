"""Is a release (h, k, p)-coherent? Over the sets of labels that its records hold, the rarest label first.

A set is looked at where fewer records hold it than hold it without its last label y. What is left out so lies in the
same records as a smaller set: let Z contain a set of its first labels that ends in y and was left out. Whoever holds Z
without y holds y, so the records of both are the same, and Z without y is smaller: by induction there is a part of Z
that the same records hold and that was looked at. Size by size, it stops at the first one that breaks the promise.

Where persons count, k of them have a record with each set, and of those who have one no more than the share h have one
that tells a sensitive label besides. The same sets are left out: what the same records hold the same persons hold.
"""

from dataclasses import dataclass, replace
from functools import partial

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.query.templates import Table, all_rows, columns_of
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
    said = _with_certain_labels(engine, lines, inputs)
    counted = _count(engine, said or lines, model, inputs, persons)
    if said is None:
        return replace(counted, unknown=(UNKNOWN,))
    n_said = engine.count(said) - engine.count(lines)
    counting = f", counting {count_of(n_said, 'item')} that labels can only stand for" if n_said else ""
    problem = counted.problem and counted.problem + counting
    return replace(counted, counts=counted.counts | {"said_items": n_said}, problem=problem)


def _with_certain_labels(engine: Engine, lines: Table, inputs: VerificationInputs | None) -> Table | None:
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
    engine: Engine, lines: Table, model: Coherence, inputs: VerificationInputs | None, persons: Persons | None
) -> ModelRecount:
    """Count the sets of ``lines`` (``record_id, item``; any types) against the model.

    ``sensitive`` of the inputs (``label``): what may not be inferred, and is not known. ``persons``: whose the records
    are, where the model counts these; None: nobody told, and records are counted.
    """
    sensitive = sensitive_labels(inputs)
    labels = engine.table("verify/equal_records/labels", lines=lines)
    transactions, holders = equal_records(engine, lines, labels, persons)
    split = engine.table("verify/coherence/split", transactions=transactions, labels=labels, sensitive=sensitive)
    subjects = _subjects(engine, model, labels, sensitive)
    rows = engine.table("verify/coherence/subject_rows", transactions=transactions, subjects=subjects)
    counts = {"labels": engine.count(labels)} | ({} if persons is None else {"persons": persons.count})
    return _SetRecount(engine, model, transactions, split, subjects, rows, holders).recount(counts)


def _subjects(engine: Engine, model: Coherence, labels: Table, sensitive: Table) -> Table:
    """Return what must not follow too surely: ``item, subject, limit_num, limit_den``."""
    kinds = {"label": str, "number": int, "limit_num": str, "limit_den": str}
    groups = [
        (label, number, str(group.h.numerator), str(group.h.denominator))
        for number, group in enumerate(model.groups, 1)
        for label in group.items
    ]
    grouped = engine.load_rows("grouped", kinds, groups)
    most = {"h_num": model.h.numerator, "h_den": model.h.denominator}
    return engine.table("verify/coherence/subjects", labels=labels, sensitive=sensitive, grouped=grouped, **most)


@dataclass(frozen=True)
class _SetRecount:
    """The sets of known labels of a release: ``split`` has where each label is, ``holders`` whose records these are.

    ``transactions``: the distinct records.

    ``subjects``: what must not follow too surely; ``rows``: of which records it is true.
    """

    engine: Engine
    model: Coherence
    transactions: Table
    split: Table
    subjects: Table
    rows: Table
    holders: Table | None

    def recount(self, counts: dict[str, int]) -> ModelRecount:
        """Count size by size, up to the first that breaks the promise."""
        make = self.engine.table
        counts |= {"sets_counted": 0}
        if self.model.recodes_locally and self._told_anyway():
            return ModelRecount(counts | {"largest_set": 0}, f"{self._what} is in too large a share of all records")
        occurrences = make("verify/coherence/singles", split=self.split)
        supports = make("verify/coherence/supports", occurrences=occurrences)
        size = 0
        while True:
            rare, sure, sets = self._faults(occurrences, supports)
            if not sets:
                break
            size += 1
            counts["sets_counted"] += sets
            if rare or sure:
                return ModelRecount(counts | {"largest_set": size}, self._problem(rare, sure, size))
            if size == self.model.m:
                break
            occurrences, supports = self._larger(occurrences, supports)
        return ModelRecount(counts | {"largest_set": size}, "")

    @scoped
    def _told_anyway(self) -> int:
        """Return whether a subject is true of too many of all records, or persons: nothing need be known for that."""
        occurrences = self.engine.table("verify/coherence/no_labels", transactions=self.transactions)
        supports = self.engine.table("verify/coherence/supports", occurrences=occurrences)
        _, sure, _ = self._faults(occurrences, supports)
        return sure

    @scoped
    def _larger(self, occurrences: Table, supports: Table) -> tuple[Table, Table]:
        """Return where sets with one label more are, and how many records hold each."""
        make = self.engine.table
        found_in = {"occurrences": occurrences, "split": self.split}
        extensions = make("verify/coherence/extensions", supports=supports, **found_in)
        larger = make("verify/coherence/occurrences", extensions=extensions, **found_in)
        return larger, make("verify/coherence/supports", occurrences=larger)

    @scoped
    def _faults(self, occurrences: Table, supports: Table) -> tuple[int, int, int]:
        """Return how many sets too few hold, from how many something follows too surely, and how many there are."""
        make = partial(self.engine.table, occurrences=occurrences)
        joint = make("verify/coherence/joint", subject_rows=self.rows)
        telling = self._telling(joint, supports)
        if self.holders is not None:
            supports = make("verify/coherence/persons_of_sets", holders=self.holders)
            joint = make("verify/coherence/joint_of_persons", holders=self.holders, subject_rows=self.rows)
            self.engine.append(telling, all_rows(self._telling(joint, supports)))
        faults = self.engine.answer("verify/coherence/faults", supports=supports, telling=telling, k=self.model.k)
        rare, sure, sets = map(int, faults)
        return rare, sure, sets

    def _telling(self, joint: Table, supports: Table) -> Table:
        return self.engine.table("verify/coherence/telling", joint=joint, supports=supports, subjects=self.subjects)

    @property
    def _what(self) -> str:
        return "a sensitive label, or a group of these," if self.model.groups else "a sensitive label"

    def _problem(self, rare: int, sure: int, size: int) -> str:
        of = f"of {count_of(size, 'label')}"
        unit = "records" if self.holders is None else "persons"
        if rare:
            return (
                f"{count_of(rare, 'set')} {of} {'is' if rare == 1 else 'are'} held by fewer than {self.model.k} {unit}"
            )
        return f"from {count_of(sure, 'set')} {of} {self._what} follows too surely"
