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
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.models.km.audit import audit_km
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.pipeline.previous import least_k
from setanon_sql.query.templates import columns_of
from tests import lent
from tests.coherence import oracle
from tests.data import dataset_of
from tests.strategies import baskets, examples

DATA = [["a", "b", "s"], ["a", "b"], ["a", "c", "s"], ["b", "c"], ["a", "b", "c"]]
SHARES = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)])


@given(baskets, st.integers(2, 4), st.sampled_from([1, 2, 3, None]), SHARES, st.sets(st.integers(1, 3), max_size=2))
@examples(600)
def test_what_goes_is_what_goes_in_plain_python(
    data: list[set[str]], k: int, m: int | None, h: Fraction, private: set[int]
) -> None:
    """The audit counts the minimal moles and who holds one; nothing is left that is one; k^m is the case h = 1."""
    model = Coherence(k, m, h)
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        numbers = {str(label): int(item) for item, label in engine.rows(columns_of(dataset.items, "item", "label"))}
        records = [{numbers[item] for item in record} for record in data]
        private &= set(numbers.values())
        sensitive = engine.load("sensitive", {"item": int}, [sorted(private)])
        audit = audit_coherence(dataset, model, sensitive)
        found = oracle.moles(records, k, m, h, private)
        least = oracle.minimal(found)
        assert audit.violations == len(least)
        assert {level.size: level.rare + level.sure for level in audit.levels if level.rare + level.sure} == {
            size: sum(len(mole) == size for mole in least) for size in {len(mole) for mole in least}
        }
        assert audit.at_risk == sum(any(mole <= record for mole in found) for record in records)
        if h == 1 and not private:
            assert audit.violations == audit_km(dataset, KmAnonymity(k, m)).violations
        expected = oracle.suppressed(records, k, m, h, private)
        left = [record - set(expected) for record in records]
        assert not oracle.moles(left, k, m, h, private)
        if not any(left):
            if any(records):
                with pytest.raises(NotReached):
                    anonymize_coherence(dataset, model, sensitive)
            return
        result = anonymize_coherence(dataset, model, sensitive)
        assert list(result.suppressed) == expected
        rows = {(int(record), int(item)) for record, item in engine.rows(columns_of(result.rows, "record_id", "item"))}
        assert rows == {(at, item) for at, record in enumerate(left, 1) for item in record}


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
