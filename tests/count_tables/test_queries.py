"""The queries that check a table of counts, each by itself, at the edge of what it tells apart."""

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import Rows, ask, rows

KEY = "one:text two:text three:text itemset"
CELL = f"cell {KEY} low high"
SETS = (
    "itemset a:text b:text c:text size | 0 '' '' '' 0 | 1 a '' '' 1 | 2 a b '' 2 | 3 a b c 3 | 4 b '' '' 1 | 5 b c '' 2"
)
#: Of the sets above, those that lie in each.
WITHIN = (
    "itemset wide | 1 0 | 1 1 | 2 0 | 2 1 | 2 2 | 2 4 | 3 0 | 3 1 | 3 2 | 3 3 | 3 4 | 3 5 | 4 0 | 4 4 | 5 0 | 5 4 | 5 5"
)
LABELS = "itemset label | 1 a | 2 a | 2 b | 3 a | 3 b | 3 c | 4 b | 5 b | 5 c"


def answer(engine: DuckDBEngine, name: str, **binds: str | int) -> Rows:
    """Ask a query of ``verify/counts/``; an empty text is written as ''."""
    return ask(engine, f"counts/{name}", **binds)


def test_labels_stand_over_others_at_any_distance(engine: DuckDBEngine) -> None:
    above = answer(engine, "above", next_above="label upper | a ab | ab abc", labels="label:text | a | ab | abc | d")
    assert above == rows("a a | a ab | a abc | ab ab | ab abc | abc abc | d d")


def test_sets_have_each_label_once_and_in_order(engine: DuckDBEngine) -> None:
    lines = "line a:text b:text c:text | 1 b a '' | 2 '' '' c | 3 c b a | 4 a a '' | 5 '' '' ''"
    labels = answer(engine, "line_labels", lines=lines)
    assert labels == rows("1 a | 1 b | 2 c | 3 a | 3 b | 3 c | 4 a")
    written = "line label | 1 b | 1 a | 2 c | 3 c | 3 b | 3 a"
    assert sorted(answer(engine, "sets", line_labels=written)) == [(1, "a", "b", ""), (2, "c", "", ""), (3, *"abc")]


def test_sets_are_numbered_from_none_on(engine: DuckDBEngine) -> None:
    sets = "line a:text b:text c:text | 1 a b '' | 2 a '' '' | 3 a b c | 4 a b '' | 5 b '' '' | 6 b c ''"
    assert [row[0] for row in answer(engine, "itemsets", sets=sets)] == [0, 1, 2, 3, 4, 5]
    assert {row[1:] for row in answer(engine, "itemsets", sets=sets)} == {
        ("", "", "", 0), ("a", "", "", 1), ("a", "b", "", 2), ("a", "b", "c", 3), ("b", "", "", 1), ("b", "c", "", 2),
    }  # fmt: skip
    assert answer(engine, "labels_of", itemsets=SETS) == rows(LABELS.split(" | ", 1)[1])
    unlike = f"{sets} | 7 b a '' | 8 a c '' | 9 a b d"
    assert answer(engine, "numbers", sets=unlike, itemsets=SETS) == rows("1 2 | 2 1 | 3 3 | 4 2 | 5 4 | 6 5")


def test_a_cell_has_the_number_of_its_set(engine: DuckDBEngine) -> None:
    lines = "line one:text two:text three:text n | 1 '' '' '' 10 | 2 n x y 5"
    cells = answer(engine, "cells", lines=lines, numbers="line itemset | 2 7 | 3 8", step=5)
    assert cells == [(1, "", "", "", 0, 10, 14), (2, "n", "x", "y", 7, 5, 9)]


def test_cells_that_are_twice_small_or_odd(engine: DuckDBEngine) -> None:
    cells = f"{CELL} | 1 '' '' '' 1 5 9 | 2 '' '' '' 1 6 9 | 3 n '' '' 1 4 9 | 4 n '' '' 0 10 14"
    assert answer(engine, "faulty_cells", cells=cells, k=5, step=5) == rows("1 1 2")
    assert answer(engine, "faulty_cells", cells=cells, k=4, step=1) == rows("1 0 0")


