"""The package as a library: what its functions return is typed and explained, and so is what they take."""

import ast
import doctest
import inspect
import re
import runpy
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from inspect import get_annotations
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from setanon_sql import api
from setanon_sql.measures import Measures
from setanon_sql.query.templates import Table

ROOT = Path(api.__file__).parents[1]
#: What only says where a session of Spark is: no work, and no result.
ADDRESSES = {"session_db"}
FUNCTIONS = {
    name: one for name in api.__all__ if inspect.isfunction(one := getattr(api, name)) and name not in ADDRESSES
}
#: What ``help(setanon_sql.api)`` explains once for all functions.
SHARED = {"source", "options", "sensitive", "taxonomy", "out", "settings", "report"}
ROOMS = ("api", "measures", "inference", "audit", "verify", "methods", "counting", "taxonomy", "synthetic", "sensitive")
#: Functions that return an open document: what a manifest says.
OPEN = {"fields_of", "own_fields"}


def returned() -> set[type]:
    """The dataclasses that the functions return, and those that are in them."""
    found, open_ones = set[type](), {inspect.signature(one).return_annotation for one in FUNCTIONS.values()}
    while open_ones:
        one = open_ones.pop()
        if is_dataclass(one) and isinstance(one, type) and one is not Table and one not in found:
            found.add(one)
            open_ones |= set(get_type_hints(one).values())
        open_ones |= set(get_args(one))
    return found


def named(text: str | None) -> set[str]:
    """The words that a docstring has between two backticks each: ``k``, ``record_id, item``."""
    return set(re.findall(r"\w+", " ".join(re.findall(r"``([^`]*)``", text or ""))))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_returns_a_frozen_dataclass(name: str) -> None:
    result = inspect.signature(FUNCTIONS[name]).return_annotation
    assert is_dataclass(result) and result.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert hasattr(result, "to_json") or result.__name__ == "Taxonomy"


@pytest.mark.parametrize("one", sorted(returned(), key=lambda one: one.__name__), ids=lambda one: one.__name__)
def test_each_field_of_a_result_is_explained(one: type) -> None:
    described = {name for base in one.__mro__ for name, hint in get_annotations(base).items() if get_args(hint)[1:]}
    docstrings = " ".join(base.__doc__ or "" for base in one.__mro__)
    assert not {field.name for field in fields(one)} - named(docstrings) - described


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_tells_its_parameters_cost_errors_and_source(name: str) -> None:
    told = FUNCTIONS[name].__doc__ or ""
    assert not set(inspect.signature(FUNCTIONS[name]).parameters) - named(told) - SHARED
    lines = [line.strip() for line in told.splitlines()]
    for word in ("Cost: ", "Raises ", "Source: "):
        assert any(line.startswith(word) for line in lines), word
    assert name.startswith("anonymize") == any(line.startswith("Search: ") for line in lines) or name in {
        "build_taxonomy",
        "suggest",
    }


@pytest.mark.slow
def test_what_functions_share_is_explained_once() -> None:
    assert not SHARED - named(api.__doc__)
    assert doctest.testmod(api).attempted and not doctest.testmod(api).failed


def public_functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    yield f"{path.relative_to(ROOT)}: {node.name}", node


def test_no_public_function_returns_values_by_name() -> None:
    loose = re.compile(r"(dict|Mapping)\[str, (Any|float)\]")
    found = [where for where, node in public_functions() if node.returns and loose.search(ast.unparse(node.returns))]
    assert [one for one in found if one.split(": ")[1] not in OPEN] == []


def test_measures_are_joined_and_read_by_name() -> None:
    one = Measures(ncp=0.5, lm=0.25, labels_at_depth={2: 7})
    both = one | Measures(ncp=0.125, rules_lost=0)
    assert dict(both) == {"ncp": 0.125, "lm": 0.25, "labels_at_depth_2": 7, "rules_lost": 0} == both.to_json()
    assert both == both.to_json() and "pem" not in both and both.pem is None and len(Measures()) == 0
    with pytest.raises(KeyError):
        both["pem"]


@pytest.mark.slow
def test_keys_of_json_still_read_as_keys_of_the_result(tmp_path: Path) -> None:
    records: list[Any] = [["a", "b"]] * 6 + [["c"]] * 6
    api.anonymize_disassociation(records, tmp_path / "r", k=3, m=2, cluster_size=8)
    found = api.audit_disassociation(tmp_path / "r")
    assert found["satisfied"] is found.satisfied is True and found["by_check"] == found.by_check
    assert "covered" not in found and found.covered is None
    estimates = api.estimate(tmp_path / "r", items=[["a", "b"]])
    assert estimates["estimates"][0]["certain"] == estimates.estimates[0].certain


def test_type_checkers_know_what_the_rooms_of_models_export() -> None:
    made = runpy.run_path(str(ROOT.parent / ".ci" / "typed_api.py"))
    assert made["PAGE"].read_text(encoding="utf-8") == made["text"](), "python .ci/typed_api.py"
