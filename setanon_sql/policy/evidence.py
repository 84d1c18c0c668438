"""The evidence of a run: a folder with all that shows what was asked, done, found and published.

``public/`` holds what may go where the release goes: no small count, and no label but those that the manifest lists.
``internal/`` is for its owner: exact counts, the policy, the statements. Only its owner may look into the folder. It
appears whole or not at all, and never in the place of something else: each run has a folder of its own.
"""

import json
import platform
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np

from setanon_sql import __version__
from setanon_sql.api.policies import as_text
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.policy.model import Policy
from setanon_sql.release.staging import Move, check_folder, check_name, explain_errors, hold_folders, publish, staging
from setanon_sql.trace import Statement

if TYPE_CHECKING:
    from setanon_sql.policy.running import PolicyRun

_ABOUT = """The evidence of a release that setanon made by a policy.

public/    may go where the release goes
  manifest.json         what the release promises, and what it was made from
  report.html           the report without small counts
  versions.json         the software
internal/  exact counts, for the owner alone
  policy.toml           the policy as it was
  report.html           the report with all counts
  audit-before.json     the audit of the source (of records)
  audit-after.json      the recount of the release
  run.json              all that the run answered
  statements.sql        the SQL that was run, without secrets
"""


class Evidence:
    """The folder of a run, checked before the work; raises BadDestination where it cannot be made."""

    def __init__(self, policy: Policy, folder: Path) -> None:
        self.policy = policy
        self.folder = folder
        self.check()

    def check(self) -> None:
        """Raise BadDestination where something stands there, or nothing can."""
        check_folder(self.folder)
        check_name(self.folder)
        if self.folder.exists() or self.folder.is_symlink():
            raise BadDestination(f"{self.folder.name} already exists", "name a new folder for the evidence of each run")

    def write(self, run: "PolicyRun", pages: Callable[[], Mapping[str, str]], statements: Sequence[Statement]) -> None:
        """Write it; raises BadDestination, which says that the release is published by now.

        ``pages``: returns the report by tier.
        """
        try:
            reports = {f"{tier}/report.html": page for tier, page in pages().items()}
            self.put(self._texts(run, statements) | reports)
        except SetanonError as error:
            raise BadDestination(
                f"the release is published, but its evidence is not written: {error.marked_message}", error.marked_hint
            ) from error

    def _texts(self, run: "PolicyRun", statements: Sequence[Statement]) -> dict[str, str | bytes]:
        """Return what stands in its files, by name."""
        assert run.release and run.verification
        before = {"internal/audit-before.json": _json(run.before.to_json())} if run.before else {}
        return {
            "README.txt": _ABOUT,
            "public/manifest.json": as_text(run.release.manifest),
            "public/versions.json": _json(versions()),
            "internal/policy.toml": self.policy.path.read_bytes(),
            **before,
            "internal/audit-after.json": _json(run.verification.to_json()),
            "internal/run.json": _json(run.to_json()),
            "internal/statements.sql": _statements(statements, self.policy.secrets),
        }

    def put(self, texts: Mapping[str, str | bytes]) -> None:
        """Put the folder in its place in one move."""
        with staging(self.folder) as private:
            draft = private / "evidence"
            with explain_errors(self.folder):
                for name, text in texts.items():
                    _private(draft / name, text)
            with hold_folders(self.folder):
                self.check()
                publish([Move(draft, self.folder)])


def versions() -> dict[str, str]:
    """Return which software did it."""
    return {
        "setanon": __version__,
        "python": platform.python_version(),
        "duckdb": duckdb.__version__,
        "sqlglot": version("sqlglot"),
        "numpy": np.__version__,
        "system": f"{platform.system()} {platform.machine()}",
    }


def _json(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, indent=2, ensure_ascii=False, default=str) + "\n"


def _private(path: Path, text: str | bytes) -> None:
    """Write a file that only its owner may read, in folders that only its owner may open."""
    for folder in (path.parent.parent, path.parent):
        folder.mkdir(mode=0o700, exist_ok=True)
    path.touch(mode=0o600)
    path.write_bytes(text if isinstance(text, bytes) else text.encode(errors="backslashreplace"))


def _statements(statements: Sequence[Statement], secrets: Sequence[str]) -> str:
    """Return what was run, in its order; what the environment held is not in it."""
    text = "\n\n".join(f"-- {statement.name}\n{statement.text};" for statement in statements) + "\n"
    for secret in secrets:
        text = text.replace(secret, "***")
    return text
