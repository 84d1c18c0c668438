"""SUPPRESSOR: every result passes the look at all subsets; nothing is added; the paper's algorithm is there."""

import statistics
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from hashlib import md5
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from setanon_sql.counting.personal import PersonalConstraint
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import NotReached
from setanon_sql.models.rho.method import anonymize_rho, exact
from setanon_sql.models.rho.method.choice import BrokenRules, Frequencies, choose, in_turn
from setanon_sql.models.rho.method.long_records import settle_long_records
from setanon_sql.models.rho.method.rounds import decide
from setanon_sql.models.rho.method.run import Run
from setanon_sql.models.rho.method.samples import may_succeed, sample_size, share_of_delta
from setanon_sql.models.rho.options import Bound
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.options.words import Algorithm
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.limits import limits_for
from setanon_sql.verify import VerificationInputs, recount
from tests import lent
from tests.data import dataset_of, lines_of
from tests.rho import oracle
from tests.rho.data import fixed, personal, told
from tests.strategies import examples, records

RHO = st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(7, 10)])
#: Only somebody who knows all items but the hidden one (the last) is surer of it than 1/2: of three, and of four items.
LONGEST = [frozenset(record) for record in ({0, 1, 2}, {0}, {1})]
LONGER = [frozenset(record) for record in ({0, 1, 2, 3}, {0, 1}, {0, 2}, {1, 2})]
#: The limit 1/2 of the items up to 2.
HALVES = np.array([0, 1, 1]), np.array([1, 2, 2])
HALF = Fraction(1, 2)
BOUND = st.sampled_from([None, 1, 2, 3])


def published(
    dataset: Dataset,
    model: RhoUncertainty,
    constraint: Constraint,
    algorithm: Algorithm = "improved",
    bound: Bound = "exact",
) -> list[set[int]]:
    """The published records, with the labels of the test as whole numbers."""
    result = anonymize_rho(dataset, model, constraint, "seed", algorithm=algorithm, bound=bound)
    rows = dataset.engine.table("release/shapes/labelled", published=result.rows, labels=dataset.items)
    found: list[set[int]] = [set() for _ in range(dataset.records)]
    for record, label in dataset.engine.execute("test", f"FROM {rows.expression().sql('duckdb')}").fetchall():
        found[record - 1].add(int(label))
    assert sum(map(len, found)) == result.rows_after == dataset.rows - dataset.engine.count(result.suppressed)
    return found


@pytest.mark.slow
@given(records, st.sets(st.integers(0, 6), min_size=1), RHO, BOUND, st.sampled_from(["improved", "improved", "paper"]))
@example(LONGEST, {2}, HALF, None, "improved")
@example(LONGER, {3}, HALF, None, "improved")
@examples(60)
def test_every_release_with_a_fixed_constraint_passes_the_oracle(
    data: list[frozenset[int]], hidden: set[int], rho: Fraction, m: int | None, algorithm: Algorithm
) -> None:
    assume(any(hidden & record for record in data))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        after = published(dataset, RhoUncertainty(rho, m), fixed(dataset, hidden), algorithm)
    assert all(new <= old for new, old in zip(after, data, strict=True))
    assert not oracle.check(data, after, dict.fromkeys(range(len(data)), hidden), rho, m).rules


@pytest.mark.slow
@given(
    records,
    st.dictionaries(st.integers(0, 14), st.sets(st.integers(0, 6), min_size=1), min_size=1),
    RHO,
    BOUND,
)
@example(LONGEST, {0: {2}}, HALF, None)
@example(LONGER, {0: {3}}, HALF, None)
@examples(60)
def test_every_release_with_personal_wishes_passes_the_oracle(
    data: list[frozenset[int]], hidden: Mapping[int, set[int]], rho: Fraction, m: int | None
) -> None:
    items = {item for record in data for item in record}
    assume(any(record and hidden.get(at, set()) & items for at, record in enumerate(data)))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        after = published(dataset, RhoUncertainty(rho, m), personal(dataset, hidden))
    assert all(new <= old for new, old in zip(after, data, strict=True))
    assert not oracle.check(data, after, hidden, rho, m).rules


@given(records, st.sets(st.integers(0, 6), min_size=1), RHO, BOUND)
@examples(60)
def test_the_recount_of_a_release_equals_the_oracle(
    data: list[frozenset[int]], hidden: set[int], rho: Fraction, m: int | None
) -> None:
    with lent.engine() as engine:
        lines = lines_of(engine, data)
        inputs = VerificationInputs(engine.load("sensitive", {"label": str}, [[str(item) for item in hidden]]))
        found = recount(engine, lines, RhoUncertainty(rho, m), inputs)
    expected = oracle.check(data, data, dict.fromkeys(range(len(data)), hidden), rho, m)
    assert told(found.problems) == oracle.first([len(known) for known, _ in expected.rules])


