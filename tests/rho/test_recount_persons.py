"""The recount of shares of persons against brute force."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.verify import Recount, VerificationInputs, recount
from tests import lent
from tests.data import lines_of
from tests.rho import oracle
from tests.rho.data import told
from tests.strategies import examples, persons_of, records
from tests.verify.tables import table, tables_of

RHO = st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(7, 10)])
BOUND = st.sampled_from([None, 1, 2, 3])
HALF = Fraction(1, 2)

#: Ten persons with a record {0, 1} and nine of {0} each: 1 follows from 0 for a tenth of the records, and all persons.
ONLY_PERSONS = [frozenset(record) for _ in range(10) for record in [{0, 1}, *[{0}] * 9]]
OF_TEN = [at // 10 for at in range(100)]


def counted(
    data: Sequence[frozenset[int] | set[int]],
    persons: Sequence[int],
    hidden: set[int],
    model: RhoUncertainty,
    *,
    original: Sequence[frozenset[int]] = (),
    wishes: Mapping[int, set[int]] | None = None,
) -> Recount:
    """Recount ``data``; with ``wishes`` against the ``original``."""
    with lent.engine() as engine:
        ids = [str(at) for at in range(len(data))]
        link = engine.load("link", {"record_id": str, "person": int}, [ids, [*persons]])
        labels = engine.load("sensitive", {"label": str}, [[str(item) for item in hidden]])
        inputs = VerificationInputs(labels, persons=link)
        if wishes is not None:
            wished = lines_of(engine, [wishes.get(at, set()) for at in range(len(data))])
            owners = engine.load("owners", {"record_id": int, "person": int}, [[*range(len(data))], [*persons]])
            originals = lines_of(engine, original)
            inputs = VerificationInputs(labels, wished, originals, persons=link, original_persons=owners)
        lines = lines_of(engine, data)
        before = tables_of(engine)
        found = recount(engine, lines, model, inputs)
        assert tables_of(engine) == before
        return found


@given(records, st.data(), st.sets(st.integers(0, 6), min_size=1), RHO, BOUND)
@examples(200)
@example([frozenset({0, 1})] * 3 + [frozenset({0})] * 4, None, {1}, HALF, 1)
def test_it_equals_the_oracle(
    data: list[frozenset[int]], drawn: st.DataObject | None, hidden: set[int], rho: Fraction, m: int | None
) -> None:
    persons = drawn.draw(persons_of(len(data))) if drawn else [1, 2, 3, 1, 2, 3, 4]
    found = counted(data, persons, hidden, RhoUncertainty(rho, m, person=True))
    everybody = dict.fromkeys(range(len(data)), hidden)
    expected = oracle.check_persons(data, data, everybody, persons, rho, m)
    assert told(found.problems) == oracle.first([len(known) for known, _ in expected.rules])


@given(
    records,
    st.data(),
    st.dictionaries(st.integers(0, 14), st.sets(st.integers(0, 6), min_size=1), min_size=1),
    RHO,
    BOUND,
)
@examples(120)
def test_personal_wishes_look_at_the_original(
    data: list[frozenset[int]], draw: st.DataObject, hidden: Mapping[int, set[int]], rho: Fraction, m: int | None
) -> None:
    """What is to be hidden in one record is to be hidden in all records of the person."""
    persons = draw.draw(persons_of(len(data)))
    after = [draw.draw(st.sets(st.sampled_from(sorted(record)))) if record else set() for record in data]
    wishes = {at: items for at, items in hidden.items() if at < len(data)}
    labels = {item for items in hidden.values() for item in items}
    found = counted(after, persons, labels, RhoUncertainty(rho, m, person=True), original=data, wishes=wishes)
    expected = oracle.check_persons(data, after, wishes, persons, rho, m)
    assert told(found.problems) == oracle.first([len(known) for known, _ in expected.rules])


@pytest.mark.parametrize("m", [None, 1])
def test_a_share_of_persons_alone_breaks_the_promise(m: int | None) -> None:
    assert counted(ONLY_PERSONS, range(100), {1}, RhoUncertainty(HALF, m, person=True)).problems == ()
    found = counted(ONLY_PERSONS, OF_TEN, {1}, RhoUncertainty(HALF, m, person=True))
    assert found.problems == ("1 rule from 1 known item tells a sensitive item with a confidence above 0.5",)
    assert found.counts["persons"] == 10


def test_without_persons_records_are_counted_and_that_is_told() -> None:
    with lent.engine() as engine:
        labels = engine.load("sensitive", {"label": str}, [["1"]])
        model = RhoUncertainty(HALF, person=True)
        found = recount(engine, lines_of(engine, ONLY_PERSONS), model, VerificationInputs(labels))
    assert not found.problems and not found.complete
    assert "no share of persons" in found.unknown[0]


def test_the_records_of_a_person_are_in_one_group(engine: DuckDBEngine) -> None:
    lines = table(engine, "record_id item:text group_id:text | 1 a 1 | 2 a 1 | 3 a 2 | 4 a 2")
    model = AdaptiveRho(HALF, thresholds={"b": HALF}, person=True)
    apart = VerificationInputs(persons=table(engine, "record_id:text person | 1 1 | 2 1 | 3 2 | 4 3"))
    assert recount(engine, lines, model, apart).problems == ()
    across = VerificationInputs(persons=table(engine, "record_id:text person | 1 1 | 2 2 | 3 2 | 4 2"))
    assert recount(engine, lines, model, across).problems == ("1 person has records in several groups",)


def test_persons_are_counted_in_each_group(engine: DuckDBEngine) -> None:
    """In the second group both persons with an a have b, too; of all four persons only these."""
    lines = table(
        engine,
        "record_id item:text group_id:text | 1 a 1 | 2 a 1 "
        "| 3 a 2 | 3 b 2 | 4 a 2 | 5 a 2 | 5 b 2 | 6 a 2 | 7 a 2 | 8 a 2",
    )
    persons = table(engine, "record_id:text person | 1 1 | 2 2 | 3 3 | 4 3 | 5 4 | 6 4 | 7 4 | 8 3")
    model = AdaptiveRho(HALF, thresholds={"b": HALF}, person=True)
    found = recount(engine, lines, model, VerificationInputs(persons=persons))
    assert found.problems == (
        "1 rule from 1 known item tells a sensitive item with a confidence above its threshold, inside of a group",
    )
    assert recount(engine, lines, AdaptiveRho(HALF, thresholds={"b": HALF})).problems == ()