def test_wider_sets_have_labels_over_those_of_a_set(engine: DuckDBEngine) -> None:
    itself = "label upper | a a | b b | c c"
    sets = answer(engine, "wider_sets", itemsets=SETS, labels_of=LABELS, above=itself)
    assert sets == rows(f"0 0 | {WITHIN.split(' | ', 1)[1]}")
    over = "itemset a:text b:text c:text size | 0 '' '' '' 0 | 1 ab '' '' 1 | 2 ab c '' 2 | 3 a b c 3 | 4 a ab c 3"
    wider = {"itemsets": over, "labels_of": "itemset label | 3 a | 3 b | 3 c", "above": f"{itself} | a ab | b ab"}
    assert {wide for itemset, wide in answer(engine, "wider_sets", **wider) if itemset == 3} == {0, 1, 2, 3, 4}
    assert len(answer(engine, "wider_sets", **wider)) == 9, "each once, though ab stands over two labels"


def test_a_cell_lies_in_one_of_fewer_groups(engine: DuckDBEngine) -> None:
    cells = (
        f"{CELL} | 1 n x y 1 5 5 | 2 n '' '' 0 9 9 | 3 s '' '' 0 9 9 | 4 n x y 0 9 9 | 5 n z y 0 9 9 | 6 n x z 0 9 9"
        " | 7 '' '' '' 4 9 9 | 8 '' x y 0 9 9"
    )
    assert answer(engine, "around", cells=cells, wider_sets="itemset wide | 1 0 | 1 1") == rows("1 2 | 1 4 | 1 8")


def test_differences_are_small_or_negative_for_certain(engine: DuckDBEngine) -> None:
    cells = f"{CELL} | 1 '' '' '' 0 10 10 | 2 '' '' '' 0 9 9 | 3 '' '' '' 0 6 6 | 4 '' '' '' 0 5 9"
    cells += " | 5 '' '' '' 0 11 12 | 6 '' '' '' 0 10 11"
    cells += " | 7 '' '' '' 0 10 10"
    around = "cell wide | 2 1 | 3 1 | 4 1 | 5 1 | 6 1 | 7 1"
    assert answer(engine, "differences", around=around, cells=cells, k=5) == rows("2 1")
    assert answer(engine, "differences", around=around, cells=cells, k=4) == rows("1 1")


def test_signs_alternate_between_two_sets(engine: DuckDBEngine) -> None:
    signs = answer(engine, "signs", within=f"{WITHIN} | 0 0", itemsets=SETS)
    assert [row for row in signs if row[0] == 2] == rows("2 0 0 1 4 | 2 0 1 -1 4 | 2 0 2 1 4 | 2 0 4 -1 4")
    of_three = "3 0 0 1 8 | 3 0 1 -1 8 | 3 0 2 1 8 | 3 0 3 -1 8 | 3 0 4 -1 8 | 3 0 5 1 8"
    assert [row for row in signs if row[:2] == (3, 0)] == rows(of_three)
    assert [row for row in signs if row[:2] == (3, 4)] == rows("3 4 2 -1 4 | 3 4 3 1 4 | 3 4 4 1 4 | 3 4 5 -1 4")
    assert {row[0] for row in signs} == {2, 3, 5}


SHOWN = f"{CELL} shown"


def test_who_holds_none_of_several_is_counted_within_a_group(engine: DuckDBEngine) -> None:
    """Of 20 a few, 12 and 11 have a and b, 6 both: 3 have neither."""
    signs = "itemset base between sign terms | 2 0 0 1 4 | 2 0 1 -1 4 | 2 0 2 1 4 | 2 0 4 -1 4 | 2 1 2 1 2"
    cells = f"{SHOWN} | 1 n x y 0 20 20 1 | 2 n x y 1 12 12 1 | 3 n x y 4 11 11 1 | 4 n x y 2 6 6 1"
    assert answer(engine, "none_of", cells=cells, signs=signs, k=4) == rows("1")
    assert answer(engine, "none_of", cells=cells, signs=signs, k=3) == rows("0")
    few = cells.replace("20 20", "9 9").replace("11 11 1", "11 11 0")
    assert answer(engine, "none_of", cells=few, signs=signs, k=4) == rows("0"), "not all that is summed is shown"
    one = cells.replace("20 20", "18 18")
    assert answer(engine, "none_of", cells=one, signs=signs, k=2) == rows("1")
    changed = {"20 20": "17 17", "0 20 20": "0 20 22", "12 12": "12 15", "6 6 1": "6 6 0", "11 11 1": "11 11 0"}
    groups = {"1 n x y": "1 s x y", "2 n x y": "2 n '' y", "3 n x y": "3 n x ''"}
    for old, new in [*changed.items(), *groups.items()]:
        assert answer(engine, "none_of", cells=cells.replace(old, new), signs=signs, k=4) == rows("0"), new


