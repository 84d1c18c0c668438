"""Who holds all items of a record: the records, or persons, that match it whatever is known of it.

Whoever knows more items of a record finds fewer that hold them. So where any number may be known, a record is at risk
if and only if fewer than k hold all of its items. That is a join of sets by containment; no sets are searched.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table, columns_of

#: So many pairs of sets are looked at together.
_PART = 20_000_000


@dataclass(frozen=True)
class Containment:
    """Answer to which records hold all items of some sets.

    ``containing``: ``set_id, other_set``: the longer sets that do. ``matching``: ``set_id, n``: how many records, or
    persons, do.
    """

    containing: Table
    matching: Table


class RecordSets:
    """Equal records as one set of items, so that few are compared.

    ``members``: ``record_id, set_id``. ``sets``: each once, ``n``: how many records are equal, or of how many persons.
    """

    def __init__(self, engine: Engine, transactions: Table, persons: Table | None) -> None:
        self.engine = engine
        self.persons = persons
        numbers = engine.table("sets/containment/numbers", held=transactions)
        contents = engine.table("sets/containment/contents", held=transactions, numbers=numbers)
        self.members = engine.table("sets/containment/members", contents=contents)
        self.holders = self._holders()
        self.sets = engine.table("sets/containment/sets", contents=contents, holders=self.holders)
        self.rows = engine.table("sets/containment/rows", sets=self.sets, held=transactions, numbers=numbers)
        engine.drop(contents, numbers)

    def _holders(self) -> Table:
        """Return ``set_id, holder``."""
        if self.persons is None:
            return self.engine.view(columns_of(self.members, set_id="set_id", holder="record_id"))
        return self.engine.table("sets/containment/holders", members=self.members, persons=self.persons)

    def of_fewer_than(self, k: int) -> Table:
        """Return the sets that fewer than k records are, or records of fewer persons: nobody else is at risk."""
        return self.engine.table("sets/containment/asked", sets=self.sets, k=k)

    def work(self, sets: Table) -> int:
        """Return how many pairs of sets are looked at to tell who holds these."""
        return self.engine.number("sets/containment/work", asked=sets, rows=self.rows)

    @scoped
    def containment(self, sets: Table) -> Containment:
        """Return which records hold all items of some of the sets."""
        containing = self._containing(sets)
        tables = {"asked": sets, "containing": containing}
        if self.persons is None:
            matching = self.engine.table("sets/containment/matching", sets=self.sets, **tables)
        else:
            matching = self.engine.table("sets/containment/matching_of_persons", holders=self.holders, **tables)
        return Containment(containing, matching)

    def _containing(self, sets: Table) -> Table:
        engine = self.engine
        parts = 1 + self.work(sets) // _PART if engine.abilities.answers else 1
        pairs: Table | None = None
        for part in range(parts):
            candidates = engine.table("sets/containment/candidates", asked=sets, rows=self.rows, parts=parts, part=part)
            pairs = engine.add(pairs, "sets/containment/containing", candidates=candidates, rows=self.rows)
            engine.drop(candidates)
        assert pairs is not None
        return pairs

    @scoped
    def at_risk(self, k: int) -> Table:
        """Return ``set_id``: the sets that fewer than ``k`` hold."""
        matching = self.containment(self.of_fewer_than(k)).matching
        return self.engine.table("sets/containment/at_risk", matching=matching, k=k)


@scoped
def count_at_risk(engine: Engine, transactions: Table, k: int, persons: Table | None) -> int:
    """Return how many records, or persons, have a record whose items fewer than ``k`` hold all."""
    records = RecordSets(engine, transactions, persons)
    return engine.number("sets/containment/holders_at_risk", holders=records.holders, at_risk=records.at_risk(k))
