"""The figures of a row that are computed alike for all models."""

from collections.abc import Sequence
from dataclasses import replace

from setanon_sql.audit.containment import count_at_risk
from setanon_sql.comparing.results import Figures
from setanon_sql.comparing.settings import Setting
from setanon_sql.counting.known_sets import mined_aloud, share_at_risk
from setanon_sql.dataset import Dataset
from setanon_sql.measures import Measures
from setanon_sql.measures.queries import Query
from setanon_sql.measures.workload import errors_of
from setanon_sql.query.templates import Table


def with_use(figures: Figures) -> Figures:
    """Return figures with the measure of use: see :class:`Figures`."""
    parts = [figures.top_itemsets_lost, None if figures.pair_error is None else figures.pair_error / 2]
    counted = [part for part in parts if part is not None]
    together = sum(counted) / len(counted) if counted else None
    use = together if figures.workload_error is None else figures.workload_error
    return replace(figures, together_error=together, use_lost=use)


def singled_out(released: Dataset, setting: Setting) -> float:
    """Return the share of a source's records, or persons, that alone hold some ``m`` items as ``released``.

    Of k-anonymity there are none. Where any number of items may be known: that alone hold all items of a record.
    """
    if setting.promised().hides_whole_records:
        return 0.0
    released.engine.trace.begin_phase("looking for records that could be matched")
    by_person = released.persons is not None
    whole = released.n_persons if by_person else released.records
    if setting.m is None:
        return count_at_risk(released.engine, released.transactions, 2, released.persons) / max(whole, 1)
    with released.engine.scope():
        levels = list(mined_aloud(released, released.transactions, 2, setting.m))
    return share_at_risk(levels, setting.m, whole, by_person=by_person)


def with_usable(figures: Figures, dataset: Dataset, released: Table, sensitive: Table | None) -> Figures:
    """Return figures with the items of a ``dataset`` whose counts can still be used, and the ``sensitive`` rows.

    ``released`` (``record_id, item``): numbers of the source's items where these stand themselves.
    """
    engine = dataset.engine
    tables = {"items": dataset.items, "released": released, "sensitive": sensitive or engine.empty("none", "item")}
    usable, sensitive_usable, sensitive_rows = map(int, engine.row("measures/categories/usable", **tables))
    return replace(
        figures,
        items_usable_ratio=usable / dataset.distinct_items if dataset.distinct_items else None,
        sensitive_usable_ratio=sensitive_usable / sensitive_rows if sensitive_rows else None,
    )


def items_kept_ratio(measures: Measures) -> float | None:
    """Return the share of the source's items that are released as they are."""
    stay = measures.items_kept
    return stay / measures.items_before if stay is not None and measures.items_before else None


def with_workload(measures: Measures, queries: Sequence[Query]) -> Measures:
    """Return the measures with the errors of the analyst's own workload alone."""
    blank = replace(
        measures,
        workload_queries=None,
        workload_error_mean=None,
        workload_error_median=None,
        workload_relative_error_mean=None,
        workload_relative_error_median=None,
        details=replace(measures.details, workload=()),
    )
    return blank | errors_of(queries) if queries else blank