@given(
    records,
    st.dictionaries(st.integers(0, 14), st.sets(st.integers(0, 6), min_size=1), min_size=1),
    st.data(),
    RHO,
    BOUND,
)
@examples(60)
def test_the_recount_against_personal_wishes_looks_at_the_original(
    data: list[frozenset[int]], hidden: Mapping[int, set[int]], draw: st.DataObject, rho: Fraction, m: int | None
) -> None:
    after = [draw.draw(st.sets(st.sampled_from(sorted(record)))) if record else set() for record in data]
    with lent.engine() as engine:
        wishes = lines_of(engine, [hidden.get(at, set()) for at in range(len(data))])
        labels = engine.load("sensitive", {"label": str}, [[str(item) for item in set().union(*hidden.values())]])
        inputs = VerificationInputs(labels, wishes, lines_of(engine, data))
        found = recount(engine, lines_of(engine, after), RhoUncertainty(rho, m), inputs)
    expected = oracle.check(data, after, hidden, rho, m)
    assert told(found.problems) == oracle.first([len(known) for known, _ in expected.rules])


@pytest.mark.slow
@given(records, st.sets(st.integers(0, 6), min_size=1), st.sampled_from(["exact", "hoeffding"]))
@examples(15)
def test_a_sampled_release_adds_nothing_and_keeps_its_promise(
    data: list[frozenset[int]], hidden: set[int], bound: Bound
) -> None:
    assume(any(hidden & record for record in data))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        # One such release in a billion may break the promise.
        model = RhoUncertainty.from_shares("0.5", 3, "0.1", "0.000000001")
        after = published(dataset, model, fixed(dataset, hidden), bound=bound)
    assert all(new <= old for new, old in zip(after, data, strict=True))
    broken = {known for known, _ in oracle.check(data, after, dict.fromkeys(range(len(data)), hidden), HALF, 3).rules}
    for size in range(1, 4):
        shares = [
            statistics.mean(frozenset(known) in broken for known in combinations(record, size))
            for record in data
            if len(record) >= size
        ]
        assert not shares or statistics.mean(shares) <= 0.1


def _pairs(engine: DuckDBEngine, first: str, second: str, rows: list[tuple[int, int]]) -> Table:
    return engine.load("pairs", {first: int, second: int}, [[a for a, _ in rows], [b for _, b in rows]])


@given(records, st.sets(st.tuples(st.integers(0, 13), st.integers(0, 6))), st.sets(st.frozensets(st.integers(0, 6))))
@examples(60)
def test_who_held_a_set_and_lost_an_item_of_it_is_found(
    data: list[frozenset[int]], lost: set[tuple[int, int]], some: set[frozenset[int]]
) -> None:
    lost = {(at, item) for at, item in lost if at < len(data) and item in data[at]}
    sets = dict(enumerate(some - {frozenset()}, 1))
    with lent.engine() as engine:
        original = _pairs(engine, "record_id", "item", [(at, x) for at, record in enumerate(data) for x in record])
        suppressed = _pairs(engine, "record_id", "item", sorted(lost))
        beside = engine.table("suppressor/rules_to_mend/beside_lost", suppressions=suppressed, original=original)
        found = engine.rows(
            "suppressor/rules_to_mend/lost_occurrences",
            rules=_pairs(engine, "set_id", "sensitive_item", [(number, 0) for number in sets if number % 3]),
            members=_pairs(engine, "set_id", "item", [(n, x) for n, known in sets.items() for x in known]),
            beside_lost=beside,
            original=original,
        )
    expected = {
        (at, number)
        for number, known in sets.items()
        for at, record in enumerate(data)
        if number % 3 and known <= record and any((at, item) in lost for item in known)
    }
    assert sorted(found) == sorted(expected)


def test_no_question_is_put_to_all_wishes_twice(engine: DuckDBEngine) -> None:
    def table(name: str, first: str, second: str, rows: list[tuple[int, int]]) -> Table:
        return engine.load(name, {first: int, second: int}, [[a for a, _ in rows], [b for _, b in rows]])

    personal = PersonalConstraint(engine, table("wishes", "record_id", "item", [(1, 7), (2, 8), (9, 9)]))
    places = table("occurrences", "record_id", "set_id", [(1, 1), (2, 1), (2, 2)])
    few = personal.targeted_so_far(table("rules", "set_id", "sensitive_item", [(1, 7)]), places)
    assert engine.rows(all_rows(few)) == [(1, 7)]
    personal.wishes = table("none", "record_id", "item", [])
    again = personal.targeted_so_far(table("rules", "set_id", "sensitive_item", [(1, 7), (2, 8)]), places)
    assert engine.rows(all_rows(again)) == [(1, 7)]
    assert personal.rule_targets and engine.count(personal.rule_targets) == 3


