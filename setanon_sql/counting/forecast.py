"""How long a size of an audit will take: told before it is counted, from a sample, with the records that cause it.

The work of a size is how often records hold a set of so many frequent items, or how many words of bits are compared.
Three pieces of it are done beforehand, and their time is multiplied. A few very long records often cause most of the
work, for it grows with a power of their length: they are counted, and so is what a cap would leave out.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, comb
from time import monotonic

from setanon_sql.counting.parts import Counting
from setanon_sql.engine import Engine, scoped
from setanon_sql.progress import duration
from setanon_sql.query.templates import Table
from setanon_sql.text import share

#: Seconds from which it is told how long a size will take.
LONG = 20.0
#: Work that takes less than this anywhere is not sampled.
MUCH = 30_000_000
#: The work of a sample.
SAMPLE = 1_000_000
#: Pieces that are sampled.
_PIECES = 3
#: The share of the work that is explained.
MOST = 0.8
#: Caps that may be proposed, the share of the work that may be left with one, and that of the rows it may drop.
_CAPS = (5000, 2000, 1000, 500, 300, 200, 100, 50, 30, 20, 10)
_LEFT = 0.25
_DROPPED = 0.25

#: Items and frequent items of a record, and how many records have so many.
Length = tuple[int, int, int]


@dataclass(frozen=True)
class LongestRecords:
    """Records that cause most of the work: so many ``records`` of ``all_records`` cause :data:`MOST` of the work.

    ``cap``: with it a quarter of the work is left, or less; 0: none is proposed. ``rows``: the share of rows it drops.
    """

    records: int
    all_records: int
    cap: int = 0
    rows: float = 0.0

    def words(self) -> str:
        """Return them in a sentence; options are marked."""
        verb = "cause" if self.records > 1 else "causes"
        text = f"{self.records:,} of {self.all_records:,} records {verb} {100 * MOST:.0f} % of the work"
        return f"{text}; <cap={self.cap}> drops {share(self.rows, 1)} of the rows" if self.cap else text


def causes(lengths: Iterable[Length], size: int) -> LongestRecords | None:
    """Return which records cause most of the sets of a size; None where there are no such sets."""
    lengths = sorted(lengths, key=lambda length: -length[1])
    work = sum(comb(frequent, size) * records for _, frequent, records in lengths)
    missing = MOST * work
    longest = 0
    for _, frequent, records in lengths:
        each = comb(frequent, size)
        if not each or missing <= 0:
            break
        longest += min(records, ceil(missing / each))
        missing -= each * records
    return (
        LongestRecords(longest, sum(records for *_, records in lengths), *_cap(lengths, size, work))
        if longest
        else None
    )


def _cap(lengths: Sequence[Length], size: int, work: int) -> tuple[int, float]:
    """Return the largest cap that leaves little of the work, and the share of rows that it drops.

    0 where none does, or where it would drop too much.
    """
    rows = sum(items * records for items, _, records in lengths)
    for cap in _CAPS:
        remaining = sum(
            comb(frequent * min(items, cap) // items, size) * records for items, frequent, records in lengths
        )
        if remaining <= _LEFT * work:
            dropped = sum(max(0, items - cap) * records for items, _, records in lengths) / rows
            return (cap, dropped) if dropped <= _DROPPED else (0, 0.0)
    return 0, 0.0


#: Is called once it is told that a size will take long.
WhenLong = Callable[[], None]


class Forecast:
    """Words on how long the sizes of one count will take.

    ``transactions``: ``record_id, item``, all that is counted. ``when_long``: is called where one will take long.
    """

    def __init__(self, engine: Engine, transactions: Table, when_long: WhenLong) -> None:
        self.engine = engine
        self.transactions = transactions
        self.when_long = when_long
        self.lengths: list[Length] = []

    def look_at(self, occurrences: Table) -> None:
        """Note how many records have so many items, and so many frequent ones (``occurrences``)."""
        named = {"transactions": self.transactions, "occurrences": occurrences}
        rows = self.engine.rows("counting/forecast/lengths", **named)
        self.lengths = [(int(items), int(frequent), int(records)) for items, frequent, records in rows]

    def by_joins(self, counting: Counting, size: int, generators: Table, sets: int) -> None:
        """Tell of a size that is counted by joins, of which records hold so many ``sets``."""
        if sets >= MUCH:
            self._tell(size, _seconds_by_joins(counting, size, generators))

    def by_words(self, size: int, masks: Table, count: Callable[[Table], Table]) -> None:
        """Tell of a size for which all words of ``masks`` are compared; ``count`` does so with some of them."""
        words = int(self.engine.number("counting/forecast/unions", masks=masks) or 0)
        if words >= MUCH:
            self._tell(size, _seconds_by_words(self.engine, masks, count, words))

    def _tell(self, size: int, seconds: float) -> None:
        if seconds < LONG:
            return
        because = causes(self.lengths, size)
        text = f"sets of {size} will take about {duration(seconds)}"
        self.engine.trace.note(f"{text}: {because.words()}" if because else text)
        self.when_long()


@scoped
def _seconds_by_joins(counting: Counting, size: int, generators: Table) -> float:
    """Return about how many seconds it takes to count a size by joins: as long as some pieces, times all of them."""
    pieces = counting.trial_pieces(size, SAMPLE)
    chosen = {pieces[len(pieces) * (2 * at + 1) // (2 * _PIECES)] for at in range(_PIECES)}
    began = monotonic()
    for piece in sorted(chosen):
        counting.try_piece(size, piece, generators)
    return (monotonic() - began) * len(pieces) / len(chosen)


@scoped
def _seconds_by_words(engine: Engine, masks: Table, count: Callable[[Table], Table], words: int) -> float:
    """Return about how many seconds it takes to compare so many ``words``: as long as some, times all of them."""
    some = engine.table("counting/forecast/some_masks", masks=masks, every=max(1, words // SAMPLE))
    tried = int(engine.number("counting/forecast/unions", masks=some) or 0)
    began = monotonic()
    engine.drop(count(some))
    return (monotonic() - began) * words / tried if tried else 0.0
