"""LGPS: every release passes the look at all subsets, in each group and over all of them, also for original items."""

from fractions import Fraction
from functools import partial

import pytest
from hypothesis import Phase, assume, given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.adaptive import method
from setanon_sql.models.adaptive.method.trials import Way
from setanon_sql.models.adaptive.options import AdaptiveCost
from setanon_sql.query.templates import Table
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.adaptive import oracle
from tests.adaptive.data import released
from tests.strategies import ITEMS, baskets, examples, taxonomies

RHO = st.sampled_from([Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)])
BOUND = st.sampled_from([None, None, 1, 2])


@pytest.mark.slow
@given(
    baskets,
    taxonomies(),
    st.sets(st.sampled_from(ITEMS), min_size=1, max_size=4),
    RHO,
    st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1, 2)]),
    BOUND,
    st.sampled_from([*method.WAYS, method.LARGE["ncp"]]),
    st.sampled_from(["ncp", "bits"]),
)
@examples(25, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_every_release_passes_the_oracle(
    data: list[set[str]],
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
    with pytest.MonkeyPatch.context() as patch, lent.engine() as engine:
        patch.setattr(method, "_ways", lambda *_: (way,))
        rows, result = released(engine, data, tree, shares, m, cost)
    found = list(rows.values())
    assert not oracle.check(found, shares, m)
    assert not oracle.known_originally(data, found, tree, shares, m)
    assert result.ncp == oracle.ncp(dict(enumerate(data)), rows, tree, sensitive & items)
    assert all(row.labels & sensitive <= data[at] for at, row in rows.items())


@pytest.mark.whole
def test_the_same_seed_gives_the_same_release(engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method, "WAYS", (Way(), method.LARGE["ncp"]))
    data = [{ITEMS[at % 3], ITEMS[3 + at % 4], ITEMS[(at * at) % 7]} for at in range(40)]
    tree = Taxonomy(dict.fromkeys("abc", "G1") | dict.fromkeys("defg", "G2") | {"G1": "top", "G2": "top"}, "top")
    shares = {"a": Fraction(2, 5), "f": Fraction(1, 3)}
    (one, result), (other, _) = (released(engine, data, tree, shares) for _ in range(2))
    assert one == other and engine.count(result.lost)


@pytest.mark.whole
@pytest.mark.parametrize("way", [*method.WAYS, *method.LARGE.values()])
def test_all_items_may_be_sensitive(engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch, way: Way) -> None:
    monkeypatch.setattr(method, "_ways", lambda *_: (way,))
    tree = Taxonomy(dict.fromkeys("xy", "top"), "top")
    shares = {"a": Fraction(2, 5), "b": Fraction(1, 2)}
    rows, result = released(engine, [{"a", "b"}, {"b"}], tree, shares)
    assert not oracle.check(list(rows.values()), shares, None) and result.ncp == Fraction(1, 3)


@pytest.mark.whole
def test_groups_may_have_labels_of_their_own(engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method, "WAYS", (Way(),))
    data = [{"a", "b"}, {"a"}, {"a", "s"}, {"b"}, {"a", "b", "s"}, {"b", "a"}, {"c"}, {"d"}, {"c", "d"}, {"c", "s"}] * 3
    tree = Taxonomy(dict.fromkeys("ab", "A") | dict.fromkeys("cd", "B") | {"A": "top", "B": "top"}, "top")
    rows, result = released(engine, data, tree, {"s": Fraction(1, 2)})
    assert result.group_count == len({row.group for row in rows.values()}) > 1
    assert not oracle.check(list(rows.values()), {"s": Fraction(1, 2)}, None)


def _table(engine: DuckDBEngine, name: str, columns: str, rows: list[tuple[int, ...]]) -> Table:
    names = columns.split()
    return engine.load_rows(name, dict.fromkeys(names, int), rows)


def test_a_part_is_unfit_that_has_too_few_records_and_still_a_sensitive_item(engine: DuckDBEngine) -> None:
    """With a threshold of 1/3 for item 9 a part of two records tells it of each with 1/2 at best, unless it is gone."""
    held = [(trial, record, 1) for trial, records in ((1, 2), (2, 3), (3, 2), (4, 3)) for record in range(records)]
    occurrences = _table(
        engine,
        "trial_occurrences",
        "trial_id record_id item node",
        [(trial, record, item, item) for trial, record, item in [*held, *((trial, 0, 9) for trial in (1, 2, 3, 4))]],
    )
    lost = _table(engine, "trial_lost", "trial_id record_id node", [(3, 0, 9), (4, 2, 1)])
    limits = _table(engine, "limits", "item limit_num limit_den", [(9, 1, 3)])
    unfit = engine.rows("adaptive/trial_costs/unfit", trial_occurrences=occurrences, trial_lost=lost, limits=limits)
    assert sorted(unfit) == [(1,), (4,)]  # 3 has lost the item, 4 the only item of its third record


def test_no_proposal_is_taken_that_has_an_unfit_part_or_does_not_lower_both_the_cost_and_ncp(
    engine: DuckDBEngine,
) -> None:
    table = partial(_table, engine)
    now = table("now", "group_id cost ncp", [(group, 10, 10) for group in range(1, 7)])
    proposed = [(1, 1, 1), (2, 3, 1), (3, 1, 2), (4, 1, 3), (5, 2, 4), (6, 2, 4)]
    parts = [(7, 2, 5), (8, 2, 5), (9, 3, 5), (10, 2, 6), (11, 2, 6)]
    trials = table("trials", "trial_id kind group_id", proposed + parts)
    of_proposed = [(1, 5, 11), (2, 9, 9), (3, 10, 5), (4, 5, 10), (5, 4, 5), (6, 4, 4)]
    of_parts = [(7, 1, 1), (8, 1, 1), (9, 8, 8), (10, 1, 1), (11, 1, 1)]
    costs = table("costs", "trial_id cost ncp", of_proposed + of_parts)
    unfit = table("unfit", "trial_id", [(8,), (9,), (10,), (11,)])  # one part, what is not divided, both parts
    winners = engine.rows("adaptive/next_groups/winners", now=now, trials=trials, costs=costs, unfit=unfit)
    assert sorted(winners) == [(1, 3), (4, 2), (5, 3)]


@pytest.mark.whole
def test_a_label_stays_where_its_leaves_are_worse(engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the leaves upwards: the first depth that costs more is not gone past, and of it only what gains is taken."""
    monkeypatch.setattr(method, "WAYS", (method.LARGE["bits"],))
    often = [{"a"}, {"b"}] * 20 + [{"a", "b"}] * 20
    data = [*often, {"c", "s"}, {"d"}, {"d"}, {"e"}, {"e"}, {"e", "s"}, {"f"}, {"f"}, {"f"}] * 2
    tree = Taxonomy(dict.fromkeys("ab", "A") | dict.fromkeys("cdef", "B") | {"A": "top", "B": "top"}, "top")
    rows, result = released(engine, data, tree, {"s": Fraction(1, 3)}, cost="bits")
    assert not oracle.check(list(rows.values()), {"s": Fraction(1, 3)}, None)
    assert {"a", "b"} <= set().union(*(row.labels for row in rows.values())) and result.group_count == 1


#: Sixteen pairs of siblings. Among the records with p, one in two with x has s, of those with its sibling none.
PAIRS = Taxonomy(
    {f"{one}{at}": f"L{at}" for one in "xy" for at in range(16)}
    | {f"L{at}": "things" for at in range(16)}
    | {"p": "P", "q": "Q", "P": "all", "Q": "all", "things": "all"},
    "all",
)
RISKY = [{"p", item} | more for at in range(16) for item, more in ((f"x{at}", {"s"}), (f"x{at}", set()))]
RISKY += [{"p", f"y{at}"} for at in range(16)] * 2
SAFE = [{"q", f"{one}{at}"} for one in "xy" for at in range(16)] * 3


@pytest.mark.whole
def test_bits_pay_for_labels_where_suppression_costs_more(
    engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A label of two among 34 leaves costs a fifth of an item: for four items less than the one s that would go."""
    monkeypatch.setattr(method, "WAYS", (method.LARGE["bits"],))
    rows, result = released(engine, RISKY, PAIRS, {"s": Fraction(1, 3)}, cost="bits")
    assert set().union(*(row.labels for row in rows.values())) == {"p", "s", *(f"L{at}" for at in range(16))}
    assert result.group_count == 1 and sum(len(row.labels) for row in rows.values()) == sum(map(len, RISKY))
    assert not oracle.check(list(rows.values()), {"s": Fraction(1, 3)}, None)


@pytest.mark.whole
def test_bits_pay_for_groups_where_items_are_risky_in_some_records_only(
    engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Items with p stand under labels, the same items with q as they are; in one group it is cheaper to suppress s."""
    data, shares = [*RISKY, *SAFE], {"s": Fraction(1, 3)}
    one_group = Way(divide=False, brief=True)
    monkeypatch.setattr(method, "WAYS", (one_group,))
    _, suppressed = released(engine, data, PAIRS, shares, cost="bits")
    monkeypatch.setattr(method, "WAYS", (one_group, Way()))
    rows, result = released(engine, data, PAIRS, shares, cost="bits")
    assert result.group_count > 1 == suppressed.group_count and result.loss < suppressed.loss
    for at, record in enumerate(data):
        kept = record if "q" in record else {f"L{item[1:]}" if item[0] in "xy" else item for item in record}
        assert rows[at].labels == kept
    assert engine.count(result.lost) == 0 < engine.count(suppressed.lost)
    assert not oracle.check(list(rows.values()), shares, None)
