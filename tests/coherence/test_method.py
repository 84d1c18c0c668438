"""MM against plain Python; with h = 1 it is k^m-anonymity by suppressing items everywhere."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.models.coherence.audit import audit_coherence
from setanon_sql.models.coherence.method import anonymize_coherence
from setanon_sql.models.coherence.parameters import Coherence, SensitiveGroup
from setanon_sql.models.km.audit import audit_km
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.pipeline.previous import least_k
from setanon_sql.query.templates import columns_of
from tests import lent
from tests.coherence import oracle
from tests.data import dataset_of
from tests.strategies import baskets, examples, persons_of

DATA = [["a", "b", "s"], ["a", "b"], ["a", "c", "s"], ["b", "c"], ["a", "b", "c"]]
SHARES = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)])


@pytest.mark.slow
@given(
    baskets,
    st.data(),
    st.integers(2, 4),
    st.sampled_from([1, 2, 3, None]),
    SHARES,
    st.sets(st.integers(1, 3), max_size=2),
)
@examples(900)
def test_what_goes_is_what_goes_in_plain_python(
    data: list[set[str]], drawn: st.DataObject, k: int, m: int | None, h: Fraction, private: set[int]
) -> None:
    """The audit counts the minimal moles and who holds one; nothing is left that is one; k^m is the case h = 1."""
    persons = drawn.draw(st.none() | persons_of(len(data)))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data, persons=persons)
        numbers = {str(label): int(item) for item, label in engine.rows(columns_of(dataset.items, "item", "label"))}
        records = [{numbers[item] for item in record} for record in data]
        private &= set(numbers.values())
        share = drawn.draw(SHARES.filter(lambda share: share < 1))
        groups = [(private, share)] if len(private) > 1 and drawn.draw(st.booleans()) else []
        called = {item: label for label, item in numbers.items()}
        named = tuple(SensitiveGroup("group", most, tuple(called[item] for item in items)) for items, most in groups)
        model = Coherence(k, m, h, person=persons is not None, groups=named)
        sensitive = engine.load("sensitive", {"item": int}, [sorted(private)])
        audit = audit_coherence(dataset, model, sensitive)
        found = oracle.moles(records, k, m, h, private, persons, groups)
        least = oracle.minimal(found)
        assert audit.violations == len(least)
        assert {level.size: level.rare + level.sure for level in audit.levels if level.rare + level.sure} == {
            size: sum(len(mole) == size for mole in least) for size in {len(mole) for mole in least}
        }
        at_risk = [at for at, record in enumerate(records) if any(mole <= record for mole in found)]
        assert audit.at_risk == len(at_risk)
        assert audit.persons_at_risk == (len({persons[at] for at in at_risk}) if persons else 0)
        counted = [(each.over_all, each.surest, each.too_sure) for each in audit.sureties]
        bounded = [*([(private, h, False)] if h < 1 else []), *((items, most, True) for items, most in groups)]
        assert counted == [oracle.surety(records, k, m, found, *secret, persons) for secret in bounded]
        if h == 1 and not private:
            assert audit.violations == audit_km(dataset, KmAnonymity(k, m, person=model.person)).violations
        expected = oracle.suppressed(records, found)
        left = [record - set(expected) for record in records]
        assert not oracle.moles(left, k, m, h, private, persons, groups)
        if not any(left):
            if any(records):
                with pytest.raises(NotReached):
                    anonymize_coherence(dataset, model, sensitive)
            return
        result = anonymize_coherence(dataset, model, sensitive)
        assert list(result.suppressed) == expected
        rows = {(int(record), int(item)) for record, item in engine.rows(columns_of(result.rows, "record_id", "item"))}
        assert rows == {(at, item) for at, record in enumerate(left, 1) for item in record}


#: Of 2, which ten persons hold, 1 is in a tenth of the records, and of all persons: only their share is above a half.
ONLY_PERSONS = [record for _ in range(10) for record in [["b", "s"], *[["b"]] * 9]]
#: Of c all records of one person hold s, and one each of nine others do not: only the share of records is above a half.
ONLY_RECORDS = [["c", "s"]] * 20 + [["c"]] * 9
#: As many persons have d, d and e, e and f, and d and f; only one has all three in one record.
MORE_RECORDS = [["d", "e"], ["d", "f"], ["e", "f"], ["d", "e"], ["d", "f"], ["e", "f"], ["d", "e", "f"]]


@pytest.mark.parametrize(
    ("data", "persons", "k", "moles"),
    [
        (ONLY_PERSONS, [at // 10 for at in range(100)], 10, (0, 1)),
        (ONLY_RECORDS, [0] * 20 + [*range(1, 10)], 10, (0, 1)),
        (MORE_RECORDS, [1, 1, 1, 2, 2, 2, 3], 2, (1, 0)),
    ],
)
def test_both_shares_are_bounded_and_what_is_left_out_is_told_by_records(
    engine: DuckDBEngine, data: list[list[str]], persons: list[int], k: int, moles: tuple[int, int]
) -> None:
    dataset = dataset_of(engine, data, persons=persons)
    items = {str(label): int(item) for item, label in engine.rows(columns_of(dataset.items, "item", "label"))}
    sensitive = engine.load("sensitive", {"item": int}, [[items[label] for label in ("s",) if label in items]])
    audit = audit_coherence(dataset, Coherence(k, 3, Fraction(1, 2), person=True), sensitive)
    assert (sum(level.rare for level in audit.levels), sum(level.sure for level in audit.levels)) == moles
    assert audit.persons == len(set(persons)) and audit.share_at_risk == audit.persons_at_risk / audit.persons


@pytest.mark.slow
def test_a_release_is_verified_and_says_no_more(tmp_path: Path) -> None:
    out = tmp_path / "safe.csv"
    how: dict[str, Any] = {"k": 2, "m": 2, "h": "2/5", "sensitive": ["s"]}
    page = tmp_path / "r.html"
    release = api.anonymize_coherence(DATA, out, ledger=tmp_path / "l.csv", report=page, **how)
    assert "the guarantee holds" in (told := page.read_text(encoding="utf-8")) and "5 of 5" in told and "0 of 5" in told
    assert set(release.df()["item"]) == {"b", "c", "s"}
    assert "suppressed" in (tmp_path / "l.csv").read_text()
    manifest = release.manifest
    assert manifest["sensitive"] == ["s"] and manifest["method"] == "MM"
    assert "a single sensitive item" in manifest["guarantee"] and "above 0.4" in manifest["guarantee"]
    answer = api.verify(out)
    assert answer.satisfied and answer.checks["largest_set"] == 2
    assert "confidence" not in Coherence(2).guarantee
    assert [found.certain for found in api.estimate(out, items=[["b"], ["s"], ["b", "c"]]).estimates] == [4, 2, 2]


@pytest.mark.slow
def test_the_release_of_h_one_is_k_m_anonymous() -> None:
    release = api.anonymize_coherence(DATA, k=2, m=2)
    assert api.audit_km(release.df(), k=2, m=2).satisfied


def test_what_makes_no_sense_is_refused(engine: DuckDBEngine) -> None:
    for wrong, words in (
        ({"h": "0.5"}, "none are listed"),
        ({"h": "1.5", "sensitive": ["s"]}, "between 0 and 1"),
        ({"h": "0", "sensitive": ["s"]}, "between 0 and 1"),
        ({"previous": "r.csv"}, "does not know of coherence"),
    ):
        with pytest.raises(BadParameter, match=words):
            api.anonymize_coherence(DATA, k=2, **wrong)


def test_the_k_of_coherence_is_not_one_of_candidates() -> None:
    """It holds for what is not sensitive only: of two releases the k of the other one counts."""
    assert least_k(Coherence(3, 2), KmAnonymity(5, 2)) == 5
    with pytest.raises(BadParameter, match="neither release promises a k"):
        least_k(Coherence(3, 2))
