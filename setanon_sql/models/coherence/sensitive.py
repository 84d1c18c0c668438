"""The sensitive items of a release in the making, and all others."""

from collections.abc import Mapping
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.methods.recoding import Hidden, Secrets
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.pipeline.case import Case
from setanon_sql.query.templates import Table, all_rows, columns_of
from setanon_sql.release.labels import LabelExceptions
from setanon_sql.sensitive.limits import at_most, limits_of
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.text import count_of
from setanon_sql.verify.inputs import VerificationInputs


def inputs_of(case: Case[Any, Any]) -> VerificationInputs:
    """Return what a release is recounted with: the sensitive items, as its manifest lists them."""
    engine = case.dataset.engine
    return VerificationInputs(engine.load("sensitive", {"label": str}, [sensitive_labels(case)]))


def sensitive_labels(case: Case[Any, Any]) -> list[str]:
    """Return the labels of the sensitive items of the data."""
    tables = {"items": case.dataset.items, "sensitive": case.sensitive_items}
    rows = case.dataset.engine.rows("rules/constraint/sensitive_labels", **tables)
    return sorted({str(label) for (label,) in rows})


def open_rows(dataset: Dataset, rows: Table, sensitive: Table) -> Dataset:
    """Return a dataset with those of the rows (``record_id, item``) whose items are not ``sensitive`` (``item``)."""
    tables = {"transactions": rows, "sensitive": sensitive}
    return dataset.with_rows(dataset.engine.table("coherence/items/public_rows", **tables))


def sensitive_rows(case: Case[Any, Any]) -> Table:
    """Return ``record_id, item``: what records hold that is sensitive."""
    tables = {"transactions": case.dataset.transactions, "sensitive": case.sensitive_items}
    return case.dataset.engine.table("rules/count_rules/sensitive_rows", **tables)


def bounded_rows(dataset: Dataset, model: Coherence, sensitive: Table) -> tuple[Table, Table]:
    """Return who holds what may not follow too surely, and how surely it may.

    The tables have ``record_id, item`` and ``item, limit_num, limit_den``. ``sensitive``: ``item``. Groups have numbers
    above those of the items, in the order of the model.
    """
    engine = dataset.engine
    numbered = list(enumerate(model.groups, dataset.distinct_items + 1))
    most = at_most(model.h, max(dataset.records, 1))
    shares = {"limit_num": most.numerator, "limit_den": most.denominator}
    rows = engine.table("rules/count_rules/sensitive_rows", transactions=dataset.transactions, sensitive=sensitive)
    limits = engine.table("rules/constraint/same_limits", sensitive=sensitive, **shares)
    if numbered:
        members = [(label, number) for number, group in numbered for label in group.items]
        grouped = engine.load_rows("grouped", {"label": str, "number": int}, members)
        tables = {"transactions": dataset.transactions, "items": dataset.items, "grouped": grouped}
        engine.append(rows, "coherence/items/group_rows", **tables)
        shares_of = limits_of(engine, {number: group.h for number, group in numbered}, max(dataset.records, 1))
        engine.append(limits, all_rows(shares_of.table))
    return rows, limits


def hidden_items(case: Case[Any, Any]) -> Hidden | None:
    """Return what no set of labels may tell: sensitive items, and groups; None where that is not bounded."""
    if not case.model.bounded:
        return None
    dataset = case.dataset
    engine = dataset.engine
    rows, limits = bounded_rows(dataset, case.model, case.sensitive_items)
    return Hidden(
        engine.table(columns_of(rows, "record_id", sensitive="item")),
        engine.table(columns_of(limits, sensitive="item", h_num="limit_num", h_den="limit_den")),
    )


def known_anyway(dataset: Dataset, hidden: Hidden | None, records: Table | None = None) -> str:
    """Say how many are in a larger share of all records, or persons, than they may be; nothing where none is.

    ``records``: of these alone (``record_id``); None: of all of the dataset.
    """
    if hidden is None:
        return ""
    n = Secrets(dataset, hidden).known_anyway(*_counts(dataset, records))
    items = count_of(n, "sensitive item or group is", "sensitive items or groups are")
    return f"{items} in a larger share of all records, or persons, than <h>" if n else ""


def _counts(dataset: Dataset, records: Table | None) -> tuple[int, int]:
    """Return how many records there are, and how many persons; 0 where persons do not count."""
    if records is None:
        return dataset.records, dataset.n_persons
    engine = dataset.engine
    n_records = engine.number("rules/risk/persons", at_risk=records)
    if dataset.persons is None:
        return n_records, 0
    return n_records, engine.number("counting/persons/at_risk_persons", at_risk=records, persons=dataset.persons)


#: What is to be done about items that are so frequent.
FREQUENT = "use a larger <h>, or leave the most frequent ones out of <sensitive>"


def open_labels(taxonomy: Taxonomy, sensitive: list[str]) -> Mapping[str, LabelExceptions]:
    """Return the labels over sensitive items, which do not stand for these."""
    under: dict[str, list[str]] = {}
    for item in sensitive:
        for label in taxonomy.path(item)[1:] if item in taxonomy.depth else ():
            under.setdefault(label, []).append(item)
    return {label: LabelExceptions(label, tuple(items)) for label, items in under.items()}