def test_the_same_seed_gives_the_same_release(engine: DuckDBEngine) -> None:
    data = [{at % 3, 3 + at % 4, 7 + at % 5} for at in range(60)]
    results = []
    for _ in range(2):
        dataset = dataset_of(engine, data)
        results.append(published(dataset, RhoUncertainty(Fraction(1, 3)), fixed(dataset, [3, 7, 8])))
    assert results[0] == results[1]


def test_long_records_are_settled_first(engine: DuckDBEngine) -> None:
    data = [set(range(20)), set(range(20)) - {3}, set(range(5, 12)), {1}, {2}]
    dataset = dataset_of(engine, data)
    after = published(dataset, RhoUncertainty(Fraction(1, 2)), fixed(dataset, [3, 4]))
    assert after[0] - {4} >= data[0] - {3, 4}
    assert after[2] == data[2]


@pytest.mark.parametrize(("sampled", "left"), [(True, [8, 7]), (False, [0, 7])])
def test_a_record_that_is_all_sensitive_is_not_settled_for_random_adversaries(
    engine: DuckDBEngine, sampled: bool, left: list[int]
) -> None:
    dataset = dataset_of(engine, [range(8), [0, *range(10, 17)]])
    odds = ("0.05", "0.05") if sampled else ()
    model = RhoUncertainty.from_shares(HALF, 2, *odds)
    limits = limits_for(dataset, fixed(dataset, range(8)).sensitive, model)
    run = Run(engine, dataset.transactions, model, limits, "seed")
    settle_long_records(run)
    rows = engine.rows("release/shapes/labelled", published=run.present, labels=dataset.items)
    assert [sum(record == at for record, _ in rows) for at in (1, 2)] == left


def test_where_it_is_too_much_nothing_comes_out(engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "FIRST_WORK", 4)
    monkeypatch.setattr(exact, "MOST_WORK", 4)
    monkeypatch.setattr(exact, "MOST_TIMES", 0)
    data = [{*range(3), 10 + at % 4} for at in range(40)] * 2
    dataset = dataset_of(engine, data)
    with pytest.raises(NotReached, match="too much"):
        anonymize_rho(dataset, RhoUncertainty(Fraction(9, 10)), fixed(dataset, [10]), "1")
    monkeypatch.setattr(exact, "MOST_TIMES", 20)  # what is too much for few records is not for many
    assert anonymize_rho(dataset, RhoUncertainty(Fraction(9, 10)), fixed(dataset, [10]), "1").rows


def _rule(joint: int, support: int, items: list[int], sensitive_item: int) -> BrokenRules:
    one = [np.array([value]) for value in (1, sensitive_item, joint, support, len(items) - 1)]
    return BrokenRules(*one, np.array([sorted(items)]), *[np.zeros(1, np.int64)] * 2)


def test_the_item_that_was_suppressed_least_is_chosen() -> None:
    counts = Frequencies(np.array([0, 4, 1]), np.array([0, 4, 3]))
    items, amounts = choose(_rule(3, 4, [1, 2], sensitive_item=2), *HALVES, counts)
    assert (items.tolist(), amounts.tolist()) == ([1], [2])
    assert counts.now.tolist() == [0, 4, 1], "what is chosen is not gone yet"


def test_what_is_suppressed_leaves_the_counts_and_then_the_data(engine: DuckDBEngine) -> None:
    dataset = dataset_of(engine, [[0, 1], [0], [0, 2]])
    limits = limits_for(dataset, fixed(dataset, [1]).sensitive, RhoUncertainty(HALF))
    run = Run(engine, dataset.transactions, RhoUncertainty(HALF), limits, "seed")
    names = ("record_id", "item", "cause")
    assert run.suppress(engine.load("suppressions", dict.fromkeys(names, int), [[1, 2], [1, 1], [1, 1]])) == 2
    assert (run.counts.now.tolist(), run.counts.original.tolist()) == ([0, 1, 1, 1], [0, 3, 1, 1])
    assert engine.count(run.present) == 5
    run.remove_suppressed()
    assert sorted(engine.rows(all_rows(run.present))) == [(1, 2), (3, 1), (3, 3)]
    assert engine.count(dataset.transactions) == 5


