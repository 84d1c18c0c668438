"""Labels with several parents: an error, or the first one counts, which is told."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.taxonomy.building import build
from tests.strategies import examples

EDGES = "child,parent\na,x\na,y\nb,y\nc,z\nc,y\nx,top\ny,top\nz,w\nw,top\n"


def parents(tree: Any) -> dict[str, str]:
    return dict(tree.parent)


@pytest.mark.parametrize(
    "rows",
    [
        [["a", "x", "top"], ["a", "y", "top"], ["b", "y", "top"], ["c", "z", "w", "top"], ["c", "y", "top"]],
        [
            ["a", "x"],
            ["a", "y"],
            ["b", "y"],
            ["c", "z"],
            ["c", "y"],
            ["x", "top"],
            ["y", "top"],
            ["z", "w"],
            ["w", "top"],
        ],
    ],
)
def test_the_first_parent_counts(rows: list[list[str]]) -> None:
    with pytest.raises(BadInput, match="two parents"):
        api.read_tree(rows)
    tree = api.read_tree(rows, parents="first")
    assert parents(tree) == {"a": "x", "b": "y", "c": "z", "x": "top", "y": "top", "z": "w", "w": "top"}


def test_a_label_that_is_over_none_any_more_is_no_leaf() -> None:
    edges = [["c", "y"], ["c", "z"], ["z", "w"], ["w", "top"], ["y", "top"], ["d", "z"], ["d", "q"]]
    assert parents(api.read_tree(edges, parents="first")) == {"c": "y", "y": "top", "d": "z", "z": "w", "w": "top"}
    edges = [["c", "y"], ["c", "z"], ["z", "w"], ["w", "top"], ["y", "top"]]
    assert parents(api.read_tree(edges, parents="first")) == {"c": "y", "y": "top"}


def test_it_is_told_by_the_check_and_where_it_is_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "t.csv").write_text(EDGES)
    check = api.check_taxonomy(tmp_path / "t.csv", parents="first")
    (fault,) = [fault for fault in check.faults if fault.kind == "first_parent"]
    assert check.satisfied
    assert fault.labels == ("a", "c")
    api.audit_km([["a", "b"], ["c"]], k=2, m=1, taxonomy=tmp_path / "t.csv", parents="first")
    assert "2 labels have two parents or more, of which the first counts" in caplog.text


def test_columns_of_a_table_are_levels_of_the_first_row() -> None:
    table = pd.DataFrame(
        [["a", "x", "top"], ["a", "y", "top"], ["b", "y", "top"]], columns=["item", "shelf", "dept"], dtype="string"
    )
    tree = api.read_tree(table, levels=["dept", "shelf"], parents="first")
    assert parents(tree) == {"a": "x", "b": "y", "x": "top", "y": "top"}


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("uvw"), st.sampled_from("xyz")), min_size=1))
@examples(200)
def test_it_is_what_plain_python_takes(rows: list[tuple[str, str, str]]) -> None:
    """Each leaf is under its first shelf, each shelf that has leaves under its first department."""
    shelf: dict[str, str] = {}
    department: dict[str, str] = {}
    for leaf, at, over in rows:
        if shelf.setdefault(leaf, at) == at:
            department.setdefault(at, over)
    tree, _ = build(rows, "first")
    assert tree is not None
    expected = shelf | department
    assert {low: up for low, up in tree.parent.items() if up != "*"} == expected
    assert {*tree.leaves} == {*shelf}
