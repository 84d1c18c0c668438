"""Sets of known items that too few hold, in a dataset: too few records, or persons where the dataset has them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from setanon_sql.counting.forecast import WhenLong
from setanon_sql.counting.mining import Level, mine
from setanon_sql.counting.persons import mine_persons
from setanon_sql.dataset import Dataset
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of


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
    """Count threats by persons, where the dataset has them, else by records; all else as :func:`mine`."""
    engine = dataset.engine
    if dataset.persons is None:
        return mine(engine, transactions, k, m, keep=keep, risk=risk, when_long=when_long)
    return mine_persons(engine, transactions, dataset.persons, k, m, keep=keep, risk=risk, when_long=when_long)


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
