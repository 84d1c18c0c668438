"""Data, a taxonomy, and what is asked for of single items, for tests of releases by km."""

from typing import Any

from hypothesis import strategies as st

from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints, forest_of, read_decisions, resolve
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.km.methods import KmResult, anonymize_km
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.taxonomy import Taxonomy, encode
from tests.data import dataset_of
from tests.oracle.decisions import Records, Rules
from tests.strategies import ITEMS, baskets, taxonomies

Weights = dict[str, str]


@st.composite
def rules_of(draw: st.DrawFn, taxonomy: Taxonomy) -> tuple[Rules, Weights]:
    """Some rules about items and labels of a taxonomy that do not contradict each other, and weights."""
    labels = sorted(set(taxonomy.depth) - {taxonomy.root})
    some = st.lists(st.sampled_from(labels), max_size=2, unique=True)
    drop = draw(st.lists(st.sampled_from(ITEMS), max_size=1))
    able = [label for label in labels if not any(label in taxonomy.path(item) for item in drop)]
    keep = draw(st.lists(st.sampled_from(able), max_size=2, unique=True)) if able else []
    rules = [(item, "drop", "") for item in drop] + [(label, "keep", "") for label in keep]
    rules += [(label, "together", "") for label in draw(some)]
    for label in draw(some):
        rules.append((label, "at_most", draw(st.sampled_from([*taxonomy.path(label), "1", "2"]))))
    weight = st.sampled_from(["0.5", "2", "10", "1.25"])
    rules += [(label, "prefer", draw(weight)) for label in able[:1] if draw(st.booleans())]
    return rules, {label: draw(weight) for label in draw(some)}


@st.composite
def cases(draw: st.DrawFn) -> tuple[Records, Taxonomy, Rules, Weights]:
    data = draw(baskets.filter(any))
    used = set().union(*data)
    taxonomy = draw(taxonomies())
    rules, weights = draw(rules_of(taxonomy))
    return data, taxonomy, [(a, b, c) for a, b, c in rules if a in taxonomy.depth or a in used], weights


@st.composite
def small_cases(draw: st.DrawFn) -> tuple[Records, Taxonomy, Rules, Weights]:
    """The same, half of them without rules."""
    data, taxonomy, rules, weights = draw(cases())
    return (data, taxonomy, rules, weights) if draw(st.booleans()) else (data, taxonomy, [], {})


def wanted(engine: DuckDBEngine, nodes: Any, items: int, rules: Rules, weights: Weights) -> ItemConstraints:
    if not rules and not weights:
        return NO_CONSTRAINTS
    asked = read_decisions(engine, list(rules) or None, list(weights.items()) or None)
    return resolve(asked, forest_of(engine, nodes.nodes, items))


def run(
    engine: DuckDBEngine, case: tuple[Records, Taxonomy, Rules, Weights], k: int, m: int | None, **how: Any
) -> KmResult:
    data, taxonomy, rules, weights = case
    source = dataset_of(engine, data)
    nodes = encode(engine, taxonomy, source)
    asked = wanted(engine, nodes, source.distinct_items, rules, weights)
    return anonymize_km(source, KmAnonymity(k, m), nodes.nodes, nodes.ancestors, constraints=asked, **how)


def rows(engine: DuckDBEngine, result: KmResult, records: int) -> Records:
    published: Records = [set() for _ in range(records)]
    for record, label in engine.rows("release/shapes/labelled", published=result.rows, labels=result.labels):
        published[record - 1].add(label)
    return published
