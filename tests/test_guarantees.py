"""The sentences of each model are short, and say whether records or persons are counted."""

import re
from fractions import Fraction
from typing import Any

import pytest

from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.parameters import RhoUncertainty

HALF = Fraction(1, 2)
BY_RECORDS = [KmAnonymity(5, 2), Coherence(5, 2), RhoUncertainty(HALF, 2), AdaptiveRho(HALF, 2), Disassociation(5, 2)]
BY_PERSONS = [
    KmAnonymity(5, 2, person=True),
    KAnonymity(5, person=True),
    Coherence(5, 2, HALF, person=True),
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


LONGEST = [
    *BY_RECORDS,
    *BY_PERSONS,
    KmAnonymity(5, known=True),
    KmAnonymity(5, 2, person=True, known=True),
    KAnonymity(5),
    Coherence(5, 2, HALF),
    Coherence(5, None, HALF, person=True),
    RhoUncertainty(HALF, 2, HALF, HALF),
    Disassociation(5, 2, sensitive=True, safe=True, diversity=2),
    Disassociation(5, 2, sensitive=True, safe=True, diversity=2, person=True),
    DifferentialPrivacy(HALF, HALF, person=True),
    DifferentialPrivacy(HALF, HALF),
]


@pytest.mark.parametrize("model", LONGEST, ids=str)
def test_no_sentence_has_more_than_thirty_words(model: Any) -> None:
    sentences = re.split(r"(?<=\.) ", model.guarantee)
    assert [sentence for sentence in sentences if len(sentence.split()) > 30] == []