def test_groups_whose_pairs_are_counted(engine: DuckDBEngine) -> None:
    cells = f"{SHOWN} | 1 n x '' 0 9 9 1 | 2 n x '' 2 5 5 1 | 3 s '' z 0 9 9 1 | 4 w '' '' 0 0 9 0 | 5 w '' '' 2 0 9 0"
    cells += " | 6 q '' '' 2 5 5 1 | 7 q '' '' 5 5 5 1 | 8 u '' '' 3 5 5 1"
    assert answer(engine, "groups", cells=cells, itemsets=SETS) == [("n", "x", ""), ("s", "", "z")]
    assert answer(engine, "groups_of_pairs", cells=cells, itemsets=SETS) == [("n", "x", ""), ("q", "", "")]


def test_two_items_must_share_some_where_pairs_are_counted(engine: DuckDBEngine) -> None:
    cells = f"{SHOWN} | 1 n x y 0 10 10 1 | 2 n x y 1 6 6 1 | 3 n x y 4 7 7 1 | 4 n x y 5 5 5 1 | 5 '' '' '' 2 5 5 1"
    cells += " | 6 n x y 3 10 10 1 | 7 n x y 7 6 6 1 | 8 n x y 8 6 6 1"
    sets = f"{SETS} | 7 a c '' 2 | 8 0b b '' 2"
    tables = {"itemsets": sets, "above": "label upper | a a | b b"}
    groups = "one:text two:text three:text | n x y"

    def shared(cells: str, k: int = 4, **others: str) -> Rows:
        return answer(engine, "must_share", cells=cells, k=k, **{**tables, "all_pairs": groups, **others})

    assert shared(cells) == rows("1")
    assert shared(cells, 3) == rows("0")
    assert shared(cells, 8) == rows("1"), "none and one are no pair"
    assert shared(cells.replace("10 10 1 | 2", "12 12 1 | 2")) == rows("1"), "one at least"
    assert shared(cells, above=f"{tables['above']} | a b") == rows("0")
    assert shared(cells, above=f"{tables['above']} | b a") == rows("0")
    for group in ("s x y", "n z y", "n x z"):
        assert shared(cells, all_pairs=f"one:text two:text three:text | {group}") == rows("0")
        assert shared(cells.replace("1 n x y", f"1 {group}")) == rows("0")
        both = f"{groups} | {group}"
        assert shared(cells.replace("3 n x y", f"3 {group}"), all_pairs=both) == rows("0")
        assert shared(cells.replace("4 n x y 5", f"4 {group} 2")) == rows("1")
    assert shared(cells.replace("y 5 5 5 1", "y 2 5 5 1")) == rows("0"), "the pair is shown"
    assert shared(cells.replace("y 5 5 5 1", "y 2 5 5 0")) == rows("1")
    for shown in ("10 10 1", "6 6 1", "7 7 1"):
        assert shared(cells.replace(shown, shown[:-1] + "0")) == rows("0")
    assert shared(cells.replace("7 7", "4 4")) == rows("0")


def test_chosen_sets_are_lines_below_nothing(engine: DuckDBEngine) -> None:
    numbers = "line itemset | -1 3 | -2 2 | -3 3 | -4 1 | 5 5"
    assert answer(engine, "chosen", numbers=numbers, itemsets=SETS, least=2) == rows("2 | 3")
    assert answer(engine, "chosen", numbers=numbers, itemsets=SETS, least=3) == rows("3")


