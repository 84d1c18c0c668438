"""The queries that recount coherence, each by itself, at the edge of what it tells apart."""

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows

#: Items 1 and 3 may be known, 2 and 4 may not; two records are equal to others once and twice.
SPLIT = (
    "record_id item weight is_sensitive | 1 1 2 0 | 1 2 2 1 | 1 3 2 0 | 2 1 3 0 | 2 3 3 0 | 2 4 3 1 | 3 1 1 0 | 3 2 1 1"
)


def test_rows_are_split_by_the_labels_that_are_sensitive(engine: DuckDBEngine) -> None:
    found = ask(
        engine, "coherence/split", transactions="record_id item weight | 1 1 2 | 1 2 2 | 2 1 3",
        labels="item label | 1 10 | 2 20", sensitive="label | 20 | 20 | 30",
    )  # fmt: skip
    assert found == rows("1 1 2 0 | 1 2 2 1 | 2 1 3 0")


def test_single_labels_are_those_that_may_be_known(engine: DuckDBEngine) -> None:
    assert ask(engine, "coherence/singles", split=SPLIT) == rows("1 1 1 2 | 1 3 3 2 | 2 1 1 3 | 2 3 3 3 | 3 1 1 1")


def test_a_support_is_the_sum_of_the_weights(engine: DuckDBEngine) -> None:
    occurrences = "record_id set_id item weight | 1 7 1 2 | 2 7 1 3 | 2 8 3 3"
    assert ask(engine, "coherence/supports", occurrences=occurrences) == rows("7 5 | 8 3")


def faults(engine: DuckDBEngine, k: int, num: int, den: int, **changed: str) -> list[tuple[int, ...]]:
    """Ask for the faults of set 7 (records 1, 2 and 3) and set 8 (records 1 and 2)."""
    tables = {
        "occurrences": "record_id set_id item weight | 1 7 1 2 | 2 7 1 3 | 3 7 1 2 | 1 8 3 2 | 2 8 3 3",
        "supports": "set_id support | 7 7 | 8 5",
        "split": SPLIT,
    }
    return ask(engine, "coherence/faults", **(tables | changed), k=k, h_num=num, h_den=den)


def test_sets_are_rare_below_k_and_not_at_k(engine: DuckDBEngine) -> None:
    assert faults(engine, 5, 1, 1) == rows("0 0 2")
    assert faults(engine, 7, 1, 1) == rows("1 0 2")
    assert faults(engine, 8, 1, 1) == rows("2 0 2")


def test_a_label_follows_too_surely_above_h_and_not_at_h(engine: DuckDBEngine) -> None:
    """Of set 7 four of seven hold 2, and three hold 4; of set 8 two of five, and three."""
    assert faults(engine, 2, 3, 5) == rows("0 0 2")
    assert faults(engine, 2, 59, 100) == rows("0 1 2")
    assert faults(engine, 2, 4, 7) == rows("0 1 2")
    assert faults(engine, 2, 57, 100) == rows("0 2 2")


def test_what_is_not_sensitive_follows_as_surely_as_it_likes(engine: DuckDBEngine) -> None:
    plain = "record_id item weight is_sensitive | 1 1 2 0 | 1 3 2 0 | 2 1 3 0 | 2 3 3 0 | 3 1 1 0"
    assert faults(engine, 2, 1, 100, split=plain) == rows("0 0 2")


def test_sets_grow_by_a_later_label_that_fewer_records_hold(engine: DuckDBEngine) -> None:
    """3 is in fewer records than 1, 5 in as many as 3, 2 may not be known; 3 does not come after 6."""
    occurrences = "record_id set_id item weight | 1 7 1 2 | 2 7 1 3 | 3 7 1 1 | 1 8 3 2 | 2 8 3 3"
    occurrences += " | 1 9 6 2 | 2 9 6 3 | 3 9 6 1 | 4 7 1 1"
    split = f"{SPLIT} | 1 5 2 0 | 2 5 3 0 | 1 6 2 0 | 2 6 3 0 | 3 6 1 0"
    supports = "set_id support | 7 7 | 8 5 | 9 6"
    assert ask(engine, "coherence/extensions", occurrences=occurrences, split=split, supports=supports) == rows(
        "1 7 3 | 2 7 5 | 3 7 6"
    )


def test_a_set_occurs_where_its_prefix_and_its_last_label_do(engine: DuckDBEngine) -> None:
    found = ask(
        engine, "coherence/occurrences", split=f"{SPLIT} | 1 5 2 0 | 3 5 1 0 | 3 6 1 1",
        occurrences="record_id set_id item weight | 1 7 1 2 | 2 7 1 3 | 3 7 1 1 | 1 8 3 2 | 3 9 5 1",
        extensions="set_id prefix_id item | 1 7 3 | 2 7 5 | 3 7 6 | 4 8 3 | 5 9 3",
    )  # fmt: skip
    assert found == rows("1 1 3 2 | 1 2 5 2 | 2 1 3 3 | 3 2 5 1")


def test_open_lines(engine: DuckDBEngine) -> None:
    """Of each record what is not sensitive, each line as often as it stands there."""
    lines, sensitive = "record_id item | 1 a | 1 s | 2 s | 3 b | 3 b", "label | s | t"
    assert ask(engine, "coherence/open_lines", lines=lines, sensitive=sensitive) == rows("1 a | 3 b | 3 b")
