"""Templates: the queries of ``sql/``, as they stand in the files of its steps.

``sql/<room>/N_step.sql`` is one step of a plan: a comment that says what it does, then its queries in the order in
which they run. Each begins with a line ``-- name: broken_rules``; ``-- name: broken_rules (spark)`` is Spark's own form
of it. The comment lines below a name say what the query answers. A program calls it ``room/step/broken_rules``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

from setanon_sql.home import home_of

_BEGIN = re.compile(r"^-- name:(.*)$", re.MULTILINE)
_NAMED = re.compile(r"\s*(\w+)(?:\s+\((\w+)\))?\s*")
_FILE = re.compile(r"(\d+)_(\w+)\.sql")


@dataclass(frozen=True)
class Template:
    """One query: its full name, the dialect it is for ('': all), the comment it opens with, and its SQL."""

    name: str
    dialect: str
    header: str
    text: str

    @property
    def checksum(self) -> int:
        """A number that another text of the query hardly has."""
        return crc32(self.text.encode())


@dataclass(frozen=True)
class Step:
    """One file: its path, ``room/step``, its number in the room, the comment it opens with, its queries in order."""

    path: Path
    name: str
    number: int
    header: str
    templates: tuple[Template, ...]


@cache
def folder() -> Path:
    """Return the folder of the templates."""
    return home_of("sql_files", "sql")


def about(name: str, dialect: str = "") -> str:
    """Return what a query answers, in words: the first line of its comment; nothing for another statement."""
    try:
        return find(name, dialect).header.split("\n", maxsplit=1)[0].replace("$", "")
    except KeyError:
        return ""


@cache
def find(name: str, dialect: str = "") -> Template:
    """Return the query ``room/step/query`` in the form for a dialect, or else in the one for all.

    Raises KeyError where there is none: a mistake of the program, not of a user.
    """
    step, _, query = name.rpartition("/")
    forms = _forms(step)
    found = forms.get((query, dialect)) or forms.get((query, ""))
    if found is None:
        raise KeyError(f"no query {name} for {dialect or 'all dialects'} in sql/: {step} has {_known(forms)}")
    return found


@cache
def _forms(step: str) -> dict[tuple[str, str], Template]:
    """Return the queries of a step by name and dialect."""
    room, _, own = step.rpartition("/")
    path = _files(room).get(own)
    one = read(path.read_text(encoding="utf-8"), path) if path else None
    return {(form.name.rpartition("/")[2], form.dialect): form for form in one.templates} if one else {}


def _known(forms: dict[tuple[str, str], Template]) -> str:
    return ", ".join(f"{query} ({dialect})" if dialect else query for query, dialect in forms) or "none"


@cache
def _files(room: str) -> dict[str, Path]:
    """Return the files of a room by the names of their steps, in running order."""
    numbered: dict[int, tuple[str, Path]] = {}
    for path in sorted((folder() / room).glob("*.sql")) if room else ():
        number, step = _number_and_step(path)
        if number in numbered or step in dict(numbered.values()):
            raise ValueError(f"{path}: another file of its folder has its number or its name")
        numbered[number] = step, path
    return dict(numbered[number] for number in sorted(numbered))


def _number_and_step(path: Path) -> tuple[int, str]:
    found = _FILE.fullmatch(path.name)
    if not found:
        raise ValueError(f"{path}: a file of a step is called N_step.sql, with N its place in the running order")
    return int(found[1]), found[2]


def steps() -> Iterator[Step]:
    """Yield all steps, room after room, each room in running order."""
    for room in sorted(path.name for path in folder().iterdir() if path.is_dir()):
        for path in _files(room).values():
            yield read(path.read_text(encoding="utf-8"), path)


def read(text: str, path: Path) -> Step:
    """Take the file of a step apart: fast, for nothing is parsed.

    Raises ValueError for a line ``-- name:`` that holds no name, for a query without SQL, and where two queries have
    one name.
    """
    number, own = _number_and_step(path)
    step = f"{path.parent.name}/{own}"
    header, *rest = _BEGIN.split(text)
    made = tuple(_template(step, begin, body, path) for begin, body in zip(rest[::2], rest[1::2], strict=True))
    if len({(one.name, one.dialect) for one in made}) < len(made):
        raise ValueError(f"{path}: two queries have the same name")
    return Step(path, step, number, _words(header.splitlines()), made)


def _template(step: str, begin: str, body: str, path: Path) -> Template:
    named = _NAMED.fullmatch(begin)
    lines = body.strip().splitlines()
    end = next((at for at, line in enumerate(lines) if not line.startswith("--")), None)
    if named is None or end is None:
        fault = "is no name, nor a name with a dialect in brackets" if named is None else "has no query"
        raise ValueError(f"{path}: '-- name:{begin}' {fault}")
    return Template(f"{step}/{named[1]}", named[2] or "", _words(lines[:end]), "\n".join(lines[end:]))


def _words(lines: list[str]) -> str:
    return "\n".join(line.removeprefix("--").strip() for line in lines).strip()
