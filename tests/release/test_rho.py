"""rho-uncertainty from a file to a verified release: command line, manifest, ledger, personal wishes, bad input."""

import csv
import json
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from cli import cli
from tests.rho.data import TABLE_1


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    rows = [(f"person-{at}", item) for at, record in enumerate(TABLE_1) for item in record]
    _write(tmp_path / "baskets.csv", ["record_id", "item"], rows)
    _write(tmp_path / "medicine.csv", ["item"], [("medicine",)])
    wishes = [("person-0", "medicine"), ("person-3", "medicine"), ("person-4", "coffee"), ("person-2", "gin")]
    _write(tmp_path / "wishes.csv", ["record_id", "item"], wishes)
    return tmp_path


def _write(path: Path, header: list[str], rows: list[tuple[str, ...]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def call(*words: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, [str(word) for word in words])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.slow
def test_audit_anonymize_verify(shop: Path) -> None:
    source, sensitive, out = shop / "baskets.csv", shop / "medicine.csv", shop / "safe.parquet"
    code, told, _ = call("audit", "rho", source, "--rho", "0.5", "--sensitive", sensitive, "--json", "--quiet")
    found = json.loads(told)
    assert code == 1
    assert found["violations_by_size"]["1"] == found["violations"] - sum(
        n for size, n in found["violations_by_size"].items() if size != "1"
    )
    assert not found["satisfied"]
    assert found["max_confidence"] == 1.0
    words = ("--rho", "0.5", "--sensitive", sensitive, "--ledger", shop / "ledger.csv", "--json", "--quiet")
    code, told, _ = call("anonymize", "rho", source, "--out", out, *words)
    assert code == 0
    assert 0 < json.loads(told)["suppressed_ratio"] < 0.5
    assert call("verify", out, "--quiet")[0] == 0
    manifest = json.loads((shop / "safe.parquet.manifest.json").read_text())
    assert manifest["parameters"] == {"rho": 0.5, "m": None}
    assert set(manifest["sensitive"]) <= {"medicine"}
    assert "seed" not in manifest
    ledger = _read(shop / "ledger.csv")
    assert ledger[0]["action"] == "seed"
    assert all(row["action"] == "suppressed" and "-> medicine" in row["cause"] for row in ledger[1:])


@pytest.mark.slow
def test_every_published_row_is_an_original_row(shop: Path) -> None:
    out = shop / "safe.csv"
    words = ("--rho", "1/3", "--sensitive", shop / "medicine.csv", "--record-ids", "keep", "--quiet")
    assert call("anonymize", "rho", shop / "baskets.csv", "--out", out, *words)[0] == 0
    published = {(row["record_id"], row["item"]) for row in _read(out)}
    assert published <= {(f"person-{at}", item) for at, record in enumerate(TABLE_1) for item in record}


@pytest.mark.slow
def test_a_release_with_personal_wishes_is_checked_by_its_owner(shop: Path) -> None:
    source, wishes, out = shop / "baskets.csv", shop / "wishes.csv", shop / "safe.csv"
    code, _, warned = call("anonymize", "rho", source, "--out", out, "--rho", "0.5", "--sensitive", wishes)
    assert code == 0
    assert "1 of the 3 items" in warned
    manifest = (shop / "safe.csv.manifest.json").read_text()
    assert "sensitive" not in json.loads(manifest)
    code, _, error = call("verify", out, "--quiet")
    assert code == 2
    assert "personal wishes" in error
    assert call("verify", out, "--source", source, "--sensitive", wishes, "--quiet")[0] == 0


@pytest.mark.slow
def test_a_release_that_was_changed_is_caught(shop: Path) -> None:
    out = shop / "safe.csv"
    words = ("--rho", "0.5", "--sensitive", shop / "medicine.csv", "--quiet")
    assert call("anonymize", "rho", shop / "baskets.csv", "--out", out, *words)[0] == 0
    out.write_text("record_id,item\n1,milk\n1,medicine\n2,milk\n2,medicine\n")
    code, told, _ = call("verify", out, "--quiet", "--json")
    assert code == 1
    assert any("confidence above 0.5" in message for message in json.loads(told)["messages"])


@pytest.mark.slow
def test_the_constraint_may_be_a_table(shop: Path) -> None:
    database = shop / "shop.duckdb"
    with duckdb.connect(str(database)) as connection:
        for name in ("baskets", "medicine"):
            connection.execute(f"CREATE TABLE {name} AS FROM read_csv('{shop / name}.csv', header = true)")
    words = ("--db", database, "--rho", "0.5", "--sensitive", "medicine", "--quiet")
    assert call("audit", "rho", "baskets", *words)[0] == 1
    assert call("anonymize", "rho", "baskets", "--out", "safe", *words)[0] == 0
    assert call("verify", "safe", "--db", database, "--quiet")[0] == 0


@pytest.mark.slow
def test_a_sampled_release(shop: Path) -> None:
    out = shop / "safe.csv"
    words = ("--rho", "0.5", "--sensitive", shop / "medicine.csv", "--quiet", "--m", 2)
    odds = ("--sample", "--epsilon", "0.1", "--delta", "0.1")
    assert call("anonymize", "rho", shop / "baskets.csv", "--out", out, *words, *odds)[0] == 0
    manifest = json.loads((shop / "safe.csv.manifest.json").read_text())
    assert manifest["parameters"] == {"rho": 0.5, "m": 2, "epsilon": 0.1, "delta": 0.1}
    assert manifest["method"] == "SAMPLESUPPRESSOR"
    assert call("verify", out, "--quiet")[0] == 2
    assert call("verify", out, "--source", shop / "baskets.csv", *words[2:5])[0] == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--rho", "0"], "--rho is 0"),
        (["--rho", "1"], "--rho is 1"),
        (["--rho", "1.2"], "--rho is 1.2"),
        (["--rho", "-0.5"], "--rho is -0.5"),
        (["--rho", "half"], "--rho is not a number"),
        (["--rho", "0.5", "--m", "0"], "--m is 0"),
        (["--rho", "0.5", "--sensitive", "missing.csv"], "no file"),
        (["--rho", "0.5", "--sensitive", "empty.csv"], "is empty"),
        (["--rho", "0.5", "--sensitive", "header.csv"], "names no item"),
        (["--rho", "0.5", "--sensitive", "unknown.csv"], "none of the 2 items"),
        (["--rho", "0.5", "--sensitive", "strangers.csv"], "no person"),
        (["--rho", "0.5", "--sensitive", "bare.csv"], 'no column "item"'),
        (["--rho", "0.5", "--sample"], "needs --m"),
        (["--rho", "0.5", "--sample", "--m", "2", "--epsilon", "2"], "--epsilon is 2"),
        (["--rho", "0.5", "--delta", "0.1"], "say --sample"),
        (["--rho", "0.5", "--sample", "--m", "2", "--epsilon", "0.0000001"], "so small an --epsilon"),
        (["--rho", "0.5", "--sample", "--m", "2", "--epsilon", "0.001", "--bound", "hoeffding"], "--bound exact"),
    ],
)
def test_bad_input_is_told_and_nothing_is_written(
    shop: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], told: str
) -> None:
    monkeypatch.chdir(shop)
    (shop / "empty.csv").write_text("")
    _write(shop / "header.csv", ["item"], [])
    _write(shop / "unknown.csv", ["item"], [("Medicine",), ("gin",)])
    _write(shop / "strangers.csv", ["record_id", "item"], [("nobody", "milk")])
    _write(shop / "bare.csv", ["person", "wish"], [("1", "milk")])
    sensitive = [] if "--sensitive" in words else ["--sensitive", "medicine.csv"]
    code, _, error = call("anonymize", "rho", "baskets.csv", "--out", "safe.csv", *words, *sensitive)
    assert code == 2
    assert told in error
    assert "hint:" in error
    assert not (shop / "safe.csv").exists()


