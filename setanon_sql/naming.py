"""What can be no name of a file, a folder or a table is refused before anything is read."""

from pathlib import Path
from typing import Any

from setanon_sql.addresses import is_database_address
from setanon_sql.errors import BadParameter


def refuse_empty(called: str, value: Any) -> None:
    """Raise BadParameter for an empty text, as a variable of the shell that is not set leaves it."""
    if isinstance(value, str) and not value.strip():
        raise BadParameter(f"{called} is empty", "is a variable of the shell not set? Give it a value, or leave it out")


def refuse_bytes(called: str, text: str, *, is_path: bool) -> None:
    """Raise BadParameter for what is no text in the encoding of the system; only the path of a file may be that."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        if not is_path:
            raise BadParameter(f"{called} is no text in UTF-8", "write it in the encoding of this system") from error


def refuse_address(called: str, name: str | Path, *, files_only: bool) -> None:
    """Raise BadParameter where a name belongs and the address of a database is given; it is not repeated."""
    if not is_database_address(str(name)):
        return
    table = "say with <db> which database it is (for a release also with <out_db>), and name a table of it here"
    hint = "name a file or a folder" if files_only else table
    raise BadParameter(f"{called} is the address of a database", hint)
