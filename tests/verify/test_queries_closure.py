"""The queries that tell what labels of a local recoding can only stand for, one by one."""

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows

#: AB over a and b, ABC over AB and c; with each stands its number of items.
BELOW = (
    "label:text above:text leaves | a AB 2 | b AB 2 | AB AB 2"
    " | a ABC 3 | b ABC 3 | AB ABC 3 | c ABC 3 | ABC ABC 3 | u U 1"
)


def test_a_record_fills_a_label_with_as_many_labels_as_items(engine: DuckDBEngine) -> None:
    lines = "record_id item:text | 1 AB | 1 a | 2 AB | 2 x | 3 a | 3 b | 4 ABC | 4 AB | 5 ABC | 5 c | 5 AB"
    assert ask(engine, "closure/full", lines=lines, below=BELOW) == rows("1 AB | 5 ABC")


def test_labels_of_other_records_and_labels_that_are_not_shown_fill_nothing(engine: DuckDBEngine) -> None:
    lines = "record_id item:text | 1 AB | 2 a | 3 AB | 3 c | 4 a | 4 b | 4 c | 4 AB | 9 u"
    assert ask(engine, "closure/full", lines=lines, below=BELOW) == rows("4 AB")


def test_two_labels_that_are_filled_are_two(engine: DuckDBEngine) -> None:
    lines = "record_id item:text | 1 AB | 1 a | 1 ABC | 2 ABC | 2 a | 2 b | 2 c"
    assert ask(engine, "closure/full", lines=lines, below=BELOW) == rows("1 AB | 1 ABC | 2 ABC")


def test_what_is_said_stands_beside_what_is_shown_once(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "closure/said",
        lines="record_id item:text | 1 a | 1 AB | 2 a | 2 AB | 3 c",
        full_labels="record_id above:text | 1 AB | 2 ABC | 1 ABC | 3 K",
        meanings="above:text item:text | AB a | AB b | ABC b | ABC c | X x",
    )
    assert found == rows("1 a | 1 AB | 1 b | 1 c | 2 a | 2 AB | 2 b | 2 c | 3 c")


def test_only_items_that_somebody_may_know_are_said(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "closure/known_meanings",
        meanings="label:text above:text item:text | a AB a | AB AB other | c ABC c | a ABC a",
        known="label:text | a | AB | a | x",
    )
    assert found == rows("AB a | AB other | ABC a")
