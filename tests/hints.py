"""The types of parameters and fields, also those that name what is imported for the checker of types alone."""

import ast
import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_type_hints

import pandas as pd
import pyarrow as pa

import setanon_sql.options

#: A column of pandas takes no brackets when it runs.
FRAMES: dict[str, Any] = {"pd": SimpleNamespace(DataFrame=pd.DataFrame, Series=list), "pa": pa, "Any": Any}


def hints_of(thing: Any) -> dict[str, Any]:
    """Return what a function takes and returns, or what a class holds."""
    options = getattr(thing, "options", None)
    if options is None:
        return get_type_hints(thing, localns=FRAMES | names_for_the_checker())
    returned = {"return": thing.__annotations__["return"]} if callable(thing) else {}
    return get_type_hints(options, localns=FRAMES | names_for_the_checker()) | returned


@cache
def names_for_the_checker() -> dict[str, Any]:
    """Return what the modules of options import for the type checker alone."""
    names: dict[str, Any] = {}
    for module in pkgutil.iter_modules(setanon_sql.options.__path__, "setanon_sql.options."):
        source = Path(import_module(module.name).__file__ or "").read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                exec(compile(ast.Module(node.body, []), module.name, "exec"), names)
    names.pop("__builtins__", None)
    return names
