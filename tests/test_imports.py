"""Tests stand alone: what two of them need is in a module that is no test."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.lint

FOLDER = Path(__file__).parent


def imported(path: Path) -> Iterator[str]:
    """Every module that a file may import, ``from a import b`` as ``a.b``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{one.name}" for one in node.names)


def test_no_test_imports_another() -> None:
    paths = sorted(FOLDER.rglob("*.py"))
    found = [(path.name, name) for path in paths for name in imported(path)]
    assert ("test_imports.py", "pathlib.Path") in found
    assert [(path, name) for path, name in found if name.startswith("tests.") and ".test_" in name] == []


def test_each_room_can_be_imported_first() -> None:
    rooms = sorted(path.parent.name for path in (FOLDER.parent / "setanon_sql").glob("*/__init__.py"))
    assert "comparing" in rooms
    text = (
        "import sys\n"
        "for room in sys.argv[1:]:\n"
        "    kept = {name: one for name, one in sys.modules.items() if not name.startswith('setanon_sql')}\n"
        "    sys.modules.clear()\n"
        "    sys.modules.update(kept)\n"
        "    __import__(f'setanon_sql.{room}')\n"
    )
    subprocess.run([sys.executable, "-c", text, *rooms], check=True)
