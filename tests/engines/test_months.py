"""Two months of the same people: last month's generalization applied to this month's data, and both attacked across.

In every engine the same releases, mappings, counts and refusals. One release of each month does for both, for a release
takes Spark ten seconds; last month's was made by DuckDB there.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, NotReached
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.engines.drawn import TREE, drawn
from tests.engines.places import DuckDBPlace, Place, SparkPlace, table_of
from tests.engines.runs import without_spark

OLD, NEW = ([sorted(record) for record in drawn(seed)[0]] for seed in (3, 4))


def told(place: Place, folder: Path, m: int, trees: Sequence[Taxonomy | None]) -> list[object]:
    """Generalize one month, and the next month in the same way; what went where, what both give away together.

    ``trees``: what an adversary knows of how labels are related.
    """
    given: dict[str, Any] = {"k": 3, "m": m, "seed": "1", "options": SourceOptions(db=place.db)}
    mapped = {"taxonomy": TREE, "optimum": 0.0, "record_ids": "keep", **given}
    before = {"options": SourceOptions()} if isinstance(place, SparkPlace) else {}
    old, new = (place.put(table_of(month)) for month in (OLD, NEW))
    releases = [place.out(), place.out()]
    api.anonymize_km(old, releases[0], mapping_out=folder / "old.csv", **mapped | before)
    again = {"mapping": folder / "old.csv", "mapping_out": folder / "new.csv"}
    if not isinstance(place, SparkPlace):  # it asks the same when the mapping may be extended
        with pytest.raises(NotReached, match="minimal"):
            api.anonymize_km(new, place.out(), **again, **mapped)
    found = api.anonymize_km(new, releases[1], extend=True, **again, **mapped)
    assert api.verify(releases[1], db=without_spark(place.db, releases[1])).satisfied and found.mapped is not None
    mappings = [(folder / name).read_text() for name in ("old.csv", "new.csv")]
    measures = {name: round(value, 12) for name, value in found.utility.items()}  # sums of logarithms, in any order
    return [*mappings, found.mapped, measures, *across(place, releases, new, given, trees)]


def across(
    place: Place, releases: list[str], new: str, given: dict[str, Any], trees: Sequence[Taxonomy | None]
) -> list[str]:
    """Attack two releases, and try to publish the second month, in another way, beside the first."""
    ids = [str(person) for person in range(1, min(len(OLD), len(NEW)) + 1)]
    link, found = place.put(pa.table({"old_record_id": ids, "new_record_id": ids})), list[str]()
    for tree in trees:
        attacked = api.attack_across(*releases, link=link, m=2, taxonomy=tree, db=place.db)
        found.append(json.dumps(attacked.to_json(show_values=True)))
        assert attacked.persons + attacked.not_in_both == len(ids) and attacked.sets
    with pytest.raises(NotReached, match="in both releases") as error:
        api.anonymize_km(new, place.out(), previous=releases[0], link=link, **given)
    return [*found, error.value.message]


def with_persons(records: Sequence[Sequence[str]]) -> pa.Table:
    """Records as a table, with whose they are: five persons in turn."""
    table = table_of(records)
    return table.append_column("who", pa.array([f"p{number % 5}" for number in table["record_id"].to_pylist()]))


def of_persons(place: Place) -> list[object]:
    """Attack two months, and three, in which persons have several records; publish beside one that counts persons."""
    months = [place.put(with_persons(month[:14])) for month in (OLD, NEW)]
    releases = [place.out() for _ in months]
    given: dict[str, Any] = {"k": 2, "m": 1, "person": "who", "taxonomy": TREE, "optimum": 0.0, "seed": "1"}
    given |= {"options": SourceOptions(db=place.db)}
    for month, release in zip(months, releases, strict=True):
        api.anonymize_km(month, release, record_ids="keep", **given)
    pairs = [(old, new) for old in range(1, 15) for new in range(1, 15) if old % 5 == new % 5]
    ids = [[str(pair[at]) for pair in pairs] for at in (0, 1)]
    columns: dict[str, Any] = {"old_record_id": ids[0], "new_record_id": ids[1], "record_id_3": ids[1]}
    link = place.put(pa.table(columns | {"who": [f"p{old % 5}" for old, _ in pairs]}))
    found: list[object] = []
    for more in ((), releases[1:]):
        attacked = api.attack_across(*releases, more, link=link, m=2, k=3, taxonomy=TREE, db=place.db, person="who")
        assert attacked.persons == 5 and attacked.sets
        found.append(json.dumps(attacked.to_json(show_values=True)))
    beside = {"previous": releases[0], "link": link}
    try:
        release = api.anonymize_km(months[1], place.out(), let_go=True, **beside, **given)
        found.append(release.to_json()["beside_previous"])
    except NotReached as error:
        found.append(error.message)
    columns["old_record_id"] = ["1"] * len(pairs)
    shared = place.put(pa.table(columns))
    with pytest.raises(BadInput, match="the link gives 1 record to more than one person"):
        api.anonymize_km(months[1], place.out(), previous=releases[0], link=shared, **given)
    return found


def test_persons_with_several_records_are_counted_the_same_everywhere(place: Place, tmp_path: Path) -> None:
    if isinstance(place, SparkPlace):
        pytest.skip("its queries of links have examples; a release takes it ten seconds")
    (tmp_path / "other").mkdir()
    assert of_persons(place) == of_persons(DuckDBPlace(tmp_path / "other"))


def test_the_same_everywhere(place: Place, tmp_path: Path) -> None:
    for name in ("here", "other"):
        (tmp_path / name).mkdir()
    m, trees = (1, [TREE]) if isinstance(place, SparkPlace) else (2, [TREE, None])
    wanted = told(DuckDBPlace(tmp_path / "other"), tmp_path / "other", m, trees)
    assert told(place, tmp_path / "here", m, trees) == wanted
