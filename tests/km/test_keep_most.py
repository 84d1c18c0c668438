"""As many of the items to keep as can stay: the largest number, by trying all of them."""

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.taxonomy import Taxonomy
from tests.oracle.km import is_km_anonymous
from tests.papers.running_example import DATA, WITH_L
from tests.releases import rows_of
from tests.strategies import examples, taxonomies

TREE = Taxonomy(WITH_L, "T")


def rules(**items: Iterable[str]) -> pd.DataFrame:
    rows = [(item, rule, "") for rule, listed in items.items() for item in listed]
    return pd.DataFrame(rows, columns=["item", "rule", "level"])


def most(records: list[frozenset[str]], must: set[str], may: set[str], k: int, m: int) -> int:
    """Return how many of some items can stay beside those that must; -1: not even these can."""
    for size in range(len(may), -1, -1):
        for chosen in combinations(sorted(may), size):
            kept = must.union(chosen)
            if is_km_anonymous([record & kept for record in records], k, m):
                return size
    return -1


@pytest.mark.slow
@examples(60)
@given(taxonomy=taxonomies(), draw=st.data())
def test_no_more_of_them_could_stay(tmp_path_factory: Any, taxonomy: Taxonomy, draw: Any) -> None:
    record = st.frozensets(st.sampled_from(taxonomy.leaves), min_size=1, max_size=4)
    records = draw.draw(st.lists(record, min_size=4, max_size=10))
    items = sorted(frozenset().union(*records))
    may = set(draw.draw(st.lists(st.sampled_from(items), min_size=1, max_size=5, unique=True)))
    must = set(draw.draw(st.lists(st.sampled_from(items), max_size=1))) - may
    k, m = 2, draw.draw(st.sampled_from([1, 2, 3]))
    out = tmp_path_factory.mktemp("most") / "r.csv"
    asked = rules(keep_most=sorted(may), keep=sorted(must))
    expected = most(records, must, may, k, m)
    source = [sorted(one) for one in records]
    try:
        release = api.anonymize_km(source, out, k=k, m=m, taxonomy=taxonomy, constraints=asked)
    except NotReached:
        rare = all(sum(item in one for one in records) < k for item in items)
        assert expected == -1 or (expected == 0 and not must) or rare
        return
    released = {label for _, label in rows_of(out)}
    assert len(released & may) == expected and must <= released
    assert release.constraints is not None
    assert (release.constraints.items_kept, release.constraints.items_not_kept) == (
        expected + len(must), len(may) - expected
    )  # fmt: skip
    assert api.verify(out).holds


@pytest.mark.slow
def test_which_gave_way_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    source = [sorted(record) for record in DATA]
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE}
    with pytest.raises(NotReached, match="not all of the 4 items to keep can stay"):
        api.anonymize_km(source, tmp_path / "r.csv", constraints=rules(keep="bcdx"), **how)
    release = api.anonymize_km(source, tmp_path / "r.csv", constraints=rules(keep_most="bcdx"), **how)
    assert "2 of the 4 items of keep_most in constraints gave way (no fewer would do)" in caplog.text
    assert len({"b", "c", "d"} & {label for _, label in rows_of(tmp_path / "r.csv")}) == 2  # one record has b and d
    assert release.to_json()["constraints"]["items_not_kept"] == 2


def test_who_cannot_keep_to_it_says_so(tmp_path: Path) -> None:
    source = [sorted(record) for record in DATA]
    asked = rules(keep_most="a")
    with pytest.raises(BadInput, match="cannot be dropped and also kept"):
        api.anonymize_km(
            source, tmp_path / "r.csv", k=2, m=2, taxonomy=TREE, constraints=rules(keep_most="a", drop="a")
        )
    with pytest.raises(BadParameter, match="cannot keep to keep_most"):
        api.anonymize_disassociation(source, tmp_path / "pieces", k=2, m=2, constraints=asked)
    with pytest.raises(BadParameter, match="cannot keep to keep_most"):
        api.anonymize_rho(
            source, tmp_path / "r.csv", rho=0.5, sensitive=pd.DataFrame({"item": ["i"]}), constraints=asked
        )
