"""The stories of ``examples/gallery`` run, and end with what they are there for."""

import runpy
from pathlib import Path

import pytest

PAGE = runpy.run_path(str(Path(__file__).resolve().parent.parent / ".ci" / "gallery_page.py"))
STORIES = PAGE["stories"]()


@pytest.mark.whole
@pytest.mark.parametrize("story", STORIES, ids=lambda story: str(story.stem))
def test_a_story_runs_and_its_release_is_verified(story: Path, tmp_path: Path) -> None:
    printed = PAGE["printed"](story, tmp_path)
    assert "$ setanon verify" in printed
    assert "the guarantee holds" in printed


@pytest.mark.parametrize("story", STORIES, ids=lambda story: str(story.stem))
def test_a_story_is_short_and_says_what_it_is_about(story: Path) -> None:
    lines = story.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40
    assert PAGE["about"](story).endswith(".")
