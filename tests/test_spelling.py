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
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.scripts import audit_km_script
from setanon_sql.policy.keys import naming_keys
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions
from setanon_sql.spelling import MARK, PHRASES, in_python, in_shell, speaking
from tests.cli.program import cli, commands

HOME = Path(setanon_sql.__file__).parent
OWNERS = {one.__name__: one for one in (SourceOptions, Settings, api.Sampling, KmExtras)}
FUNCTIONS = [one for one in vars(api).values() if inspect.isfunction(one)] + [audit_km_script]


def texts() -> Iterator[tuple[str, str]]:
    """Every text below commands that names an option: where it stands, and with 0 for what is filled in."""
    for path in sorted(HOME.rglob("*.py")):
        name = path.relative_to(HOME).as_posix()
        if name.split("/")[0] in {"commands", "answers"}:
            continue  # these speak to the command line only
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            text = ""
            if isinstance(node, ast.JoinedStr):
                parts = (part.value if isinstance(part, ast.Constant) else "0" for part in node.values)
                text = "".join(map(str, parts))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner:
                text = node.value
            if MARK.search(text) and not any(other in text for other in ("``", "(?P<", "<html")):
                yield f"{name}:{node.lineno}", text


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
    typed = in_shell(text)
    spoken = in_python(text)
    yield from {name for mark in MARK.finditer(text) if (name := mark["name"]) not in keywords() | {*PHRASES, "0"}}
    yield from set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", typed)) - options()
    yield from re.findall(r"(?<![\w-])--[a-z]+", spoken)
    for owner, field in re.findall(r"\b([A-Z]\w+)[.(](\w+)\b", spoken):
        if owner in OWNERS and field not in {one.name for one in fields(OWNERS[owner])}:
            yield f"{owner}.{field}"
    functions = (one.replace("0", r"\w+") for one in re.findall(r"\bapi\.(\w+)", spoken))
    yield from (one for one in functions if not any(re.fullmatch(one, name) for name in vars(api)))


@pytest.mark.slow
def test_texts_name_options_and_keywords_that_exist() -> None:
    naming = list(texts())
    assert len(naming) > 200
    assert not {where: faults for where, text in naming if (faults := list(wrong(text)))}


def test_the_check_finds_what_is_wrong() -> None:
    assert list(wrong("give <nothing>")) == ["nothing"] and list(wrong("leave --report-tier out"))


def test_who_calls_a_function_reads_keywords(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("record_id,item\n1,\n")
    with pytest.raises(BadInput) as refused:
        api.audit_km(tmp_path / "b.csv", k=2)
    hint = 'mend the source, or leave such rows out with SourceOptions(on_null="drop")'
    assert (refused.value.hint, refused.value.__notes__) == (hint, [f"hint: {hint}"])
    with pytest.raises(BadParameter, match=r"^k is 1; it must be a whole number"):
        api.audit_km(tmp_path / "b.csv", k=1)


def test_who_types_a_command_reads_options(capsys: pytest.CaptureFixture[str]) -> None:
    error = BadParameter("<k> is 1", "say <overwrite>")
    assert (str(error), error.message, error.hint) == ("k is 1", "k is 1", "say overwrite=True")
    with speaking(in_shell):
        error = BadParameter("<k> is 1", "say <overwrite>")
    assert (str(error), error.message, error.hint) == ("--k is 1", "--k is 1", "say --overwrite")
    assert cli().run(["audit", "km", "b.csv", "--k", "1"]) == 2
    assert capsys.readouterr().err.startswith("error: --k is 1; it must be a whole number")
    assert str(BadParameter("<k> is 1")) == "k is 1"  # a command has ended


def test_who_runs_a_policy_reads_its_keys() -> None:
    with pytest.raises(BadParameter) as raised, naming_keys():
        raise BadParameter("<sep> is empty", "leave <db> out, say <record_ids=keep>, or <overwrite>")
    assert raised.value.message == "separator is empty"
    assert raised.value.hint == 'leave place out, say record_ids = "keep", or overwrite=True'


@pytest.mark.parametrize(
    ("text", "typed", "keyword"),
    [
        ("a file called <b>.csv", "a file called <b>.csv", "a file called <b>.csv"),
        ("<m> is 1", "--m is 1", "m is 1"),
        ("use <m=2> or more", "use --m 2 or more", "use m=2 or more"),
        ("leave <format> out", "leave --format out", "leave SourceOptions.format out"),
        ("with <format=list>, or not", "with --format list, or not", 'with SourceOptions(format="list"), or not'),
        ("add <db=spark:local>", "add --db spark:local", 'add db="spark:local"'),
        ("leave <sampling> out", "leave --sample out", "leave sampling=Sampling() out"),
        ("say <refine>", "say --no-refine", "say refine=False"),
        ("<verify> tells", "setanon verify tells", "api.verify tells"),
        ("<values> them", "say --show-values to see them", "the error's details hold them"),
        ("or <work here>", "or say --work here", 'or write "here:" before the address of db'),
    ],
)
def test_how_options_are_spelled(text: str, typed: str, keyword: str) -> None:
    assert (in_shell(text), in_python(text)) == (typed, keyword)
