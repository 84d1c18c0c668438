"""What a recount against one model gives."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Counted:
    """What was counted: ``counts`` by name, ``problem`` says in a sentence what breaks the model ('' if nothing)."""

    counts: dict[str, int]
    problem: str
