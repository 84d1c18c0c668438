"""LGPS: every release passes the look at all subsets, in each group and over all of them, also for original items."""

from fractions import Fraction

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.methods.adaptive import Cost, method
from setanon_sql.methods.adaptive.trials import Way
from setanon_sql.taxonomy import Taxonomy
from tests.adaptive_data import released
from tests.oracle import adaptive as oracle
from tests.strategies import ITEMS, baskets, taxonomies

RHO = st.sampled_from([Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)])
BOUND = st.sampled_from([None, None, 1, 2])


@given(
    baskets,
    taxonomies(),
    st.sets(st.sampled_from(ITEMS), min_size=1, max_size=4),
    RHO,
    st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1, 2)]),
    BOUND,
    st.sampled_from(method.WAYS),
    st.sampled_from(["ncp", "bits"]),
)
@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_every_release_passes_the_oracle(
    data: list[set[str]],
    tree: Taxonomy,
    sensitive: set[str],
    rho: Fraction,
    factor: Fraction,
    m: int | None,
    way: Way,
    cost: Cost,
) -> None:
    assume(any(sensitive & record for record in data) and any(record - sensitive for record in data))
    items = {item for record in data for item in record}
    shares = {
        item: rho + factor * Fraction(sum(item in record for record in data), len(data)) for item in sensitive & items
    }
    assume(max(shares.values()) < 1)
    with pytest.MonkeyPatch.context() as patch, DuckDBEngine(threads=1) as engine:
        patch.setattr(method, "_ways", lambda *_: (way,))
        rows, result = released(engine, data, tree, shares, m, cost)
    found = list(rows.values())
    assert not oracle.check(found, shares, m)
    assert not oracle.known_originally(data, found, tree, shares, m)
    assert result.ncp == oracle.ncp(dict(enumerate(data)), rows, tree, sensitive & items)
    assert all(row.labels & sensitive <= data[at] for at, row in rows.items())


def test_the_same_seed_gives_the_same_release(engine: DuckDBEngine) -> None:
    data = [{ITEMS[at % 3], ITEMS[3 + at % 4], ITEMS[(at * at) % 7]} for at in range(40)]
    tree = Taxonomy(dict.fromkeys("abc", "G1") | dict.fromkeys("defg", "G2") | {"G1": "top", "G2": "top"}, "top")
    shares = {"a": Fraction(2, 5), "f": Fraction(1, 3)}
    one, other = (released(engine, data, tree, shares)[0] for _ in range(2))
    assert one == other


def test_groups_may_have_labels_of_their_own(engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method, "WAYS", (Way(),))
    data = [{"a", "b"}, {"a"}, {"a", "s"}, {"b"}, {"a", "b", "s"}, {"b", "a"}, {"c"}, {"d"}, {"c", "d"}, {"c", "s"}] * 3
    tree = Taxonomy(dict.fromkeys("ab", "A") | dict.fromkeys("cd", "B") | {"A": "top", "B": "top"}, "top")
    rows, result = released(engine, data, tree, {"s": Fraction(1, 2)})
    assert result.group_count == len({row.group for row in rows.values()}) > 1
    assert not oracle.check(list(rows.values()), {"s": Fraction(1, 2)}, None)
