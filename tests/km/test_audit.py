"""The audit equals brute force, with and without a taxonomy, and gives the known figures on real data."""

from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.api import audit_km as audit_source
from setanon_sql.errors import BadParameter
from setanon_sql.models.km import words
from setanon_sql.models.km.audit import AverageCase, KmAudit, audit_km
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import columns_of
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import above, dataset_of
from tests.oracle import km
from tests.strategies import baskets, examples, taxonomies


def audited(
    data: list[set[str]], k: int, m: int | None, taxonomy: Taxonomy | None, extras: KmExtras | None = None
) -> KmAudit:
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        if taxonomy is None:
            return audit_km(source, KmAnonymity(k, m), extras=extras)
        nodes = encode(engine, taxonomy, source)
        labels = engine.table(columns_of(nodes.nodes, item="node", label="label"))
        return audit_km(source, KmAnonymity(k, m), nodes.ancestors, labels, extras)


def expected(data: list[set[str]], k: int, m: int, taxonomy: Taxonomy | None) -> dict[str, dict[int, int]]:
    over = above(taxonomy) if taxonomy else {}
    wide = km.generalized(data, over)
    threats: Collection[frozenset[str]] = km.minimal_threats(wide, k, m, over)  # type: ignore[assignment]
    sizes = range(1, m + 1)
    return {
        "threats": {size: sum(len(threat) == size for threat in threats) for size in sizes},
        "at_risk": {size: km.records_at_risk(wide, threats, size) for size in sizes},
    }


@given(baskets.filter(any), st.integers(2, 5), st.integers(1, 5), st.none() | taxonomies())
@examples(150)
def test_the_audit_equals_brute_force(data: list[set[str]], k: int, m: int, taxonomy: Taxonomy | None) -> None:
    found = audited(data, k, m, taxonomy)
    wanted = expected(data, k, m, taxonomy)
    assert found.threats_by_size() == wanted["threats"]
    assert found.at_risk_by_size() == wanted["at_risk"]
    assert found.satisfied == km.is_km_anonymous(data, k, m)
    assert (found.records, found.rows) == (len(data), sum(map(len, data)))


@given(baskets.filter(any), st.integers(2, 4), st.integers(1, 4))
@examples(50)
def test_unicity_is_the_share_singled_out(data: list[set[str]], k: int, m: int) -> None:
    found = audited(data, k, m, None, KmExtras(unicity=True))
    supports = km.supports(data, m)
    for size, records in found.unique_by_size().items():
        alone = [itemset for itemset, n in supports.items() if n == 1 and len(itemset) <= size]
        assert records == sum(any(itemset <= record for itemset in alone) for record in data)


@given(baskets.filter(any), st.integers(2, 4), st.integers(1, 3))
@examples(50)
def test_the_listings_name_what_is_there(data: list[set[str]], k: int, m: int) -> None:
    found = audited(data, k, m, None, KmExtras(top_items=3, worst=100))
    threats = km.minimal_threats(data, k, m)
    supports = km.supports(data, m)
    assert {frozenset(one.labels): one.support for one in found.worst} == {one: supports[one] for one in threats}
    times = sorted(
        (sum(item in threat for threat in threats) for item in {i for t in threats for i in t}), reverse=True
    )
    assert [one.threats for one in found.top_items] == times[:3]
    for one in found.top_items:
        assert one.threats == sum(one.label in threat for threat in threats)


def test_the_average_case_draws_whole_records_when_it_can() -> None:
    data = [{"a", "b"}] * 6 + [{"a", "c"}, {"b", "c"}] + [{"a"}] * 4
    found = audited(data, 3, 2, None, KmExtras(average=1000))
    assert found.average == AverageCase(size=2, sampled=8, below_k=2)
    low, high = found.average.interval
    assert 0 < low < 2 / 8 < high < 1


def test_an_average_case_that_draws_nothing_tells_no_share() -> None:
    found = audited([{"a", "b"}] * 6, 3, 3, None, KmExtras(average=1000))
    assert found.average == AverageCase(size=3, sampled=0, below_k=0)
    told = found.to_json()["average_case"]
    assert told == {"size": 3, "sampled": 0, "below_k": 0, "share": None, "low": None, "high": None}
    assert "Average case: none, no record holds 3 items." in words.in_words(found, show_values=False)


def test_the_average_case_needs_m_and_a_seed_repeats_it() -> None:
    data = [{"a", "b", "c"}, {"b", "c", "d"}, {"a", "d", "e"}, {"a", "b", "e"}] * 2
    with pytest.raises(BadParameter, match="needs m"):
        audited(data, 2, None, None, KmExtras(average=5))
    draws = {audited(data, 3, 2, None, KmExtras(average=4, seed=seed)).average for seed in "1122"}
    assert len(draws) <= 2


def test_values_stay_out_of_json_unless_asked_for() -> None:
    found = audited([{"secret-item", "b"}] + [{"b"}] * 5, 3, 2, None, KmExtras(top_items=2, worst=2))
    assert "secret-item" not in str(found.to_json())
    assert "secret-item" in str(found.to_json(show_values=True))


@pytest.mark.whole
@pytest.mark.datasets
def test_bms_webview_2_gives_the_known_figures(datasets: Path) -> None:
    found = audit_source(datasets / "bms-webview-2.txt", k=5)
    threats = [211, 638_262, 1_033_678, 304_112, 135_113, 56_936, 14_417]
    generators = [76_464, 183_864, 321_572, 384_453, 284_300, 144_244]
    assert [level.threats for level in found.levels[:7]] == threats
    assert [level.generators for level in found.levels[1:7]] == generators
    assert found.complete
    assert found.levels[-1].generators == 0
    assert (found.records, found.rows) == (77_512, 358_278)


@pytest.mark.datasets
def test_bms_webview_1_gives_the_known_figures(datasets: Path) -> None:
    found = audit_source(datasets / "bms-webview-1.txt", k=5, m=3)
    assert [level.threats for level in found.levels] == [41, 30_592, 754_457]
    assert [level.generators for level in found.levels[1:]] == [32_627, 737_629]
