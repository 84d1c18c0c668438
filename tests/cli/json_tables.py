"""The keys of ``setanon_sql.answers``, of which ``docs/json.md`` is made, and whether an answer has them."""

import re
import runpy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from setanon_sql.answers import ErrorAnswer
from setanon_sql.commands.json_answers import answers_of_commands

PAGE = runpy.run_path(str(Path(__file__).resolve().parents[2] / ".ci" / "json_page.py"))


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _by_name(value: Any, kind: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(map(kind, value.values()))


KINDS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "bool": lambda value: isinstance(value, bool),
    "bool|null": lambda value: value is None or isinstance(value, bool),
    "int": _whole,
    "int|null": lambda value: value is None or _whole(value),
    "int|text": lambda value: isinstance(value, str) or _whole(value),
    "number": lambda value: _whole(value) or isinstance(value, float),
    "text|null": lambda value: value is None or isinstance(value, str),
    "number|null": lambda value: value is None or _whole(value) or isinstance(value, float),
    "number|text": lambda value: _whole(value) or isinstance(value, float | str),
    "texts": _texts,
    "texts by name": lambda value: _by_name(value, lambda one: isinstance(one, str)),
    "by name": lambda value: _by_name(value, _whole),
    "by size": lambda value: _by_name(value, _whole) and all(key.isdigit() for key in value),
    "object": lambda value: isinstance(value, dict),
    "list": lambda value: isinstance(value, list),
}


@dataclass
class Key:
    """A key that a command prints, with those below it; ``section``: where it is explained."""

    path: str
    kind: str = "object"
    optional: bool = False
    section: str = ""
    below: dict[str, "Key"] = field(default_factory=dict)


@cache
def tables() -> dict[str, Key]:
    """Return the root of the keys of each command (``errors`` for that of errors)."""
    return {command: _root(answer) for command, answer in {**answers_of_commands(), "errors": ErrorAnswer}.items()}


def _root(answer: Any) -> Key:
    root = Key("")
    for one in [*PAGE["all_shared_by"](answer), answer]:
        _add(root, one, PAGE["title_of"](one))
    return root


def _add(above: Key, answer: Any, section: str) -> None:
    """Put the keys that a class has beside what it shares below another one."""
    for entry in PAGE["entries_of"](answer):
        assert entry.kind in KINDS and entry.name not in above.below, entry
        key = Key(f"{above.path}{entry.name}", entry.kind, entry.optional, section)
        above.below[re.sub(r"_N$", "_*", entry.name)] = key
        if entry.below:
            place = key.below.setdefault("*", Key(f"{key.path}.*", section=section)) if "*" in entry.step else key
            below = Key(f"{key.path}{entry.step}", below=place.below)
            _add(below, entry.below, section)


def faults(value: Any, key: Key, seen: set[tuple[str, str]]) -> Iterator[str]:
    """Yield what differs between an answer and its table; the keys that are there are added to ``seen``."""
    if not KINDS[key.kind](value):
        yield f"{key.path} is {value!r}, not {key.kind}"
    elif isinstance(value, list):
        if key.kind == "list":
            for one in value:
                yield from faults(one, Key(key.path, below=key.below), seen)
    elif isinstance(value, dict) and not key.kind.endswith(("by name", "by size")):
        yield from _object(value, key, seen)


def _object(value: dict[str, Any], key: Key, seen: set[tuple[str, str]]) -> Iterator[str]:
    missing = {name for name, one in key.below.items() if not one.optional and "*" not in name} - value.keys()
    yield from (f"{key.path} lacks {name}" for name in sorted(missing))
    for name, one in value.items():
        known = next((found for pattern, found in key.below.items() if fnmatchcase(name, pattern)), None)
        if known is None:
            if key.below or not key.path:
                yield f"{name} of {key.path or 'the answer'} is not documented"
            continue
        seen.add((known.section, known.path))
        yield from faults(one, known, seen)


def paths(key: Key) -> set[tuple[str, str]]:
    """Return all keys below one, each with the section that several commands share, if it stands in one."""
    here = {(one.section, one.path) for one in key.below.values()}
    return here.union(*(paths(one) for one in key.below.values()))
