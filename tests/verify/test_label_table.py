"""A label table held against its manifest and the rows: each thing that is wrong with it, by itself."""

from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.layout import label_columns
from setanon_sql.verify import Recount
from setanon_sql.verify.label_table import (
    MEANING,
    MISSING,
    FoundLabels,
    LabelPromise,
    digest_of_rows,
    label_promise,
    labels_in_file,
    labels_in_rows,
    with_labels,
)
from tests.verify.tables import table

SAID: dict[str, Any] = {"levels": 2, "rows": 3, "sha256": "abc"}


def test_a_manifest_tells_of_a_label_table_or_does_not() -> None:
    assert label_promise(None) is None
    for more in ({}, {"by_level": ["SELECT"]}):
        assert label_promise(SAID | more) == LabelPromise(2, 3, "abc")


@pytest.mark.parametrize(
    "said", [*({**SAID, name: value} for name in SAID for value in (None, True, 1.0)), {**SAID, "more": 1}, [], 7, "x",
             *({name: SAID[name] for name in SAID if name != less} for less in SAID), {}]
)  # fmt: skip
def test_what_is_told_otherwise_is_damaged(said: Any) -> None:
    with pytest.raises(BadInput, match="'labels' in the manifest"):
        label_promise(said)


def test_rows_have_a_fingerprint_in_any_order_and_by_all_that_they_hold() -> None:
    one, other = ("a", 1, "a", 1, None), ("é", 1, "é", 1, None)
    assert digest_of_rows([one, other]) == digest_of_rows([other, one]) != digest_of_rows([one])
    assert digest_of_rows([other]) == "2f609739d40f90f958ed1946bc601aa687a168d95e7259414690ee0b18ed7742"


def test_a_table_has_the_columns_of_its_levels() -> None:
    rows = [("a", 1, "a", 1, None), ("b", 1, "b", 1, None)]
    assert labels_in_rows(rows, label_columns(1), 1) == FoundLabels(digest_of_rows(rows), ["a", "b"])
    assert labels_in_rows(rows, label_columns(1), 2) == FoundLabels(digest_of_rows(rows), None)


@pytest.mark.parametrize("name", ["l.csv", "l.parquet"])
def test_a_file_has_the_columns_of_its_levels(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE t AS SELECT 'a' AS label, 1 AS depth, 'x' AS level1, 2 AS leaves, NULL::TEXT AS exceptions"
        )
        connection.execute(f"COPY t TO '{path}'")
    assert labels_in_file(path, 1, "sum") == FoundLabels("sum", ["a"])
    assert labels_in_file(path, 2, "sum") == FoundLabels("sum", None)


@pytest.mark.parametrize("text", ["", '"a', 'label,depth,level1,leaves,exceptions\n"a"b,1,a,1,\n', "\n\n"])
def test_a_file_that_cannot_be_read_has_no_labels(tmp_path: Path, text: str) -> None:
    (tmp_path / "l.csv").write_text(text)
    assert labels_in_file(tmp_path / "l.csv", 1, "sum") == FoundLabels("sum", None)
    (tmp_path / "l.parquet").write_text(text)
    assert labels_in_file(tmp_path / "l.parquet", 1, "sum") == FoundLabels("sum", None)


OTHER = "the label table is not the one that the manifest was made for (another sha256)"
MISFIT = "the label table does not have exactly the labels of the release"


@pytest.mark.parametrize(
    ("sha256", "labels", "problems"),
    [
        ("abc", ["a", "b"], []),
        ("abd", ["a", "b"], [OTHER]),
        ("abc", ["a"], [MISFIT]),
        ("abc", ["a", "b", "c"], [MISFIT]),
        ("abc", ["a", "b", "b"], [MISFIT]),
        ("abc", None, [MISFIT]),
        ("abd", None, [OTHER, MISFIT]),
    ],
)
def test_a_label_table_has_the_labels_of_the_release(
    engine: DuckDBEngine, sha256: str, labels: list[str] | None, problems: list[str]
) -> None:
    lines = table(engine, "record_id item:text | 1 a | 1 b | 2 a")
    found = with_labels(
        engine, Recount({}, ("p",), not_checked=("n",)), lines, LabelPromise(1, 2, "abc"), FoundLabels(sha256, labels)
    )
    assert (found.problems, found.not_checked) == (("p", *problems), ("n", MEANING))


def test_a_label_table_that_is_not_there_is_not_checked(engine: DuckDBEngine) -> None:
    lines, before = table(engine, "record_id item:text | 1 a"), Recount({}, (), not_checked=("n",))
    assert with_labels(engine, before, lines, None, FoundLabels("abc", None)) == before
    assert with_labels(engine, before, lines, LabelPromise(1, 2, "abc"), None).not_checked == ("n", MISSING)
