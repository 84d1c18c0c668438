"""Releases that are nowhere, and results in a notebook."""

import csv
import gc
import html
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.display import Displayable
from setanon_sql.errors import BadParameter
from setanon_sql.layout import FileDestination, labels_path
from setanon_sql.models.km.parameters import KmAnonymity

FRAME = pd.DataFrame({"record_id": [1, 1, 2, 2, 3, 3, 3, 4], "item": ["a", "b", "a", "b", "a", "b", "<c>", "a"]})
SENSITIVE = ["<c>"]


@pytest.fixture(scope="module")
def release() -> api.Release:
    return api.anonymize_km(FRAME, k=2, m=2)


@pytest.fixture(scope="module")
def pieces() -> api.Release:
    return api.anonymize_disassociation(FRAME, k=2, m=2)


def test_a_release_that_is_nowhere_has_its_rows(release: api.Release) -> None:
    frame = release.df()
    assert list(frame.columns) == ["record_id", "item"]
    assert sorted(frame["item"]) == ["a"] * 4 + ["b"] * 3
    assert release.arrow().num_rows == len(release.relation().fetchall()) == 7


def test_a_relation_is_read_by_the_connection_that_is_given(release: api.Release) -> None:
    with duckdb.connect() as connection:
        rows = release.relation(connection=connection)
        assert connection.sql("select count(*) from rows").fetchall() == [(7,)], rows


