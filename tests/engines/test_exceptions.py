"""Items that stand beside the label over them: the same release, safe, on every engine."""

import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.engines.drawn import drawn
from tests.engines.places import DuckDBPlace, Place, table_of

pytestmark = pytest.mark.slow

RECORDS = [sorted(record) for seed in (3, 4) for record in drawn(seed)[0]]


def test_it_is_the_same_release_everywhere(place: Place, tmp_path_factory: pytest.TempPathFactory) -> None:
    often = sorted(set().union(*RECORDS), key=lambda item: (-sum(item in one for one in RECORDS), item))
    parent = {item: f"G{at % 3}" for at, item in enumerate(often)} | dict.fromkeys(("G0", "G1", "G2"), "top")
    found = []
    for one in (place, DuckDBPlace(tmp_path_factory.mktemp("other"))):
        source, options, out = one.put(table_of(RECORDS)), SourceOptions(db=one.db), one.out()
        release = api.anonymize_km(
            source,
            out,
            k=3,
            m=2,
            taxonomy=Taxonomy(parent, "top"),
            options=options,
            exceptions="auto",
            optimum=0,
            seed="s",
        )
        assert api.verify(out, db=one.db).holds
        found.append({**release.utility, "rows": release.manifest["rows"]})
    assert found[0] == pytest.approx(found[1])
    assert found[0]["items_kept"]
