"""What may stand in a policy, for editors (a JSON schema) and for people (a table), both made from the model."""

from dataclasses import Field, fields
from typing import Any, get_args

from setanon_sql.policy.keys import MODELS, Key, is_required, keys_of
from setanon_sql.policy.model import Columns, Policy

#: What a kind of value is in a JSON schema; a date of TOML reaches an editor as a text.
_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string", "minLength": 1},
    "whole number": {"type": "integer"},
    "number": {"type": "number"},
    "share": {"type": ["number", "string"]},
    "true or false": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "list of texts": {"type": "array", "items": {"type": "string", "minLength": 1}},
}


def schema() -> dict[str, Any]:
    """Return the JSON schema of ``setanon.toml``."""
    tables = {one.name: one for one in fields(Policy) if _class_of(one) is not None}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A policy of setanon",
        "type": "object",
        "additionalProperties": False,
        "required": [name for name, one in tables.items() if is_required(one)],
        "properties": {name: _object(_class_of(one)) for name, one in tables.items()},
    }


def _object(kind: Any) -> dict[str, Any]:
    """The schema of a table."""
    keys = keys_of(kind)
    return {
        "type": "object",
        "description": str(kind.__doc__),
        "additionalProperties": False,
        "required": [name for name, (_, one) in keys.items() if is_required(one)],
        "properties": {name: _property(key, one) for name, (key, one) in keys.items()},
    }


def _property(key: Key, one: "Field[Any]") -> dict[str, Any]:
    if key.kind == "table":
        return _object(Columns) | {"description": key.meaning}
    told: dict[str, Any] = dict(_TYPES[key.kind]) | {"description": key.meaning}
    told |= {"enum": list(key.choices)} if key.choices else {}
    told |= {"minimum": key.least} if key.least is not None else {}
    return told | ({"default": one.default} if isinstance(one.default, str) else {})


def _class_of(one: "Field[Any]") -> Any:
    """The dataclass of a table; None for a field that is none."""
    kinds = [
        kind
        for kind in (one.type, *get_args(one.type))
        if isinstance(kind, type) and hasattr(kind, "__dataclass_fields__")
    ]
    return kinds[0] if kinds else None


def key_table() -> str:
    """Return all keys as Markdown, a table for each table of a policy."""
    parts = []
    for one in fields(Policy):
        if kind := _class_of(one):
            heads = (
                f"### `[{one.name}]`\n\n{kind.__doc__}\n\n| key | value | meaning | models |\n| --- | --- | --- | --- |"
            )
            parts.append("\n".join([heads, *(_row(name, *found) for name, found in keys_of(kind).items())]))
    return "\n\n".join(parts) + "\n"


def _row(name: str, key: Key, one: "Field[Any]") -> str:
    value = ", ".join(f"`{choice}`" for choice in key.choices) if key.choices else key.kind
    value += ", needed" if is_required(one) else f" (`{one.default}`)" if isinstance(one.default, str) else ""
    models = "all" if key.models == MODELS else ", ".join(key.models)
    needed = f"; needed for {', '.join(key.needed_for)}" if key.needed_for else ""
    return f"| `{name}` | {value} | {key.meaning} | {models}{needed} |"
