"""What Snowflake's refusal of a step means, told apart by its number or SQLSTATE."""

from typing import Any

from setanon_sql.engine.connecting import mentions
from setanon_sql.errors import SetanonError

_AGAIN = "nothing is left behind; run it again"
_RIGHTS = (
    "grant USAGE on the database and its schemas, SELECT on the source, CREATE TABLE in the schema of the release, "
    "USAGE on the warehouse"
)
#: Numbers of errors, or the SQLSTATEs that they come with (or begin with): what happened, what to do.
_FAILURES = {
    "606": ("has no warehouse to compute with", "name one in <db>: snowflake://…?warehouse=…"),
    "604": (
        "stopped it: somebody cancelled the statement, or its time has passed",
        "raise STATEMENT_TIMEOUT_IN_SECONDS",
    ),
    "630": ("stopped it: STATEMENT_TIMEOUT_IN_SECONDS has passed", "raise that for this warehouse or role"),
    "3001": ("does not permit it", _RIGHTS),
    "2003": ("knows no such object, or does not permit it", _RIGHTS),
    "42501": ("does not permit it", _RIGHTS),
    "2002": ("has an object of that name already", "choose another name"),
    "390": ("ended the session", _AGAIN),
    "08": ("lost the connection", f"is the network up? {_AGAIN[0].upper()}{_AGAIN[1:]}"),
}


def failure(error: Any, step: str, address: str) -> SetanonError:
    """Return the error for a step that Snowflake did not do.

    ``details`` holds its own words, but where they repeat what the ``address`` says. What is no answer of the server
    (a connection that broke) the driver says, and it names hosts.
    """
    number = getattr(error, "errno", None)
    state = getattr(error, "sqlstate", None) or ""
    if type(error).__name__ in {"OperationalError", "InterfaceError", "InternalError"} and not _is_answer(number):
        state = "08"
    keys = [str(number), state, str(number)[:3] if _is_session(number) else "", state[:2]]
    happened, hint = next((_FAILURES[key] for key in keys if key in _FAILURES), ("", ""))
    if not happened:
        happened = f"refused it ({type(error).__name__} {number})"
        hint = "<values> what Snowflake says about it"
    words = str(error)
    details = () if state == "08" or mentions(words, address) else (words,)
    return SetanonError(f"Snowflake {happened} (in the step {step})", hint, details)


def _is_answer(number: int | None) -> bool:
    """Return whether a number is of the server: the driver's own begin with 25."""
    return bool(number) and number is not None and number >= 100 and not 250000 <= number < 260000


def _is_session(number: int | None) -> bool:
    """Return whether a number is of those that a session ends with."""
    return number is not None and 390000 <= number < 391000
