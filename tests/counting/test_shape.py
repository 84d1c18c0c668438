"""What the shape of the records says of the rows that a step would touch: never too few, never too many."""

from unittest import mock

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql.counting.rules import RecordShape, shape_of
from setanon_sql.models.rho.method import anonymize_rho, exact
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table, all_rows
from tests import lent
from tests.data import dataset_of
from tests.rho.data import fixed
from tests.strategies import examples, records

WORK_AHEAD = "rules/larger_sets/work_ahead"


@given(records, st.sets(st.integers(0, 6)))
@examples(60)
def test_growing_single_items_touches_no_fewer_and_no_more_rows(data: list[frozenset[int]], growing: set[int]) -> None:
    assume(any(growing & record for record in data))
    with lent.engine() as engine:
        shape = shape_of(engine, dataset_of(engine, data).transactions)
    occurring = sum(len(growing & record) for record in data)
    rows = sum(len(growing & record) * (len(record) - 1) for record in data)
    assert shape.least_rows(occurring) <= rows <= shape.most_rows(occurring, 1)
    assert shape.records == sum(1 for record in data if record) and shape.longest == max(map(len, data))


def test_where_all_records_hold_the_same_items_the_rows_are_known() -> None:
    shape = RecordShape(records=10, longest=5, pairs=10 * 5 * 4)
    assert shape.least_rows(50) == shape.most_rows(50, 1) == 200
    assert shape.most_rows(50, 2) == 150


def test_without_records_nothing_is_touched() -> None:
    with lent.engine() as engine:
        assert shape_of(engine, engine.empty("none", "record_id", "item")) == RecordShape(0, 0, 0)


@pytest.mark.slow
@given(records, st.sets(st.integers(0, 6), min_size=1))
@examples(30)
def test_releases_are_the_same_where_rows_are_counted_instead(data: list[frozenset[int]], hidden: set[int]) -> None:
    assume(any(hidden & record for record in data))
    with mock.patch.multiple(exact, FIRST_WORK=1):
        estimated, _ = _released(data, hidden)
        with mock.patch.object(RecordShape, "least_rows", return_value=0):
            counted, _ = _released(data, hidden)
    assert estimated == counted


@pytest.mark.slow
def test_rows_are_not_counted_where_their_least_number_is_too_much() -> None:
    data = [frozenset({1, 2, 3, 4, 5})] * 10
    with mock.patch.multiple(exact, FIRST_WORK=1):
        estimated, asked = _released(data, {5})
        with mock.patch.object(RecordShape, "least_rows", return_value=0):
            counted, asked_before = _released(data, {5})
    assert estimated == counted
    assert WORK_AHEAD in asked_before and WORK_AHEAD not in asked


def _released(data: list[frozenset[int]], hidden: set[int]) -> tuple[list[tuple[int, int]], list[str]]:
    """Return the rows of a release against those who know two items, and the statements that it took."""
    with lent.engine() as engine:
        before = len(engine.trace.statements)
        dataset = dataset_of(engine, data)
        result = anonymize_rho(dataset, RhoUncertainty("0.5", 2), fixed(dataset, hidden), "seed")
        rows: Table = result.rows
        found = sorted((int(record), int(item)) for record, item in engine.rows(all_rows(rows)))
        return found, [statement.name for statement in engine.trace.statements[before:]]
