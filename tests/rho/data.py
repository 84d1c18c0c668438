"""The example of the rho paper, and constraints on small datasets."""

import re
from collections.abc import Collection, Mapping, Sequence

from setanon_sql.dataset import Dataset
from setanon_sql.sensitive import constraint as constraints
from setanon_sql.sensitive.constraint import Constraint

#: The records of Nakagawa et al., Table 1(a).
TABLE_1 = [
    ["milk", "bread", "medicine"],
    ["apple"],
    ["milk", "coffee", "bread"],
    ["milk", "medicine"],
    ["coffee", "bread", "apple"],
    ["orange", "medicine"],
]


def fixed(dataset: Dataset, hidden: Collection[int | str]) -> Constraint:
    named = dataset.engine.load("named", {"label": str}, [[str(item) for item in hidden]])
    return constraints.constraint_for_all(dataset, named)


def personal(dataset: Dataset, hidden: Mapping[int, Collection[int | str]]) -> Constraint:
    """``hidden`` maps a person (from 0) to items."""
    rows = [(str(person + 1), str(item)) for person, items in hidden.items() for item in items]
    columns = [[person for person, _ in rows], [item for _, item in rows]]
    named = dataset.engine.load("named", {"source_id": str, "label": str}, columns)
    return constraints.personal_constraint(dataset, named)


def told(problems: Sequence[str]) -> tuple[int, int] | None:
    """How many rules a recount found broken, and from how many known items: its sentence begins with these numbers.

    A recount stops at the smallest size that has a broken rule.
    """
    if not problems:
        return None
    count, size = re.findall(r"\d+", problems[0])[:2]
    return int(count), int(size)
