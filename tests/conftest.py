"""Fixtures that every test may use."""

import gc
import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
from hypothesis import settings

from setanon_sql.engine import DuckDBEngine
from tests import lent, ready
from tests.adaptive.data import in_one_way

# Machines differ in speed and tests share them: no example has a time limit. Each test says how many random examples it
# looks at (tests.strategies.examples); SETANON_EXAMPLES is the share of them in percent (tests/README.md).
settings.register_profile("setanon", deadline=None, max_examples=int(os.environ.get("SETANON_EXAMPLES", "1")))
settings.load_profile("setanon")

# Parsed queries and modules stay for the whole run: looking through them for garbage costs a twentieth of it.
gc.set_threshold(100_000, 20, 50)


ENGINES = Path(__file__).parent / "engines"
#: Paths of tests, apart by blanks: of those that are marked "whole" .ci/run asks these only. Not set: all of them.
WHOLE = os.environ.get("SETANON_WHOLE")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not read ``tests/engines``, which is all slow, where slow tests are left out, unless it is asked for."""
    if collection_path != ENGINES or config.option.markexpr != "not slow":
        return None
    asked = [(config.invocation_params.dir / one.split("::")[0]).resolve() for one in config.args]
    return None if any(ENGINES in (path, *path.parents) for path in asked) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the papers' data to CI: what needs them is slow, and so is what runs as a whole only, or reads the code."""
    for item in items:
        if any(map(item.get_closest_marker, ("datasets", "whole", "lint"))):
            item.add_marker(pytest.mark.slow)
    left = [item for item in items if _is_left_out(item)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]


def _is_left_out(item: pytest.Item) -> bool:
    """Whether .ci/run leaves a test to .ci/run --all, for nothing that it covers has changed (.ci/checks.md)."""
    if WHOLE is None or not item.get_closest_marker("whole"):
        return False
    file = item.path.relative_to(ENGINES.parent.parent).as_posix()
    return not any(fnmatch(file, pattern) or fnmatch(file, f"{pattern}/*") for pattern in WHOLE.split())


def pytest_collection_finish() -> None:
    """What is there by now stays: nobody need look through it for garbage again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _duckdb_is_lent() -> Iterator[None]:
    with lent.lending():
        yield


@pytest.fixture(scope="session", autouse=True)
def _queries_are_ready() -> Iterator[None]:
    with ready.installed():
        yield


@pytest.fixture(autouse=True)
def _threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests of the real data have as many threads as users have: on small data they only cost."""
    if request.node.get_closest_marker("datasets"):
        monkeypatch.setattr(lent, "threads", os.cpu_count() or 1)


@pytest.fixture
def engine() -> Iterator[DuckDBEngine]:
    with lent.engine() as engine:
        yield engine


@pytest.fixture
def one_way() -> Iterator[None]:
    with in_one_way():
        yield


@pytest.fixture(scope="session")
def datasets() -> Path:
    """The folder of the papers' real data; tests that need it are skipped where it is not there."""
    folder = os.environ.get("SETANON_DATASETS")
    if not folder:
        pytest.skip("SETANON_DATASETS does not name the folder of the real data sets")
    return Path(folder)
