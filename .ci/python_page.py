"""Print ``docs/python.md``: the functions of the library and what they return, made from their docstrings.

python .ci/python_page.py > docs/python.md

What an option means stands in ``docs/commands.md``, what a figure means in ``docs/json.md``. This page refers to both,
and tells what Python has besides.
"""

import inspect
import re
import runpy
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click

from setanon_sql import api
from setanon_sql.__main__ import load_cli
from setanon_sql.api.opened import OpenedSource
from setanon_sql.options.option import Option, is_required, is_shared, options_of
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.public import PLACE
from setanon_sql.options.publishing import PublishingFolder
from setanon_sql.options.releases import OfRelease, Utility
from setanon_sql.options.taxonomies import ReadTree
from setanon_sql.spelling import in_python

#: How an entry of a docstring begins: with the names of what it explains.
ENTRY = re.compile(r"(?:^|(?<=[.:;] )|(?<=\n))``([\w`, ]+)``: ")
#: How the remarks at the end of a docstring begin: they are for whoever asks for help.
REMARK = re.compile(r"(?:Search|Cost|Source): |Raises ")
#: The same within the docstring of a class.
REMARKS = re.compile(r"\s*(?:Source: |Raises ).*", re.DOTALL)
WIDTH = 120
HERE = Path(__file__).parent
COMMANDS = runpy.run_path(str(HERE / "commands_page.py"))
JSON = runpy.run_path(str(HERE.parent / "tests" / "cli" / "json_tables.py"))

#: Commands that are called otherwise than their functions.
CALLED = {"build_taxonomy": "taxonomy build", "check_taxonomy": "taxonomy check"}
#: Where JSON has the fields of a class: the command, and the path before them.
IN_JSON = {
    "AcrossAttack": "attack across/", "Comparison": "compare/", "CoverAttacks": "attack cover/",
    "DisassociationAudit": "audit disassociation/", "Estimates": "estimate/", "KmAudit": "audit km/",
    "KmBySizeAudit": "audit km/", "Measures": "utility/, anonymize adaptive/, anonymize disassociation/",
    "Reconstruction": "reconstruct/", "Release": "anonymize km/", "RhoAudit": "audit rho/", "Suggestion":
    "suggest/", "Verification": "verify/",
}  # fmt: skip
#: Keywords that the page need not name with each function.
IMPLIED = {"settings", "options"}
PUBLISHING = {one.name for one, _ in options_of(PublishingFolder)} - IMPLIED - {"source", "out"}
ABOUT = """[Commands](commands.md#shared-options) say what an option means: `--record-id` is `record_id` here. This page
has types and defaults, and what Python takes besides. `int?` is a number or None, which is the default; a `Path` may be
a text. Behind "Also" stand [keywords of many functions](#keywords-of-many-functions). All functions but those of `sql`
take `settings`, and where they read a source, `options`; those that publish take NAMES. `help(api.anonymize_km)` also
says how it searches, what that costs, when it raises an error, and whose idea it is."""
ABOUT_RESULTS = """Fields that are not explained here are what the keys of the same names in [JSON](json.md) are; None,
or empty, where it has no such key. Labels, which JSON has with `--show-values` only, are always there. What a `model`
promises the [guarantees](guarantees.md) say; its fields are its [parameters](json.md#keys-of-a-model). Rows of lists
have the keys of JSON, too: `help(audit.top_items[0])`."""


def page() -> str:
    """Return the page as Markdown."""
    functions = [one for name in api.__all__ if inspect.isfunction(one := getattr(api, name))]
    results = returned(functions)
    given = [one for name in api.__all__ if inspect.isclass(one := getattr(api, name)) and one not in results]
    parts = ["# Python", *introduction(), "## Functions", wrapped(about())]
    parts += [part for one in functions for part in function(one)]
    parts += ["## A source that is opened once", *opened()]
    parts += ["## Keywords of many functions", "\n".join(wrapped(text, "- ") for text in shared_texts(functions))]
    parts += ["## What they are given", *(part for one in given for part in given_class(one))]
    parts += ["## What they return", ABOUT_RESULTS, *(part for one in results for part in result(one))]
    parts += [wrapped(f"All in JSON: {', '.join(map(reference, filter(is_in_json, results)))}.")]
    text = "\n\n".join(filter(None, parts)) + "\n"
    return re.sub(r"(\n(?:- |  )[^\n]*)\n\n(?=- )", r"\1\n", text)  # lists side by side are one list


