"""The data in the making: what every step of the plan reads, and changes in place."""

from collections.abc import Collection

import numpy as np

from setanon_sql.counting.personal import PersonalConstraint
from setanon_sql.counting.rules import shape_of
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import NotReached
from setanon_sql.models.rho.method.choice import Frequencies, Ints
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.sensitive.limits import ConfidenceLimits
from setanon_sql.sources.sampling import other_rows


class Run:
    """One run of the method, from the data as they are to what may be published.

    These stay: ``original`` (``record_id, item``), the ``model``, the ``limits`` of sensitive items (``sensitive``:
    ``item``, all of them), the ``personal`` constraint (None where they are sensitive for everybody), ``persons``
    (``record_id, person``; None where only records count), the ``key`` that draws records, ``shape``, that of the
    records at first, ``one_by_one``, the order of the paper, and ``stay``, the items that must not be suppressed. Those
    that are to be dropped (``drop``) are suppressed from the start.

    These change: ``present``: ``record_id, item``, what is still there: ``original`` itself until something goes.
    ``suppressed``: ``record_id, item, cause``, what is not. ``counts``: how many records hold each item.
    ``next_cause``: the number of the next rule to be mended. ``passes`` and ``rounds``: how often rules were counted
    (or adversaries drawn), and mended.
    """

    def __init__(
        self,
        engine: Engine,
        transactions: Table,
        model: BoundsConfidence,
        limits: ConfidenceLimits,
        key: str,
        *,
        personal: PersonalConstraint | None = None,
        persons: Table | None = None,
        one_by_one: bool = False,
        prices: Ints | None = None,
        next_cause: int = 1,
        stay: Collection[int] = (),
        drop: Collection[int] = (),
    ) -> None:
        self.engine = engine
        self.original = transactions
        self.model = model
        self.key = key
        self.limits = limits
        self.sensitive = limits.table
        self.personal = personal
        self.persons = persons
        self.one_by_one = one_by_one
        self.stay = sorted(stay)
        self.present, self.suppressed = self._started(drop)
        self.counts = self._frequencies(prices)
        self.shape = shape_of(engine, self.present)
        self.next_cause = next_cause
        self.passes = self.rounds = 0
        self._causes: list[tuple[Ints, Ints, Ints]] = []

    @scoped
    def _started(self, drop: Collection[int]) -> tuple[Table, Table]:
        """Return what is present at first, and what is suppressed."""
        engine = self.engine
        rows = self.original
        if not drop:
            return rows, engine.empty("suppressed", "record_id", "item", "cause")
        dropped = engine.load("dropped", {"item": int}, [sorted(drop)])
        suppressed = engine.table("suppressor/long_records/dropped_rows", rows=rows, items=dropped)
        return other_rows(engine, rows, drop), suppressed

    def _frequencies(self, prices: Ints | None) -> Frequencies:
        counts = self.engine.columns("counting/single_items/supports", transactions=self.present)
        if not len(counts["item"]):
            raise NotReached("nothing would be left: all items are dropped", "keep some of them")
        supports = np.zeros(int(counts["item"].max()) + 1, dtype=np.int64)
        supports[counts["item"]] = counts["support"]
        stay = np.isin(np.arange(len(supports)), self.stay).astype(np.int64) if self.stay else None
        return Frequencies(supports.copy(), supports, prices, stay)

    def suppressible(self, rows: Table) -> Table:
        """Return ``rows (record_id, item)``, which are used up, without items that must stay."""
        if not self.stay:
            return rows
        suppressible = other_rows(self.engine, rows, self.stay)
        self.engine.drop(rows)
        return suppressible

    def sensitive_rows(self) -> Table:
        """Return what is present of the sensitive items: ``record_id, item``, a new table."""
        return self.engine.table(
            "rules/count_rules/sensitive_rows", transactions=self.present, sensitive=self.sensitive
        )

    def suppress(self, suppressions: Table) -> int:
        """Note ``suppressions`` (``record_id, item, cause``); returns how many they are.

        ``present`` still holds them until :meth:`remove_suppressed`.
        """
        self.engine.append(self.suppressed, all_rows(suppressions))
        lost = self.engine.columns("counting/single_items/supports", transactions=suppressions)
        self.counts.lose(lost["item"], lost["support"])
        return int(lost["support"].sum())

    def remove_suppressed(self) -> None:
        """Take all that is suppressed out of what is present."""
        remaining = self.engine.table(
            "sources/dataset/rows_without", present=self.present, suppressions=self.suppressed
        )
        self.drop_present()
        self.present = remaining

    def drop_present(self) -> None:
        """Drop what is present, unless it is the original, which is the caller's."""
        if self.present is not self.original:
            self.engine.drop(self.present)

    def released(self) -> Table:
        """Return what is still there, as a table of its own."""
        if self.present is self.original:
            self.present = self.engine.table(all_rows(self.original))
        return self.present

    def note_causes(self, causes: Ints, items: Ints, is_sensitive: Ints) -> None:
        """Note the items of rules that were mended: the number of the rule, the item, 1 if it is what follows."""
        self._causes.append((causes, items, is_sensitive))

    def causes(self) -> Table:
        """Return ``cause, item, is_sensitive``: the rules that were mended, a row an item."""
        columns = [np.concatenate([some[at] for some in self._causes] or [np.zeros(0, np.int64)]) for at in range(3)]
        return self.engine.load("causes", {"cause": int, "item": int, "is_sensitive": int}, columns)
