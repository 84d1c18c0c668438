"""Lift: of each set that too few records show one label goes up, until no such set is left."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from setanon_sql.dataset import Dataset
from setanon_sql.methods.recoding.labels import ShownLabels
from setanon_sql.methods.recoding.prices import Price
from setanon_sql.methods.recoding.rules import NodeRules
from setanon_sql.methods.recoding.sets import STEPS, LabelSets
from setanon_sql.methods.recoding.sure_sets import Hidden, Secrets, SureSets
from setanon_sql.query.templates import Table, all_rows


class Lift:
    """Rounds of lifting, over the labels that records show.

    1. Labels that too few show go up, until there are none.
    2. Count pairs. In each record that shows one that is broken (too few show it) one of its labels goes up, and with
       it labels that too few show; again until nothing is broken. Then count triples, and go on in the same way.
       What tells something sensitive too surely is broken, too, in all records that show it.
    3. Labels below one that would tell that all items under it are in the record go up; where none of them may, that
       one does. After that again from 2.
    """

    def __init__(
        self,
        dataset: Dataset,
        rules: NodeRules,
        labels: ShownLabels,
        *,
        k: int,
        m: int,
        price: Price,
        hidden: Hidden | None = None,
    ) -> None:
        self.engine = dataset.engine
        self.persons = dataset.persons
        self.labels = labels
        self.k = k
        self.price = price
        self.secrets = Secrets(dataset, hidden) if hidden else None
        self.sizes = [self._sets(dataset, size) for size in range(2, m + 1)]
        self.below = rules.below

    def _sets(self, dataset: Dataset, size: int) -> LabelSets:
        if self.secrets is None:
            return LabelSets(dataset, size, self.k)
        records = None if self.persons is None else LabelSets(replace(dataset, persons=None), size, self.k)
        return LabelSets(dataset, size, self.k, SureSets(self.secrets, STEPS[size], records))

    def run(self) -> None:
        """Lift until each set is shown by k records, or persons."""
        self.engine.trace.begin_phase("lifting labels")
        while self._next_round():
            pass

    def _next_round(self) -> bool:
        """Lift what is to be lifted next; return whether that was anything."""
        with self.engine.scope() as scope:
            going = next((going for going in self._candidates() if self.engine.count(going)), None)
            if going is not None:
                self._lift(going)
            scope.keep([self.labels.rows, *(table for sets in self.sizes for table in sets.tables)])
        return going is not None

    def _candidates(self) -> Iterator[Table]:
        """Return what may have to go up, ``record_id, node``, each only if nothing went up before it."""
        shown = self.labels.rows
        supports = self._supports()
        prices = self._prices(supports)
        going = self.engine.table("recoding/labels/rare", shown=shown, supports=self._judged(supports), k=self.k)
        for sets in self.sizes:
            if sets.counted is not None:
                self._cover(sets.broken(shown, prices), going)
        yield going
        for sets in self.sizes:
            if sets.counted is None:
                self._cover(sets.first_broken(shown, prices), going)
                yield going
        yield self._telling()

    def _telling(self) -> Table:
        """Return labels beside which others say what they stand for."""
        beside = {"shown": self.labels.rows, "unknown_rows": self.labels.unknown_rows, "below": self.below}
        return self.engine.table("recoding/labels/telling", **beside)

    def _judged(self, supports: Table) -> Table:
        """Return supports of labels, 0 where one tells something sensitive too surely."""
        if self.secrets is None:
            return supports
        records = supports if self.persons is None else self._supports_of_records()
        return self.secrets.judged(self.labels.rows, supports, records)

    def _supports_of_records(self) -> Table:
        return self.engine.table("recoding/labels/supports", shown=self.labels.rows)

    def _supports(self) -> Table:
        if self.persons is None:
            return self._supports_of_records()
        return self.engine.table("recoding/labels/supports_of_persons", shown=self.labels.rows, persons=self.persons)

    def _prices(self, supports: Table) -> Table:
        weights = {"rows": self.price.rows, "width": self.price.width}
        return self.engine.table("recoding/labels/prices", supports=supports, steps=self.labels.steps, **weights)

    def _cover(self, tables: Iterable[Table], all_going: Table) -> None:
        """Add labels to ``all_going`` so that no set of the tables (``record_id, low, high``) stays broken.

        The dearest labels stay, what is broken with them goes, and so on with what is still broken.
        """
        engine = self.engine
        for rows in tables:
            broken = engine.table("recoding/step_up/still_broken", broken=rows, going=all_going)
            engine.drop(rows)
            while engine.count(broken):
                staying = engine.table("recoding/step_up/staying", broken=broken)
                going = engine.table("recoding/step_up/going", broken=broken, staying=staying)
                engine.append(all_going, all_rows(going))
                still_broken = engine.table("recoding/step_up/still_broken", broken=broken, going=going)
                engine.drop(broken, staying, going)
                broken = still_broken

    def _lift(self, going: Table) -> None:
        """Lift labels and take in what that changes."""
        replaced = self.labels.rows
        change = self.labels.lift(going)
        for sets in self.sizes:
            sets.update(change, self.labels.rows)
        self.engine.drop(replaced)
        n_labels = self.engine.count(going)
        self.engine.trace.progress(f"round {self.labels.round}: {n_labels:,} labels of records went up")
