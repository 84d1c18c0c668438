"""Tests stand alone: what two of them need is in a module that is no test."""

import ast
from collections.abc import Iterator
from pathlib import Path

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
