"""The queries that read releases, find equal records and count k^m, one by one, at the edge of what they tell apart."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.verify.whole_records import exposed_records
from tests.verify.tables import ask, rows, table


def test_labels_are_rare_below_k_and_not_at_k(engine: DuckDBEngine) -> None:
    assert ask(engine, "sets/rare_labels", labels="support | 2 | 3 | 4", k=3) == rows("3 1 2")


def test_the_longest_record_has_most_rows(engine: DuckDBEngine) -> None:
    assert ask(engine, "sets/longest", transactions="record_id item | 1 1 | 1 2 | 2 1") == rows("2")


@pytest.mark.parametrize(
    ("records", "exposed"),
    [
        ("1 1 2", 1),
        ("1 1 3", 0),
        ("1 1 1 | 2 1 1", 2),
        ("1 1 1 | 2 1 2", 0),
        ("1 1 1 | 1 2 1 | 2 1 1 | 2 2 1 | 2 3 1", 2),
        ("1 1 1 | 1 2 1 | 2 1 2 | 2 2 2 | 2 3 2", 1),
        ("1 1 1 | 1 2 1 | 2 1 2 | 2 2 2 | 2 3 2 | 2 4 2", 1),
        ("1 1 2 | 1 2 2 | 2 1 3 | 2 3 3", 1),
        ("1 1 2 | 1 2 2 | 2 2 3 | 2 3 3", 1),
        ("1 1 2 | 2 2 3 | 2 3 3", 1),
    ],
)
def test_a_record_is_exposed_where_fewer_than_k_hold_all_of_it(
    engine: DuckDBEngine, records: str, exposed: int
) -> None:
    transactions = table(engine, f"record_id item weight | {records}")
    assert exposed_records(engine, transactions, 3) == exposed


def test_an_item_grows_where_a_lighter_record_holds_it(engine: DuckDBEngine) -> None:
    held = "record_id item weight | 1 5 2 | 2 5 3 | 3 6 3 | 4 7 1 | 5 7 1"
    found = rows("1 5 5 2 5 | 2 5 5 3 5 | 4 7 7 1 2 | 5 7 7 1 2")
    assert ask(engine, "sets/single_items", transactions=held, k=3) == found


def test_a_set_grows_by_later_items_of_its_records(engine: DuckDBEngine) -> None:
    sets = "record_id set_id item weight support | 1 7 2 2 9 | 2 7 2 1 9 | 3 7 2 5 9 | 1 8 3 2 4"
    held = "record_id item | 1 1 | 1 2 | 1 3 | 2 3 | 2 4 | 3 1 | 9 5"
    found = rows("7 3 3 9 1 | 7 4 1 9 1")
    assert ask(engine, "sets/extensions", occurrences=sets, transactions=held) == found


def test_sets_are_below_k_and_not_at_k(engine: DuckDBEngine) -> None:
    assert ask(engine, "sets/below", extensions="support | 2 | 3 | 4", k=3) == rows("3 1")


def test_a_set_is_kept_where_a_light_record_holds_it_and_it_is_rarer_than_before(engine: DuckDBEngine) -> None:
    sets = "set_id item support prefix_support lightest | 2 5 4 5 2 | 1 6 4 5 1 | 1 7 5 5 1 | 1 8 4 5 3 | 1 9 6 5 1"
    assert ask(engine, "sets/kept", extensions=sets, k=3) == rows("1 1 6 4 | 2 2 5 4")


def test_kept_sets_occur_where_their_prefix_and_their_item_do(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "sets/occurrences",
        occurrences="record_id set_id item weight | 1 7 2 4 | 2 7 2 1 | 3 8 2 1",
        transactions="record_id item | 1 1 | 1 2 | 1 3 | 1 4 | 2 4 | 3 3 | 5 3",
        kept="set_id prefix_id item support | 21 7 3 6 | 22 7 1 6 | 23 8 9 6 | 24 7 2 6",
    )
    assert found == rows("1 21 3 4 6")


ALIKE = "record_id item | 1 1 | 1 2 | 2 2 | 2 1 | 3 12 | 4 1 | 5 2 | 5 1 | 6 12"


def test_one_record_stands_for_all_equal_ones(engine: DuckDBEngine) -> None:
    members = "record_id content_id | 1 1 | 2 1 | 5 1 | 3 3 | 6 3 | 4 4"
    assert ask(engine, "equal_records/alike", members=members) == rows("1 1 3 | 3 2 2 | 4 3 1")


def test_equal_records_stand_once(engine: DuckDBEngine) -> None:
    alike = "source_id record_id weight | 1 7 3 | 4 8 1"
    found = ask(engine, "equal_records/transactions", coded=ALIKE, alike=alike)
    assert found == rows("7 1 3 | 7 2 3 | 8 1 1")


LINES = "record_id item | 1 a | 1 a | 1 a | 1 b | 1 b | 2 - | 2 - | 2 - | - a | - a | 3 c"


def test_cells_that_lack_and_rows_that_repeat_are_told_apart(engine: DuckDBEngine) -> None:
    assert ask(engine, "equal_records/structure", lines=LINES) == rows("11 3 5 3")
    assert ask(engine, "equal_records/structure", lines="record_id item") == rows("0 0 0 0")
    assert ask(engine, "equal_records/distinct_lines", lines=LINES) == rows("1 a | 1 b | 3 c")


def test_labels_are_numbered_the_rarest_first(engine: DuckDBEngine) -> None:
    lines = "record_id item | 1 a | 2 a | 1 c | 1 b"
    assert ask(engine, "equal_records/labels", lines=lines) == rows("1 b 1 | 2 c 1 | 3 a 2")
    found = ask(engine, "equal_records/coded", lines=lines, labels="item label | 7 a | 8 b | 9 d")
    assert found == rows("1 7 | 2 7 | 1 8")


def test_lines_of_a_file_are_numbered_and_empty_ones_are_none(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_text("a b\nc\n\nd\n")
    found = ask(engine, "read/lines", path=f"={path}", separator="= ")
    assert [item for _, item in found if item] == ["a", "b", "c", "d"]
    assert len({record for record, item in found if item}) == 3


def test_values_that_statistics_show_are_those_that_rows_hold(engine: DuckDBEngine) -> None:
    lines = "held | ab | ab | abc | x"
    assert ask(engine, "read/shown_values", lines=lines, shown="value | ab | y | x") == rows("2")
    assert ask(engine, "read/shown_beginnings", lines=lines, shown="value | ab | a | y | abcd") == rows("2")


@pytest.mark.parametrize(
    ("held", "shown", "greatest", "n"),
    [
        ("a" * 256, "a" * 256, 0, 0),
        ("a" * 257, "a" * 256, 0, 1),
        ("a" * 257, "a" * 255, 0, 0),
        ("a" * 257, "a" * 257, 0, 0),
        ("a" * 257, "b" * 256, 0, 0),
        ("a" * 255 + "é", "a" * 255, 0, 1),
        ("a" * 254 + "éé", "a" * 254, 0, 0),
        ("a" * 254 + "éé", "a" * 254 + "é", 0, 1),
        ("a" * 257, "a" * 256, 1, 1),
        ("a" * 257, "a" * 255, 1, 0),
        ("a" * 254 + "éé", "a" * 254, 1, 1),
        ("a" * 254 + "éé", "a" * 253, 1, 0),
        ("a" * 200 + "é" * 28 + "b" * 10, "a" * 200, 1, 1),
        ("a" * 200 + "é" * 27 + "b" * 10, "a" * 200, 1, 0),
        ("a" * 200 + "é" * 27 + "b" + "é" * 10, "a" * 200 + "é" * 27 + "b", 1, 1),
        ("a" * 2 + "é" * 300, "aa", 1, 1),
        ("a" * 2 + "é" * 300, "a", 1, 0),
        ("é" * 200 + "b", "é" * 128, 1, 1),
        ("é" * 200 + "b", "é" * 129, 1, 0),
    ],
)
def test_long_values_are_cut_as_duckdb_cuts_them(
    engine: DuckDBEngine, held: str, shown: str, greatest: int, n: int
) -> None:
    """At 256 bytes, with whole characters; a greatest one after its last character of ASCII (here: a and b)."""
    found = ask(
        engine,
        "read/shown_cuts",
        lines=f"held | x | {held} | {held}",
        shown=f"value | {shown} | none | x",
        greatest=greatest,
        ascii="=ab",
        marks="=!!",
    )
    assert found == [(n,)]


def test_what_several_long_values_begin_with_counts_once(engine: DuckDBEngine) -> None:
    start = "a" * 256
    common: dict[str, Any] = {"greatest": 0, "ascii": "=ab", "marks": "=!!"}
    assert ask(engine, "read/shown_cuts", lines=f"held | {start}b | {start}c", shown=f"value | {start}", **common) == [
        (1,)
    ]


def test_ids_go_from_one_to_another(engine: DuckDBEngine) -> None:
    assert ask(engine, "read/id_range", lines="record_id | 2 | 5 | 3") == rows("2 5")
    found = ask(engine, "read/id_range_of_text", lines="record_id:text | 2 | 5 | 10 | 010 | x | +3")
    assert found == rows("2 10 3")


def test_two_manifests_are_one_too_many(engine: DuckDBEngine) -> None:
    assert ask(engine, "read/manifest", manifests="manifest | a | a | a") == rows("a | a")


def test_the_fingerprint_of_a_table_is_made_of_its_rows_in_parts(engine: DuckDBEngine) -> None:
    held = [(number, item) for number in range(1, 400) for item in ("a", "bc")]
    hashes = sorted(hashlib.md5(f"{record}\x1f{item}".encode()).hexdigest() for record, item in held)
    parts = {one[:3]: "".join(other for other in hashes if other[:3] == one[:3]) for one in hashes}
    whole = "".join(hashlib.sha256(text.encode()).hexdigest() for _, text in sorted(parts.items()))
    lines = "record_id item | " + " | ".join(f"{record} {item}" for record, item in held)
    assert ask(engine, "read/table_digest", lines=lines) == [(hashlib.sha256(whole.encode()).hexdigest(),)]
