"""The guarantee's sentence in every mode: k records of a possible original hold what is known, or none can."""

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from tests.oracle import disassociation as oracle

K, M = 3, 2
OR_NONE = "Where some of them were taken out of the release, it may be that no record can hold them."


def records() -> list[list[str]]:
    """c and d come with a and b only: they are covered."""
    draw = Random(3)
    whole = [["a", "b", "c", "d"]] * 8
    return [*whole, *(sorted(set(draw.choices("abefgh", k=draw.randint(1, 4)))) for _ in range(40))]


def without_any(folder: Path, **how: Any) -> tuple[api.Release, set[frozenset[str]]]:
    """Release the records; return also the sets of two items that somebody holds and no possible original has."""
    release = api.anonymize_disassociation(records(), folder, k=K, m=M, cluster_size=12, seed="s", **how)
    tables = (duckdb.sql(f"FROM '{folder}/{part}.parquet'").fetchall() for part in ("clusters", "subrecords", "terms"))
    found = oracle.folder_of(*tables)
    simple = [cluster for cluster, kind in found.kind.items() if kind == "simple"]
    sets = {frozenset(some) for record in records() for n in (1, 2) for some in combinations(record, n)}
    gone = {one for one in sets if not oracle.possible(found, one)}
    assert all(any(oracle.Original(found).holding(at, one, K) for at in simple) for one in sets - gone)
    return release, gone


@pytest.mark.slow
@pytest.mark.parametrize("infeasible", ["best", "demote", "separate", None])
def test_where_nothing_is_taken_out_k_records_hold_what_is_known(tmp_path: Path, infeasible: str | None) -> None:
    release, gone = without_any(tmp_path / "r", **({"safe": True, "infeasible": infeasible} if infeasible else {}))
    assert not gone and OR_NONE in release.manifest["guarantee"]


@pytest.mark.slow
@pytest.mark.parametrize("how", [{"safe": True, "infeasible": "suppress"}, {"constraints": [("a", "drop")]}])
def test_where_items_are_taken_out_it_may_be_none(tmp_path: Path, how: dict[str, Any]) -> None:
    release, gone = without_any(tmp_path / "r", **how)
    assert gone and OR_NONE in release.manifest["guarantee"] == api.verify(tmp_path / "r").guarantee
