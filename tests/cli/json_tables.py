"""The tables of ``docs/json.md``, and whether an answer is what they say."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from tests.cli.program import FOLDER


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _by_name(value: Any, kind: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(map(kind, value.values()))


KINDS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "true or false": lambda value: isinstance(value, bool),
    "true, false or null": lambda value: value is None or isinstance(value, bool),
    "whole number": _whole,
    "whole number or null": lambda value: value is None or _whole(value),
    "whole number or text": lambda value: isinstance(value, str) or _whole(value),
    "number": lambda value: _whole(value) or isinstance(value, float),
    "text or null": lambda value: value is None or isinstance(value, str),
    "number or null": lambda value: value is None or _whole(value) or isinstance(value, float),
    "number or text": lambda value: _whole(value) or isinstance(value, float | str),
    "list of texts": _texts,
    "texts by name": lambda value: _by_name(value, lambda one: isinstance(one, str)),
    "numbers by name": lambda value: _by_name(value, _whole),
    "numbers by size": lambda value: _by_name(value, _whole) and all(key.isdigit() for key in value),
    "object": lambda value: isinstance(value, dict),
    "list": lambda value: isinstance(value, list),
}


@dataclass
class Key:
    """A row of a table, with the rows below it."""

    path: str
    kind: str = "object"
    optional: bool = False
    below: dict[str, "Key"] = field(default_factory=dict)


@cache
def tables() -> dict[str, Key]:
    """The root of each table, by command (``errors`` for that of errors); keys that commands share stand once."""
    text = (FOLDER / "docs" / "json.md").read_text(encoding="utf-8")
    sections = dict(section.split("\n", 1) for section in text.split("\n## ")[1:])
    found: dict[str, Key] = {}
    for title, body in sections.items():
        if title.startswith("Keys "):
            continue
        shared = re.findall(r"\[keys( of [a-z ]+)\]\(#", body)
        root = _root("\n".join([body, *(sections[f"Keys{name}"] for name in shared)]))
        for command in re.findall(r"`([^`]+)`", title) or [title.lower()]:
            assert command not in found
            found[command] = root
    return found


def _root(body: str) -> Key:
    root = Key("")
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]*?) \|", body, re.MULTILINE)
    for path, value in sorted(rows, key=lambda row: row[0].count(".")):  # what is above first
        *above, name = path.replace("[]", "").split(".")
        place = root
        for part in above:
            place = place.below[part]
        kind = value.removesuffix(", optional")
        assert kind in KINDS and name not in place.below, path
        place.below[name] = Key(path, kind, value != kind)
    assert root.below
    return root


def faults(value: Any, key: Key, seen: set[str]) -> Iterator[str]:
    """Yield what differs between an answer and its table; the paths that are there are added to ``seen``."""
    if not KINDS[key.kind](value):
        yield f"{key.path} is {value!r}, not {key.kind}"
    elif isinstance(value, list):
        if key.kind == "list":
            for one in value:
                yield from faults(one, Key(key.path, below=key.below), seen)
    elif isinstance(value, dict) and not key.kind.endswith(("by name", "by size")):
        yield from _object(value, key, seen)


def _object(value: dict[str, Any], key: Key, seen: set[str]) -> Iterator[str]:
    missing = {name for name, one in key.below.items() if not one.optional and "*" not in name} - value.keys()
    yield from (f"{key.path} lacks {name}" for name in sorted(missing))
    for name, one in value.items():
        known = next((found for pattern, found in key.below.items() if fnmatchcase(name, pattern)), None)
        if known is None:
            if key.below or not key.path:
                yield f"{name} of {key.path or 'the answer'} is not documented"
            continue
        seen.add(known.path)
        yield from faults(one, known, seen)


def paths(key: Key) -> set[str]:
    """All paths of a table."""
    return {one.path for one in key.below.values()}.union(*(paths(one) for one in key.below.values()))
