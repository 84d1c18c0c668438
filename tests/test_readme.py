"""What ``README.md`` promises to a new user is what ``.ci/run`` runs."""

import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from setanon_sql.__main__ import load_cli
from setanon_sql.synthetic.quest import write_demo

ROOT = Path(__file__).resolve().parent.parent


def test_the_commands_for_a_new_machine_are_marked_for_ci() -> None:
    blocks = re.findall(
        r"^```sh ci\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 1, "README.md needs one block that opens with ```sh ci; .ci/run takes its commands from there"
    demo, tests = blocks[0].splitlines()
    for line in (demo, tests):
        assert line.startswith("python3 -m venv .venv && .venv/bin/pip install "), "each line works in a fresh clone"
    assert demo.endswith(".venv/bin/setanon demo")
    assert tests.endswith(".venv/bin/pytest -n auto")


README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def after_the_commands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the commands of the README ran one after the other; each did what it is there for."""
    folder, program = tmp_path_factory.mktemp("readme"), load_cli().cli
    lines = [shlex.split(line, comments=True)[1:] for block in blocks("sh") for line in block.splitlines()]
    assert len(lines) == 10
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for command in lines:
            done = CliRunner().invoke(program, command)
            assert done.exit_code == (1 if command[0] == "audit" else 0), done.output
    return folder


def test_the_commands_of_the_readme_work_one_after_the_other(after_the_commands: Path) -> None:
    assert {"baskets.csv", "baskets.safe.csv", "safe.html", "pieces"} <= {
        one.name for one in after_the_commands.iterdir()
    }


def commands_of(page: str) -> list[str]:
    """The commands of a page that need no database, as they stand there."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8").replace("\\\n", " ")
    found = re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [
        line for block in found for line in block.splitlines() if line.startswith("setanon ") and "--db" not in line
    ]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["quickstart", "adaptive", "settings"])
def test_the_commands_of_a_page_work_one_after_the_other(page: str, tmp_path: Path) -> None:
    lines, demo = commands_of(page), "setanon demo --folder ."
    if not lines[0].startswith(demo):
        lines.insert(0, demo)  # the page says so in a sentence
    assert len(lines) > 3
    for line in lines:
        text = f'setanon() {{ {shlex.quote(sys.executable)} -m setanon_sql "$@"; }}; {line}'
        done = subprocess.run(["bash", "-c", text], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == (1 if line.startswith("setanon audit") else 0), f"{line}\n{done.stderr}"


def test_the_python_of_the_readme_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_demo(tmp_path)
    (code,) = blocks("python")
    exec(compile(code, "README.md", "exec"), {})
    told = capsys.readouterr().out
    assert "6,958 of 10,000 baskets are at risk" in told


def test_the_readme_is_short() -> None:
    assert len(README.split()) < 900


def test_the_picture_of_the_readme_is_the_one_that_the_demo_draws(after_the_commands: Path) -> None:
    """The first of the commands is the demo."""
    drawn = (after_the_commands / "before-after.svg").read_text(encoding="utf-8")
    assert drawn == (ROOT / "docs" / "figures" / "before-after.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["commands", "python"])
def test_a_page_of_reference_is_made_from_the_program(name: str) -> None:
    page = runpy.run_path(str(ROOT / ".ci" / f"{name}_page.py"))["page"]()
    path = ROOT / "docs" / f"{name}.md"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(page, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == page, f"UPDATE_GOLDEN=1 pytest {Path(__file__).name}"


def test_each_page_is_in_the_site() -> None:
    site = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    assert {path.name for path in (ROOT / "docs").glob("*.md")} == set(re.findall(r'"([\w-]+\.md)"', site))
