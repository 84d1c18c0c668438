"""The rho audit, equal to the look at every subset of every record, and the examples of the paper."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.models.rho.parameters import RhoUncertainty
from tests import lent
from tests.data import dataset_of, few
from tests.rho import oracle
from tests.rho.data import TABLE_1, fixed, personal
from tests.strategies import examples, records

RHO = st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(7, 10)])


def agrees(found: RhoAudit, expected: oracle.Found, persons: int) -> None:
    assert {size: n for size, n in found.by_size.items() if n} == expected.by_size()
    assert found.satisfied == (not expected.rules)
    assert found.max_confidence == pytest.approx(float(expected.max_confidence))
    assert found.at_risk == len(expected.at_risk)
    ranked = sorted(expected.highest.values())
    assert found.percentile == pytest.approx(float(ranked[ceil(Fraction(95, 100) * persons) - 1]))


@pytest.mark.slow
@given(records, st.sets(st.integers(0, 6), min_size=1), RHO, st.sampled_from([None, 1, 2, 3]))
@examples(120)
def test_a_fixed_constraint_equals_the_oracle(
    data: list[frozenset[int]], hidden: set[int], rho: Fraction, m: int | None
) -> None:
    assume(any(hidden & record for record in data))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        found = audit_rho(dataset, RhoUncertainty(rho, m), fixed(dataset, hidden))
        expected = oracle.check(data, data, dict.fromkeys(range(len(data)), hidden), rho, m)
        agrees(found, expected, len(data))


@pytest.mark.slow
@given(
    records,
    st.dictionaries(st.integers(0, 14), st.sets(st.integers(0, 6), min_size=1), min_size=1),
    RHO,
    st.sampled_from([None, 1, 2, 3]),
    st.sampled_from([0, 1_000]),
    st.sampled_from([0.1, 1]),
)
@examples(120)
def test_a_personal_constraint_equals_the_oracle(
    data: list[frozenset[int]], hidden: Mapping[int, set[int]], rho: Fraction, m: int | None, many: int, few: float
) -> None:
    """With few wishes and many, and where occurrences of what is no generator are taken out and where not."""
    items = {item for record in data for item in record}
    held = {at: hidden[at] & items for at, record in enumerate(data) if record and hidden.get(at, set()) & items}
    assume(held)
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        with patch("setanon_sql.models.rho.audit.MANY_WISHES", many), patch("setanon_sql.counting.rules._FEW", few):
            found = audit_rho(dataset, RhoUncertainty(rho, m), personal(dataset, hidden))
        agrees(found, oracle.check(data, data, hidden, rho, m), len(data))


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(4))
def test_counting_from_bits_equals_the_oracle_where_bits_need_several_words(seed: int) -> None:
    chance = Random(seed)
    weights = [0.7, 0.55, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02]
    data = [frozenset(at for at, weight in enumerate(weights) if chance.random() < weight) for _ in range(260)]
    hidden = {0, 3, 6, 8}
    rho = (Fraction(1, 3), Fraction(1, 2), Fraction(7, 10), Fraction(2, 5))[seed]
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        found = audit_rho(dataset, RhoUncertainty(rho), fixed(dataset, hidden))
        listed = audit_rho(dataset, RhoUncertainty(rho), fixed(dataset, hidden), worst=1)
    everybody = dict.fromkeys(range(len(data)), hidden)
    agrees(found, oracle.check(data, data, everybody, rho), len(data))
    assert {size: n for size, n in listed.by_size.items() if n} == {size: n for size, n in found.by_size.items() if n}
    assert (listed.at_risk, listed.percentile) == (found.at_risk, pytest.approx(found.percentile))


@pytest.mark.slow
@given(records, st.sets(st.integers(0, 6), min_size=1), st.sampled_from([None, 2, 3]), st.data())
@examples(150)
def test_limits_of_items_equal_the_listed_rules(
    data: list[frozenset[int]], hidden: set[int], m: int | None, drawn: st.DataObject
) -> None:
    """Figures alone are counted otherwise than rules that are listed."""
    assume(any(hidden & record for record in data))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        sensitive = fixed(dataset, hidden)
        thresholds = {str(item): drawn.draw(st.sampled_from([Fraction(1, 4), Fraction(3, 5)])) for item in hidden}
        model = AdaptiveRho(Fraction(1, 4), m, thresholds=thresholds)
        found, listed = (audit_rho(dataset, model, sensitive, worst=worst) for worst in (0, 1))
    assert found.by_size == listed.by_size if m else found.violations == listed.violations
    assert found.percentile == pytest.approx(listed.percentile)
    assert (found.at_risk, found.max_confidence) == (listed.at_risk, pytest.approx(listed.max_confidence))


def test_no_rule_is_listed_where_only_figures_are_wanted(engine: DuckDBEngine) -> None:
    dataset, run = dataset_of(engine, TABLE_1), list[str]()
    with patch.object(engine, "execute", side_effect=noting(run, engine.execute)):
        audit_rho(dataset, RhoUncertainty(Fraction(1, 2)), fixed(dataset, ["medicine"]))
    assert not [name for name in run if name.startswith("rules/larger_sets")]
    assert [name for name in run if name.startswith("rules/count_from_bits")]


def noting(into: list[str], execute: Callable[[str, str], Any]) -> Callable[[str, str], Any]:
    def noted(name: str, text: str) -> Any:
        into.append(name)
        return execute(name, text)

    return noted


def test_values_appear_only_where_they_are_asked_for(engine: DuckDBEngine) -> None:
    dataset = dataset_of(engine, TABLE_1)
    audit = audit_rho(dataset, RhoUncertainty(Fraction(1, 2)), fixed(dataset, ["medicine"]), worst=3)
    assert "worst" not in audit.to_json()
    assert "medicine" not in str(audit.to_json())
    assert audit.to_json(show_values=True)["worst"][0]["sensitive_item"] == "medicine"


def test_what_was_too_much_is_said(engine: DuckDBEngine) -> None:
    dataset = dataset_of(engine, [set(range(5)) - {missing} for missing in range(5)])
    audit = audit_rho(dataset, RhoUncertainty(Fraction(9, 10)), fixed(dataset, [0]), most_work=5)
    assert not audit.complete
    assert not audit.satisfied
    assert audit.refused > 5


@pytest.mark.parametrize("rho", ["0", "1", "-0.5", "1.5", "half", "nan", "inf"])
def test_a_bad_rho_is_refused(rho: str) -> None:
    with pytest.raises(BadParameter, match=r"^rho is"):
        RhoUncertainty(rho)  # type: ignore[arg-type]


def test_rho_is_what_was_written() -> None:
    assert RhoUncertainty(0.7).rho == Fraction(7, 10)  # type: ignore[arg-type]
    assert RhoUncertainty("1/3").parameters == {"rho": "1/3", "m": None}  # type: ignore[arg-type]
    assert RhoUncertainty("0.5", 2).parameters == {"rho": 0.5, "m": 2}  # type: ignore[arg-type]


def test_constraints_that_fit_nothing_are_refused(engine: DuckDBEngine) -> None:
    dataset = dataset_of(engine, TABLE_1)
    for bad in ([], ["Medicine"]):
        with pytest.raises(BadInput, match=r"in sensitive|sensitive names"):
            fixed(dataset, bad)
    with pytest.raises(BadInput, match="no person"):
        personal(dataset, {17: ["medicine"]})
    assert "1 of the 2 items" in fixed(dataset, ["medicine", "gin"]).notes[0]
    assert "1 of the 2 persons" in personal(dataset, {0: ["medicine"], 17: ["milk"]}).notes[0]
    everything = {item for record in TABLE_1 for item in record}
    assert "every item" in fixed(dataset, everything).notes[0]
