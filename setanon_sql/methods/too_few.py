"""Fewer records, or persons, than k: no release can help."""

from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadParameter


def units_of(dataset: Dataset) -> tuple[str, int]:
    """Return what k counts, records or persons, and how many of them a dataset has."""
    return ("records", dataset.records) if dataset.persons is None else ("persons", dataset.n_persons)


def refuse_too_few(dataset: Dataset, k: int) -> None:
    """Raise BadParameter where a dataset has fewer than ``k`` records, or persons."""
    unit, available = units_of(dataset)
    if available < k:
        raise BadParameter(
            f"k is {k}, but the source has only {available} {unit}: no set of items can be held by k {unit}",
            f"use a smaller <k> or more {unit}",
        )
