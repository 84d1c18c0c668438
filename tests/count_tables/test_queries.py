"""The queries that check a table of counts, each by itself, at the edge of what it tells apart."""

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import Rows, ask, rows

CELL = "cell one:text two:text three:text a:text b:text low high"
KEY = "one:text two:text three:text a:text b:text"


def answer(engine: DuckDBEngine, name: str, **binds: str | int) -> Rows:
    """Ask a query of ``verify/counts/``; an empty text is written as ''."""
    return ask(engine, f"counts/{name}", **binds)


def test_labels_stand_over_others_at_any_distance(engine: DuckDBEngine) -> None:
    above = answer(engine, "above", next_above="label upper | a ab | ab abc", labels="label:text | a | ab | abc | d")
    assert above == rows("a a | a ab | a abc | ab ab | ab abc | abc abc | d d")


def test_a_cell_has_its_labels_in_order(engine: DuckDBEngine) -> None:
    lines = f"line {KEY} n | 1 '' '' '' b a 10 | 2 n '' '' a b 5 | 3 '' '' '' a '' 5"
    cells = answer(engine, "cells", lines=lines, step=5)
    assert [row[4:] for row in cells] == [("a", "b", 10, 14), ("a", "b", 5, 9), ("a", "", 5, 9)]


def test_cells_that_are_twice_small_or_odd(engine: DuckDBEngine) -> None:
    cells = f"{CELL} | 1 '' '' '' a '' 5 9 | 2 '' '' '' a '' 6 9 | 3 n '' '' a '' 4 9 | 4 n '' '' '' '' 10 14"
    assert answer(engine, "faulty_cells", cells=cells, k=5, step=5) == rows("1 1 2")
    assert answer(engine, "faulty_cells", cells=cells, k=4, step=1) == rows("1 0 0")


def test_labels_are_those_of_both_columns(engine: DuckDBEngine) -> None:
    assert answer(engine, "labels", cells="a:text b:text | a b | a '' | '' ''") == rows("a | b")


def test_wider_sets_have_labels_over_those_of_a_cell(engine: DuckDBEngine) -> None:
    sets = answer(engine, "wider_sets", cells="a:text b:text | a c", above="label upper | a a | a ab | c c")
    wide = {(row[2], row[3]) for row in sets}
    assert wide == {("", ""), ("a", ""), ("ab", ""), ("c", ""), ("a", "ab"), ("a", "c"), ("ab", "c")}


def test_a_cell_lies_in_one_of_fewer_groups(engine: DuckDBEngine) -> None:
    cells = (
        f"{CELL} | 1 n x y a '' 5 5 | 2 n '' '' '' '' 9 9 | 3 s '' '' '' '' 9 9 | 4 n x y '' '' 9 9 | 5 n z y '' '' 9 9"
        " | 6 n x z '' '' 9 9 | 7 '' '' '' b '' 9 9"
    )
    wider = "a:text b:text wide_a:text wide_b:text | a '' '' '' | a '' a ''"
    assert answer(engine, "around", cells=cells, wider_sets=wider) == rows("1 2 | 1 4")


def test_differences_are_small_or_negative_for_certain(engine: DuckDBEngine) -> None:
    cells = f"{CELL} | 1 '' '' '' '' '' 10 10 | 2 '' '' '' '' '' 9 9 | 3 '' '' '' '' '' 6 6 | 4 '' '' '' '' '' 5 9"
    cells += " | 5 '' '' '' '' '' 11 12 | 6 '' '' '' '' '' 10 11"
    around = "cell wide | 2 1 | 3 1 | 4 1 | 5 1 | 6 1"
    assert answer(engine, "differences", around=around, cells=cells, k=5) == rows("2 1")
    assert answer(engine, "differences", around=around, cells=cells, k=4) == rows("1 1")


def test_who_holds_neither_is_counted_within_a_group(engine: DuckDBEngine) -> None:
    cells = f"{CELL} | 1 '' '' '' '' '' 20 20 | 2 '' '' '' a '' 12 12 | 3 '' '' '' b '' 11 11 | 4 '' '' '' a b 6 6"
    assert answer(engine, "neither", cells=cells, k=4) == rows("1")
    assert answer(engine, "neither", cells=cells, k=3) == rows("0")
    assert answer(engine, "neither", cells=cells.replace("1 '' '' ''", "1 n '' ''"), k=4) == rows("0")
    assert answer(engine, "neither", cells=cells.replace("20 20", "17 17"), k=4) == rows("0")


def test_two_items_must_share_some_where_pairs_are_shown(engine: DuckDBEngine) -> None:
    cells = f"{CELL} | 1 '' '' '' '' '' 10 10 | 2 '' '' '' a '' 6 6 | 3 '' '' '' b '' 7 7 | 4 '' '' '' a c 5 5"
    above = "label upper | a a | b b"
    assert answer(engine, "must_share", cells=cells, above=above, k=4) == rows("1")
    assert answer(engine, "must_share", cells=cells, above=above, k=3) == rows("0")
    assert answer(engine, "must_share", cells=cells, above=f"{above} | a b", k=4) == rows("0")
    assert answer(engine, "must_share", cells=cells, above=f"{above} | b a", k=4) == rows("0")
    assert answer(engine, "must_share", cells=cells.replace("a c", "a b"), above=above, k=4) == rows("0")
    assert answer(engine, "must_share", cells=cells.replace("a c", "d ''"), above=above, k=4) == rows("0")
    assert answer(engine, "must_share", cells=cells.replace("7 7", "4 4"), above=above, k=4) == rows("0")
    for pair in (cells.replace("b '' 7 7", "b d 7 7"), cells.replace("a '' 6 6", "a e 6 6")):
        assert answer(engine, "must_share", cells=pair, above=above, k=4) == rows("0"), "a pair is no item"


