"""What is given to a public function is looked at before anything is read: names that can be none, words not known.

Names are those of files, folders and tables.
"""

import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar, get_origin

from setanon_sql.addresses import is_database_address
from setanon_sql.choices import check_choices
from setanon_sql.errors import BadParameter

P = ParamSpec("P")
R = TypeVar("R")

#: Parameters that name a file or a folder, never a table.
_FILES = {"query", "setup", "policy", "mapping", "mapping_out", "ledger", "report", "csv", "html", "evidence", "folder"}
#: Parameters that name what is read or written.
NAMES = frozenset(
    {"source", "release", "old", "new", "before", "tree", "taxonomy", "sensitive", "factors", "constraints", "weights"}
    | {"workload", "itemsets", "previous", "link", "out", "records_out"}
    | _FILES
)


def refuse_empty(called: str, given: Any) -> None:
    """Raise BadParameter for an empty text, as a variable of the shell that is not set leaves it."""
    if isinstance(given, str) and not given.strip():
        raise BadParameter(f"{called} is empty", "is a variable of the shell not set? Give it a value, or leave it out")


def refuse_address(name: str, called: str, given: Any) -> None:
    """Raise BadParameter where a parameter that is a name is given the address of a database; it is not repeated."""
    if name not in NAMES or not is_database_address(str(given)):
        return
    table = "say with --db which database it is (for a release also with --out-db), and name a table of it here"
    hint = "name a file or a folder" if name in _FILES else table
    raise BadParameter(f"{called} is the address of a database", hint)


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Have a function of the API refuse what can be no name, and words that a parameter of a ``Literal`` type lacks."""
    signature = inspect.signature(function)
    kinds = {name: one.annotation for name, one in signature.parameters.items()}
    words = {name: kind for name, kind in kinds.items() if get_origin(kind) is Literal}

    @wraps(function)
    def call(*given: P.args, **named: P.kwargs) -> R:
        for name, one in _arguments(signature, given, named):
            if name in NAMES and isinstance(one, str | Path):
                called = f"--{name.replace('_', '-')}"
                refuse_empty(called, one)
                refuse_address(name, called, one)
            if name in words:
                check_choices(**{name: (one, words[name])})
        return function(*given, **named)

    return call


def _arguments(signature: inspect.Signature, given: Any, named: Any) -> Iterator[tuple[str, Any]]:
    """Yield what is given, by the names of the parameters."""
    yield from zip(signature.parameters, given, strict=False)
    yield from named.items()
