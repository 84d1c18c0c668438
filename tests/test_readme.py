"""What ``README.md`` promises to a new user is what ``.ci/run`` runs."""

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from setanon_sql.__main__ import load_cli
from setanon_sql.generate import write_demo

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


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the README works on."""
    folder = tmp_path_factory.mktemp("shop")
    write_demo(folder, 2000)
    return folder


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def test_the_commands_of_the_readme_work_one_after_the_other(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shop)
    program = load_cli().cli
    lines = [line.split("#")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("setanon ")]
    assert len(commands) == 5
    for command in commands:
        done = CliRunner().invoke(program, command)
        assert done.exit_code == (1 if command[0] == "audit" else 0), done.output


def test_the_python_of_the_readme_works(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shop)
    (shop / "safe.parquet").unlink(missing_ok=True)
    (shop / "safe.parquet.manifest.json").unlink(missing_ok=True)
    (code,) = blocks("python")
    exec(compile(code, "README.md", "exec"), {})


def test_every_command_is_in_the_readme() -> None:
    def names(group: click.Group, before: str) -> list[str]:
        found = []
        for name, command in group.commands.items():
            found += names(command, f"{before} {name}") if isinstance(command, click.Group) else [f"{before} {name}"]
        return found

    for name in names(load_cli().cli, "setanon"):
        short = name.replace("setanon taxonomy ", "")
        assert name in README or f"`{short}`" in README, f"README.md does not mention {name}"
