"""Known items on other engines: the same release, which verifies."""

from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.engines.places import table_of
from tests.papers.running_example import DATA, WITH_L
from tests.releases import rows_of

pytestmark = pytest.mark.slow
KNOWN = pd.DataFrame({"item": ["b", "c", "M"]})


@pytest.mark.parametrize("name", ["postgres", "here", "spark"])
def test_the_same_everywhere(name: str, request: pytest.FixtureRequest, tmp_path: Any) -> None:
    place = request.getfixturevalue(name)
    source, out = place.put(table_of(DATA)), place.out()
    how: dict[str, Any] = {"k": 2, "m": 2, "known": KNOWN, "taxonomy": Taxonomy(WITH_L, "T")}
    options = SourceOptions(db=place.db)
    release = api.anonymize_km(source, out, record_ids="keep", options=options, **how)
    here = api.anonymize_km([sorted(record) for record in DATA], tmp_path / "r.csv", record_ids="keep", seed="s", **how)
    assert sorted((str(record), label) for record, label in place.read(out)) == sorted(rows_of(tmp_path / "r.csv"))
    assert release.manifest["known"] == here.manifest["known"] and api.verify(out, db=place.db).holds
    counted = [api.audit_km(data, options=reading, **how).to_json() for data, reading in (
        (source, options), ([sorted(record) for record in DATA], None)
    )]  # fmt: skip
    assert counted[0] == counted[1]
