"""The queries about the chunks of a disassociated release, one by one, at the edge of what each tells apart."""

import pytest

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows

CHUNKS = "pieces_chunks/"
SUBRECORDS = "cluster_id chunk_id subrecord_id item"
NODES = "node_id chunk_id item position power | 1 1 a 0 1 | 2 1 b 1 2 | 3 1 c 2 4 | 4 2 a 0 1"


def test_the_rows_of_a_chunk_that_name_an_item_are_its_support(engine: DuckDBEngine) -> None:
    lines = f"{SUBRECORDS} | 1 1 11 a | 1 1 12 a | 1 1 12 b | 1 2 21 a | 1 - 11 a | 1 1 - a | 1 1 11 -"
    found = ask(engine, f"{CHUNKS}chunk_supports", subrecords=lines)
    assert found == rows("1 1 a 2 | 1 1 b 1 | 1 2 a 1")


def test_items_are_numbered_the_rarest_first_and_the_first_52_have_a_power_of_two(engine: DuckDBEngine) -> None:
    many = " | ".join(f"1 1 i{at:02} {10 + at}" for at in range(55))
    found = ask(
        engine,
        f"{CHUNKS}nodes",
        chunk_supports=f"cluster_id chunk_id item support | {many} | 2 2 a 3 | 3 2 a 2 | 2 2 b 4",
    )
    expected = [(1 + at, 1, f"i{at:02}", 10 + at, at, 2**at if at < 52 else 0) for at in range(55)]
    assert found == [*expected, (56, 2, "b", 4, 0, 1), (57, 2, "a", 5, 1, 2)]


def test_what_a_subrecord_holds_is_the_sum_of_the_powers(engine: DuckDBEngine) -> None:
    lines = f"{SUBRECORDS} | 1 1 11 a | 1 1 11 c | 1 1 12 b | 1 2 21 a | 1 1 21 a | 1 1 - a | 1 1 11 z"
    found = ask(engine, f"{CHUNKS}contents", subrecords=lines, nodes=NODES)
    assert found == rows("11 1 1 2 5 2 | 12 1 1 1 2 1 | 21 1 2 2 2 0")


def test_subrecords_with_later_items_are_compared_row_by_row(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        f"{CHUNKS}wide_rows",
        contents="subrecord_id last | 11 51 | 12 52 | 13 53 | 14 60",
        subrecords=f"{SUBRECORDS} | 1 1 11 a | 1 1 12 a | 1 1 12 c | 1 2 13 a | 1 1 13 z",
        nodes=NODES,
    )
    assert found == rows("12 1 | 12 3 | 13 4")


def test_subrecords_are_alike_that_hold_the_same_items_of_a_chunk(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        f"{CHUNKS}alike",
        contents="subrecord_id chunk_id items powers last | 11 1 2 5 51"
        " | 12 1 2 5 51 | 13 1 2 6 2 | 14 1 1 5 2 | 15 2 2 5 2"
        " | 16 1 3 5 52 | 17 1 3 5 52 | 18 1 3 5 53",
        equal_wide="source_id weight | 16 2 | 18 1 | 99 5",
    )
    assert found == rows("11 1 2 | 13 1 1 | 14 1 1 | 15 2 1 | 16 1 2 | 18 1 1")


def test_equal_subrecords_stand_once_with_the_rows_that_name_an_item(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        f"{CHUNKS}transactions",
        alike="source_id weight | 11 3 | 21 1",
        subrecords=f"{SUBRECORDS} | 1 1 11 a | 1 1 11 a | 1 1 11 b | 1 1 12 a | 1 2 21 a | 1 2 21 z",
        nodes=NODES,
    )
    assert found == rows("11 1 3 2 | 11 2 3 1 | 21 4 1 1")


