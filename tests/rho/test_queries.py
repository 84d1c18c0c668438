"""The queries that recount rho-uncertainty, one by one, at the edge of what each tells apart."""

import hashlib

import pytest

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows

LABELS = "item label | 4 a | 5 b | 9 c"


def test_each_sensitive_label_has_a_threshold(engine: DuckDBEngine) -> None:
    found = ask(engine, "rho_rules/same_limits", sensitive="label | a | a | b", limit_num=2, limit_den=3)
    assert found == rows("a 2 3 | b 2 3")
    limits = "label limit_num limit_den | a 1 2 | z 1 3"
    assert ask(engine, "rho_rules/limits", limits=limits, labels=LABELS) == rows("4 1 2")


def test_sensitive_rows_and_original_ones_are_those_of_released_labels(engine: DuckDBEngine) -> None:
    held = "record_id item | 1 4 | 1 5 | 2 5"
    assert ask(engine, "rho_rules/rows_with_sensitive", transactions=held, sensitive="item | 4") == rows("1 4")
    original = "record_id item | 1 a | 1 a | 1 z | 2 b"
    assert ask(engine, "rho_rules/original", original=original, labels=LABELS) == rows("1 4 | 2 5")


def test_each_label_is_a_set_of_one(engine: DuckDBEngine) -> None:
    held = "record_id item weight | 1 5 2 | 2 5 3"
    assert ask(engine, "rho_rules/single_items", transactions=held) == rows("1 5 5 2 | 2 5 5 3")
    assert ask(engine, "rho_rules/single_members", transactions=held) == rows("5 5")
    assert ask(engine, "rho_rules/single_sets", transactions=held) == rows("5 0 5 5")
    assert ask(engine, "rho_rules/single_parts", sets="set_id | 5") == rows("5 0")
    assert ask(engine, "rho_rules/supports", occurrences="set_id weight | 7 2 | 7 3 | 8 1") == rows("7 5 | 8 1")


def test_a_confidence_is_of_what_is_not_in_the_set(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "rho_rules/confidences",
        occurrences="record_id set_id weight | 1 7 2 | 2 7 3 | 3 8 1 | 4 8 1 | 1 6 1",
        sensitive_rows="record_id item | 1 4 | 2 4 | 2 9 | 3 9 | 5 4",
        members="set_id item | 7 2 | 7 9 | 8 8 | 6 3",
        supports="set_id support | 7 5 | 8 2",
    )
    assert found == rows("7 4 5 5 | 8 9 1 2")


def test_a_confidence_of_exactly_rho_is_none_too_many(engine: DuckDBEngine) -> None:
    """One record more on either side of the threshold, for thresholds of a half and of 333/1000."""
    held = "set_id sensitive_item support_with_sensitive support"
    found = ask(
        engine,
        "rho_rules/exceeding",
        confidences=f"{held} | 1 4 1 2 | 2 4 2 3 | 3 4 1 3 | 4 9 1 1 | 5 5 333 1000 | 6 5 334 1000 | 7 5 333 999",
        limits="item limit_num limit_den | 4 1 2 | 5 333 1000",
    )
    assert found == rows("2 4 | 6 5 | 7 5")


def test_a_set_was_held_by_whoever_held_all_of_it(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "rho_rules/once_held",
        exceeding="set_id | 1 | 1 | 3 | 5",
        members="set_id item | 1 4 | 1 5 | 2 4 | 3 6 | 5 7 | 5 4",
        original="record_id item | 1 4 | 1 5 | 2 4 | 3 5 | 3 6 | 4 4 | 4 5 | 4 6",
    )
    assert found == rows("1 1 | 1 4 | 3 3 | 3 4")


def test_a_wish_is_broken_where_its_person_held_the_set(engine: DuckDBEngine) -> None:
    exceeding, held = "set_id sensitive_item | 1 4 | 1 9 | 2 4 | 5 4", "set_id record_id | 1 1 | 2 1 | 3 7 | 2 2"
    found = ask(engine, "rho_rules/inferred_labels", exceeding=exceeding, once_held=held)
    assert found == rows("1 4 | 1 9 | 2 4")
    wishes = "record_id item | 1 4 | 1 5 | 2 9 | 7 4"
    asked = "record_id item | 1 4 | 1 4 | 3 5 | 2 4"
    assert ask(engine, "rho_rules/wishes_in_question", wishes=wishes, in_question=asked) == rows("1 4")
    found = ask(
        engine,
        "rho_rules/exceeding_wished",
        exceeding=exceeding,
        once_held="set_id record_id | 1 1 | 1 3 | 2 2",
        wishes="record_id item | 1 4 | 3 4 | 1 5 | 2 9 | 7 4",
    )
    assert found == rows("1 4")


