"""Columns beside items that have one label in all classes of alike records: a cut that holds in each of them."""

from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.taxonomy import Taxonomy
from tests.oracle import columns as oracle
from tests.strategies import examples, persons_of

TREE = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("cd", "CD") | {"AB": "all", "CD": "all"}, "all")
DAYS = ("2017-01-02", "2017-01-31", "2017-02-01", "2018-01-01")

Shoppers = list[tuple[str, str, str, int]]


@st.composite
def shoppers(draw: st.DrawFn) -> Shoppers:
    """Records with items, a day, a shop and a person, each several times."""
    n = draw(st.integers(3, 8))
    kinds = [draw(st.sampled_from(["a", "ab", "abc", "b", "bc", "cd", "d", "abcd"])) for _ in range(n)]
    alike = [(kind, draw(st.sampled_from(DAYS)), draw(st.sampled_from("xy"))) for kind in kinds]
    several = [one for one in alike for _ in range(draw(st.integers(1, 4)))]
    return [(*one, who) for one, who in zip(several, draw(persons_of(len(several))), strict=True)]


def frame(data: Shoppers) -> pd.DataFrame:
    rows = [(at, item, day, shop, who) for at, (items, day, shop, who) in enumerate(data) for item in items]
    return pd.DataFrame(rows, columns=["record_id", "item", "day", "shop", "who"])


#: In x nobody has d; in y it is alone with c.
TWO_SHOPS: Shoppers = [("ab", DAYS[0], "x", at) for at in range(4)] + [
    ("cd", DAYS[0], "y", 4), ("c", DAYS[0], "y", 5), ("c", DAYS[0], "y", 6)
]  # fmt: skip

#: Of x all are three, but a has to go there, and with it a record.
LEFT_OF_FEWER: Shoppers = [("a", DAYS[0], "x", 1), ("b", DAYS[0], "x", 2), ("b", DAYS[0], "x", 3)] + [
    ("a", DAYS[0], "y", at) for at in (4, 5, 6)
]


@pytest.mark.slow
@examples(100)
@given(
    shoppers(),
    st.integers(2, 3),
    st.sampled_from([1, 2, 3, None]),
    st.booleans(),
    st.sampled_from([TREE, None]),
    st.sampled_from(["auto", "always", "never"]),
    st.none() | st.sets(st.sampled_from("abd"), min_size=1),
)
@example(TWO_SHOPS, 2, 2, False, TREE, "auto", None)
@example(LEFT_OF_FEWER, 3, 2, False, TREE, "auto", {"a"})
def test_one_cut_holds_in_each_class(
    data: Shoppers, k: int, m: int | None, by_person: bool, tree: Any, exceptions: str, known: set[str] | None
) -> None:
    """Also of persons, beside exceptions, without a taxonomy; an item has one label, whatever the class."""
    how: dict[str, Any] = {"person": "who" if by_person else "", "taxonomy": tree, "record_ids": "keep", "optimum": 0.2}
    how |= {"columns": "day=date:month|year,shop", "max_gone": "0.5"}
    how |= {"exceptions": exceptions} if tree else {}
    how |= {"known": pd.DataFrame({"item": sorted(known)})} if known else {}
    try:
        release = api.anonymize_km(frame(data), k=k, m=m, **how)
    except (NotReached, BadParameter) as refused:
        assert "does not keep its guarantee" not in str(refused)
        return
    table = release.df()
    length = {"date:month": 7, "date:year": 4}[release.manifest["steps"]["day"]]
    released = {int(at): {*rows["item"]} for at, rows in table.groupby("record_id")}
    classes = {at: (data[at][1][:length], data[at][2]) for at in released}
    assert {(int(row.record_id), row.day, row.shop) for row in table.itertuples()} == {
        (at, *one) for at, one in classes.items()
    }
    units = [data[at][3] if by_person else at for at in released]
    shown = released
    if known:
        may_be = {*known, *(label for item in known for label in TREE.path(item))}
        shown = {at: {one for one in labels if one in may_be} for at, labels in released.items()}
    assert oracle.keeps([*shown.values()], [*classes.values()], units, k, m or 9)
    whose = {"source": frame(data), "person": "who"} if by_person else {}
    assert api.verify(release, **whose).satisfied


@pytest.mark.slow
def test_one_class_is_what_no_columns_give() -> None:
    data = frame([("abc", DAYS[0], "x", 1), ("ab", DAYS[0], "x", 2), ("ad", DAYS[0], "x", 3)] * 3)
    how: dict[str, Any] = {"k": 4, "m": 2, "taxonomy": TREE, "record_ids": "keep", "seed": "one", "optimum": 0}
    without, by_day = api.anonymize_km(data, **how), api.anonymize_km(data, columns=["day", "shop"], **how)
    pd.testing.assert_frame_equal(without.df(), by_day.df()[["record_id", "item"]])


@pytest.mark.parametrize("algorithm", ["aa", "paper"])
def test_ways_that_do_not_look_at_columns_are_refused(algorithm: Any) -> None:
    with pytest.raises(BadParameter, match="does not look at"):
        api.anonymize_km("no such file.csv", k=2, m=2, taxonomy=TREE, columns="day", algorithm=algorithm)
