"""Dist: rho-uncertainty by suppressing occurrences, with divide and conquer over the records.

1. Divide the records into parts of about the same size, by lot.
2. Mend every part by itself: SUPPRESSOR, all parts in one run, where each item of each part is an item of its own.
3. Put the parts together. In each of them records with a set and a sensitive item are at most rho times those with the
   set; both numbers add up, so that this holds of all records.

A part has fewer records than all, so that a rule is above rho there by fewer records, and more has to go.

Source: Jia, Pan, Xu, Zhu and Lo, rho-uncertainty Anonymization by Partial Suppression (DASFAA 2014).
"""

from dataclasses import replace

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.rho.method.goals import Goal, Suppressed, suppress
from setanon_sql.query.templates import Table
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.sensitive.limits import ConfidenceLimits, limits_in

#: Records of a part, about.
PART_SIZE = 5_000


@scoped
def suppress_in_parts(
    engine: Engine,
    transactions: Table,
    model: BoundsConfidence,
    limits: ConfidenceLimits,
    key: str,
    *,
    size: int = PART_SIZE,
) -> Suppressed:
    """Suppress occurrences of ``transactions (record_id, item)`` until each part of about ``size`` records is safe.

    ``limits``: of the sensitive items. ``key``: a secret that divides and draws records. Raises NotReached as
    :func:`setanon_sql.models.rho.method.anonymize_rho` does.
    """
    make = engine.table
    parts = make("suppressor/parts/record_parts", transactions=transactions, size=size, key=key)
    items = make("suppressor/parts/part_items", transactions=transactions, record_parts=parts)
    rows = make("suppressor/parts/part_rows", transactions=transactions, record_parts=parts, part_items=items)
    of_parts = limits_in(engine, make("suppressor/parts/part_limits", part_items=items, limits=limits.table))
    end = suppress(engine, rows, model, Goal(of_parts, None, 1, key))
    return replace(
        end,
        rows=make("suppressor/parts/suppressed_items", suppressions=end.rows, part_items=items),
        causes=make("suppressor/parts/cause_items", causes=end.causes, part_items=items),
    )
