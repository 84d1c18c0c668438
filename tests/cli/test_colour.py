"""Colour where a terminal has it, and nowhere else."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from setanon_sql.commands.answers import coloured

RED, GREEN = "\x1b[31m", "\x1b[32m"


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("km with k = 5: the guarantee holds\nmore holds", f"km with k = 5: the guarantee {GREEN}"),
        ("k^m-anonymity with k = 5, m = 2: does not hold\n", f"k^m-anonymity with k = 5, m = 2: {RED}"),
        ("km: THE GUARANTEE DOES NOT HOLD", f"km: THE GUARANTEE {RED}"),
        ("x and its release DO NOT AGREE", f"x and its release {RED}"),
        ("Published r.parquet", "Published r.parquet"),
    ],
)
def test_the_verdict_of_the_first_line_has_a_colour(text: str, start: str) -> None:
    assert coloured(text).startswith(start)
    assert coloured(text).count("\x1b") == (2 * start.count("\x1b") + start.count("\x1b"))


def _said(command: list[str], environment: dict[str, str]) -> str:
    """What a command says on a terminal."""
    ours, its = pty.openpty()
    ended = subprocess.run(command, stdout=its, stderr=its, env=os.environ | environment, check=False)
    os.close(its)
    found = b""
    try:
        while more := os.read(ours, 4096):
            found += more
    except OSError:  # Linux says so at the end
        pass
    assert ended.returncode == 2
    return found.decode()


@pytest.mark.whole
@pytest.mark.skipif(sys.platform != "linux", reason="needs a terminal as Linux has it")
def test_only_a_terminal_gets_colours(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "setanon_sql", "verify", str(tmp_path / "none.parquet")]
    assert "\x1b[31m" in _said(command, {"NO_COLOR": ""})
    assert "\x1b" not in _said(command, {"NO_COLOR": "1"})
    piped = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"NO_COLOR": ""})
    assert piped.stderr.startswith("error: ") and "\x1b" not in piped.stderr
