"""Is a release k^m-anonymous where absent labels may be known? All sets of at most m labels, from none on.

For each set P that is counted: how many hold it, and how many of these hold which label b beside it. Nobody, or k, must
lack b; with two absent labels b and c likewise both, of whom there are all but those who hold b, or c, less those who
hold both. Holders are records, or persons: then P is held by some record of a person, and b by none of these.

What is left out, and why nothing is missed: a set P is not grown by a label x where every record that holds P holds x.
Take any X of n labels that is not counted. Some set P of its first labels was not grown by the next one, x. The records
that hold X are then those that hold X without x, and so are the holders; of these nobody lacks x. So what X says of
absent labels X without x says, which has n-1 labels, until a set was counted.

An absent label that no holder of P holds leaves all of these: k, or P is too rare by itself, which is found first.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.text import count_of
from setanon_sql.verify.equal_records import equal_records
from setanon_sql.verify.persons import Persons


@dataclass(frozen=True)
class AbsentRecount:
    """The number of ``sets`` of present labels that were counted, and what breaks the model ('' if nothing)."""

    sets: int
    problem: str


@scoped
def count_absent(
    engine: Engine, lines: Table, everybody: int, model: KmAnonymity, persons: Persons | None
) -> AbsentRecount:
    """Count who lacks labels of ``lines`` (``record_id, item``; any types), which are k^m-anonymous without that.

    ``everybody``: records, or persons, of the release, also those without a line here. Stops at the first size that
    breaks it.
    """
    labels = engine.table("verify/equal_records/labels", lines=lines)
    transactions, holders = equal_records(engine, lines, labels, persons)
    if holders is None:
        columns = {"record_id": "record_id", "item": "item", "holder": "record_id", "weight": "weight"}
        shown = engine.view(columns_of(transactions, **columns))
    else:
        shown = engine.table("verify/absent/shown_by_persons", transactions=transactions, holders=holders)
    return _LackCount(engine, transactions, model, by_person=persons is not None).of(shown, everybody)


class _LackCount:
    """Count of who lacks labels, size by size of the sets that they hold."""

    def __init__(self, engine: Engine, transactions: Table, model: KmAnonymity, *, by_person: bool) -> None:
        self.engine = engine
        self.transactions = transactions
        self.model = model
        self.by_person = by_person

    def of(self, shown: Table, everybody: int) -> AbsentRecount:
        """Count what is ``shown`` (``record_id, item, holder, weight``) against the model."""
        occurrences = self.engine.table("verify/absent/nothing", shown=shown)
        sets = 0
        assert self.model.m is not None
        for size in range(self.model.m + 1):
            if size:
                occurrences = self._larger(occurrences)
            counted, problem = self._size(occurrences, size, everybody)
            sets += counted
            if problem or not counted:
                return AbsentRecount(sets, problem)
        return AbsentRecount(sets, "")

    def _larger(self, occurrences: Table) -> Table:
        tables = {"occurrences": occurrences, "transactions": self.transactions}
        grown = self.engine.table("verify/absent/grown", **tables)
        larger = self.engine.table("verify/absent/grown_occurrences", grown=grown, **tables)
        self.engine.drop(grown, occurrences)
        return larger

    @scoped
    def _size(self, occurrences: Table, size: int, everybody: int) -> tuple[int, str]:
        """Return how many sets there are of a size, and what breaks the model."""
        engine = self.engine
        supports = engine.table("verify/absent/supports", occurrences=occurrences, everybody=everybody)
        query = "verify/absent/beside_of_persons" if self.by_person else "verify/absent/beside_in_records"
        make = engine.view if self.model.absent == 1 else engine.table
        beside = make(query, occurrences=occurrences, transactions=self.transactions)
        counts = {"beside_counts": engine.table("verify/absent/beside_counts", beside=beside), "supports": supports}
        broken = engine.number("verify/absent/without_one", k=self.model.k, **counts)
        if broken:
            return engine.count(supports), self._problem(broken, size, 1)
        if self.model.absent > 1:
            twos = engine.table("verify/absent/twos", k=self.model.k, **counts)
            both = engine.table("verify/absent/both", twos=twos, beside=beside)
            broken = engine.number("verify/absent/without_two", twos=twos, both=both, k=self.model.k)
        return engine.count(supports), self._problem(broken, size, 2) if broken else ""

    def _problem(self, broken: int, size: int, absent: int) -> str:
        unit = "persons" if self.by_person else "records"
        what = f"{count_of(broken, 'set')} of {count_of(size, 'item')} and {count_of(absent, 'absent item')}"
        return f"{what} {'is' if broken == 1 else 'are'} held and lacked by fewer than {self.model.k} {unit}"
