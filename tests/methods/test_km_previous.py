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
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.taxonomy import Taxonomy
from tests.oracle import across as oracle
from tests.releases import rows_of
from tests.strategies import ITEMS, examples, taxonomies

Records = Sequence[frozenset[str]]
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
@examples(150)
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
            patch.setattr("setanon_sql.models.km.pipeline.refuse_to_let_go", lambda parameters: None)
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
