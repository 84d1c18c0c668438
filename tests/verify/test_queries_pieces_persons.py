"""The queries about whose the pieces of a release are, one by one: each fault alone, at the edge of what is none."""

import pytest

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import Rows, ask, rows, table

PERSONS = "pieces_persons/"
WHO = "record_id:text person | ann 1 | bob 2 | cid 2"


def test_the_ledger_names_the_record_of_each_row(engine: DuckDBEngine) -> None:
    found = ask_with_ledger(
        engine,
        "ledger_rows",
        [
            ("ann", "tea", "record chunk", "", "cluster 1, chunk 2, subrecord 3"),
            ("bob", "tea", "shared chunk", "", "cluster 5, chunk 6, subrecord 7"),
            ("cid", "tea", "record chunk", "", "cluster 1, chunk 2, subrecord 4"),
            ("cid", "flu", "term chunk", "", "cluster 1, chunk 2, subrecord 3"),
        ],
        subrecords="cluster_id chunk_id subrecord_id item:text | 1 2 3 tea | 1 2 3 jam | 5 6 7 tea",
    )
    assert found == rows("3 tea ann | 7 tea bob")


def ask_with_ledger(
    engine: DuckDBEngine, query: str, changes: list[tuple[str, str, str, str, str]], **binds: str | int
) -> Rows:
    names = ("record_id", "item", "action", "label", "cause")
    made = engine.load("ledger", dict.fromkeys(names, str), [list(column) for column in zip(*changes, strict=True)])
    bound = {name: table(engine, value) if isinstance(value, str) else value for name, value in binds.items()}
    return sorted(engine.rows(f"verify/{PERSONS}{query}", ledger=made, **bound))


def test_subrecords_are_of_the_persons_of_their_records(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        f"{PERSONS}subrecords",
        persons=WHO,
        ledger_rows="subrecord_id record_id:text | 1 ann | 1 ann | 2 bob | 3 zoe",
    )
    assert found == rows("1 1 | 2 2")


def test_the_ledger_names_the_cluster_of_each_record(engine: DuckDBEngine) -> None:
    found = ask_with_ledger(
        engine,
        "records",
        [
            ("ann", "", "released", "1", ""),
            ("bob", "", "released", "2", ""),
            ("cid", "", "taken out", "1", ""),
            ("zoe", "", "released", "1", ""),
        ],
        persons=WHO,
        clusters="cluster_id kind:text | 1 simple | 2 joint",
    )
    assert found == [(1, "ann", 1)]


@pytest.mark.parametrize(
    ("subrecords", "ledger_rows", "records", "listed", "ghosts", "faults"),
    [
        ("1 2 3 tea", "3 tea ann", "1 ann | 1 bob", 1, 0, 0),
        ("9 2 3 tea", "3 tea ann", "1 ann | 1 bob", 1, 0, 0),
        ("1 2 3 tea", "3 tea ann", "1 ann | 1 bob", 2, 0, 1),
        ("1 2 3 tea | 1 2 3 jam", "3 tea ann", "1 ann | 1 bob", 1, 0, 1),
        ("1 2 3 tea | 1 2 3 jam", "3 tea ann", "1 ann | 1 bob", 1, 1, 1),
        ("1 2 3 tea | 1 2 4 tea", "3 tea ann", "1 ann | 1 bob", 1, 0, 1),
        ("1 2 3 tea | 1 2 4 tea", "3 tea ann", "1 ann | 1 bob", 1, 1, 0),
        ("1 2 3 tea", "3 tea ann | 3 jam ann", "1 ann | 1 bob", 2, 1, 1),
        ("1 2 3 tea | 1 2 3 tea", "3 tea ann", "1 ann | 1 bob", 1, 1, 1),
        ("1 2 3 tea", "3 tea ann | 3 tea ann", "1 ann | 1 bob", 2, 1, 1),
        ("1 2 3 tea | 1 2 3 jam", "3 tea ann | 3 jam bob", "1 ann | 1 bob", 2, 0, 1),
        ("1 2 3 tea | 1 2 4 jam", "3 tea ann | 4 jam ann", "1 ann | 1 bob", 2, 0, 1),
        ("1 2 3 tea | 1 5 4 jam", "3 tea ann | 4 jam ann", "1 ann | 1 bob", 2, 0, 0),
        ("1 2 3 tea | 1 2 4 jam | 1 5 6 egg", "3 tea ann | 4 jam ann | 6 egg bob", "1 ann | 1 bob", 3, 0, 1),
        ("8 2 3 tea", "3 tea ann", "1 ann | 1 bob", 1, 0, 1),
        ("1 2 3 tea", "3 tea cid", "1 ann | 1 bob", 1, 0, 1),
        ("1 2 3 tea", "3 tea ann", "1 ann", 1, 0, 1),
        ("1 2 3 tea", "3 tea ann", "1 ann | 1 bob | 1 cid", 1, 0, 1),
    ],
)
def test_a_ledger_is_that_of_the_release(
    engine: DuckDBEngine, subrecords: str, ledger_rows: str, records: str, listed: int, ghosts: int, faults: int
) -> None:
    """One simple cluster of two records, under the joint one 9; so many rows of chunks has the ledger."""
    entries = [("ann", "tea", "record chunk", "", "")] * listed + [("ann", "flu", "term chunk", "", "")]
    found = ask_with_ledger(
        engine,
        "misfits",
        entries,
        ledger_rows=f"subrecord_id item:text record_id:text | {ledger_rows}",
        subrecords=f"cluster_id chunk_id subrecord_id item:text | {subrecords}",
        records=f"cluster_id record_id:text | {records}",
        clusters="cluster_id kind:text size | 1 simple 2 | 9 joint 5 | 8 joint 5",
        above="cluster_id upper_id | 1 1 | 1 9 | 9 9 | 8 8",
        ghosts=ghosts,
    )
    assert found == [(faults,)]


