"""The examples of pipelines: what needs no other tool. ``examples/pipelines/run.py`` runs the rest with the tools."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import Program

ROOT = Path(__file__).resolve().parents[2]
HOOKS = ROOT / "examples" / "pipelines" / "hooks"
PAGE = (ROOT / "docs" / "pipelines.md").read_text(encoding="utf-8")
SAFE = "record_id,item\n" + "".join(f"{who},{item}\n" for who in range(1, 7) for item in ("bread", "milk"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program ``setanon`` on the path."""
    program = tmp_path / "bin" / "setanon"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m setanon_sql "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def code(script: str, *arguments: str) -> int:
    return subprocess.run(["bash", str(HOOKS / script), *arguments], capture_output=True, check=False).returncode


@pytest.mark.whole
def test_a_hook_lets_only_whole_releases_through(folder: Path, setanon: Program) -> None:
    (folder / "b.csv").write_text(SAFE)
    for name in ("good.csv", "bad.csv"):
        assert setanon("anonymize", "km", "b.csv", "--out", name, "--k", "5", "--m", "2").code == 0
    assert code("verify_releases.sh", "good.csv.manifest.json") == 0
    with (folder / "bad.csv").open("a") as file:
        file.write("99,secret\n")
    assert code("verify_releases.sh", "bad.csv.manifest.json", "good.csv.manifest.json") == 1
    assert code("verify_releases.sh", "bad.csv.manifest.json", "gone.csv.manifest.json") == 2


@pytest.mark.whole
def test_a_step_publishes_only_what_nobody_stands_out_in(folder: Path) -> None:
    (folder / "b.csv").write_text(SAFE)
    assert code("ci_step.sh", "b.csv", "public.csv") == 0 and (folder / "public.csv").read_text() == SAFE
    (folder / "b.csv").write_text(f"{SAFE}6,beer\n")
    assert code("ci_step.sh", "b.csv", "other.csv") == 1 and not (folder / "other.csv").exists()
    assert code("ci_step.sh", "gone.csv", "other.csv") == 2 and not (folder / "other.csv").exists()


def test_the_snippets_for_airflow_and_dagster_are_python() -> None:
    snippets = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(snippets) == 2
    for text in snippets:
        compile(text, "pipelines.md", "exec")


@pytest.mark.slow
def test_the_commands_of_the_page_print_a_gate(folder: Path, setanon: Program) -> None:
    commands = re.findall(r"^setanon (sql gate .*) > gate\.sql$", PAGE, re.MULTILINE)
    assert len(commands) == 7
    for command in commands:
        answer = setanon(*command.split())
        assert answer.code == 0 and answer.out.startswith("WITH\n") and ";" not in answer.out


@pytest.mark.slow
def test_the_audit_of_sqlmesh_can_be_made_as_the_page_says(folder: Path) -> None:
    (block,) = [one for one in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE) if "AUDIT" in one]
    (folder / "audits").mkdir()
    subprocess.run(["bash", "-euc", block], check=True)
    text = (folder / "audits" / "km_anonymous.sql").read_text()
    assert text.startswith("AUDIT (name km_anonymous") and "FROM @this_model" in text and text.endswith(";\n")
