"""Itemsets that an analyst needs in one piece: how many of their records are there still, for certain."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.fields import Fields, Name
from setanon_sql.measures.itemsets import NamedItemsets
from setanon_sql.query.templates import Table, columns_of


@dataclass(frozen=True)
class TogetherFate(Fields):
    """Fate of an itemset that is needed in one piece.

    The other records that hold it hold it in several pieces, since one would break the guarantee, or since an item is
    too rare in its cluster.
    """

    name: Annotated[str, Name("query"), "its name, or its line"]
    items: Annotated[tuple[str, ...], "†"]
    support: Annotated[int, "records of the source that hold it"]
    in_one_piece: Annotated[int, "of them, those whose items stand in one subrecord"]


def items_of(itemsets: NamedItemsets) -> dict[int, tuple[str, ...]]:
    """Return the labels of each itemset, in their order."""
    items: dict[int, tuple[str, ...]] = {}
    for number, label in itemsets.rows:
        items[number] = (*items.get(number, ()), label)
    return items


@scoped
def numbers_of(source: Dataset, itemsets: NamedItemsets) -> list[list[int]]:
    """Return the numbers that items have in a source, of each itemset with two or more of them, in their order."""
    engine = source.engine
    queries = engine.load_rows("asked", {"query_id": int, "item": str}, itemsets.rows)
    numbers: dict[int, list[int]] = {number: [] for number in sorted(itemsets.names)}
    for number, item in engine.rows("measures/pieces/asked_numbers", asked=queries, items=source.items):
        numbers[int(number)].append(int(item))
    return [sorted(items) for items in numbers.values() if len(items) > 1]


@scoped
def together_fates(source: Dataset, itemsets: NamedItemsets, subrecords: Table) -> tuple[TogetherFate, ...]:
    """Return what became of itemsets in the ``subrecords`` (``subrecord_id, item``: a label) of a release."""
    engine = source.engine
    queries = engine.load_rows("asked", {"query_id": int, "item": str}, itemsets.rows)
    supports = engine.table(
        "measures/workload/true_supports", asked=queries, items=source.items, transactions=source.transactions
    )
    pieces = engine.table("measures/pieces/held_together", asked=queries, subrecords=subrecords)
    support = {int(at): int(n) for at, n in engine.rows(columns_of(supports, "query_id", "support"))}
    together = {int(at): int(n) for at, n in engine.rows(columns_of(pieces, "query_id", "n"))}
    return tuple(
        TogetherFate(itemsets.names[at], labels, support[at], together.get(at, 0))
        for at, labels in sorted(items_of(itemsets).items())
    )


def together_sentence(fates: Sequence[TogetherFate]) -> str:
    """Return in a sentence how many records hold their itemset in one piece."""
    records = sum(fate.support for fate in fates)
    whole = sum(fate.in_one_piece for fate in fates)
    return (
        f"Of the {len(fates):,} itemsets of <together> {whole:,} of {records:,} occurrences stand in one piece; "
        "elsewhere that would break k^m-anonymity, or an item is too rare in its cluster"
    )
