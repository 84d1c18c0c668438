"""What was lost, in words: no measure of 0 % reads as nothing lost where no item was kept."""

import pytest

from setanon_sql.commands.losses import measures
from setanon_sql.measures import Measures
from setanon_sql.measures.sentences import sentences


def told(**more: float) -> Measures:
    given = {"items_before": 4, "items_kept": 0, "items_generalized": 0, "items_gone": 0, "labels_left": 0}
    given |= {"unchanged_ratio": 0.0, "generalized_ratio": 0.0, "gone_ratio": 0.0, "suppressed_ratio": 0.0}
    return Measures(**(given | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"items_kept": 4, "unchanged_ratio": 1.0}, ["4 of 4 items stay as they are: 100.00 % of all rows."]),
        (
            {"items_generalized": 4, "labels_left": 1, "generalized_ratio": 1.0, "ncp": 0.0, "costliest_items": 4},
            ["No item stays as it is.", "4 items became 1 label: 100.00 % of all rows."],
        ),
        (
            {"items_kept": 3, "unchanged_ratio": 0.5, "items_gone": 1, "gone_ratio": 0.25, "suppressed_ratio": 0.5,
             "costliest_items": 1},
            ["3 of 4 items stay as they are: 50.00 % of all rows.",
             "1 item is gone: 25.00 % of all rows. Others lost some of their rows: 25.00 % of all.",
             "1 item causes 80 % of the loss."],
        ),
        (
            {"items_kept": 4, "unchanged_ratio": 0.9, "suppressed_ratio": 0.1},
            ["4 of 4 items stay as they are: 90.00 % of all rows.", "Items lost some of their rows: 10.00 % of all."],
        ),
    ],
)  # fmt: skip
def test_what_became_of_the_items(more: dict[str, float], expected: list[str]) -> None:
    assert sentences(told(**more)) == expected


def test_nothing_is_said_of_what_was_not_counted() -> None:
    assert sentences(Measures(tkd=0.5)) == []
    assert measures(Measures(tkd=0.5)) == "tkd  0.5"


def test_measures_come_with_what_they_mean() -> None:
    lines = measures(told(items_kept=4, unchanged_ratio=1.0, ncp=0.0)).splitlines()
    assert lines[0].startswith("4 of 4 items stay")
    assert any(line.startswith("NCP") and "100 % = everything suppressed" in line for line in lines)
    assert not any(line.startswith(("unchanged_ratio", "items_kept")) for line in lines)
