"""Is a release k^m-anonymous where k counts persons? As :mod:`.recount_records`, with persons.

Equal records are counted once; the weight of one is the number of persons who have it. A set P is not grown when

1. every record that holds P has a weight of at least k: whatever holds more than P equals one of those records or lies
   inside it, so k persons hold it; or
2. as many distinct *records* hold P as P without its last label x: then x is in every record that holds the rest of P,
   and so are the persons of both the same. Where only as many *persons* hold them x may be missing in other records of
   these persons, and a larger set with it: that is no reason.

The claim of :mod:`.km` follows in the same way. To tell whether k persons hold a set, persons are counted only where no
single record of the set is of k, and where the persons of its records are of fewer than k lots.
"""

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.persons import DistinctRecords, Persons, distinct_records, rare_sets
from setanon_sql.verify.whole_records import exposed_records


@scoped
def count_km_persons(engine: Engine, lines: Table, persons: Persons, model: KmAnonymity) -> ModelRecount:
    """Count the persons of the sets of ``lines`` (``record_id, item``; any types) against the model.

    Stops at the first size that breaks it: what lies above follows from it.
    """
    labels = engine.table("verify/equal_records/labels", lines=lines)
    n_labels, _, smallest_support = engine.answer("verify/sets/rare_labels", labels=labels, k=model.k)
    coded = engine.table("verify/equal_records/coded", lines=lines, labels=labels)
    n_rare, smallest = engine.answer("verify/sets_of_persons/rare_labels", coded=coded, persons=persons.rows, k=model.k)
    counts = {"persons": persons.count, "labels": n_labels, "smallest_item_support": smallest_support}
    counts["smallest_item_persons"] = smallest
    run = _PersonRecount(engine, model.k, distinct_records(engine, coded, persons.rows, model.k))
    engine.drop(labels, coded)
    problem = _too_rare(n_rare, 1, model.k) if n_rare else run.problem(model.m, counts)
    return ModelRecount(counts, problem)


class _PersonRecount:
    """Recount of the sets of distinct records, size by size."""

    def __init__(self, engine: Engine, k: int, distinct: DistinctRecords) -> None:
        self.engine = engine
        self.k = k
        self.distinct = distinct
        self.transactions = distinct.transactions

    def problem(self, m: int | None, counts: dict[str, int]) -> str:
        """Return what breaks the model in a sentence, empty where nothing does; note in ``counts`` what was counted."""
        longest = self.engine.number("verify/sets/longest", transactions=self.transactions)
        counts["longest_record"] = longest
        if m is None or m >= longest:
            return self._whole_records()
        counts["sets_counted"] = counts["labels"]
        return self._sets(m, counts)

    def _whole_records(self) -> str:
        exposed = exposed_records(self.engine, self.transactions, self.k, self.distinct.light_holders)
        if not exposed:
            return ""
        what = count_of(exposed, "distinct record has", "distinct records have")
        return f"{what} items that, taken all together, are held by fewer than {self.k} persons"

    def _sets(self, m: int, counts: dict[str, int]) -> str:
        occurrences = self.engine.table("verify/sets_of_persons/single_items", transactions=self.transactions, k=self.k)
        for size in range(2, m + 1):
            sets = self.engine.table(
                "verify/sets_of_persons/extensions", occurrences=occurrences, transactions=self.transactions
            )
            n_sets = self.engine.count(sets)
            counts["sets_counted"] += n_sets
            if n_rare := self.engine.count(rare_sets(self.engine, sets, occurrences, self.distinct, self.k)):
                return _too_rare(n_rare, size, self.k)
            if not n_sets:
                break
            if size < m:
                occurrences = self._larger(sets, occurrences)
        return ""

    def _larger(self, sets: Table, occurrences: Table) -> Table:
        """Return where the sets occur that can lead to a larger one that is too rare."""
        frequent = self.engine.table("verify/sets/kept", extensions=sets, k=self.k)
        larger = self.engine.table(
            "verify/sets/occurrences", occurrences=occurrences, transactions=self.transactions, kept=frequent
        )
        self.engine.drop(sets, occurrences)
        return larger


def _too_rare(sets: int, size: int, k: int) -> str:
    what = f"{count_of(sets, 'set')} of {count_of(size, 'item')}"
    return f"{what} {'is' if sets == 1 else 'are'} held by fewer than {k} persons"
