"""Print ``docs/python.md``: the functions of the library and what they return, made from their docstrings.

python .ci/python_page.py > docs/python.md
"""

import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from typing import Any, get_args, get_type_hints

from setanon_sql import api
from setanon_sql.options.option import Option, is_required, is_shared, options_of
from setanon_sql.options.public import PLACE
from setanon_sql.query.templates import Table
from setanon_sql.spelling import in_python

#: How an entry of a docstring begins: what it explains, or what it tells.
ENTRY = re.compile(r"(``[\w, `]+``: |(?:Search|Cost|Source): |Raises )")
WIDTH = 120


def page() -> str:
    """Return the page as Markdown."""
    functions = [one for name in api.__all__ if inspect.isfunction(one := getattr(api, name))]
    results = returned(functions)
    given = [one for name in api.__all__ if inspect.isclass(one := getattr(api, name)) and one not in results]
    parts = ["# Python", *markdown(inspect.getdoc(api) or ""), "## Functions"]
    parts += [part for one in functions for part in function(one)]
    parts += ["## Keywords of many functions", *shared_entries(functions)]
    parts += ["## What they are given", *(part for one in given for part in described(one))]
    parts += ["## What they return", *(part for one in results for part in described(one))]
    text = "\n\n".join(parts) + "\n"
    return re.sub(r"(\n(?:- |  )[^\n]*)\n\n(?=- )", r"\1\n", text)  # lists side by side are one list


def function(one: Any) -> Iterator[str]:
    """Yield the section of a function: its own keywords, and the names of those that many functions have."""
    options = getattr(one, "options", None)
    yield f"### `{one.__name__}`"
    if options is None:
        yield f"Returns `{inspect.signature(one).return_annotation.__name__}`."
        yield from markdown(inspect.getdoc(one) or "")
        return
    own = [each.name for each, _ in options_of(options) if not is_shared(options, each.name)]
    parameters = [each for name, each in inspect.signature(one).parameters.items() if name in own]
    shared = [f"`{each.name}`" for each, _ in options_of(options) if is_shared(options, each.name)]
    returns = inspect.signature(one).return_annotation.__name__
    yield f"```python\n{call(one.__name__, parameters, returns)}\n```"
    entries = [entry(each, told) for each, told in options_of(options) if each.name in own]
    text = inspect.cleandoc(one.template).replace(f"{PLACE}\n", "\n".join(entries) + "\n")
    yield from markdown(in_python(text))
    yield wrapped(f"Also [of many functions](#keywords-of-many-functions): {', '.join(shared)}.")


def entry(one: Any, told: Option) -> str:
    """Return what an option means, as an entry of a docstring."""
    return f"``{one.name}``: {' '.join(filter(None, (told.meaning, told.detail)))}"


def call(name: str, parameters: list[inspect.Parameter], returns: str) -> str:
    """Return a call with types and defaults, in lines that fit."""
    text = f"{name}({', '.join(map(str, parameters))}) -> {returns}"
    return "\n".join(textwrap.wrap(text, WIDTH - 8, subsequent_indent="    ", break_long_words=False))


def shared_entries(functions: list[Any]) -> Iterator[str]:
    """Yield what each keyword means that many functions have, once."""
    seen: dict[str, str] = {}
    for one in functions:
        for each, told in options_of(getattr(one, "options", Empty)):
            if is_shared(one.options, each.name):
                default = "" if is_required(each) else f" = {each.default!r}"
                meaning = in_python(" ".join(filter(None, (told.meaning, told.detail))))
                seen.setdefault(each.name, f"``{each.name}: {each.type}{default}``: {meaning}")
    yield "\n".join(wrapped(text, "- ") for text in seen.values())


@dataclass
class Empty:
    """No options."""


def described(one: type) -> Iterator[str]:
    """Yield the section of a class."""
    yield f"### `{one.__name__}`"
    yield from markdown(inspect.getdoc(one) or "")


def returned(functions: list[Any]) -> list[type]:
    """The dataclasses that functions return, and those in their fields, in the order in which they are met."""
    found: list[type] = []
    queue = [inspect.signature(one).return_annotation for one in functions]
    while queue:
        one = queue.pop(0)
        if isinstance(one, type) and is_dataclass(one) and one is not Table and one not in found:
            found.append(one)
            queue += get_type_hints(one).values()
        queue += get_args(one)
    return found


def markdown(text: str) -> Iterator[str]:
    """Yield the blocks of a docstring as Markdown: entries become lists, names are code."""
    for block in text.split("\n\n"):
        if block.startswith(">>>"):
            yield f"```pycon\n{block}\n```"
        elif ENTRY.match(block):
            starts = [at for at, line in enumerate(block.split("\n")) if ENTRY.match(line)]
            lines = block.split("\n")
            entries = [lines[at:end] for at, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
            yield "\n".join(wrapped(" ".join(one), "- ") for one in entries)
        else:
            yield wrapped(block.replace("\n", " "))


def wrapped(text: str, before: str = "") -> str:
    """Return a paragraph (``before`` it a mark of a list) in lines."""
    text = re.sub(r":\w+:`[~.]?([^`]+)`", lambda found: f"`{found[1].removeprefix('setanon_sql.api.')}`", text)
    text = text.replace("``", "`")
    return textwrap.fill(
        before + text, WIDTH, subsequent_indent=" " * len(before), break_long_words=False, break_on_hyphens=False
    )


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201