@st.composite
def chosen_rules(draw: st.DrawFn) -> list[tuple[list[int], list[int], int, int]]:
    """Rules in turn: their items, the records that hold them, and of the item to be lost its place and how often."""
    rules = []
    for _ in range(draw(st.integers(1, 8))):
        items = draw(st.lists(st.integers(1, 5), min_size=2, max_size=3, unique=True))
        holders = draw(st.lists(st.integers(1, 6), min_size=1, unique=True))
        rules.append((items, holders, draw(st.integers(0, len(items) - 1)), draw(st.integers(1, len(holders)))))
    return rules


@given(chosen_rules())
@examples(60)
def test_rules_pick_records_and_are_accepted_in_turn(rules: list[tuple[list[int], list[int], int, int]]) -> None:
    numbered = list(enumerate(rules, 1))
    parts = [
        (turn, record, item, len(holders), times if at == lost else 0)
        for turn, (items, holders, lost, times) in numbered
        for record in holders
        for at, item in enumerate(items)
    ]
    with lent.engine() as engine:
        kinds: dict[str, type[int] | type[str]]
        kinds = dict.fromkeys(("rank", "record_id", "item", "held", "needed"), int)
        records = engine.load("rule_records", kinds, list(zip(*parts, strict=True)))
        proposed = engine.table("suppressor/mend_round/proposed_suppressions", rule_records=records, key="s")
        conflicts = engine.table(
            "suppressor/mend_round/conflicts", proposed_suppressions=proposed, rule_records=records
        )
        decisions, accepted = decide(engine, len(rules), proposed, conflicts)
        binds = {"proposed_suppressions": proposed, "decisions": decisions}
        gone = engine.rows("suppressor/mend_round/suppressions", first=10, **binds)
        found = {
            turn: {record for at, record, _ in engine.rows(all_rows(proposed)) if at == turn} for turn, _ in numbered
        }
    served = Counter((record, item) for items, holders, _, _ in rules for record in holders for item in items)
    expected: list[int] = []
    taken: dict[tuple[int, int], int] = {}
    for turn, (items, holders, lost, times) in numbered:
        lots = {record: md5(f"s:{record}".encode()).hexdigest() for record in holders}
        ranked = sorted(holders, key=lambda record: (-served[record, items[lost]], lots[record]))
        assert found[turn] == set(ranked[:times])
        if taken.keys().isdisjoint((record, item) for record in holders for item in items):
            expected.append(turn)
            taken |= dict.fromkeys(((record, items[lost]) for record in ranked[:times]), turn + 10)
    assert accepted.tolist() == expected
    assert {(record, item): cause for record, item, cause in gone} == taken and len(gone) == len(taken)


def test_sample_sizes_are_the_known_ones() -> None:
    assert [sample_size(0.05, 0.05), sample_size(0.01, 0.01)] == [59, 459]
    assert [sample_size(e, e, "hoeffding") for e in (0.1, 0.05, 0.01)] == [116, 600, 23026]
    assert sum(share_of_delta(0.05, t) for t in range(1, 10_000)) == pytest.approx(0.05, abs=1e-5)


@pytest.mark.parametrize(("size", "epsilon", "delta"), [(59, 0.05, 0.05), (300, 0.1, 0.01), (1000, 0.02, 0.001)])
def test_how_many_may_succeed_is_what_the_binomial_distribution_says(size: int, epsilon: float, delta: float) -> None:
    share = Fraction(str(epsilon))
    chances = [comb(size, at) * share**at * (1 - share) ** (size - at) for at in range(size)]
    most = may_succeed(size, epsilon, delta)
    assert sum(chances[: most + 1]) <= Fraction(str(delta)) < sum(chances[: most + 2])
    assert may_succeed(size, epsilon, delta, "hoeffding") < most or most == 0


def test_rules_wait_in_the_order_of_size_then_excess_then_rarity() -> None:
    columns = [[1, 2, 3, 4], [9, 9, 9, 8], [3, 2, 3, 3], [4, 3, 5, 4], [1, 1, 2, 1]]
    items = np.array([[1, 9, 0], [2, 9, 0], [2, 3, 9], [4, 8, 0]])
    broken = BrokenRules(*map(np.array, columns), items, *[np.zeros(4, np.int64)] * 2)
    limits = np.zeros(10, np.int64) + 1, np.zeros(10, np.int64) + 2
    # All take one suppression: those of one item first, of them the rarest (its number is the highest).
    assert in_turn(broken, *limits).set_id.tolist() == [4, 2, 1, 3]
    broken.support_with_sensitive[0] = 4
    assert in_turn(broken, *limits).set_id.tolist() == [1, 4, 2, 3]
