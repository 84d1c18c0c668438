"""Releases of the papers' data: sizes and times that only real data show."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.measures.records import utility
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.release import publish as write_release
from setanon_sql.verify import recount
from tests.releases import Records, options, published, read_release, verify


@pytest.fixture(scope="module")
def clicks(datasets: Path) -> list[frozenset[str]]:
    """BMS-WebView-2 with each item as its node three levels up, and without nodes that a pair of 5 needs gone."""
    taxonomy = dict(_third(line) for line in (datasets / "bms-webview-2-taxonomy.csv").read_text().splitlines())
    lines = (datasets / "bms-webview-2.txt").read_text().splitlines()
    return _safe_pairs([frozenset(taxonomy[item] for item in line.split()) for line in lines], 5)


def _third(line: str) -> tuple[str, str]:
    path = line.split(";")
    return path[0], path[3]


def _safe_pairs(records: Records, k: int) -> list[frozenset[str]]:
    counts = Counter(pair for record in records for pair in combinations(sorted(record), 2))
    gone: set[str] = set()
    for one, other in sorted(pair for pair, n in counts.items() if n < k):
        if one not in gone and other not in gone:
            gone.add(one)
    return [record - gone for record in records]


@pytest.mark.whole
@pytest.mark.datasets
@pytest.mark.parametrize("name", ["r.parquet", "r.csv", "r.txt"])
def test_a_release_of_77_512_records_is_written_and_verified(
    engine: DuckDBEngine, clicks: list[frozenset[str]], tmp_path: Path, name: str
) -> None:
    result = published(engine, clicks, k=5, m=2)
    written = write_release(result, tmp_path / name, options())
    assert verify(tmp_path / name, threads=2).holds
    assert written.manifest["rows"] == sum(map(len, clicks))
    measured = utility(result.source, read_release(engine, tmp_path / name)[0])
    assert measured["suppressed_ratio"] == 0 and measured["kl_divergence"] == pytest.approx(0, abs=1e-12)


@pytest.mark.datasets
def test_three_items_are_told_apart_from_two(engine: DuckDBEngine, clicks: list[frozenset[str]]) -> None:
    lines = engine.load(
        "lines",
        {"record_id": int, "item": str},
        [[at for at, record in enumerate(clicks) for _ in record], [item for record in clicks for item in record]],
    )
    assert recount(engine, lines, KmAnonymity(5, 2)).problems == ()
    assert "sets of 3 items are held by fewer than 5" in recount(engine, lines, KmAnonymity(5, 3)).problems[0]
