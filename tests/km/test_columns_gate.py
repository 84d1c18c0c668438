"""The gate and the script of k^m-anonymity with columns: what brute force counts, class by class."""

from functools import cache
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter
from setanon_sql.models.km.gate import km_gate
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.scripts import audit_km_script
from setanon_sql.query.templates import Table
from tests.oracle import columns as oracle
from tests.strategies import examples, persons_of

Shoppers = list[tuple[str, str, str | None, int]]
Rows = list[tuple[int | str, ...]]

_OF_RECORDS = {"record_id": "record_id", "item": "item"}
BASKETS = Table("baskets", columns=_OF_RECORDS, quoted=False)
OWNED = Table("baskets", columns=_OF_RECORDS | {"person": "who"}, quoted=False)
NAMED = Table("named", columns={"item": "item"})
COLUMNS = ("month", "shop")
TOLD = "records with several values of a column"

km_gates, km_scripts = cache(km_gate), cache(audit_km_script)


@cache
def _base() -> duckdb.DuckDBPyConnection:
    return duckdb.connect(config={"threads": 1})


def answered(text: str, source: pd.DataFrame, known: list[str] | None = None) -> Rows:
    """Run statements; return the rows of the last one that gives any."""
    base = _base()
    base.register("baskets", source)
    base.register("named", pd.DataFrame({"item": known or ["a"]}))
    found: Rows = []
    for statement in base.extract_statements(text):
        rows = base.execute(statement)
        found = rows.fetchall() if statement.type == duckdb.StatementType.SELECT else found
    return sorted(found)


@st.composite
def shoppers(draw: st.DrawFn) -> Shoppers:
    """Records with items, a month, a shop, which may be missing, and a person."""
    n = draw(st.integers(1, 9))
    items = draw(st.lists(st.sampled_from(["a", "ab", "abc", "b", "bc", "cd"]), min_size=n, max_size=n))
    months = draw(st.lists(st.sampled_from(["01", "02"]), min_size=n, max_size=n))
    shops = draw(st.lists(st.sampled_from(["x", "0", None]), min_size=n, max_size=n))
    return list(zip(items, months, shops, draw(persons_of(n)), strict=True))


def frame(data: Shoppers) -> pd.DataFrame:
    """Records as rows, the first one's items twice, and rows without an id or an item, which are none."""
    rows = [(f"r{at}", item, *more) for at, (items, *more) in enumerate(data) for item in items]
    rows += [rows[0], (" ", "z", "09", "z", 7), ("r0", None, None, "", data[0][3]), ("r99", "", "09", "z", 7)]  # type: ignore[list-item]
    return pd.DataFrame(rows, columns=["record_id", "item", *COLUMNS, "who"]).astype({"shop": "string"})


@pytest.mark.slow
@examples(120)
@given(
    shoppers(),
    st.integers(2, 3),
    st.integers(1, 3),
    st.booleans(),
    st.none() | st.sets(st.sampled_from("abd"), min_size=1),
)
@example([("ab", "01", "x", 1), ("b", "01", "x", 1), ("a", "02", "x", 2)], 2, 2, True, {"b"})
def test_gate_and_script_count_class_by_class(
    data: Shoppers, k: int, m: int, by_person: bool, known: set[str] | None
) -> None:
    """Of no known item on: what is at risk by columns alone, also where nothing of a record may be known."""
    records = [{*items} if known is None else {*items} & known for items, *_ in data]
    classes = [tuple(more) for _, *more, _ in data]
    units = [who for *_, who in data] if by_person else [*range(len(data))]
    threats = oracle.every_minimal_threat(records, classes, units, k, m)
    wanted: Rows = []
    for size in range(m + 1):
        risky = [
            at
            for at, record in enumerate(records)
            if any(len(oracle.holders(records, classes, units, at, some)) < k for some in oracle.known(record, size))
        ]
        n_threats = sum(len(some) == size for _, some in threats)
        persons = (len({units[at] for at in risky}),) if by_person else ()
        wanted.append((size, n_threats, len(risky), *persons, "threats"))
    model = KmAnonymity(k, m, by_person, known is not None, columns=COLUMNS)
    listed = sorted(known) if known else None
    table = OWNED if by_person else BASKETS
    none_listed: Rows = []
    if known is not None and not any(records):
        none_listed = [(0, 0, len(data), *((0,) if by_person else ()), "no known item in the data")]
    gate = km_gates(model, "duckdb", table, NAMED if listed else None)
    assert answered(gate.text, frame(data), listed) == sorted((wanted if threats else []) + none_listed)
    script = km_scripts(model, "duckdb", table, knowable=NAMED if listed else None)
    assert answered(script, frame(data), listed) == sorted(wanted + none_listed)


