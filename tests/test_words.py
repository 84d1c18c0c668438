"""How the code speaks: a docstring of a function says what it does, and begins with a verb."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import setanon_sql

HOME = Path(setanon_sql.__file__).parent
#: How a riddle begins. (The docstring of a command is its help, which says what is found out.)
RIDDLE = re.compile(r"(What|Whether|How|Where|Who|Which|Those)\b")
#: Names that say nothing: a bare participle, a pronoun.
EMPTY = {"told", "found", "wanted", "asked", "settle", "named", "counted", "one", "those", "shown"}
#: Functions of these names that are there still; none is added.
STILL = {"settle", "asked", "wanted", "named", "told", "counted", "one", "found", "shown"}


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in sorted(HOME.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield f"{path.relative_to(HOME)}:{node.name}", node


def is_command(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(one).startswith("command(") for one in node.decorator_list)


def test_a_docstring_of_a_function_is_no_riddle() -> None:
    found = [name for name, node in functions() if RIDDLE.match(ast.get_docstring(node) or "") and not is_command(node)]
    assert not found


@pytest.mark.parametrize("text", ["What of it goes.", "Whether it holds."])
def test_a_riddle_is_seen(text: str) -> None:
    assert RIDDLE.match(text) and not RIDDLE.match(f"Return w{text[1:]}")


def test_no_more_functions_have_an_empty_name() -> None:
    assert {node.name.strip("_") for _, node in functions()} & EMPTY <= STILL
