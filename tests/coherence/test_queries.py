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


def test_subjects_are_sensitive_labels_and_groups_of_them(engine: DuckDBEngine) -> None:
    found = ask(
        engine, "coherence/subjects", labels="item label | 1 10 | 2 20 | 3 30", sensitive="label | 20 | 20 | 30 | 40",
        grouped="label number limit_num:text limit_den:text | 30 1 2 5 | 20 2 1 3 | 30 2 1 3 | 40 2 1 3",
        h_num=1, h_den=2,
    )  # fmt: skip
    assert found == rows("2 -2 1 3 | 2 2 1 2 | 3 -1 2 5 | 3 -2 1 3 | 3 3 1 2")


def test_a_subject_is_true_of_a_record_once(engine: DuckDBEngine) -> None:
    found = ask(
        engine, "coherence/subject_rows", transactions="record_id item | 1 2 | 1 3 | 2 2 | 3 4",
        subjects="item subject | 2 2 | 2 -1 | 3 -1",
    )  # fmt: skip
    assert found == rows("1 -1 | 1 2 | 2 -1 | 2 2")


#: Records 1 and 2 hold set 7, 1 and 3 set 8.
OCCURRENCES = "record_id set_id weight | 1 7 2 | 2 7 3 | 1 8 2 | 3 8 1"
SUBJECT_ROWS = "record_id subject | 1 2 | 2 2 | 2 4 | 3 -1 | 9 2"
HOLDERS = "record_id person | 1 5 | 1 6 | 2 6 | 3 8 | 3 5"


def test_what_is_true_besides_is_counted_in_records(engine: DuckDBEngine) -> None:
    found = ask(engine, "coherence/joint", occurrences=OCCURRENCES, subject_rows=SUBJECT_ROWS)
    assert found == rows("7 2 5 | 7 4 3 | 8 2 2 | 8 -1 1")


def test_persons_count_once_in_whichever_records(engine: DuckDBEngine) -> None:
    assert ask(engine, "coherence/persons_of_sets", occurrences=OCCURRENCES, holders=HOLDERS) == rows("7 2 | 8 3")
    tables = {"occurrences": OCCURRENCES, "subject_rows": SUBJECT_ROWS, "holders": HOLDERS}
    assert ask(engine, "coherence/joint_of_persons", **tables) == rows("7 2 2 | 7 4 1 | 8 2 2 | 8 -1 2")


def test_a_subject_follows_too_surely_above_its_limit_and_not_at_it(engine: DuckDBEngine) -> None:
    joint = "set_id subject joint | 1 2 3 | 1 3 1 | 2 2 3 | 3 -1 2 | 4 -1 1 | 5 2 4 | 5 3 4"
    supports = "set_id support | 1 6 | 2 5 | 3 5 | 4 4 | 5 7"
    subjects = "item subject limit_num limit_den | 2 2 1 2 | 3 3 1 2 | 2 -1 1 4 | 3 -1 1 4"
    tables = {"joint": joint, "supports": supports, "subjects": subjects}
    assert ask(engine, "coherence/telling", **tables) == rows("2 | 3 | 5")


def test_sets_are_rare_below_k_and_not_at_k(engine: DuckDBEngine) -> None:
    tables = {"supports": "set_id support | 7 7 | 8 5 | 9 9", "telling": "set_id | 8 | 8"}
    assert ask(engine, "coherence/faults", k=5, **tables) == rows("0 1 3")
    assert ask(engine, "coherence/faults", k=6, **tables) == rows("1 1 3")
    assert ask(engine, "coherence/faults", k=8, **(tables | {"telling": "set_id"})) == rows("2 0 3")


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


def test_all_records_hold_the_empty_set(engine: DuckDBEngine) -> None:
    transactions = "record_id item weight | 1 1 2 | 1 2 2 | 2 1 3"
    assert ask(engine, "coherence/no_labels", transactions=transactions) == rows("1 0 2 | 2 0 3")
