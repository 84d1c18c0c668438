"""What the reports of counts and of records with differential privacy have in common: the source, and the budget."""

from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.numbers import number_text
from setanon_sql.pipeline.column_fates import rows_of_columns
from setanon_sql.release.budgets import Spent
from setanon_sql.report.published import Facts
from setanon_sql.text import count, value_text

#: What holds of all that is published so.
DRAWN = "The noise is drawn anew for each publication. No seed repeats it."
NO_SOURCE = "No exact count of the source was published."


@dataclass(frozen=True)
class SourceFacts:
    """Facts of a source for an internal report: its ``counts``, and what became of each of its ``columns``."""

    counts: Facts
    columns: Facts


def facts_of(dataset: Dataset, person: str, *, items: str) -> SourceFacts:
    """Return what a report tells of a source; ``items``: what became of its items."""
    columns = rows_of_columns(dataset, person, ids="dropped: it says which rows are of one record", items=items)
    counts = {"Records": dataset.records, "Rows": dataset.rows, "Different items": dataset.distinct_items}
    return SourceFacts(tuple((name, count(number)) for name, number in counts.items()), columns)


def spent_facts(spent: Spent | None) -> Facts:
    """Return what was published of these people so far, and how much it may be; or that nobody adds up."""
    if spent is None:
        return (("All publications", "nobody adds up what is published of these people"),)
    numbers = {"epsilon": spent.epsilon, "delta": spent.delta}
    so_far = tuple(
        (f"{name.capitalize()} of all publications", value_text(number_text(numbers[name]))) for name in numbers
    )
    totals = tuple(
        (f"Most {name} of all publications", value_text(number_text(spent.total[name]))) for name in spent.total
    )
    return so_far + totals
