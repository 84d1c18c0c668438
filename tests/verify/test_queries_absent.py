"""The queries that count who lacks a label, one by one, at the edge of what they tell apart."""

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows


def test_a_row_is_of_each_person_of_its_record(engine: DuckDBEngine) -> None:
    held = "record_id item | 1 5 | 2 6"
    found = ask(engine, "absent/shown_by_persons", transactions=held, holders="record_id person | 1 7 | 1 8 | 3 9")
    assert found == rows("1 5 7 1 | 1 5 8 1")


def test_no_label_is_held_once_by_each_record_and_holder(engine: DuckDBEngine) -> None:
    shown = "record_id item holder weight | 1 5 7 2 | 1 6 7 2 | 1 5 8 2"
    assert ask(engine, "absent/nothing", shown=shown) == rows("1 0 0 7 2 | 1 0 0 8 2")


def test_holders_count_once_and_everybody_holds_no_label(engine: DuckDBEngine) -> None:
    held = "set_id holder weight | 0 7 2 | 4 7 2 | 4 7 2 | 4 8 2 | 5 8 3"
    assert ask(engine, "absent/supports", occurrences=held, everybody=9) == rows("0 9 | 4 4 | 5 3")


def test_beside_a_set_a_person_holds_a_label_once(engine: DuckDBEngine) -> None:
    held = "record_id set_id holder weight | 1 4 7 1 | 2 4 7 1 | 2 4 8 1 | 2 5 8 1 | 4 6 9 1"
    items = "record_id item | 1 1 | 2 1 | 3 2"
    of_records = rows("4 1 7 1 | 4 1 7 1 | 4 1 8 1 | 5 1 8 1")
    assert ask(engine, "absent/beside_in_records", occurrences=held, transactions=items) == of_records
    of_persons = rows("4 1 7 1 | 4 1 8 1 | 5 1 8 1")
    assert ask(engine, "absent/beside_of_persons", occurrences=held, transactions=items) == of_persons


def test_weights_beside_a_set_add_up(engine: DuckDBEngine) -> None:
    beside = "set_id item weight | 4 1 2 | 4 1 3 | 4 2 1 | 5 1 1"
    assert ask(engine, "absent/beside_counts", beside=beside) == rows("4 1 5 | 4 2 1 | 5 1 1")


def test_one_to_k_less_one_lack_a_label(engine: DuckDBEngine) -> None:
    counts = "set_id item n | 4 1 9 | 4 2 8 | 4 3 7 | 4 4 6 | 5 1 8"
    supports = "set_id support | 4 9 | 5 20"
    assert ask(engine, "absent/without_one", beside_counts=counts, supports=supports, k=3) == rows("2")


def test_two_labels_may_leave_fewer_than_k_where_neither_is_held_by_all(engine: DuckDBEngine) -> None:
    counts = "set_id item n | 4 1 9 | 4 2 5 | 4 3 2 | 4 5 1 | 4 7 9 | 5 2 5 | 5 6 2"
    supports = "set_id support | 4 9 | 5 20"
    found = ask(engine, "absent/twos", beside_counts=counts, supports=supports, k=3)
    assert found == rows("4 2 3 2")
    assert ask(engine, "absent/twos", beside_counts=counts, supports=supports, k=4) == rows("4 2 3 2 | 4 2 5 3")


def test_who_holds_both_is_of_the_set(engine: DuckDBEngine) -> None:
    beside = "set_id item holder weight | 4 1 7 2 | 4 2 7 2 | 4 1 8 3 | 4 2 9 1 | 5 1 9 1 | 4 1 6 1 | 4 2 6 1"
    assert ask(engine, "absent/both", twos="set_id item other | 4 1 2 | 5 1 2", beside=beside) == rows("4 1 2 3")


def test_one_to_k_less_one_lack_both(engine: DuckDBEngine) -> None:
    twos = "set_id item other remainder | 4 1 2 0 | 4 1 3 1 | 4 1 5 -2 | 4 2 3 2 | 4 2 5 -1 | 5 1 5 2 | 5 1 6 2"
    both = "set_id item other n | 4 1 5 3 | 4 2 3 1 | 4 2 5 4"
    assert ask(engine, "absent/without_two", twos=twos, both=both, k=3) == rows("4")


def test_a_set_grows_where_fewer_records_hold_more(engine: DuckDBEngine) -> None:
    held = "record_id set_id item | 1 4 2 | 2 4 2 | 3 5 2 | 3 5 2 | 4 5 2 | 1 6 4 | 2 6 4"
    items = "record_id item | 1 3 | 2 3 | 1 5 | 3 9 | 4 9 | 2 1 | 1 2 | 8 5"
    assert ask(engine, "absent/grown", occurrences=held, transactions=items) == rows("1 4 5 | 2 6 5")
    held = "record_id set_id item holder weight | 1 4 2 7 1 | 2 4 2 8 1 | 1 5 2 9 1"
    grown = "set_id prefix_id item | 9 4 5 | 8 4 1 | 7 4 2"
    found = ask(engine, "absent/grown_occurrences", occurrences=held, transactions=items, grown=grown)
    assert found == rows("1 9 5 7 1")
