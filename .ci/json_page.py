"""Print what every command prints with ``--json``, made from the classes of results.

As a schema, which is committed and tested, and as a page of the site:

python .ci/json_page.py > docs/json.schema.json
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass, replace
from fractions import Fraction
from functools import cache, reduce
from inspect import getdoc, signature
from itertools import groupby
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin

import click

from setanon_sql import api, policy
from setanon_sql.__main__ import load_cli
from setanon_sql.commands import json_keys
from setanon_sql.commands.json_keys import ErrorAnswer
from setanon_sql.fields import EMPTY, LIKEWISE, FieldKey, Fields, keys_of
from setanon_sql.measures import Measures
from setanon_sql.measures.details import Details

INTRODUCTION = """\
# What `--json` prints

With `--json` a command prints one JSON object on one line of stdout; messages go to stderr as ever. Scripts may rely on
the keys below, which [a schema](json.schema.json) has, too.

`a.b` is the key `b` of the object `a`, `a[].b` a key of each object in the list `a`; `*` stands for any name, `N` for a
number. `key?` may be absent, where it does not apply. A key without a type is a whole number; behind several keys
stands the type of all. `texts` is a list of texts, `by size` an object of whole numbers whose keys are sizes (`"1"`,
`"2"`, …), `by name` one whose keys are names. Shares are numbers from 0 to 1.

