"""The sensitive constraint: which items nobody may infer of whom."""

from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadInput
from setanon_sql.sql import Table


@dataclass(frozen=True)
class Constraint:
    """What is to be hidden, in the numbers of a dataset.

    ``hidden``: ``item``, what somebody wants hidden. ``wishes``: ``record_id, item``, who wants what hidden, whether it
    is in the record or not; None where ``hidden`` holds for everybody. ``notes`` are sentences for the user.
    """

    hidden: Table
    wishes: Table | None = None
    notes: tuple[str, ...] = ()

    @property
    def personal(self) -> bool:
        """Does each person have wishes of their own?"""
        return self.wishes is not None


def fixed(dataset: Dataset, named: Table) -> Constraint:
    """Hide the items that ``named`` (``label``) lists, for everybody. Raises BadInput where none is in the data."""
    engine = dataset.engine
    notes = _item_notes(dataset, named)
    hidden = engine.table("rho/hidden_for_all", named=named, items=dataset.items)
    if engine.count(hidden) == dataset.distinct_items:
        notes += ("every item is sensitive: then nearly every record of more than one item loses some",)
    return Constraint(hidden, None, notes)


def personal(dataset: Dataset, named: Table) -> Constraint:
    """Hide for each person what ``named`` (``source_id, label``) lists for that person.

    Raises BadInput where no row names both an item and a person of the data.
    """
    engine = dataset.engine
    notes = _item_notes(dataset, named)
    names = dataset.record_ids or engine.table("rho/line_numbers", transactions=dataset.transactions)
    count, unknown = engine.row("rho/unknown_persons", named=named, record_ids=names)
    if unknown:
        notes += (f"{unknown} of the {count} persons in --sensitive have no record in the data; they are passed over",)
    wishes = engine.table("rho/wishes", named=named, items=dataset.items, record_ids=names)
    if not engine.count(wishes):
        raise BadInput(
            "--sensitive names no person of the data together with an item of the data",
            "are its record ids written as in the source? A basket file's are its line numbers, from 1",
        )
    return Constraint(engine.table("rho/hidden_by_somebody", wishes=wishes), wishes, notes)


def _item_notes(dataset: Dataset, named: Table) -> tuple[str, ...]:
    count, unknown = dataset.engine.row("rho/unknown_items", named=named, items=dataset.items)
    if not count:
        raise BadInput("--sensitive names no item", "list at least one item; without any there is nothing to hide")
    if unknown == count:
        raise BadInput(
            f"none of the {count} items in --sensitive occurs in the data",
            "are they written as in the source (case, spaces)? Is it the right file?",
        )
    if unknown:
        return (f"{unknown} of the {count} items in --sensitive do not occur in the data; nothing can be told of them",)
    return ()
