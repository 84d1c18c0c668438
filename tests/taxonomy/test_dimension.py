"""Dimension tables as taxonomies: chosen columns, labels by their path, items without a place, what is proposed."""

from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import TaxonomyOptions
from tests.strategies import examples

HEADER = ["product_id", "brand", "dept", "cat", "type"]
#: MISC is a category of two departments and a type; TEA is a type of both; the last one has no category.
ROWS: list[list[str | None]] = [
    ["10", "A", "FOOD", "MISC", "TEA"],
    ["11", "B", "FOOD", "MISC", "COFFEE"],
    ["12", "A", "HOME", "MISC", "TEA"],
    ["13", "C", "HOME", None, "MISC"],
]
LEVELS = ["dept", "cat", "type"]
BASKETS = [["10", "11", "12"], ["10", "11", "99"], ["10", "12", "99"], ["10", "11", "13"], ["98"], ["13"]]


def table(*rows: list[str | None]) -> pd.DataFrame:
    return pd.DataFrame([*ROWS, *rows], columns=HEADER, dtype="string")


def kinds(check: api.TaxonomyCheck, severity: str = "error") -> list[str]:
    return [fault.kind for fault in check.faults if fault.severity == severity]


def test_labels_that_repeat_are_called_by_their_path_and_empty_levels_are_passed_over() -> None:
    tree = api.read_tree(table(), levels=LEVELS, qualify=True)
    assert {leaf: tree.path(leaf)[1:] for leaf in tree.leaves} == {
        "10": ("FOOD / MISC / TEA", "FOOD / MISC", "FOOD", "*"),
        "11": ("FOOD / MISC / COFFEE", "FOOD / MISC", "FOOD", "*"),
        "12": ("HOME / MISC / TEA", "HOME / MISC", "HOME", "*"),
        "13": ("HOME / MISC", "HOME", "*"),
    }


def test_a_table_is_the_same_tree_from_a_file_a_database_and_a_frame(tmp_path: Path) -> None:
    table().to_csv(tmp_path / "p.csv", index=False)
    with duckdb.connect(str(tmp_path / "w.duckdb")) as database:
        database.execute(f"CREATE TABLE products AS FROM read_csv('{tmp_path}/p.csv', all_varchar = true)")
        database.execute("ALTER TABLE products ADD COLUMN picture BLOB DEFAULT '\\xFF'::BLOB")  # is not read
        database.execute(f"COPY products TO '{tmp_path}/p.parquet'")
    how: dict[str, Any] = {"levels": LEVELS, "qualify": True}
    tree = api.read_tree(table(), **how)
    assert api.read_tree(tmp_path / "p.csv", **how) == tree
    assert api.read_tree(tmp_path / "p.parquet", **how) == tree
    assert api.read_tree("products", TaxonomyOptions(db=str(tmp_path / "w.duckdb")), **how) == tree


