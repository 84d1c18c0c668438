"""Constraints and weights in the search for labels: every release obeys them, none that does costs less than proved."""

import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.errors import BadInput, NotReached
from setanon_sql.methods.giving_up import items_to_give_up
from setanon_sql.models.km.methods import proof as room
from setanon_sql.models.km.methods import threats as counting
from setanon_sql.options.words import Algorithm, LabelCost
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.data import skewed
from tests.km_cases import Weights, cases, rows, run
from tests.oracle import decisions as oracle
from tests.oracle import km
from tests.oracle.decisions import Records, Rules
from tests.strategies import examples


@given(cases(), st.integers(2, 3), st.sampled_from([1, 2, 3, None]), st.sampled_from(["ncp", "lm", "bits"]))
@examples(100, deadline=None)
def test_nothing_that_obeys_costs_less(
    case: tuple[Records, Taxonomy, Rules, Weights], k: int, m: int | None, cost: LabelCost
) -> None:
    data, taxonomy, rules, weights = case
    if len(data) < k:
        return
    choices = oracle.safe_choices(data, taxonomy, rules, k, m)
    with lent.engine() as engine:
        try:
            result = run(engine, case, k, m, cost=cost, seconds=20.0)
        except NotReached as error:
            assert_not_reached(case, choices, k, m, error)
            return
        published = rows(engine, result, len(data))
    labels = [str(label) for label in result.tree.labels[list(result.kept)]]
    dropped = oracle.of(rules, "drop", taxonomy, data)
    assert published == oracle.released(data, taxonomy, labels, dropped)
    assert oracle.obeys(data, taxonomy, labels, rules)
    assert km.is_km_anonymous(published, k, m or 7)
    assert result.cost == pytest.approx(oracle.cost(data, taxonomy, labels, rules, weights, cost))
    least = min(oracle.cost(data, taxonomy, one, rules, weights, cost) for one in choices)
    assert result.nearest and result.nearest.proved
    assert result.nearest.bound == pytest.approx(least, abs=1e-7)
    assert result.cost == pytest.approx(least, abs=1e-7)


def assert_not_reached(
    case: tuple[Records, Taxonomy, Rules, Weights],
    choices: list[tuple[str, ...]],
    k: int,
    m: int | None,
    error: NotReached,
) -> None:
    """No choice obeys all rules, or those that do keep nothing that costs less than suppressing everything."""
    data, taxonomy, rules, weights = case
    keep = oracle.of(rules, "keep", taxonomy, data)
    if found := re.search(r"items to give up has ([\d,]+)", str(error)):
        assert not choices
        assert int(found[1]) == oracle.fewest_to_give_up(data, keep, k, m)
    else:
        assert all(oracle.cost(data, taxonomy, one, rules, weights, "ncp") > 1 - 1e-9 for one in choices)


@pytest.mark.slow
@given(cases(), st.integers(2, 3), st.sampled_from([1, 2, 3, None]), st.sampled_from(["improved", "paper", "down"]))
@examples(80, deadline=None)
def test_every_search_obeys(case: tuple[Records, Taxonomy, Rules, Weights], k: int, m: int | None, how: str) -> None:
    """Also that of the paper, and rounds that go down from a coarse cut; each item that goes has a cause that is so."""
    data, taxonomy, rules, _ = case
    if len(data) < k:
        return
    algorithm: Algorithm = "paper" if how == "paper" else "improved"
    with pytest.MonkeyPatch.context() as patch, lent.engine() as engine:
        if how == "down":
            m = m or 3
            patch.setattr("setanon_sql.models.km.methods.MOST_SETS", -1)
            patch.setattr(counting.Supporters, "sparing", property(lambda one: True))
        try:
            result = run(engine, case, k, m, algorithm=algorithm)
        except NotReached:
            return
        published = rows(engine, result, len(data))
        changes = engine.execute("test", f"FROM {result.changes.expression().sql('duckdb')}").fetchall()
    labels = [str(label) for label in result.tree.labels[list(result.kept)]]
    dropped = oracle.of(rules, "drop", taxonomy, data)
    assert published == oracle.released(data, taxonomy, labels, dropped)
    assert oracle.obeys(data, taxonomy, labels, rules)
    assert km.is_km_anonymous(published, k, m or 7)
    names = {int(item): str(result.tree.labels[item]) for item, *_ in changes}
    for item, action, label, cause in changes:
        path = taxonomy.path(names[item])
        assert (action, label) == (("suppressed", None) if names[item] in dropped else _fate(path, labels))
        if cause:
            threat = set(json.loads(cause))
            wide = [{over for one in record - dropped for over in taxonomy.path(one)} for record in data]
            assert 0 < sum(threat <= record for record in wide) < k


