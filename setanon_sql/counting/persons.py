"""Minimal privacy threats where k counts persons: sets that fewer than k persons have a record of.

The plan is that of :mod:`setanon_sql.counting.mining`, by joins alone. A support is two numbers as one, the persons and
the records that hold a set, so that the same comparisons serve: a set is dropped with its supersets where no fewer
*records* hold it than a part of it, and it is a threat where fewer than k *persons* do. To drop it where no fewer
persons hold it would be wrong: other records of these persons may hold what is added next.
"""

from collections.abc import Iterator
from dataclasses import replace

from setanon_sql.counting.forecast import Forecast, WhenLong
from setanon_sql.counting.levels import Level
from setanon_sql.counting.mining import Mining, Watch
from setanon_sql.counting.parts import Counting, Joins, totals
from setanon_sql.counting.tally import Tally
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Bind, Table

#: What persons count for in a support beside records: the pair() of the queries.
PERSON = 1 << 31
#: The queries that count persons.
_OF_PERSONS = Joins("counting/persons/pairs", "counting/persons/held_pairs", "counting/persons/triples")


@scoped
def mine_persons(
    engine: Engine,
    transactions: Table,
    persons: Table,
    k: int,
    m: int | None = None,
    *,
    keep: bool = False,
    risk: bool = True,
    watch: Watch | None = None,
    when_long: WhenLong | None = None,
    tally: Tally | None = None,
) -> Iterator[Level]:
    """Yield one Level for each size, as :func:`setanon_sql.counting.mine` does, with k as a number of persons.

    ``transactions``: ``record_id, item`` (integers, distinct). ``persons``: ``record_id, person``, one a record.
    ``keep``: also return the threats, whose ``support`` is the number of persons; the caller drops their tables.
    ``watch``: sees the tables of each size before they are dropped. ``when_long``: of sizes that will take long.
    ``tally``: counts for larger k, too.

    Cost: joins as large as the sets that the records hold; for m = 2 or 3 within the memory of a part.
    """
    rows = engine.table("counting/persons/rows", transactions=transactions, persons=persons)
    run = _PersonMining(engine, k * PERSON, keep=keep, risk=risk)
    run.persons = persons
    run.watch = watch
    run.tally = tally
    run.forecast = Forecast(engine, transactions, when_long) if when_long and engine.abilities.pieces else None
    level = run.singles(rows, last=m == 1)
    engine.drop(rows)
    yield level
    yield from run.larger(level.size, level.generators, m)


@scoped
def mine_person_rows(engine: Engine, rows: Table, k: int, m: int) -> Iterator[Level]:
    """Yield one Level for each size, with the threats, from rows that have the person: ``record_id, item, person``."""
    run = _PersonMining(engine, k * PERSON, keep=True, risk=False)
    level = run.singles(rows, last=m == 1)
    yield level
    yield from run.larger(level.size, level.generators, m)


@scoped
def mine_rooted_persons(engine: Engine, rows: Table, roots: Table, k: int, m: int) -> Iterator[Level]:
    """Yield one Level for each size from 2 to ``m``, as :func:`setanon_sql.counting.mine_rooted` does.

    ``rows``: ``record_id, item, person``. ``roots``: ``item``. Sets without a root that occur must be held by k
    persons.
    """
    run = _PersonMining(engine, k * PERSON, keep=True, risk=False)
    run.roots = roots
    level = run.singles(rows, last=False)
    yield from run.larger(level.size, level.generators, m)


@scoped
def mine_person_masks(engine: Engine, singles: Table, masks: Table, k: int, m: int, *, words: Table) -> Iterator[Level]:
    """Yield one Level for each size from 2 to ``m`` as :func:`setanon_sql.counting.mine_masks`, with k persons.

    ``words``: ``word_id, others, lasts``, which tell the persons of a word apart: of the records of a person, which are
    next to each other, ``lasts`` has the last one, ``others`` the rest. A support is pair(persons, records), also in
    ``singles`` and in the threats.
    """
    run = _MaskMining(engine, k * PERSON, keep=True, risk=False)
    run.words = words
    run.state = {"singles": singles, "generators": singles, "masks": masks}
    run.state["members"] = engine.table("counting/outputs/single_members", generators=singles)
    yield from run.larger(1, engine.count(singles), m)


