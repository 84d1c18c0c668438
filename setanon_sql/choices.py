"""Words from outside of which there are only a few: a parameter of a ``Literal`` type takes these and no others."""

from typing import Any, get_args

from setanon_sql.errors import BadParameter


def check_choice(name: str, value: object, choices: Any) -> None:
    """Raise BadParameter where a value is not exactly one of the words of a ``Literal`` type.

    ``name`` is what the user calls the parameter. A word that is not known must never mean another one: what is then
    done may be the opposite of what was wanted.
    """
    words = get_args(choices)
    if not (isinstance(value, str) and value in words):
        raise BadParameter(f"{name} is not one of {', '.join(words)}", "write one of these words exactly as it is here")


def check_choices(**given: tuple[object, Any]) -> None:
    """Check several parameters, each with its ``Literal`` type; keywords are what the Python API calls them."""
    for name, (value, choices) in given.items():
        check_choice(f"--{name.replace('_', '-')}", value, choices)
