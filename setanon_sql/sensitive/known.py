"""The items that somebody may know, where these are not all: ``--known``."""

from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadParameter
from setanon_sql.query.templates import Table
from setanon_sql.sensitive.constraint import Source, in_words_of, items_of_labels, near_items, near_message, read_named
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy


def read_known(dataset: Dataset, source: Source, options: SourceOptions, taxonomy: Taxonomy | None) -> Table:
    """Return the items of a dataset (``item``) that a list names, of which there may be none.

    A label of the ``taxonomy`` stands for all items under it. Raises BadInput where the list cannot be read.
    """
    engine = dataset.engine
    rows = in_words_of(dataset, read_named(engine, source, options))
    if rows.personal:
        raise BadParameter("<known> names records, and it is about items", "give one column of items")
    named = items_of_labels(dataset, rows, taxonomy) if taxonomy else rows.table
    if near := near_items(engine, named, dataset.items):
        engine.trace.warn(near_message(near, "<known>"), near)
    known_items = engine.table("rules/constraint/sensitive_for_all", named=named, items=dataset.items)
    engine.trace.note(f"{engine.count(known_items):,} of {dataset.distinct_items:,} items of the data may be known")
    return known_items


def only_known(dataset: Dataset, known_items: Table) -> Dataset:
    """Return a dataset with the rows of known items; its records all stay."""
    tables = {"transactions": dataset.transactions, "sensitive": known_items}
    return dataset.with_rows(dataset.engine.table("rules/count_rules/sensitive_rows", **tables))
