"""Counts for every k of a range at once, made beside the counting for the least one of them.

``sql/counting/8_by_support.sql`` has the plan. Threats for a k are sets of which each part is frequent, for a lower k,
too: so what is counted for the least k has them all.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from setanon_sql.counting.levels import SizeCounts
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Bind, Table

#: The query that checks sets of three as mining does, and tells the support of the rarest pair in each.
CHECKED_TRIPLES = "counting/by_support/checked_triples"
_QUERIES = ("counting/by_support/pairs", "counting/by_support/triples")
#: More than any support.
_ALL = 1 << 62


@dataclass
class Tally:
    """Counts by support while sets are counted for ``least``: for each k up to ``most``.

    ``unit``: what a record, or a person, counts for in a support. ``persons``: ``record_id, person``; None: records
    are counted. ``whole``: records are told apart by all supports, not only those under ``most``. ``sizes``: those that
    are done.
    """

    engine: Engine
    least: int
    most: int
    unit: int = 1
    persons: Table | None = None
    whole: bool = False
    sizes: list[SizeCounts] = field(default_factory=list, init=False)
    _sets: Counter[tuple[int, int]] = field(default_factory=Counter, init=False)
    _generators: Counter[int] = field(default_factory=Counter, init=False)
    _fewest: Table | None = field(default=None, init=False)

    @property
    def _supports(self) -> dict[str, Bind]:
        """Return between which supports records are told apart."""
        highest = _ALL if self.whole else self.most * self.unit
        return {"lowest": self.least * self.unit, "highest": highest, "unit": self.unit}

    @scoped
    def take_singles(self, transactions: Table, supports: Table, generators: Table) -> None:
        """Count single items, and who holds them."""
        unit: dict[str, Bind] = {"unit": self.unit, "most": self.most}
        rows = self.engine.rows("counting/by_support/singles", supports=supports, generators=generators, **unit)
        for support, n_sets, n_generators in rows:
            self._sets[int(support), self.most] += int(n_sets)
            self._generators[int(support)] += int(n_generators)
        tables = {"transactions": transactions, "supports": supports}
        self._fewest = self.engine.table("counting/by_support/fewest_of_singles", **tables, **self._supports)

    def take_sets(self, size: int, counted: Table, generators: Table, subsets: Table | None) -> Table:
        """Count sets of a size (``left_id, right_id, item, support``); return the scarce ones, to be looked for.

        ``generators``, ``subsets``: one size smaller; the subsets of sets of three are not needed.
        """
        tables = {"counted": counted, "generators": generators}
        if size <= len(_QUERIES) + 1:
            return self._scarce(counted, _QUERIES[size - 2], tables)
        assert subsets is not None
        return self._scarce(counted, "counting/by_support/larger", {**tables, "subsets": subsets})

    def take_checked(self, checked: Table) -> Table:
        """Count sets that are :data:`CHECKED_TRIPLES`; return the scarce ones."""
        return self._scarce(checked, "counting/by_support/known_parts", {"counted": checked})

    def _scarce(self, counted: Table, query: str, tables: Mapping[str, Table]) -> Table:
        for support, part, n_sets in self.engine.rows(query, unit=self.unit, most=self.most, **tables):
            self._sets[int(support), int(part)] += int(n_sets)
            self._generators[int(support)] += int(n_sets)
        return self.engine.table("counting/by_support/scarce", counted=counted, **self._supports)

    def take_holders(self, query: str, **tables: Table) -> None:
        """Note how few hold some scarce set of each of the records that a query finds."""
        self._fewest = self.engine.add(self._fewest, query, **tables)

    def end_size(self, at_risk: Table) -> None:
        """Take what was counted as that of a size; ``at_risk`` (``record_id``): for the least k."""
        assert self._fewest is not None
        tables = {"fewest": self._fewest, "at_risk": at_risk}
        by_record = self.engine.view("counting/by_support/fewest_of_records", below=self.least - 1, **tables)
        records = _numbers(self.engine.rows("counting/by_support/records", by_record=by_record))
        persons = {}
        if self.persons is not None:
            of_persons = {"by_record": by_record, "persons": self.persons}
            persons = _numbers(self.engine.rows("counting/by_support/persons", **of_persons))
        self.engine.drop(by_record)
        self.sizes.append(SizeCounts(dict(self._sets), dict(self._generators), records, persons))
        self._sets.clear()
        self._generators.clear()


def _numbers(rows: Iterable[tuple[object, object]]) -> dict[int, int]:
    return {int(str(support)): int(str(n)) for support, n in rows}
