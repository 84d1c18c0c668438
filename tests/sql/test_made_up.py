"""Queries that make up originals by a keyed hash: what they draw is computed here once more."""

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.query.templates import Table
from tests.sql.examples import loaded, lot


def _number(*parts: object) -> int:
    return int(lot("s", *parts)[:8], 16)


def _places(engine: DuckDBEngine) -> Table:
    rows = [(1, 0, 1), (1, 1, 2), (1, 2, 3), (1, 3, 4), (2, 0, 5), (2, 1, 6), (2, 2, 7), (3, 0, 8)]
    return loaded(engine, "cluster_id slot record_number", rows)


def test_a_chunk_gets_so_many_of_the_records_that_may_hold_it(engine: DuckDBEngine) -> None:
    loose = loaded(engine, "chunk_id cluster_id subrecords", [(1, 1, 3), (1, 2, 3), (2, 2, 2), (3, 9, 1)])
    found = engine.rows("inference/reconstruct_originals/seats", loose=loose, records_to_fill=_places(engine), seed="s")
    expected = set()
    for chunk, records, n in [(1, range(1, 8), 3), (2, range(5, 8), 2)]:
        drawn = sorted(records, key=lambda record: lot("s", chunk, record))[:n]
        expected |= {(chunk, turn, record) for turn, record in enumerate(drawn, 1)}
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(
    "drawn",
    [
        [(1, 7, 2, 1, 1), (1, 9, 2, 2, 2), (1, 10, 2, 2, 2), (1, 11, 3, 2, 2), (1, 12, 1, 3, 1), (1, 13, 2, 3, 1)],
        [(1, 7, 2, 1, 1), (2, 8, 2, 0, 2), (2, 14, 2, 1, 1), (2, 15, 2, 2, 1)],
    ],
)
def test_chunks_fill_a_cluster_together(engine: DuckDBEngine, drawn: list[tuple[int, ...]]) -> None:
    draws = loaded(engine, "cluster_id chunk_id subrecords filled more", drawn)
    found = engine.rows(
        "inference/reconstruct_originals/filling_seats", draws=draws, records_to_fill=_places(engine), seed="s"
    )
    expected = set()
    for cluster, chunk, n, filled, more in drawn:
        records = sorted({1: range(1, 5), 2: range(5, 8)}[cluster], key=lambda record: lot("s", "shuffle", record))
        fresh = records[filled : filled + more]
        before = sorted(records[:filled], key=lambda record: lot("s", chunk, record))
        chosen = [*fresh, *before[: n - len(fresh)]]
        chosen.sort(key=lambda record: lot("s", "seat", chunk, record))
        expected |= {(chunk, turn, record) for turn, record in enumerate(chosen, 1)}
    assert sorted(found) == sorted(expected)


def test_a_draw_says_how_many_records_a_chunk_fills(engine: DuckDBEngine) -> None:
    chunks = list(range(10, 30))
    paths = loaded(engine, "turn case_id chunk_id drawn node_id", [(2, chunk, chunk, 4, 5) for chunk in chunks])
    starts = [(0, 0.0), (1, 0.3), (2, 0.6)]
    chances = loaded(engine, "turn node_id filled more start", [(2, 5, 1, more, start) for more, start in starts])
    before = loaded(engine, "cluster_id filled more", [(chunk, 0, 1) for chunk in chunks])
    binds = {"paths": paths, "chances": chances, "drawn_before": before}
    found = engine.rows("inference/reconstruct_originals/draws", **binds, turn=2, seed="s")
    numbers = {chunk: _number("fill", chunk) / 2**32 for chunk in chunks}
    more = {chunk: max(n for n, start in starts if start <= numbers[chunk]) for chunk in chunks}
    assert sorted(found) == sorted((chunk, chunk, 4, 1, more[chunk]) for chunk in chunks)
    assert set(more.values()) == {0, 1, 2}


def test_terms_go_to_records_by_lot(engine: DuckDBEngine) -> None:
    items = [(1, at, item, 4) for at, item in enumerate("abcdef")] + [(2, at, item, 3) for at, item in enumerate("abc")]
    terms = loaded(engine, "cluster_id turn item size", items)
    places = _places(engine)
    first = {1: 1, 2: 5}
    found = engine.rows("inference/reconstruct_originals/term_rows", terms=terms, records_to_fill=places, seed="s")
    slots = [(first[cluster] + _number("term", cluster, item) % size, item) for cluster, _, item, size in items]
    assert sorted(found) == sorted(slots)
    counted = [(cluster, at, item, {4: 6, 3: 3}[size]) for cluster, at, item, size in items]
    terms = loaded(engine, "cluster_id turn item terms", counted)
    made = loaded(engine, "record_number", [(3,), (6,)])
    binds = {"terms": terms, "records_to_fill": places, "made": made}
    found = engine.rows("inference/reconstruct_originals/last_terms", **binds, seed="s")
    empty = [("abcdef", 1), ("abcdef", 2), ("abcdef", 4), ("abc", 5), ("abc", 7)]
    assert sorted(found) == sorted((record, of[_number("empty", record) % len(of)]) for of, record in empty)


def test_records_of_an_original_are_in_random_order(engine: DuckDBEngine) -> None:
    made = loaded(engine, "record_number item", [(number, "a") for number in range(1, 8)])
    found = engine.rows("inference/reconstruct_originals/original", made=made, seed="s")
    places = sorted(range(1, 8), key=lambda number: lot("s", "record", number))
    assert sorted(found) == [(at, "a") for at in range(1, 8)] and places != sorted(places)
    rows = [(number, f"i{number}") for number in range(1, 8)]
    found = engine.rows(
        "inference/reconstruct_originals/original", made=loaded(engine, "record_number item", rows), seed="s"
    )
    assert sorted(found) == [(at, f"i{number}") for at, number in enumerate(places, 1)]


def test_leaves_are_dealt_out_in_random_order(engine: DuckDBEngine) -> None:
    leaves = sorted("xyz", key=lambda leaf: lot("s", "leaf", "g", leaf))
    spread = loaded(engine, "label leaf", [("g", leaf) for leaf in "xyz"])
    dealt = engine.table("measures/made_up/dealt", spread=spread, seed="s")
    assert engine.rows("measures/made_up/label_sizes", spread=spread) == [("g", 3)]
    release = loaded(engine, "record_id item", [(record, "g") for record in range(1, 8)])
    sizes = loaded(engine, "label leaves", [("g", 3), ("h", 1)])
    found = engine.rows("measures/made_up/original", release=release, label_sizes=sizes, dealt=dealt, seed="s")
    order = sorted(range(1, 8), key=lambda record: lot("s", record, "g"))
    assert sorted(found) == sorted((record, leaves[at % 3]) for at, record in enumerate(order))