def test_a_chunk_has_full_subrecords_and_a_rarest_item(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        f"{CHUNKS}chunk_sizes",
        chunk_supports="cluster_id chunk_id item support | 1 1 a 3 | 1 1 b 2 | 1 2 a 4 | 1 3 a 4",
        contents="subrecord_id chunk_id items | 11 1 2 | 12 1 2 | 13 1 1 | 21 2 1",
    )
    assert found == rows("1 1 2 3 2 2 | 1 2 1 1 1 4")


def test_a_chunk_is_bad_with_a_set_below_k_and_not_with_one_at_k(engine: DuckDBEngine) -> None:
    nodes = "node_id chunk_id support | 1 1 2 | 2 1 2 | 3 2 3 | 4 3 4 | 5 4 2"
    assert ask(engine, f"{CHUNKS}bad_singles", nodes=nodes, k=3) == rows("1 | 4")
    sets = "item support | 1 2 | 2 2 | 3 3 | 4 4 | 9 2"
    assert ask(engine, f"{CHUNKS}bad_sets", extensions=sets, nodes=nodes, k=3) == rows("1")
    assert ask(engine, f"{CHUNKS}bad_count", bad="chunk_id | 1 | 1 | 4") == rows("2")


@pytest.mark.parametrize(
    ("chunks", "m", "faults"),
    [
        ("1 10", 2, 0),
        ("1 9", 2, 1),
        ("1 6 | 1 7", 2, 0),
        ("1 6 | 1 6", 2, 1),
        ("1 5 | 1 5 | 1 3", 2, 0),
        ("1 5 | 1 5 | 1 2", 2, 1),
        ("1 5 | 1 5 | 1 6", 3, 0),
        ("1 5 | 1 5 | 1 5", 3, 1),
        ("1 6 | 1 7", 3, 0),
        ("1 6 | 1 6", 3, 1),
        ("", 2, 1),
    ],
)
def test_a_cluster_has_so_many_subrecords_that_no_record_must_be_empty(
    engine: DuckDBEngine, chunks: str, m: int, faults: int
) -> None:
    """Lemma 2 for a cluster of 10 records and k = 3: one for each record, and k for each of m - 1 chunks."""
    found = ask(
        engine,
        f"{CHUNKS}too_few_subrecords",
        clusters="cluster_id kind size | 1 simple 10 | 2 simple 10 | 9 joint 20",
        chunk_sizes=f"cluster_id subrecords | 9 1 | {chunks}",
        terms="cluster_id item | 2 x | 2 y",
        k=3,
        m=m,
    )
    assert found == [(faults,)]


CLUSTERS_ABOVE = "cluster_id upper_id | 1 1 | 2 2 | 8 8 | 9 9 | 1 8 | 2 9 | 8 9 | 1 9"


@pytest.mark.parametrize(
    ("items", "alike", "faults"),
    [
        ("1 e | 9 e", "9 3", 0),
        ("1 e | 9 e", "9 4", 0),
        ("1 e | 9 e", "9 2", 1),
        ("1 e | 9 e", "9 5 | 9 2 | 9 1", 1),
        ("1 e | 9 f", "9 2", 0),
        ("8 e | 9 e", "9 2", 1),
        ("8 e | 9 e", "8 2", 0),
        ("1 e | 2 e | 9 e | 9 f", "9 2 | 1 1", 1),
        ("1 e | 8 e | 9 e", "9 2 | 8 2", 2),
        ("2 e | 8 e", "8 2", 0),
        ("9 e", "9 2", 0),
    ],
)
def test_a_chunk_that_repeats_an_item_from_below_is_k_anonymous(
    engine: DuckDBEngine, items: str, alike: str, faults: int
) -> None:
    """Property 1; chunks have the numbers of their clusters: 1 is below 8, and both and 2 are below 9."""
    found = ask(
        engine,
        f"{CHUNKS}conflicts",
        nodes=f"chunk_id item | {items}",
        chunk_sizes="cluster_id chunk_id | 1 1 | 2 2 | 8 8 | 9 9",
        above=CLUSTERS_ABOVE,
        alike=f"chunk_id weight | {alike}",
        k=3,
    )
    assert found == [(faults,)]


