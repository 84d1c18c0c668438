"""Read a policy: a TOML file with the tables and keys of :mod:`setanon_sql.policy.keys`, and nothing else.

Every error names the file, the line and the key. tomllib tells lines of errors of syntax only: what it returns are
plain dictionaries, which do not know where they stood. So :class:`Lines` looks for a key in the text, which is known to
be TOML by then.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from setanon_sql.api.policies import VARIABLE
from setanon_sql.errors import BadInput, BadParameter, SetanonError
from setanon_sql.files.regular import read_regular
from setanon_sql.numbers import fraction_of
from setanon_sql.options.policies import POLICY_TABLES
from setanon_sql.policy.keys import CALLED, FITS, KEYS, Key, in_policy
from setanon_sql.policy.kinds import product_of
from setanon_sql.policy.limits import SHARES
from setanon_sql.policy.model import Policy, sha256_of
from setanon_sql.spelling import MARK

#: A password in the address of a database: in front of the @, or as a parameter.
_PASSWORD = (re.compile(r"://[^/@\s]*?:([^/@\s]+)@"), re.compile(r"[?&\s;](?:password|pwd)=([^&\s;]+)", re.IGNORECASE))


class BadPolicy(BadInput):
    """A policy that cannot be used; the message names the file, the line and the key."""


class Lines:
    """The lines on which the tables and keys of a TOML text stand."""

    def __init__(self, text: str) -> None:
        self._found = dict(_stands(text))

    def of(self, table: str, key: str = "") -> int:
        """Return the line of a key, else that of its table, else 1; lines count from 1."""
        return self._found.get((table, key)) or self._found.get((table, "")) or 1


def _stands(text: str) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield where tables and keys stand, the last of them first; what is inside a text of several lines is none."""
    table = ""
    places = []
    for number, line in enumerate(_without_long_texts(text).splitlines(), 1):
        if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line):
            table, _, key = header[1].replace('"', "").partition(".")
            places.append(((table.strip(), key.strip()), number))
        elif name := re.match(r"\s*([\w.\"' -]+?)\s*=", line):
            path = [part.strip(" \"'") for part in name[1].split(".")]
            above, *below = path if not table else [table, *path]
            places.append(((above, below[0] if below else ""), number))
    yield from reversed(places)


def _without_long_texts(text: str) -> str:
    """Return the text with only the line ends of its texts of several lines."""
    long = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'', re.DOTALL)
    return long.sub(lambda match: '""' + "\n" * match[0].count("\n"), text)