def test_rows_are_read_while_others_use_the_connection_of_duckdb(
    release: api.Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads that used it at the same time would get "connection is busy"."""
    monkeypatch.setattr(duckdb, "default_connection", lambda: pytest.fail("it is everybody's"))
    with ThreadPoolExecutor(6) as threads:
        read = [threads.submit(make) for make in [release.df, release.arrow] * 6]
    assert {len(one.result()) for one in read} == {7}


@pytest.mark.whole
def test_it_is_verified_and_measured_as_one_that_is_published(release: api.Release, tmp_path: Path) -> None:
    published = api.anonymize_km(FRAME, tmp_path / "r.parquet", k=2, m=2)
    assert api.verify(release) == api.verify(tmp_path / "r.parquet") == api.verify(published)
    assert api.utility(FRAME, release).to_json() == api.utility(FRAME, tmp_path / "r.parquet").to_json()


@pytest.mark.whole
def test_pieces_that_are_nowhere_are_read_by_all_that_read_releases(pieces: api.Release) -> None:
    assert api.verify(pieces).satisfied and api.audit_disassociation(pieces).satisfied
    assert api.attack_cover(pieces).release.links
    assert {one.items: one.certain for one in api.estimate(pieces, items=[["a"], ["a", "b"]]).estimates}
    parts = {part: set(pieces.df(part).columns) for part in ("clusters", "subrecords", "terms")}
    assert parts["terms"] == {"cluster_id", "item"} and "subrecord_id" in parts["subrecords"]


@pytest.mark.whole
def test_it_goes_with_the_object() -> None:
    release = api.anonymize_km(FRAME, k=2, m=2)
    file = Path(release.out)
    assert file.is_file()
    del release
    gc.collect()
    assert not file.parent.exists()


@pytest.mark.whole
@pytest.mark.usefixtures("one_way")
def test_adaptive_and_rho_releases_may_be_nowhere_too() -> None:
    tree = [["<c>", "t"], ["a", "t"], ["b", "t"]]
    adaptive = api.anonymize_adaptive(FRAME, rho=0.5, sensitive=SENSITIVE, taxonomy=tree)
    assert "group_id" in adaptive.df() and api.verify(adaptive).satisfied
    assert api.verify(api.anonymize_rho(FRAME, rho=0.5, sensitive=SENSITIVE)).satisfied


def test_a_published_file_is_read_too(tmp_path: Path) -> None:
    released = api.anonymize_km(FRAME, tmp_path / "[1].csv", k=2, m=2)
    assert sorted(released.df()["item"]) == ["a"] * 4 + ["b"] * 3


LOOK_ALIKE = [
    ["250.1", "250.10"], ["1E5", "100000"], ["true", "TRUE"], ["2020-1-1", "2020-01-01"], ["0x10", "16"], ["-0", "0"],
    ["nan", "NaN"], ['"a', '""a'], ["NULL", "null"], ["01:00", "1:00"],
]  # fmt: skip


@pytest.mark.parametrize("labels", LOOK_ALIKE, ids=" ".join)
def test_a_file_of_text_is_read_as_text(labels: list[str], tmp_path: Path) -> None:
    out = tmp_path / "r.tsv"
    for file, columns in ((out, ["record_id", "item"]), (labels_path(out), ["label", "depth"])):
        with file.open("w", newline="") as lines:
            rows = csv.writer(lines, delimiter="\t" if file == out else ",", quoting=csv.QUOTE_MINIMAL)
            rows.writerows([columns, *((1, label) if file == out else (label, 1) for label in labels)])
    release = api.Release({"model": KmAnonymity.name, "labels": {}}, str(out), where=FileDestination(out))
    assert list(release.df()["item"]) == release.arrow()["item"].to_pylist() == labels
    assert list(release.df("labels")["label"]) == labels
    with duckdb.connect() as connection:
        kinds = [release.relation(part, connection).types for part in ("", "labels")]
    assert kinds == [["VARCHAR"] * 2] * 2


@pytest.mark.whole
def test_what_has_no_data_frame_says_so(tmp_path: Path, release: api.Release) -> None:
    lines = api.anonymize_km(FRAME, tmp_path / "r.dat", k=2, m=2)
    with pytest.raises(BadParameter, match="basket lines"):
        lines.df()
    with duckdb.connect(tmp_path / "d.duckdb") as database:
        database.sql("create table t as select * from FRAME")
    options = api.SourceOptions(db=str(tmp_path / "d.duckdb"))
    with pytest.raises(BadParameter, match="in a database"):
        api.anonymize_km("t", "r", k=2, m=2, options=options).df()
    with pytest.raises(BadParameter, match="no part 'terms'"):
        release.df("terms")
    assert not api.anonymize_km("t", k=2, m=2, options=options).df().empty


def test_a_data_frame_is_no_release() -> None:
    with pytest.raises(BadParameter, match="DataFrame is no release") as refused:
        api.verify(FRAME)  # type: ignore[arg-type]
    assert "anonymize" in (refused.value.hint or "")


@pytest.mark.whole
def test_pictures_need_no_more_than_axes(release: api.Release) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    axes = release.plot()
    widths = [bar.get_width() for bar in axes.patches]  # type: ignore[attr-defined]
    assert widths == pytest.approx([7 / 8, 0, 1 / 8])
    assert api.audit_km(FRAME, k=2, m=2).plot(axes) is axes


@pytest.mark.parametrize(
    "found",
    [
        lambda: api.audit_km(FRAME, k=2, m=2),
        lambda: api.audit_km_by_size(FRAME, ks=[2, 3]),
        lambda: api.audit_rho(FRAME, rho=0.2, sensitive=SENSITIVE),
        lambda: api.utility(FRAME, api.anonymize_km(FRAME, k=2, m=2)),
        lambda: api.anonymize_km(FRAME, k=2, m=2),
    ],
)
def test_results_show_figures_and_no_value(found: object) -> None:
    result = found()  # type: ignore[operator]
    assert isinstance(result, Displayable)
    page = result._repr_html_()
    assert page.count("<tr>") == len(result.summary().listing.rows) + 1 > 1
    assert "<c>" not in html.unescape(page).replace("<code>", "")


def test_figures_are_those_of_the_audit() -> None:
    found = api.audit_km(FRAME, k=2, m=2)
    assert dict(zip(found.df()["items_known"], found.df()["records_at_risk"], strict=True)) == found.at_risk_by_size()


@pytest.mark.whole
def test_a_comparison_is_a_table_and_a_picture() -> None:
    pytest.importorskip("matplotlib").use("Agg")
    found = api.compare(FRAME, k=(2, 3), m=(1,), seed="1", optimum=0)
    frame = found.df()
    assert list(frame["setting"]) == [row.setting.name for row in found.settings] and len(frame) == 2
    assert list(frame["ncp"]) == [row.figures.ncp for row in found.settings]
    points = [text.get_text() for text in found.plot().texts]
    assert points == [row.setting.name for row in found.settings if row.reached]
    assert "<c>" not in html.unescape(found._repr_html_())