class _MaskMining(Mining):
    """Minimal threats by persons over items whose records are known as bits."""

    words: Table

    def _added_up(self, words: Table, into: Table | None = None) -> Table:
        bits = self.engine.view("counting/persons/word_bits", found=words, words=self.words)
        supports = self.engine.view("counting/persons/word_supports", bits=bits)
        tables = {"supports": supports, "generators": self.state["generators"]}
        counted = self.engine.add(into, "counting/larger_sets/counted", **tables)
        self.engine.drop(supports, bits)
        return counted


class _PersonMining(Mining):
    """Minimal threats by persons, size by size; ``held`` says which records hold the generators of a size."""

    persons: Table

    def _supports(self, transactions: Table) -> Table:
        return self.engine.table("counting/persons/supports", transactions=transactions)

    def _single_generators(self, supports: Table, transactions: Table) -> Table:
        tables: dict[str, Bind] = {"supports": supports, "transactions": transactions, "k": self.k}
        if self.roots:
            return self.engine.table("counting/persons/rooted_generators", roots=self.roots, **tables)
        return self.engine.table("counting/persons/generators", **tables)

    def _occurrences(self, transactions: Table, generators: Table) -> Table:
        return self.engine.table("counting/persons/occurrences", transactions=transactions, generators=generators)

    def _joins(self, m: int | None) -> Counting | None:
        occurrences = self.state["occurrences"]
        if m not in (2, 3) or self.roots or (m == 3 and not self.engine.abilities.answers):
            self.state["held"] = self.state.pop("occurrences")
            return None
        self.totals = pairs, _ = totals(self.engine, occurrences)
        return Counting(
            self.engine, self.k, occurrences, self.state["singles"], pairs,
            at_risk=self.state.get("at_risk"), listed=self.keep or self.watch is not None, cut=self.cut,
            joins=_OF_PERSONS, tally=self.tally,
        )  # fmt: skip

    def _pair_words(self) -> None:
        return None

    def _supports_of_unions(self, pairs: Table | None) -> Table:
        tables = {"held": self.state["held"], "generators": self.state["generators"]}
        first = tables["held"]
        if self.roots and self.state["singles"] == tables["generators"]:
            first = self.engine.table(
                "counting/persons/root_occurrences",
                occurrences=first, generators=tables["generators"], roots=self.roots,
            )  # fmt: skip
        return self.engine.table("counting/persons/counted", first=first, **tables)

    @scoped
    def _note_threats(self, pairs: Table | None, threats: Table) -> None:
        if self.risk and self._count(threats):
            at_risk = self.state["at_risk"]
            self.engine.append(at_risk, "counting/persons/at_risk", remaining=self._remaining(), threats=threats)

    @scoped
    def _note_scarce(self, tally: Tally, pairs: Table | None, scarce: Table) -> None:
        tally.take_holders("counting/by_support/fewest", remaining=self._remaining(), scarce=scarce)

    def _remaining(self) -> Table:
        tables = {"held": self.state["held"], "at_risk": self.state["at_risk"]}
        return self.engine.table("counting/parts/pairs_not_at_risk", **tables)

    def _hold(self, fresh: Table, pairs: Table | None) -> None:
        occurrences = self.state["held"]
        self.state["held"] = self.engine.table("counting/persons/held_unions", held=occurrences, generators=fresh)
        self.engine.drop(occurrences)

    def _threat_items(self, size: int, threats: Table) -> Table | None:
        items = super()._threat_items(size, threats)
        if items is None:
            return None
        by_person = self.engine.table("counting/persons/threat_items", threat_items=items)
        self.engine.drop(items)
        return by_person

    def _level(self, size: int, counts: tuple[int, int], threats: Table | None, items: Table | None) -> Level:
        level = super()._level(size, counts, threats, items)
        if not self.risk:
            return level
        tables = {"at_risk": self.state["at_risk"], "persons": self.persons}
        return replace(level, persons_at_risk=self.engine.number("counting/persons/at_risk_persons", **tables))
