"""One option, described once: for the command line, for Python, for a policy and for the pages of reference.

A class of this room holds the options of one command as the fields of a frozen dataclass. The name, the type and the
default are those of the field; all else is its :class:`Option`. The command line makes its options from these classes,
the functions of the API their keywords, a policy its keys, and the pages of reference their rows.
"""

import textwrap
from collections.abc import Container, Iterator
from dataclasses import MISSING, Field, dataclass, field, fields
from inspect import cleandoc
from typing import Any, Literal, TypeVar, dataclass_transform, get_args

from setanon_sql.options.keywords import suggests_options
from setanon_sql.spelling import in_python, learn, learn_owner

C = TypeVar("C")

#: What a value of an option is. ``name`` is that of something to read or write, ``file`` that of a file only;
#: ``database`` says where tables are; ``group`` holds options of its own. The last ones are several in one text.
Kind = Literal[
    "text", "name", "file", "database", "whole number", "number", "percentage", "words", "flag", "group", "columns",
    "whole numbers", "k by size", "known items", "share", "shares", "itemsets", "list", "date",
    "sha256",
]  # fmt: skip

_WIDTH = 116


@dataclass(frozen=True)
class Option:
    """All there is to say of an option besides its name, its type and its default.

    ``meaning``: what it does, in a sentence, for everybody. ``detail``: what the page of Python says besides.
    ``words``: the only values that it takes. ``least``: the smallest number, and ``hint``: what to do about others.
    ``metavar``: what stands for the value in a help. ``section``: under which heading a help shows it.
    ``flag``: its name on the command line, where that is not its name in Python. ``repeated``: it may be given again.
    ``shell``: whether the command line has it.
    ``argument``: it is one on the command line, too. ``needed``: the command line cannot do without it, though Python
    can. ``offers``: of a group, the class that holds its options. ``where``: of a database, what is found there.
    ``policy``: the table of a policy in which it is a key, and ``key``: what it is called there, if not as in Python.
    ``policy_needs``: a policy cannot do without it, though its class has a default.
    ``instead``: it goes with the next minor version, and what to use in its place; whoever gives it is warned.
    ``among``: the only values that it takes, where the class that holds it refuses others.
    """

    meaning: str
    kind: Kind = "text"
    detail: str = ""
    words: tuple[str, ...] = ()
    least: float | None = None
    hint: str = ""
    metavar: str = ""
    section: str = "Options"
    flag: str = ""
    repeated: bool = False
    shell: bool = True
    argument: bool = False
    needed: bool = False
    offers: Any = None
    where: str = ""
    policy: str = ""
    key: str = ""
    policy_needs: bool = False
    instead: str = ""
    among: tuple[str, ...] = ()


def option(meaning: str, *, default: Any = MISSING, kw_only: bool = True, words: Any = None, **more: Any) -> Any:
    """Return the field of an option; one without a ``default`` has to be given. ``words``: a ``Literal`` type, or
    the words.

    Not ``kw_only``: an argument, which has its place and needs no name.
    """
    if words is not None:
        more |= {"words": words if isinstance(words, tuple) else get_args(words), "kind": "words"}
    metadata = {"option": Option(meaning, **more)}
    if default is MISSING:
        return field(kw_only=kw_only, metadata=metadata)
    return field(default=default, kw_only=kw_only, metadata=metadata)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(option, field))
def described(owner: type[C]) -> type[C]:
    """Make a class of options a frozen dataclass, whose docstring explains each of them."""
    options = suggests_options(dataclass(frozen=True, kw_only=True)(owner))
    options.__doc__ = f"{cleandoc(options.__doc__ or '')}\n\n{explained(options)}\n"
    _tell_spelling(options)
    return options


def _tell_spelling(owner: type) -> None:
    """Let errors know the options that a class describes, and the class that Python has for a group of them."""
    for described_field, option in options_of(owner):
        name = described_field.name
        if option.kind == "group":
            python_class, *_ = str(described_field.type).split(" | ")
            if option.offers and name not in {each.name for each in fields(option.offers)}:
                learn_owner(python_class, {home_of(option.offers, each.name) for each, _ in options_of(option.offers)})
            if option.flag:
                learn(name, option.flag, owner, flag=f"{name}={python_class}()")
        elif option.shell and home_of(owner, name) is owner:
            flag = f"{name}={not option.flag}" if option.kind == "flag" else ""
            learn(name, spelled(described_field), owner, flag=flag)


def home_of(owner: type, name: str) -> type:
    """Return the class that describes an option of a class: itself, or one that it extends."""
    return next(base for base in owner.__mro__ if name in vars(base).get("__annotations__", {}))


def options_of(owner: Any) -> Iterator[tuple["Field[Any]", Option]]:
    """Yield the options that a class holds, each with its field: arguments, options of its own, shared ones."""
    pairs = [(field, field.metadata["option"]) for field in fields(owner) if "option" in field.metadata]
    yield from sorted(pairs, key=lambda pair: (pair[0].kw_only, pair[1].kind == "group", pair[1].section != "Options"))


def words_of(owner: Any, name: str) -> tuple[str, ...]:
    """Return the words that an option of a class takes."""
    return next(described_as.words for field, described_as in options_of(owner) if field.name == name)


def is_required(field: "Field[Any]") -> bool:
    """Return whether an option has to be given."""
    return field.default is MISSING and field.default_factory is MISSING


def spelled(field: "Field[Any]") -> str:
    """Return an option as it is typed: ``--record-id``."""
    described_as: Option = field.metadata["option"]
    return described_as.flag or f"--{field.name.replace('_', '-')}"


def is_shared(owner: Any, name: str) -> bool:
    """Return whether an option is one of those that many commands have: it is described in a class for all of them."""
    return home_of(owner, name).__module__.endswith(("options.reading", "options.publishing"))


def explained(owner: Any, leave_out: Container[str] = ()) -> str:
    """Return what each option of a class means, as the entries of a docstring."""
    return "\n".join(_entry(field.name, option) for field, option in options_of(owner) if field.name not in leave_out)


def _entry(name: str, option: Option) -> str:
    words = f"``{name}``: {in_python(' '.join(filter(None, (option.meaning, option.detail))))}"
    return textwrap.fill(words, _WIDTH, break_long_words=False, break_on_hyphens=False)