@examples(60)
@given(shoppers(), st.integers(2, 3), st.booleans(), st.none() | st.sets(st.sampled_from("abd"), min_size=1))
def test_any_number_of_items_and_the_columns(data: Shoppers, k: int, by_person: bool, known: set[str] | None) -> None:
    records = [{*items} if known is None else {*items} & known for items, *_ in data]
    classes = [tuple(more) for _, *more, _ in data]
    units = [who for *_, who in data] if by_person else [*range(len(data))]
    risky = [at for at, one in enumerate(records) if len(oracle.holders(records, classes, units, at, one)) < k]
    model = KmAnonymity(k, None, by_person, known is not None, columns=COLUMNS)
    listed = sorted(known) if known else None
    gate = km_gates(model, "duckdb", OWNED if by_person else BASKETS, NAMED if listed else None)
    persons = (len({*units}), len({units[at] for at in risky})) if by_person else ()
    wanted: Rows = [(len(data), len(risky), *persons, "threats")] if risky else []
    if known is not None and not any(records):
        wanted.append((len(data), len(data), *((0, 0) if by_person else ()), "no known item in the data"))
    assert answered(gate.text, frame(data), listed) == sorted(wanted)


@pytest.mark.parametrize("person", [False, True])
def test_several_values_of_a_column_are_a_fault(person: bool) -> None:
    """In one column or two a record counts once; a missing value beside one is none."""
    rows = [("r0", "a", "01", "x", 1), ("r0", "b", "02", "y", 1), ("r1", "a", "01", "x", 2), ("r1", "b", None, "x", 2)]
    source = pd.DataFrame(rows, columns=["record_id", "item", *COLUMNS, "who"])
    model = KmAnonymity(2, 1, person, columns=COLUMNS)
    table = OWNED if person else BASKETS
    fault: tuple[Any, ...] = (0, 0, 1, *((0,) if person else ()), TOLD)
    assert answered(km_gates(model, "duckdb", table).text, source) == [fault]
    assert fault in answered(km_scripts(model, "duckdb", table), source)
    whole = km_gates(KmAnonymity(2, None, person, columns=COLUMNS), "duckdb", table)
    assert answered(whole.text, source) == [(1, 1, *((0, 0) if person else ()), TOLD)]


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ("month=date:year", "as they are in the table"),
        ("month,MONTH", "names a column twice"),
        ("month,item", "the column of the items"),
        (",", "names no column"),
    ],
)
def test_wrong_columns_are_refused(columns: str, told: str) -> None:
    for written in (api.sql_gate_km, api.sql_audit_km):
        with pytest.raises(BadParameter) as refused:
            written(k=2, m=1, dialect="duckdb", columns=columns)
        assert told in f"{refused.value} {refused.value.hint}"


def test_names_of_columns_are_quoted_as_they_have_to_be() -> None:
    source = pd.DataFrame(
        {"record_id": [1, 1, 2], "item": ["a", "b", "a"], 'o"d d': ["x", "x", "y"], "value": [1, 1, 1]}
    )
    gate = api.sql_gate_km(k=2, m=1, dialect="duckdb", table="baskets", columns=['o"d d', "value"])
    assert answered(gate.sql, source) == [(0, 2, 2, "threats"), (1, 0, 2, "threats")]
