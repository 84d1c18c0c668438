"""What PostgreSQL's refusal of a step means, told apart by SQLSTATE: its texts are in the server's language."""

from typing import TYPE_CHECKING

from setanon_sql.errors import SetanonError

if TYPE_CHECKING:
    import psycopg

_AGAIN = "nothing is left behind; run it again"
_HERE = "<work here>: rows are read, and the work is done on this machine"

#: SQLSTATEs, or the classes that they begin with: what happened, what to do.
_FAILURES = {
    "25006": ("takes no tables now: the session is read-only, or the server is a standby", _HERE),
    "40": ("gave this transaction up for another one", _AGAIN),
    "42501": (
        "does not permit",
        "grant SELECT on the source, TEMPORARY on the database, CREATE in the schema of the release",
    ),
    "53100": ("has no room left on its disk", "make room on the server, or <work here>"),
    "53200": ("has no memory left", "lower <memory_limit>, which sets work_mem, or <work here>"),
    "53300": ("has no connection left", "close other connections, or raise max_connections"),
    "53400": ("stopped at a limit of its own settings", "raise temp_file_limit for this role, or <work here>"),
    "55P03": ("waited too long for a lock", "run it when nobody else changes the table, or raise lock_timeout"),
    "57014": (
        "stopped it: statement_timeout has passed, or somebody cancelled it",
        "raise statement_timeout for this role (ALTER ROLE … SET statement_timeout), or <work here>",
    ),
    "57P": ("ended the connection: somebody terminated it, or the server is shutting down", _AGAIN),
}

#: Where the connection broke: then it is the driver that speaks, and what it says holds parts of the address.
_LOST = ("lost the connection", "is the server up, and the network? Nothing is left behind; run it again")


def failure(error: "psycopg.Error", step: str) -> SetanonError:
    """Return the error for a step that PostgreSQL did not do; ``details`` holds its own words.

    Where nothing is known of the reason, the message names the class that psycopg has for it.
    """
    state = error.sqlstate or ""
    if not state and type(error).__name__ == "OperationalError":
        return SetanonError(f"PostgreSQL {_LOST[0]} in the step {step}", _LOST[1])
    keys = (state, state[:3], state[:2])
    happened, hint = next((_FAILURES[key] for key in keys if key in _FAILURES), ("", ""))
    if not happened:
        hint = "<values> what PostgreSQL says about it"
        message = f"PostgreSQL refused the step {step} ({type(error).__name__})"
    elif state == "42501":
        message = f"PostgreSQL does not permit the step {step}"
    else:
        message = f"PostgreSQL {happened} (in the step {step}, SQLSTATE {state})"
    return SetanonError(message, hint, (str(error),))
