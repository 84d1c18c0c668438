"""Read a policy: a TOML file with the tables and keys of :mod:`setanon_sql.policy.model`, and nothing else.

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
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args
from urllib.parse import unquote

from setanon_sql.engine.adbc.address import VARIABLE
from setanon_sql.errors import BadInput, BadParameter, SetanonError
from setanon_sql.models import DIVERSITY, AdaptiveRho, Disassociation, KmAnonymity, RhoUncertainty
from setanon_sql.numbers import fraction_of
from setanon_sql.policy.keys import FITS, Key, is_required, keys_of
from setanon_sql.policy.model import Columns, Policy, sha256_of

#: What a kind of value is called in an error.
_CALLED = {
    "text": "a text in quotes", "whole number": "a whole number", "number": "a number",
    "share": "a number, or a text in quotes", "true or false": "true or false",
    "date": "a date such as 2027-01-31, without quotes", "list of texts": "a list of texts", "table": "a table",
}  # fmt: skip

#: A password in the address of a database: in front of the @, or as a parameter.
_PASSWORD = (re.compile(r"://[^/@\s]*?:([^/@\s]+)@"), re.compile(r"[?&\s;](?:password|pwd)=([^&\s;]+)", re.IGNORECASE))

#: Keys by the option that says the same.
_OPTIONS = {
    "record-id": "columns", "item": "columns", "sep": "separator", "cluster-size": "cluster_size",
    "on-null": "on_null",
}  # fmt: skip


class BadPolicy(BadInput):
    """A policy that cannot be used; the message names the file, the line and the key."""


class Lines:
    """Where the tables and keys of a TOML text stand."""

    def __init__(self, text: str) -> None:
        self._found = dict(_stands(text))

    def of(self, table: str, key: str = "") -> int:
        """Return the line of a key, else that of its table, else 1; lines count from 1."""
        return self._found.get((table, key)) or self._found.get((table, "")) or 1


def _stands(text: str) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield where tables and keys stand, the last of them first; what is inside a text of several lines is none."""
    table, found = "", []
    for number, line in enumerate(_without_long_texts(text).splitlines(), 1):
        if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line):
            table, _, key = header[1].replace('"', "").partition(".")
            found.append(((table.strip(), key.strip()), number))
        elif name := re.match(r"\s*([\w.\"' -]+?)\s*=", line):
            path = [part.strip(" \"'") for part in name[1].split(".")]
            above, *below = path if not table else [table, *path]
            found.append(((above, below[0] if below else ""), number))
    yield from reversed(found)


def _without_long_texts(text: str) -> str:
    """Return the text with only the line ends of its texts of several lines."""
    long = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'', re.DOTALL)
    return long.sub(lambda found: '""' + "\n" * found[0].count("\n"), text)


