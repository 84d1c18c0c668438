"""The keys of a policy, read off the options: what each is called, takes and means, and which models it goes with.

A field of :mod:`setanon_sql.options` that names a table (``policy="method"``) is a key there. What reads a policy, its
JSON schema, the tables in ``docs/policy.md`` and what ``setanon policy init`` writes are all made from these.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, Field, dataclass
from datetime import date
from math import isfinite
from typing import Any

from setanon_sql.errors import SetanonError
from setanon_sql.options.option import Option, is_required, options_of
from setanon_sql.options.policies import POLICY_OPTIONS, POLICY_TABLES, RunPolicy
from setanon_sql.spelling import MARK, in_shell, respelled, said

MODELS = tuple(POLICY_OPTIONS)
#: What is said in a policy for options that are no key of their name.
_PLACES = {"db": "place", "out_db": "place", "safe": 'model = "safe"', "taxonomy": "[taxonomy]"}

#: Keys that are no names of files, and may name variables of the environment.
_WITH_VARIABLES = {"place", "table", "where", "scratch"}
#: Keys of texts that reports show.
_SHOWN = {"data", "period", "purpose"}

#: The kinds of values in a policy, by those of options, and what each is called in an error.
_KINDS = {
    "whole number": "whole number", "number": "number", "share": "share", "flag": "true or false", "date": "date",
    "list": "list of texts", "columns": "list of texts", "sha256": "sha256", "percentage": "share",
}  # fmt: skip
CALLED = {
    "text": "a text in quotes", "whole number": "a whole number", "number": "a number",
    "share": "a number, or a text in quotes", "true or false": "true or false",
    "date": "a date such as 2027-01-31, without quotes", "list of texts": "a list of texts", "table": "a table",
    "sha256": "a sha256: 64 digits and letters a to f, in quotes",
}  # fmt: skip


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


#: Whether a value of a TOML file is of a kind.
FITS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str) and bool(value.strip()),
    "whole number": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: _number(value) and isfinite(value),
    "share": lambda value: _number(value) or FITS["text"](value),
    "true or false": lambda value: isinstance(value, bool),
    "date": lambda value: type(value) is date,
    "list of texts": lambda value: isinstance(value, list) and bool(value) and all(map(FITS["text"], value)),
    "table": lambda value: isinstance(value, dict),
    "sha256": lambda value: isinstance(value, str) and re.fullmatch("[0-9A-Fa-f]{64}", value.strip()) is not None,
}


@dataclass(frozen=True)
class Key:
    """A key of a policy, and the options that it says, by model: an option may mean another thing in another one."""

    table: str
    name: str
    options: Mapping[str, tuple["Field[Any]", Option]]
    kind: str

    @property
    def models(self) -> tuple[str, ...]:
        """The models that it goes with."""
        return tuple(self.options)

    @property
    def needed_for(self) -> tuple[str, ...]:
        """The models that cannot do without it."""
        return tuple(
            model
            for model, (field, option) in self.options.items()
            if is_required(field) or option.needed or option.policy_needs
        )

    @property
    def takes_variables(self) -> bool:
        """May it name variables of the environment? It says where something is, or what is read of it."""
        return self._first.kind in {"file", "name"} or self.name in _WITH_VARIABLES

    @property
    def is_shown(self) -> bool:
        """Is it a text that reports show?"""
        return self.name in _SHOWN

    @property
    def required(self) -> bool:
        """Can no policy do without it, if it has its table?"""
        return self.needed_for == MODELS

    @property
    def least(self) -> float | None:
        """The smallest number."""
        return self._first.least

    def default_for(self, model: str) -> Any:
        """Return the value for a model where the key is left out; None where there is no such one."""
        field, _ = self.options[model if model in self.options else self.models[0]]
        return None if field.default is MISSING else field.default

    @property
    def default(self) -> Any:
        """The value of a key that is left out; None where models differ."""
        values = {self.default_for(model) for model in self.models}
        return values.pop() if len(values) == 1 else None

    @property
    def choices(self) -> tuple[str, ...]:
        """The only values that it takes; empty: any of its kind."""
        return tuple(dict.fromkeys(word for model in self.models for word in self.choices_of(model)))

    def choices_of(self, model: str) -> tuple[str, ...]:
        """Return the only values that it takes for a model."""
        _, option = self.options[model]
        return option.words or option.among

    @property
    def meaning(self) -> str:
        """Its meaning; where models differ, for each of them."""
        texts: dict[str, list[str]] = {}
        for model, (_, option) in self.options.items():
            text = MARK.sub(lambda match: f"`{in_shell(in_policy(match[0]))}`", option.meaning)
            texts.setdefault(text, []).append(model)
        whole = [text for text in texts if not any(other != text and other.startswith(text) for other in texts)]
        return whole[0] if len(whole) == 1 else " ".join(f"{', '.join(texts[text])}: {text}" for text in whole)

    @property
    def hint(self) -> str:
        """Its meaning, as an error says what to do."""
        text = self.meaning.rstrip(".")
        return text[0].lower() + text[1:] if text[1:2].islower() else text

    @property
    def _first(self) -> Option:
        return next(iter(self.options.values()))[1]


def options_with_keys(owner: Any) -> Iterator[tuple["Field[Any]", Option]]:
    """Return the options of a class, and of the groups in it, that are keys of a policy."""
    return ((field, option) for field, option in all_options(owner) if option.policy)


def _keys() -> dict[str, dict[str, Key]]:
    """Return the keys of each table by name; the table ``columns`` in ``source`` is called ``source.columns``."""
    described: dict[tuple[str, str], dict[str, tuple[Field[Any], Option]]] = {}
    kinds: dict[tuple[str, str], str] = {}
    for model, classes in POLICY_OPTIONS.items():
        for field, option in (each for owner in classes for each in options_with_keys(owner)):
            path = (option.policy, option.key or field.name)
            described.setdefault(path, {}).setdefault(model, (field, option))
            kinds.setdefault(path, "list of texts" if option.repeated else _KINDS.get(option.kind, "text"))
    tables: dict[str, dict[str, Key]] = {table: {} for table in POLICY_TABLES}
    for (table, name), options in described.items():
        tables.setdefault(table, {})[name] = Key(table, name, options, kinds[table, name])
    return tables


def _names() -> dict[str, str]:
    """Return the names of keys by those of options; an option of ``setanon run`` keeps its own."""
    run_options = {field.name for field, _ in all_options(RunPolicy)}
    fields = [
        field for classes in POLICY_OPTIONS.values() for owner in classes for field, _ in options_with_keys(owner)
    ]
    names = {field.name: field.metadata["option"].key or field.name for field in fields}
    return {option: key for option, key in (names | _PLACES).items() if option not in run_options}


def all_options(owner: Any) -> Iterator[tuple["Field[Any]", Option]]:
    """Yield the options of a class, and of the groups in it."""
    for field, option in options_of(owner):
        yield field, option
        if option.offers:
            yield from all_options(option.offers)


def in_policy(text: str) -> str:
    """Return a text with the keys of a policy in place of options; what is no key stays marked."""
    return respelled(text, lambda name, value: _as_key(_NAMES.get(name), value))


def _as_key(key: str | None, value: str | None) -> str | None:
    return key if key is None or value is None else f'{key} = "{value}"'


def said_of(error: SetanonError) -> str:
    """Return what an error says, in the words of a policy."""
    return said(in_policy(error.marked_message))


@contextmanager
def naming_keys() -> Iterator[None]:
    """Let errors speak of keys instead of options."""
    try:
        yield
    except SetanonError as error:
        error.reword(lambda text: said(in_policy(text)))
        raise


_NAMES = _names()
#: The keys of each table of a policy.
KEYS = _keys()
