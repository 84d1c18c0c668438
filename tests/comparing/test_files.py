"""A comparison as CSV and as a page: the figures of its rows, nothing else, and no file of somebody else replaced."""

import csv
from pathlib import Path

import pytest

from setanon_sql import api
from setanon_sql.comparing.page import HEIGHT, WIDTH, page_of, picture
from setanon_sql.errors import BadDestination
from tests.cli.conftest import MARK, rows
from tests.report.pages import Page


def baskets() -> list[list[str]]:
    held: dict[str, list[str]] = {}
    for record, item in rows():
        held.setdefault(record, []).append(item)
    return list(held.values())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[api.Comparison, Path]:
    folder = tmp_path_factory.mktemp("files")
    found = api.compare(
        baskets(), k=(2, 3, 99), m=(1,), optimum=0, csv=folder / "grid.csv", html=folder / "grid.html", seed="1"
    )
    return found, folder


def test_the_csv_has_a_line_a_setting(made: tuple[api.Comparison, Path]) -> None:
    found, folder = made
    with (folder / "grid.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["setting"] for line in lines] == [row.setting.name for row in found.settings]
    for line, row in zip(lines, found.settings, strict=True):
        assert line["ncp"] == ("" if row.figures.ncp is None else str(row.figures.ncp))
        assert (line["k"], line["m"], line["reached"]) == (str(row.setting.k), "1", str(row.reached))
    assert lines[2]["problem"] and not lines[2]["ncp"]


def test_the_page_shows_each_setting_and_no_value_of_the_data(made: tuple[api.Comparison, Path]) -> None:
    found, folder = made
    text = (folder / "grid.html").read_text(encoding="utf-8")
    page = Page(text)
    for row in found.settings:
        assert row.setting.name in page.words
    assert "Not reached" in page.words and text.count("<circle") == 2
    assert MARK not in text and MARK not in (folder / "grid.csv").read_text()


def test_points_stand_where_loss_and_risk_say(made: tuple[api.Comparison, Path]) -> None:
    reached = [row for row in made[0].settings if row.reached]
    drawn = picture(reached)
    assert drawn is not None and [point.title for point in drawn.points] == [row.setting.name for row in reached]
    for one, first in zip(drawn.points, reached, strict=True):
        assert 0 <= one.x <= WIDTH and 0 <= one.y <= HEIGHT
        for other, second in zip(drawn.points, reached, strict=True):
            assert (one.x < other.x) == ((first.loss or 0) < (second.loss or 0))
            assert (one.y > other.y) == (
                (first.figures.singled_out_ratio or 0) < (second.figures.singled_out_ratio or 0)
            )
    nothing = api.Comparison(records=1, rows=1, items=1)
    assert picture([]) is None and "<svg" not in page_of(nothing)


@pytest.mark.slow
def test_only_files_of_its_own_are_replaced(made: tuple[api.Comparison, Path], tmp_path: Path) -> None:
    for name in ("grid.csv", "grid.html"):
        (tmp_path / name).write_text((made[1] / name).read_text())
    mine = {"csv": tmp_path / "grid.csv", "html": tmp_path / "grid.html"}
    with pytest.raises(BadDestination, match="already exists"):
        api.compare(baskets(), k=(3,), m=(1,), optimum=0, **mine)
    api.compare(baskets(), k=(3,), m=(1,), optimum=0, overwrite=True, **mine)
    assert len((tmp_path / "grid.csv").read_text().splitlines()) == 2
    (tmp_path / "mine.csv").write_text("k,m\n1,2\n")
    (tmp_path / "mine.html").write_text("<!doctype html>\n")
    report = tmp_path / "report.html"
    api.anonymize_km(baskets(), tmp_path / "r.csv", k=2, m=1, report=api.Report(report))
    pages = ({"html": tmp_path / "mine.html"}, {"html": report})
    for more in ({"csv": tmp_path / "mine.csv"}, *pages, {"csv": tmp_path / "a.txt"}):
        with pytest.raises(BadDestination):
            api.compare(tmp_path / "nothing.csv", overwrite=True, **more)  # type: ignore[arg-type]
    assert (tmp_path / "mine.csv").read_text() == "k,m\n1,2\n"
