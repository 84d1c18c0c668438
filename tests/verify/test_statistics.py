"""What the statistics of Parquet files show: values too long for them are cut by DuckDB, and hide nothing so."""

from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.verify.parquet import Contents, contents_of
from setanon_sql.verify.statistics import strange_statistics
from tests.lent import engine as lent_engine
from tests.strategies import examples
from tests.verify.parquet_bytes import Written

LETTERS = ["a", "b", "~", "\x7f", "\x01", "é", "€", "😀"]
#: Texts of about 256 bytes, and others: one letter and then many, or a mixture.
TEXTS = st.one_of(
    st.builds(lambda a, b, n, m: a * n + b * m, *[st.sampled_from(LETTERS)] * 2, *[st.integers(0, 260)] * 2),
    st.text(st.sampled_from(LETTERS), min_size=60, max_size=270),
    st.text(st.sampled_from(LETTERS), max_size=3),
)


def told(engine: DuckDBEngine, contents: Contents, values: list[str]) -> list[str]:
    """Return what is strange about statistics beside a column of these values."""
    rows = engine.load("rows", {"held": str}, [values])
    found = strange_statistics(engine, {"": [contents]}, {"": {"item": "held"}}, {"": rows})
    return [one.sentence for one in found]


@examples(400)
@given(values=st.lists(TEXTS, min_size=1, max_size=4))
@example(values=["a" * 256])
@example(values=["a" * 257])
@example(values=["a" * 255 + "\x7fb"])
@example(values=["x" + "é" * 128])
@example(values=["a" * 254 + "éb", "b"])
def test_what_duckdb_writes_is_never_strange(tmp_path_factory: pytest.TempPathFactory, values: list[str]) -> None:
    path = tmp_path_factory.mktemp("p") / "p.parquet"
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t AS SELECT unnest(?) AS item", [values])
        connection.execute(f"COPY t TO '{path}'")
    contents = contents_of(path, ("item",))
    assert not contents.strangers
    assert set().union(*contents.texts.values()) <= set(values)
    with lent_engine() as engine:
        assert told(engine, contents, values) == []


LONG = "a" * 255 + "é" + "b"
WIDE = "x" + "é" * 140


@pytest.mark.parametrize(
    ("end", "beginning", "missing"),
    [
        ("cut_least", "a" * 255, 0),
        ("cut_least", "a" * 254, 1),
        ("cut_least", "a" * 255 + "é", 1),
        ("cut_least", "x" + "é" * 127, 0),
        ("cut_least", "x" + "é" * 126, 1),
        ("cut_least", "Mary", 1),
        ("cut_least", "short", 1),
        ("cut_greatest", "a" * 255, 0),
        ("cut_greatest", "a" * 254, 1),
        ("cut_greatest", "x", 0),
        ("cut_greatest", "x" + "é" * 100, 0),
        ("cut_greatest", "Mary", 1),
        ("cut_greatest", "short", 1),
    ],
)
def test_what_is_cut_is_what_a_long_value_begins_with(
    engine: DuckDBEngine, end: str, beginning: str, missing: int
) -> None:
    found = told(engine, Contents(**{end: {"item": {beginning}}}), [LONG, WIDE, "short"])
    sentence = f"{missing} {'value' if missing == 1 else 'values'} in the statistics of Parquet files that no row holds"
    assert found == ([f"stands in the release and was not checked: {sentence}"] if missing else [])


@pytest.mark.parametrize(
    ("statistics", "kept"),
    [
        ({5: b"ab", 7: False}, {"cut_greatest": {"item": {"aa"}}}),
        ({1: b"ab", 7: False}, {"cut_greatest": {"item": {"aa"}}}),
        ({6: b"ab", 7: True, 8: False}, {"cut_least": {"item": {"ab"}}}),
        ({2: b"ab", 8: False}, {"cut_least": {"item": {"ab"}}}),
        ({5: b"ab", 7: True, 8: False}, {"texts": {"item": {"ab"}}}),
        ({6: b"ab", 7: False}, {"texts": {"item": {"ab"}}}),
        ({5: b"a\x01", 7: False}, {"cut_greatest": {"item": {"a\0"}}}),
        ({5: b"a\x7f", 7: False}, {"cut_greatest": {"item": {"a~"}}}),
    ],
)
def test_statistics_say_whether_they_are_cut(tmp_path: Path, statistics: dict[int, Any], kept: dict[str, Any]) -> None:
    for column in ({"column": {12: statistics}}, {"header": {5: {1: 3, 2: 0, 3: 3, 4: 3, 5: statistics}}}):
        contents = contents_of(Written(**column).write(tmp_path / "r.parquet"), ("record_id", "item"))
        shown = {name: getattr(contents, name) for name in ("texts", "cut_least", "cut_greatest")}
        assert {name: values for name, values in shown.items() if values} == kept
        assert not contents.strangers


@pytest.mark.parametrize(
    ("changed", "statistics"),
    [("item", {5: b"", 7: False}), ("item", {6: b"", 8: False}), ("item", {5: "é".encode(), 7: False}),
     ("item", {5: b"a\0", 7: False}), ("record_id", {5: b"1234", 7: False}), ("record_id", {6: b"1234", 8: False})]
)  # fmt: skip
def test_what_duckdb_never_cuts_so_is_a_fault(tmp_path: Path, changed: str, statistics: dict[int, Any]) -> None:
    written = Written(changed=changed, column={12: statistics})
    contents = contents_of(written.write(tmp_path / "r.parquet"), ("record_id", "item"))
    assert contents.strangers
    assert not contents.cut_least
    assert not contents.cut_greatest


LETTER = ["x", "é", "😀"]


@pytest.mark.slow
@pytest.mark.parametrize("letter", LETTER)
def test_releases_with_long_labels_and_ids_hold(tmp_path: Path, letter: str) -> None:
    items = {name: f"{name} {letter * 300}" for name in "abcdef"}
    records = [[items[name] for name in names] for names in ("abc", "abd", "ab", "cd", "ace", "bcd") * 4]
    rows = [(f"{at} {letter * 290}", item) for at, record in enumerate(records) for item in record]
    source = pd.DataFrame(rows, columns=["record_id", "item"])
    api.anonymize_km(source, tmp_path / "r.parquet", k=2, m=1, record_ids="keep", seed="s")
    assert api.verify(tmp_path / "r.parquet").messages == ()
    api.anonymize_disassociation(source, tmp_path / "pieces", k=3, m=2, cluster_size=8, seed="s")
    assert api.verify(tmp_path / "pieces").messages == ()
