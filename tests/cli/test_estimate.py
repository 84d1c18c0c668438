"""Estimates of supports: which files of itemsets they take, what comes back, and items that nobody knows."""

from pathlib import Path

import duckdb
import pytest

from setanon_sql.api import anonymize_disassociation, estimate
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.measures.workload import read_workload
from setanon_sql.spelling import in_shell
from tests.cli.program import Program


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small disassociated release."""
    baskets = [["tea", "milk"], ["tea", "milk"], ["tea"], ["tea"], ["milk", "bread"], ["tea", "milk", "bread"]]
    out = tmp_path_factory.mktemp("pieces") / "safe"
    anonymize_disassociation(baskets, out, k=2, m=2)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("column", ["query", "itemset_id"])
def test_itemsets_and_workload_take_the_same_file_and_give_its_names_back(
    setanon: Program, pieces: Path, tmp_path: Path, column: str
) -> None:
    file = tmp_path / "asked.csv"
    file.write_text(f"{column},item\nmornings,tea\nmornings,milk\nbakery,bread\n")
    estimates = estimate(pieces, itemsets=file).estimates
    assert [(one.query, one.items) for one in estimates] == [("bakery", ("bread",)), ("mornings", ("milk", "tea"))]
    with DuckDBEngine(threads=1) as engine:
        assert {*read_workload(engine, file).names.values()} == {"bakery", "mornings"}
    estimate(pieces, itemsets=file, out=tmp_path / "answers.csv")
    assert duckdb.sql(f"SELECT query FROM '{tmp_path}/answers.csv' ORDER BY 1").fetchall() == [
        ("bakery",),
        ("mornings",),
    ]
    shown = setanon("estimate", pieces, "--itemsets", file)
    assert "query" in shown.out and "mornings" in shown.out


@pytest.mark.slow
def test_itemsets_may_be_one_a_line(pieces: Path, tmp_path: Path) -> None:
    file = tmp_path / "asked.txt"
    file.write_text("tea,milk\nbread\n")
    assert [(one.query, one.items) for one in estimate(pieces, itemsets=file).estimates] == [
        ("1", ("milk", "tea")), ("2", ("bread",))
    ]  # fmt: skip


def test_a_file_of_itemsets_that_lacks_an_item_says_so(pieces: Path, tmp_path: Path) -> None:
    file = tmp_path / "asked.csv"
    file.write_text("itemset_id,item\n1,tea\n1,\n")
    with pytest.raises(BadInput, match="itemsets cannot be read") as raised:
        estimate(pieces, itemsets=file)
    assert "query" not in in_shell(raised.value.marked_message)


@pytest.mark.slow
def test_items_that_the_release_does_not_have_are_noted(setanon: Program, pieces: Path) -> None:
    done = setanon("estimate", pieces, "--items", "tea,cocoa", "--items", "milk")
    assert done.code == 0
    assert "1 item is not in the release" in done.err
    done = setanon("estimate", pieces, "--items", "Tea,cocoa", "--json")
    assert done.code == 2
    assert "none of these items" in done.out
