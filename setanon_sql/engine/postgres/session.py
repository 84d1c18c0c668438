"""What holds in a session of PostgreSQL from its first statement on: whose functions are called, which rows are seen.

Functions, operators and types are those of the server, whatever schemas the settings of a role or of a database put in
front of them: ``search_path`` is pinned. Tables of the user are found by the path as it was before, and then named in
full. Where a policy would hide rows the server is told to refuse the statement instead.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from setanon_sql.errors import BadInput

if TYPE_CHECKING:
    import psycopg

#: The schemas of the user's own path that are there, in order.
USERS_PATH = "SELECT pg_catalog.current_schemas(false)::pg_catalog.text[]"

#: Nothing is found but what the server itself brings; scratch tables are named in full.
PINNED_PATH = "pg_catalog, pg_temp"

#: How values are written as text: alike wherever they are read, and whoever reads them. Moments are in UTC.
WRITTEN = {"TimeZone": "UTC", "DateStyle": "ISO, YMD", "IntervalStyle": "postgres", "extra_float_digits": "1"}

SETTINGS = WRITTEN | {
    "row_security": "off",  # a statement whose rows a policy would hide is an error then
    "enable_nestloop": "off",  # scratch tables have no index, so it is never what the planner hopes for
    "jit": "off",  # compiling takes longer than the statements run
    "synchronous_commit": "off",  # nobody needs scratch tables after a crash (the release is written with it on)
    "default_statistics_target": "10",  # all is analyzed as it is made: a sample of 3,000 rows is a tenth of the cost
    "temp_buffers": "64MB",  # what is made is read again at once; the memory is taken as it is needed
    "client_connection_check_interval": "5s",  # a statement ends soon after the one who asked for it is gone
    "idle_in_transaction_session_timeout": "0",  # rows that were copied are looked at before the next table is read
}

#: The function of the server that raises where a policy would hide rows; its name is in no language.
_POLICY = "check_enable_rls"


class Asks(Protocol):
    """A function that sends a statement to the server."""

    def __call__(self, text: str, values: Sequence[Any] | None = None, /) -> "psycopg.Cursor[Any]":
        """Send it."""


def prepare_session(ask: Asks) -> list[str]:
    """Pin the path of a new session and make its settings; returns the schemas of the path before."""
    ((path,),) = ask(USERS_PATH).fetchall()
    ask(f"SET search_path = {PINNED_PATH}")
    for setting, value in SETTINGS.items():
        ask(f"SET {setting} = '{value}'")
    return [schema for schema in path if schema != "pg_catalog"]


def is_policy(error: "psycopg.Error") -> bool:
    """Return whether the server refused a statement because a policy would hide rows from this role."""
    return bool(error.diag.source_function == _POLICY)


def rows_hidden() -> BadInput:
    """Return the error for what cannot be read whole."""
    return BadInput(
        "PostgreSQL would hide rows of what is to be read: row-level security holds for this role",
        "read it as its owner or with a role that has BYPASSRLS, or copy the rows that are meant into another table",
    )
