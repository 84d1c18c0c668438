"""``setanon compare`` and ``setanon suggest`` in a terminal."""

import re
from pathlib import Path

import pytest

from tests.cli.program import Program


def test_the_source_is_not_replaced(setanon: Program, shop: Path) -> None:
    before = (shop / "b.csv").read_text()
    refused = setanon("compare", shop / "b.csv", "--csv", shop / "b.csv")
    assert refused.code == 2 and (shop / "b.csv").read_text() == before


def test_the_table_marks_the_best_and_names_what_is_not_reached(setanon: Program, shop: Path) -> None:
    told = setanon("compare", shop / "b.csv", "--k", "2,99", "--m", "1", "--optimum", "0").out
    assert re.search(r"^\*\s+km k=2 m=1\s", told, re.MULTILINE)
    assert "Not reached:\nkm k=99 m=1: " in told and "whoever knows up to 1 item finds no record or at least 2" in told


@pytest.mark.parametrize(
    "wrong", ["--k 5,x", "--k ,", "--m some", "--model rho", "--k 1", "--model rho --rho 0.5", "--rho 2 --model rho"]
)
def test_a_grid_that_makes_no_sense_is_refused(setanon: Program, shop: Path, wrong: str) -> None:
    assert setanon("compare", shop / "b.csv", *wrong.split()).code == 2
