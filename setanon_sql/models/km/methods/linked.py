"""Those who are in an earlier release and in the source: what the earlier one shows of them, and who has to go.

A set of old labels that fewer than k of those who are in both hold is a threat whatever the new release shows of them.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from setanon_sql.columns.classes import items_of_numbers
from setanon_sql.counting import Level, mine, mine_persons
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import NotReached
from setanon_sql.inference.across import joint_classes
from setanon_sql.inference.earlier import Earlier
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.query.templates import Table

NOBODY: Ints = np.zeros(0, dtype=np.int64)


class People:
    """People who are linked, with the labels of the earlier release as numbers from 1.

    ``new_classes`` (``record_id, class``): by the columns of the new release; None: it has none. ``classes``
    (``person, class``): by the columns of both.
    """

    def __init__(self, dataset: Dataset, earlier: Earlier, new_classes: Table | None = None) -> None:
        self.engine: Engine = dataset.engine
        self.earlier = earlier
        self.unit = "persons" if earlier.whose else "records"
        self.labels = [str(label) for (label,) in self.engine.rows("inference/across/labels", held=earlier.labels)]
        rows = [(label, number) for number, label in enumerate(self.labels, 1)]
        numbers = self.engine.load_rows("numbers", {"label": str, "old": int}, rows)
        self.olds = self.engine.table("km/previous/numbered_labels", labels=earlier.labels, numbers=numbers)
        names = {"persons": earlier.persons, "record_ids": dataset.names()}
        self.linked = self.engine.table("km/previous/linked", **names)
        of_releases = [earlier.classes] if earlier.classes else []
        if new_classes is not None:
            of_releases.append(self.engine.table("km/previous/new_classes", linked=self.linked, classes=new_classes))
        self.classes = joint_classes(self.engine, of_releases)

    def table(self, persons: Ints) -> Table:
        """Return ``person``."""
        return self.engine.load("some_persons", {"person": int}, [persons])

    def present(self, transactions: Table, ancestors: Table) -> Ints:
        """Return who has an old label, and an item that may be published."""
        tables = {"linked": self.linked, "transactions": transactions, "ancestors": ancestors}
        here = self.engine.columns("km/previous/present", **tables)["person"].astype(np.int64)
        olds: Ints = self.engine.columns("km/previous/old_persons", olds=self.olds)["person"].astype(np.int64)
        return np.intersect1d(here, olds)

    @scoped
    def records_that_must_go(self, present: Ints) -> Ints:
        """Return who holds a set of old labels that fewer than k of those who stay hold."""
        leaving = NOBODY
        while True:
            both = self.table(np.setdiff1d(present, leaving))
            facts = self.engine.table("km/previous/old_facts", olds=self.olds, both=both, stride=1)
            facts = self.facts_by_class(facts, 1)
            more = self.at_risk(facts, 1)
            if not len(more):
                return leaving
            leaving = np.union1d(leaving, self.of_same_records(more))

    def of_same_records(self, persons: Ints) -> Ints:
        """Return who goes where the records of some go: all rows of a record that several rows of the link have."""
        if self.earlier.whose is None or not len(persons):
            return persons
        rows = self.engine.columns("km/previous/of_same_records", linked=self.linked, gone=self.table(persons))
        return rows["person"].astype(np.int64)

    def with_those(self, leaving: Ints, others: Ints, present: Ints) -> Ints:
        """Return who leaves where others do, too, and who has to then."""
        leaving = np.union1d(leaving, self.of_same_records(others))
        return np.union1d(leaving, self.records_that_must_go(np.setdiff1d(present, leaving)))

    def facts_by_class(self, facts: Table, stride: int) -> Table:
        """Return facts (``record_id, item``) that are others in another class; of new nodes under ``stride``."""
        if self.classes is None:
            return facts
        span = stride * (len(self.labels) + 1)
        return self.engine.table("km/previous/facts_of_classes", facts=facts, classes=self.classes, span=span)

    @scoped
    def at_risk(self, facts: Table, stride: int) -> Ints:
        """Return who holds a set of old labels that fewer than k hold."""
        persons = NOBODY
        for level in self.threats(facts):
            assert level.items is not None
            olds = self.engine.table("km/previous/old_threats", threats=level.items, stride=stride)
            persons = np.union1d(persons, self.holders(olds, facts, level.size))
        return persons

    def holders(self, threats: Table, facts: Table, size: int) -> Ints:
        """Return who holds all ``size`` facts of a threat."""
        persons = self.engine.columns("km/previous/held_by", threats=threats, facts=facts, size=size)
        return persons["person"].astype(np.int64)

    def threats(self, facts: Table) -> Iterator[Level]:
        """Mine the sets of up to m facts that some hold, but fewer than k; facts are ``record_id, item``."""
        if not self.engine.count(facts):
            return
        if self.classes is None:
            yield from self._mined(facts)
            return
        numbers = self.engine.table("km/previous/fact_numbers", facts=facts)
        numbered = self.engine.table("km/previous/numbered_facts", facts=facts, numbers=numbers)
        for level in self._mined(numbered):
            assert level.items is not None
            yield replace(level, items=items_of_numbers(self.engine, level.items, numbers))

    def _mined(self, facts: Table) -> Iterator[Level]:
        earlier = self.earlier
        if earlier.whose is None:
            return mine(self.engine, facts, earlier.k, earlier.m, keep=True, risk=False)
        return mine_persons(self.engine, facts, earlier.whose, earlier.k, earlier.m, keep=True, risk=False)

    def refuse(self, leaving: Ints, present: Ints) -> None:
        """Raise NotReached where records must go that may not, or all of them."""
        going = self.records(leaving)
        linked = self.records(present)
        if not going or (self.earlier.let_go and going < linked):
            return
        fewer = "a smaller <k> or <m> needs fewer to go"
        raise NotReached(
            f"{going:,} of the {linked:,} records that are in both releases would have to go: they have labels "
            f"in the previous release that fewer than {self.earlier.k} {self.unit} of both share, whatever labels this "
            "one has; nothing was published",
            f"<let_go> leaves these records out; {fewer}" if going < linked else fewer,
        )

    def records(self, leaving: Ints) -> int:
        """Return how many records of the source some persons have."""
        return self.engine.count(self.records_of(leaving)) if len(leaving) else 0

    def records_of(self, persons: Ints) -> Table:
        """Return ``record_id`` of some persons."""
        return self.engine.table("km/previous/records_of_persons", linked=self.linked, gone=self.table(persons))

    def without_persons(self, dataset: Dataset, leaving: Ints) -> Dataset:
        """Return the data without the records of some persons; the numbers of the items stay."""
        if not len(leaving):
            return dataset
        records = self.records_of(leaving)
        transactions = self.engine.table(
            "sources/sample/other_records", transactions=dataset.transactions, records=records
        )
        items = self.engine.table("km/previous/items_without", items=dataset.items, transactions=transactions)
        records_left = dataset.records - self.engine.count(records)
        return replace(dataset, transactions=transactions, items=items, records=records_left)
