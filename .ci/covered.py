"""Print the checks that ``.ci/run`` makes besides those of every run, by the table in ``.ci/checks.md``.

python .ci/covered.py [--all]

A check is a step of ``.ci/run`` by its name, or tests by their path. It is due where files that it covers have changed
since a base, and with ``--all``. What is left out, and why, goes to stderr.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ".ci/checks.md"


@dataclass(frozen=True)
class Row:
    """A row of the table: checks, and what they cover; ``*`` stands for any text, a folder for all that is in it."""

    checks: tuple[str, ...]
    covers: tuple[str, ...]

    def is_due(self, changed: Iterable[str]) -> bool:
        """Return whether one of the files is covered, or holds tests of this row."""
        patterns = self.covers + tuple(one for one in self.checks if "/" in one)
        return any(holds(pattern, file) for pattern in patterns for file in changed)


def holds(pattern: str, file: str) -> bool:
    """Return whether a pattern of the table stands for a file."""
    return fnmatch(file, pattern) or fnmatch(file, f"{pattern.rstrip('/')}/*")


def rows(page: str) -> Iterator[Row]:
    """Yield the rows of the table: names and paths are what stands as code in its first two columns."""
    for line in page.splitlines():
        if line.startswith("| `"):
            checks, covers, *_ = (tuple(re.findall(r"`([^`]+)`", cell)) for cell in line.strip("| ").split(" | "))
            yield Row(checks, covers)


def git(root: Path, *words: str) -> str | None:
    """Return what git says; None where it fails, or is not there."""
    try:
        done = subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def base_of(root: Path) -> str:
    """Return the commit that a tree is compared with; empty where it has no history, or no tag in it."""
    top = git(root, "rev-parse", "--show-toplevel")
    if top is None or Path(top).resolve() != root.resolve():
        return ""
    named = os.environ.get("SETANON_BASE", "")
    if named and git(root, "rev-parse", "--verify", "--quiet", f"{named}^{{commit}}") is None:
        sys.exit(f"SETANON_BASE={named} is no commit here: fetch it, or name another one")
    return named or git(root, "describe", "--tags", "--abbrev=0") or ""


def changed_since(root: Path, base: str) -> list[str]:
    """Return the files that differ from a base, committed or not."""
    differing = git(root, "diff", "--name-only", "--no-renames", "--merge-base", base)
    new = git(root, "ls-files", "--others", "--exclude-standard")
    if differing is None or new is None:
        sys.exit(f"{base} has no history in common with this tree: name another base in SETANON_BASE")
    return [*differing.splitlines(), *new.splitlines()]


def main(root: Path, *, everything: bool) -> None:
    """Print the checks that are due."""
    table, base = list(rows((root / PAGE).read_text(encoding="utf-8"))), "" if everything else base_of(root)
    changed = changed_since(root, base) if base else []
    due = [check for row in table if everything or row.is_due(changed) for check in row.checks]
    left = [check for row in table for check in row.checks if check not in due]
    left = [one for one in left if not any(holds(other, one) for other in left if other != one)]
    why = f"nothing they cover has changed since {base}" if base else "no base is known"
    sys.stderr.write(f"== left to .ci/run --all, for {why}: {' '.join(left)}\n" if left else "")
    sys.stdout.write(" ".join(dict.fromkeys(due)) + "\n")


if __name__ == "__main__":
    main(ROOT, everything=sys.argv[1:] == ["--all"])
