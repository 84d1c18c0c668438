"""Counting pairs and triples by joins, in parts of the space of itemsets, so that memory is bounded by a part.

A part is a range of first items, and of so many different sets at most; within it, pieces are counted one after the
other. They are so small that what is grouped stays near the processor. A first item is never cut in two.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from setanon_sql.counting.tally import Tally
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Bind, Table

#: Bytes of memory for each set of a part: the set with its records, what it is counted from, the tables of the joins.
_SET_BYTES = 200
#: The most sets of a part, however much memory there is.
_MOST_SETS = 40_000_000
#: How many times a record holds a set of a piece: with fewer, statements cost more than counting. The pieces of pairs
#: are larger: each of them reads all rows, and the pieces of triples only those of their part.
_TIMES = 2_500_000
_TIMES_OF_PAIRS = 10_000_000
#: A part of triples is cut into no more pieces than this, and so are all pairs.
_PIECES = 8
#: More times than records can hold a set: a part is a single piece.
_ALL = 1 << 53
#: No item has a higher number: all items are one piece.
_LAST = (1 << 31) - 1
#: So many rows are enough to know where to cut.
_SAMPLED = 500_000
#: So many parts are small enough for some of them to be tried.
_MANY_PARTS = 60
#: Bits in words are faster than joins where there are fewer pairs, or where so many triples stand on each pair.
_FEW_PAIRS = 2_000_000
_TRIPLES_A_PAIR = 8
#: Bytes that bits in words take for each time that a record holds a pair.
_WORD_BYTES = 60


@dataclass(frozen=True)
class Partition:
    """The largest part and piece: ``sets`` of a part; ``times`` that records hold a set of a piece."""

    sets: int
    times: int

    @classmethod
    def by_memory(cls, engine: Engine, size: int, pairs: int) -> "Partition":
        """Return a cut for sets of a size that fits into the memory of an engine; records hold so many ``pairs``."""
        sets = min(_MOST_SETS, max(_TIMES, engine.room // _SET_BYTES))
        if not engine.abilities.pieces:
            return cls(sets, _ALL)
        if size == 2:
            return cls(sets, max(_TIMES_OF_PAIRS, pairs // _PIECES))
        return cls(sets, max(_TIMES, sets // _PIECES))


def totals(engine: Engine, occurrences: Table) -> tuple[int, int]:
    """Return how many pairs and how many triples the records hold."""
    pairs, triples = engine.numbers("counting/parts/totals", occurrences=occurrences)
    return pairs, triples


def joins_pay(engine: Engine, pairs: int, triples: int) -> bool:
    """Return whether joins are better than bits in words for sets of 3 items: faster, or alone within the memory."""
    many = engine.abilities.answers and pairs >= _FEW_PAIRS
    return many and (triples <= _TRIPLES_A_PAIR * pairs or not words_fit(engine, pairs))


def words_fit(engine: Engine, pairs: int) -> bool:
    """Return whether the words of so many ``pairs`` that records hold fit into the memory of an engine."""
    return pairs * _WORD_BYTES <= engine.room


@dataclass
class SizeCount:
    """Findings at one size: the number of its minimal threats and, each on request, the threats and the generators."""

    threats: int = 0
    frequent: int = 0
    sets: Table | None = None
    generators: Table | None = None


@dataclass(frozen=True)
class Joins:
    """The names of the queries that count pairs, say who holds frequent pairs, and count triples."""

    pairs: str
    held_pairs: str
    triples: str


#: The queries that count records.
OF_RECORDS = Joins("counting/parts/pairs", "counting/parts/held_pairs", "counting/parts/triples")


@dataclass
class Counting:
    """Pairs, then triples, of ``occurrences`` (``record_id, gen_id``) of the frequent items ``singles``.

    ``pairs``: so many of them the records hold.
    ``at_risk``: the records known to be at risk, to which those of threats are added; None: nobody asks.
    ``listed``: are the threats themselves wanted?
    ``joins``: the queries that count. ``tally``: counts for larger k, too.
    """

    engine: Engine
    k: int
    occurrences: Table
    singles: Table
    pairs: int
    at_risk: Table | None
    listed: bool
    cut: Partition | None
    joins: Joins = OF_RECORDS
    tally: Tally | None = None
    weights: Table | None = field(default=None, init=False)

    def sets(self, size: int, generators: Table, last: bool) -> SizeCount:
        """Count the sets of a size of 2 or 3, from the ``generators`` one smaller.

        Where it is not the ``last`` size, the frequent generators are numbered for the next.
        """
        result = SizeCount()
        parts = self._parts(size)
        for number, pieces in enumerate(parts, start=1):
            with self.engine.trace.part(f"sets of {size}", number, len(parts)):
                self._part(result, size, pieces, generators, last)
        if not last and result.generators:
            result.generators = self._numbered(result.generators)
        return result

    def trial_pieces(self, size: int, times: int) -> list[tuple[int, int]]:
        """Return the first and the last items of pieces that take as long as each other, to try some of them.

        Parts where these are many, for each costs something besides; else pieces of so many ``times``.
        """
        parts = self._parts(size)
        if len(parts) >= _MANY_PARTS:
            return [(part[0][0], part[-1][1]) for part in parts]
        items = self.engine.count(self.singles)
        rows = self.engine.rows(
            "counting/parts/pieces", weights=self._weights(), size=size, items=items, sets=_ALL, times=times
        )
        return [piece for part in _ranges([(int(part), int(last)) for part, _, last in rows], items) for piece in part]

    def try_piece(self, size: int, piece: tuple[int, int], generators: Table) -> None:
        """Count the sets of a piece, for nothing but the time that it takes."""
        occurrences = self._occurrences_of(size, [piece], generators)
        counted = self._count_pieces(size, [piece], occurrences, generators)
        self.engine.drop(counted, occurrences if occurrences != self.occurrences else None)

    def _part(self, result: SizeCount, size: int, pieces: list[tuple[int, int]], generators: Table, last: bool) -> None:
        engine = self.engine
        occurrences = self._occurrences_of(size, pieces, generators)
        counted = self._count_pieces(size, pieces, occurrences, generators)
        threats = engine.table("counting/parts/threats", counted=counted, k=self.k)
        number = engine.count(threats)
        result.threats += number
        result.frequent += engine.count(counted) - number
        if not last:
            result.generators = self.engine.add(result.generators, "counting/parts/frequent", counted=counted, k=self.k)
        if self.listed:
            result.sets = self.engine.add(result.sets, "counting/parts/threats", counted=threats, k=self.k)
        scarce = self.tally.take_sets(size, counted, generators, None) if self.tally else None
        engine.drop(counted)
        if self.at_risk and number:
            self._add_at_risk(self.at_risk, occurrences, threats, size)
        if self.at_risk and self.tally and scarce:
            remaining = self._remaining(self.at_risk, occurrences, size)
            self.tally.take_holders("counting/by_support/fewest", remaining=remaining, scarce=scarce)
            engine.drop(remaining, scarce)
        engine.drop(threats, occurrences if occurrences != self.occurrences else None)

    def _occurrences_of(self, size: int, pieces: list[tuple[int, int]], generators: Table) -> Table:
        if size == 2:
            return self.occurrences
        first = pieces[0][0]
        last = pieces[-1][1]
        tables: dict[str, Bind] = {"occurrences": self.occurrences, "generators": generators}
        return self.engine.table(self.joins.held_pairs, first_id=first, last_id=last, **tables)

    def _count_pieces(self, size: int, pieces: list[tuple[int, int]], occurrences: Table, generators: Table) -> Table:
        """Return the generators of a part, counted piece by piece."""
        counted = None
        query, rows = (self.joins.pairs, "occurrences") if size == 2 else (self.joins.triples, "held")
        for first, last in pieces:
            tables = {rows: occurrences, "generators": generators}
            counted = self.engine.add(counted, query, first_id=first, last_id=last, **tables)
        assert counted is not None
        return counted

    @scoped
    def _add_at_risk(self, at_risk: Table, occurrences: Table, threats: Table, size: int) -> None:
        engine = self.engine
        engine.append(at_risk, "counting/parts/named_at_risk", threats=threats, at_risk=at_risk)
        if self.k <= 3:  # a threat of 1 or 2 records has been named completely
            return
        remaining = self._remaining(at_risk, occurrences, size)
        engine.append(at_risk, "counting/parts/at_risk", remaining=remaining, threats=threats)

    def _remaining(self, at_risk: Table, occurrences: Table, size: int) -> Table:
        """Return which items, or pairs, records hold that are not known to be at risk."""
        if size == 2:
            return self.engine.table("counting/parts/items_not_at_risk", occurrences=occurrences, at_risk=at_risk)
        return self.engine.table("counting/parts/pairs_not_at_risk", held=occurrences, at_risk=at_risk)

    def _numbered(self, frequent: Table) -> Table:
        generators = self.engine.table("counting/parts/generators", frequent=frequent)
        self.engine.drop(frequent)
        return generators

    def _parts(self, size: int) -> list[list[tuple[int, int]]]:
        """Return the first and the last item of each piece, part by part."""
        if not self.engine.abilities.answers:
            return [[(1, _LAST)]]
        cut = self.cut or Partition.by_memory(self.engine, size, self.pairs)
        if self.cut is None and self.pairs <= min(cut.times, cut.sets):
            return [[(1, _LAST)]]
        items = self.engine.count(self.singles)
        rows = self.engine.rows(
            "counting/parts/pieces", weights=self._weights(), size=size, items=items, sets=cut.sets, times=cut.times
        )
        return list(_ranges([(int(part), int(last)) for part, _, last in rows], items))

    def _weights(self) -> Table:
        if self.weights is None:
            every = max(1, self.engine.count(self.occurrences) // _SAMPLED)
            self.weights = self.engine.table("counting/parts/weights", occurrences=self.occurrences, every=every)
        return self.weights


def _ranges(ends: list[tuple[int, int]], items: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the ranges of each part: each begins after the one before ends, and the last ends with the last item."""
    ends = [*ends[:-1], (ends[-1][0] if ends else 0, items)]
    part: list[tuple[int, int]] = []
    first = 1
    for at, (number, last) in enumerate(ends):
        part.append((first, last))
        first = last + 1
        if at + 1 == len(ends) or ends[at + 1][0] != number:
            yield part
            part = []
