"""Counts for every k of a range at once, made beside the counting for the least one of them.

``sql/counting/8_by_support.sql`` has the plan. Threats for a k are sets of which each part is frequent, for a lower k,
too: so what is counted for the least k has them all.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from setanon_sql.counting.levels import SizeCounts
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Bind, Table


@dataclass
class Tally:
    """Counts by support while sets are counted for ``least``: for each k up to ``most``.

    ``unit``: what a record, or a person, counts for in a support. ``persons``: ``record_id, person``; None: records
    are counted. ``sizes``: those that are done.
    """

    engine: Engine
    least: int
    most: int
    unit: int = 1
    persons: Table | None = None
    sizes: list[SizeCounts] = field(default_factory=list, init=False)
    _sets: Counter[tuple[int, int]] = field(default_factory=Counter, init=False)
    _generators: Counter[int] = field(default_factory=Counter, init=False)
    _fewest: Table | None = field(default=None, init=False)

    @property
    def _supports(self) -> dict[str, Bind]:
        """Return between which supports records are told apart."""
        return {"lowest": self.least * self.unit, "highest": self.most * self.unit, "unit": self.unit}

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

    @scoped
    def take_sets(self, size: int, counted: Table, generators: Table, subsets: Table | None) -> Table:
        """Count sets of a size (``left_id, right_id, item, support``); return the scarce ones, to be looked for.

        ``generators``, ``subsets``: one size smaller; the subsets of sets of three are not needed.
        """
        tables = {"counted": counted, "generators": generators}
        query = {2: "counting/by_support/pairs", 3: "counting/by_support/triples"}.get(size)
        if query is None:
            assert subsets is not None
            query, tables = "counting/by_support/larger", {**tables, "subsets": subsets}
        rows = self.engine.rows(query, unit=self.unit, most=self.most, **tables)
        for support, part, n_sets in rows:
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
        below = self.least - 1
        records = _numbers(self.engine.rows("counting/by_support/records", below=below, **tables))
        persons = {}
        if self.persons is not None:
            rows = self.engine.rows("counting/by_support/persons", below=below, persons=self.persons, **tables)
            persons = _numbers(rows)
        self.sizes.append(SizeCounts(dict(self._sets), dict(self._generators), records, persons))
        self._sets.clear()
        self._generators.clear()


def _numbers(rows: Iterable[tuple[object, object]]) -> dict[int, int]:
    return {int(str(support)): int(str(n)) for support, n in rows}
