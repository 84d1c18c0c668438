"""Recounts at the edge: supports of k - 1, k and k + 1, confidences of exactly rho and a record above, on each path."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho import recount as verify_rho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.verify import Recount, VerificationInputs, recount
from tests.verify.tables import table, tables_of

K = 3
SUPPORTS = pytest.mark.parametrize("support", [K - 1, K, K + 1])


def lines_of(engine: DuckDBEngine, records: Sequence[str], groups: Sequence[str] = ()) -> Table:
    """Return records of one-letter items as the lines of a release, with a group each where there are groups."""
    held = [(at, item) for at, record in enumerate(records) for item in record]
    columns = [[at for at, _ in held], [item for _, item in held]]
    kinds: dict[str, type] = {"record_id": int, "item": str}
    if groups:
        return engine.load("lines", kinds | {"group_id": str}, [*columns, [groups[at] for at, _ in held]])
    return engine.load("lines", kinds, columns)


def recounted(engine: DuckDBEngine, lines: Table, *model: Any) -> Recount:
    """Recount; whatever it made on its way is gone afterwards."""
    before = tables_of(engine)
    found = recount(engine, lines, *model)
    assert tables_of(engine) == before
    return found


def with_one_set(size: int, support: int) -> list[str]:
    """Return records in which one set of so many items has this support, and all smaller ones K or more."""
    items = "abcd"[:size]
    return [items] * support + ["".join(part) for part in combinations(items, size - 1)] * K


@SUPPORTS
@pytest.mark.parametrize("m", [1, 2, None])
def test_a_label_of_k_records_is_none_too_rare(engine: DuckDBEngine, support: int, m: int | None) -> None:
    found = recounted(engine, lines_of(engine, ["a"] * support + ["bc"] * 5), KmAnonymity(K, m))
    wrong = () if support >= K else ("1 set of 1 item is held by fewer than 3 records",)
    assert (found.problems, found.counts["smallest_item_support"]) == (wrong, support)


@SUPPORTS
@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_set_of_k_records_is_none_too_rare(engine: DuckDBEngine, support: int, size: int) -> None:
    """Set by set, where longer records are there."""
    records = [*with_one_set(size, support), *["vwxyz"] * K]
    found = recounted(engine, lines_of(engine, records), KmAnonymity(K, size))
    wrong = () if support >= K else (f"1 set of {size} items is held by fewer than 3 records",)
    assert (found.problems, found.counts["longest_record"]) == (wrong, 5)
    assert recounted(engine, lines_of(engine, records), KmAnonymity(K, size - 1)).problems == ()


@SUPPORTS
@pytest.mark.parametrize(("size", "m"), [(2, 2), (3, 3), (3, 4), (3, None)])
def test_a_whole_record_of_k_records_is_none_too_rare(
    engine: DuckDBEngine, support: int, size: int, m: int | None
) -> None:
    """Record by record, where no record is longer than m: then no set is counted."""
    found = recounted(engine, lines_of(engine, with_one_set(size, support)), KmAnonymity(K, m))
    what = "1 distinct record has items that, taken all together, are held by fewer than 3 records"
    assert found.problems == (() if support >= K else (what,))
    assert "sets_counted" not in found.counts


def test_several_sets_and_records_are_told_by_their_number(engine: DuckDBEngine) -> None:
    found = recounted(engine, lines_of(engine, ["ab"] * 3 + ["ac", "bc", "ac", "cd"]), KmAnonymity(K, None))
    assert found.problems == ("1 set of 1 item is held by fewer than 3 records",)
    found = recounted(engine, lines_of(engine, ["ab", "ab", "bc", "bc", "ca", "ca"]), KmAnonymity(K, 2))
    assert found.problems[0].startswith("3 distinct records have items")
    found = recounted(engine, lines_of(engine, ["ab", "ab", "bc", "bc", "ca", "ca", *["xyz"] * 3]), KmAnonymity(K, 2))
    assert found.problems == ("3 sets of 2 items are held by fewer than 3 records",)


def test_the_smallest_rare_sets_are_told(engine: DuckDBEngine) -> None:
    """What is larger follows from them."""
    found = recounted(engine, lines_of(engine, ["abc", "abc", *"abc", *["wxyz"] * 3]), KmAnonymity(K, 3))
    assert found.problems == ("3 sets of 2 items are held by fewer than 3 records",)


def test_the_sets_that_are_counted_are_told(engine: DuckDBEngine) -> None:
    """Where each record stands k times, only labels are."""
    found = recounted(engine, lines_of(engine, ["abc"] * 2 + ["ab", "bc", "ac", "a"] * 2), KmAnonymity(2, 2))
    assert found.counts["sets_counted"] == 3
    found = recounted(engine, lines_of(engine, ["abcd", *["abc", "abd", "acd", "bcd"] * 2]), KmAnonymity(2, 3))
    assert found.counts["sets_counted"] == 4 + 6 + 4 and found.counts["labels"] == 4


#: How many of four records that hold all of a set hold the sensitive item, too, and whether that is above a half.
HALF = pytest.mark.parametrize(("telling", "broken"), [(1, False), (2, False), (3, True)])


def with_one_rule(size: int, telling: int) -> list[str]:
    """Return records in which the sensitive s follows from one set of so many items, and from no smaller one."""
    items = "abcd"[:size]
    smaller = ["".join(part) for part in combinations(items, size - 1)] * 4
    return [f"{items}s"] * telling + [items] * (4 - telling) + smaller + ["z"] * 9


@HALF
@pytest.mark.parametrize(("size", "own"), [(1, False), (1, True), (2, False), (3, True)])
def test_a_rule_of_exactly_rho_is_none_too_sure(
    engine: DuckDBEngine, size: int, telling: int, broken: bool, own: bool
) -> None:
    """Its threshold is that of the model, or one of its label alone."""
    lines = lines_of(engine, with_one_rule(size, telling))
    sensitive = table(engine, "label | s")
    limits = table(engine, "label limit_num limit_den | s 1 2") if own else None
    model = RhoUncertainty(Fraction(1, 9) if own else Fraction(1, 2), size)
    found = recounted(engine, lines, model, VerificationInputs(sensitive, limits=limits))
    known = f"1 rule from {size} known item{'s' if size > 1 else ''} tells a sensitive item with a confidence above "
    assert found.problems == ((known + ("its threshold" if own else "0.5"),) if broken else ())
    assert found.counts["largest_set"] == size


def test_the_smallest_known_sets_are_told_first(engine: DuckDBEngine) -> None:
    """And what is counted ends there."""
    lines = lines_of(engine, [*with_one_rule(1, 3), *["bcs"] * 3, "bc", "b", "c"])
    found = recounted(engine, lines, RhoUncertainty(Fraction(1, 2), 3), VerificationInputs(table(engine, "label | s")))
    assert found.problems == ("3 rules from 1 known item tell a sensitive item with a confidence above 0.5",)
    assert (found.counts["sets_counted"], found.counts["largest_set"]) == (5, 1)
    whole = recounted(engine, lines, RhoUncertainty(Fraction(9, 10), 1), VerificationInputs(table(engine, "label | s")))
    assert (whole.problems, whole.counts["sets_counted"], whole.counts["labels"]) == ((), 5, 5)


def test_what_lacks_or_repeats_is_told_besides_the_model(engine: DuckDBEngine) -> None:
    lines = table(engine, "record_id item | 1 a | 1 a | 2 - | - a | 2 b | 3 b | 4 b | 5 a")
    model, sensitive = KmAnonymity(2, None), VerificationInputs(table(engine, "label | z"))
    assert recounted(engine, lines, model).problems == (
        "2 rows lack a record or an item",
        "1 row repeats an earlier row",
    )
    rare = "2 sets of 1 item are held by fewer than 4 records"
    assert recounted(engine, lines, KmAnonymity(4, 1)).problems[2:] == (rare,)
    found = recounted(engine, lines, RhoUncertainty(Fraction(1, 2), 1), sensitive)
    assert (len(found.problems), found.counts["rows"], found.counts["records"]) == (2, 8, 5)
    with pytest.raises(BadInput, match="keeps personal wishes"):
        recounted(engine, lines, RhoUncertainty(Fraction(1, 2), 1))


def test_where_nothing_is_nothing_is_counted(engine: DuckDBEngine) -> None:
    found = recounted(engine, table(engine, "record_id item:text"), KmAnonymity(K, 2))
    assert found.counts["labels"] == found.counts["smallest_item_support"] == 0
    assert found.problems == ()


def test_a_rule_from_more_items_than_m_is_not_looked_for(engine: DuckDBEngine) -> None:
    lines, sensitive = lines_of(engine, with_one_rule(3, 3)), VerificationInputs(table(engine, "label | s"))
    found = recounted(engine, lines, RhoUncertainty(Fraction(1, 2), 2), sensitive)
    assert (found.problems, found.counts["largest_set"]) == ((), 2)
    assert recounted(engine, lines, RhoUncertainty(Fraction(1, 2), None), sensitive).problems


@pytest.mark.parametrize(
    ("wishes", "original", "broken"),
    [
        ("1 s", "1 a | 1 b", True),
        ("1 s", "1 a", False),
        ("2 s", "1 a | 1 b | 2 a", False),
        ("1 t", "1 a | 1 b", False),
        ("2 s", "1 a | 2 a | 2 b | 2 z", True),
    ],
)
def test_a_wish_counts_where_its_person_held_the_set(
    engine: DuckDBEngine, wishes: str, original: str, broken: bool
) -> None:
    given = VerificationInputs(
        table(engine, "label | s | t"),
        table(engine, f"record_id item | {wishes}"),
        table(engine, f"record_id item | {original}"),
    )
    lines = lines_of(engine, [*with_one_rule(2, 3), *"t" * 9])
    assert bool(recounted(engine, lines, RhoUncertainty(Fraction(1, 2), 2), given).problems) == broken


@pytest.mark.parametrize(("persons", "most"), [(100, 26), (50, 17)])
@pytest.mark.parametrize("more", [0, 1])
def test_so_many_random_adversaries_may_succeed_and_no_more(
    engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch, persons: int, most: int, more: int
) -> None:
    """Each of 100 or 50 persons is drawn once. Who succeeds knows one item, which s always follows from.

    A tenth of 100 draws may succeed, and four standard deviations of three more: 22, and four more. Of 50 draws five,
    four standard deviations of 2.12, and four more.
    """
    monkeypatch.setattr(verify_rho, "SAMPLE", 100)
    records = [(at, f"i{at}") for at in range(persons)]
    released = records + [(at, "s") for at in range(most + more)]
    lines, original = (
        engine.load("lines", {"record_id": int, "item": str}, [[at for at, _ in rows], [item for _, item in rows]])
        for rows in (released, records)
    )
    given = VerificationInputs(table(engine, "label | s"), original=original)
    found = recounted(engine, lines, RhoUncertainty(Fraction(1, 2), 2, Fraction(1, 10), Fraction(1, 100)), given)
    told = f"{most + 1} of {persons} random adversaries who know 1 item succeed: over 0.1"
    assert found.problems == ((told,) if more else ())
    assert found.counts["adversaries_drawn"] == persons


def test_adversaries_are_drawn_of_each_size_up_to_m(engine: DuckDBEngine) -> None:
    given = VerificationInputs(table(engine, "label | s"))
    lines = lines_of(engine, ["abc"] * 5 + ["ab"] * 4 + ["a"] * 3 + ["s"])
    for m, drawn in ((1, 13), (2, 22), (3, 27), (9, 27)):
        model = RhoUncertainty(Fraction(1, 2), m, Fraction(1, 20), Fraction(1, 100))
        assert recounted(engine, lines, model, given).counts["adversaries_drawn"] == drawn


@pytest.mark.parametrize(
    ("records", "where"),
    [
        ({"as": "12", "a": "12"}, ""),
        ({"as": "11", "a": "11222"}, ""),
        ({"as": "112", "a": "2"}, "over all groups together"),
        ({"as": "11", "a": "1222"}, "inside of a group"),
    ],
)
def test_a_rule_counts_in_a_group_and_in_all_together(
    engine: DuckDBEngine, records: dict[str, str], where: str
) -> None:
    held = [(record, group) for record, groups in records.items() for group in groups]
    lines = lines_of(engine, [record for record, _ in held], [group for _, group in held])
    found = recounted(engine, lines, AdaptiveRho(Fraction(1, 3), 1, {"s": Fraction(1, 2)}))
    told = f"1 rule from 1 known item tells a sensitive item with a confidence above its threshold, {where}"
    assert found.problems == ((told,) if where else ())
    assert (found.counts["groups"], found.counts["labels"]) == (2, 2)
    assert ("labels_in_groups" in found.counts) == ("together" not in where)


@pytest.mark.parametrize(
    ("groups", "told"),
    [("1 2", ""), ("1 -", "1 row has no group, 0 records"), ("- -", "2 rows have no group, 0 records")],
)
def test_each_row_has_a_group(engine: DuckDBEngine, groups: str, told: str) -> None:
    one, other = groups.split()
    lines = table(engine, f"record_id item group_id:text | 1 a {one} | 2 a {other}")
    found = recounted(engine, lines, AdaptiveRho(Fraction(1, 3), 1, {"s": Fraction(1, 2)}))
    assert [problem[: len(told)] for problem in found.problems] == ([told] if told else [])


def test_a_row_that_is_there_twice_is_told_and_counted_once(engine: DuckDBEngine) -> None:
    lines = table(engine, "record_id item group_id:text | 1 a 1 | 1 s 1 | 1 s 1 | 2 a 1 | 3 - 1")
    found = recounted(engine, lines, AdaptiveRho(Fraction(1, 3), 1, {"s": Fraction(1, 2)}))
    assert found.problems == ("1 row lacks a record or an item", "1 row repeats an earlier row")


def test_each_record_has_one_group(engine: DuckDBEngine) -> None:
    lines = table(engine, "record_id item group_id:text | 1 a 1 | 1 b 2 | 2 a 1")
    found = recounted(engine, lines, AdaptiveRho(Fraction(1, 3), 1, {"s": Fraction(1, 2)}))
    assert found.problems == ("0 rows have no group, 1 record stands in several groups",)