def test_a_cluster_without_its_records_is_a_misfit(engine: DuckDBEngine) -> None:
    found = ask_with_ledger(
        engine,
        "misfits",
        [("ann", "tea", "term chunk", "", "")],
        ledger_rows="subrecord_id item:text record_id:text",
        subrecords="cluster_id chunk_id subrecord_id item:text",
        records="cluster_id record_id:text | 1 ann",
        clusters="cluster_id kind:text size | 1 simple 1 | 2 simple 3 | 3 simple 1",
        above="cluster_id upper_id | 1 1 | 2 2 | 3 3",
        ghosts=0,
    )
    assert found == [(2,)]


def test_clusters_of_fewer_than_k_persons_are_counted(engine: DuckDBEngine) -> None:
    found = ask(
        engine, f"{PERSONS}small_clusters", k=2, records="cluster_id person | 1 1 | 1 1 | 2 1 | 2 3 | 3 4 | 3 5"
    )
    assert found == rows("1 1 4")
    assert ask(engine, f"{PERSONS}small_clusters", k=2, records="cluster_id person") == rows("0 0 0")


def test_rows_of_ghosts_are_left_out(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        f"{PERSONS}coded",
        subrecords="chunk_id subrecord_id item:text | 1 1 tea | 1 1 jam | 2 2 tea | 1 3 tea",
        nodes="node_id chunk_id item:text | 7 1 tea | 8 1 jam | 9 2 tea",
        owners="subrecord_id | 1 | 2",
    )
    assert found == rows("1 7 | 1 8 | 2 9")


NODES = "node_id chunk_id | 7 1 | 8 1 | 9 2"


def test_items_of_fewer_than_k_persons_make_a_chunk_bad(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        f"{PERSONS}bad_singles",
        coded="record_id item | 1 7 | 2 7 | 3 7 | 1 8 | 2 8 | 4 9 | 5 9",
        owners="subrecord_id person | 1 1 | 2 2 | 3 3 | 4 4 | 5 4",
        nodes=NODES,
        k=2,
    )
    assert found == rows("2")


def test_sets_of_fewer_than_k_persons_make_a_chunk_bad(engine: DuckDBEngine) -> None:
    """The last item of two sets is of the second chunk; one is of none."""
    nodes = "node_id chunk_id | 7 1 | 8 1 | 9 2 | 10 2"
    assert ask(engine, f"{PERSONS}bad_sets", rare_sets="set_id item | 9 10 | 3 10 | 3 99", nodes=nodes) == rows("2")


def test_equal_subrecords_have_the_number_of_their_persons(engine: DuckDBEngine) -> None:
    found = ask(
        engine, f"{PERSONS}alike", transactions="record_id item weight | 1 7 3 | 1 8 3 | 2 8 1 | 3 9 3", nodes=NODES
    )
    assert found == rows("1 1 | 1 3 | 2 3")
