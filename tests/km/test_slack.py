"""Labels drawn by lot: within the cost, safe by another count, the same for the same seed, others for others."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter, NotReached
from tests.strategies import ITEMS, examples

TREE = [(item, f"g{at // 2}") for at, item in enumerate(ITEMS)] + [(f"g{at // 2}", "all") for at in range(len(ITEMS))]
EDGES = sorted(set(TREE))
held = st.frozensets(st.sampled_from(ITEMS), min_size=1, max_size=4)
DATA = {f"r{at}": sorted({ITEMS[at % 5], ITEMS[(at * at + 1) % 6], ITEMS[at % 3]}) for at in range(40)}


def records_of(release: api.Release) -> list[set[str]]:
    records: dict[str, set[str]] = {}
    for name, label in release.relation().fetchall():
        records.setdefault(str(name), set()).add(str(label))
    return list(records.values())


@pytest.mark.slow
@examples(8)
@given(st.lists(held, min_size=6, max_size=15), st.sampled_from(["none", "always"]), st.integers(1, 3))
def test_what_is_drawn_is_safe_and_costs_little_more(records: list[frozenset[str]], exceptions: Any, m: int) -> None:
    source = {str(at): sorted(record) for at, record in enumerate(records)}
    how: dict[str, Any] = {"k": 3, "m": m, "taxonomy": EDGES, "exceptions": exceptions, "optimum": 0}
    try:
        release = api.anonymize_km(source, None, seed="s", slack="0.5", **how)
    except NotReached:
        return
    assert release.drawn is not None
    assert release.drawn.best_cost - 1e-12 <= release.drawn.cost <= 1.5 * release.drawn.best_cost + 1e-12
    if release.drawn.cost > release.drawn.best_cost:
        assert not release.optimal
    published = records_of(release)
    for size in range(1, m + 1):
        for labels in combinations(sorted(set().union(*published)), size):
            assert sum(record.issuperset(labels) for record in published) not in {1, 2}


@pytest.mark.whole
def test_seeds_repeat_a_draw_and_others_draw_others() -> None:
    def drawn(seed: str, slack: Any = "60%") -> tuple[str, ...]:
        share = int(slack.strip("%")) / 100
        how: dict[str, Any] = {"optimum": 0, "exceptions": "none", "record_ids": "keep"}
        release = api.anonymize_km(DATA, None, k=5, m=2, taxonomy=EDGES, seed=seed, slack=share, **how)
        return tuple(sorted(map(str, release.relation().fetchall())))

    best = drawn("0", "0%")
    assert drawn("0") == drawn("0")
    others = {drawn(str(seed)) for seed in range(4)}
    assert len(others) > 1 and others != {best}
    assert {drawn(str(seed), "0%") for seed in range(2)} == {best}


def test_slack_is_refused_where_nothing_is_drawn() -> None:
    for wrong in ({"algorithm": "paper"}, {"algorithm": "aa"}, {"known": ["a"]}):
        with pytest.raises(BadParameter, match="slack draws among labels"):
            api.anonymize_km(DATA, None, k=5, m=2, taxonomy=EDGES, slack=0.05, **wrong)
    for share in (-0.1, 1.5):
        with pytest.raises(BadParameter, match="between 0 and 1"):
            api.anonymize_km(DATA, None, k=5, m=2, taxonomy=EDGES, slack=share)
