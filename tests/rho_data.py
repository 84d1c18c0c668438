"""Small datasets and constraints for the tests of rho-uncertainty, inside an engine."""

from collections.abc import Collection, Mapping, Sequence

from setanon_sql import constraint as constraints
from setanon_sql.constraint import Constraint
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine

#: The records of Nakagawa et al., Table 1(a).
TABLE_1 = [
    ["milk", "bread", "medicine"],
    ["apple"],
    ["milk", "coffee", "bread"],
    ["milk", "medicine"],
    ["coffee", "bread", "apple"],
    ["orange", "medicine"],
]


def dataset_of(engine: DuckDBEngine, data: Sequence[Collection[int | str]]) -> Dataset:
    """Records numbered from 1; items numbered by falling support, then label."""
    labels = sorted({item for record in data for item in record}, key=str)
    count = {label: sum(label in record for record in data) for label in labels}
    labels.sort(key=lambda label: (-count[label], str(label)))
    number = {label: at for at, label in enumerate(labels, 1)}
    rows = [(at, number[item]) for at, record in enumerate(data, 1) for item in sorted(record, key=str)]
    transactions = engine.load(
        "transactions", {"record_id": int, "item": int}, [[r for r, _ in rows], [i for _, i in rows]]
    )
    items = engine.load(
        "items",
        {"item": int, "label": str, "support": int},
        [[number[x] for x in labels], [str(x) for x in labels], [count[x] for x in labels]],
    )
    names = list(range(1, len(data) + 1))
    record_ids = engine.load("record_ids", {"record_id": int, "source_id": str}, [names, [str(n) for n in names]])
    return Dataset(engine, transactions, items, record_ids, len(data), len(rows), len(labels))


def fixed(dataset: Dataset, hidden: Collection[int | str]) -> Constraint:
    named = dataset.engine.load("named", {"label": str}, [[str(item) for item in hidden]])
    return constraints.fixed(dataset, named)


def personal(dataset: Dataset, hidden: Mapping[int, Collection[int | str]]) -> Constraint:
    """``hidden`` maps a person (from 0) to items."""
    rows = [(str(person + 1), str(item)) for person, items in hidden.items() for item in items]
    columns = [[person for person, _ in rows], [item for _, item in rows]]
    named = dataset.engine.load("named", {"source_id": str, "label": str}, columns)
    return constraints.personal(dataset, named)