def about() -> str:
    """Return what there is to say of all functions."""
    names = [f"`{one.name}`" for one, _ in options_of(PublishingFolder) if one.name in PUBLISHING]
    return ABOUT.replace("NAMES", ", ".join(names))


def introduction() -> Iterator[str]:
    """Yield what the package says of itself, but for the keywords that it explains."""
    for block in (inspect.getdoc(api) or "").split("\n\n"):
        if block.startswith(">>>"):
            yield f"```pycon\n{block}\n```"
        elif not ENTRY.match(block) and not block.startswith("Parameters that"):
            yield wrapped(block.replace("\n", " "))


def opened() -> Iterator[str]:
    """Yield the section of an opened source: what it says of itself, and its methods."""
    for block in (inspect.getdoc(OpenedSource) or "").split("\n\n"):
        yield f"```pycon\n{block}\n```" if block.startswith(">>>") else wrapped(block.replace("\n", " "))
    methods = [name for name in vars(OpenedSource) if not name.startswith("_")]
    yield wrapped(f"Methods: {', '.join(f'`{name}`' for name in methods)}.")


def function(one: Any) -> Iterator[str]:
    """Yield the section of a function: its signature, and what no other page says of its keywords."""
    yield f"### `{one.__name__}`"
    options = getattr(one, "options", Empty)
    elsewhere = {each.name for each, _ in options_of(options) if in_shared(options, each.name)}
    yield f"```python\n{call(one, elsewhere)}\n```"
    entries = [entry(each, text) for each, text in besides(options, has_command(one)) if each.name not in elsewhere]
    blocks = inspect.cleandoc(getattr(one, "template", one.__doc__)).split("\n\n")
    text = "\n\n".join([blocks[0], *(without_said(command_of(one), block) for block in blocks[1:])])
    yield from markdown(in_python(text.replace(PLACE, "\n".join(entries))))
    implied = IMPLIED | (PUBLISHING if issubclass(options, PublishingFolder) else set())
    also = [f"`{each.name}`" for each, _ in options_of(options) if each.kw_only and each.name in elsewhere - implied]
    yield wrapped(" ".join(references(one, also)))


def without_said(name: str, block: str) -> str:
    """Return a paragraph of a docstring without the sentences that the page of commands has already."""
    found = command(name)
    if block == PLACE or found is None or REMARK.match(block):
        return block
    sentences = re.split(r"(?<=\.)\s", block)
    return " ".join(one for one in sentences if words_of(one) not in words_of(found.help or ""))


def words_of(text: str) -> str:
    """Return the words of a text."""
    return " ".join(re.findall(r"\w+", text))


def in_shared(options: Any, name: str) -> bool:
    """Return whether a keyword is explained among those of many functions."""
    others = {
        "release": issubclass(options, OfRelease | Utility), "options": options is not ReadTree,
        "person": issubclass(options, CountsPersons),
    }  # fmt: skip
    return is_shared(options, name) or others.get(name, False)


def references(one: Any, also: list[str]) -> Iterator[str]:
    """Yield which shared keywords a function has, and where its options and its keys in JSON are explained."""
    if also:
        yield f"Also: {', '.join(also)}."
    if has_command(one):
        title = COMMANDS["title"](f"setanon {command_of(one)}", command(command_of(one)))
        yield f"[Options](commands.md#{slug(title)}), [JSON](json.md#{anchor(command_of(one))})."


def has_command(one: Any) -> bool:
    """Return whether a function is one of the commands."""
    return command(command_of(one)) is not None


def command_of(one: Any) -> str:
    """Return what the command of a function is called, if it has one."""
    return CALLED.get(one.__name__, one.__name__.replace("_", " "))


def command(name: str) -> click.Command | None:
    """Return the command of a name, None where there is none."""
    found: click.Command | None = load_cli().cli
    for word in name.split():
        found = found.commands.get(word) if isinstance(found, click.Group) else None
    return found


