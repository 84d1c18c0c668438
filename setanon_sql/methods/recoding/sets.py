"""How many records (persons) show each set of labels of one size: counted once, then as rounds change it."""

from collections.abc import Iterator

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.methods.recoding.labels import Change
from setanon_sql.methods.recoding.parts import n_sets, parts_for
from setanon_sql.methods.recoding.sure_sets import SureSets
from setanon_sql.query.templates import Bind, Table, columns_of

#: What the steps of SQL call sets of so many labels.
STEPS = {2: "pairs", 3: "triples"}
#: Where a round changes records with more than one in so many of all sets, all are counted anew.
_MOST = 2
#: Where more than one in so many sets is rare, all sets of all records are looked through for them.
_MANY = 20


class LabelSets:
    """Supports of the sets of one size.

    ``counted``: ``a, b, c, support``: the sets that k show (of persons at least so many do). ``rare``: that too few do.
    In the next round each record that shows one of these changes, so that they are counted anew, as new ones.
    ``sure``: those from which something sensitive follows too surely are broken like rare ones; None: nothing is.
    """

    def __init__(self, dataset: Dataset, size: int, k: int, sure: SureSets | None = None) -> None:
        self.engine = dataset.engine
        self.persons = dataset.persons
        self.k = k
        self.step = STEPS[size]
        self.sure = sure
        self.counted: Table | None = None
        self.rare: Table | None = None
        #: How many times records showed a set when all were counted.
        self.n_sets = 0

    @property
    def tables(self) -> list[Table]:
        """Return the tables that the next round needs."""
        sets = [table for table in (self.counted, self.rare) if table is not None]
        return sets + (self.sure.tables if self.sure else [])

    def first_broken(self, shown: Table, prices: Table) -> Iterator[Table]:
        """Count all sets; return those that too few show, in each record, as :meth:`broken` does."""
        self.count(shown)
        return self._broken_of_all(shown, prices)

    def broken(self, shown: Table, prices: Table) -> Iterator[Table]:
        """Return ``record_id, low, high``: the sets that too few show, in each record that shows them.

        In several tables, each of other records. None are, unless something went up since all were counted.
        """
        if self.rare is None:
            return
        if _MANY * self.engine.count(self.rare) > self.n_sets:
            yield from self._broken_of_all(shown, prices)
        else:
            yield self._rare_of_records(shown, prices, self.rare)

    def _rare_of_records(self, shown: Table, prices: Table, rare: Table) -> Table:
        """Find each rare set in the records that show it; of triples first the two cheap labels, which fewer show."""
        engine = self.engine
        if self.step == STEPS[2]:
            return engine.table("recoding/pairs/broken", shown=shown, prices=prices, rare=rare)
        ordered = engine.table("recoding/triples/ordered", rare=rare, prices=prices)
        cheap_pairs = engine.table("recoding/triples/cheap_pairs", shown=shown, ordered=ordered)
        broken = engine.table("recoding/triples/broken", shown=shown, ordered=ordered, cheap_pairs=cheap_pairs)
        engine.drop(ordered, cheap_pairs)
        return broken

    def _broken_of_all(self, shown: Table, prices: Table) -> Iterator[Table]:
        """Look through all sets of all records: pairs by parts of the records, triples by their middle label.

        Each part of the triples needs only its own common ones.
        """
        engine = self.engine
        parts = parts_for(self.n_sets)
        binds: dict[str, Bind] = {"shown": shown, "prices": prices, "common": self.counted}
        if self.step == STEPS[2]:
            for part in range(parts):
                yield engine.table("recoding/pairs/first_broken", parts=parts, part=part, **binds)
            return
        broken = self._of_parts("first_broken", parts, **binds)
        parts = parts_for(engine.count(broken))
        for part in range(parts):
            yield engine.table("recoding/step_up/of_records", broken=broken, parts=parts, part=part)
        engine.drop(broken)

    def count(self, shown: Table) -> None:
        """Count all sets; those that k show, and that tell nothing too surely, are kept."""
        self.n_sets = n_sets(self.engine, self.step, shown)
        self.counted = self._shown_by(self.k, shown)
        if self.sure is not None:
            self.counted, _ = self.sure.first(shown, self.counted)

    def _shown_by(self, k: int, shown: Table) -> Table:
        """Return the sets that k records, or persons, show, with their supports."""
        of_persons, persons = ("", {}) if self.persons is None else ("_of_persons", {"persons": self.persons})
        return self._of_parts(f"common{of_persons}", parts_for(self.n_sets), shown=shown, k=k, **persons)

    def update(self, change: Change, shown: Table) -> None:
        """Take in what a round changed, if the sets have been counted."""
        if self.counted is None:
            return
        supports = self._supports(change, shown)
        self.engine.drop(self.counted, self.rare)
        self.rare = self.engine.table("recoding/step_up/rare_sets", counted=supports, k=self.k)
        self.counted = self.engine.table("recoding/step_up/common_sets", supports=supports, k=self.k)
        self.engine.drop(supports)
        if self.sure is not None:
            common = self.counted
            self.counted, sure = self.sure.update(change, shown, common)
            self.engine.append(self.rare, columns_of(sure, "a", "b", "c"))
            self.engine.drop(common, sure)

    def _supports(self, change: Change, shown: Table) -> Table:
        """Return how many show each set after a round; where it changed most records all are counted anew."""
        n_before = n_sets(self.engine, self.step, change.before)
        if _MOST * n_before > self.n_sets:
            self.n_sets = n_sets(self.engine, self.step, shown)
            return self._shown_by(1, shown)
        parts = parts_for(n_before)
        changes = self._changes(change, shown, parts)
        supports = self.engine.table("recoding/step_up/supports", counted=self.counted, changes=changes)
        self.engine.drop(changes)
        return supports

    def _changes(self, change: Change, shown: Table, parts: int) -> Table:
        if self.persons is not None:
            return self._changes_of_persons(change, shown, parts)
        return self._of_parts("changes", parts, before=change.before, after=change.after, counted=self.counted)

    @scoped
    def _changes_of_persons(self, change: Change, shown: Table, parts: int) -> Table:
        """Count anew only what may have come under k persons: of others each lost record is taken for a person."""
        engine = self.engine
        counted = {"counted": self.counted}
        lost = self._of_parts("lost", parts, before=change.before, **counted)
        doubtful = engine.table("recoding/step_up/doubtful", lost=lost, k=self.k, **counted)
        changes = self._of_parts("new_of_persons", parts, after=change.after, persons=self.persons, **counted)
        again = {"doubtful": doubtful, "shown": shown, "persons": self.persons}
        engine.append(changes, f"recoding/{self.step}/corrected", **again)
        engine.append(changes, "recoding/step_up/others", counted=lost, these=doubtful)
        return changes

    def _of_parts(self, query: str, parts: int, **binds: Bind) -> Table:
        """Return what a query about sets answers, part by part."""
        answers: Table | None = None
        for part in range(parts):
            answers = self.engine.add(answers, f"recoding/{self.step}/{query}", parts=parts, part=part, **binds)
        assert answers is not None
        return answers
