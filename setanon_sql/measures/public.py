"""What may be public of the loss: computed from what is public.

Somebody who has a release counts it himself, and has its taxonomy: what these tell is public, and exact. Of the source
one more number is told: how many occurrences were suppressed, in steps of k. Shares, NCP and LM are computed from
these. A released row counts as one occurrence, also where a label stands for several items of its record: how often
that is so is not public either. Whatever else needs the source (KL divergence, association rules, queries, shares of
chunks) is not told.
"""

from dataclasses import dataclass

from setanon_sql.measures.results import Measures
from setanon_sql.numbers import in_steps

#: What a sum of shares may be off by, and is a whole number all the same.
_NEAR = 1e-6


@dataclass(frozen=True)
class PublicLoss:
    """The loss of a release as it may be public.

    ``suppressed``: occurrences, in steps. ``occurrences``: these and the released rows. ``ncp``, ``lm``,
    ``suppressed_ratio``: of these, 0..1.
    """

    suppressed: int
    occurrences: int
    ncp: float
    lm: float

    @property
    def suppressed_ratio(self) -> float:
        """The share of the occurrences that were suppressed."""
        return self.suppressed / self.occurrences if self.occurrences else 0.0


def public_loss(measures: Measures, k: int) -> PublicLoss | None:
    """Return the loss of a release of one table as it may be public, in steps of ``k``; None for pieces."""
    released, rows = measures.released_loss, measures.rows_after
    if released is None or rows is None:
        return None
    gone = (measures.suppressed_ratio or 0.0) * (measures.rows_before or 0)
    suppressed = in_steps(int(gone + _NEAR), k)
    total = rows + suppressed
    parts = max(total, 1)
    return PublicLoss(suppressed, total, (released.ncp + suppressed) / parts, (released.lm + suppressed) / parts)


def of_release(measures: Measures) -> Measures:
    """Return what somebody can measure who has the release and the taxonomy: it says nothing of the source."""
    return Measures(
        labels_left=measures.labels_left,
        items_kept=measures.items_kept,
        depth_mean=measures.depth_mean,
        labels_at_depth=measures.labels_at_depth,
    )