def slug(title: str) -> str:
    """Return the anchor of a heading."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def anchor(name: str) -> str:
    """Return where ``docs/json.md`` explains what a command prints."""
    return slug(next(title for title, _ in JSON["PAGE"]["sections"]() if f"`{name}`" in title))


def call(one: Any, elsewhere: set[str]) -> str:
    """Return a call with types and defaults; keywords of many functions have theirs elsewhere."""
    signature = inspect.signature(one)
    options = [each for each, _ in options_of(getattr(one, "options", Empty))]
    parts = [str(each) for each in signature.parameters.values() if not options]
    parts += [short(each, typed=each.name not in elsewhere) for each in options if not each.kw_only]
    keywords = [short(each) for each in options if each.kw_only and each.name not in elsewhere]
    parts += ["*", *keywords] if keywords else []
    returns = getattr(signature.return_annotation, "__name__", signature.return_annotation)
    return filled(f"{one.__name__}({', '.join(parts)}) -> {returns}")


def filled(text: str) -> str:
    """Return code in lines that fit."""
    return "\n".join(textwrap.wrap(text, WIDTH - 8, subsequent_indent="    ", break_long_words=False))


def short(one: "Field[Any]", *, typed: bool = True) -> str:
    """Return a keyword with its type and default; words stand for a type of words, ``?`` for a default of None."""
    option: Option = one.metadata["option"]
    kind = str(one.type).replace("str | Path", "Path")
    if option.words and not option.repeated:
        kind = "|".join(option.words)
    if typed and kind.endswith(" | None") and one.default is None:
        return f"{one.name}: {kind.removesuffix(' | None')}?"
    default = "" if is_required(one) else f" = {one.default!r}" if typed else f"={one.default!r}"
    return f"{one.name}: {kind}{default}" if typed else f"{one.name}{default}"


def besides(options: Any, has_command: bool) -> Iterator[tuple["Field[Any]", str]]:
    """Yield what Python says of options that the page of commands does not say."""
    for one, option in options_of(options):
        stands = has_command and option.shell and not option.argument and option.kind != "group"
        text = in_python(" ".join(filter(None, ("" if stands else option.meaning, option.detail))))
        if text:
            yield one, text


def entry(one: "Field[Any]", text: str) -> str:
    """Return what an option means, as an entry of a docstring."""
    return f"``{one.name}``: {text}"


def shared_texts(functions: list[Any]) -> Iterator[str]:
    """Yield of each keyword that many functions have its type, its default and what it means."""
    found = dict(text for block in (inspect.getdoc(api) or "").split("\n\n") for text in entries_of(block))
    typed: dict[str, str] = {}
    for one in functions:
        options = getattr(one, "options", Empty)
        for each, text in besides(options, has_command(one)):
            if in_shared(options, each.name):
                found.setdefault(each.name, text)
        typed |= {each.name: short(each) for each, _ in options_of(options) if in_shared(options, each.name)}
    yield from (f"``{typed.get(name, name)}``: {in_python(text)}" for name, text in found.items())
    yield ", ".join(f"``{text}``" for name, text in typed.items() if name not in found)


@dataclass
class Empty:
    """No options."""


def given_class(one: Any) -> Iterator[str]:
    """Yield the section of a class that functions are given."""
    yield f"### `{one.__name__}`"
    options = list(options_of(one))
    if not options:
        yield from markdown(inspect.getdoc(one) or "")
        return
    signature = ", ".join(short(each) for each, _ in options)
    yield f"```python\n{filled(f'{one.__name__}({signature})')}\n```"
    text = inspect.getdoc(one) or ""
    yield from markdown(in_python(text[: re.search(rf"\n *``{options[0][0].name}``: ", text).start()]))
    yield "\n".join(wrapped(in_python(entry(each, text)), "- ") for each, text in besides(one, has_command=True))


def result(one: type) -> Iterator[str]:
    """Yield the section of a class that functions return, without the fields that JSON has under the same names."""
    if is_in_json(one):
        return
    yield f"### `{one.__name__}`"
    types = types_of(one)
    known = in_json(one)
    for block in REMARKS.sub("", inspect.getdoc(one) or "").split("\n\n"):
        entries = [(names, text) for names, text in entries_of(block) if not known >= set(names_of(names))]
        before = ENTRY.split(block)[0].strip()
        if not (before.endswith(":") and not entries):
            yield wrapped(before.replace("\n", " "))
        yield "\n".join(wrapped(f"``{with_types(names, types)}``: {text}", "- ") for names, text in entries)
    yield wrapped(" ".join(f"{place_in_json(*place)}." for place in places_of(one)))


def in_json(one: type) -> set[str]:
    """Return the fields of a class that JSON has under the same names."""
    types = types_of(one)
    return {name for place in places_of(one) for name in same_fields(types, *place)}


def is_in_json(one: type) -> bool:
    """Return whether JSON has all fields of a class under the same names."""
    return in_json(one) == set(types_of(one))


def reference(one: type) -> str:
    """Return the name of a class that JSON has all of, with where that is."""
    (command, _), *_ = places_of(one)
    return f"[`{one.__name__}`](json.md#{anchor(command)})"


def places_of(one: type) -> list[tuple[str, str]]:
    """Return where JSON has the fields of a class: the commands, each with the path before them."""
    places = filter(None, IN_JSON.get(one.__name__, "").split(", "))
    return [(command, path) for command, _, path in (place.partition("/") for place in places)]


def same_fields(types: Mapping[str, str], command: str, path: str) -> Iterator[str]:
    """Yield the fields that JSON has at a place under the same names, and that are alike."""
    keys = json_keys(command)
    yield from (name for name, kind in types.items() if same_kind(kind, keys.get(f"{path}{name}", "")))


def place_in_json(command: str, path: str) -> str:
    """Return a reference to keys of JSON."""
    place = f"`{path.removesuffix('.')}`" if path else command
    return f"[{place}](json.md#{anchor(command)})"


def entries_of(block: str) -> Iterator[tuple[str, str]]:
    """Yield the entries of a block of a docstring: the names, and what is said of them."""
    _, *parts = ENTRY.split(block)
    for names, text in zip(parts[::2], parts[1::2], strict=True):
        yield names.replace("``", ""), " ".join(text.split())


def names_of(names: str) -> list[str]:
    """Return the names of an entry."""
    return [name.strip() for name in names.split(",")]


def with_types(names: str, types: Mapping[str, str]) -> str:
    """Return the names of an entry with their types."""
    kinds = [types.get(name, "") for name in names_of(names)]
    return f"{names}: {kinds[0]}" if kinds[0] and len(set(kinds)) == 1 else names


def annotation(kind: Any) -> str:
    """Return a type as it is written, without modules."""
    text = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
    text = re.sub(r"[\w.]+\.(?=\w)", "", text)
    return re.sub(r"Literal\[[^]]*\]", "str", text).replace(" | None", "?")


def types_of(one: type) -> dict[str, str]:
    """Return the types of the fields of a class."""
    hints = get_type_hints(one)
    return {each.name: annotation(hints[each.name]) for each in fields(one)}


@cache
def json_keys(name: str) -> dict[str, str]:
    """Return the keys that a command prints with their kinds, as ``docs/json.md`` has them."""
    found: dict[str, str] = {}
    queue = [JSON["tables"]()[name]]
    while queue:
        one = queue.pop()
        found[one.path] = one.kind
        queue += one.below.values()
    return found


def same_kind(kind: str, key: str) -> bool:
    """Return whether a type of Python and a kind of value in JSON are the same thing."""
    kind = kind.removesuffix("?")
    kinds = {"int": "int", "float": "number", "str": "text", "bool": "bool", "Fraction": "number|text"}
    if kind in kinds:
        return key.removesuffix("|null") == kinds[kind]
    if kind.startswith("tuple"):
        return key == ("texts" if kind == "tuple[str, ...]" else "list")
    return kind.startswith(("Mapping", "dict")) and key in {"object", "by size", "by name"}


def returned(functions: list[Any]) -> list[type]:
    """Return the dataclasses that functions return, in the order of these."""
    kinds = dict.fromkeys(inspect.signature(one).return_annotation for one in functions)
    return [one for one in kinds if isinstance(one, type) and is_dataclass(one)]


def markdown(text: str) -> Iterator[str]:
    """Yield the blocks of a docstring as Markdown: entries and remarks become lists, names are code."""
    for block in filter(str.strip, text.split("\n\n")):
        if ENTRY.match(block) or REMARK.match(block):
            lines = block.split("\n")
            starts = [at for at, line in enumerate(lines) if ENTRY.match(line) or REMARK.match(line)]
            entries = [" ".join(lines[at:end]) for at, end in pairwise([*starts, len(lines)])]
            yield "\n".join(wrapped(one, "- ") for one in entries if not REMARK.match(one))
        else:
            yield wrapped(block.replace("\n", " "))


def wrapped(text: str, before: str = "") -> str:
    """Return a paragraph (``before`` it a mark of a list) in lines."""
    text = re.sub(r":\w+:`[~.]?([^`]+)`", lambda found: f"`{found[1].removeprefix('setanon_sql.api.')}`", text)
    text = text.replace("``", "`")
    return textwrap.fill(
        before + text, WIDTH, subsequent_indent=" " * len(before), break_long_words=False, break_on_hyphens=False
    )


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201
