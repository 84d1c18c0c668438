"""Releases with columns beside an earlier one: k candidates remain in each class of both, by looking at everybody."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.taxonomy import Taxonomy
from tests.oracle import across as oracle
from tests.strategies import examples, persons_of

TREE = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("cd", "CD") | {"AB": "all", "CD": "all"}, "all")
DAYS = ("2017-01-02", "2017-01-31", "2017-02-01")

#: Of somebody: items, a day and a shop of the first month, those of the second, and who it is.
People = list[tuple[tuple[str, str, str], tuple[str, str, str], int]]


@st.composite
def people(draw: st.DrawFn) -> People:
    """People who are in both months, several of each kind."""
    of_month = st.tuples(
        st.sampled_from(["a", "ab", "b", "c", "cd", "abc"]), st.sampled_from(DAYS), st.sampled_from("xy")
    )
    kinds = [draw(st.tuples(of_month, of_month)) for _ in range(draw(st.integers(2, 5)))]
    several = [kind for kind in kinds for _ in range(draw(st.integers(1, 5)))]
    return [(*kind, who) for kind, who in zip(several, draw(persons_of(len(several))), strict=True)]


def frame(data: People, month: int) -> pd.DataFrame:
    rows = [(at, item, one[month][1], one[month][2], one[2]) for at, one in enumerate(data) for item in one[month][0]]
    return pd.DataFrame(rows, columns=["record_id", "item", "day", "shop", "who"])


def released(table: pd.DataFrame, records: int) -> tuple[list[set[str]], list[Any]]:
    """The labels, and the columns, of each record."""
    beside = [name for name in table.columns if name not in ("record_id", "item")]
    alike = {int(at): group for at, group in table.groupby("record_id")}
    labels = [{*alike[at].item} if at in alike else set() for at in range(records)]
    return labels, [tuple(alike[at][beside].iloc[0]) if at in alike else () for at in range(records)]


def link(records: int) -> pd.DataFrame:
    ids = [str(at) for at in range(records)]
    return pd.DataFrame({"old_record_id": ids, "new_record_id": ids})


#: By the shop of each month three are alike; by both months' there are one, and two.
MOVED: People = [
    (("a", DAYS[0], one), ("a", DAYS[0], other), at)
    for at, (one, other) in enumerate(["xx", "xy", "xy", "yx", "yx", "yy"])
]


def both_of(old: Path, new: Path, data: People, *, by_person: bool = False) -> oracle.Both:
    """Two releases of people."""
    (olds, old_columns), (news, new_columns) = (
        released(pd.read_csv(path, dtype=str), len(data)) for path in (old, new)
    )
    known = list(zip(old_columns, new_columns, strict=True))
    return oracle.Both.of(olds, news, [who if by_person else at for at, (*_, who) in enumerate(data)], known)


@pytest.mark.slow
@examples(40)
@given(
    people(), st.integers(2, 3), st.sampled_from([1, 2]), st.booleans(), st.sampled_from([TREE, None]),
    st.sampled_from(["", "shop", "day=date:month,shop"]), st.sampled_from(["", "shop", "day=date:month|year"]),
    st.sampled_from(["auto", "always"]),
)  # fmt: skip
@example(MOVED, 3, 1, False, TREE, "shop", "shop", "auto")
@example(MOVED, 2, 1, False, TREE, "shop", "", "auto")
def test_everybody_has_k_candidates_who_are_alike_in_the_columns_of_both(
    tmp_path_factory: Any, data: People, k: int, m: int, by_person: bool, tree: Any, before: str, after: str,
    exceptions: str,
) -> None:  # fmt: skip
    folder = tmp_path_factory.mktemp("both")
    how: dict[str, Any] = {"k": k, "m": m, "record_ids": "keep", "taxonomy": tree, "optimum": 0.0}
    how |= {"exceptions": exceptions} if tree else {}
    how |= {"person": "who"} if by_person else {}
    asked = [how | ({"columns": columns, "max_gone": "0.4"} if columns else {}) for columns in (before, after)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("setanon_sql.models.km.cut.refuse_to_let_go", lambda parameters: None)
        try:
            api.anonymize_km(frame(data, 0), folder / "old.csv", **asked[0])
            beside = {"previous": folder / "old.csv", "link": link(len(data)), "linkable": True, "let_go": True}
            api.anonymize_km(frame(data, 1), folder / "new.csv", **asked[1], **beside)
        except (NotReached, BadParameter) as error:
            assert "with the previous release" not in error.message
            return
    both = both_of(folder / "old.csv", folder / "new.csv", data, by_person=by_person)
    assert oracle.at_risk(both, k, m, both.fit(tree)) == 0
    whose = {"source": frame(data, 1), "person": "who"} if by_person else {}
    assert api.verify(folder / "new.csv", **whose).satisfied


@pytest.mark.slow
@examples(30)
@given(people(), st.sampled_from([1, 2]), st.sampled_from(["", "shop"]), st.sampled_from(["shop", "day=date:year"]))
@example(MOVED, 2, "shop", "shop")
def test_candidates_across_releases_are_alike_in_their_columns(
    tmp_path_factory: Any, data: People, m: int, before: str, after: str
) -> None:
    paths = [tmp_path_factory.mktemp("across") / name for name in ("old.csv", "new.csv")]
    try:
        for month, (path, columns) in enumerate(zip(paths, (before, after), strict=True)):
            beside = {"columns": columns, "max_gone": "0.4"} if columns else {}
            api.anonymize_km(frame(data, month), path, k=2, m=m, record_ids="keep", taxonomy=TREE, optimum=0, **beside)
    except (NotReached, BadParameter):
        return
    both = both_of(paths[0], paths[1], data)
    if not both.olds:
        return
    attack = api.attack_across(*paths, link=link(len(data)), k=3, m=m, taxonomy=TREE)
    assert attack.persons_at_risk == oracle.at_risk(both, 3, m, both.fit(TREE))
    assert attack.columns == tuple(dict.fromkeys(column[:4].strip("=") for column in (before, after) if column))


@pytest.mark.slow
def test_records_that_only_columns_single_out_have_to_go(tmp_path: Path) -> None:
    """By either month's shop three are alike; by both somebody is alone. A damaged release is refused."""
    how: dict[str, Any] = {"k": 3, "m": 1, "columns": "shop", "optimum": 0, "taxonomy": TREE}
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    api.anonymize_km(frame(MOVED, 0), old, record_ids="keep", **how)
    beside: dict[str, Any] = {"previous": old, "link": link(len(MOVED))}
    with pytest.raises(NotReached, match="6 of the 6 records that are in both releases would have to go"):
        api.anonymize_km(frame(MOVED, 1), new, **beside, **how)
    old.write_text(old.read_text().replace("\n0,a,x", "\n0,a,x\n0,a,y"))
    with pytest.raises(BadInput, match="several values of a column"):
        api.attack_across(old, old, link=link(len(MOVED)))
