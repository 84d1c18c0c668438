"""Sessions that killed runs left, and with them their scratch tables: ended by the next run on this machine.

BigQuery ends a session itself, after a day without a statement. Each run notes its session in a private folder, which
is locked as long as the run lives (:mod:`setanon_sql.files.temporary`).
"""

import json
from collections.abc import Callable
from pathlib import Path

from setanon_sql.files.temporary import make_folder

_PREFIX = "setanon-bigquery-"
_NOTE = "session.json"
#: Ends a session of a project in a location; raises OSError where that cannot be done now.
End = Callable[[str, str, str], None]


def session_folder(end: End) -> Path:
    """Return a new private folder for the note of this run, after the sessions of killed runs were ended."""

    def recovery(folder: Path) -> None:
        note = folder / _NOTE
        if note.exists():
            end(*json.loads(note.read_text(encoding="utf-8")))

    return make_folder(_PREFIX, recovery=recovery)


def note_session(folder: Path, project: str, location: str, session: str) -> None:
    """Write down which session the run has."""
    (folder / _NOTE).write_text(json.dumps([project, location, session]), encoding="utf-8")
