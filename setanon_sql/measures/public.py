"""What may be public of the loss: computed from what is public.

Somebody who has a release counts it himself, and has its taxonomy: what these tell is public, and exact. Of the source
a few numbers are told, in steps of k: how many occurrences were suppressed, how many rows merged, how many records and
rows of sensitive items are gone. Shares, NCP and LM are computed from what was suppressed. A released row counts as one
occurrence, also where a label stands for several items of its record. Whatever else needs the source (KL divergence,
association rules, queries, shares of chunks) is not told.
"""

from dataclasses import dataclass

from setanon_sql.measures.results import Measures
from setanon_sql.measures.sentences import levels, narrowed_sentence
from setanon_sql.numbers import round_to_steps
from setanon_sql.text import count, count_of, share

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
        """Return the share of the occurrences that were suppressed."""
        return self.suppressed / self.occurrences if self.occurrences else 0.0


def public_loss(measures: Measures, k: int) -> PublicLoss | None:
    """Return the loss of a release of one table as it may be public, in steps of ``k``; None for pieces."""
    released = measures.released_loss
    rows = measures.rows_after
    if released is None or rows is None:
        return None
    suppressed_rows = (measures.suppressed_ratio or 0.0) * (measures.rows_before or 0)
    suppressed = round_to_steps(int(suppressed_rows + _NEAR), k)
    total = rows + suppressed
    parts = max(total, 1)
    return PublicLoss(suppressed, total, (released.ncp + suppressed) / parts, (released.lm + suppressed) / parts)


def release_measures(measures: Measures) -> Measures:
    """Return what somebody can measure who has the release and the taxonomy: it says nothing of the source."""
    return Measures(
        labels_left=measures.labels_left,
        labels_narrowed=measures.labels_narrowed,
        items_kept=measures.items_kept,
        depth_mean=measures.depth_mean,
        labels_at_depth=measures.labels_at_depth,
    )


def public_sentences(measures: Measures, k: int) -> list[str]:
    """Return what a release cost in sentences, as they may be public, in steps of ``k``; none for pieces."""
    if measures.rows_unchanged is None or measures.records_gone is None:
        return []
    rows = measures.rows_after or 0
    lines = [
        f"{_exact(measures.records_after or 0, k)} records are released with {_exact(rows, k)} rows; "
        f"{_stepped(measures.records_gone, k)} records are gone.",
        _public_rows(measures, k),
        *filter(None, [levels(measures.rows_at_depth, lambda rows: _exact(rows, k))]),
    ]
    if measures.sensitive_rows_before:
        after = measures.sensitive_rows_after or 0
        sensitive_gone = _stepped(measures.sensitive_rows_before - after, k)
        lines.append(f"Of sensitive items {_exact(after, k)} rows are left and {sensitive_gone} are gone.")
    if not measures.items_kept:
        return [*lines, "No item stays as it is."]
    of_rows = share(measures.rows_unchanged, rows)
    lines.append(
        f"{count_of(measures.items_kept, 'item stays as it is', 'items stay as they are')}: {of_rows} of the released "
        "rows."
    )
    return [*lines, *filter(None, [narrowed_sentence(measures)])]


def _public_rows(measures: Measures, k: int) -> str:
    """Say what became of the rows, side by side."""
    released = (
        f"{_exact(measures.rows_unchanged or 0, k)} stay as they are, {_exact(measures.rows_generalized or 0, k)}"
    )
    released += " became a label over their item"
    if measures.rows_suppressed is None:
        return f"Of the rows {released}."
    merged = _stepped(measures.rows_merged or 0, k)
    suppressed = _stepped(measures.rows_suppressed, k)
    return f"Of the rows {released}, {merged} merged and {suppressed} are suppressed."


def _exact(number: int, k: int) -> str:
    """Return a number that the release itself tells, unless it is a small one."""
    return f"fewer than {k}" if 1 <= number < k else count(number)


def _stepped(number: int, k: int) -> str:
    """Return a number of the source as it may be public: rounded down to a multiple of k; under k none reads alike."""
    return f"fewer than {k}" if number < k else count(round_to_steps(number, k))
