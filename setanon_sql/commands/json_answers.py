"""The answer of each command with ``--json``: those of models, as their rooms say, and all others."""

from typing import Any

from setanon_sql.answers import ANSWERS
from setanon_sql.registry import names, part


def answers_of_commands() -> dict[str, Any]:
    """Return the class of the answer of each command, in the order of the work."""
    rooms = {name: part(name, "answers") for name in names()}
    audits = {f"audit {name}": room.AUDIT for name, room in rooms.items()}
    releases = {f"anonymize {name}": room.ANONYMIZE for name, room in rooms.items()}
    return audits | releases | ANSWERS
