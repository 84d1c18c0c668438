"""What a release holds of sets that are protected by name, and the labels that stand for their items."""

from setanon_sql.engine import DuckDBEngine
from setanon_sql.verify.meaning import LabelPlace
from setanon_sql.verify.protected import labels_of_sets
from tests.verify.tables import ask, rows


def test_what_a_record_holds_of_each_set_is_a_record_of_its_own(engine: DuckDBEngine) -> None:
    lines = "record_id item:text | 1 a | 1 b | 2 b | 3 c"
    found = ask(engine, "protected/held", lines=lines, protected_labels="set_id label:text | 1 a | 1 b | 2 b | 2 z")
    assert found == rows("1/1 1/a 1 | 1/1 1/b 1 | 1/2 2/b 1 | 2/1 1/b 2 | 2/2 2/b 2")


def test_it_is_of_the_same_person(engine: DuckDBEngine) -> None:
    held = "record_id:text source_record | x 1 | x 1 | y 1 | z 2"
    found = ask(engine, "protected/persons", held=held, persons="record_id person:text | 1 p | 2 q | 3 r")
    assert found == rows("x p | y p | z q")


def test_an_item_is_known_by_each_label_over_it_or_by_the_root() -> None:
    sets = {1: {"a", "b"}, 2: {"other"}}
    meaning = [("AB", "a"), ("AB", "b"), ("a", "a"), ("all", "c")]
    places = [LabelPlace("AB", 1, ("AB",), 2, frozenset()), LabelPlace("all", 0, (), 3, frozenset())]
    assert labels_of_sets(sets, meaning, places) == [(1, "AB"), (1, "a"), (2, "all")]
    assert labels_of_sets(sets, meaning) == [(1, "AB"), (1, "a")]
    assert labels_of_sets(sets, None) == [(1, "a"), (1, "b"), (2, "other")]
