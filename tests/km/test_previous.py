"""A release beside an earlier one of the same people: k candidates remain across both, by looking at everybody."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.pipeline.previous import more_than_chance
from setanon_sql.taxonomy import Taxonomy
from tests.oracle import across as oracle
from tests.releases import rows_of
from tests.strategies import ITEMS, examples, taxonomies

Records = Sequence[frozenset[str]]
#: Of a link: an old record, a new one.
Rows = Sequence[tuple[str, str]]
held = st.frozensets(st.sampled_from(ITEMS), min_size=1, max_size=4)


def source(records: Records, people: Sequence[int]) -> pd.DataFrame:
    """The rows of records, numbered from 1, with whose they are."""
    rows = [(at, item, whose) for at, (items, whose) in enumerate(zip(records, people, strict=True), 1)
            for item in sorted(items)]  # fmt: skip
    return pd.DataFrame(rows, columns=["record_id", "item", "customer"])


def link(records: int) -> pd.DataFrame:
    ids = [str(at) for at in range(1, records + 1)]
    return pd.DataFrame({"old_record_id": ids, "new_record_id": ids})


def labels_in(release: Path, records: int) -> list[set[str]]:
    rows: dict[str, set[str]] = {}
    for name, label in rows_of(release):
        rows.setdefault(str(name), set()).add(label)
    return [rows.get(str(at), set()) for at in range(1, records + 1)]


def that_must_go(olds: Sequence[set[str]], people: Sequence[int], k: int, m: int) -> set[int]:
    """Who holds a set of at most m old labels that fewer than k of those who stay hold, again and again."""
    staying = {at for at in range(len(olds)) if olds[at]}
    while True:
        sets = {at: [set(some) for size in range(1, m + 1) for some in combinations(sorted(olds[at]), size)]
                for at in staying}  # fmt: skip
        gone = {at for at in staying if any(
            len({people[one] for one in staying if olds[one] >= some}) < k for some in sets[at])}  # fmt: skip
        if not gone:
            return {at for at in range(len(olds)) if olds[at]} - staying
        staying -= gone


@pytest.mark.slow
@examples(80)
@given(tree=taxonomies(), draw=st.data())
def test_everybody_who_is_in_both_has_k_candidates(tmp_path_factory: Any, tree: Taxonomy, draw: Any) -> None:
    folder = tmp_path_factory.mktemp("both")
    months = draw.draw(st.lists(st.tuples(held, held), min_size=6, max_size=12))
    by_person = draw.draw(st.booleans())
    people = draw.draw(st.lists(st.integers(1, 5), min_size=len(months), max_size=len(months)))
    people = people if by_person else list(range(len(months)))
    k, m = draw.draw(st.sampled_from([2, 3])), draw.draw(st.sampled_from([1, 2]))
    flat = draw.draw(st.booleans())
    first = draw.draw(st.integers(0, len(months) // 2))  # so many of the earlier release are not in the second
    how: dict[str, Any] = {"k": k, "m": m, "record_ids": "keep", "taxonomy": None if flat else tree, "optimum": 0.0}
    how |= {"person": "customer"} if by_person else {}
    olds, news = ([pair[at] for pair in months] for at in (0, 1))
    new_source = source(news, people)
    new_source = new_source[new_source.record_id > first]
    try:
        api.anonymize_km(source(olds, people), folder / "old.csv", **how)
        api.anonymize_km(new_source, folder / "alone.csv", **how)
    except (NotReached, BadParameter):
        return
    before = labels_in(folder / "old.csv", len(months))
    linked = [labels if at >= first else set[str]() for at, labels in enumerate(before)]
    must_go = that_must_go(linked, people, k, m)
    beside = {"previous": folder / "old.csv", "link": link(len(months)), **how}
    # the same ids in both are for the test to see who is who
    if must_go:
        with pytest.raises(NotReached, match=f"{len(must_go)} of the .* would have to go"):
            api.anonymize_km(new_source, folder / "new.csv", linkable=True, **beside)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("setanon_sql.models.km.cut.refuse_to_let_go", lambda parameters: None)
            release = api.anonymize_km(new_source, folder / "new.csv", linkable=True, let_go=bool(must_go), **beside)
    except NotReached as error:
        assert "nothing" in error.message or "would have to go" in error.message
        return
    assert release.to_json()["beside_previous"]["records_left_out"] >= len(must_go)
    assert api.verify(folder / "new.csv").holds or by_person
    after = labels_in(folder / "new.csv", len(months))

    both = oracle.Both.of(before, after, people)
    assert oracle.at_risk(both, k, m, both.fit(None if flat else tree)) == 0
    absent = {at for at in range(first, len(months)) if before[at] and not after[at]}
    assert must_go <= absent


def rows_that_must_go(olds: Sequence[set[str]], rows: Rows, people: Sequence[int], k: int, m: int) -> set[str]:
    """The new records of rows with a set of old labels that fewer than k persons of those who stay have, over and over.

    ``olds``: the labels of the old record of each row. A record that goes takes all its rows along.
    """
    staying = {at for at in range(len(rows)) if olds[at]}
    gone: set[str] = set()
    while True:
        for at in staying:
            for size in range(1, m + 1):
                for some in combinations(sorted(olds[at]), size):
                    if len({people[each] for each in staying if olds[each] >= set(some)}) < k:
                        gone.add(rows[at][1])
        if all(rows[at][1] not in gone for at in staying):
            return gone
        staying = {at for at in staying if rows[at][1] not in gone}


@pytest.mark.slow
@examples(80)
@given(tree=taxonomies(), draw=st.data())
def test_everybody_has_k_candidates_where_persons_have_several_records(
    tmp_path_factory: Any, tree: Taxonomy, draw: Any
) -> None:
    folder = tmp_path_factory.mktemp("several")
    number = draw.draw(st.integers(4, 7))
    months = [[(items, who) for who in range(number) for items in draw.draw(st.lists(held, min_size=1, max_size=3))]
              for _ in range(2)]  # fmt: skip
    sources = [source([items for items, _ in month], [who for _, who in month]) for month in months]
    whose = [[who for _, who in month] for month in months]
    k, m = draw.draw(st.sampled_from([2, 3])), draw.draw(st.sampled_from([1, 2]))
    flat = draw.draw(st.booleans())
    how: dict[str, Any] = {"k": k, "m": m, "record_ids": "keep", "taxonomy": None if flat else tree, "optimum": 0.0}
    how |= {"person": "customer"}
    try:
        api.anonymize_km(sources[0], folder / "old.csv", **how)
    except (NotReached, BadParameter):
        return
    every = [(str(one + 1), str(other + 1)) for one, first in enumerate(whose[0])
             for other, second in enumerate(whose[1]) if first == second]  # fmt: skip
    left_out = draw.draw(st.sets(st.integers(0, len(every) - 1), max_size=2))
    rows = [row for at, row in enumerate(every) if at not in left_out]
    people = [whose[0][int(row[0]) - 1] for row in rows]
    before = labels_in(folder / "old.csv", len(whose[0]))
    olds = [before[int(row[0]) - 1] for row in rows]
    must_go = rows_that_must_go(olds, rows, people, k, m)
    link = pd.DataFrame(rows, columns=["old_record_id", "new_record_id"])
    beside = {"previous": folder / "old.csv", "link": link, **how}
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("setanon_sql.models.km.cut.refuse_to_let_go", lambda parameters: None)
            if must_go:
                with pytest.raises(NotReached, match=f"{len(must_go)} of the .* would have to go"):
                    api.anonymize_km(sources[1], folder / "new.csv", linkable=True, **beside)
            release = api.anonymize_km(sources[1], folder / "new.csv", linkable=True, let_go=bool(must_go), **beside)
    except NotReached as error:
        assert "nothing" in error.message or "would have to go" in error.message
        return
    assert release.to_json()["beside_previous"]["records_left_out"] >= len(must_go)
    after = labels_in(folder / "new.csv", len(whose[1]))
    assert not any(after[int(record) - 1] for record in must_go)
    both = oracle.Both.of(olds, [after[int(row[1]) - 1] for row in rows], people)
    assert oracle.at_risk(both, k, m, both.fit(None if flat else tree)) == 0


SEVERAL = [frozenset({"a"}), frozenset({"a"}), frozenset({"b"}), frozenset({"b"})]


@pytest.mark.slow
def test_a_record_of_the_previous_release_that_two_persons_would_have_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    how: dict[str, Any] = {"k": 2, "m": 1, "person": "customer", "optimum": 0.0}
    api.anonymize_km(source(SEVERAL, [1, 2, 1, 2]), tmp_path / "old.csv", record_ids="keep", **how)
    beside = {"previous": tmp_path / "old.csv", **how}
    rows = [("1", "1"), ("1", "3"), ("3", "1"), ("3", "3"), ("2", "2"), ("4", "4")]
    link = pd.DataFrame(rows, columns=["old_record_id", "new_record_id"])
    api.anonymize_km(source(SEVERAL, [1, 2, 1, 2]), None, link=link, **beside)
    monkeypatch.setattr("setanon_sql.models.km.cut.anonymize_km", lambda *_, **__: pytest.fail("it began"))
    with pytest.raises(BadInput, match="the link gives 2 records to more than one person"):
        api.anonymize_km(source(SEVERAL, [1, 2, 2, 2]), None, link=link, **beside)


@pytest.mark.slow
def test_pairs_that_the_link_lacks_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    how: dict[str, Any] = {"k": 2, "m": 1, "person": "customer", "optimum": 0.0}
    api.anonymize_km(source(SEVERAL, [1, 2, 1, 2]), tmp_path / "old.csv", record_ids="keep", **how)
    for lacking, told in ((1, "lacks 1 pair of"), (0, "")):
        pairs = [(one, other) for one in "1234" for other in "1234" if int(one) % 2 == int(other) % 2]
        link = pd.DataFrame(pairs[lacking:], columns=["old_record_id", "new_record_id"])
        caplog.clear()
        api.anonymize_km(source(SEVERAL, [1, 2, 1, 2]), None, previous=tmp_path / "old.csv", link=link, **how)
        assert ("the link lacks" in caplog.text) == bool(told) and told in caplog.text


def test_equal_ids_of_several_records_of_a_person_are_chance() -> None:
    """Of 100 persons with 5 records each in both 5 ids are equal by chance: those of any two records of a person."""
    assert more_than_chance(10, 1) and not more_than_chance(9, 1)
    assert not more_than_chance(10, 5) and not more_than_chance(20, 5) and more_than_chance(21, 5)
    assert not more_than_chance(500, 500) and not more_than_chance(622, 500) and more_than_chance(623, 500)
