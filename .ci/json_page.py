"""Print what every command prints with ``--json``, made from the classes of ``setanon_sql.answers``.

As a schema, which is committed and tested, and as a page of the site:

python .ci/json_page.py > docs/json.schema.json
"""

import inspect
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from setanon_sql.answers import SHARED, ErrorAnswer
from setanon_sql.answers.kinds import LIKEWISE, ValueKind
from setanon_sql.commands.json_answers import answers_of_commands

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
print them. In Python the classes of `setanon_sql.answers` have these keys with their types.
"""
#: What the schema says of itself.
ABOUT_SCHEMA = """\
One JSON object on one line of stdout: the definition with the name of the command (ErrorAnswer: exit code 2). Scripts
may rely on these keys; others may come. Labels of the data stand there only with --show-values (marked †)."""
WORDS: dict[Any, str] = {str: "text", bool: "bool", int: "int", float: "number", NoneType: "null"}
KINDS: dict[Any, str] = {list[str]: "texts", dict[str, str]: "texts by name", dict[str, Any]: "object"}
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


@dataclass(frozen=True)
class Entry:
    """A key of an answer; ``kind``: of its values, ``below``: the class of what it holds, reached by ``step``."""

    name: str
    kind: str
    optional: bool
    meaning: str
    below: Any = None
    step: str = "."


def shared_by(answer: Any) -> list[Any]:
    """Return the classes of shared keys that an answer extends, without those that these extend."""
    hints = get_type_hints(answer, include_extras=True).items()
    extended = [
        each for each in SHARED if each is not answer and get_type_hints(each, include_extras=True).items() <= hints
    ]
    return [each for each in extended if not any(each in shared_by(other) for other in extended)]


def entries_of(answer: Any) -> Iterator[Entry]:
    """Yield the keys of an answer, but for those of its shared bases."""
    shared = {name for base in shared_by(answer) for name in get_type_hints(base)}
    hints = get_type_hints(answer, include_extras=True)
    yield from (entry_of(name, hint) for name, hint in hints.items() if name not in shared)


def entry_of(name: str, hint: Any) -> Entry:
    """Return a key, from its annotation."""
    optional = get_origin(hint) is NotRequired
    hint = get_args(hint)[0] if optional else hint
    said = hint.__metadata__ if get_origin(hint) is Annotated else ()
    plain = get_args(hint)[0] if said else hint
    kind = next((str(one) for one in said if isinstance(one, ValueKind)), kind_of(plain))
    meaning = " ".join(one for one in said if not isinstance(one, ValueKind))
    below = get_args(plain)[-1] if get_args(plain) else plain
    step = {list: "[].", dict: ".*."}.get(get_origin(plain), ".")
    return Entry(name, kind, optional, meaning, below if is_typeddict(below) else None, step)


def kind_of(hint: Any) -> str:
    """Return what the page calls a type."""
    if isinstance(hint, UnionType):
        return "|".join(kind_of(one) for one in get_args(hint))
    return WORDS.get(hint) or KINDS.get(hint) or ("list" if get_origin(hint) is list else "object")


def sections() -> Iterator[tuple[str, Any]]:
    """Yield the titles of the page, each with its class: what several share before the first of them."""
    yield "Errors", ErrorAnswer
    done: set[str] = set()
    answers = answers_of_commands()
    for answer, commands in groupby(answers, lambda command: answers[command]):
        for each in all_shared_by(answer):
            if each.__name__ not in done:
                done.add(each.__name__)
                yield title_of(each), each
        yield ", ".join(f"`{command}`" for command in commands), answer


def all_shared_by(answer: Any) -> Iterator[Any]:
    """Yield the classes of shared keys that an answer extends, what they extend first."""
    for each in shared_by(answer):
        yield from all_shared_by(each)
        yield each


def title_of(shared: Any) -> str:
    """Return the title of keys that several answers share: the first line of their docstring."""
    return (inspect.getdoc(shared) or "").splitlines()[0].rstrip(".")


def section(title: str, answer: Any) -> str:
    """Return a section: what is said of it, what it shares, its own keys."""
    about = " ".join((inspect.getdoc(answer) or "").partition("\n")[2].split())
    titles = [title_of(base) for base in shared_by(answer)]
    links = ", ".join(f"[{each[0].lower()}{each[1:]}](#{each.lower().replace(' ', '-')})" for each in titles)
    first = " ".join(filter(None, (about, f"Also: {links}." if links else "")))
    return "\n\n".join(filter(None, (f"## {title}", first, "\n".join(lines_of(answer)))))


def lines_of(answer: Any, *above: str) -> Iterator[str]:
    """Yield the lines of keys, those that mean the same in one, each with the lines of what is in its values."""
    for group in grouped([*entries_of(answer)]):
        first = group[0]
        names = [f"{place}{one.name}{'?' if one.optional else ''}" for place in above or [""] for one in group]
        names[-1] += "" if first.kind == "int" else f": {first.kind}"
        keys = ", ".join(f"`{name}`" for name in names)
        yield f"- {keys}{f': {first.meaning}' if first.meaning else ''}"
        if first.below:
            yield from lines_of(
                first.below, *(f"{place}{one.name}{first.step}" for place in above or [""] for one in group)
            )


def grouped(entries: list[Entry]) -> list[list[Entry]]:
    """Return keys in groups: a key that means the same as the one before it is in one with it."""
    groups: list[list[Entry]] = []
    for entry in entries:
        if entry.meaning == LIKEWISE and groups and groups[-1][0].kind == entry.kind:
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
    for answer in (ErrorAnswer, *answers.values()):
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
    entries, shared = [*entries_of(answer)], shared_by(answer)
    keys: dict[str, dict[str, Any]] = {"properties": {}, "patternProperties": {}}
    for entry, meaning in zip(entries, meanings(entries), strict=True):
        pattern = re.sub(r"_N$", "_[0-9]+", entry.name)
        place = keys["properties" if pattern == entry.name else "patternProperties"]
        place[entry.name if pattern == entry.name else f"^{pattern}$"] = schema_of(entry, meaning)
    required = [entry.name for entry in entries if not entry.optional]
    parts = {"allOf": [*map(reference, shared)], "type": "object", **keys, "required": required}
    objects[name_of(answer)] = {name: part for name, part in parts.items() if part}
    for each in (*shared, *(entry.below for entry in entries if entry.below)):
        add_object(objects, each)


def meanings(entries: list[Entry]) -> Iterator[str]:
    """Yield what keys mean, each by itself."""
    last = ""
    for entry in entries:
        last = last if entry.meaning == LIKEWISE else entry.meaning
        yield last


def schema_of(entry: Entry, meaning: str) -> dict[str, Any]:
    """Return the schema of a key."""
    below = reference(entry.below) if entry.below else {}
    if below and entry.step == "[].":
        below = {"type": "array", "items": below}
    elif below and "*" in entry.step:
        below = {"type": "object", "additionalProperties": below}
    types = [TYPES.get(kind, kind) for kind in entry.kind.split("|")]
    plain = SCHEMAS.get(entry.kind, {"type": types if len(types) > 1 else types[0]})
    return ({"description": meaning} if meaning else {}) | (below or plain)


def reference(answer: Any) -> dict[str, str]:
    """Return a reference to the schema of a class."""
    return {"$ref": f"#/$defs/{name_of(answer)}"}


def name_of(answer: Any) -> str:
    """Return what the schema calls a class."""
    return str(answer.__name__.lstrip("_"))


if __name__ == "__main__":
    sys.stdout.write(schema())
