"""Disassociation of large data: record by record in parts, subrecords counted only where supports leave a doubt."""

import random
from dataclasses import replace

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.disassociation.method import disassociate, publish
from setanon_sql.models.disassociation.method.parts import table_by_records
from setanon_sql.models.disassociation.method.verpart import unfilled_clusters
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.query.templates import all_rows
from tests.data import dataset_of
from tests.disassociation_data import Example, random_records


def in_parts(monkeypatch: pytest.MonkeyPatch, records: int) -> None:
    monkeypatch.setattr(DuckDBEngine, "abilities", replace(DuckDBEngine.abilities, joined=records))


@pytest.mark.parametrize("joined", [1, 4, 1000])
def test_a_range_of_records_at_a_time_gives_the_same_rows(
    engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch, joined: int
) -> None:
    data = dataset_of(engine, random_records(random.Random(1)))
    positions = engine.load(
        "positions", dict.fromkeys(("record_id", "cluster_id", "position"), int), [[9, 2, 5], [1, 2, 1], [0, 0, 1]]
    )
    query, tables = "disassociation/verpart_nodes/cluster_rows", {
        "transactions": data.transactions, "positions": positions,
    }  # fmt: skip
    whole = engine.rows(query, **tables)
    in_parts(monkeypatch, joined)
    made = table_by_records(engine, query, {"positions": "record_id", "transactions": "record_id"}, **tables)
    assert sorted(engine.rows(all_rows(made))) == sorted(whole)
    assert whole


@pytest.mark.parametrize(("items", "parts"), [(1, 3), (2, 3), (3, 1)])
def test_there_are_no_parts_where_each_would_read_more_than_it_has(
    engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch, items: int, parts: int
) -> None:
    """Three records of two items each; what is read as a whole has so many rows."""
    in_parts(monkeypatch, 1)
    rows = [(record, 1, item, 1, 1) for record, held in enumerate(((1, 2), (1, 3), (2, 3)), start=1) for item in held]
    names = ("distinct_id", "group_id", "item", "records", "pairs")
    known = {
        "open_rows": engine.load_rows("open_rows", dict.fromkeys(names, int), rows),
        "placed": engine.load_rows(
            "placed", dict.fromkeys(("distinct_id", "group_id", "size"), int), [(1, 7, 9), (2, 7, 9), (3, 7, 9)]
        ),
        "splitting": engine.load("splitting", {"group_id": int, "item": int}, [[1] * items, [1, 2, 3][:items]]),
    }
    append, appended = engine.append, []
    monkeypatch.setattr(engine, "append", lambda *given, **more: appended.append(append(*given, **more)))
    cut, query = (
        {"placed": "distinct_id", "open_rows": "distinct_id"},
        "disassociation/horpart_split/next_splitting_rows",
    )
    made = table_by_records(engine, query, cut, "splitting", cluster_size=5, **known)
    assert len(appended) == parts - 1
    assert sorted(engine.rows(all_rows(made))) == sorted(
        (r, 7, item, 1, 1) for r, _, item, _, _ in rows if item <= items
    )


@pytest.mark.whole
def test_large_data_are_disassociated_as_small_ones(engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        data = dataset_of(engine, [{f"i{int(rng.paretovariate(0.7)) % 60}" for _ in range(8)} for _ in range(200)])
        found = []
        for joined in (0, 5):
            in_parts(monkeypatch, joined)
            result = disassociate(data, Disassociation(3, 2, 12))
            refined, published = result.refined, publish(engine, result, data.items, "seed")
            made = (result.clusters, result.rows, result.chunks, refined.rows, refined.terms, published.subrecords)
            found.append([sorted(engine.rows(all_rows(one))) for one in made])
        assert found[0] == found[1]
        assert all(found[0])


@pytest.mark.slow
def test_clusters_that_need_a_term_are_those_of_lemma_2(engine: DuckDBEngine) -> None:
    """Items go to chunks 1, 2 and none at random; a cluster may have no chunk at all."""
    needing, doubtful, k, m = 0, 0, 3, 2
    for seed in range(12):
        rng = random.Random(seed)
        records = [set(one) for one in random_records(rng)]
        example = Example(engine, records, [rng.randrange(3) for _ in records])
        chunk = {(cluster, item): rng.choice((0, 1, 1, 2)) for cluster in range(3) for item in example.label}
        rows = engine.rows(all_rows(example.rows))
        holders: dict[tuple[int, int, int], set[int]] = {}
        for record, cluster, item, _ in rows:
            holders.setdefault((cluster, item, chunk[cluster, item]), set()).add(record)
        given = [(c, i, n, len(held)) for (c, i, n), held in holders.items() if n]
        chunks = engine.load_rows("chunks", dict.fromkeys(("cluster_id", "item", "chunk", "support"), int), given)
        expected = set()
        for cluster in {row[1] for row in rows}:
            parts: dict[int, set[int]] = {}
            for (where, _, number), held in holders.items():
                if where == cluster and number:
                    parts.setdefault(number, set()).update(held)
            size = len({row[0] for row in rows if row[1] == cluster})
            if not parts or sum(map(len, parts.values())) < size + k * (min(m, len(parts)) - 1):
                expected.add(cluster)
        found = unfilled_clusters(engine, example.clusters, example.rows, chunks, k=k, m=m)
        assert {cluster for (cluster,) in engine.rows(all_rows(found))} == expected
        tables = {"cluster_rows": example.rows, "clusters": example.clusters, "chunks": chunks}
        left = engine.rows("disassociation/verpart_terms/doubtful_rows", k=k, m=m, **tables)
        needing, doubtful = needing + len(expected), doubtful + len({row[1] for row in left} - expected)
    assert needing and doubtful