`satisfied` says whether a guarantee holds (exit code 0 where it does, 1 where not), `violations` counts what breaks it.
Labels of the data stand there only with `--show-values` (marked †), but for `estimate` and `taxonomy`, whose work is to
print them. In Python they are attributes of results.
"""
#: What the schema says of itself.
ABOUT_SCHEMA = """\
One JSON object on one line of stdout: the definition with the name of the command (ErrorAnswer: exit code 2;
PlannedReading: --dry-run). Scripts may rely on these keys; others may come. Labels of the data stand there only with
--show-values (marked †)."""
WORDS: dict[Any, str] = {str: "text", bool: "bool", int: "int", float: "number", NoneType: "null"}
MAPPINGS: dict[Any, str] = {(str, str): "texts by name", (str, int): "by name", (int, int): "by size"}
TYPES = {"text": "string", "bool": "boolean", "int": "integer", "list": "array"}
WHOLE = {"type": "integer"}
TEXT = {"type": "string"}
#: Kinds of values that JSON has no type for.
SCHEMAS: dict[str, dict[str, Any]] = {
    "texts": {"type": "array", "items": TEXT},
    "texts by name": {"type": "object", "additionalProperties": TEXT},
    "by name": {"type": "object", "additionalProperties": WHOLE},
    "by size": {"type": "object", "patternProperties": {"^[0-9]+$": WHOLE}, "additionalProperties": False},
}


class Utility(Measures, Details):
    """Measures, and lists."""


#: The results of commands that are not what a function of their name returns.
OTHERS: dict[str, Any] = {
    "utility": Utility,
    "taxonomy check": api.TaxonomyCheck,
    "taxonomy show": json_keys.TaxonomyShowAnswer,
    "taxonomy convert": json_keys.TaxonomyTextAnswer,
    "taxonomy build": json_keys.TaxonomyTextAnswer,
    "run": policy.PolicyRun,
    "check": policy.PolicyCheck,
    "policy init": json_keys.PolicyInitAnswer,
    "policy schema": json_keys.PolicySchemaAnswer,
    "demo": json_keys.DemoAnswer,
}


@cache
def answers_of_commands() -> dict[str, Any]:
    """Return the class of the answer of each command, in the order of the work."""
    return {command: answer_of(*command.split()) for command in commands(load_cli().cli)}


def commands(group: click.Group) -> Iterator[str]:
    """Yield the words of each command, without the name of the program."""
    for name in group.list_commands(click.Context(group)):
        command = group.commands[name]
        yield from (f"{name} {below}" for below in commands(command)) if isinstance(command, click.Group) else [name]


def answer_of(*command: str) -> Any:
    """Return the class of the answer of a command: what its function returns, where no other is named."""
    return (
        OTHERS.get(" ".join(command)) or signature(getattr(api, "_".join(command).replace("-", "_"))).return_annotation
    )


def parts_of(answer: Any) -> list[Any]:
    """Return the classes that an answer extends, or whose keys it has as its own."""
    inline = [key.type for key in keys_of(answer) if key.inline]
    return [each for each in (*answer.__bases__, *inline) if is_described(each) and keys_of(each)]


def is_described(hint: Any) -> bool:
    """Return whether a type describes keys."""
    return isinstance(hint, type) and issubclass(hint, Fields)


def entries_of(answer: Any) -> Iterator[FieldKey]:
    """Yield the keys of an answer, but for those of its parts: those of its forms, and of what it may have inline."""
    shared = {key.name for part in parts_of(answer) for key in all_keys(part)}
    forms = forms_of(answer) if answer in answers_of_commands().values() else []
    always = [{key.name for key in all_keys(form) if not key.optional} for form in forms]
    found = {key.name: key for form in forms for key in all_keys(form)} | {key.name: key for key in all_keys(answer)}
    for key in found.values():
        if key.name not in shared:
            yield key if all(key.name in names for names in always) else may_be_absent(key)


def forms_of(answer: Any) -> list[Any]:
    """Return the classes that extend an answer, and those that extend these."""
    return [form for each in answer.__subclasses__() for form in (each, *forms_of(each))]


def all_keys(answer: Any) -> Iterator[FieldKey]:
    """Yield all keys of a class."""
    for key in keys_of(answer):
        if not key.inline:
            yield replace(key, type=without_none(key.type)) if key.left_out and is_dataclass(answer) else key
        elif is_described(key.type):
            yield from all_keys(key.type)
        else:
            yield from map(may_be_absent, all_keys(get_args(key.type)[0]))


def without_none(hint: Any) -> Any:
    """Return the type of a value that is left out where it is None."""
    return (
        reduce(or_, [each for each in get_args(hint) if each is not NoneType]) if NoneType in get_args(hint) else hint
    )


def may_be_absent(key: FieldKey) -> FieldKey:
    """Return a key as one that may be absent."""
    return replace(key, left_out=EMPTY)


def kind_of(key: FieldKey) -> str:
    """Return what the page calls the type of a key."""
    return "|".join(map(name_of_type, types_of(key)))


def types_of(key: FieldKey) -> tuple[Any, ...]:
    """Return the types that a value has."""
    if key.name.endswith("_N"):
        return (get_args(key.type)[-1],)
    return get_args(key.type) if isinstance(key.type, UnionType) else (key.type,)


def name_of_type(hint: Any) -> str:
    """Return what the page calls a type."""
    origin, of = get_origin(hint), get_args(hint)
    if hint is Fraction:
        return "number|text"
    if origin is Literal or hint is Path:
        return "text"
    if origin in {list, tuple, Sequence}:
        return "texts" if name_of_type(of[0]) == "text" else "list"
    return WORDS.get(hint) or MAPPINGS.get(of if origin in {dict, Mapping} else None, "object")


def below(key: FieldKey) -> Any:
    """Return the class of what a key holds, if one is described."""
    hint = types_of(key)[0]
    parts = [each for each in (hint, *get_args(hint)) if is_described(each)]
    return parts[-1] if parts else None


def step(key: FieldKey) -> str:
    """Return how what it holds is reached."""
    origin = get_origin(types_of(key)[0])
    if key.by:
        return ".*."
    return "[]." if origin in {list, tuple, Sequence} else ".*." if origin in {dict, Mapping} else "."


def sections() -> Iterator[tuple[str, Any]]:
    """Yield the titles of the page, each with its class: what several share before the first of them."""
    yield "Errors", ErrorAnswer
    yield "`--dry-run`", api.PlannedReading
    done: set[str] = set()
    answers = answers_of_commands()
    for answer, commands in groupby(answers, lambda command: answers[command]):
        for each in all_parts_of(answer):
            if each.__name__ not in done:
                done.add(each.__name__)
                yield title_of(each), each
        yield ", ".join(f"`{command}`" for command in commands), answer


def all_parts_of(answer: Any) -> Iterator[Any]:
    """Yield the parts of an answer, what they extend first."""
    for each in parts_of(answer):
        yield from all_parts_of(each)
        yield each


def title_of(shared: Any) -> str:
    """Return the title of keys that several answers share: the first line of their docstring."""
    return (getdoc(shared) or "").splitlines()[0].rstrip(".")


def section(title: str, answer: Any) -> str:
    """Return a section: what is said of it, what it shares, its own keys."""
    about = " ".join((getdoc(answer) or "").partition("\n")[2].split())
    titles = [title_of(base) for base in parts_of(answer)]
    links = ", ".join(f"[{each[0].lower()}{each[1:]}](#{anchor_of(each)})" for each in titles)
    first = " ".join(filter(None, (about, f"Also: {links}." if links else "")))
    return "\n\n".join(filter(None, (f"## {title}", first, "\n".join(lines_of(answer)))))


def anchor_of(title: str) -> str:
    """Return what a link to a section says."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def lines_of(answer: Any, *above: str) -> Iterator[str]:
    """Yield the lines of keys, those that mean the same in one, each with the lines of what is in its values."""
    for group in grouped([*entries_of(answer)]):
        first = group[0]
        names = [f"{place}{one.name}{'?' if one.optional else ''}" for place in above or [""] for one in group]
        names[-1] += "" if kind_of(first) == "int" else f": {kind_of(first)}"
        keys = ", ".join(f"`{name}`" for name in names)
        yield f"- {keys}{f': {first.meaning}' if first.meaning else ''}"
        if below(first):
            places = (f"{place}{one.name}{step(first)}" for place in above or [""] for one in group)
            yield from lines_of(below(first), *places)