def test_halves_make_up_a_chosen_set(engine: DuckDBEngine) -> None:
    halves = answer(engine, "halves", chosen="itemset | 3", within=f"{WITHIN} | 0 0", labels_of=LABELS)
    assert halves == rows("3 1 5 0 | 3 2 5 0 | 3 2 5 4"), "a and bc; ab and bc, with b in both, or none"
    assert answer(engine, "halves", chosen="itemset | 2", within=f"{WITHIN} | 0 0", labels_of=LABELS) == rows("2 1 4 0")


def test_two_sets_must_share_some_where_a_chosen_one_is_not_shown(engine: DuckDBEngine) -> None:
    """Of 10, 6 hold one set and 7 the other; of 8 who hold a third, that makes 5."""
    halves = "itemset half other common | 3 1 5 0 | 3 1 5 4"
    cells = f"{SHOWN} | 1 n x y 0 10 10 1 | 2 n x y 1 6 6 1 | 3 n x y 5 7 7 1 | 4 n x y 9 8 8 1 | 5 '' '' '' 3 5 5 1"

    def shared(cells: str, k: int) -> Rows:
        return answer(engine, "must_share_chosen", cells=cells, halves=halves, k=k)

    assert shared(cells, 4) == rows("1")
    assert shared(cells, 3) == rows("0")
    assert shared(cells.replace("10 10", "12 12"), 4) == rows("1"), "one at least"
    assert shared(cells.replace("y 9 8 8", "y 4 8 8"), 4) == rows("0"), "5 at least"
    assert shared(cells.replace("y 9 8 8", "y 4 8 8"), 6) == rows("1")
    assert shared(cells.replace("y 9 8 8 1", "y 3 8 8 1"), 4) == rows("0"), "it is shown"
    assert shared(cells.replace("y 9 8 8 1", "y 3 8 8 0"), 4) == rows("1")
    assert shared(cells.replace("10 10", "13 13"), 4) == rows("0")
    for shown in ("10 10 1", "6 6 1", "7 7 1"):
        assert shared(cells.replace(shown, shown[:-1] + "0"), 4) == rows("0")
    for group in ("s x y", "n z y", "n x z"):
        assert shared(cells.replace("1 n x y", f"1 {group}"), 4) == rows("0")
        assert shared(cells.replace("3 n x y", f"3 {group}"), 4) == rows("0")
        assert shared(cells.replace("4 n x y 9", f"4 {group} 3"), 4) == rows("1")


def test_parts_are_all_values_of_a_column_that_adds_up(engine: DuckDBEngine) -> None:
    cells = f"{CELL} | 1 '' '' '' 1 9 9 | 2 n '' '' 1 5 5 | 3 '' x '' 1 5 5 | 4 '' '' y 0 5 5 | 5 n x y 0 5 5"
    one = answer(engine, "parts", cells=cells, adding_up="place | 1")
    assert {row[0] for row in one} == {1, 3, 4} and {row[2] for row in one} == {"n"}
    two = answer(engine, "parts", cells=cells, adding_up="place | 2")
    assert {row[0] for row in two} == {1, 2, 4} and {row[3] for row in two} == {"x"}
    three = answer(engine, "parts", cells=cells, adding_up="place | 3")
    assert {row[0] for row in three} == {1, 2, 3} and {row[4] for row in three} == {"y"}
    assert len(one) == len(two) == len(three) == 3, "each value once"


def test_ranges_of_parts_that_are_not_shown(engine: DuckDBEngine) -> None:
    """A part of two totals is one; another set there, and other groups, are others."""
    others = "3 s '' '' 0 9 9 | 4 s x '' 1 9 9 | 5 s '' y 1 9 9"
    parts = f"total place {KEY} | 1 1 s '' '' 1 | 2 2 s '' '' 1 | 3 1 s x '' 1 | 3 1 s '' y 1"
    hidden = [row for row in answer(engine, "ranges", cells=f"{CELL} | {others}", parts=parts, most=4) if not row[6]]
    assert hidden == [("s", "", "", 1, 0, 4, 0)]
    cells = f"{CELL} | 1 '' '' '' 1 9 9 | 2 n '' '' 1 5 5"
    parts = f"total place {KEY} | 1 1 n '' '' 1 | 1 1 s '' '' 1"
    ranges = answer(engine, "ranges", cells=cells, parts=parts, most=4)
    assert {row[0]: row[4:] for row in ranges} == {"": (9, 9, 1), "n": (5, 5, 1), "s": (0, 4, 0)}


