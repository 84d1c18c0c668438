"""``setanon compare`` and ``setanon suggest`` in a terminal."""

import re
from pathlib import Path

import pytest

from tests.cli.program import Program


def test_the_source_is_not_replaced(setanon: Program, shop: Path) -> None:
    before = (shop / "b.csv").read_text()
    refused = setanon("compare", shop / "b.csv", "--csv", shop / "b.csv")
    assert refused.code == 2 and (shop / "b.csv").read_text() == before


@pytest.mark.slow
def test_the_table_marks_the_best_and_names_what_to_take_and_what_is_not_reached(setanon: Program, shop: Path) -> None:
    ways = ("--algorithm", "improved", "--algorithm", "paper")
    told = setanon("compare", shop / "b.csv", "--k", "2,99", "--m", "1", *ways, "--optimum", "0").out
    assert re.search(r"^\*\s+km k=2 m=1\s", told, re.MULTILINE)
    assert "Which one?\nFor counts of items km k=2 m=1" in told
    assert "Not reached:\nkm k=99 m=1: " in told and "whoever knows up to 1 item finds no record or at least 2" in told


@pytest.mark.parametrize(
    "wrong", ["--k 5,x", "--k ,", "--m some", "--model rho", "--k 1", "--model rho --rho 0.5", "--rho 2 --model rho"]
)
def test_a_grid_that_makes_no_sense_is_refused(setanon: Program, shop: Path, wrong: str) -> None:
    assert setanon("compare", shop / "b.csv", *wrong.split()).code == 2


@pytest.mark.slow
def test_a_suggestion_says_what_fits_and_why_more_does_not(setanon: Program, shop: Path) -> None:
    told = " ".join(setanon("suggest", shop / "b.csv", "--max-loss", "60%", "--k", "2", "--m", "2").out.split())
    assert "The strongest that do not cost more" in told and "km k=2 m=1" in told
    assert "km k=2 m=2 costs" in told and "Weaker ones that do: km k=2 m=1" in told
    nothing = setanon("suggest", shop / "b.csv", "--max-loss", "0.01%", "--k", "6", "--m", "1").out
    assert "No setting that was tried costs 0.01 % or less." in nothing


@pytest.mark.parametrize("wrong", ["five", "5 percent", "0", "100%", "200%", "%"])
def test_a_loss_that_is_no_share_is_refused(setanon: Program, shop: Path, wrong: str) -> None:
    refused = setanon("suggest", shop / "b.csv", "--max-loss", wrong)
    assert refused.code == 2 and "--max-loss" in refused.err