def read_policy(path: str | Path, environment: Mapping[str, str] | None = None) -> Policy:
    """Return the policy in a file; ``environment`` (default: that of the process) has what its ``${NAME}`` mean.

    Raises BadPolicy, with the file, the line and the key, for anything that is not as it should be.
    """
    path = Path(path)
    try:
        raw = read_regular(path)
        text = raw.decode("utf-8")
    except FileNotFoundError as error:
        raise BadPolicy(f"there is no policy {path}", "docs/policy.md has a complete example") from error
    except OSError as error:
        raise BadPolicy(f"the policy {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadPolicy(f"{path} is not UTF-8 text", "a policy is a TOML file") from error
    return parse_policy(path, text, environment)


def parse_policy(path: Path, text: str, environment: Mapping[str, str] | None = None) -> Policy:
    """Return the policy that a text says, which stands or is to stand in a file; raises BadPolicy."""
    try:
        tables = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise BadPolicy(f"{path} is not TOML: {_where(error)}", "docs/policy.md has a complete example") from error
    except RecursionError as error:
        raise BadPolicy(f"{path} is nested too deeply", "a policy has tables, keys and lists of texts") from error
    reader = _Reader(path, text, os.environ if environment is None else environment)
    return reader.policy(tables, sha256_of(text.encode()))


def _where(error: tomllib.TOMLDecodeError) -> str:
    """Return what tomllib says, which may quote no more than a character; the place is at its end."""
    return re.sub(r"\((at line .*|at end of document)\)$", r"\1", str(error))


class _Reader:
    """Makes a policy of what tomllib returned, and knows where everything stood."""

    def __init__(self, path: Path, text: str, environment: Mapping[str, str]) -> None:
        self.path = path
        self.lines = Lines(text)
        self.environment = environment
        self.variables: dict[str, str] = {}

    def policy(self, tables: Mapping[str, Any], sha256: str) -> Policy:
        """Return the policy."""
        for name, table in tables.items():
            if not isinstance(table, dict):
                raise self.fault(name, "", "is a key outside of any table", "write it below its table, as in [source]")
            if name not in POLICY_TABLES:
                raise self.fault(name, "", "is no table of a policy", _nearest(name, POLICY_TABLES))
        for name in POLICY_TABLES:
            if name not in tables and name != "approval" and any(key.required for key in KEYS[name].values()):
                raise BadPolicy(f"{self.path.name} has no table [{name}]", "docs/policy.md says what it has to hold")
        written: dict[str, dict[str, Any]] = {}
        for name, table in tables.items():
            self.read(name, table, written)
        policy = Policy(self.path, sha256, written, self.variables)
        self.check(policy)
        return policy

    def read(self, table: str, keys: Mapping[str, Any], written: dict[str, dict[str, Any]], above: str = "") -> None:
        """Add the checked values of a table to ``written``; ``above``: the key of [source] whose table it is."""
        where = table.partition(".")[0]
        written[table] = {}
        for name, value in keys.items():
            if f"{table}.{name}" in KEYS:
                if not isinstance(value, dict):
                    raise self.fault(
                        where, name, "is not a table", f"it has the keys {', '.join(KEYS[f'{table}.{name}'])}"
                    )
                self.read(f"{table}.{name}", value, written, name)
            elif name not in KEYS[table]:
                unknown = f"is not known{f': {name}' * bool(above)}"
                raise self.fault(where, above or name, unknown, _nearest(name, KEYS[table]))
            else:
                written[table][name] = self.value(where, above or name, KEYS[table][name], value)
        for name, key in KEYS[table].items():
            if key.required and name not in written[table]:
                raise self.fault(where, name, "is missing", key.hint)

    def value(self, table: str, name: str, key: Key, value: Any) -> Any:
        """Return the value of a key, checked."""
        if not FITS[key.kind](value):
            raise self.fault(table, name, f"is not {CALLED[key.kind]}", key.hint)
        values = value if isinstance(value, list) else [value]
        if key.choices and not {*values} <= {*key.choices}:
            raise self.fault(table, name, f"is not one of {', '.join(key.choices)}", key.hint)
        if key.least is not None and not isinstance(value, str) and value < key.least:
            raise self.fault(table, name, f"is under {key.least:g}", key.hint)
        if isinstance(value, str):
            self.look_up(table, name, value)
        return tuple(value) if isinstance(value, list) else value

    def look_up(self, table: str, name: str, text: str) -> None:
        """Refuse a password that is written out; look up the variables that a text names."""
        for pattern in _PASSWORD:
            if any(not VARIABLE.fullmatch(secret) for secret in pattern.findall(unquote(text))):
                raise self.fault(
                    table, name, "holds a password", "write ${NAME} in its place, and set that variable where it runs"
                )
        for variable in VARIABLE.findall(text):
            if not self.environment.get(variable):
                raise self.fault(
                    table, name, f"needs the variable {variable}, which is not set or empty", "set it, and try again"
                )
            self.variables[variable] = self.environment[variable]

    def check(self, policy: Policy) -> None:
        """Look at what keys mean together."""
        model = policy.model
        for key in (key for table in POLICY_TABLES for key in KEYS[table].values()):
            is_written = policy.says(key.table, key.name)
            if is_written and model not in key.models:
                raise self.fault(key.table, key.name, *_does_not_go(policy, key))
            if is_written and key.choices and not {*_values(policy, key)} <= {*key.choices_of(model)}:
                raise self.fault(key.table, key.name, f"is no choice of the model {model}", key.hint)
            if not is_written and model in key.needed_for and key.table != "approval":
                raise self.fault(key.table, key.name, f"is missing: the model {model} needs it", key.hint)
        self.check_variables(policy)
        self.check_source(policy)
        self.check_parameters(policy)

    def check_variables(self, policy: Policy) -> None:
        """Refuse variables where everybody may read what they hold: it may be a secret."""
        out = {*VARIABLE.findall(policy.written["release"]["out"])} - policy.secret_names
        for table, name, text in policy.texts():
            key = KEYS[table][name]
            hidden = set(VARIABLE.findall(text)) - (out if key.is_shown else set())
            if hidden and not key.takes_variables:
                hint = (
                    "only one that is in [release] out, too, is no secret" if key.is_shown else "write the text itself"
                )
                raise self.fault(table.partition(".")[0], name, "may not tell what a variable holds", hint)
        for name in ("where", "query"):
            with self.naming("source", name):
                policy.value("source", name)  # their variables stand for values

    def check_source(self, policy: Policy) -> None:
        """Look whether the source can be meant."""
        with self.naming("source"):
            assert policy.options.reads is not None  # reads what where and query say
        if policy.db and policy.read is None and not policy.says("source", "query"):
            raise self.fault("source", "place", "is a database", "say with table or query what is read there")
        if policy.db and policy.says("source", "snapshot"):
            raise self.fault(
                "source", "snapshot", "is the sha256 of a file, and the place is a database", "leave it out"
            )
        if policy.says("taxonomy", "sha256") and not isinstance(policy.place_of("taxonomy", "file"), Path):
            raise self.fault(
                "taxonomy", "sha256", "is that of a file, and no file is named", "name a file, or leave it out"
            )

    def check_parameters(self, policy: Policy) -> None:
        """Look whether the parameters make sense, and the limits."""
        with self.naming("guarantee"):
            product_of(policy).promised(policy)
        for name, missing in (("previous", "link"), ("link", "previous")):
            if policy.says("release", name) and not policy.says("release", missing):
                hint = "one names the release, the other links its record ids with the new ones"
                raise self.fault("release", name, f"needs {missing}", hint)
        if policy.says("method", "extend") and not policy.says("method", "mapping"):
            raise self.fault("method", "extend", "needs mapping", "say which mapping it repairs, or leave it out")
        self.check_limits(policy)

    def check_limits(self, policy: Policy) -> None:
        """Look whether the limits make sense."""
        for name in (limit.name for limit in SHARES if policy.says("limits", limit.name)):
            with self.naming("limits", name):
                if not 0 <= fraction_of(name, policy.value("limits", name)) <= 1:
                    raise BadParameter(f"{name} is no share from 0 to 1", "write 5 % as 0.05")
        if policy.says("limits", "max_workload_error") and not policy.says("limits", "workload"):
            raise self.fault("limits", "max_workload_error", "needs workload", "say what is to be counted")

    @contextmanager
    def naming(self, table: str, name: str = "") -> Iterator[None]:
        """Say of what is wrong with an option which key of a table that is, its ``name`` if it is known."""
        try:
            yield
        except SetanonError as error:
            text = in_policy(error.marked_message)
            names = [in_policy(mark[0]) for mark in MARK.finditer(error.marked_message)]
            key = next((option for option in [name, *names] if option), "")
            stands = "columns" if key in KEYS.get(f"{table}.columns", {}) else key
            raise self.fault(table, stands, f"cannot be used: {text}", in_policy(error.marked_hint)) from error

    def fault(self, table: str, name: str, what: str, hint: str = "") -> BadPolicy:
        """Return the error of a key."""
        called = f"[{table}] {name}".strip()
        return BadPolicy(f"{self.path.name}, line {self.lines.of(table, name)}: {called} {what}", hint)


def _nearest(name: str, names: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(name, names, 1, 0.5)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"


def _values(policy: Policy, key: Key) -> tuple[Any, ...]:
    """Return the value of a key, or the values of a list."""
    value = policy.value(key.table, key.name)
    return value if isinstance(value, tuple) else (value,)


def _does_not_go(policy: Policy, key: Key) -> tuple[str, str]:
    """Return that a key does not go with a model, for what reason where the model tells one, and what to do."""
    option, _ = next(iter(key.options.values()))
    reason = product_of(policy).why_not(policy, option.name)
    problem = f"does not go with the model {policy.model}"
    return (f"{problem}: {reason[0]}", reason[1]) if reason else (problem, "leave it out")