def read_policy(path: str | Path, environment: Mapping[str, str] | None = None) -> Policy:
    """Return the policy in a file; ``environment`` (default: that of the process) has what its ``${NAME}`` mean.

    Raises BadPolicy, with the file, the line and the key, for anything that is not as it should be.
    """
    path = Path(path)
    try:
        raw = path.read_bytes()
        text = raw.decode("utf-8")
        found = tomllib.loads(text)
    except FileNotFoundError as error:
        raise BadPolicy(f"there is no policy {path}", "docs/policy.md has a complete example") from error
    except OSError as error:
        raise BadPolicy(f"the policy {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadPolicy(f"{path} is not UTF-8 text", "a policy is a TOML file") from error
    except tomllib.TOMLDecodeError as error:
        raise BadPolicy(f"{path} is not TOML: {_where(error)}", "docs/policy.md has a complete example") from error
    except RecursionError as error:
        raise BadPolicy(f"{path} is nested too deeply", "a policy has tables, keys and lists of texts") from error
    return _Reader(path, text, os.environ if environment is None else environment).policy(found, sha256_of(raw))


def _where(error: tomllib.TOMLDecodeError) -> str:
    """Return what tomllib says, which may quote no more than a character; the place is at its end."""
    return re.sub(r"\((at line .*|at end of document)\)$", r"\1", str(error))


class _Reader:
    """Makes the model out of what tomllib returned, and knows where everything stood."""

    def __init__(self, path: Path, text: str, environment: Mapping[str, str]) -> None:
        self.path, self.lines, self.environment = path, Lines(text), environment
        self.secrets: dict[str, str] = {}
        self.tables = {one.name: one for one in fields(Policy) if one.name not in {"path", "sha256", "secrets"}}

    def policy(self, found: Mapping[str, Any], sha256: str) -> Policy:
        """Return the policy."""
        for name in found:
            if not isinstance(found[name], dict):
                raise self.fault(name, "", "is a key outside of any table", "write it below its table, as in [source]")
            if name not in self.tables:
                raise self.fault(name, "", "is no table of a policy", _nearest(name, self.tables))
        made = {name: self.table(name, found) for name, one in self.tables.items() if name in found or is_required(one)}
        policy = Policy(self.path, sha256, **made, secrets=self.secrets)
        self.check(policy, found)
        return policy

    def table(self, name: str, found: Mapping[str, Any]) -> Any:
        """Return one of the tables."""
        if name not in found:
            raise BadPolicy(f"{self.path.name} has no table [{name}]", "docs/policy.md says what it has to hold")
        return self.made(_class_of(self.tables[name].type), name, found[name])

    def made(self, kind: Any, table: str, given: Mapping[str, Any], above: str = "") -> Any:
        """Return an instance of the dataclass ``kind``; ``above`` is the key whose table this is."""
        known, values = keys_of(kind), {}
        for name, value in given.items():
            if name not in known:
                raise self.fault(
                    table, above or name, f"is not known{f': {name}' * bool(above)}", _nearest(name, known)
                )
            values[name] = self.value(table, above or name, known[name][0], value)
        for name, (_, one) in known.items():
            if is_required(one) and name not in values:
                raise self.fault(table, name, "is missing", known[name][0].meaning)
        return kind(**values)

    def value(self, table: str, name: str, key: Key, value: Any) -> Any:
        """Return the value of a key, checked."""
        if not FITS[key.kind](value):
            raise self.fault(table, name, f"is not {_CALLED[key.kind]}", key.meaning)
        if key.kind == "table":
            return self.made(Columns, table, value, name)
        if key.choices and value not in key.choices:
            raise self.fault(table, name, f"is not one of {', '.join(key.choices)}", key.meaning)
        if key.least is not None and not isinstance(value, str) and value < key.least:
            raise self.fault(table, name, f"is under {key.least:g}", key.meaning)
        for text in [value] if isinstance(value, str) else []:
            self.secret(table, name, key, text)
        return tuple(value) if isinstance(value, list) else value

    def secret(self, table: str, name: str, key: Key, text: str) -> None:
        """Refuse a password that is written out; look up the variables that a text names."""
        for pattern in _PASSWORD:
            if any(not VARIABLE.fullmatch(one) for one in pattern.findall(unquote(text))):
                raise self.fault(
                    table, name, "holds a password", "write ${NAME} in its place, and set that variable where it runs"
                )
        for variable in VARIABLE.findall(text) if key.secret else []:
            if not self.environment.get(variable):
                raise self.fault(
                    table, name, f"needs the variable {variable}, which is not set or empty", "set it, and try again"
                )
            self.secrets[variable] = self.environment[variable]

    def check(self, policy: Policy, found: Mapping[str, Any]) -> None:
        """Look at what keys mean together."""
        model = policy.guarantee.model
        told = [(table, kind) for table in self.tables if (kind := getattr(policy, table)) is not None]
        for table, name, key in [
            (table, name, key) for table, kind in told for name, (key, _) in keys_of(kind).items()
        ]:
            given = name in found.get(table, {})
            if given and model not in key.models:
                raise self.fault(table, name, f"does not go with the model {model}", "leave it out")
            if given and key.refuses(getattr(getattr(policy, table), name), model):
                raise self.fault(table, name, f"is no choice of the model {model}", key.meaning)
            if not given and model in key.needed_for:
                raise self.fault(table, name, f"is missing: the model {model} needs it", key.meaning)
        self.check_source(policy)
        self.check_parameters(policy)

    def check_source(self, policy: Policy) -> None:
        """Look whether the source can be meant."""
        with self.told("source"):
            assert policy.options.reads is not None  # reads what where and query say
        if policy.db and policy.read is None and not policy.source.query:
            raise self.fault("source", "place", "is a database", "say with table or query what is read there")
        if policy.source.snapshot and policy.db:
            raise self.fault(
                "source", "snapshot", "is the sha256 of a file, and the place is a database", "leave it out"
            )
        if policy.taxonomy.sha256 and not isinstance(policy.tree, Path):
            raise self.fault(
                "taxonomy", "sha256", "is that of a file, and no file is named", "name a file, or leave it out"
            )

    def check_parameters(self, policy: Policy) -> None:
        """Look whether the parameters make sense, and the limits."""
        with self.told("guarantee"):
            assert model_of(policy)
        if (policy.release.previous is None) != (policy.release.link is None):
            given, missing = ("link", "previous") if policy.release.previous is None else ("previous", "link")
            raise self.fault("release", given, f"needs {missing}", "the one says beside what, the other who is who")
        for name in ("max_ncp", "max_suppressed"):
            with self.told("limits"):
                limit = getattr(policy.limits, name)
                if limit is not None and not 0 <= fraction_of(name, limit) <= 1:
                    raise BadParameter(f"{name} is no share from 0 to 1", "write 5 % as 0.05")

    @contextmanager
    def told(self, table: str) -> Iterator[None]:
        """Say of what is wrong with an option which key of a table that is."""
        try:
            yield
        except BadPolicy:
            raise
        except SetanonError as error:
            options = re.findall(r"--([a-z-]+)|\b(max_\w+)", error.shell_message)
            names = [_OPTIONS.get(one, one.replace("-", "_")) or other for one, other in options]
            name = names[0] if names else ""
            raise self.fault(table, name, "cannot be used: " + error.shell_message, error.shell_hint) from error

    def fault(self, table: str, name: str, what: str, hint: str = "") -> BadPolicy:
        """Return the error of a key."""
        called = f"[{table}] {name}".strip()
        return BadPolicy(f"{self.path.name}, line {self.lines.of(table, name)}: {called} {what}", hint)


def _class_of(kind: Any) -> Any:
    """The dataclass of a field that may be None."""
    return next((one for one in get_args(kind) if one is not type(None)), kind)


def _nearest(name: str, known: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(name, known, 1, 0.5)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


def model_of(policy: Policy) -> KmAnonymity | RhoUncertainty | Disassociation:
    """Return what a policy promises (for adaptive: with the lowest of the thresholds); raises BadParameter."""
    one = policy.guarantee
    if one.model == "km":
        return KmAnonymity(one.k or 0, one.m)
    if one.model in {"rho", "adaptive"}:
        return RhoUncertainty.of(one.rho or 0, one.m)
    size = policy.method.cluster_size or Disassociation.cluster_size
    least = DIVERSITY if one.sensitive is not None and one.diversity is None else one.diversity
    return Disassociation(one.k or 0, one.m or 0, size, True, one.model == "safe", one.sensitive is not None, least)


def model_name(policy: Policy) -> str:
    """Return the name of the model as manifests spell it."""
    return AdaptiveRho.name if policy.guarantee.model == "adaptive" else model_of(policy).name