def test_a_set_leads_on_where_two_records_hold_it_and_something_follows(engine: DuckDBEngine) -> None:
    sets = "set_id prefix_id item support | 1 0 1 1 | 2 0 2 2 | 3 0 3 3 | 4 0 4 3"
    found = ask(engine, "rho_larger_sets/kept", sets=sets, confidences="set_id | 1 | 2 | 3 | 3")
    assert found == rows("2 0 2 2 | 3 0 3 3")


KEPT = "set_id prefix_id item support | 21 1 2 5 | 22 1 3 4 | 23 2 3 4 | 24 1 4 5 | 26 1 6 9 | 27 2 6 9"
PARTS = "set_id part_id | 21 1 | 21 2 | 22 1 | 22 3 | 23 2 | 23 3 | 28 1 | 28 2"
STEP = 3000000019


def test_a_larger_set_is_promising_where_all_its_parts_are(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "rho_larger_sets/promising",
        occurrences="record_id set_id item | 1 21 2 | 2 21 2 | 3 21 2 | 1 28 2",
        transactions="record_id item | 1 1 | 1 2 | 1 3 | 1 4 | 2 2 | 2 3 | 3 2 | 3 6",
        kept=KEPT,
        parts=PARTS,
        sensitive_rows="record_id | 1 | 1 | 2",
        size=2,
    )
    assert found == [(21, 3, 21 * STEP + 3)]


def test_one_label_grows_by_another_after_it(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        "rho_larger_sets/promising",
        occurrences="record_id set_id item | 1 2 2",
        transactions="record_id item | 1 1 | 1 2 | 1 3",
        kept="set_id prefix_id item support | 1 0 1 9 | 2 0 2 9 | 3 0 3 9",
        parts="set_id part_id | 1 0 | 2 0 | 3 0",
        sensitive_rows="record_id | 1",
        size=1,
    )
    assert found == [(2, 3, 2 * STEP + 3)]


def test_promising_sets_occur_where_their_prefix_and_a_later_label_do(engine: DuckDBEngine) -> None:
    places = " | ".join(str(21 * STEP + item) for item in (1, 2, 3, 9))
    held = "record_id item | 1 1 | 1 2 | 1 3 | 1 4 | 2 2 | 5 3"
    found = ask(
        engine,
        "rho_larger_sets/extended",
        occurrences="record_id set_id item weight | 1 21 2 4 | 2 21 2 1 | 1 22 2 1",
        transactions=held,
        promising=f"place | {places}",
    )
    assert found == rows("1 21 3 4")
    found = ask(engine, "rho_larger_sets/telling_rows", transactions=held, sensitive_rows="record_id | 1 | 1 | 7")
    assert found == rows("1 1 | 1 2 | 1 3 | 1 4")


@pytest.mark.parametrize(
    ("extended", "numbered"),
    [
        ("21 3 2 | 21 3 1", "1 21 3 3"),
        ("21 3 2 | 21 3 2", ""),
        ("21 3 2 | 21 3 3", ""),
        ("21 4 1", ""),
        ("21 6 4", "1 21 6 4"),
        ("21 6 5", ""),
        ("21 6 6", ""),
        ("21 6 1 | 21 3 1", "1 21 3 1 | 2 21 6 1"),
        ("30 3 1", ""),
    ],
)
def test_a_larger_set_is_counted_where_it_is_rarer_than_each_part(
    engine: DuckDBEngine, extended: str, numbered: str
) -> None:
    """The prefix 21 is held five times, its other parts with label 3 four times, those with label 6 nine times."""
    given = f"prefix_id item weight | {extended}"
    found = ask(engine, "rho_larger_sets/numbered", extended=given, kept=KEPT, parts=f"{PARTS} | 30 1 | 30 2", size=2)
    assert found == rows(numbered)


