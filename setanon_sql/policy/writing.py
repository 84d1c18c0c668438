"""A policy is written from what was typed for ``anonymize``."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setanon_sql.addresses import is_database_address
from setanon_sql.errors import BadDestination, BadParameter
from setanon_sql.options.option import spelled
from setanon_sql.options.policies import POLICY_OPTIONS, RunPolicy
from setanon_sql.policy.keys import KEYS, all_options, options_with_keys
from setanon_sql.policy.reading import parse_policy
from setanon_sql.text import columns_in

#: What is typed for ``anonymize`` and is said by the place, by the model, by another key, or of no release.
_OTHERWISE_SAID = {"source", "db", "work", "safe", "as_json", "lot", "rounded"}
#: What is typed of a report and is a key of another table.
_OF_REPORTS = {"report_data": ("source", "data"), "report_period": ("source", "period")}


def write_policy(path: Path, method: str, typed: Mapping[str, Any]) -> str:
    """Write a policy that says what was typed for ``anonymize METHOD``, and return its text.

    A comment in it names the options that no policy says, because each run does: see :func:`said_to_run`.

    Raises BadDestination where a file stands at ``path``, BadParameter for an option that no key says, and BadPolicy
    for what a policy must not say, such as a password.
    """
    text = policy_text(path.parent, method, typed)
    parse_policy(path, text)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise BadDestination(f"{path} already exists", "name a new file, or remove that one") from error
    except OSError as error:
        raise BadDestination(f"{path} cannot be written: {error.strerror}", "name another file") from error
    return text


def policy_text(folder: Path, method: str, typed: Mapping[str, Any]) -> str:
    """Return the text of a policy in a folder."""
    model = "safe" if typed.get("safe") else method
    if model not in POLICY_OPTIONS:
        raise BadParameter(f"policies do not know of {model} yet", "use another model, or the command itself")
    (*_, owner) = POLICY_OPTIONS[model]
    described = {field.name: (field, option) for field, option in options_with_keys(owner)}
    passing = _OTHERWISE_SAID | {*_OF_REPORTS, *_of_runs()}
    for field, _ in all_options(owner):
        is_typed = field.name in typed or (field.name == "sampling" and "sample" in typed)
        if is_typed and field.name not in described and field.name not in passing:
            raise BadParameter(f"{spelled(field)} is no key of a policy", "leave it out")
    tables: dict[str, dict[str, Any]] = {table: {} for table in KEYS}
    tables["source"] = _source(folder, typed)
    tables["guarantee"]["model"] = model
    for name, (field, option) in described.items():
        if typed.get(name) is not None:
            value = _place(folder, typed[name], typed) if option.kind in {"name", "file"} else typed[name]
            value = _place(folder, value, {}) if name == "out_db" else value
            value = list(columns_in(value)) if option.kind == "columns" else value
            tables[option.policy][option.key or field.name] = value
    tables["source"] |= {key: typed[name] for name, (_, key) in _OF_REPORTS.items() if name in typed}
    left_to_runs = said_to_run(method, typed)
    comment = f"# no policy says these, setanon run takes them: {', '.join(left_to_runs)}\n\n" if left_to_runs else ""
    return comment + "\n".join(_table(table, keys) for table, keys in tables.items() if keys) + _APPROVAL


def _of_runs() -> dict[str, str]:
    """Return the options of ``setanon run``, as they are typed, by name."""
    return {field.name: spelled(field) for field, _ in all_options(RunPolicy)}


def said_to_run(method: str, typed: Mapping[str, Any]) -> list[str]:
    """Return the options that were typed and that no policy says, because they are of a run: ``--overwrite``."""
    (*_, owner) = POLICY_OPTIONS["safe" if typed.get("safe") else method]
    keys = {field.name for field, _ in options_with_keys(owner)}
    return [flag for name, flag in _of_runs().items() if name in typed and name not in keys]


def _source(folder: Path, typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return where the source is: a file, or a table of a database."""
    if "db" not in typed:
        return {"place": _place(folder, typed["source"], {})}
    table = {"table": typed["source"]} if "source" in typed else {}
    return {"place": _place(folder, typed["db"], {})} | table


def _place(folder: Path, text: str, typed: Mapping[str, Any]) -> str:
    """Return a path as it starts at a folder; a table of a database, and an address, as they are."""
    is_table = typed.get("db") and not Path(text).exists() and "/" not in text and not Path(text).suffix
    if is_table or is_database_address(text) or Path(text).is_absolute():
        return text
    return Path(os.path.relpath(text, folder)).as_posix()


def _table(table: str, keys: Mapping[str, Any]) -> str:
    """Return a table in TOML."""
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in keys.items()]
    return "\n".join([f"[{table}]", *lines, ""])


_APPROVAL = """
# [approval]
# owner = ""          # {owner}
# approved_by = ""    # {approved_by}
# expires = 2099-12-31
# recipients = [""]   # {recipients}
""".format(**{name: key.meaning for name, key in KEYS["approval"].items()})
