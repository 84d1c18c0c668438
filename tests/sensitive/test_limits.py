"""Limits of confidences: whatever their digits, they are compared exactly."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.sensitive.limits import at_most


@given(st.fractions(0, 1), st.integers(1, 60))
def test_a_limit_divides_confidences_as_the_exact_one_does(share: Fraction, records: int) -> None:
    found = at_most(share, records)
    assert found.denominator <= records
    for support in range(1, records + 1):
        for both in range(support + 1):
            assert (Fraction(both, support) > share) == (both * found.denominator > support * found.numerator)