def test_the_leaf_is_the_column_of_the_item_else_the_first_that_is_no_level() -> None:
    columns = ["dept", "other", "sku"]
    frame = pd.DataFrame([["FOOD", "x", "10"], ["HOME", "y", "11"]], columns=columns)
    assert api.read_tree(frame, TaxonomyOptions(item="sku"), levels=["dept"]).leaves == ("10", "11")
    assert api.read_tree(frame, levels=["dept"]).leaves == ("x", "y")


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        (["dept", "categroy"], "has no column categroy for levels"),
        (["dept", "dept"], "levels name a column twice"),
        (HEADER, "levels name all columns"),
    ],
)
def test_levels_that_are_no_columns_are_refused(levels: list[str], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        api.read_tree(table(), levels=levels)


def test_a_column_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(BadInput) as refused:
        api.read_tree(table(), levels=["dept", "catt"])
    assert refused.value.hint == "did you mean cat? its columns are product_id, brand, dept, cat, type"


def test_without_paths_it_is_told_which_level_is_no_tree() -> None:
    check = api.check_taxonomy(table(), levels=LEVELS)
    messages = [fault.message_with_labels() for fault in check.faults if fault.kind == "two_parents"]
    assert '1 label of the column cat has two parents or more: "MISC"' in messages
    assert '1 label of the column type has two parents or more: "TEA"' not in messages  # both are under MISC
    assert not any("dept" in message for message in messages)


def test_levels_the_wrong_way_round_are_told() -> None:
    rows = [["1", "a", "x"], ["2", "b", "x"], ["3", "c", "y"], ["4", "d", "y"]]
    frame = pd.DataFrame(rows, columns=["item", "fine", "coarse"])
    wrong = api.check_taxonomy(frame, levels=["fine", "coarse"])
    assert [fault.message for fault in wrong.faults if fault.kind == "two_parents"] == [
        "2 labels of the column coarse have two parents or more"
    ]
    assert "level_order" in kinds(api.check_taxonomy(frame, levels=["fine", "coarse"], qualify=True), "warning")
    assert "level_order" not in kinds(api.check_taxonomy(frame, levels=["coarse", "fine"], qualify=True), "warning")


def test_an_item_on_two_paths_is_an_error_and_the_same_row_twice_is_none() -> None:
    again: list[str | None] = ["10", "another brand", "FOOD", "MISC", "TEA"]
    assert api.check_taxonomy(table(again), levels=LEVELS, qualify=True).satisfied
    elsewhere: list[str | None] = ["10", "A", "HOME", "MISC", "TEA"]
    (fault,) = (
        each
        for each in api.check_taxonomy(table(elsewhere), levels=LEVELS, qualify=True).faults
        if each.severity == "error"
    )
    assert fault.message_with_labels() == '1 label of the column product_id has two parents or more: "10"'


def test_labels_that_are_items_too_get_the_name_of_their_column() -> None:
    frame = pd.DataFrame([["1", "2", "a / b"], ["2", "2", "c"], ["3", "a", "b"]], columns=["item", "dept", "cat"])
    tree = api.read_tree(frame, levels=["dept", "cat"], qualify=True)
    assert tree.path("1") == ("1", "2 / a / b", "2 (dept)", "*")
    assert tree.path("3") == ("3", "a / b", "a", "*")
    frame = pd.DataFrame([["1", "a / b", None], ["3", "a", "b"]], columns=["item", "dept", "cat"])
    tree = api.read_tree(frame, levels=["dept", "cat"], qualify=True)
    assert tree.path("3") == ("3", "a / b (cat)", "a", "*") and tree.path("1") == ("1", "a / b", "*")


def test_levels_are_for_dimension_tables() -> None:
    with pytest.raises(BadParameter, match="columns of a dimension table"):
        TaxonomyOptions(form="arx", levels=["dept"])
    with pytest.raises(BadParameter, match="is for a taxonomy with levels"):
        api.read_tree([["child", "parent"], ["a", "b"]], qualify=True)
    with pytest.raises(BadParameter, match="tell of a taxonomy"):
        api.audit_km(BASKETS, k=2, m=2, levels=["dept"])


CELL = st.sampled_from([None, "", "p", "q", "r"])
TABLE = st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=8)


@given(TABLE)
@example([("p", "q", None), ("p", None, "q"), ("q", "p", "p"), (None, None, "r")])
@examples(120)
def test_each_leaf_of_a_qualified_tree_has_the_path_of_its_row(rows: list[tuple[str | None, ...]]) -> None:
    placed = {f"i{at}": row for at, row in enumerate(rows) if any(row)}
    frame = pd.DataFrame([(f"i{at}", *row) for at, row in enumerate(rows)], columns=["item", "x", "y", "z"])
    check = api.check_taxonomy(frame, levels=["x", "y", "z"], qualify=True)
    if not placed:
        assert kinds(check) == ["empty"]
        return
    tree = check.reading.taxonomy
    assert tree is not None and set(tree.leaves) == set(placed)
    for leaf, row in placed.items():
        labels: list[str] = []
        for label in filter(None, row):
            labels += [label] if labels[-1:] != [label] else []
        above = [" / ".join(labels[:end]) for end in range(len(labels), 0, -1)]
        assert [label for label in tree.path(leaf)[1:] if label != "*"] == above


@pytest.mark.slow
def test_items_without_a_place_are_an_error_or_stand_below_the_root_or_go(tmp_path: Path) -> None:
    how: dict[str, Any] = {
        "k": 2,
        "m": 2,
        "optimum": 0,
        "taxonomy": table(),
        "levels": LEVELS,
        "qualify": True,
        "seed": "s",
    }
    with pytest.raises(BadInput, match="2 items of the data have no leaf"):
        api.anonymize_km(BASKETS, None, **how)
    published = {}
    for missing in ("root", "drop"):
        ledger = tmp_path / f"{missing}.csv"
        out = tmp_path / f"{missing}.parquet"
        release = api.anonymize_km(BASKETS, out, **how, missing=missing, ledger=ledger)
        assert release.verification is None or release.verification.satisfied
        measures = api.utility(BASKETS, out, taxonomy=how["taxonomy"], levels=LEVELS, qualify=True, missing=missing)
        assert measures.ncp == release.utility.ncp
        published[missing] = set(pd.read_parquet(out)["item"]), ledger.read_text()
    assert not published["drop"][0] & {"98", "99", "*"}
    assert "3,98," not in published["drop"][1] and "99,suppressed,," in published["drop"][1]


