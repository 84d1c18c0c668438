"""Releases that an earlier version published are still verified, and those of this version by later ones."""

from pathlib import Path

import pytest

from setanon_sql import __version__, api
from setanon_sql.verify import claims

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent


def releases() -> list[Path]:
    manifests = sorted(HERE.glob("*/*/**/*manifest.json"))
    return [
        one.parent if one.name == "manifest.json" else one.with_name(one.name.removesuffix(".manifest.json"))
        for one in manifests
    ]


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("release", releases(), ids=lambda path: str(path.relative_to(HERE)))
def test_a_release_of_a_version_is_verified_by_later_ones(
    release: Path, later: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if later:
        monkeypatch.setattr(claims, "MADE_BY", "setanon-sql 99.0")
    checked = api.verify(release)
    assert checked.satisfied, checked.messages
    assert checked.complete, checked.not_checked


def test_this_version_has_releases() -> None:
    assert len([path for path in releases() if HERE / __version__ in path.parents]) == 13
