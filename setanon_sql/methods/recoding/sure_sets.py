"""Sets of labels from which a sensitive item follows too surely: counted once, then as rounds change them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.methods.recoding.labels import Change
from setanon_sql.methods.recoding.parts import n_sets, parts_for
from setanon_sql.query.templates import Table, all_rows

if TYPE_CHECKING:
    from setanon_sql.methods.recoding.sets import LabelSets


@dataclass(frozen=True)
class Hidden:
    """Sensitive items of records: shown as they are, known to nobody, and no set of labels may tell one too surely.

    ``rows``: ``record_id, sensitive`` (a number; of an item, or of a group of items, one of which the record holds).
    ``limits``: ``sensitive, h_num, h_den``: of the records, and of the persons, that show a set at most the share
    h_num / h_den holds it.
    """

    rows: Table
    limits: Table


class Secrets:
    """Sensitive items of records, and of persons, and the labels from which one follows too surely."""

    def __init__(self, dataset: Dataset, hidden: Hidden) -> None:
        self.engine = dataset.engine
        self.persons = dataset.persons
        self.limits = hidden.limits
        self.held = _holders_of_hidden(self.engine, hidden.rows, dataset.persons)

    def judged(self, shown: Table, supports: Table, records: Table) -> Table:
        """Return ``supports`` (``node, support``), 0 where a label tells too surely; ``records``: those of records."""
        engine = self.engine
        tables = {"shown": shown, "held": self.held, "limits": self.limits}
        sure = engine.table("recoding/sure/labels", supports=records, by_persons=0, **tables)
        if self.persons is not None:
            engine.append(sure, "recoding/sure/labels", supports=supports, by_persons=1, **tables)
        return engine.table("recoding/sure/judged", supports=supports, sure=sure)

    def known_anyway(self, n_records: int, n_persons: int) -> int:
        """Count what is held by too large a share of so many records, or persons: no label is needed to tell it."""
        tables = {"held": self.held, "limits": self.limits}
        n = self.engine.number("recoding/sure/over_all", by_persons=0, of=n_records, **tables)
        if self.persons is None or n:
            return n
        return self.engine.number("recoding/sure/over_all", by_persons=1, of=n_persons, **tables)


class SureSets:
    """Sets of one size from which a sensitive item follows too surely.

    ``beside``: ``a, b, c, sensitive, person, n``: in how many records of a person (0: of anybody) what is sensitive
    stands beside each set that is counted.
    """

    def __init__(self, secrets: Secrets, step: str, records: "LabelSets | None") -> None:
        """Count nothing yet; ``records``: the sets by records, where persons count besides."""
        self.engine = secrets.engine
        self.secrets = secrets
        self.step = step
        self.records = records
        self.beside: Table | None = None

    @property
    def tables(self) -> list[Table]:
        """Return the tables that the next round needs."""
        return [*([self.beside] if self.beside else []), *(self.records.tables if self.records else [])]

    def first(self, shown: Table, counted: Table) -> tuple[Table, Table]:
        """Count all sets that are ``counted`` (``a, b, c, support``); return those that tell, as :meth:`update`."""
        engine = self.engine
        if self.records is not None:
            self.records.count(shown)
        self.beside = engine.empty("beside", "a", "b", "c", "sensitive", "person", "n")
        before = engine.empty("before", "record_id", "node", "touched", "sensitive", "person")
        after = engine.table("recoding/sure/all_beside", shown=shown, held=self.secrets.held)
        self._take_in(before, after, counted, after)
        return self._judged(shown, counted)

    def update(self, change: Change, shown: Table, counted: Table) -> tuple[Table, Table]:
        """Take in a round; return the ``counted`` sets from which nothing follows too surely, and the others.

        With persons supports may be too small: they are counted anew where that matters.
        """
        if self.records is not None:
            self.records.update(change, shown)
        before = self._beside(change.before)
        after = self._beside(change.after)
        self._take_in(before, after, counted, before)
        return self._judged(shown, counted)

    def _beside(self, rows: Table) -> Table:
        return self.engine.table("recoding/sure/beside", rows=rows, held=self.secrets.held)

    def _take_in(self, before: Table, after: Table, counted: Table, larger: Table) -> None:
        """Add and take off how often something stands beside sets; in parts, by the sets of the ``larger`` table."""
        engine = self.engine
        before_round = self.beside
        assert before_round is not None
        parts = parts_for(n_sets(engine, self.step, larger))
        changes: Table | None = None
        for part in range(parts):
            tables = {"before": before, "after": after, "known": before_round, "counted": counted}
            changes = engine.add(changes, f"recoding/{self.step}/beside", **tables, parts=parts, part=part)
        assert changes is not None
        self.beside = engine.table(
            "recoding/sure/counted_beside", before=before_round, changes=changes, counted=counted
        )
        engine.drop(before_round, before, after, changes)

    def _judged(self, shown: Table, counted: Table) -> tuple[Table, Table]:
        engine = self.engine
        if self.records is None:
            sure = self._sure(counted, by_persons=False)
        else:
            assert self.records.counted is not None
            counted = self._corrected(shown, counted)
            sure = self._sure(counted, by_persons=True)
            engine.append(sure, all_rows(self._sure(self.records.counted, by_persons=False)))
        return engine.table("recoding/step_up/others", counted=counted, these=sure), sure

    def _sure(self, counted: Table, *, by_persons: bool) -> Table:
        assert self.beside is not None
        tables = {"beside": self.beside, "counted": counted, "limits": self.secrets.limits}
        return self.engine.table("recoding/sure/sets", by_persons=int(by_persons), **tables)

    def _corrected(self, shown: Table, counted: Table) -> Table:
        """Return ``counted`` with the right number of persons of the sets that would tell too surely."""
        doubtful = self._sure(counted, by_persons=True)
        tables = {"doubtful": doubtful, "shown": shown, "persons": self.secrets.persons}
        changes = self.engine.table(f"recoding/{self.step}/corrected", **tables)
        return self.engine.table("recoding/step_up/supports", counted=counted, changes=changes)


def _holders_of_hidden(engine: Engine, hidden: Table, persons: Table | None) -> Table:
    if persons is None:
        return engine.table("recoding/sure/held", hidden=hidden)
    return engine.table("recoding/sure/held_by_persons", hidden=hidden, persons=persons)