@pytest.mark.slow
@pytest.mark.usefixtures("one_way")
def test_a_sensitive_item_needs_no_place_and_is_not_dropped() -> None:
    baskets = [["10", "99"], *[["10", "11"]] * 9, *[["12", "98"]] * 4, *[["12", "13"]] * 6]
    release = api.anonymize_adaptive(
        baskets,
        None,
        rho="0.5",
        sensitive=["99"],
        taxonomy=table(),
        levels=LEVELS,
        qualify=True,
        missing="drop",
        seed="s",
    )
    labels = set(release.df()["item"])
    assert "99" in labels and "98" not in labels


@pytest.mark.whole
@pytest.mark.parametrize("missing", ["root", "drop"])
def test_all_that_reads_a_taxonomy_takes_its_levels(tmp_path: Path, missing: str) -> None:
    how: dict[str, Any] = {"taxonomy": table(), "levels": "dept,cat,type", "qualify": True, "missing": missing}
    audit = api.audit_km(BASKETS, k=2, m=1, by=1, **how)
    assert audit.rows == 14
    assert api.audit_rho(BASKETS, rho="0.5", m=1, sensitive=["99"], by=1, **how).rows == 14
    row, _ = api.compare(BASKETS, k=[2], m=[2], optimum=0, recodings=["cut"], **how).settings
    release = api.anonymize_km(BASKETS, None, k=2, m=2, optimum=0, seed="s", **how)
    assert row.figures is not None and row.figures.ncp == release.utility.ncp
    assert api.suggest(BASKETS, max_loss=0.99, k=[2], m=[2], **how)
    old = tmp_path / "old.csv"
    api.anonymize_km(BASKETS, old, k=2, m=2, optimum=0, record_ids="keep", **how)
    link = pd.DataFrame({"old_record_id": range(1, 7), "new_record_id": range(1, 7)})
    attack = api.attack_across(old, old, link=link, m=1, **how)
    assert attack.hidden_by_new == attack.hidden_by_old == ()


def test_what_makes_a_taxonomy_is_proposed_with_its_numbers() -> None:
    rows: list[list[Any]] = [
        [f"{at}", f"maker {at % 7}", f"dept {at // 40}", f"cat {at // 10}", f"{at % 3} kg"] for at in range(120)
    ]
    rows[3][3] = None
    rows[5][3] = rows[50][3] = "MISC"
    frame = pd.DataFrame(rows, columns=["sku", "maker", "dept", "cat", "size"])
    check = api.check_taxonomy(frame, [["1", "2", "900"]], options=SourceOptions(item="sku"))
    assert not check.satisfied and check.proposal is not None
    assert check.to_json()["proposal"] == {
        "levels": ["dept", "cat"], "qualify": True, "missing": "root", "leaves": 120, "items_without_place": 1,
        "roots": 1,
        "notes": [
            "1 label of cat is below two or more of dept: mend the lines, or qualify=True calls each by its path",
            "1 line has no label of cat: the level is passed over there; fill it in where it is only missing",
        ],
    }  # fmt: skip
    as_proposed = api.check_taxonomy(frame, [["1", "2", "900"]], levels=["dept", "cat"], qualify=True, missing="root")
    assert as_proposed.satisfied and as_proposed.proposal is None


#: Items of four chapters, each with three blocks of four categories of three items.
DIAGNOSES = [
    (f"{chapter}{block}{category}.{n}", f"chapter {chapter}", f"block {chapter}{block}", f"{chapter}{block}{category}")
    for chapter in range(4)
    for block in range(3)
    for category in range(4)
    for n in range(3)
]


def proposed(columns: str, rows: list[tuple[str, ...]]) -> tuple[str, bool, tuple[str, ...]]:
    check = api.check_taxonomy(pd.DataFrame(rows, columns=columns.split()))
    assert not check.satisfied and check.proposal is not None
    found = check.proposal
    again = api.check_taxonomy(pd.DataFrame(rows, columns=columns.split()), levels=found.levels, qualify=found.qualify)
    assert again.satisfied and "level_order" not in kinds(again, "warning")
    return " ".join(found.levels), found.qualify, tuple(note.partition(":")[0] for note in found.notes)