RANGES = f"{KEY} low high shown | '' '' '' 1 9 10 1 | n '' '' 1 5 6 1 | s '' '' 1 0 20 0"
PARTS = f"total place {KEY} | 1 1 n '' '' 1 | 1 1 s '' '' 1"
TOTAL = f"{CELL} | 1 '' '' '' 1 9 10"


def test_sums_and_what_is_left(engine: DuckDBEngine) -> None:
    assert answer(engine, "sums", parts=PARTS, ranges=RANGES) == rows("1 1 5 26 5 6 1")
    others = "n x '' 1 7 7 1 | n '' z 1 7 7 1 | n '' '' 2 7 7 1"
    assert answer(engine, "sums", parts=PARTS, ranges=f"{RANGES} | {others}") == rows("1 1 5 26 5 6 1")
    several = f"total place {KEY} | 1 1 n '' '' 1 | 1 1 s '' '' 1 | 1 1 w '' '' 1 | 1 1 v '' '' 1 | 1 1 u '' '' 1"
    ranges = f"{KEY} low high shown | n '' '' 1 5 6 1 | s '' '' 1 7 8 1 | w '' '' 1 2 3 0 | v '' '' 1 4 9 0"
    ranges += " | u '' '' 1 0 0 0"
    assert answer(engine, "sums", parts=several, ranges=ranges) == rows("1 1 18 26 12 14 3")
    sums = "total place low high shown_low shown_high hidden | 1 1 5 26 5 6 1"
    left = answer(engine, "left_over", sums=sums, cells=TOTAL, ranges=RANGES, k=6)
    assert left == rows("1 0"), "9 - 6 to 10 - 5"
    assert answer(engine, "left_over", sums=sums, cells=TOTAL, ranges=RANGES, k=5) == rows("0 0")
    for k, total, n in [(2, "7 7", 1), (5, "6 6", 0), (5, "6 7", 0)]:
        exact = {"sums": sums.replace("5 6 1", "6 6 1"), "cells": TOTAL.replace("9 10", total)}
        assert answer(engine, "left_over", ranges=RANGES, k=k, **exact) == [(n, 0)], "1 at least, for certain"
    shown = f"{RANGES.replace('0 20 0', '0 4 0')} | w '' '' 1 1 4 1"
    assert answer(engine, "left_over", sums=sums, cells=TOTAL, ranges=shown, k=5) == rows("0 0"), "0, or shown"
    small = RANGES.replace("0 20 0", "1 4 0")
    assert answer(engine, "left_over", sums=sums, cells=TOTAL, ranges=small, k=5) == rows("0 1")
    assert answer(engine, "left_over", sums=sums, cells=TOTAL, ranges=small, k=4) == rows("0 0")


def test_groups_that_no_cell_names(engine: DuckDBEngine) -> None:
    cells = "cell low | 1 10"
    assert answer(engine, "unnamed_groups", sums="total place high | 1 1 9 | 1 1 8 | 1 2 10", cells=cells) == rows("1")


def test_a_part_is_its_total_less_the_others(engine: DuckDBEngine) -> None:
    tables = {"ranges": RANGES, "parts": PARTS, "sums": "total place low high | 1 1 5 26", "totals": TOTAL}
    named = answer(engine, "narrowed", named="place | 1", **tables)
    assert {row[0]: row[4:6] for row in named} == {"": (9, 10), "n": (5, 6), "s": (3, 5)}
    others = answer(engine, "narrowed", named="place | 2", **tables)
    assert {row[0]: row[4:6] for row in others} == {"": (9, 10), "n": (5, 6), "s": (0, 5)}
    low = answer(engine, "narrowed", named="place | 1", **tables | {"sums": "total place low high | 1 1 10 10"})
    assert {row[0]: row[4:6] for row in low}[""] == (10, 10)


