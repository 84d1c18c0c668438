"""Print a page of the site: the stories of examples/gallery, each as it stands there, and what it prints."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "gallery"
ABOUT = """# Gallery

Stories to begin with: what each command prints. They run in an empty folder, on data that they make up:
`bash examples/gallery/shop.sh`."""


def stories() -> list[Path]:
    """Return the scripts, in the order of their names."""
    return sorted(FOLDER.glob("*.sh"))


def printed(story: Path, folder: Path) -> str:
    """Run a story in an empty folder; return what it prints. Raises CalledProcessError where it does not end well."""
    programs = Path(sys.executable).parent
    told = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHON": sys.executable, "COLUMNS": "100"}
    done = subprocess.run(
        ["bash", story, folder],
        env=os.environ | told,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return done.stdout


def about(story: Path) -> str:
    """Return the first sentence of a story."""
    return story.read_text(encoding="utf-8").splitlines()[1].removeprefix("# ")


def section(story: Path, *, run: bool = True) -> str:
    """Return a story as the page tells it; with ``run`` also what it prints."""
    title = story.stem.replace("_", " ").capitalize()
    text = f"## {title}\n\n{about(story)}\n\n```sh\n{story.read_text(encoding='utf-8').rstrip()}\n```"
    if not run:
        return text
    with tempfile.TemporaryDirectory() as folder:
        return f"{text}\n\n```text\n{printed(story, Path(folder)).rstrip()}\n```"


def page(*, run: bool = True) -> str:
    """Return the page as Markdown."""
    return "\n\n".join([ABOUT, *(section(story, run=run) for story in stories())]) + "\n"
