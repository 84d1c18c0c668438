"""The sentence of each model says whether records or persons are counted."""

from fractions import Fraction

import pytest

from setanon_sql.models import AdaptiveRho, Coherence, Disassociation, KAnonymity, KmAnonymity, RhoUncertainty

HALF = Fraction(1, 2)
BY_RECORDS = [KmAnonymity(5, 2), Coherence(5, 2), RhoUncertainty(HALF, 2), AdaptiveRho(HALF, 2), Disassociation(5, 2)]
BY_PERSONS = [
    KmAnonymity(5, 2, person=True),
    KAnonymity(5, person=True),
    RhoUncertainty(HALF, 2, person=True),
    AdaptiveRho(HALF, 2, person=True),
    Disassociation(5, 2, person=True),
]
ONLY = "Records are counted, of which several may be of one person."


@pytest.mark.parametrize("model", BY_RECORDS, ids=lambda model: model.name)
def test_a_count_of_records_says_so(model: KmAnonymity | RhoUncertainty | AdaptiveRho | Disassociation) -> None:
    assert model.guarantee.endswith(f". {ONLY}") and "persons" not in model.guarantee


@pytest.mark.parametrize("model", BY_PERSONS, ids=lambda model: model.name)
def test_a_count_of_persons_names_them(model: KmAnonymity | RhoUncertainty | AdaptiveRho | Disassociation) -> None:
    assert "persons" in model.guarantee and ONLY not in model.guarantee
    assert "items of several records" in model.guarantee