def test_a_part_of_two_totals_is_narrowed_by_both(engine: DuckDBEngine) -> None:
    """Of n and x 0 to 20: of n 9 less 4 to 6, of x 12 less 5 to 8; other cells of n, x or of another set are others."""
    others = "s x '' 1 5 8 1 | n z '' 1 4 6 1 | n x y 1 0 9 1 | n x '' 2 0 9 1 | n '' y 1 0 8 1 | n '' '' 2 0 8 1"
    ranges = f"{KEY} low high shown | n '' '' 1 9 9 1 | '' x '' 1 12 12 1 | n x '' 1 0 20 0 | {others}"
    parts = f"total place {KEY} | 1 2 n x '' 1 | 1 2 n z '' 1 | 2 1 n x '' 1 | 2 1 s x '' 1"
    totals = f"{CELL} | 1 n '' '' 1 9 9 | 2 '' x '' 1 12 12"
    sums = "total place low high | 1 2 4 26 | 2 1 5 28"
    tables = {"ranges": ranges, "parts": parts, "sums": sums, "totals": totals}

    def narrowed(named: str, **others: str) -> dict[tuple[object, ...], tuple[object, ...]]:
        found = answer(engine, "narrowed", named=named, **{**tables, **others})
        return {row[:4]: row[4:6] for row in found}

    both = narrowed("place | 1 | 2")
    assert both["n", "x", "", 1] == (4, 5), "9 - 6 and 12 - 8; 9 - 4 and 12 - 5"
    assert {both[cell] for cell in both if "y" in cell or cell[3] == 2} == {(0, 8), (0, 9)}
    beside = narrowed("place | 1 | 2", sums=f"{sums} | 1 1 9 40 | 9 2 9 9")
    assert beside["n", "x", "", 1] == (4, 5), "what the total is along another column, or another total, is not asked"
    low = narrowed("place | 1 | 2", sums="total place low high | 1 2 10 26 | 1 1 12 40")
    assert low["n", "", "", 1] == (12, 9), "as many as along either column"
    assert narrowed("place | 2")["n", "x", "", 1] == (3, 5), "what is named of x alone says nothing at least"
    of_total = narrowed("place | 1 | 2", sums="total place low high | 1 2 4 8 | 1 1 7 7 | 2 1 5 28 | 9 1 9 9")
    assert of_total["n", "", "", 1] == (9, 7), "the parts along one of both columns are 7, and so is it at most"
    of_place = narrowed("place | 2", sums="total place low high | 1 2 4 8 | 1 1 7 7 | 2 1 5 28")
    assert of_place["n", "", "", 1] == (9, 8), "not all groups of the other column are named"


def test_what_is_narrower_and_what_is_nothing(engine: DuckDBEngine) -> None:
    before = f"{KEY} low high | a '' '' 0 0 9 | b '' '' 0 0 9 | c '' '' 0 0 9 | d '' '' 0 0 9"
    after = f"{KEY} low high | a '' '' 0 1 9 | b '' '' 0 0 8 | c '' '' 0 5 4 | d '' '' 0 0 9"
    assert answer(engine, "changes", ranges=before, narrowed=after) == rows("3 1")
    for other in ("a x '' 0", "a '' y 0", "a '' '' 1"):
        assert answer(engine, "changes", ranges=before, narrowed=f"{KEY} low high | {other} 5 4") == rows("0 0")
    same = f"{KEY} low high | a '' '' 0 9 9"
    assert answer(engine, "changes", ranges=same, narrowed=same) == rows("0 0")


def test_all_cells_are_numbered(engine: DuckDBEngine) -> None:
    assert [row[0] for row in answer(engine, "all_cells", ranges=RANGES)] == [1, 2, 3]


def test_rows_of_text(engine: DuckDBEngine) -> None:
    assert answer(engine, "not_counts", texts="n:text | 5 | 2.5 | -1 | x | ''") == rows("4")
    lines = answer(
        engine, "lines", texts="one:text two:text three:text a:text b:text c:text n:text | n '' '' a '' '' 5"
    )
    assert lines == [(1, "n", "", "", "a", "", "", 5)]
    two = answer(
        engine,
        "lines",
        texts="one:text two:text three:text a:text b:text c:text n:text | n '' '' a '' '' 5 | n '' '' b '' '' 5",
    )
    assert [row[0] for row in two] == [1, 2]
