"""The queries about clusters of a disassociated release, one by one: each fault alone, at the edge of what is none."""

import pytest

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows

STRUCTURE = "pieces_structure/"


@pytest.mark.parametrize(("name", "found"), [("r", 1), ("R", 1), ("other", 0), ("elsewhere", 0), ("lake", 0)])
def test_a_table_is_sought_by_its_whole_name(engine: DuckDBEngine, name: str, found: int) -> None:
    tables = "table_catalog table_schema table_name | db Main r | db x elsewhere | lake main lake | db main s"
    asked = {"catalog": "=db", "schema": "=MAIN", "name": f"={name}"}
    assert ask(engine, "pieces_read/relations", tables=tables, **asked) == [(found,)]


@pytest.mark.parametrize(
    ("clusters", "subrecords", "faults"),
    [
        ("2 | 1", "1 2 | 2 1", 0),
        ("1", "1 1", 0),
        ("", "", 0),
        ("2", "1 1", 1),
        ("2 | 2", "1 1", 1),
        ("0 | 2", "1 1", 1),
        ("1 | 3", "1 1", 1),
        ("1 | 1", "1 1", 1),
        ("2 | 3", "1 1", 1),
        ("1", "0 1 | 2 2", 1),
        ("1", "1 1 | 3 2", 1),
        ("1", "1 0 | 2 2", 1),
        ("1", "1 1 | 2 3", 1),
        ("1", "0 0", 2),
        ("1", "2 2", 2),
        ("3", "0 3", 3),
    ],
)
def test_clusters_are_numbered_from_1_and_others_by_few_numbers(
    engine: DuckDBEngine, clusters: str, subrecords: str, faults: int
) -> None:
    found = ask(
        engine,
        "pieces_read/number_range",
        clusters=f"cluster_id | {clusters}",
        subrecords=f"chunk_id subrecord_id | {subrecords}",
    )
    assert found == [(faults,)]


def test_clusters_are_lines_with_all_that_is_told_of_them(engine: DuckDBEngine) -> None:
    clusters = "cluster_id parent_id kind size | 1 9 simple 3 | 9 - joint 4"
    found = ask(engine, "pieces_read/clusters_as_lines", clusters=clusters)
    assert found == rows("1 simple_3_9 | 9 joint_4_0")


def test_clusters_are_above_by_one_step_and_by_two(engine: DuckDBEngine) -> None:
    clusters = "cluster_id parent_id | 1 8 | 1 8 | 2 - | - 8"
    assert ask(engine, f"{STRUCTURE}itself", clusters="cluster_id | 1 | -") == rows("1 1")
    assert ask(engine, f"{STRUCTURE}parents", clusters=clusters) == rows("1 8")
    step = "cluster_id upper_id | 8 9 | 8 9 | 7 9"
    assert ask(engine, f"{STRUCTURE}further", above="cluster_id upper_id | 1 8 | 2 5", step=step) == rows("1 9")


@pytest.mark.parametrize(("step", "faults"), [("", 0), ("1 1", 1), ("1 2 | 2 1", 1)])
def test_what_is_above_more_clusters_than_there_are_is_in_a_circle(
    engine: DuckDBEngine, step: str, faults: int
) -> None:
    assert ask(engine, f"{STRUCTURE}circles", step=f"cluster_id upper_id | {step}") == [(faults,)]


@pytest.mark.parametrize(
    ("more", "faults"),
    [("3 simple 2", 0), ("- simple 2", 1), ("3 - 2", 1), ("3 other 2", 1), ("3 joint -", 1), ("2 simple 2", 1)],
)
def test_a_cluster_has_a_number_a_kind_and_a_size(engine: DuckDBEngine, more: str, faults: int) -> None:
    clusters = f"cluster_id kind size | 1 simple 3 | 2 joint 3 | {more}"
    assert ask(engine, f"{STRUCTURE}cluster_faults", clusters=clusters) == [(faults,)]


