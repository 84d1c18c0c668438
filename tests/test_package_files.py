"""The line that installs an extra fits the way setanon was installed."""

import sys
from pathlib import Path

import pytest

from setanon_sql.package_files import install_line


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("pyvenv.cfg", "pip install 'setanon-sql[dp]'"),
        ("uv-receipt.toml", "uv tool install 'setanon-sql[dp]'"),
        ("pipx_metadata.json", "pipx install -f 'setanon-sql[dp]'"),
    ],
)
def test_an_extra_is_installed_by_what_installed_setanon(
    file: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / file).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert install_line("dp") == line
