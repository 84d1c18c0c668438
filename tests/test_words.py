"""How the code speaks: docstrings begin with a verb or, of a class, with a noun; names say what things are."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import setanon_sql
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.text import count_of

pytestmark = pytest.mark.lint

HOME = Path(setanon_sql.__file__).parent
#: How a riddle begins.
RIDDLE = re.compile(r"(What|Whether|How|Where|Who|Which|Those)\b")
#: Names of functions that say nothing: a bare participle, a pronoun.
EMPTY = {
    "told", "found", "wanted", "asked", "settle", "named", "counted", "one", "those", "shown", "both", "held", "made",
    "nothing", "others", "seen", "spent", "taken", "who",
}  # fmt: skip
#: Rooms (and files) that keep to all of it; the list only grows.
CLEAR = (
    "__init__.py", "__main__.py", "addresses.py", "api", "audit", "choices.py",
    "commands", "comparing", "counting", "dataset.py", "decisions", "display", "engine", "errors.py", "files",
    "highs.py", "inference", "keys.py", "layout.py", "measures",
    "methods", "models", "naming.py", "numbers.py", "options",
    "package_files.py", "pipeline", "policy", "progress.py", "query", "registry", "release", "report",
    "results.py", "scripts", "sensitive", "settings.py", "sources", "spelling.py", "synthetic", "taxonomy", "text.py",
    "trace.py", "verify",
)  # fmt: skip
#: Names of variables and parameters that do not say what they hold.
VAGUE = {
    "told", "found", "one", "own", "wanted", "asked", "kept", "given", "made", "held", "read", "gone", "left", "taken",
    "meant", "known", "there",
}  # fmt: skip
#: Fields that users read by these names.
DOCUMENTED = {
    ("inference/attack.py", "known"),
    ("pipeline/released.py", "kept"),
    ("models/rho/found.py", "known"),
    ("models/km/parameters.py", "known"),
    ("models/km/options.py", "known"),
    ("options/releases.py", "known"),
    ("options/scripts.py", "known"),
    ("counting/association.py", "kept"),
    ("models/km/methods/__init__.py", "kept"),
    ("models/km/methods/__init__.py", "known"),
    ("models/km/methods/mapped.py", "kept"),
    ("models/km/methods/proof_exceptions.py", "kept"),
    ("models/km/methods/threats.py", "known"),
}
#: Names of classes that mean two things still; none is added.
STILL_TWICE: set[str] = set()


#: Rooms that speak to the command line only, or say how options are typed.
SHELL = ("commands/", "models/", "options/option.py", "spelling.py")
#: Options that are typed in another way than their keyword.
TYPED = ("--no-refine", "--no-meaning", "--sample", "--model", "--algorithm", "--cluster-size", "--cost", "--recoding")
#: How a page, a help, a message or a report would call records persons.
PERSONS = re.compile(
    r"\bpersons (at risk|of whom)|% of (the )?(persons|customers)|\bit names persons|\blist of .* names persons"
    r"|identifiable people|(point|give)s? (at )?people|single people out"
)
#: Persons are counted, or two releases are linked by them.
LINKED = {"several-releases.md", "previous.py", "across.py", "words.py", "attack_words.py", "in_words.py", "so_far.py"}


def test_records_are_called_records() -> None:
    pages = [*(HOME.parent / "docs").glob("*.md"), HOME.parent / "README.md", *HOME.rglob("*.py"), *HOME.rglob("*.j2")]
    texts = {page: " ".join(page.read_text(encoding="utf-8").split()) for page in pages if page.name not in LINKED}
    assert not {str(page): said[0] for page, text in texts.items() if (said := PERSONS.search(text))}


@cache
def trees() -> dict[Path, list[ast.AST]]:
    """The nodes of each file, below the package."""
    paths = sorted(HOME.rglob("*.py"))
    return {path.relative_to(HOME): list(ast.walk(ast.parse(path.read_text(encoding="utf-8")))) for path in paths}


def nodes(*rooms: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield all nodes of the syntax trees of rooms, or of the whole package, with where they stand."""
    for name, found in trees().items():
        if not rooms or any(name.is_relative_to(room) for room in rooms):
            for node in found:
                yield f"{name}:{getattr(node, 'lineno', 0)}", node


