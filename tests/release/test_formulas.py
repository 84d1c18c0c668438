"""Labels that spreadsheet programs run as formulas: told of where they are written, escaped where that is asked for."""

import csv
import json
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter
from setanon_sql.query.templates import columns_of
from setanon_sql.release.formulas import escaped_cell
from setanon_sql.verify.contents import fingerprint
from setanon_sql.verify.label_table import FoundLabels, unescaped
from tests.cli.program import Program
from tests.strategies import examples

#: As a spreadsheet program runs them; as it does not; and those that hold a quote already.
RUN = ["=cmd|' /C calc'!A0", "+1", "-2+3", "@SUM(1)", "\tx", "\rx"]
PLAIN = ["a", "1-2", "'b", "''", "'=c", "''@d"]
SOURCE = 3 * [[*RUN, *PLAIN]]
TREE = [[label, "=top" if at % 2 else "@top"] for at, label in enumerate(RUN + PLAIN)]
TREE += [["=top", "all"], ["@top", "all"]]


def labels_in(path: Path, separator: str = ",") -> set[str]:
    with path.open(newline="", encoding="utf-8") as file:
        return {row[1] for row in csv.reader(file, delimiter=separator)} - {"item"}


def published(out: Path, method: str = "km", **how: Any) -> None:
    match method:
        case "km":
            api.anonymize_km(SOURCE, out, k=2, m=1, optimum=0, **how)
        case "kanonymity":
            api.anonymize_kanonymity(SOURCE, out, k=2, taxonomy=TREE, **how)
        case "adaptive":
            api.anonymize_adaptive(
                [*SOURCE, ["z"], ["z"]], out, rho="0.5", m=1, sensitive=["z"], taxonomy=[*TREE, ["z", "all"]], **how
            )


@pytest.mark.parametrize(
    ("method", "ending"),
    [("km", "csv"), ("kanonymity", "tsv"), pytest.param("adaptive", "csv", marks=pytest.mark.slow)],
)
def test_escaped_labels_run_nowhere_and_the_release_is_read_by_its_manifest(
    tmp_path: Path, method: str, ending: str
) -> None:
    out = tmp_path / f"out.{ending}"
    published(out, method, escape_formulas=True)
    stands = labels_in(out, {"csv": ",", "tsv": "\t"}[ending])
    assert not [label for label in stands if label[:1] in {*"=+-@\t\r\n"}]
    manifest = json.loads(out.with_name(f"{out.name}.manifest.json").read_text())
    assert manifest["format"]["formulas"] == "escaped"
    answer = api.verify(out)
    assert answer.satisfied, answer.messages
    if method == "km":
        assert stands == {f"'{label}" for label in RUN} | {"a", "1-2", "'b", "''", "''=c", "'''@d"}


@pytest.mark.slow
def test_labels_and_the_label_table_are_escaped_alike(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    published(out, "km", escape_formulas=True, taxonomy=TREE)
    with out.with_name("out.csv.labels.csv").open(newline="", encoding="utf-8") as file:
        _, *rows = csv.reader(file)
    assert {row[0] for row in rows} == labels_in(out)
    assert not [cell for row in rows for cell in row if cell[:1] in {*"=+-@\t\r\n"} and cell]
    assert api.verify(out).satisfied
    (first, *_) = json.loads(out.with_name("out.csv.manifest.json").read_text())["labels"]["by_level"]
    with duckdb.connect() as connection:
        connection.execute(f"SET file_search_path = '{tmp_path}'")
        assert sum(row[1] for row in connection.execute(first).fetchall()) == 36
    measures = api.utility(SOURCE, out, taxonomy=TREE)
    assert measures.rows_suppressed == 0


def test_kept_ids_are_escaped_too(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        rows = "SELECT '=' || i AS record_id, 'a' AS item FROM range(3) AS r(i)"
        connection.execute(f"COPY ({rows}) TO '{tmp_path}/a.parquet'")
    api.anonymize_km(tmp_path / "a.parquet", tmp_path / "o.csv", k=2, m=1, record_ids="keep", escape_formulas=True)
    assert (tmp_path / "o.csv").read_text() == "record_id,item\n'=0,a\n'=1,a\n'=2,a\n"
    assert api.verify(tmp_path / "o.csv").satisfied


def test_a_manifest_without_the_word_speaks_of_other_labels(tmp_path: Path) -> None:
    """Sensitive labels are known as they are: read with their quotes they would not be found."""
    out = tmp_path / "out.csv"
    api.anonymize_rho(6 * [["=s", "a"]] + 6 * [["a"]], out, rho="0.9", m=1, sensitive=["=s"], escape_formulas=True)
    manifest = out.with_name("out.csv.manifest.json")
    fields = json.loads(manifest.read_text())
    assert fields["sensitive"] == ["=s"] and "'=s" in out.read_text()
    out.write_text("record_id,item\n" + "".join(f"{at},'=s\n{at},a\n" for at in range(1, 13)))
    fields |= {"sha256": {"out.csv": fingerprint(out).sha256}, "rows": 24, "losses": []}
    manifest.write_text(json.dumps(fields))
    assert any("1 rule" in message or "rho" in message for message in api.verify(out).messages)


@pytest.mark.parametrize("out", ["o.parquet", "o.dat", None])
def test_only_text_is_escaped(tmp_path: Path, out: str | None) -> None:
    with pytest.raises(BadParameter, match="escape_formulas"):
        published(tmp_path / out if out else None, escape_formulas=True)  # type: ignore[arg-type]
    assert not [*tmp_path.iterdir()]


@pytest.mark.slow
def test_formulas_are_told_of_where_they_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("record_id,item\n" + "".join(f"-{at},=x\n-{at},+y\n-{at},a\n" for at in range(3)))
    for end, keep, told in (("csv", "keep", "2 labels and 3 record ids begin"), ("tsv", "shuffle", "2 labels begin")):
        command = ("anonymize", "km", tmp_path / "a.csv", "--k", "2", "--m", "1", "--quiet", "--out")
        answer = Program(capsys)(*command, tmp_path / f"o.{end}", "--record-ids", keep)
        assert answer.code == 0 and told in answer.err and "--escape-formulas puts a quote before it" in answer.err
    answer = Program(capsys)(*command, tmp_path / "p.csv", "--escape-formulas")
    assert "begin with" not in answer.err
    assert "begin with" not in Program(capsys)(*command, tmp_path / "p.parquet").err


LABEL = st.text("'=+-@\t\r\nab", min_size=0, max_size=5)


@given(labels=st.lists(LABEL.filter(bool), min_size=1, max_size=8, unique=True))
@examples(100)
def test_what_is_escaped_is_read_back(labels: list[str]) -> None:
    """In the rows by SQL, in the label table by Python: alike, each label another one, none of which runs."""
    starts = "=+-@\t\r\n"
    kinds: dict[str, type[int] | type[str]] = {"position": int, "record_id": str, "item": str}
    with DuckDBEngine(threads=1) as engine:
        rows = engine.load_rows("shaped", kinds, [(at, label, label) for at, label in enumerate(labels)])
        found = engine.table("release/files/escaped", shaped=rows, starts=starts)
        back = engine.table("verify/read/unescaped", lines=found, starts=starts)
        escaped = [item for _, item in sorted(engine.rows(columns_of(found, "position", "item")))]
        assert sorted(engine.rows(columns_of(back, "record_id", "item"))) == sorted(zip(labels, labels, strict=True))
    assert escaped == [escaped_cell(label) for label in labels] and len({*escaped}) == len(labels)
    assert not [label for label in escaped if label[0] in starts]
    assert unescaped(FoundLabels("", escaped)).labels == labels
