"""The sensitive items of a release in the making, and all others."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadParameter
from setanon_sql.methods.recoding import Hidden, Secrets
from setanon_sql.pipeline.case import Case
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.release.labels import LabelExceptions
from setanon_sql.sensitive.limits import at_most
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


def hidden_items(case: Case[Any, Any], rows: Table, h: Fraction) -> Hidden | None:
    """Return what no set of labels may tell: the sensitive ``rows``; None where that is not bounded.

    Raises BadParameter where nobody needs to know anything to infer as much.
    """
    if h == 1:
        return None
    dataset = case.dataset
    engine = dataset.engine
    limit = at_most(h, dataset.records)
    items = [int(item) for (item,) in engine.rows(columns_of(case.sensitive_items, "item"))]
    limits = [(item, limit.numerator, limit.denominator) for item in items]
    hidden = Hidden(
        engine.table(columns_of(rows, "record_id", sensitive="item")),
        engine.load_rows("limits", {"sensitive": int, "h_num": int, "h_den": int}, limits),
    )
    if n := Secrets(dataset, hidden).known_anyway(dataset):
        raise BadParameter(
            f"{count_of(n, 'sensitive item is', 'sensitive items are')} in a larger share of all records, or persons, "
            "than <h>: who knows nothing of a record can infer as much",
            "use a larger <h>, or leave the most frequent ones out of <sensitive>",
        )
    return hidden


def open_labels(taxonomy: Taxonomy, sensitive: list[str]) -> Mapping[str, LabelExceptions]:
    """Return the labels over sensitive items, which do not stand for these."""
    under: dict[str, list[str]] = {}
    for item in sensitive:
        for label in taxonomy.path(item)[1:] if item in taxonomy.depth else ():
            under.setdefault(label, []).append(item)
    return {label: LabelExceptions(label, tuple(items)) for label, items in under.items()}
