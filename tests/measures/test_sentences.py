"""What was lost, in words: no measure of 0 % reads as nothing lost where no item was kept."""

import pytest

from setanon_sql.commands.losses import measures
from setanon_sql.measures import Measures
from setanon_sql.measures.sentences import sentences, warnings


def told(**more: float) -> Measures:
    given = {"items_before": 4, "items_kept": 0, "items_generalized": 0, "items_gone": 0, "labels_left": 0}
    given |= {"rows_unchanged_ratio": 0.0, "generalized_ratio": 0.0, "gone_ratio": 0.0, "suppressed_ratio": 0.0}
    return Measures(**(given | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"items_kept": 4, "rows_unchanged_ratio": 1.0}, ["4 of 4 items stay as they are: 100.00 % of all rows."]),
        (
            {"items_generalized": 4, "labels_left": 1, "generalized_ratio": 1.0, "ncp": 0.0, "costliest_items": 4},
            ["No item stays as it is.", "4 items became 1 label: 100.00 % of all rows."],
        ),
        (
            {"items_kept": 3, "rows_unchanged_ratio": 0.5, "items_gone": 1, "gone_ratio": 0.25, "suppressed_ratio": 0.5,
             "costliest_items": 1},
            ["3 of 4 items stay as they are: 50.00 % of all rows.",
             "1 item is gone: 25.00 % of all rows. Others lost some of their rows: 25.00 % of all.",
             "1 item causes 80 % of the loss."],
        ),
        (
            {"items_kept": 1, "rows_unchanged_ratio": 0.5, "items_generalized": 3, "labels_left": 3,
             "generalized_ratio": 0.5, "labels_narrowed": 2},
            ["1 of 4 items stay as they are: 50.00 % of all rows.", "3 items became 2 labels: 50.00 % of all rows.",
             "2 labels stand for the rest of the items alone: … (other)."],
        ),
        (
            {"items_kept": 4, "rows_unchanged_ratio": 0.9, "suppressed_ratio": 0.1},
            ["4 of 4 items stay as they are: 90.00 % of all rows.", "Items lost some of their rows: 10.00 % of all."],
        ),
    ],
)  # fmt: skip
def test_what_became_of_the_items(more: dict[str, float], expected: list[str]) -> None:
    assert sentences(told(**more)) == expected


def test_rows_that_merged_and_sensitive_rows_are_told() -> None:
    rows = {"rows_before": 30, "rows_after": 20, "rows_merged": 8, "rows_suppressed": 2}
    rows |= {"rows_unchanged": 15, "rows_generalized": 5}
    assert sentences(Measures(records_before=9, records_after=8, records_gone=1, **rows)) == [
        "8 of 9 records are released (1 is gone), with 20 rows of 30.",
        "Of the rows 15 stay as they are, 5 became a label over their item, 8 merged (two items of a record became "
        "one label) and 2 are suppressed.",
    ]
    assert sentences(Measures(sensitive_rows_before=8, sensitive_rows_after=3)) == [
        "Of sensitive items 3 of 8 rows are left."
    ]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"items_before": 3, "items_kept": 0}, "no item stays as it is"),
        ({"items_before": 3, "items_kept": 1}, ""),
        (
            {"sensitive_rows_before": 9, "sensitive_rows_after": 4},
            "half of the rows of sensitive items are gone: 4 of 9",
        ),
        ({"sensitive_rows_before": 8, "sensitive_rows_after": 4}, ""),
        ({"records_before": 100, "records_gone": 6}, "6 records are gone, 6.00 % of all"),
        ({"records_before": 100, "records_gone": 5}, ""),
        ({"tkd": 1.0}, ""),
    ],
)
def test_what_an_analyst_would_not_expect_is_a_warning(more: dict[str, float], expected: str) -> None:
    lines = warnings(Measures(**more))  # type: ignore[arg-type]
    assert [expected in line for line in lines] == [True] * bool(expected)


def test_nothing_is_said_of_what_was_not_counted() -> None:
    assert sentences(Measures(tkd=0.5)) == []
    assert measures(Measures(tkd=0.5)) == "tkd  0.5"


def test_measures_come_with_what_they_mean() -> None:
    lines = measures(told(items_kept=4, rows_unchanged_ratio=1.0, ncp=0.0)).splitlines()
    assert lines[0].startswith("4 of 4 items stay")
    assert any(line.startswith("NCP") and "how wide labels are" in line for line in lines)
    assert not any(line.startswith(("rows_unchanged_ratio", "items_kept")) for line in lines)
