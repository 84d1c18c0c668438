"""Write what the site of the documentation is made of: ``docs/``, and the pages of reference, made from the program.

python .ci/site.py && zensical build
"""

import re
import runpy
import shutil
from pathlib import Path

from setanon_sql.policy import key_table

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
#: Where pages that are made lead to, wherever a page is read; within the site it is a page beside it.
ADDRESS = "https://setanon.github.io/setanon-sql/latest/"
KEYS = """# Keys of a policy

`setanon policy schema` prints them as a JSON schema. [A policy in a file](policy.md) says how they go together.
"""


def made(*, run: bool = True) -> dict[str, str]:
    """Return the pages that are made, by name; without ``run`` the gallery does not show what its stories print."""
    scripts = {"commands": "commands_page", "json": "json_page", "what-works-with-what": "together_page"}
    pages = {name: runpy.run_path(str(ROOT / ".ci" / f"{script}.py"))["page"]() for name, script in scripts.items()}
    gallery = runpy.run_path(str(ROOT / ".ci" / "gallery_page.py"))["page"](run=run)
    return pages | {"policy-keys": f"{KEYS}\n{key_table()}", "gallery": gallery}


def write(folder: Path, *, run: bool = True) -> None:
    """Write the pages of the site into a new folder."""
    shutil.copytree(DOCS, folder)
    for name, text in made(run=run).items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    for page in folder.glob("*.md"):
        page.write_text(within(page.read_text(encoding="utf-8")), encoding="utf-8")


def within(text: str) -> str:
    """Return a page whose links to other pages lead to files beside it."""
    return re.sub(rf"\]\({re.escape(ADDRESS)}([\w-]+)/", r"](\1.md", text)


if __name__ == "__main__":
    target = ROOT / "build" / "docs"
    shutil.rmtree(target, ignore_errors=True)
    write(target)
