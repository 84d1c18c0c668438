"""Sets of known labels counted again: k - 1, k and k + 1 records, a confidence at its bound and above; brute force."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.models.coherence.parameters import Coherence, SensitiveGroup
from setanon_sql.verify import recount
from setanon_sql.verify.inputs import VerificationInputs
from tests import lent
from tests.coherence import oracle
from tests.strategies import baskets, examples, persons_of
from tests.verify.tables import table

#: a and b three times, once with s; c twice, never with them.
LINES = "record_id item:text | 1 a | 1 b | 1 s | 2 b | 2 a | 3 a | 3 b | 4 c | 5 c"


@pytest.mark.parametrize(
    ("k", "m", "h", "problem"),
    [
        (2, 2, Fraction(1, 3), ()),
        (2, 2, Fraction(1, 4), ("from 2 sets of 1 label a sensitive label follows too surely",)),
        (3, 2, Fraction(1), ("1 set of 1 label is held by fewer than 3 records",)),
    ],
)
def test_each_set_is_held_and_tells_little(
    engine: DuckDBEngine, k: int, m: int, h: Fraction, problem: tuple[str, ...]
) -> None:
    sensitive = VerificationInputs(engine.load("sensitive", {"label": str}, [["s"]]))
    assert recount(engine, table(engine, LINES), Coherence(k, m, h), sensitive).problems == problem


def test_what_is_sensitive_has_to_be_said(engine: DuckDBEngine) -> None:
    with pytest.raises(BadInput):
        recount(engine, table(engine, LINES), Coherence(2), VerificationInputs())


@pytest.mark.slow
def test_persons_are_held_to_both(engine: DuckDBEngine) -> None:
    """Records 1 to 3 are of two persons; a third of the records tell s, and a half of the persons."""
    sensitive = VerificationInputs(engine.load("sensitive", {"label": str}, [["s"]]))
    persons = engine.load("persons", {"record_id": str, "person": int}, [[*"12345"], [1, 2, 2, 3, 4]])
    inputs = replace(sensitive, persons=persons)
    for model, problem in (
        (Coherence(2, 2, Fraction(1, 2), person=True), ()),
        (Coherence(3, 2, Fraction(1, 2), person=True), ("3 sets of 1 label are held by fewer than 3 persons",)),
        (
            Coherence(2, 2, Fraction(49, 100), person=True),
            ("from 2 sets of 1 label a sensitive label follows too surely",),
        ),
    ):
        found = recount(engine, table(engine, LINES), model, inputs)
        assert found.problems == problem and found.counts["persons"] == 4 and found.complete
        alone = recount(engine, table(engine, LINES), model, sensitive)
        assert not alone.complete and "no share of these is above h" in alone.unknown[0]


@given(baskets, st.data(), st.integers(2, 4), st.sampled_from([1, 2, 3, None]), st.sampled_from(["1", "1/2", "1/3"]))
@examples(700)
def test_it_finds_what_brute_force_finds(
    data: list[set[str]], drawn: st.DataObject, k: int, m: int | None, share: str
) -> None:
    """The two first labels are sensitive. The smallest size that is broken is told."""
    labels = sorted({item for record in data for item in record})
    private = labels[:2]
    persons = drawn.draw(st.none() | persons_of(len(data)))
    groups = [(private, Fraction(2, 5))] if drawn.draw(st.booleans()) else []
    named = tuple(SensitiveGroup("group", most, tuple(items)) for items, most in groups)
    broken = oracle.moles([*map(sorted, data)], k, m, Fraction(share), private, persons, groups)
    with lent.engine() as engine:
        rows = [(at, item) for at, record in enumerate(data) for item in record]
        lines = engine.load_rows("lines", {"record_id": int, "item": str}, rows)
        inputs = VerificationInputs(engine.load("sensitive", {"label": str}, [private]))
        if persons:
            whose = [(str(at), person) for at, person in enumerate(persons)]
            inputs = replace(inputs, persons=engine.load_rows("whose", {"record_id": str, "person": int}, whose))
        found = recount(engine, lines, Coherence(k, m, Fraction(share), bool(persons), named), inputs)
    assert bool(found.problems) == bool(broken)
    if broken:
        assert found.counts["largest_set"] == min(map(len, broken))