@pytest.mark.parametrize(
    ("more", "faults"),
    [
        ("", 0),
        ("4 - simple 7", 0),
        ("4 8 simple 7", 1),
        ("4 1 simple 7", 1),
        ("4 9 simple 7", 1),
        ("8 - joint 7 | 4 8 simple 7", 1),
        ("8 - joint 7", 1),
        ("8 - joint 7 | 4 8 simple 3 | 5 8 simple 4", 0),
        ("8 - joint 7 | 4 8 simple 3 | 5 8 simple 3 | 6 8 simple 1", 0),
        ("8 - joint 6 | 4 8 simple 3 | 5 8 simple 4", 1),
        ("8 - joint 8 | 4 8 simple 3 | 5 8 simple 4", 1),
        ("8 - joint 7 | 4 1 simple 2", 2),
    ],
)
def test_a_joint_cluster_is_as_large_as_its_two_parts_or_more(engine: DuckDBEngine, more: str, faults: int) -> None:
    clusters = f"cluster_id parent_id kind size | 1 9 simple 3 | 2 9 simple 4 | 9 - joint 7 | {more}"
    assert ask(engine, f"{STRUCTURE}tree_faults", clusters=clusters) == [(faults,)]


def test_a_simple_cluster_of_k_records_is_none_too_small(engine: DuckDBEngine) -> None:
    clusters = "kind size | simple 2 | simple 3 | simple 4 | joint 2 | joint 1"
    assert ask(engine, f"{STRUCTURE}small_clusters", clusters=clusters, k=3) == rows("1")


@pytest.mark.parametrize(
    ("subrecord", "transactions", "faults"),
    [
        ("1 1 12 b", "2 1", 0),
        ("1 1 12 b", "", 0),
        ("- 1 12 b", "2 1", 2),
        ("1 - 12 b", "2 1", 1),
        ("1 1 - b", "2 1", 1),
        ("1 1 12 -", "2 1", 1),
        ("1 1 12 ''", "2 1", 1),
        ("8 1 12 b", "2 1", 1),
        ("8 1 12 b | 8 1 13 b", "2 1", 1),
        ("1 1 12 b", "2 3", 4),
        ("1 1 12 b", "2 3 | 3 2 | 5 1", 7),
    ],
)
def test_subrecords_lack_nothing_repeat_nothing_and_are_of_a_cluster(
    engine: DuckDBEngine, subrecord: str, transactions: str, faults: int
) -> None:
    found = ask(
        engine,
        f"{STRUCTURE}subrecord_faults",
        subrecords=f"cluster_id chunk_id subrecord_id item:text | 1 1 11 a | 2 2 21 a | {subrecord}",
        transactions=f"weight times | {transactions}",
        clusters="cluster_id | 1 | 2",
    )
    assert found == [(faults,)]


@pytest.mark.parametrize(
    ("supports", "contents", "sizes", "faults"),
    [
        ("1 1 a | 1 2 b | 2 3 a", "11 1 1", "1 1 3 | 2 3 4", 0),
        ("1 1 a | 2 1 b", "11 1 1", "1 1 3", 1),
        ("2 1 a | 1 1 b", "11 1 1", "1 1 3", 1),
        ("1 1 a | 1 2 a", "11 1 1", "1 1 3", 1),
        ("1 2 a | 1 1 a | 2 3 a", "11 1 1", "1 1 3", 1),
        ("1 1 a", "11 1 2 | 12 1 1", "1 1 3", 1),
        ("1 1 a", "11 1 1", "1 1 4", 1),
        ("1 1 a", "11 1 1", "8 1 4", 0),
        ("1 1 a", "11 1 1", "1 1 4 | 2 3 5", 2),
    ],
)
def test_a_chunk_is_of_one_cluster_and_has_no_more_subrecords_than_it_has_records(
    engine: DuckDBEngine, supports: str, contents: str, sizes: str, faults: int
) -> None:
    found = ask(
        engine,
        f"{STRUCTURE}chunk_faults",
        chunk_supports=f"cluster_id chunk_id item | {supports}",
        contents=f"subrecord_id chunk_id last_chunk_id | {contents}",
        chunk_sizes=f"cluster_id chunk_id subrecords | {sizes}",
        clusters="cluster_id size | 1 3 | 2 4",
    )
    assert found == [(faults,)]


