"""Counts of k and more are the same in each place, and so is what follows from a table there."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import TREE

ROWS = [(f"r{at}", item, "ns"[at % 2], f"p{at % 13}") for at in range(40) for item in "abcd"[: 1 + at * 7 % 4]]
COLUMNS = ("record_id", "item", "region", "who")
TABLE = pa.table({name: [row[at] for row in ROWS] for at, name in enumerate(COLUMNS)})


@pytest.mark.parametrize("name", [pytest.param("postgres", marks=pytest.mark.each_time), "spark"])
def test_the_same_counts_are_published_everywhere(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    place = request.getfixturevalue(name)
    source = place.put(TABLE)
    chosen = {"itemsets": [list("abc"), list("bd"), list("xy")]}
    kinds = {"count": ["items", "labels", "pairs"]}
    grouped: dict[str, Any] = {"exact": True, "by": ["region"], "taxonomy": TREE}
    for how in ({**grouped, **kinds, **chosen}, {"person": "who", "count": ["items"], **chosen}):
        options: dict[str, Any] = {"k": 3, **how}
        there = api.publish_counts(source, tmp_path / "there.csv", options=SourceOptions(db=place.db), overwrite=True,
                                   **options)  # fmt: skip
        here = api.publish_counts(TABLE, tmp_path / "here.csv", overwrite=True, **options)
        assert there.to_json()["published"] == here.to_json()["published"] > 4
        assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()
        assert api.verify(tmp_path / "there.csv").satisfied


def test_a_table_of_counts_is_read_from_postgresql(request: pytest.FixtureRequest) -> None:
    place = request.getfixturevalue("postgres")
    counts = place.put(pa.table({"item": ["a", "a"], "item2": [None, "b"], "n": [9, 7]}))
    audit = api.audit_counts(counts, k=5, options=SourceOptions(db=place.db))
    assert audit.by_kind["difference"] == 1
