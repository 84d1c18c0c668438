"""Dist: every part of the records is safe by itself, and so are all together; one part is mended as all records are."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter
from setanon_sql.models.rho.method import anonymize_rho
from setanon_sql.models.rho.method.goals import Goal, suppress
from setanon_sql.models.rho.method.parts import suppress_in_parts
from setanon_sql.models.rho.options import RhoAlgorithm
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sensitive.limits import limits_for
from tests import lent
from tests.data import dataset_of, transactions_of
from tests.rho import oracle
from tests.rho.data import TABLE_1, fixed
from tests.sql.examples import lot
from tests.strategies import examples, records

MEDICINE = pa.table({"item": ["medicine"]})
RHO = st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(7, 10)])


def rows_of(engine: DuckDBEngine, table: Table) -> list[tuple[int, ...]]:
    return sorted(engine.rows(all_rows(table)))


@pytest.mark.slow
@given(records, st.sets(st.integers(0, 6), min_size=1), RHO, st.sampled_from([None, 1, 2]), st.integers(1, 15))
@examples(80)
def test_each_part_is_safe_by_itself(
    data: list[frozenset[int]], hidden: set[int], rho: Fraction, m: int | None, size: int
) -> None:
    assume(any(hidden & record for record in data))
    model = RhoUncertainty(rho, m)
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        limits = limits_for(dataset, fixed(dataset, hidden).sensitive, model)
        end = suppress_in_parts(engine, dataset.transactions, model, limits, "lot", size=size)
        names = names_of(dataset)
        gone = {(record, int(names[item])) for record, item, _ in rows_of(engine, end.rows)}
        whole = suppress(engine, dataset.transactions, model, Goal(limits, None, 1, "lot"))
        same = [rows_of(engine, table) for table in (whole.rows, whole.causes)]
        found = [rows_of(engine, table) for table in (end.rows, end.causes)]
    after = [{item for item in record if (at, item) not in gone} for at, record in enumerate(data, 1)]
    filled = [at for at, record in enumerate(data, 1) if record]
    parts = parts_of(filled, size)
    for part in {*parts.values()}:
        inside = [at for at in filled if parts[at] == part]
        old, new = [data[at - 1] for at in inside], [after[at - 1] for at in inside]
        assert not oracle.check(old, new, dict.fromkeys(range(len(old)), hidden), rho, m).rules
    assert not oracle.check(data, after, dict.fromkeys(range(len(data)), hidden), rho, m).rules
    if size >= len(filled):
        assert found == same


def parts_of(numbers: list[int], size: int) -> dict[int, int]:
    """As the query divides: by lot, evenly."""
    drawn = sorted(numbers, key=lambda number: lot("lot", number))
    wanted = -(-len(numbers) // size)
    return {number: at * wanted // len(numbers) for at, number in enumerate(drawn)}


def names_of(dataset: Any) -> dict[int, str]:
    return {item: label for item, label, _ in dataset.engine.rows(all_rows(dataset.items))}


def test_records_are_divided_evenly(engine: DuckDBEngine) -> None:
    table = transactions_of(engine, [{1}, {1, 2}, {2}, {3}, {1, 3}])
    found = engine.rows("suppressor/parts/record_parts", transactions=table, size=2, key="lot")
    assert dict(found) == parts_of([1, 2, 3, 4, 5], 2) and {part for _, part in found} == {0, 1, 2}


@pytest.mark.slow
def test_a_release_says_how_it_was_made_and_holds(tmp_path: Path) -> None:
    out = tmp_path / "r.csv"
    how: dict[str, Any] = {"rho": "0.5", "sensitive": MEDICINE, "algorithm": "dist"}
    release = api.anonymize_rho(TABLE_1, out, **how)
    assert release.manifest["method"] == "Dist" and release.utility["rows_suppressed"] == 2
    assert api.verify(out).holds
    asked: dict[str, Any] = {"models": ("rho",), "rho": ("0.5",), "sensitive": MEDICINE, "algorithms": ("dist",)}
    row = api.compare(TABLE_1, **asked).settings[0]
    assert row.setting.name == "rho rho=0.5 m=2 (dist)" and row.figures.suppressed_ratio == pytest.approx(2 / 14)
    personal = pa.table({"record_id": [1], "item": ["medicine"]})
    for more in (
        {"person": "p"},
        {"constraints": [("milk", "keep")]},
        {"sensitive": personal},
    ):
        with pytest.raises(BadParameter, match="dist"):
            api.anonymize_rho(TABLE_1, tmp_path / "n.csv", **how | more)


def test_others_are_not_divided(engine: DuckDBEngine) -> None:
    dataset = dataset_of(engine, TABLE_1)
    model = RhoUncertainty(Fraction(1, 2), None)
    ways: tuple[RhoAlgorithm, ...] = ("improved", "dist")
    results = [anonymize_rho(dataset, model, fixed(dataset, ["medicine"]), "s", algorithm=way) for way in ways]
    assert [result.method for result in results] == ["SUPPRESSOR", "Dist"]
