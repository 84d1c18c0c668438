"""Two releases of the same people, attacked across: the same counts in every engine, and the same refusal."""

import json
from pathlib import Path

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import NotReached
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import TREE, drawn
from tests.engines.places import DuckDBPlace, Place, table_of

OLD, NEW = ([sorted(record) for record in drawn(seed)[0]] for seed in (3, 4))


def told(place: Place) -> list[str]:
    """Attack two releases, one of them generalized, and try to publish the second beside the first."""
    options, found = SourceOptions(db=place.db), []
    releases = []
    for records, tree in ((OLD, TREE), (NEW, None)):
        out = place.out()
        source = place.put(table_of(records))
        api.anonymize_km(source, out, k=3, m=2, taxonomy=tree, record_ids="keep", seed="1", options=options)
        releases.append(out)
    ids = [str(person) for person in range(1, min(len(OLD), len(NEW)) + 1)]
    link = place.put(pa.table({"old_record_id": ids, "new_record_id": ids}))
    for tree in (TREE, None):
        across = api.attack_across(*releases, link=link, m=2, taxonomy=tree, db=place.db)
        found.append(json.dumps(across.to_json(show_values=True)))
        assert across.persons == len(ids) and across.sets
    with pytest.raises(NotReached, match="together") as error:
        source = place.put(table_of(NEW))
        api.anonymize_km(
            source, place.out(), k=3, m=2, seed="1", previous=releases[0], link=link, options=options
        )  # fmt: skip
    return [*found, error.value.message]


def test_the_same_counts_everywhere(place: Place, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    assert told(place) == told(DuckDBPlace(tmp_path / "other"))
