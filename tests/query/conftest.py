"""Tests of rendering: nothing is ready."""

from collections.abc import Iterator

import pytest

from tests import ready


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_ready() -> Iterator[None]:
    with ready.nothing():
        yield
