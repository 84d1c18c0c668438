"""The check of disassociated releases: the paper's counterexamples, and every fault of structure on its own."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount import problems
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.models.disassociation.scripts import disassociation_gate, release_tables
from setanon_sql.models.km.gate import MOST_KNOWN
from setanon_sql.query.templates import all_rows
from setanon_sql.verify.chunks import chunk_tables, equal_subrecords
from setanon_sql.verify.pieces import FolderCounts, FolderTables
from tests import lent
from tests.strategies import examples

Clusters = Sequence[tuple[Any, Any, Any, Any]]
Subrecords = Sequence[tuple[Any, Any, Any, Any]]
Terms = Sequence[tuple[Any, Any]]


def tables(engine: DuckDBEngine, clusters: Clusters, subrecords: Subrecords, terms: Terms = ()) -> FolderTables:
    def load(name: str, columns: str, rows: Sequence[tuple[Any, ...]]) -> Any:
        table = engine.new_table(name)
        engine.connection.execute(f"CREATE TABLE {table.schema}.{table.name} ({columns})")
        if rows:
            marks = ", ".join(f"({', '.join('?' * len(row))})" for row in rows)
            values = [value for row in rows for value in row]
            engine.connection.execute(f"INSERT INTO {table.schema}.{table.name} VALUES {marks}", values)
        return table

    return FolderTables(
        load("clusters", "cluster_id BIGINT, parent_id BIGINT, kind VARCHAR, size BIGINT", clusters),
        load("subrecords", "cluster_id BIGINT, chunk_id BIGINT, subrecord_id BIGINT, item VARCHAR", subrecords),
        load("terms", "cluster_id BIGINT, item VARCHAR", terms),
    )


def chunk(cluster: int, number: int, *rows: str) -> Subrecords:
    """A chunk whose subrecords are strings of one-letter items."""
    return [(cluster, number, 100 * number + at, item) for at, row in enumerate(rows) for item in row]


def counts(engine: DuckDBEngine, made: FolderTables, k: int = 3, m: int = 2) -> FolderCounts:
    """Count the faults; the gate, which asks the same in one SELECT, has to find as many."""
    model = Disassociation(k, m, 30, safe=True)
    found = count_folder(engine, made, model)
    if m <= MOST_KNOWN:
        for name in ("clusters", "subrecords", "terms"):
            table = getattr(made, name)
            engine.connection.execute(f"CREATE OR REPLACE VIEW gated_{name} AS FROM {table.schema}.{table.name}")
        told = engine.connection.execute(gate(model)).fetchall()
        assert dict(told) == {name: n for name, n in found.by_check.items() if n}
    return found


@cache
def gate(model: Disassociation) -> str:
    return disassociation_gate(model, "duckdb", release_tables("gated")).text


def faults(found: FolderCounts) -> dict[str, int]:
    return {name: n for name, n in found.by_check.items() if n and name != "cover"}


@pytest.mark.slow
def test_example_1_has_too_few_subrecords(engine: DuckDBEngine) -> None:
    rows = [*chunk(1, 1, "a", "a", "a"), *chunk(1, 2, "bc", "bc", "bc")]
    assert faults(counts(engine, tables(engine, [(1, None, "simple", 5)], rows))) == {"subrecord_count": 1}
    assert faults(counts(engine, tables(engine, [(1, None, "simple", 5)], rows, [(1, "x")]))) == {}


#: As in Figure 5: x always with a below, and a in the shared chunk, too.
JOINT: Clusters = [(1, 3, "simple", 4), (2, 3, "simple", 5), (3, None, "joint", 9)]
BELOW = [*chunk(1, 1, "ax", "ax", "ax", "a"), *chunk(2, 2, "b", "b", "b", "b", "b")]


def test_figure_5a_is_refused(engine: DuckDBEngine) -> None:
    shared = chunk(3, 3, "ao", "ao", "ao", "a", "o")
    assert faults(counts(engine, tables(engine, JOINT, [*BELOW, *shared]))) == {"joint_property": 1}


@pytest.mark.parametrize("shared", [("ao", "ao", "ao"), ("o", "po", "po", "po"), ("a", "a", "a")])
def test_a_shared_chunk_that_repeats_nothing_or_is_k_anonymous_holds(
    engine: DuckDBEngine, shared: tuple[str, ...]
) -> None:
    assert faults(counts(engine, tables(engine, JOINT, [*BELOW, *chunk(3, 3, *shared)]))) == {}


@pytest.mark.parametrize(
    ("rows", "m", "broken"),
    [
        (("ab", "ab", "a"), 1, 1),
        (("ab", "ab", "a", "b"), 2, 1),
        (("ab", "ab", "a", "b"), 1, 0),
        (("abc", "abc", "ab", "ac", "bc"), 2, 0),
        (("abc", "abc", "ab", "ac", "bc"), 3, 1),
        (("ab", "ab", "ab"), 5, 0),
    ],
)
def test_a_chunk_with_a_rare_set_is_counted(engine: DuckDBEngine, rows: tuple[str, ...], m: int, broken: int) -> None:
    made = tables(engine, [(1, None, "simple", 5)], chunk(1, 1, *rows), [(1, "t")])
    assert counts(engine, made, m=m).by_check["chunk_km"] == broken


def test_covered_items_are_counted_in_clusters_with_two_chunks(engine: DuckDBEngine) -> None:
    one = tables(engine, [(1, None, "simple", 5)], chunk(1, 1, "ab", "ab", "ab", "a", "a"))
    two = [*chunk(1, 1, "ab", "ab", "ab", "a", "a"), *chunk(1, 2, "cd", "cd", "cd", "c", "d")]
    assert counts(engine, one).covers.vulnerable_record_chunks == 0
    found = counts(engine, tables(engine, [(1, None, "simple", 5)], two, [(1, "t")]))
    assert (found.covers.vulnerable_record_chunks, found.covers.record_chunks, found.violations(safe=False)) == (
        1,
        2,
        0,
    )
    assert found.violations(safe=True) == 1


GOOD = (JOINT, [*BELOW, *chunk(3, 3, "o", "o", "o")], [(1, "s"), (2, "t")])


def test_what_is_whole_has_no_fault(engine: DuckDBEngine) -> None:
    assert faults(counts(engine, tables(engine, *GOOD))) == {}


@pytest.mark.parametrize(
    ("clusters", "subrecords", "terms"),
    [
        ([*JOINT, (1, 3, "simple", 4)], [], []),
        ([*JOINT[:2], (3, None, "joined", 9)], [], []),
        ([*JOINT[:2], (3, None, "joint", 10)], [], []),
        ([*JOINT, (4, 9, "simple", 5)], [], []),
        ([*JOINT, (4, None, "joint", 0)], [], []),
        ([*JOINT, (4, None, "simple", 2)], [], [(4, "z")]),
        ([*JOINT, (4, 5, "joint", 9), (5, 4, "joint", 9)], [], []),
        ([], chunk(7, 7, "z", "z", "z"), []),
        ([], chunk(2, 1, "z", "z", "z"), []),
        ([], chunk(1, 9, "a", "a", "a"), []),
        ([], [(2, 9, at, "z") for at in range(100, 103)], []),
        ([], chunk(1, 9, "z", "z", "z", "z", "z"), []),
        ([], [BELOW[0]], []),
        ([], [(1, 1, 100, None)], []),
        ([], [], [(1, "s")]),
        ([], [], [(1, "a")]),
        ([], [], [(2, "o")]),
        ([], [], [(3, "z")]),
        ([], [], [(1, None)]),
    ],
)
def test_every_fault_of_structure_is_found(
    engine: DuckDBEngine, clusters: Clusters, subrecords: Subrecords, terms: Terms
) -> None:
    bad = tables(engine, clusters or GOOD[0], [*GOOD[1], *subrecords], [*GOOD[2], *terms])
    assert counts(engine, bad).by_check["structure"] >= 1


def test_shared_chunks_are_a_fault_where_a_release_promises_none(engine: DuckDBEngine) -> None:
    model = Disassociation(3, 2, 30, refine=False)
    found = count_folder(engine, tables(engine, *GOOD), model)
    assert found.by_check["unrefined"] == 1 and "1 joint cluster is" in problems(found, model)[0]
    apart = tables(engine, [(1, None, "simple", 4)], BELOW[:7], [(1, "s")])
    assert "unrefined" not in count_folder(engine, apart, model).by_check


def test_sensitive_items_are_in_term_chunks_only(engine: DuckDBEngine) -> None:
    made = tables(engine, *GOOD)
    for labels, faults_of in ((["s", "t", "z"], 0), (["s", "a", "o"], 2), ([], 0)):
        listed = engine.load("sensitive", {"label": str}, [labels])
        assert count_folder(engine, made, Disassociation(3, 2, 30), listed).by_check["sensitive"] == faults_of


@pytest.mark.parametrize("items", [2, 51, 52, 53, 70])
def test_equal_subrecords_are_those_that_hold_the_same_items(engine: DuckDBEngine, items: int) -> None:
    """Also in chunks of more items than a sum of powers has room for, and in chunks with the same items."""
    draw, letters = Random(items), [chr(65 + at) for at in range(items)]
    some = ["".join(letters[:2]), *("".join(draw.sample(letters[-6:], min(items, 3))) for _ in range(6))]
    chunks = {number: ["".join(letters), *(draw.choice(some) for _ in range(20))] for number in (1, 2)}
    rows = [row for number, held in chunks.items() for row in chunk(1, number, *held)]
    subrecords = tables(engine, [], rows).subrecords
    alike = equal_subrecords(engine, subrecords, chunk_tables(engine, subrecords))
    expected = Counter((number, frozenset(held)) for number, several in chunks.items() for held in several)
    found = [(number, frozenset(chunks[number][source % 100]), n) for source, number, n in engine.rows(all_rows(alike))]
    assert sorted(found, key=str) == sorted(((*one, n) for one, n in expected.items()), key=str)


@given(st.lists(st.sampled_from(["a", "b", "c", "aa", "bb", "ab", "aab", "abb", "abc", "aabbcc", "abcc"]), min_size=1))
@example(["b", "b", "b", "aa"])  # twice the power of a is the power of b
@examples(60)
def test_a_row_that_is_there_twice_is_found_whatever_else_is_there(held: list[str]) -> None:
    with lent.engine() as engine:
        found = count_folder(
            engine, tables(engine, [(1, None, "simple", 500)], chunk(1, 1, *held)), Disassociation(3, 2, 30)
        )
    repeated = sum(len(one) - len(set(one)) for one in held)
    assert (found.by_check["structure"] > 0) == (repeated > 0)