def grouped(entries: list[FieldKey]) -> list[list[FieldKey]]:
    """Return keys in groups: a key that means the same as the one before it is in one with it."""
    groups: list[list[FieldKey]] = []
    for entry in entries:
        if entry.meaning == LIKEWISE and groups and kind_of(groups[-1][0]) == kind_of(entry):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups


def page() -> str:
    """Return the page."""
    return "\n".join([INTRODUCTION, "\n\n".join(section(title, answer) for title, answer in sections())]) + "\n"


def schema() -> str:
    """Return the schema: what each command prints, then the objects, under the names of their classes."""
    answers = answers_of_commands()
    objects: dict[str, dict[str, Any]] = {}
    for answer in (ErrorAnswer, api.PlannedReading, *answers.values()):
        add_object(objects, answer)
    commands = {command: reference(answer) for command, answer in answers.items()}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "What setanon prints with --json"}
    whole = {**head, "description": ABOUT_SCHEMA.replace("\n", " "), "$defs": commands | objects}
    return written(whole) + "\n"


def written(value: Any, indent: str = "") -> str:
    """Return JSON in which what fits into a line stands on one."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + len(indent) < 100 or not isinstance(value, dict):
        return flat
    parts = [f'{indent}  "{name}": {written(part, f"{indent}  ")}' for name, part in value.items()]
    return "{\n" + ",\n".join(parts) + f"\n{indent}}}"


def add_object(objects: dict[str, dict[str, Any]], answer: Any) -> None:
    """Add the schema of a class, and of those that it holds or extends, to those of objects."""
    if name_of(answer) in objects:
        return
    entries, shared = [*entries_of(answer)], parts_of(answer)
    keys: dict[str, dict[str, Any]] = {"properties": {}, "patternProperties": {}}
    for entry, meaning in zip(entries, meanings(entries), strict=True):
        pattern = re.sub(r"_N$", "_[0-9]+", entry.name)
        place = keys["properties" if pattern == entry.name else "patternProperties"]
        place[entry.name if pattern == entry.name else f"^{pattern}$"] = schema_of(entry, meaning)
    required = [entry.name for entry in entries if not entry.optional]
    parts = {"allOf": [*map(reference, shared)], "type": "object", **keys, "required": required}
    objects[name_of(answer)] = {name: part for name, part in parts.items() if part}
    for each in (*shared, *filter(None, map(below, entries))):
        add_object(objects, each)


def meanings(entries: list[FieldKey]) -> Iterator[str]:
    """Yield what keys mean, each by itself."""
    last = ""
    for entry in entries:
        last = last if entry.meaning == LIKEWISE else entry.meaning
        yield last


def schema_of(entry: FieldKey, meaning: str) -> dict[str, Any]:
    """Return the schema of a key."""
    plain = SCHEMAS.get(kind_of(entry)) or type_of(kind_of(entry).split("|"))
    if inner := below(entry):
        at = {"[].": {"type": "array", "items": reference(inner)},
              ".*.": {"type": "object", "additionalProperties": reference(inner)}}  # fmt: skip
        plain = at.get(step(entry), reference(inner))
    return ({"description": meaning} if meaning else {}) | plain


def type_of(kinds: list[str]) -> dict[str, Any]:
    """Return the schema of a type, or of one of several."""
    types = [TYPES.get(kind, kind) for kind in kinds]
    return {"type": types if len(types) > 1 else types[0]}


def reference(answer: Any) -> dict[str, str]:
    """Return a reference to the schema of a class."""
    return {"$ref": f"#/$defs/{name_of(answer)}"}


def name_of(answer: Any) -> str:
    """Return what the schema calls a class."""
    return str(answer.__name__.lstrip("_"))


if __name__ == "__main__":
    sys.stdout.write(schema())