def test_parts_are_all_values_of_a_column_that_adds_up(engine: DuckDBEngine) -> None:
    cells = f"{CELL} | 1 '' '' '' a '' 9 9 | 2 n '' '' a '' 5 5 | 3 '' x '' a '' 5 5 | 4 '' '' y '' '' 5 5"
    one = answer(engine, "parts", cells=cells, adding_up="place | 1")
    assert {row[0] for row in one} == {1, 3, 4} and {row[2] for row in one} == {"n"}
    two = answer(engine, "parts", cells=cells, adding_up="place | 2")
    assert {row[0] for row in two} == {1, 2, 4} and {row[3] for row in two} == {"x"}
    three = answer(engine, "parts", cells=cells, adding_up="place | 3")
    assert {row[0] for row in three} == {1, 2, 3} and {row[4] for row in three} == {"y"}


def test_ranges_of_parts_that_are_not_shown(engine: DuckDBEngine) -> None:
    cells = f"{CELL} | 1 '' '' '' a '' 9 9 | 2 n '' '' a '' 5 5"
    parts = f"total place {KEY} | 1 1 n '' '' a '' | 1 1 s '' '' a ''"
    ranges = answer(engine, "ranges", cells=cells, parts=parts, most=4)
    assert {row[0]: row[5:] for row in ranges} == {"": (9, 9, 1), "n": (5, 5, 1), "s": (0, 4, 0)}


RANGES = f"{KEY} low high shown | '' '' '' a '' 9 10 1 | n '' '' a '' 5 6 1 | s '' '' a '' 0 20 0"
PARTS = f"total place {KEY} | 1 1 n '' '' a '' | 1 1 s '' '' a ''"
TOTAL = f"{CELL} | 1 '' '' '' a '' 9 10"


def test_sums_and_what_is_left(engine: DuckDBEngine) -> None:
    assert answer(engine, "sums", parts=PARTS, ranges=RANGES) == rows("1 1 5 26 5 6 1")
    others = "n x '' a '' 7 7 1 | n '' z a '' 7 7 1 | n '' '' a c 7 7 1 | n '' '' d '' 7 7 1"
    assert answer(engine, "sums", parts=PARTS, ranges=f"{RANGES} | {others}") == rows("1 1 5 26 5 6 1")
    sums = "total place low high shown_low shown_high hidden | 1 1 5 26 5 6 1"
    left = answer(engine, "left_over", sums=sums, cells=TOTAL, ranges=RANGES, k=6)
    assert left == rows("1 0"), "9 - 6 to 10 - 5"
    assert answer(engine, "left_over", sums=sums, cells=TOTAL, ranges=RANGES, k=5) == rows("0 0")
    small = RANGES.replace("0 20 0", "1 4 0")
    assert answer(engine, "left_over", sums=sums, cells=TOTAL, ranges=small, k=5) == rows("0 1")
    assert answer(engine, "left_over", sums=sums, cells=TOTAL, ranges=small, k=4) == rows("0 0")


def test_groups_that_no_cell_names(engine: DuckDBEngine) -> None:
    cells = "cell low | 1 10"
    assert answer(engine, "unnamed_groups", sums="total place high | 1 1 9 | 1 2 10", cells=cells) == rows("1")


def test_a_part_is_its_total_less_the_others(engine: DuckDBEngine) -> None:
    tables = {"ranges": RANGES, "parts": PARTS, "sums": "total place low high | 1 1 5 26", "totals": TOTAL}
    named = answer(engine, "narrowed", named="place | 1", **tables)
    assert {row[0]: row[5:7] for row in named} == {"": (9, 10), "n": (5, 6), "s": (3, 5)}
    others = answer(engine, "narrowed", named="place | 2", **tables)
    assert {row[0]: row[5:7] for row in others} == {"": (9, 10), "n": (5, 6), "s": (0, 5)}
    low = answer(engine, "narrowed", named="place | 1", **tables | {"sums": "total place low high | 1 1 10 10"})
    assert {row[0]: row[5:7] for row in low}[""] == (10, 10)


def test_what_is_narrower_and_what_is_nothing(engine: DuckDBEngine) -> None:
    before = f"{KEY} low high | a '' '' '' '' 0 9 | b '' '' '' '' 0 9 | c '' '' '' '' 0 9 | d '' '' '' '' 0 9"
    after = f"{KEY} low high | a '' '' '' '' 1 9 | b '' '' '' '' 0 8 | c '' '' '' '' 5 4 | d '' '' '' '' 0 9"
    assert answer(engine, "changes", ranges=before, narrowed=after) == rows("3 1")


def test_all_cells_are_numbered(engine: DuckDBEngine) -> None:
    assert [row[0] for row in answer(engine, "all_cells", ranges=RANGES)] == [1, 2, 3]


def test_rows_of_text(engine: DuckDBEngine) -> None:
    assert answer(engine, "not_counts", texts="n:text | 5 | 2.5 | -1 | x | ''") == rows("4")
    lines = answer(engine, "lines", texts=f"{KEY} n:text | n '' '' a '' 5")
    assert lines == [(1, "n", "", "", "a", "", 5)]
