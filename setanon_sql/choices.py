"""Words from outside of which there are only a few: a parameter of a ``Literal`` type takes these and no others."""

from typing import Any, get_args

from setanon_sql.errors import BadParameter


def check_choice(name: str, value: object, choices: Any) -> None:
    """Raise BadParameter where a value is not exactly one of some words.

    ``name`` is what the user calls the parameter, ``choices`` the words or their ``Literal`` type. A word that is not
    known must never mean another one: what is then done may be the opposite of what is asked for.
    """
    words = choices if isinstance(choices, tuple) else get_args(choices)
    if not (isinstance(value, str) and value in words):
        raise BadParameter(f"{name} is not one of {', '.join(words)}", "write one of these words exactly as it is here")
