"""How many records (persons) show each set of labels of one size: counted once, then as rounds change it."""

from collections.abc import Iterator

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.methods.recoding.labels import Change
from setanon_sql.methods.recoding.parts import parts_of
from setanon_sql.methods.recoding.sure_sets import SureSets
from setanon_sql.query.templates import Bind, Table, columns_of

#: What the steps of SQL call sets of so many labels.
STEPS = {2: "pairs", 3: "triples"}


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

    @property
    def tables(self) -> list[Table]:
        """Return the tables that the next round needs."""
        sets = [table for table in (self.counted, self.rare) if table is not None]
        return sets + (self.sure.tables if self.sure else [])

    def first_broken(self, shown: Table, prices: Table) -> Iterator[Table]:
        """Count all sets; return those that too few show, in each record, as :meth:`broken` does."""
        parts = parts_of(self.engine, self.step, shown)
        self.count(shown, parts)
        for part in range(parts):
            binds = {"shown": shown, "prices": prices, "common": self.counted, "parts": parts, "part": part}
            yield self.engine.table(f"recoding/{self.step}/first_broken", **binds)

    def broken(self, shown: Table, prices: Table) -> Iterator[Table]:
        """Return ``record_id, low, high``: the sets that too few show, in each record that shows them.

        In several tables, each of other records. None are, unless something went up since all were counted.
        """
        if self.rare is not None:
            yield self.engine.table(f"recoding/{self.step}/broken", shown=shown, prices=prices, rare=self.rare)

    def count(self, shown: Table, parts: int) -> None:
        """Count all sets; those that k show, and that tell nothing too surely, are kept."""
        of_persons, persons = ("", {}) if self.persons is None else ("_of_persons", {"persons": self.persons})
        for part in range(parts):
            binds: dict[str, Bind] = {"shown": shown, "k": self.k, "parts": parts, "part": part, **persons}
            self.counted = self.engine.add(self.counted, f"recoding/{self.step}/common{of_persons}", **binds)
        if self.sure is not None:
            assert self.counted is not None
            self.counted, _ = self.sure.first(shown, self.counted, parts)

    def update(self, change: Change, shown: Table) -> None:
        """Take in what a round changed, if the sets have been counted."""
        if self.counted is None:
            return
        changes = self._changes(change) if self.persons is None else self._changes_of_persons(change, shown)
        supports = self.engine.table("recoding/step_up/supports", counted=self.counted, changes=changes)
        self.engine.drop(self.counted, self.rare, changes)
        self.rare = self.engine.table("recoding/step_up/rare_sets", counted=supports, k=self.k)
        self.counted = self.engine.table("recoding/step_up/common_sets", supports=supports, k=self.k)
        self.engine.drop(supports)
        if self.sure is not None:
            common = self.counted
            self.counted, sure = self.sure.update(change, shown, common)
            self.engine.append(self.rare, columns_of(sure, "a", "b", "c"))
            self.engine.drop(common, sure)

    def _changes(self, change: Change) -> Table:
        return self._by_parts("changes", change.before, before=change.before, after=change.after)

    @scoped
    def _changes_of_persons(self, change: Change, shown: Table) -> Table:
        """Count anew only what may have come under k persons: of others each lost record is taken for a person."""
        engine = self.engine
        lost = self._by_parts("lost", change.before, before=change.before)
        doubtful = engine.table("recoding/step_up/doubtful", counted=self.counted, lost=lost, k=self.k)
        changes = self._by_parts("new_of_persons", change.after, after=change.after, persons=self.persons)
        again = {"doubtful": doubtful, "shown": shown, "persons": self.persons}
        engine.append(changes, f"recoding/{self.step}/corrected", **again)
        engine.append(changes, "recoding/step_up/others", counted=lost, these=doubtful)
        return changes

    def _by_parts(self, query: str, rows: Table, **binds: Table | None) -> Table:
        """Return what a query about the sets of these rows answers, part by part."""
        parts = parts_of(self.engine, self.step, rows)
        answers: Table | None = None
        for part in range(parts):
            tables: dict[str, Bind] = {"counted": self.counted, **binds}
            answers = self.engine.add(answers, f"recoding/{self.step}/{query}", parts=parts, part=part, **tables)
        assert answers is not None
        return answers
