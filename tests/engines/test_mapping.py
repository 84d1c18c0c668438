"""Last month's generalization applied to this month's data: the same release and the same mapping in every engine."""

from pathlib import Path

import pytest

from setanon_sql import api
from setanon_sql.errors import NotReached
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import TREE, drawn
from tests.engines.places import DuckDBPlace, Place, table_of

OLD, NEW = ([sorted(record) for record in drawn(seed)[0]] for seed in (3, 4))


def told(place: Place, folder: Path) -> list[object]:
    """Generalize one month, and the next month in the same way; what went where, and what stayed of the mapping."""
    options = SourceOptions(db=place.db)
    given = {"k": 3, "m": 2, "taxonomy": TREE, "seed": "1", "optimum": 0.0, "options": options}
    old, new = (place.put(table_of(month)) for month in (OLD, NEW))
    api.anonymize_km(old, place.out(), mapping_out=folder / "old.csv", **given)
    again = {"mapping": folder / "old.csv", "mapping_out": folder / "new.csv"}
    with pytest.raises(NotReached, match="minimal"):
        api.anonymize_km(new, place.out(), **again, **given)
    out = place.out()
    found = api.anonymize_km(new, out, extend=True, **again, **given)
    assert api.verify(out, db=place.db).satisfied and found.mapped is not None
    return [(folder / "old.csv").read_text(), (folder / "new.csv").read_text(), found.mapped, found.utility.to_json()]


def test_the_same_mapping_everywhere(place: Place, tmp_path: Path) -> None:
    for name in ("here", "other"):
        (tmp_path / name).mkdir()
    assert told(place, tmp_path / "here") == told(DuckDBPlace(tmp_path / "other"), tmp_path / "other")
