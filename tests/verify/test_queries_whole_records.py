"""The queries that tell which records few hold as sets, one by one, at the edge of what they tell apart."""

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows

#: The items 1 and 2, and 3 of these and 9.
RECORDS = "record_id weight rarest length bits more_bits | 1 2 1 2 6 6 | 2 3 1 3 14 14"


def test_bits_are_of_the_numbers_of_items_in_two_words(engine: DuckDBEngine) -> None:
    held = "record_id item weight | 1 2 3 | 1 1 3 | 2 60 1 | 2 54 1 | 3 59 2 | 3 53 2"
    found = f"1 3 1 2 6 6 | 2 1 54 2 {(1 << 54) + 2} {(1 << 7) + 2} | 3 2 53 2 {(1 << 53) + 1} {(1 << 6) + 1}"
    assert ask(engine, "whole_records/bits", transactions=held) == rows(found)


def test_pairs_are_counted_of_records_that_fewer_than_k_equal(engine: DuckDBEngine) -> None:
    records = "record_id weight rarest | 1 2 7 | 2 3 7 | 3 1 8"
    held = "record_id item | 1 7 | 2 7 | 4 7 | 3 8 | 3 9"
    assert ask(engine, "whole_records/pairs", records=records, transactions=held, k=3) == rows("4")
    assert ask(engine, "whole_records/pairs", records=records, transactions=held, k=1) == rows("0")


def test_a_record_may_hold_another_one_by_its_rarest_item_its_length_and_its_bits(engine: DuckDBEngine) -> None:
    """Records may be named by texts; parts are of their bits."""
    records = (
        "record_id:text weight rarest length bits more_bits | a 2 7 2 6 6 | b 3 7 3 6 6 | c 1 7 3 14 6 | d 1 7 3 10 6"
        " | e 1 7 3 7 10 | f 1 7 1 6 6 | g 3 5 2 6 6"
    )
    held = "record_id:text item | a 7 | a 8 | b 7 | c 7 | d 7 | e 7 | f 7 | g 9"
    asked = {"records": records, "transactions": held, "k": 3}
    of_first = [row for row in ask(engine, "whole_records/may_hold", parts=1, part=0, **asked) if row[0] == "a"]
    assert of_first == [("a", 2, "a"), ("a", 2, "b"), ("a", 2, "c")]
    parts = [ask(engine, "whole_records/may_hold", parts=2, part=part, **asked) for part in (0, 1)]
    assert [{row[0] for row in rows_of} for rows_of in parts] == [{*"acdf"}, {"e"}]


def test_a_record_holds_another_one_where_all_of_its_items_are_in_it(engine: DuckDBEngine) -> None:
    may_hold = "record_id length holder_id | 1 2 1 | 1 2 2 | 1 2 3"
    held = "record_id item weight | 1 5 4 | 1 6 4 | 2 5 1 | 2 6 1 | 2 7 1 | 3 5 2 | 3 7 2 | 4 6 1"
    assert ask(engine, "whole_records/hold", may_hold=may_hold, transactions=held) == rows("1 1 4 | 1 2 1")


def test_records_are_exposed_below_k_and_not_at_k(engine: DuckDBEngine) -> None:
    hold = "record_id weight | 1 1 | 1 1 | 2 2 | 2 1 | 3 2"
    assert ask(engine, "whole_records/exposed", hold=hold, k=3) == rows("2")


def test_persons_count_once_and_not_where_a_record_is_of_k(engine: DuckDBEngine) -> None:
    hold = "record_id holder_id weight | 1 1 1 | 1 2 1 | 3 3 2 | 3 4 1 | 5 5 1 | 5 6 3 | 7 7 1"
    light = "record_id person | 1 8 | 2 8 | 3 8 | 3 9 | 4 10 | 5 8"
    assert ask(engine, "whole_records/exposed_of_persons", hold=hold, light_holders=light, k=3) == rows("2")
