"""Errors name options to whoever types a command and keywords to whoever calls a function, and both exist."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

import setanon_sql
from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.options.km import KmExtras
from setanon_sql.scripts import audits as audit_scripts
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions
from setanon_sql.spelling import in_python
from tests.cli.program import commands

HOME = Path(setanon_sql.__file__).parent
OWNERS = {one.__name__: one for one in (SourceOptions, Settings, api.Sampling, KmExtras)}
FUNCTIONS = [one for one in vars(api).values() if inspect.isfunction(one)] + [audit_scripts.audit_km_script]


def texts() -> Iterator[tuple[str, str]]:
    """Every text of the library that an error may be made of: where it stands, and with 0 for what is filled in."""
    for path in sorted(HOME.rglob("*.py")):
        name = path.relative_to(HOME).as_posix()
        if name.split("/")[0] in {"commands", "console.py", "answers.py", "show.py", "demo.py", "spelling.py"}:
            continue  # these speak to the command line only
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                parts = (part.value if isinstance(part, ast.Constant) else "0" for part in node.values)
                yield f"{name}:{node.lineno}", "".join(map(str, parts))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner:
                yield f"{name}:{node.lineno}", node.value


def _docstring(text: str) -> bool:
    return "``" in text or "\n" in text


@cache
def options() -> set[str]:
    """All options of the command line."""
    return {name for one in commands().values() for option in one.params for name in option.opts}


@cache
def keywords() -> set[str]:
    """What the functions of the API take by name, and what its options hold."""
    found = {name for function in FUNCTIONS for name in inspect.signature(function).parameters}
    return found | {field.name for owner in OWNERS.values() for field in fields(owner)}


def wrong(text: str) -> Iterator[object]:
    """Yield what is named wrongly in a text, for the command line or for Python."""
    named = set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", text))
    yield from named - options()
    told = in_python(text)
    if "setanon sql" in text:  # a command to run elsewhere
        yield from () if told == text else (told,)
        return
    yield from re.findall(r"(?<![\w-])--[a-z]+", told)
    for name in named - {"--show-values", "--work"}:  # what db begins with
        own = {"--no-refine": "refine", "--sample": "sampling"}.get(name, name[2:].replace("-", "_"))
        if own not in keywords() or not re.search(rf"\b{own}\b", told):
            yield told
    for owner, field in re.findall(r"\b([A-Z]\w+)[.(](\w+)\b", told):
        if owner in OWNERS and field not in {one.name for one in fields(OWNERS[owner])}:
            yield f"{owner}.{field}"
    yield from (one for one in re.findall(r"\bapi\.(\w+)", told) if not hasattr(api, one))


def test_texts_name_options_and_keywords_that_exist() -> None:
    naming = [(where, text) for where, text in texts() if re.search(r"--[a-z]", text) and not _docstring(text)]
    assert len(naming) > 60
    found = {where: faults for where, text in naming if (faults := list(wrong(text)))}
    assert not found


def test_the_check_finds_what_is_wrong() -> None:
    assert list(wrong("give --nothing")) == ["--nothing", "give nothing"] and list(wrong("leave --report-tier out"))


def test_who_calls_a_function_reads_keywords(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("record_id,item\n1,\n")
    with pytest.raises(BadInput) as refused:
        api.audit_km(tmp_path / "b.csv", k=2)
    hint = 'mend the source, or leave such rows out with SourceOptions(on_null="drop")'
    assert (refused.value.hint, refused.value.__notes__) == (hint, [f"hint: {hint}"])
    with pytest.raises(BadParameter, match=r"^k is 1; it must be a whole number"):
        api.audit_km(tmp_path / "b.csv", k=1)


def test_who_types_a_command_reads_options() -> None:
    error = BadParameter("--k is 1", "say --overwrite")
    assert (error.shell_message, error.shell_hint) == ("--k is 1", "say --overwrite")
    assert (str(error), error.message, error.hint) == ("k is 1", "k is 1", "say overwrite=True")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a file called my--db.csv", "a file called my--db.csv"),
        ("--m is 1", "m is 1"),
        ("use --m 2 or more", "use m=2 or more"),
        ("leave --format out", "leave SourceOptions.format out"),
        ("read it with --format list, or not", 'read it with SourceOptions(format="list"), or not'),
        ("add --db spark:local", 'add db="spark:local"'),
        ("only setanon anonymize makes one", "only setanon anonymize makes one"),
        ("setanon verify tells", "api.verify tells"),
        ("use setanon anonymize rho", "use api.anonymize_rho"),
        ("say --show-values to list them", "the error's details hold them"),
    ],
)
def test_what_is_spelled_how(text: str, told: str) -> None:
    assert in_python(text) == told
