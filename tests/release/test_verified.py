"""What is verified right before it is published is what a check finds afterwards: the report need not check again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions
from tests.adaptive.data import in_one_way

ROWS = [(record, item) for record in range(1, 31) for item in {f"i{record % 3}", f"i{record % 5}", "all"}]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    lines = [f"{record},{item}" for record, item in ROWS]
    files = {
        "baskets.csv": ["record_id,item", *lines],
        "sensitive.csv": ["item", "i4"],
        "wishes.csv": ["record_id,item", *(f"{record},i4" for record in range(1, 11))],
        "tree.csv": ["i0;low;any", "i1;low;any", "i2;low;any", "i3;high;any", "i4;high;any", "all;high;any"],
    }
    for name, text in files.items():
        (tmp_path / name).write_text("\n".join(text) + "\n")
    return tmp_path


def km(shop: Path, out: Path, **how: Any) -> api.Release:
    return api.anonymize_km(shop / "baskets.csv", out, k=4, m=2, **how)


def rho(shop: Path, out: Path, **how: Any) -> api.Release:
    return api.anonymize_rho(shop / "baskets.csv", out, rho=0.3, sensitive=shop / "sensitive.csv", **how)


def personal(shop: Path, out: Path, **how: Any) -> api.Release:
    return api.anonymize_rho(shop / "baskets.csv", out, rho=0.3, sensitive=shop / "wishes.csv", **how)


def adaptive(shop: Path, out: Path, **how: Any) -> api.Release:
    files = {"sensitive": shop / "sensitive.csv", "taxonomy": shop / "tree.csv"}
    with in_one_way():
        return api.anonymize_adaptive(shop / "baskets.csv", out, rho=0.3, **files, **how)  # type: ignore[arg-type]


def pieces(shop: Path, out: Path, **how: Any) -> api.Release:
    sensitive = shop / "sensitive.csv"
    return api.anonymize_disassociation(shop / "baskets.csv", out, k=3, m=2, cluster_size=8, sensitive=sensitive, **how)


Method = Callable[..., api.Release]
CASES = [(km, "r.parquet"), (rho, "r.tsv"), (pieces, "folder")]
CASES += [
    pytest.param(*case, marks=pytest.mark.slow)
    for case in [(km, "r.csv"), (km, "r.dat"), (personal, "r.csv"), (adaptive, "r.parquet")]
]


@pytest.mark.whole
@pytest.mark.parametrize(("method", "name"), CASES)
def test_a_check_afterwards_says_what_the_report_took_from_before(
    shop: Path, monkeypatch: pytest.MonkeyPatch, method: Method, name: str
) -> None:
    with monkeypatch.context() as unread:
        unread.setattr("setanon_sql.verify.check.reader_at", lambda *_, **__: pytest.fail("it was read again"))
        release = method(shop, shop / name, report=api.Report(shop / "r.html"))
    assert "Verified." in (shop / "r.html").read_text()
    owner: Any = {"source": shop / "baskets.csv", "sensitive": shop / "wishes.csv"} if method is personal else {}
    afterwards = api.verify(shop / name, **owner)
    assert release.verification is not None and release.verification.satisfied
    before, after = release.verification.to_json(), afterwards.to_json()
    if method is pieces:  # who holds sensitive items was known then, and is in no file
        assert before["checks"].pop("diversity") == 0 and "who does" in after["not_checked"].pop(0)
        after |= {"satisfied": not after["messages"], "complete": True}
    assert before == after


@pytest.mark.slow
def test_what_stands_in_a_table_is_read_for_the_report(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads a table before it is published: what is counted is what it is made from."""
    with duckdb.connect(str(shop / "w.duckdb")) as connection:
        connection.execute(f"CREATE TABLE baskets AS FROM '{shop / 'baskets.csv'}'")
    read = list[object]()
    from setanon_sql.verify import check

    reader_at = check.reader_at
    monkeypatch.setattr(check, "reader_at", lambda *given, **more: read.append(given) or reader_at(*given, **more))
    options = SourceOptions(db=str(shop / "w.duckdb"))
    api.anonymize_km("baskets", "safe", k=4, m=2, options=options, report=api.Report(shop / "r.html"))
    assert len(read) == 1
