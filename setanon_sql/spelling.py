"""Options in texts, in the words of whoever reads them: a command, the Python API, or a policy.

A text names an option by its keyword between angle brackets, with a value if there is one: ``leave <m> out``,
``<on_null=drop>``. The command line reads ``--on-null drop``, Python ``SourceOptions(on_null="drop")``, a policy the
names of its keys. The classes of options tell how theirs are called; what they do not tell stays as it is.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

#: An option in a text.
MARK = re.compile(r"<(?P<name>[a-z_ ]+)(?:=(?P<value>[^<>]*))?>")
#: What is said in another way altogether: to the command line, and in Python.
PHRASES = {
    "work here": ("say --work here", 'write "here:" before the address of db'),
    "values": ("say --show-values to see", "the error's details hold"),
    "dry run": ("--dry-run", "api.dry_run"),
    "sql code": ("setanon sql code", "api.sql_code"),
    "script": ("setanon sql audit {} --dialect {}", 'api.sql_audit_{}(dialect="{}")'),
    "taxonomy check": ("setanon taxonomy check", "api.check_taxonomy"),
    "taxonomy build": ("setanon taxonomy build SOURCE > taxonomy.csv", "api.build_taxonomy(source)"),
    "verify": ("setanon verify", "api.verify"),
    "anonymize": ("setanon anonymize {}", "api.anonymize_{}"),
}


@dataclass
class _Spelling:
    """The names of an option on the command line, what Python says for a flag, and the classes that describe it."""

    typed: str
    flag: str = ""
    homes: set[type] = field(default_factory=set)


_SPELLINGS: dict[str, _Spelling] = {}
#: The class that has the options of another one in Python, such as SourceOptions those of ReadingFields.
_OWNERS: dict[type, str] = {}


def learn(keyword: str, typed: str, home: type, *, flag: str = "") -> None:
    """Remember an option that the class ``home`` describes; ``flag``: all that Python says for one."""
    spelling = _SPELLINGS.setdefault(keyword, _Spelling(typed))
    spelling.homes.add(home)
    spelling.flag = spelling.flag or flag


def learn_owner(owner: str, homes: Iterable[type]) -> None:
    """Remember the class that has the options of some classes in Python."""
    _OWNERS.update(dict.fromkeys(homes, owner))


def in_shell(text: str) -> str:
    """Return a text with its options as they are typed."""
    return respelled(text, _typed)


def in_python(text: str) -> str:
    """Return a text with its options as keywords of the API."""
    return respelled(text, _keyword)


def respelled(text: str, spell: Callable[[str, str | None], str | None]) -> str:
    """Return a text in which ``spell`` says what stands for a name and its value; None: what stands there."""
    return MARK.sub(lambda match: spell(match["name"], match["value"]) or match[0], text)


def _typed(name: str, value: str | None) -> str | None:
    if name in PHRASES:
        return PHRASES[name][0].format(*(value or "").split())
    spelling = _SPELLINGS.get(name)
    return " ".join(filter(None, [spelling.typed, value])) if spelling else None


def _keyword(name: str, value: str | None) -> str | None:
    if name in PHRASES:
        return PHRASES[name][1].format(*(value or "").split())
    spelling = _SPELLINGS.get(name)
    if not spelling:
        return None
    owners = {_OWNERS.get(home, "") for home in spelling.homes}
    owner = owners.pop() if len(owners) == 1 else ""
    argument = spelling.flag
    if value is not None:
        argument = f"{name}={value}" if value.isdigit() else f'{name}="{value}"'
    if argument:
        return f"{owner}({argument})" if owner else argument
    return f"{owner}.{name}" if owner else name


class _Audience:
    """Whoever reads what this process says."""

    spell: Callable[[str], str] = staticmethod(in_python)


def said(text: str) -> str:
    """Return a text in the words of whoever reads it: those of Python, unless a command runs."""
    return _Audience.spell(text)


@contextmanager
def speaking(spell: Callable[[str], str]) -> Iterator[None]:
    """Say everything in other words."""
    before = _Audience.spell
    _Audience.spell = staticmethod(spell)
    try:
        yield
    finally:
        _Audience.spell = staticmethod(before)
