"""The keys of a policy, for editors (a JSON schema) and for people (lists), both made from the options."""

import textwrap
from typing import Any

from setanon_sql.options.policies import POLICY_TABLES
from setanon_sql.policy.keys import KEYS, MODELS, Key

#: What a kind of value is in a JSON schema; a date of TOML reaches an editor as a text.
_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string", "minLength": 1},
    "sha256": {"type": "string", "pattern": "^[0-9A-Fa-f]{64}$"},
    "whole number": {"type": "integer"},
    "number": {"type": "number"},
    "share": {"type": ["number", "string"]},
    "true or false": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "list of texts": {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}},
}
#: What stands in the table of columns.
_COLUMNS = "What the columns are called."


def schema() -> dict[str, Any]:
    """Return the JSON schema of ``setanon.toml``."""
    required = [table for table in POLICY_TABLES if table != "approval" and _required_keys(table)]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A policy of setanon",
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": {table: _object(table, meaning) for table, meaning in POLICY_TABLES.items()},
    }


def _required_keys(table: str) -> list[str]:
    return [name for name, key in KEYS[table].items() if key.required]


def _object(table: str, meaning: str) -> dict[str, Any]:
    """Return the schema of a table."""
    properties = {name: _property(key) for name, key in KEYS[table].items()}
    below = {
        inner.removeprefix(f"{table}."): _object(inner, _COLUMNS) for inner in KEYS if inner.startswith(f"{table}.")
    }
    return {
        "type": "object",
        "description": meaning,
        "additionalProperties": False,
        "required": _required_keys(table),
        "properties": properties | below,
    }


def _property(key: Key) -> dict[str, Any]:
    schema: dict[str, Any] = dict(_TYPES[key.kind]) | {"description": key.meaning}
    if key.choices and key.kind == "list of texts":
        schema["items"] = schema["items"] | {"enum": list(key.choices)}
    elif key.choices:
        schema["enum"] = list(key.choices)
    schema |= {"minimum": key.least} if key.least is not None else {}
    return schema | ({"default": key.default} if key.default not in (None, "", ()) else {})


def key_table() -> str:
    """Return all keys as Markdown, a list for each table of a policy."""
    return "\n\n".join(_section(table, KEYS[table]) for table in POLICY_TABLES) + "\n"


def _section(table: str, keys: dict[str, Key]) -> str:
    below = [key for inner in KEYS if inner.startswith(f"{table}.") for key in KEYS[inner].values()]
    entries = [_entry(key.name, key) for key in keys.values()]
    entries += [_entry(f"{key.table.removeprefix(f'{table}.')}.{key.name}", key) for key in below]
    return f"### `[{table}]`\n\n{POLICY_TABLES[table]}\n\n" + "\n".join(entries)


def _entry(name: str, key: Key) -> str:
    """Return a key with the values that it takes, its meaning, and the models that it goes with unless it is all."""
    value = ", ".join(f"`{choice}`" for choice in key.choices) if key.choices else key.kind
    value += (
        ", needed"
        if key.required
        else f"; default: `{key.default}`"
        if isinstance(key.default, str) and key.default
        else ""
    )
    models = "" if key.models == MODELS else f" Of {', '.join(key.models)}."
    needed = "" if key.required or not key.needed_for else f" Needed for {', '.join(key.needed_for)}."
    needed = " Needed." if needed and key.needed_for == key.models else needed
    text = f"- `{name}` ({value}): {key.meaning}{models}{needed}"
    return textwrap.fill(text, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
