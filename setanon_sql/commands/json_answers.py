"""The answer of each command with ``--json``: those of models, as their rooms say, and all others."""

from typing import Any

from setanon_sql.answers import ANSWERS
from setanon_sql.registry import models, names, part

#: Commands that models have, by the field that describes theirs.
_OF_MODELS = {"sql audit": "script", "sql gate": "gate", "sql release": "release"}


def answers_of_commands() -> dict[str, Any]:
    """Return the class of the answer of each command, in the order of the work."""
    rooms = {name: part(name, "answers") for name in names()}
    audits = {f"audit {name}": room.AUDIT for name, room in rooms.items()}
    releases = {f"anonymize {name}": room.ANONYMIZE for name, room in rooms.items()}
    return audits | releases | {name: answer for key, answer in ANSWERS.items() for name in _commands(key)}


def _commands(key: str) -> list[str]:
    """Return the commands that an answer is of: each model's own, where some have one."""
    if key not in _OF_MODELS:
        return [key]
    more = ["sql gate counts"] if key == "sql gate" else []
    return [*(f"{key} {each.name}" for each in models() if getattr(each, _OF_MODELS[key])), *more]
