"""One option, described once: for the command line, for Python, for a policy and for the pages of reference.

A class of this room holds the options of one command as the fields of a frozen dataclass. The name, the type and the
default are those of the field; all else is its :class:`Option`. The command line makes its options from these classes,
the functions of the API their keywords, a policy its keys, and the pages of reference their rows.
"""

import textwrap
from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Literal, TypeVar, dataclass_transform, get_args

C = TypeVar("C")

#: What a value of an option is. ``name`` is that of something to read or write, ``file`` that of a file only;
#: ``database`` says where tables are; ``group`` holds options of its own. The last ones are several in one text.
Kind = Literal[
    "text", "name", "file", "database", "whole number", "number", "percentage", "words", "flag", "group",
    "whole numbers", "k by size", "known items", "shares", "itemsets", "list",
]  # fmt: skip

_WIDTH = 116


@dataclass(frozen=True)
class Option:
    """What there is to say of one option besides its name, its type and its default.

    ``meaning``: what it does, in a sentence, for everybody. ``detail``: what the page of Python says besides.
    ``words``: the only values that it takes. ``least``: the smallest number, and ``hint``: what to do about others.
    ``metavar``: what stands for the value in a help. ``section``: under which heading a help shows it.
    ``flag``: its name on the command line, where that is not its name in Python. ``repeated``: it may be given again.
    ``shell``: whether the command line has it.
    ``argument``: it is one on the command line, too. ``needed``: the command line cannot do without it, though Python
    can. ``offers``: of a group, the class that holds its options. ``where``: of a database, what is found there.
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


def option(meaning: str, *, default: Any = MISSING, kw_only: bool = True, words: Any = None, **more: Any) -> Any:
    """Return the field of an option; one without a ``default`` has to be given. ``words``: a ``Literal`` type.

    Not ``kw_only``: an argument, which has its place and needs no name.
    """
    if words is not None:
        more |= {"words": get_args(words), "kind": "words"}
    metadata = {"option": Option(meaning, **more)}
    if default is MISSING:
        return field(kw_only=kw_only, metadata=metadata)
    return field(default=default, kw_only=kw_only, metadata=metadata)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(option, field))
def described(owner: type[C]) -> type[C]:
    """Make a class of options a frozen dataclass, whose docstring explains each of them."""
    made = dataclass(frozen=True, kw_only=True)(owner)
    made.__doc__ = f"{made.__doc__}\n\n{explained(made)}\n"
    return made


def options_of(owner: Any) -> Iterator[tuple["Field[Any]", Option]]:
    """Yield the options that a class holds, each with its field: arguments, options of its own, shared ones."""
    found = [(one, one.metadata["option"]) for one in fields(owner) if "option" in one.metadata]
    yield from sorted(found, key=lambda pair: (pair[0].kw_only, pair[1].kind == "group", pair[1].section != "Options"))


def is_required(one: "Field[Any]") -> bool:
    """Return whether an option has to be given."""
    return one.default is MISSING and one.default_factory is MISSING


def spelled(one: "Field[Any]") -> str:
    """Return an option as it is typed: ``--record-id``."""
    described_as: Option = one.metadata["option"]
    return described_as.flag or f"--{one.name.replace('_', '-')}"


def is_shared(owner: Any, name: str) -> bool:
    """Return whether an option is one of those that many commands have: it is described in a class for all of them."""
    home = next(one for one in owner.__mro__ if name in vars(one).get("__annotations__", {}))
    return bool(home.__module__.endswith(("options.reading", "options.publishing")))


def explained(owner: Any) -> str:
    """Return what each option of a class means, as the entries of a docstring."""
    return "\n".join(_entry(one.name, told) for one, told in options_of(owner))


def _entry(name: str, told: Option) -> str:
    words = f"``{name}``: {' '.join(filter(None, (told.meaning, told.detail)))}"
    return textwrap.indent(textwrap.fill(words, _WIDTH, break_long_words=False, break_on_hyphens=False), "    ")
