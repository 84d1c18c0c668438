"""A model is one room: nothing outside names it, but the list, and the file of types that is made from the list."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import setanon_sql

pytestmark = pytest.mark.lint

HOME = Path(setanon_sql.__file__).parent
#: The list, and the file of types.
LISTS = {"registry/__init__.py", "api/typed.py"}
#: Names of models in code: classes are called otherwise than commands.
NAMES = {
    "km": r"(?:^|_|\b)km(?:$|_|\b)|Km[A-Z]|Km$",
    "kanonymity": r"kanonymity|KAnonymity",
    "coherence": r"coherence|Coherence|[Mm]oles?\b",
    "rho": r"(?:^|_)rho_(?!u)|audit_rho|anonymize_rho|Rho[A-Z]|^rho/|Suppressor|suppressor|tdcontrol|TDControl",
    # Spark calls an optimization of its own so: spark.sql.adaptive.enabled.
    "adaptive": r"(?<!spark\.sql\.)adaptive|Adaptive",
    "disassociation": r"disassociat|Disassociat",
}
#: The model that extends another one, and so imports its room: the one arrow between rooms (the contract "models").
EXTENDED_BY = {"rho": "adaptive"}


@cache
def words_of(path: Path) -> frozenset[str]:
    """Return the identifiers, modules, and strings without blanks of a file; docstrings and prose are free."""
    return frozenset(_words_in(path))


def _words_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name):
                yield name
            case ast.ImportFrom(module=str(name)):
                yield name
            case ast.Constant(value=str(text)) if text and not re.search(r"\s", text):
                yield text


def foreign_files(model: str) -> list[str]:
    """Return the files outside of a model's room that name it, but for the lists."""
    rooms = {("models", model), ("models", EXTENDED_BY.get(model, model))}
    files = (path for path in HOME.rglob("*.py") if path.relative_to(HOME).parts[:2] not in rooms)
    naming = (path for path in files if any(re.search(NAMES[model], word) for word in words_of(path)))
    return sorted({str(path.relative_to(HOME)) for path in naming} - LISTS)


@pytest.mark.parametrize("model", NAMES)
def test_nothing_outside_of_a_room_names_its_model(model: str) -> None:
    assert not foreign_files(model)
    templates = [page for page in HOME.rglob("*.j2") if page.parent.name != model]
    assert not [page.name for page in templates if re.search(NAMES[model], re.sub(r"\s", " ", page.read_text()))]


def test_a_model_is_one_package_and_a_line_in_the_list(tmp_path: Path) -> None:
    """A model made up for this is audited, published, verified, compared, reported, and told in the reference."""
    run = [sys.executable, "-m", "tests.made_up_model.run", str(tmp_path)]
    answers = json.loads(subprocess.run(run, check=True, capture_output=True, cwd=HOME.parent).stdout)
    codes = {name: answer[0] for name, answer in answers.items() if isinstance(answer, list) and len(answer) == 2}
    assert codes == dict.fromkeys(codes, 0) | {"audit": 1, "audit in words": 1, "verify edited": 1, "python": 2}
    audit, release, verified, edited = (
        json.loads(answers[name][1]) for name in ("audit", "anonymize", "verify", "verify edited")
    )
    assert (audit["violations"], audit["records_at_risk"]) == (2, 2) == (*answers["python"],)
    assert (release["model"], release["rows"]) == ("floor", 3) and verified["satisfied"]
    assert "1 item is held by fewer than 2 records" in " ".join(edited["messages"])
    assert "--k INTEGER" in answers["help"][1] and "does not hold" in answers["audit in words"][1]
    assert {row["model"] for row in json.loads(answers["compare"][1])["settings"]} == {"floor", "km"}
    assert json.loads(answers["suggest"][1])["strongest"][0]["setting"] == "floor k=2"
    assert json.loads(answers["run"][1])["published"] and json.loads(answers["check"][1])["agrees"]
    assert 'model = "floor"' in answers["init"][1] and "suppression of items" in answers["report"]
    assert "floor k=2" in answers["page"]
    assert all("audit floor" in answers["reference"][page] for page in ("commands", "json"))
    assert "- `--person`: items are counted" in answers["reference"]["together"]