@pytest.mark.parametrize(
    ("terms", "faults"),
    [
        ("1 x | 2 x | 1 y", 0),
        ("1 a", 1),
        ("1 e", 1),
        ("2 a", 0),
        ("2 e | 2 f", 2),
        ("1 x | 1 x", 1),
        ("1 x | 1 x | 1 x", 2),
        ("- x", 2),
        ("1 -", 1),
        ("1 ''", 1),
        ("9 x", 1),
        ("8 x | 8 y", 1),
        ("1 a | 1 a", 3),
    ],
)
def test_a_term_is_of_a_simple_cluster_and_in_no_chunk_at_or_above_it(
    engine: DuckDBEngine, terms: str, faults: int
) -> None:
    """Chunk 1 of cluster 1 holds a, twice over in two chunks of the joint cluster 9 above both are e and f."""
    found = ask(
        engine,
        f"{STRUCTURE}term_faults",
        terms=f"cluster_id item:text | {terms}",
        clusters="cluster_id kind | 1 simple | 2 simple | 9 joint",
        above="cluster_id upper_id | 1 1 | 2 2 | 9 9 | 1 9 | 2 9",
        chunk_supports="cluster_id chunk_id item | 1 1 a | 9 2 e | 9 3 e | 9 2 f",
    )
    assert found == [(faults,)]


def test_sensitive_items_that_stand_in_chunks_are_counted_once(engine: DuckDBEngine) -> None:
    supports = "cluster_id item | 1 a | 2 a | 1 b | 1 c"
    found = ask(engine, f"{STRUCTURE}sensitive_faults", chunk_supports=supports, sensitive="label | a | a | b | z")
    assert found == rows("2")


@pytest.mark.parametrize(
    ("lines", "listed", "others"),
    [("1 a | 2 a | 2 b", "a | b", 0), ("1 a | 2 a", "a | b | c", 2), ("1 a | 2 a | 2 b | 3 b", "c", 3)],
)
def test_labels_of_one_table_alone_are_counted(engine: DuckDBEngine, lines: str, listed: str, others: int) -> None:
    found = ask(engine, "read/other_labels", lines=f"record_id item:text | {lines}", listed=f"label:text | {listed}")
    assert found == [(others,)]


def test_rows_of_known_labels_are_taken_once_each(engine: DuckDBEngine) -> None:
    lines = "record_id item | 1 a | 1 b | 2 b | 3 c | 3 -"
    assert ask(engine, "read/known_lines", lines=lines, known="label | b | b | a | z") == rows("1 a | 1 b | 2 b")
    assert ask(engine, "read/known_lines", lines=lines, known="label:text |") == []


def test_views_and_computed_columns_of_one_file_are_told(engine: DuckDBEngine) -> None:
    for alias in ("zoo", "shop", "aaa"):
        engine.connection.execute(f"ATTACH ':memory:' AS {alias}")
        engine.connection.execute(f"CREATE SCHEMA {alias}.s")
        engine.connection.execute(f"CREATE TABLE {alias}.main.plain (a INT)")
        engine.connection.execute(f"CREATE TABLE {alias}.s.made_{alias} (a INT, b INT AS (a + 1), c INT)")
        engine.connection.execute(f"CREATE VIEW {alias}.main.seen_{alias} AS FROM {alias}.main.plain")
    assert ask(engine, "read/computed", alias="=shop") == [("main", "seen_shop", ""), ("s", "made_shop", "b")]