def _fate(path: tuple[str, ...], kept: list[str]) -> tuple[str, str | None]:
    label = next((one for one in path if one in kept), None)
    return ("generalized", label) if label else ("suppressed", None)


@pytest.mark.parametrize("sets", [150, 10_000])
def test_larger_threats_that_a_proof_learns_leave_what_must_stay(monkeypatch: pytest.MonkeyPatch, sets: int) -> None:
    data, parent = skewed(5, items=20, records=150, longest=5, flat=2)
    monkeypatch.setattr(room, "SETS", sets)
    monkeypatch.setattr(room, "_FEW", 1_000)
    often = sorted(set().union(*data), key=lambda item: (-sum(item in record for record in data), item))
    case = (data, Taxonomy(parent, "top"), [(item, "keep", "") for item in often[:2]], {})
    with lent.engine() as engine:
        try:
            result = run(engine, case, 3, 3, seconds=20.0)
        except NotReached as error:
            pytest.fail(str(error))
        published = rows(engine, result, len(data))
    labels = {str(label) for label in result.tree.labels[list(result.kept)]}
    assert set(often[:2]) <= labels
    assert km.is_km_anonymous(published, 3, 3)
    assert result.nearest and result.nearest.bound <= result.cost + 1e-9


@given(st.lists(st.frozensets(st.integers(1, 8), min_size=1, max_size=3), min_size=1, max_size=12))
@examples(100, deadline=None)
def test_the_fewest_are_given_up(sets: list[frozenset[int]]) -> None:
    least = {one for one in sets if not any(other < one for other in sets)}
    threats = [np.array(sorted(sorted(one) for one in least if len(one) == size)) for size in (1, 2, 3)]
    given_up, proved = items_to_give_up([found for found in threats if len(found)])
    assert proved and all(one & set(given_up) for one in least)
    fewest = min(
        bin(bits).count("1") for bits in range(256) if all(any(bits >> node - 1 & 1 for node in one) for one in least)
    )
    assert len(given_up) == fewest


def test_what_must_stay_and_cannot_is_told_by_number_and_with_its_threats() -> None:
    data: Records = [{"a", "b"}] * 3 + [{"a", "c"}, {"b", "d"}, {"c"}, {"c"}, {"d"}, {"d"}, {"e"}]
    case = (data, Taxonomy(dict.fromkeys("abcde", "top"), "top"), [(one, "keep", "") for one in "abcde"], {})
    with lent.engine() as engine, pytest.raises(NotReached) as caught:
        run(engine, case, 3, 2)
    assert "not all of the 5 items to keep can stay: of 3 minimal sets" in caught.value.message
    assert "The smallest set of items to give up has 3" in caught.value.message
    assert "held by too few records: e" in caught.value.details
    assert not re.search(r"\b[a-e]\b(?!,? smaller)", caught.value.message.replace("a smaller", "").replace(" a ", " "))


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ([("a", "hold", "")], "row 1 of constraints: there is no such rule"),
        ([("a", "keep", ""), ("", "keep", "")], "row 2 of constraints: the item is missing"),
        ([("z", "keep", "")], "row 1 of constraints: the item is neither in the data nor a label"),
        ([("a", "keep", ""), ("a", "drop", "")], "rows 1, 2 of constraints: an item cannot be dropped and also kept"),
        ([("G", "keep", ""), ("a", "drop", "")], "rows 1, 2 of constraints: an item cannot be dropped and also kept"),
        ([("a", "prefer", "")], "row 1 of constraints: the level is missing"),
        ([("a", "at_most", "")], "row 1 of constraints: the level is missing"),
        ([("a", "at_most", "b")], "row 1 of constraints: the level is not a label at or over the item"),
        ([("a", "at_most", "zzz")], "row 1 of constraints: the level is neither a label nor a depth"),
        ([("a", "keep", "G")], "row 1 of constraints: this rule has no level"),
        ([("a", "prefer", "heavy")], "row 1 of constraints: this is no weight"),
        ([("a", "prefer", "0")], "row 1 of constraints: this is no weight"),
        ([("a", "keep", ""), ("a", "keep", "")], "rows 1, 2 of constraints: the same rule is there more than once"),
    ],
)
def test_what_is_wrong_with_rows_is_told_by_their_place(rules: Rules, told: str) -> None:
    data: Records = [{"a", "b"}] * 3
    case = (data, Taxonomy({"a": "G", "b": "G", "G": "top"}, "top"), rules, {})
    with lent.engine() as engine, pytest.raises(BadInput, match=re.escape(told)):
        run(engine, case, 2, 1)