def test_options_are_named_by_keywords() -> None:
    """Texts name options as ``<on_null=drop>``, and each reader finds them as they are called where they are used."""
    texts = (
        (place, node.value)
        for place, node in nodes()
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not place.startswith(SHELL)
    )
    assert not [place for place, text in texts if re.search(r"(?<![`\w-])--[a-z{]", text) and text not in TYPED]


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for name, found in trees().items():
        yield from ((f"{name}:{node.name}", node) for node in found if isinstance(node, ast.FunctionDef))


def test_a_docstring_of_a_function_is_no_riddle() -> None:
    assert not [name for name, node in functions() if RIDDLE.match(ast.get_docstring(node) or "")]


@pytest.mark.parametrize("text", ["What of it goes.", "Whether it holds."])
def test_a_riddle_is_seen(text: str) -> None:
    assert RIDDLE.match(text) and not RIDDLE.match(f"Return w{text[1:]}")


def test_no_function_has_an_empty_name() -> None:
    assert not {node.name.strip("_") for _, node in functions()} & EMPTY


def test_names_in_clear_rooms_say_what_they_hold() -> None:
    stored = ((place, node.id) for place, node in nodes(*CLEAR) if isinstance(node, ast.Name) and is_stored(node))
    parameters = ((place, node.arg) for place, node in nodes(*CLEAR) if isinstance(node, ast.arg))
    vague = {(place, name) for place, name in (*stored, *parameters) if name in VAGUE}
    assert not [found for found in vague if (found[0].partition(":")[0], found[1]) not in DOCUMENTED]


def is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def test_a_docstring_of_a_class_in_a_clear_room_begins_with_a_noun() -> None:
    classes = [(place, node) for place, node in nodes(*CLEAR) if isinstance(node, ast.ClassDef)]
    assert len(classes) > 50
    assert not [f"{place} {node.name}" for place, node in classes if RIDDLE.match(ast.get_docstring(node) or "")]


def test_a_statement_of_a_clear_room_does_one_thing() -> None:
    assigned = [(place, node) for place, node in nodes(*CLEAR) if isinstance(node, ast.Assign)]
    assert not [place for place, node in assigned if isinstance(node.value, ast.Tuple) and is_tuple(node.targets[0])]


def is_tuple(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple)


def test_a_name_of_a_class_means_one_thing() -> None:
    names = Counter(node.name for _, node in nodes() if isinstance(node, ast.ClassDef))
    assert {name for name, times in names.items() if times > 1} <= STILL_TWICE


#: One of something that is not called so: ``1 items``.
MORE_THAN_ONE = re.compile(
    r"(?<![\w.,:/=^+-])(?<![-+] )1 ((known|sensitive|duplicate|published|released|distinct|minimal|random|new) )?"
    r"(items|records|rows|rules|sets|labels|persons|chunks|threats|settings|lines|leaves|columns)\b"
)


def test_one_is_not_told_as_many() -> None:
    """Whatever a test expects of a message with one thing in it reads so; ``count_of`` says it."""
    paths = [path for path in (HOME.parent / "tests").rglob("*.py") if path != Path(__file__)]
    nodes = ((path, node) for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    texts = [(path, node.value) for path, node in nodes if isinstance(node, ast.Constant) and type(node.value) is str]
    assert not [(path.name, text) for path, text in texts if MORE_THAN_ONE.search(text)]


@pytest.mark.parametrize(
    "model",
    [KmAnonymity(2, 1), Coherence(2, 1), RhoUncertainty("0.5", 1), AdaptiveRho("0.5", 1), Disassociation(2, 1, 6)],
    ids=lambda model: model.name,
)
def test_guarantees_of_one_known_item(model: Any) -> None:
    assert "up to 1 item" in model.guarantee and not MORE_THAN_ONE.search(model.guarantee)


@pytest.mark.parametrize(("number", "words"), [(0, "0 items"), (1, "1 item"), (2, "2 items"), (1234, "1,234 items")])
def test_a_number_of_things(number: int, words: str) -> None:
    assert count_of(number, "item") == words
    assert count_of(number, "item is", "items are") == f"{words} {'is' if number == 1 else 'are'}"


def test_no_page_speaks_of_purchases_where_data_may_be_diagnoses() -> None:
    pages = [*(HOME.parent / "docs").glob("*.md"), *HOME.rglob("*.py"), *HOME.rglob("*.j2")]
    assert not [page.name for page in pages if "co-purchase" in page.read_text(encoding="utf-8")]
