"""Itemsets that stay in one chunk, blocks of nodes, and joining within a time: against the plan in plain Python."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.disassociation.method import Wishes, disassociate, verpart
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from tests.data import dataset_of, few
from tests.disassociation_data import Example, folder, random_records
from tests.oracle import disassociation as oracle

refining: Any = __import__("setanon_sql.models.disassociation.method.refine", fromlist=["_PART"])
verparting: Any = __import__("setanon_sql.models.disassociation.method.verpart", fromlist=["BLOCK"])


def plan(
    records: Sequence[set[str]], numbers: dict[str, int], k: int, m: int, itemsets: Sequence[Sequence[str]], most: int
) -> list[set[str]]:
    """Itemsets first, each as a whole into the first chunk of its block that takes it; then items by support."""
    support = Counter(item for record in records for item in record)
    first = {item for itemset in itemsets for item in itemset}
    nodes = [item for item in support if support[item] >= k]
    nodes.sort(key=lambda item: (item not in first, -support[item], numbers[item]))

    def safe(chunk: set[str]) -> bool:
        sets = [set(some) for size in range(1, m + 1) for some in combinations(sorted(chunk), size)]
        return all(sum(some <= record for record in records) not in range(1, k) for some in sets)

    def put(items: set[str], chunks: list[set[str]]) -> None:
        missing = items - set().union(*chunks)
        homes = [chunk for chunk in chunks if chunk & items]
        if not missing or len(homes) > 1:
            return
        fitting = [chunk for chunk in homes or [*chunks, set[str]()] if safe(chunk | missing)]
        if fitting:
            chunks += [] if fitting[0] else [fitting[0]]
            fitting[0].update(missing)

    made: list[set[str]] = []
    for start in range(0, len(nodes), most):
        block = nodes[start : start + most]
        chunks: list[set[str]] = []
        for itemset in [*itemsets, *([item] for item in sorted(first, key=lambda item: numbers[item]))]:
            put(set(itemset) & set(block), chunks)
        for item in block:
            put({item}, chunks)
        made += chunks
    return made


@pytest.mark.whole
@pytest.mark.parametrize("seed", few(40, step=1))
def test_chunks_are_those_of_the_plan(engine: DuckDBEngine, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    most = rng.choice([2, 3, 500])
    monkeypatch.setattr(verparting, "BLOCK", most)
    k, m = rng.choice([2, 3]), rng.choice([1, 2, 3])
    clusters = [[set(rng.choices("abcdefgh", k=rng.randint(1, 5))) for _ in range(rng.randint(6, 14))] for _ in "12"]
    example = Example(
        engine, [record | {f"x{at}"} for at, group in enumerate(clusters) for record in [*group[:1]]] +
        [record for group in clusters for record in group[1:]],
        [1, 2] + [at for at, group in enumerate(clusters, 1) for _ in group[1:]],
    )  # fmt: skip
    itemsets = [rng.sample("abcdefgh", rng.randint(2, 4)) for _ in range(rng.randint(0, 4))]
    numbers = {label: item for item, label in example.label.items()}
    asked = [sorted(numbers[item] for item in itemset if item in numbers) for itemset in itemsets]
    split = verpart(engine, example.rows, example.none, k, m, together=[items for items in asked if items])
    found = example.chunks(split.chunks)
    for cluster, group in enumerate(clusters, 1):
        expected = plan(group, numbers, k, m, itemsets, most)
        assert found.get(cluster, []) == expected


@pytest.mark.slow
@pytest.mark.parametrize("start", few(24, step=3))
def test_whatever_is_asked_for_the_guarantee_is_kept(
    engine: DuckDBEngine, start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the time is up after some of the joint clusters: each look at the clock may be the last one."""
    for seed in range(start, start + 3):
        rng = random.Random(seed)
        monkeypatch.setattr(refining, "_PART", rng.choice([1, 5, 1000]))
        monkeypatch.setattr(verparting, "BLOCK", rng.choice([2, 500]))
        looks = iter([0.0, *([0.5] * rng.randint(0, 3)), *([2.0] * 100)])
        monkeypatch.setattr(refining, "time", SimpleNamespace(monotonic=looks.__next__))
        records, k, m = random_records(rng), rng.choice([2, 3]), rng.choice([1, 2, 3])
        data = dataset_of(engine, records)
        model = Disassociation(k, m, rng.choice([k + 1, 2 * k + 1]))
        most = data.distinct_items
        itemsets = [sorted(rng.sample(range(1, most + 1), min(most, 3))) for _ in range(2)]
        result = disassociate(data, model, wishes=Wishes(itemsets, 1.0))
        monkeypatch.undo()
        tables, release = folder(engine, result, data.items)
        assert oracle.broken_chunks(release, k, m) == 0
        assert oracle.starved_clusters(release, k, m) == 0
        assert oracle.conflicting_chunks(release, k) == 0
        assert count_folder(engine, tables, model).violations(safe=False) == 0


RECORDS = [["a", "b", "c"], ["a", "b"], ["a", "b", "d"], ["c", "d"], ["c"], ["d", "e"], ["c", "d"], ["a", "b", "e"]]


@pytest.mark.slow
def test_it_is_told_where_itemsets_stand_in_one_piece(tmp_path: Path) -> None:
    wishes = {"tea": ["a", "b"], "never": ["d", "e"], "unknown": ["a", "zzz"]}
    (tmp_path / "w.csv").write_text(
        "query,item\n" + "".join(f"{name},{item}\n" for name, items in wishes.items() for item in items)
    )
    release = api.anonymize_disassociation(
        RECORDS, tmp_path / "out", k=3, m=2, seed="1", cluster_size=9, together=tmp_path / "w.csv"
    )
    fates = {fate.name: (fate.support, fate.in_one_piece) for fate in release.utility.details.together}
    assert fates["tea"] == (4, 4) and fates["never"] == (1, 0) and fates["unknown"] == (0, 0)
    assert api.verify(tmp_path / "out").satisfied
    told = release.utility.details.to_json()["together"]
    assert "items" not in told[0] and {"query": "tea", "support": 4, "in_one_piece": 4} in told


@pytest.mark.slow
def test_without_any_time_nothing_is_joined(tmp_path: Path) -> None:
    rng = random.Random(3)
    records = [sorted(set(rng.choices("abcdefghij", k=4))) for _ in range(60)]
    how: dict[str, Any] = {"k": 3, "m": 2, "seed": "1", "cluster_size": 7}
    for name, more in (("none", {"refine": False}), ("late", {"refine_seconds": 0}), ("all", {})):
        api.anonymize_disassociation(records, tmp_path / name, **how, **more)
    kept = {name: api.audit_disassociation(tmp_path / name).joint_clusters for name in ("none", "late", "all")}
    assert kept["none"] == kept["late"] == 0 < kept["all"]
    assert api.verify(tmp_path / "late").satisfied
