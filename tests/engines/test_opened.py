"""A source that is opened once answers in every engine as the functions do."""

import pytest

import setanon_sql
from setanon_sql import api
from tests.engines.drawn import drawn
from tests.engines.places import Place, table_of

pytestmark = pytest.mark.slow

RECORDS = [sorted(record) for seed in (3, 4) for record in drawn(seed)[0]]


def test_what_is_asked_of_an_opened_source(place: Place) -> None:
    options = api.SourceOptions(db=place.db)
    source = place.put(table_of(RECORDS))
    out = place.out()
    with setanon_sql.open(source, options=options) as opened:
        before = opened.audit_km(k=3, m=2)
        released = opened.anonymize_km(out, k=3, m=2, optimum=0)
        assert opened.audit_km(k=3, m=2) == before
        assert opened.utility(out).ncp == released.utility.ncp
    assert before == api.audit_km(source, k=3, m=2, options=options)
    assert api.verify(out, db=place.db).satisfied
