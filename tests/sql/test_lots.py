"""Queries that draw by a keyed hash: what they draw is computed here once more."""

from setanon_sql.engine import DuckDBEngine
from tests.data import transactions_of
from tests.sql.examples import loaded, lot

RECORDS = [{1, 2, 3}, {1, 2, 4}, {5}, {2, 3, 5, 6}, {1, 6}]


def test_a_sample_has_so_many_items_of_so_many_records(engine: DuckDBEngine) -> None:
    long = [number for number, record in enumerate(RECORDS, 1) if len(record) >= 2]
    drawn = sorted(long, key=lambda number: lot("s", number))[:3]
    items = {number: sorted(RECORDS[number - 1], key=lambda item: lot("s", number, item))[:2] for number in drawn}
    table = transactions_of(engine, RECORDS)
    found = engine.rows("sets/audit/sampled_subsets", transactions=table, size=2, sample=3, seed="s")
    assert sorted(found) == sorted((number, item) for number in drawn for item in items[number])


def test_an_adversary_knows_items_by_lot(engine: DuckDBEngine) -> None:
    ranks = [(draw, draw % 5 + 1, draw % 3 + 1) for draw in range(1, 9)]
    lots = engine.load(
        "lots", {"draw": int, "rank": int, "size": int}, [list(column) for column in zip(*ranks, strict=True)]
    )
    persons = engine.load("persons", {"rank": int, "record_id": int}, [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]])
    expected = {
        (draw, item, size)
        for draw, rank, size in ranks
        for item in sorted(RECORDS[5 - rank], key=lambda item: lot("k", draw, item, between="/"))[:size]
    }
    original = transactions_of(engine, RECORDS)
    found = engine.rows("suppressor/sample/drawn", lots=lots, persons=persons, original=original, key="k")
    assert sorted(found) == sorted(expected)


def test_a_rule_loses_its_item_in_records_by_lot(engine: DuckDBEngine) -> None:
    records = list(range(1, 10))
    columns = {"rank": int, "record_id": int, "item": int, "held": int, "needed": int}
    table = engine.load("rule_records", columns, [[1] * 9, records, [5] * 9, [9] * 9, [4] * 9])
    found = engine.rows("suppressor/mend_round/proposed_suppressions", rule_records=table, key="k")
    assert sorted(found) == sorted((1, record, 5) for record in sorted(records, key=lambda one: lot("k", one))[:4])


def test_groups_are_numbered_by_lot(engine: DuckDBEngine) -> None:
    groups = list(range(1, 8))
    table = engine.load("occurrences", {"group_id": int, "record_id": int}, [groups, groups])
    order = sorted(groups, key=lambda group: lot("k", group, between="/"))
    found = engine.rows("adaptive/publish/groups", occurrences=table, key="k")
    assert sorted(found, key=lambda row: row[1]) == [(group, at) for at, group in enumerate(order, 1)]


def test_what_is_published_is_numbered_by_lot(engine: DuckDBEngine) -> None:
    clusters = loaded(engine, "record_id cluster_id", [(1, 1), (2, 1), (3, 2), (4, 3)])
    joints = loaded(engine, "joint_id child_id leaf_id", [(100, 1, 1), (100, 2, 2)])
    sizes = {1: 2, 2: 1, 3: 1, 100: 3}
    order = sorted(sizes, key=lambda cluster: lot("k", "cluster", cluster))
    found = engine.rows("disassociation/publish/published_cluster_ids", clusters=clusters, joints=joints, key="k")
    assert sorted(found) == sorted(
        (cluster, at, "joint" if cluster == 100 else "simple", sizes[cluster]) for at, cluster in enumerate(order, 1)
    )
    chunks = [(1, 1), (1, 2), (2, 1), (2, -5), (3, 1)]
    in_lot = sorted(chunks, key=lambda chunk: lot("k", "chunk", *chunk))
    found = engine.rows(
        "disassociation/publish/published_chunk_ids", chunks=loaded(engine, "cluster_id chunk", chunks * 2), key="k"
    )
    assert sorted(found) == sorted((*chunk, at) for at, chunk in enumerate(in_lot, 1))
    rows = [(1, 1, 7), (1, 1, 8), (1, 2, 7), (2, 1, 9), (2, 1, 10)]
    drawn = sorted(rows, key=lambda row: lot("k", *row)[:12])
    table = loaded(engine, "cluster_id chunk record_id", rows * 2)
    found = engine.rows("disassociation/publish/published_subrecord_ids", chunk_rows=table, key="k")
    assert sorted(found) == sorted((*row, at) for at, row in enumerate(drawn, 1))


def test_items_are_paired_and_subrecords_picked_by_lot(engine: DuckDBEngine) -> None:
    rows = [(1, 1, record, item) for record in range(1, 7) for item in (5, 6, 7)]
    open_rows = loaded(engine, "cluster_id chunk record_id item", rows)
    covered = loaded(engine, "cluster_id chunk items suppressions", [(1, 1, 3, 2)])
    found = engine.rows("disassociation/safe_suppress/picked", open_rows=open_rows, covered_chunks=covered, key="k")
    drawn = sorted(range(1, 7), key=lambda record: lot("k", "pick", 1, 1, record))[:2]
    assert sorted(found, key=lambda row: row[3]) == [(1, 1, record, at) for at, record in enumerate(drawn, 1)]
    table = loaded(engine, "cluster_id chunk item", [(1, 1, item) for item in (5, 6, 7, 8, 9)])
    few = loaded(engine, "cluster_id chunk", [(1, 1)])
    found = engine.rows("disassociation/safe_suppress/pairs", open_rows=table, covered_chunks=few, key="k")
    order = sorted((5, 6, 7, 8, 9), key=lambda item: lot("k", "pair", 1, 1, item))
    places = zip(order, [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)], strict=True)
    assert sorted(found) == sorted((1, 1, item, pair, ghost) for item, (pair, ghost) in places)
