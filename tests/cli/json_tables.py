"""The keys of ``docs/json.schema.json``, and whether an answer has them and no others."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs" / "json.schema.json").read_text(encoding="utf-8"))
REFERENCE = "#/$defs/"
TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
}


@dataclass(frozen=True)
class Key:
    """A key that a command prints; ``section``: the definition at whose top the path begins."""

    path: str
    schema: dict[str, Any]
    section: str
    optional: bool = False

    def under(self, step: str, schema: dict[str, Any], *, optional: bool = False) -> "Key":
        """Return a key below this one."""
        return Key(f"{self.path}{step}", schema, self.section, optional)


@cache
def tables() -> dict[str, Key]:
    """Return the root of the keys of each command (``errors`` for that of errors)."""
    commands = {
        name: one["$ref"].removeprefix(REFERENCE) for name, one in SCHEMA["$defs"].items() if [*one] == ["$ref"]
    }
    return {
        name: Key("", resolved(section), section) for name, section in (commands | {"errors": "ErrorAnswer"}).items()
    }


def resolved(name: str) -> dict[str, Any]:
    """Return the definition of a name."""
    return dict(SCHEMA["$defs"][name.removeprefix(REFERENCE)])


def keys_of(key: Key) -> Iterator[tuple[str, Key]]:
    """Yield the keys right below one, each with a pattern of its name; each definition is a section of its own."""
    key = followed(key)
    schema = key.schema
    for one in schema.get("allOf", []):
        yield from keys_of(Key(key.path, one, key.section))
    before = f"{key.path}." if key.path else ""
    at = Key(before, schema, key.section)
    for name, one in schema.get("properties", {}).items():
        yield re.escape(name), at.under(name, one, optional=name not in schema.get("required", ()))
    for pattern, one in schema.get("patternProperties", {}).items():
        yield pattern, at.under(pattern, one, optional=True)
    if isinstance(schema.get("additionalProperties"), dict):
        yield ".*", at.under("*", schema["additionalProperties"], optional=True)
    if "items" in schema:
        yield from keys_of(Key(f"{key.path}[]", schema["items"], key.section))


def followed(key: Key) -> Key:
    """Return what a reference leads to, whose path begins there."""
    if "$ref" not in key.schema:
        return key
    return Key("", resolved(key.schema["$ref"]), key.schema["$ref"].removeprefix(REFERENCE))


def faults(value: Any, key: Key, seen: set[tuple[str, str]]) -> Iterator[str]:
    """Yield what differs between an answer and its schema; the keys that are there are added to ``seen``."""
    key = followed(key)
    schema = key.schema
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(TYPES[one](value) for one in types):
        yield f"{key.path} is {value!r}, not {types}"
    elif isinstance(value, list) and "items" in schema:
        for one in value:
            yield from faults(one, Key(f"{key.path}[]", schema["items"], key.section), seen)
    elif isinstance(value, dict):
        yield from _object(value, key, [*keys_of(key)], seen)


def _object(value: dict[str, Any], key: Key, known: list[tuple[str, Key]], seen: set[tuple[str, str]]) -> Iterator[str]:
    missing = {pattern for pattern, one in known if not one.optional} - {re.escape(name) for name in value}
    yield from (f"{key.path} lacks {name}" for name in sorted(missing))
    for name, part in value.items():
        found = next((one for pattern, one in known if re.fullmatch(pattern, name)), None)
        if found is not None:
            seen.add((found.section, found.path))
            yield from faults(part, found, seen)
        elif known or not key.path:
            yield f"{name} of {key.path or 'the answer'} is not documented"


def paths(key: Key) -> set[tuple[str, str]]:
    """Return all keys below one, each with the section that several commands share, if it stands in one."""
    below = [one for _, one in keys_of(key)]
    return {(one.section, one.path) for one in below}.union(*map(paths, below))
