"""The sites of several versions stand beside each other, as the switch in their header expects."""

import json
import runpy
from pathlib import Path

import pytest

PUBLISH = runpy.run_path(str(Path(__file__).resolve().parent.parent / ".ci" / "publish_site.py"))["publish"]


def built(folder: Path, version: str) -> Path:
    """Write a site of one page that says its version."""
    folder.mkdir()
    (folder / "index.html").write_text(version, encoding="utf-8")
    return folder


def test_sites_of_versions_stand_beside_each_other_and_the_newest_is_the_latest(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    for version in ("0.9.1", "v0.10.0", "0.9.2"):
        PUBLISH(built(tmp_path / version, version), version, pages)
    assert {name: (pages / name / "index.html").read_text() for name in ("0.9", "0.10", "latest")} == {
        "0.9": "0.9.2",
        "0.10": "v0.10.0",
        "latest": "v0.10.0",
    }
    assert json.loads((pages / "versions.json").read_text()) == [
        {"version": "0.10", "title": "0.10", "aliases": ["latest"]},
        {"version": "0.9", "title": "0.9", "aliases": []},
    ]
    assert "url=latest/" in (pages / "index.html").read_text()


def test_what_is_no_version_replaces_nothing(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no version"):
        PUBLISH(built(tmp_path / "built", "1"), "main", tmp_path / "pages")
    assert not (tmp_path / "pages").exists()