@pytest.mark.slow
def test_levels_are_proposed_from_coarse_to_fine_in_any_order_of_columns() -> None:
    expected = ("chapter block category", False, ())
    assert proposed("code chapter block category", DIAGNOSES) == expected
    assert proposed("code category chapter block", [(i, c, a, b) for i, a, b, c in DIAGNOSES]) == expected
    few = [("1", "I", "A", "x"), ("2", "I", "A", "x"), ("3", "I", "B", "y"), ("4", "J", "C", "z"), ("5", "J", "C", "w")]
    assert proposed("code chapter block category", few) == expected


def test_a_fine_level_with_few_labels_is_a_fine_level() -> None:
    rows = [(i, a, b, c if b in {"block 00", "block 10"} and c.endswith("0") else "") for i, a, b, c in DIAGNOSES]
    assert proposed("code chapter block category", rows) == (
        "chapter block category", False, ("138 lines have no label of category",)
    )  # fmt: skip
    wrong = api.check_taxonomy(
        pd.DataFrame(rows, columns=["code", "chapter", "block", "category"]), levels="category,chapter", qualify=True
    )
    assert "level_order" in kinds(wrong, "warning")


def test_ragged_levels_are_proposed_and_told_in_words() -> None:
    rows = [(i, a, b if n % 3 else "", c if n % 5 else "") for n, (i, a, b, c) in enumerate(DIAGNOSES)]
    rows[13] = (*rows[13][:2], "block 20", rows[13][3])
    assert proposed("code chapter block category", rows) == (
        "chapter block category", True,
        (
            "1 label of block is below two or more of chapter",
            "1 label of category is below two or more of block",
            "38 labels of category have block in some lines and none in others",
            "48 lines have no label of block",
            "29 lines have no label of category",
        ),
    )  # fmt: skip


def test_columns_that_determine_each_other_are_named_and_names_are_no_levels() -> None:
    rows = [(i, "blank" if i == "000.0" else f"about {i}", a, f"name of {a}", b) for i, a, b, _ in DIAGNOSES]
    assert proposed("code text chapter chapter_name block", rows) == (
        "chapter block", False, ("chapter and chapter_name determine each other",)
    )  # fmt: skip


def test_a_column_of_which_an_item_has_two_labels_is_left_out_and_named() -> None:
    again = (DIAGNOSES[0][0], DIAGNOSES[0][1], DIAGNOSES[0][2], "another")
    assert proposed("code chapter block category", [*DIAGNOSES, again]) == (
        "chapter block", False, ("1 item has lines that differ in category, which is left out",)
    )  # fmt: skip


@pytest.mark.parametrize("qualify", [False, True])
@pytest.mark.parametrize(
    ("columns", "note"),
    [
        (["item", "level1", "level2", "level3"], None),
        (["item", "level3", "level1", "level2"], None),
        (["item", "Level 3", "Level 2", "Level 1"], None),
        (["level2", "item", "level3", "level1"], None),
        (["item", "level_03", "level_02", "level_01"], "level_01 is read as the finest level, as the table has it"),
    ],
)
def test_level_1_is_the_coarsest_but_where_that_makes_no_sense(
    columns: list[str], note: str | None, *, qualify: bool
) -> None:
    reverse = note is not None
    named = {"level1": 1, "level2": 2, "level3": 3, "Level 1": 1, "Level 2": 2, "Level 3": 3, "item": 0}
    named |= {"level_01": 3, "level_02": 2, "level_03": 1}
    rows = [[row[named[name]] for name in columns] for row in DIAGNOSES]
    reading = api.check_taxonomy(pd.DataFrame(rows, columns=columns), qualify=qualify).reading
    assert reading.taxonomy is not None and (note in reading.notes) == reverse
    path = [label.split(" / ")[-1] for label in reading.taxonomy.path("312.0")]
    assert path == ["312.0", "312", "block 31", "chapter 3", "*"]


def test_numbered_levels_may_end_early() -> None:
    frame = pd.DataFrame([["a", "X", "x"], ["b", "X", "x"], ["c", "X", None], ["d", "Y", None]])
    frame.columns = ["item", "level1", "level2"]
    for qualify in (False, True):
        check = api.check_taxonomy(frame, qualify=qualify)
        assert check.satisfied and "blank_label" not in kinds(check, "warning")
        tree = check.reading.taxonomy
        assert tree is not None and tree.path("c")[1:] == ("X", "*") and len(tree.path("a")) == 4
