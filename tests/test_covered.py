"""What `.ci/run` leaves to `.ci/run --all`, by the table in .ci/checks.md: nothing that has changed."""

import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import conftest

ROOT = Path(__file__).resolve().parent.parent
COVERED = runpy.run_path(str(ROOT / ".ci" / "covered.py"))
TABLE = list(COVERED["rows"]((ROOT / COVERED["PAGE"]).read_text(encoding="utf-8")))
RUN = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
PAGE = """
| check | covers | takes |
| --- | --- | --- |
| `dbt` | `dbt`, `sql/gate/*.sql` | 80 s |
| `tests/far` and `tests/one_*` | `setanon_sql/far` | 9 min |
"""


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, "-C", folder, *words], check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with a table and one commit."""
    if shutil.which("git") is None:
        pytest.skip("there is no git")
    monkeypatch.delenv("SETANON_BASE", raising=False)
    for file, text in {COVERED["PAGE"]: PAGE, "dbt/a.sql": "", "setanon_sql/far/b.py": "", "other.py": ""}.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    git(tmp_path, "init")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    return tmp_path


def due(capsys: pytest.CaptureFixture[str], tree: Path, *, everything: bool = False) -> tuple[list[str], str]:
    COVERED["main"](tree, everything=everything)
    said = capsys.readouterr()
    return said.out.split(), said.err


def test_what_changed_since_the_last_tag_is_due(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(tree, "tag", "v1")
    (tree / "other.py").write_text("a change")
    assert due(capsys, tree)[0] == []
    (tree / "dbt/a.sql").unlink()
    assert due(capsys, tree)[0] == ["dbt"]
    git(tree, "commit", "-a", "-m", "second")
    assert due(capsys, tree)[0] == ["dbt"]
    (tree / "tests/far").mkdir(parents=True)
    (tree / "tests/far/test_new.py").write_text("")
    found, said = due(capsys, tree)
    assert found == ["dbt", "tests/far", "tests/one_*"] and said == ""


def test_a_base_that_is_named_goes_before_the_tag(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / "setanon_sql/far/b.py").write_text("a change")
    git(tree, "commit", "-a", "-m", "second")
    git(tree, "tag", "v1")
    assert due(capsys, tree) == ([], "== left to .ci/run --all, for nothing they cover has changed since v1: "
                                 "dbt tests/far tests/one_*\n")  # fmt: skip
    monkeypatch.setenv("SETANON_BASE", "HEAD~1")
    assert due(capsys, tree)[0] == ["tests/far", "tests/one_*"]
    monkeypatch.setenv("SETANON_BASE", "nowhere")
    with pytest.raises(SystemExit, match="SETANON_BASE=nowhere is no commit here"):
        due(capsys, tree)


@pytest.mark.parametrize("history", ["no tag", "none", "of another tree"])
def test_without_a_base_nothing_is_due_but_with_all(
    tree: Path, capsys: pytest.CaptureFixture[str], history: str
) -> None:
    if history == "of another tree":
        shutil.copytree(tree / ".ci", tree / "below" / ".ci")
        git(tree, "tag", "v1")
        tree /= "below"
    elif history == "none":
        shutil.rmtree(tree / ".git")
    found, said = due(capsys, tree)
    assert found == [] and said.startswith("== left to .ci/run --all, for no base is known: dbt")
    assert due(capsys, tree, everything=True) == (["dbt", "tests/far", "tests/one_*"], "")


def test_each_step_of_the_table_is_one_of_the_run() -> None:
    steps = {check for row in TABLE for check in row.checks if "/" not in check}
    assert steps == set(re.findall(r"^ +when_due (\w+) ", RUN, re.MULTILINE))


def test_all_that_is_covered_is_there() -> None:
    """A path that nobody renamed here covers nothing any more."""
    patterns = {one for row in TABLE for one in (*row.covers, *(check for check in row.checks if "/" in check))}
    tops = {one.split("/")[0] for one in patterns}
    files = [file.relative_to(ROOT).as_posix() for top in tops for file in (ROOT / top, *(ROOT / top).rglob("*"))]
    lost = [one for one in patterns if not any(COVERED["holds"](one, file) for file in files)]
    assert lost == [] and len(TABLE) > 5


def test_each_test_of_the_whole_is_in_the_table() -> None:
    """So that some change runs it."""
    marked = [file for file in (ROOT / "tests").rglob("test_*.py") if re.search(r"mark\.whole\b", _text(file))]
    files = [*marked, *(ROOT / "tests" / "engines").glob("test_*.py")]
    names = [file.relative_to(ROOT).as_posix() for file in files if file != Path(__file__)]
    tests = [check for row in TABLE for check in row.checks if "/" in check]
    assert [name for name in names if not any(COVERED["holds"](one, name) for one in tests)] == []
    assert len(marked) > 2


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_a_word_that_the_run_does_not_know_is_refused() -> None:
    done = subprocess.run(["bash", ROOT / ".ci" / "run", "--al"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "") and "unknown argument: --al (there is only --all)" in done.stderr


@pytest.mark.parametrize(
    ("whole", "turn"),
    [(None, True), ("", False), ("other tests/rooms", True), ("tests/*/test_o*", True), ("tests/room", False)],
)
def test_a_test_of_the_whole_runs_where_it_is_its_turn(
    monkeypatch: pytest.MonkeyPatch, whole: str | None, turn: bool
) -> None:
    monkeypatch.setattr(conftest, "WHOLE", whole)
    for marks in ({"whole"}, {"slow"}):
        one: Any = SimpleNamespace(path=ROOT / "tests/rooms/test_one.py", get_closest_marker=marks.__contains__)
        assert conftest._is_left_out(one) == (not turn and "whole" in marks)