def test_numbered_sets_have_occurrences_members_and_parts(engine: DuckDBEngine) -> None:
    numbered = "set_id prefix_id item | 31 21 3 | 32 21 9 | 33 29 3"
    found = ask(
        engine,
        "rho_larger_sets/occurrences",
        extended="record_id prefix_id item weight | 1 21 3 2 | 1 21 4 2 | 1 22 3 2 | 2 21 3 1",
        numbered=numbered,
    )
    assert found == rows("1 31 3 2 | 2 31 3 1")
    found = ask(engine, "rho_larger_sets/members", numbered=numbered, members="set_id item | 21 1 | 21 2 | 22 5")
    assert found == rows("31 1 | 31 2 | 31 3 | 32 1 | 32 2 | 32 9 | 33 3")
    found = ask(engine, "rho_larger_sets/parts", numbered=numbered, parts=PARTS, kept=KEPT)
    assert found == rows("31 21 | 31 22 | 31 23 | 32 21 | 33 29")


KNOWN = {1: "abc", 2: "ab", 3: "a", 4: "bcd", 5: "cd", 6: "a-"}


@pytest.mark.parametrize(("size", "sample"), [(2, 2), (2, 3), (3, 9), (1, 9)])
def test_adversaries_know_so_many_items_of_persons_who_have_as_many(
    engine: DuckDBEngine, size: int, sample: int
) -> None:
    """Persons and their items are drawn in the order of a checksum with the seed."""
    items = {person: held.replace("-", "") for person, held in KNOWN.items()}
    able = sorted((person for person in items if len(items[person]) >= size), key=lambda one: _checksum(f"s:{one}"))
    expected = []
    for draw, person in enumerate(able[:sample], 1):
        order = sorted(items[person], key=lambda item: _checksum(f"s/{draw}/{item}"))
        expected += [(draw, item) for item in order[:size]]
    known = " | ".join(f"{person} {item}" for person, held in KNOWN.items() for item in held)
    found = ask(engine, "rho_sampled/drawn", known=f"record_id item | {known}", size=size, sample=sample, seed="=s")
    assert found == sorted(expected)


def _checksum(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()


def test_a_drawn_set_is_held_where_all_its_labels_are(engine: DuckDBEngine) -> None:
    drawn = "draw item | 1 a | 1 b | 2 a | 2 z | 3 b | 3 c"
    found = ask(engine, "rho_sampled/drawn_members", drawn=drawn, labels=LABELS, size=2)
    assert found == rows("1 4 | 1 5 | 3 5 | 3 9")
    held = "record_id item weight | 1 4 2 | 1 5 2 | 1 7 2 | 2 4 1 | 2 6 1 | 3 5 1 | 3 9 1 | 4 4 1 | 4 5 1 | 4 9 1"
    members = "set_id item | 1 4 | 1 5 | 3 5 | 3 9 | 8 8 | 8 10"
    found = ask(engine, "rho_sampled/drawn_occurrences", members=members, transactions=held, size=2)
    assert found == rows("1 1 2 | 3 3 1 | 4 1 1 | 4 3 1")
    assert ask(engine, "rho_sampled/set_count", exceeding="set_id | 1 | 1 | 2") == rows("2")


def test_rows_without_a_group_and_records_in_several_are_told_apart(engine: DuckDBEngine) -> None:
    lines = "record_id item group_id:text | 1 a 1 | 1 b 2 | 1 c 2 | 2 a 1 | 2 b 1 | 3 a - | 4 a 1"
    assert ask(engine, "adaptive/group_faults", lines=lines) == rows("1 1")
    assert ask(engine, "adaptive/group_count", lines=lines) == rows("2")
    repeated = "record_id item group_id:text | 1 a 1 | 1 a 1 | 1 a 2 | - a 1 | 2 - 1 | 3 b -"
    found = ask(engine, "equal_records/distinct_grouped_lines", lines=repeated)
    assert found == [(1, "a", "1"), (1, "a", "2"), (3, "b", None)]


def test_labels_of_groups_are_told_apart(engine: DuckDBEngine) -> None:
    lines = "record_id item group_id:text | 1 a 1 | 2 a 2 | 3 a 2 | 4 - 2 | 5 b - | 6 b 1"
    assert ask(engine, "adaptive/apart", lines=lines) == rows("1 1:a | 2 2:a | 3 2:a | 6 1:b")
    limits = "label limit_num limit_den | a 1 2 | z 1 3"
    found = ask(engine, "adaptive/limits_apart", lines=lines.replace("| 5 b -", ""), limits=limits)
    assert found == rows("1:a 1 2 | 2:a 1 2")
