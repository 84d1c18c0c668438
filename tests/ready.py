"""Queries that need not be rendered again: those of the wheel that is installed, where it was built of this very tree.

``pip install '.[test]'`` renders all queries for DuckDB. Tests run in the checkout, which has none ready, and rendering
takes a worker seconds. Tests of rendering itself do without (``tests/query/conftest.py``).
"""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest

from setanon_sql.package_files import PACKAGE
from setanon_sql.query import prepared


def _of_wheel() -> dict[str, dict[str, Any]]:
    """Return ``prepared.ready`` by dialect, as the installed wheel has it; nothing where it renders otherwise."""
    try:
        wheel = Path(str(distribution("setanon-sql").locate_file(PACKAGE.name)))
    except PackageNotFoundError:
        return {}
    path = wheel / "sql_files" / "ready.json"
    same = all(_text(wheel / "query" / one.name) == _text(one) for one in (PACKAGE / "query").glob("*.py"))
    return dict(json.loads(path.read_text(encoding="utf-8"))) if same and path.exists() else {}


def _text(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def installed() -> AbstractContextManager[None]:
    """Have queries taken from the installed wheel; each is rendered all the same where its text has changed since."""
    return _ready(_of_wheel())


def nothing() -> AbstractContextManager[None]:
    """Have every query rendered."""
    return _ready({})


@contextmanager
def _ready(found: dict[str, dict[str, Any]]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prepared, "_ready", lambda: found)
        prepared._pieces.cache_clear()
        yield
    prepared._pieces.cache_clear()
