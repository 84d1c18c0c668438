"""LGPS where persons count: their shares pass the look at all subsets, and each person's records are in one group."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import Phase, assume, given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.adaptive import method
from setanon_sql.models.adaptive.method import AdaptiveResult
from setanon_sql.models.adaptive.method.trials import Way
from setanon_sql.models.adaptive.options import AdaptiveCost
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.adaptive import oracle
from tests.adaptive.data import released
from tests.strategies import ITEMS, baskets, examples, persons_of, taxonomies

RHO = st.sampled_from([Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)])
BOUND = st.sampled_from([None, None, 1, 2])
TREE = Taxonomy(dict.fromkeys("ab", "A") | dict.fromkeys("cd", "B") | {"A": "top", "B": "top"}, "top")
HALF = Fraction(1, 2)


def one_way(
    engine: DuckDBEngine,
    data: Sequence[set[str]],
    tree: Taxonomy,
    shares: dict[str, Fraction],
    way: Way,
    *,
    persons: Sequence[int] | None,
    m: int | None = None,
    cost: AdaptiveCost = "ncp",
) -> tuple[dict[int, oracle.Row], AdaptiveResult]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(method, "_ways", lambda *_: (way,))
        return released(engine, data, tree, shares, m, cost, persons)


@pytest.mark.slow
@given(
    baskets,
    st.data(),
    taxonomies(),
    st.sets(st.sampled_from(ITEMS), min_size=1, max_size=4),
    RHO,
    st.sampled_from([Fraction(0), Fraction(1, 3), HALF]),
    BOUND,
    st.sampled_from([*method.WAYS, method.LARGE["ncp"]]),
    st.sampled_from(["ncp", "bits"]),
)
@examples(25, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_every_release_passes_the_oracle(
    data: list[set[str]],
    drawn: st.DataObject,
    tree: Taxonomy,
    sensitive: set[str],
    rho: Fraction,
    factor: Fraction,
    m: int | None,
    way: Way,
    cost: AdaptiveCost,
) -> None:
    assume(any(sensitive & record for record in data))
    items = {item for record in data for item in record}
    shares = {
        item: rho + factor * Fraction(sum(item in record for record in data), len(data)) for item in sensitive & items
    }
    assume(max(shares.values()) < 1)
    persons = drawn.draw(persons_of(len(data)))
    with lent.engine() as engine:
        rows, _ = one_way(engine, data, tree, shares, way, persons=persons, m=m, cost=cost)
    found = list(rows.values())
    assert not oracle.check(found, shares, m)
    assert not oracle.known_originally(data, found, tree, shares, m)
    assert not oracle.check_persons(rows, persons, data, tree, shares, m)
    assert in_one_group_each(rows, persons)


def in_one_group_each(rows: dict[int, oracle.Row], persons: Sequence[int]) -> bool:
    return len({(persons[at], row.group) for at, row in rows.items()}) == len({persons[at] for at in rows})


@pytest.mark.slow
def test_groups_hold_whole_persons() -> None:
    """Records divide by what they hold; persons, who hold both by turns, do not, but for those who hold one kind."""
    data = [{"a", "b"}, {"a"}, {"c", "d"}, {"c"}, {"a", "s"}, {"c", "s"}] * 6
    by_turns = [at % 6 // 2 if at < 24 else 10 + at for at in range(36)]
    with lent.engine() as engine:
        apart, result = one_way(engine, data, TREE, {"s": HALF}, Way(), persons=None)
        assert result.group_count > 1 and not in_one_group_each(apart, by_turns)
    with lent.engine() as engine:
        rows, result = one_way(engine, data, TREE, {"s": HALF}, Way(), persons=by_turns)
    assert in_one_group_each(rows, by_turns) and result.group_count > 1
    assert not oracle.check_persons(rows, by_turns, data, TREE, {"s": HALF}, None)


@pytest.mark.slow
def test_one_record_each_is_the_release_of_records() -> None:
    data = [{"a", "b"}, {"a"}, {"a", "s"}, {"b"}, {"a", "b", "s"}, {"c"}, {"d"}, {"c", "d"}, {"c", "s"}] * 3
    results = []
    for persons in (None, range(1, len(data) + 1)):
        with lent.engine() as engine:
            rows, _ = one_way(engine, data, TREE, {"s": HALF}, Way(), persons=persons)
            results.append({at: row.labels for at, row in rows.items()})
    assert results[0] == results[1]