@pytest.mark.slow
def test_reports_speak_of_inference_and_not_of_k(shop: Path) -> None:
    words = ("--rho", "0.5", "--sensitive", shop / "medicine.csv", "--quiet", "--report", shop / "report.html")
    out = shop / "safe.csv"
    for command, code, wanted in [
        (("audit", "rho", shop / "baskets.csv", *words), 1, "Highest confidence"),
        (("anonymize", "rho", shop / "baskets.csv", "--out", out, *words, "--overwrite"), 0, "the guarantee holds"),
        (("verify", out, "--quiet", "--report", shop / "report.html", "--overwrite"), 0, "the guarantee holds"),
    ]:
        assert call(*command)[0] == code
        report = (shop / "report.html").read_text()
        assert wanted in report and "confidence of association rules to sensitive items" in report
        assert ("Limited by the model for the sensitive items" in report) == (command[0] != "audit")
        assert "k-anonymity" not in report and "at least k records" not in report


@pytest.mark.slow
def test_a_list_of_items_needs_no_header(shop: Path) -> None:
    (shop / "bare.csv").write_text("medicine\n")
    words = ("audit", "rho", shop / "baskets.csv", "--rho", "0.5", "--json", "--sensitive")
    assert call(*words, shop / "bare.csv") == call(*words, shop / "medicine.csv")


@pytest.mark.slow
def test_a_column_of_persons_by_another_name_is_told(shop: Path) -> None:
    _write(shop / "named.csv", ["person", "item"], [("person-0", "medicine")])
    words = ("audit", "rho", shop / "baskets.csv", "--rho", "0.5", "--json", "--sensitive")
    answer, plain = call(*words, shop / "named.csv"), call(*words, shop / "medicine.csv")
    assert answer[:2] == plain[:2]
    assert "sensitive for everybody" in answer[2] and "sensitive for everybody" not in plain[2]


@pytest.mark.slow
def test_everything_sensitive_is_done_with_a_warning(shop: Path) -> None:
    items = sorted({item for record in TABLE_1 for item in record})
    _write(shop / "all.csv", ["item"], [(item,) for item in items])
    words = ("--rho", "0.5", "--sensitive", shop / "all.csv")
    code, _, warned = call("anonymize", "rho", shop / "baskets.csv", "--out", shop / "safe.csv", *words)
    assert code == 0
    assert "every item is sensitive" in warned