def test_sizes_are_of_simple_clusters(engine: DuckDBEngine) -> None:
    tables = {"subrecords": "item | a | b | c", "terms": "item | x | y"}
    clusters = "kind size | simple 4 | simple 6 | simple 5 | joint 3 | joint 20"
    assert ask(engine, f"{CHUNKS}sizes", clusters=clusters, **tables) == rows("15 3 2 5 2 4 6")
    assert ask(engine, f"{CHUNKS}sizes", clusters="kind:text size", **tables) == rows("0 0 0 5 2 0 0")


def test_a_chunk_is_covered_where_its_rarest_item_is_never_alone(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "pieces_covers/covers",
        clusters="cluster_id kind | 1 simple | 2 simple | 9 joint | 6 simple",
        chunk_sizes="cluster_id chunk_id items full min_support | 1 1 2 3 3 | 1 2 2 2 3 | 2 3 1 4 4 | 9 4 3 3 3"
        " | 7 5 2 3 3 | 6 6 2 3 3",
        above="cluster_id upper_id | 1 1 | 2 2 | 9 9 | 1 9 | 2 9 | 2 5 | 7 7",
    )
    assert found == rows("1 1 simple 1 2 3 | 1 2 simple 0 2 3 | 2 3 simple 0 1 2 | 9 4 joint 1 1 1")


COVERS = (
    "cluster_id chunk_id kind covered own reach | 1 1 simple 1 2 2 | 1 2 simple 0 2 2 | 2 3 simple 1 1 1 "
    " | 3 4 simple 1 1 2 | 4 5 simple 1 3 3 | 4 6 simple 1 3 3 | 9 7 joint 1 3 1 | 9 8 joint 0 3 2"
    " | 9 10 joint 1 3 1"
)


def test_vulnerable_chunks_have_another_beside_or_above_them(engine: DuckDBEngine) -> None:
    assert ask(engine, "pieces_covers/cover_counts", covers=COVERS) == rows("6 3 3 2 6")
    found = ask(engine, "pieces_covers/vulnerable_chunks", covers=COVERS)
    assert found == rows("1 1 simple | 3 4 simple | 4 5 simple | 4 6 simple | 9 7 joint | 9 10 joint")


def test_an_item_is_implied_where_it_is_never_without_the_other(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "pieces_covers/implied",
        subrecords="chunk_id subrecord_id item | 1 11 a | 1 11 b | 1 12 b | 3 31 a | 3 31 b | 7 71 c | 7 71 d | 7 72 c"
        " | 7 72 d | 7 73 c | 99 99 a | 99 99 b | 2 21 b | 2 22 b | 2 11 d",
        covers=COVERS,
    )
    assert found == rows("1 a b | 7 d c")
    pairs = "chunk_id item other | 1 a b | 1 a c | 1 b c | 2 a b"
    assert ask(engine, "pieces_covers/implied_counts", implied=pairs) == rows("3 4 2")


def test_covered_items_of_the_largest_chunks_are_listed(engine: DuckDBEngine) -> None:
    tables = {
        "vulnerable_chunks": "cluster_id chunk_id | 1 1 | 1 2 | 9 7 | 9 6",
        "subrecords": "chunk_id subrecord_id item | 1 11 a | 1 11 b | 1 12 b | 2 21 a | 2 21 b | 2 21 c | 2 22 c "
        " | 7 71 c | 7 71 d | 3 31 a",
    }
    listed = "1 1 2 a 1 1 | 1 1 2 b 1 1 | 1 1 2 c 2 0 | 2 1 1 a 1 1 | 2 1 1 b 2 0"
    assert ask(engine, "pieces_covers/covered_items", listed=2, **tables) == rows(listed)
    found = ask(engine, "pieces_covers/covered_items", listed=9, **tables)
    assert found == rows(f"{listed} | 3 9 7 c 1 1 | 3 9 7 d 1 1")
