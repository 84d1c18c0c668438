"""Audit, anonymize and verify set-valued data with SQL.

:mod:`setanon_sql.api` has the functions; :func:`open` reads a source once for several of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from setanon_sql.api.opened import open_source as open

__all__ = ["open"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Return ``open``, with which the library is loaded; a command that needs little of it starts faster."""
    if name != "open":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("setanon_sql.api.opened").open_source
