"""Errors of an analyst's own itemsets against a walk over every record."""

from collections.abc import Iterator, Mapping
from math import prod
from pathlib import Path
from statistics import mean, median

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.measures.details import MeasureRequest
from setanon_sql.measures.records import utility
from setanon_sql.measures.workload import read_workload
from tests.cuts import CUTS, LEAVES, tree_of
from tests.data import dataset_of, lines_of
from tests.oracle.utility import recode
from tests.releases import Records
from tests.strategies import examples

ITEMSETS = [["a"], ["a", "b"], ["c", "e"], ["b", "c", "d"], ["g", "unheard"]]
_records = st.lists(st.frozensets(st.sampled_from("abcdefg"), max_size=5), min_size=1, max_size=12)


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=1) as engine:
        yield engine


def label_for(item: str, record: frozenset[str]) -> str | None:
    """Return the most special label of a released record that may stand for an item."""
    labels = [label for label in record if item in LEAVES.get(label, {label})]
    return min(labels, key=lambda label: len(LEAVES.get(label, "x")), default=None)


def expected(itemset: list[str], released: Records) -> float:
    """Each label of a record stands for one leaf: no record holds two items by one label."""
    total = 0.0
    for record in released:
        labels = {label_for(item, record) for item in itemset}
        if None not in labels and len(labels) == len(itemset):
            total += prod(1 / len(LEAVES.get(label or "", "x")) for label in labels)
    return total


@pytest.mark.slow
@examples(60)
@given(_records, st.lists(st.sampled_from(CUTS), min_size=2, max_size=2), st.booleans())
def test_expected_supports_are_those_of_a_walk(
    shared: DuckDBEngine, records: Records, cuts: list[Mapping[str, str]], grouped: bool
) -> None:
    """Where labels differ from group to group the records of either group have labels of their own."""
    assume(any(records))
    source = dataset_of(shared, records)
    half = len(records) // 2 if grouped else 0
    released = [*recode(records[:half], cuts[0]), *recode(records[half:], cuts[1])]
    asked = MeasureRequest(workload=read_workload(shared, ITEMSETS))
    found = utility(source, lines_of(shared, released), tree_of(source), grouped=grouped, request=asked)
    supports = [sum(set(itemset) <= record for record in records) for itemset in ITEMSETS]
    # What no record of the source holds is expected nowhere: the tables of the taxonomy have the source's items only.
    held = set().union(*records)
    guesses = [expected(itemset, released) if held.issuperset(itemset) else 0.0 for itemset in ITEMSETS]
    assert [one.support for one in found.details.workload] == supports
    assert [one.expected for one in found.details.workload] == pytest.approx(guesses, abs=1e-9)
    errors = [abs(one - other) for one, other in zip(supports, guesses, strict=True)]
    relative = [error / max(support, 1) for error, support in zip(errors, supports, strict=True)]
    assert found["workload_queries"] == len(ITEMSETS)
    assert (found["workload_error_mean"], found["workload_error_median"]) == pytest.approx(
        (mean(errors), median(errors)), abs=1e-9
    )
    assert (found["workload_relative_error_mean"], found["workload_relative_error_median"]) == pytest.approx(
        (mean(relative), median(relative)), abs=1e-9
    )


BASKETS = [["tea", "milk"], ["tea", "milk"], ["tea"], ["tea"], ["milk", "bread"], ["tea", "milk", "bread"]]


@pytest.mark.slow
def test_every_form_of_a_workload_asks_the_same(tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_text("query,item\nboth,tea\nboth,milk\nsecond,bread\n")
    (tmp_path / "lines.txt").write_text("tea,milk\nbread\n")
    out = tmp_path / "safe.csv"
    made = api.anonymize_km(BASKETS, out, k=3, m=1, workload=tmp_path / "long.csv")
    told = made.utility.details.workload
    assert [(one.name, one.items, one.support, one.expected) for one in told] == [
        ("both", ("milk", "tea"), 3, 3.0), ("second", ("bread",), 2, 0.0)
    ]  # fmt: skip
    for form in (tmp_path / "lines.txt", [["tea", "milk"], ["bread"]]):
        found = api.utility(BASKETS, out, workload=form)
        assert [(one.name, one.error, one.relative_error) for one in found.details.workload] == [
            ("1", 0.0, 0.0), ("2", 2.0, 1.0)
        ]  # fmt: skip


@pytest.mark.slow
def test_a_disassociated_release_is_asked_what_estimate_answers(tmp_path: Path) -> None:
    made = api.anonymize_disassociation(BASKETS, tmp_path / "apart", k=2, m=2, workload=[["tea", "milk"], ["bread"]])
    estimates = api.estimate(tmp_path / "apart", items=[["tea", "milk"], ["bread"]])
    guesses = [one.expected for one in estimates.estimates]
    assert [one.expected for one in made.utility.details.workload] == pytest.approx(guesses)
    again = api.utility(BASKETS, tmp_path / "apart", workload=[["tea", "milk"], ["bread"]])
    assert again["workload_error_mean"] == pytest.approx(made.utility["workload_error_mean"])


def test_a_workload_that_asks_nothing_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_text("query,item\n")
    with pytest.raises(BadInput, match="workload cannot be read"):
        api.anonymize_km(BASKETS, tmp_path / "safe.csv", k=3, m=1, workload=tmp_path / "empty.csv")
    assert not (tmp_path / "safe.csv").exists()
