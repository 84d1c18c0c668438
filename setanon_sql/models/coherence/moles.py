"""Moles: sets of public items that too few records hold, or from which a private item follows too surely.

Size by size, minimal ones only: ``sql/coherence/2_moles.sql`` says what is left out.
Source: Xu, Wang, Fu, Yu, "Anonymizing Transaction Databases for Publication" (KDD 2008).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.fields import ABSENT, ComputedKey, Fields, Name
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.models.coherence.sensitive import bounded_rows
from setanon_sql.query.templates import Table, all_rows, columns_of

#: The checks of parts begin with sets of three: of two items both were looked at before they stand together.
_THREE = 3


@dataclass(frozen=True)
class MoleLevel:
    """Minimal moles of ``size`` items: too few hold those that are ``rare``, from ``sure`` a private item follows."""

    size: int
    rare: int
    sure: int


@dataclass(frozen=True)
class Surety(Fields):
    """Sureness with which something private follows: a single item, or one of a ``group``; ``h``: at most so."""

    rank: Annotated[int, "0: single items; 1, 2, …: the groups of them, by name"]
    group: str
    h: Fraction
    over_all: Annotated[float, "share of all records (persons: the higher one) that hold it; of the commonest item"]
    surest: Annotated[
        float, "the highest share of those that hold one of the sets that k hold, no part of which is at fault"
    ]
    too_sure: Annotated[int, "sets from which it follows too surely, an item each"]
    bound = ComputedKey[float]("it may follow with so high a confidence", lambda surety: float(surety.h), Name("h"))
    label = ComputedKey[str | None]("†", lambda surety: surety.group if surety.rank else None, ABSENT, Name("group"))


@dataclass(frozen=True)
class Moles:
    """All minimal moles: ``items`` (``mole, item``), counted by size in ``levels``; ``rows`` of the public items.

    ``at_risk``: records that hold one; None where nobody asked. ``persons_at_risk``: who have such a record; 0 where
    persons do not count. ``sureties``: how surely private items, and each group of them, follow; where that was asked.
    """

    items: Table
    levels: tuple[MoleLevel, ...]
    rows: Table
    at_risk: int | None = None
    persons_at_risk: int = 0
    sureties: tuple[Surety, ...] = ()


@dataclass(frozen=True)
class _Sets:
    """Sets of one size that were looked at: ``judged``, their ``members``, and where the safe ones occur.

    ``frequent``: where those occur that k records hold.
    """

    judged: Table
    members: Table
    safe: Table
    occurrences: Table
    frequent: Table


@scoped
def find_moles(dataset: Dataset, model: Coherence, sensitive: Table, *, at_risk: bool = False) -> Moles:
    """Return the minimal moles of a dataset; ``sensitive`` (``item``): what is private.

    ``at_risk``: the records that hold one are counted, too, and the persons who have one.

    Cost: grows with the sets of up to m public items that k records or more hold together.
    """
    engine = dataset.engine
    split = {"transactions": dataset.transactions, "sensitive": sensitive}
    rows = engine.table("coherence/items/public_rows", **split)
    private, limits = bounded_rows(dataset, model, sensitive)
    search = _MoleSearch(engine, model, {"private": private, "limits": limits}, dataset.persons)
    surest = _Surest(dataset, private, limits) if at_risk and model.bounded else None
    moles = engine.empty("moles", "mole", "item")
    holders = engine.empty("holders", "record_id")
    levels = []
    for size, sets in enumerate(search.sizes(rows, holders if at_risk else None), 1):
        judged = sets.judged
        engine.append(moles, "coherence/moles/moles", judged=judged, members=sets.members, first=size * 2**31)
        if surest:
            surest.take_in(sets)
        levels.append(MoleLevel(size, *engine.answer("coherence/moles/faults", judged=judged)))
    count = engine.number("coherence/moles/at_risk", holders=holders) if at_risk else None
    sureties = surest.sureties(model) if surest else ()
    return Moles(moles, tuple(levels), rows, count, _persons_with(dataset, holders), sureties)


class _Surest:
    """Count of how surely what is private follows, over sets of one size after the other."""

    def __init__(self, dataset: Dataset, private: Table, limits: Table) -> None:
        self.dataset = dataset
        self.engine = dataset.engine
        self.private = private
        self.limits = limits
        self.persons = dataset.owners()
        self.surest: Table | None = None

    def take_in(self, sets: _Sets) -> None:
        """Count sets of one size."""
        tables = {"judged": sets.judged, "occurrences": sets.frequent, "persons": self.persons}
        private = {"private": self.private, "limits": self.limits}
        self.surest = self.engine.add(self.surest, "coherence/moles/surest", **tables, **private)

    def sureties(self, model: Coherence) -> tuple[Surety, ...]:
        """Return how surely a single item follows, and each group."""
        n_records = max(self.dataset.records, 1)
        n_persons = max(self.dataset.n_persons, 1) if self.dataset.persons else n_records
        tables = {"private": self.private, "persons": self.persons}
        in_all = self.engine.table("coherence/moles/over_all", n_records=n_records, n_persons=n_persons, **tables)
        sets = self.surest or self.engine.empty("surest", "item", "share", "n_telling")
        n_items = self.dataset.distinct_items
        rows = self.engine.rows("coherence/moles/told", over_all=in_all, surest=sets, n_items=n_items)
        shares = {max(int(row[0]) - n_items, 0): (float(row[1]), float(row[2]), int(row[3])) for row in rows}
        bounded = [(0, "", model.h)] if model.h < 1 else []
        bounded += [(rank, group.name, group.h) for rank, group in enumerate(model.groups, 1)]
        return tuple(
            Surety(rank, name, h, over_all=share, surest=surest, too_sure=too_sure)
            for rank, name, h in bounded
            for share, surest, too_sure in [shares.get(rank, (0.0, 0.0, 0))]
        )


def _persons_with(dataset: Dataset, holders: Table) -> int:
    """Return how many persons have one of the records ``holders``; 0 where persons do not count."""
    if dataset.persons is None:
        return 0
    return dataset.engine.number("counting/persons/at_risk_persons", at_risk=holders, persons=dataset.persons)


@dataclass(frozen=True)
class _MoleSearch:
    """A search for moles: the ``model``, what is ``private`` and its ``limits``, and the ``persons``, if they count."""

    engine: Engine
    model: Coherence
    private: dict[str, Table]
    persons: Table | None

    def sizes(self, rows: Table, holders: Table | None) -> Iterator[_Sets]:
        """Yield the sets of one public item, of two and so on; add the records that hold a mole to ``holders``."""
        engine = self.engine
        sets = self._single(rows)
        if holders:
            engine.append(holders, "coherence/moles/single_holders", rows=rows, judged=sets.judged)
        yield sets
        rows = engine.table("coherence/items/safe_rows", rows=rows, safe=sets.safe)
        size = 1
        while engine.count(sets.safe) and size != self.model.m:
            size += 1
            larger = self._larger(sets, rows, check_parts=size >= _THREE)
            if holders:
                where = {"occurrences": sets.occurrences, "rows": rows}
                engine.append(holders, "coherence/moles/holders", judged=larger.judged, **where)
            sets = larger
            if engine.count(sets.judged):
                yield sets

    def _single(self, rows: Table) -> _Sets:
        make = self.engine.table
        sets = make("coherence/items/single_sets", rows=rows)
        members = make(columns_of(sets, "set_id", "item"))
        return self._judged(
            sets, members, make("coherence/items/single_occurrences", rows=rows, sets=sets, k=self.model.k)
        )

    def _larger(self, before: _Sets, rows: Table, *, check_parts: bool) -> _Sets:
        """Return the sets with one item more, of which no part is a mole."""
        make = self.engine.table
        sets = make("coherence/moles/grown", occurrences=before.occurrences, rows=rows, sets=before.safe)
        members = make("coherence/moles/grown_members", sets=sets, members=before.members)
        if check_parts:
            keys = make("coherence/moles/keys", members=before.members, safe=before.safe)
            sets = make("coherence/moles/minimal", sets=sets, members=members, keys=keys)
        where = {"occurrences": before.occurrences, "rows": rows}
        return self._judged(
            sets, members, make("coherence/moles/grown_occurrences", sets=sets, k=self.model.k, **where)
        )

    def _judged(self, sets: Table, members: Table, occurrences: Table) -> _Sets:
        """Say of each set whether it is a mole; keep where those occur that are none."""
        make = self.engine.table
        rare = make("coherence/moles/rare", sets=sets, k=self.model.k)
        telling = make("coherence/moles/telling", occurrences=occurrences, sets=sets, **self.private)
        if self.persons is not None:
            where = {"occurrences": occurrences, "persons": self.persons}
            rare = make("coherence/persons/rare", sets=sets, k=self.model.k, **where)
            of_persons = make("coherence/persons/telling", **where, **self.private)
            self.engine.append(telling, all_rows(of_persons))
        judged = make("coherence/moles/judged", sets=sets, rare=rare, telling=telling)
        safe = make("coherence/moles/safe", judged=judged)
        where_safe = make("coherence/moles/safe_occurrences", occurrences=occurrences, safe=safe)
        return _Sets(judged, members, safe, where_safe, occurrences)
