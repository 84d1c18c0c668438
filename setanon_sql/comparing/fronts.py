"""Which settings are worth a look: of each guarantee those that no other one beats (the Pareto front)."""

from collections.abc import Sequence
from dataclasses import replace

from setanon_sql.comparing.results import Row


def fronts(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with ``best`` set: guarantees are never compared with each other, nor a sample with all records.

    A row is beaten where another one is as good in all figures and better in one. A guarantee with one setting has it
    as its best.
    """
    return [replace(row, best=row.reached and not any(_beats(other, row) for other in rows)) for row in rows]


def _beats(row: Row, other: Row) -> bool:
    if not row.reached or (row.setting.promise, row.sampled) != (other.setting.promise, other.sampled):
        return False
    objectives = row.objectives()
    others = other.objectives()
    return objectives != others and all(a <= b for a, b in zip(objectives, others, strict=True))
