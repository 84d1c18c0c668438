"""The file of a step is taken apart into its queries, and what is wrong with it is said."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from setanon_sql.query import steps as files
from setanon_sql.query.steps import find, read, steps

ROOT = Path(__file__).resolve().parent.parent.parent
PLAN = "-- Count the items.\n-- Their paper, section 1.\n"
STEP = f"""{PLAN}
-- name: supports
-- How many records hold each item?
-- in:  t (item)
SELECT item, -- each once
  count(*) AS n
FROM t

-- name: only_here (duckdb)
SELECT 3 AS n
"""
SPARK = """-- Spark's form: two is enough.

-- name: supports
-- The same, Spark's way.
SELECT 2 AS n
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of templates, and nothing remembered of another one."""
    monkeypatch.setattr(files, "folder", lambda: tmp_path)
    kept = (files.find, files._forms, files._files)
    for cached in kept:
        cached.cache_clear()
    yield tmp_path
    for cached in kept:
        cached.cache_clear()


def write(folder: Path, name: str, text: str = STEP) -> None:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_query_is_found_by_room_step_and_name_in_the_form_for_a_dialect(folder: Path) -> None:
    write(folder, "km/2_count.sql")
    write(folder, "km/2_count.spark.sql", SPARK)
    for dialect in ("", "duckdb", "postgres"):
        assert find("km/count/supports", dialect).text.endswith("count(*) AS n\nFROM t")
        assert find("km/count/supports", dialect).header == "How many records hold each item?\nin:  t (item)"
    assert find("km/count/supports", "spark").text == "SELECT 2 AS n"
    assert find("km/count/only_here", "duckdb").header == ""


@pytest.mark.parametrize(
    ("name", "dialect"),
    [
        ("km/count/none", ""),
        ("km/count/only_here", "spark"),
        ("km/none/supports", ""),
        ("supports", ""),
        ("km/count", ""),
    ],
)
def test_a_query_that_is_not_there_is_an_error_that_names_those_that_are(folder: Path, name: str, dialect: str) -> None:
    write(folder, "km/2_count.sql")
    with pytest.raises(KeyError, match=f"no query {name} for {dialect or 'all dialects'}") as error:
        find(name, dialect)
    assert ("only_here (duckdb)" in str(error.value)) == name.startswith("km/count/")


def test_steps_come_room_by_room_in_running_order_with_their_plan(folder: Path) -> None:
    for name in ("km/10_last.sql", "km/2_count.sql", "km/01_first.sql", "attack/1_only.sql"):
        write(folder, name)
    write(folder, "attack/1_only.spark.sql", SPARK)
    found = list(steps())
    assert [step.name for step in found] == ["attack/only", "km/first", "km/count", "km/last"]
    assert [step.number for step in found] == [1, 1, 2, 10]
    assert {step.header for step in found} == {"Count the items.\nTheir paper, section 1."}
    assert [(form.name, form.dialect) for form in found[0].templates] == [
        ("attack/only/supports", ""), ("attack/only/only_here", "duckdb"), ("attack/only/supports", "spark"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("-- name: two words\nSELECT 1", "is no name"),
        ("-- name:\nSELECT 1", "is no name"),
        ("-- name: one (duckdb, spark)\nSELECT 1", "is no name"),
        ("-- name: one\n-- What?\n\n-- name: other\nSELECT 1", "'-- name: one' has no query"),
        ("-- name: one\nSELECT 1\n-- name: one\nSELECT 2", "same name"),
    ],
)
def test_a_file_that_cannot_be_taken_apart_is_an_error_that_says_where(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as error:
        read(PLAN + text, Path("sql/km/1_count.sql"))
    assert "km/1_count.sql" in str(error.value)


def test_a_file_of_one_engine_names_it_once() -> None:
    with pytest.raises(ValueError, match="is no name"):
        read(f"{PLAN}-- name: one (spark)\nSELECT 1", Path("sql/km/1_count.spark.sql"))


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["km/count.sql"], "N_step.sql"),
        (["km/1_count.sql", "km/1_count.spark.old.sql"], "N_step.sql"),
        (["km/1_count.sql", "km/1_other.sql"], "number"),
        (["km/1_count.sql", "km/2_count.sql"], "name"),
    ],
)
def test_files_without_an_order_are_an_error(folder: Path, names: list[str], says: str) -> None:
    for name in names:
        write(folder, name)
    with pytest.raises(ValueError, match=says):
        find("km/count/supports")


THIS = {"test_steps.py", "test_lint.py"}


def called(*rooms: str) -> list[re.Pattern[str]]:
    """The names of queries in the code, as patterns: some are put together with an f-string or have an ending added."""
    first = "|".join({step.name.partition("/")[0] for step in steps()})
    code = "".join(
        path.read_text(encoding="utf-8")
        for room in rooms
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.name not in THIS
    )
    names = sorted(set(re.findall(rf'"((?:{first})/[\w{{}}.]+/[\w{{}}.]+)"', code.replace("{{}}", "{}"))))
    return [re.compile(re.sub(r"(\\{[\w\\.]*\\})+", r"\\w*", re.escape(name)) + r"(_grouped)?") for name in names]


@pytest.mark.lint
def test_every_query_that_is_called_is_there_and_every_query_is_called() -> None:
    known = sorted({form.name for step in steps() for form in step.templates})
    everywhere = called("setanon_sql", "benchmarks", "tests")
    assert [one.pattern for one in everywhere if not any(map(one.fullmatch, known))] == []
    program = called("setanon_sql", "benchmarks")
    assert [name for name in known if not any(one.fullmatch(name) for one in program)] == []
