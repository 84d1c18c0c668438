"""Subtrees in which nothing can be known are settled before the search: nothing that obeys costs less."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import NotReached
from setanon_sql.models.km.methods import KmResult, anonymize_km
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.options.words import LabelCost
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.km_cases import Weights, rows, small_cases, wanted
from tests.oracle import decisions, km
from tests.oracle.decisions import Records, Rules
from tests.strategies import ITEMS, examples

Case = tuple[Records, Taxonomy, Rules, Weights]


def run(engine: DuckDBEngine, case: Case, known: set[str], k: int, m: int | None, cost: LabelCost = "ncp") -> KmResult:
    data, taxonomy, rules, weights = case
    source = dataset_of(engine, data)
    nodes = encode(engine, taxonomy, source)
    named = {label: item for item, label in engine.rows("taxonomy/nodes/labels", items=source.items)}
    items = engine.load("known", {"item": int}, [sorted(named[item] for item in known & named.keys())])
    asked = wanted(engine, nodes, source.distinct_items, rules, weights)
    over = engine.table("sets/known/nodes", ancestors=nodes.ancestors, known=items)
    model = KmAnonymity(k, m, known=True)
    return anonymize_km(
        source, model, nodes.nodes, nodes.ancestors, cost=cost, seconds=20, constraints=asked, known=over
    )


def safe(data: Records, taxonomy: Taxonomy, kept: tuple[str, ...], known: set[str], k: int, m: int | None) -> bool:
    """Does whoever knows some of the known items find k records, or none?"""
    over = {label for item in known & set().union(*data) for label in taxonomy.path(item)}
    return km.is_km_anonymous([record & over for record in decisions.released(data, taxonomy, kept, set())], k, m or 7)


@pytest.mark.slow
@given(small_cases(), st.frozensets(st.sampled_from(ITEMS), max_size=3), st.integers(2, 3),
       st.sampled_from([1, 2, 2, 3, None]), st.sampled_from(["ncp", "lm", "bits"]))  # fmt: skip
@examples(150, deadline=None)
def test_nothing_that_obeys_costs_less(
    case: Case, known: frozenset[str], k: int, m: int | None, cost: LabelCost
) -> None:
    data, taxonomy, rules, weights = case
    if len(data) < k:
        return
    dropped = decisions.of(rules, "drop", taxonomy, data)
    left = [record - dropped for record in data]
    with lent.engine() as engine:
        try:
            result = run(engine, case, set(known), k, m, cost)
        except NotReached:
            return
        released = rows(engine, result, len(data))
    kept = tuple(str(result.tree.labels[node]) for node in result.kept)
    assert released == decisions.released(left, taxonomy, kept, set())
    assert safe(left, taxonomy, kept, set(known), k, m) and decisions.obeys(data, taxonomy, kept, rules)
    assert result.cost == pytest.approx(decisions.cost(data, taxonomy, kept, rules, weights, cost), abs=1e-6)
    assert result.nearest and result.nearest.proved
    least = min(
        decisions.cost(data, taxonomy, choice, rules, weights, cost)
        for choice in decisions.antichains(taxonomy)
        if decisions.obeys(data, taxonomy, choice, rules) and safe(left, taxonomy, choice, set(known), k, m)
    )
    assert result.cost <= least * (1 + 2e-5) + 1e-6


FRUIT = Taxonomy({"fig": "fruit", "pear": "fruit", "plum": "fruit", "fruit": "all", "tea": "drinks", "ale": "drinks",
                  "drinks": "all"}, "all")  # fmt: skip


def test_what_nobody_knows_stays_unless_a_label_is_over_it(engine: DuckDBEngine) -> None:
    data: Records = [{"fig", "tea"}, {"pear", "ale"}, {"plum", "ale"}, {"pear"}]
    assert rows(engine, run(engine, (data, FRUIT, (), {}), set(), 2, 2), 4) == data
    result = run(engine, (data, FRUIT, (), {}), {"fig"}, 2, 2)
    assert rows(engine, result, 4) == [{"tea"}, *data[1:]]  # one of seven rows, where fruit costs four times 3/5
    result = run(engine, (data, FRUIT, [("fig", "prefer", "10")], {}), {"fig"}, 2, 2)
    assert rows(engine, result, 4) == [{"fruit", "tea"}, {"fruit", "ale"}, {"fruit", "ale"}, {"fruit"}]
