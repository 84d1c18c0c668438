"""Sets of known items that too few hold, in a dataset: too few records, or persons where the dataset has them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import comb
from typing import Any

from setanon_sql.counting.forecast import WhenLong
from setanon_sql.counting.levels import ALONE, Level, RangeCounts
from setanon_sql.counting.mining import mine
from setanon_sql.counting.persons import PERSON, mine_persons
from setanon_sql.counting.store import CountStore
from setanon_sql.counting.tally import Tally
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of

#: Where records hold no more sets, sets are counted for the smallest k at once: that takes hardly longer, and tells how
#: many records match each, too.
FEW_SETS = 5_000_000


def record_lengths(engine: Engine, rows: Table) -> dict[int, int]:
    """Return how many records (``record_id, item``) have so many items."""
    return {int(n): int(records) for n, records in engine.rows("sets/matching/items_per_record", held=rows)}


def most_sets(lengths: Mapping[int, int], m: int) -> int:
    """Return how many sets records of these lengths hold, of the size up to ``m`` of which these are most."""
    sizes = range(1, min(m, max(lengths, default=1)) + 1)
    return max(sum(comb(n, size) * records for n, records in lengths.items()) for size in sizes)


def mined(
    dataset: Dataset,
    transactions: Table,
    k: int,
    m: int | None,
    *,
    keep: bool = False,
    risk: bool = True,
    when_long: WhenLong | None = None,
) -> Iterator[Level]:
    """Count threats by persons, where the dataset has them, else by records; all else as :func:`mine`.

    Where counts of the dataset are kept for the next question, they answer this one, or are added to.
    """
    how = _How(dataset, transactions, m, when_long)
    if keep and dataset.store and dataset.store.is_on_disk:
        dataset.engine.trace.note("sets are listed, so these are counted anew: <cache> has no sets")
    if dataset.store is None or keep or not risk:
        return how.levels(k, keep=keep, risk=risk)
    return _remembered(dataset.store, how, k)


@dataclass(frozen=True)
class _How:
    """A table of a dataset whose sets of up to ``m`` items are counted, and what is called where that takes long."""

    dataset: Dataset
    transactions: Table
    m: int | None
    when_long: WhenLong | None

    def levels(self, k: int, *, keep: bool = False, risk: bool = True, tally: Tally | None = None) -> Iterator[Level]:
        """Count the threats for a k."""
        engine = self.dataset.engine
        persons = self.dataset.persons
        more: dict[str, Any] = {"keep": keep, "risk": risk, "when_long": self.when_long, "tally": tally}
        if persons is None:
            return mine(engine, self.transactions, k, self.m, **more)
        return mine_persons(engine, self.transactions, persons, k, self.m, **more)

    def tally(self, least: int, most: int) -> Tally:
        """Return what counts for all k of a range: where few sets are held, for all k, and who matches how many."""
        engine = self.dataset.engine
        persons = self.dataset.persons
        unit = 1 if persons is None else PERSON
        if self.m and most_sets(record_lengths(engine, self.transactions), self.m) <= FEW_SETS:
            return Tally(engine, ALONE, most, unit, persons, whole=True)
        return Tally(engine, least, most, unit, persons)


def _remembered(store: CountStore, how: _How, k: int) -> Iterator[Level]:
    """Yield the levels that a store knows, or count them, for as many k as may be asked next, and let it know."""
    trace = how.dataset.engine.trace
    key = store.key_of(how.dataset, how.transactions)
    counts = store.of(key, trace)
    if (levels := counts.levels(k, how.m)) is not None:
        trace.progress("these sets were counted before")
        yield from levels
        return
    tally = how.tally(*counts.range_for(k, how.m))
    with closing(how.levels(tally.least, tally=tally)) as counted:  # type: ignore[type-var]
        for size, _ in enumerate(counted, 1):
            level = tally.sizes[-1].level(size, k)
            yield level
            if not level.generators:
                break
    counts.add(RangeCounts(tally.least, tally.most, tuple(tally.sizes), tally.whole))
    store.save(key, trace)


def mined_aloud(
    dataset: Dataset,
    transactions: Table,
    k: int,
    m: int | None,
    *,
    keep: bool = False,
    so_far: Callable[[Sequence[Level]], Any] | None = None,
    when_long: WhenLong = lambda: None,
) -> Iterator[Level]:
    """Count likewise, and tell what each size has; ``so_far`` says what is known after some, if that is of use.

    ``when_long``: is called where a size will take long.
    """
    levels: list[Level] = []
    of = f" (of up to {m})" if m else ""
    for level in mined(dataset, transactions, k, m, keep=keep, when_long=when_long):
        yield level
        levels.append(level)
        dataset.engine.trace.tell_finding(
            f"sets of {level.size}{of}: {count_of(level.threats, 'minimal threat')}, {level.at_risk:,} of "
            f"{dataset.records:,} records at risk, {level.generators:,} sets to go on from",
            so_far(levels) if so_far else None,
        )


def share_at_risk(levels: Sequence[Level], m: int, whole: int, *, by_person: bool) -> float:
    """Return the share at risk, where up to ``m`` items are known, of a ``whole`` of records, or persons."""
    within = [level for level in levels if level.size <= m]
    if not within or not whole:
        return 0.0
    return (within[-1].persons_at_risk if by_person else within[-1].at_risk) / whole
