"""Fixtures that every test may use."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from setanon_sql.engine import DuckDBEngine

# Machines differ in speed and tests share them: no example has a time limit.
settings.register_profile("setanon", deadline=None)
settings.load_profile("setanon")


@pytest.fixture
def engine() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=2) as engine:
        yield engine


@pytest.fixture(scope="session")
def datasets() -> Path:
    """The folder of the papers' real data; tests that need it are skipped where it is not there."""
    folder = os.environ.get("SETANON_DATASETS")
    if not folder:
        pytest.skip("SETANON_DATASETS does not name the folder of the real data sets")
    return Path(folder)
