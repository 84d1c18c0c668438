"""Templates: the queries of ``sql/``, as they stand in the files of its steps.

``sql/<room>/N_step.sql`` is one step of a plan: a comment that says what it does, then its queries in the order in
which they run. Each begins with a line ``-- name: broken_rules``, or ``-- name: lines (duckdb)`` where one engine alone
can run it. The comment lines below a name say what the query answers. A program calls it ``room/step/broken_rules``.
``sql/<room>/N_step.spark.sql`` holds Spark's own forms of queries of the step.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from setanon_sql.package_files import package_files

_BEGIN = re.compile(r"^-- name:(.*)$", re.MULTILINE)
_NAMED = re.compile(r"\s*(\w+)(?:\s+\((\w+)\))?\s*")
_PHASE = re.compile(r"^-- phase: (.*)\n", re.MULTILINE)
_VALUE = re.compile(r"\$(\w+)")
_COMMENT = re.compile(r"--.*")
_FIRST = re.compile(r"\A\s*(\w+)")
_COLUMNS = re.compile(r"\([^()]*\)")
_FILE = re.compile(r"(\d+)_(\w+?)(?:\.(\w+))?\.sql")


@dataclass(frozen=True)
class Template:
    """One query: its full name, the dialect it is for ('': all), the comment it opens with, and its SQL."""

    name: str
    dialect: str
    header: str
    text: str


@dataclass(frozen=True)
class Step:
    """One step: the path of its file, ``room/step``, its number in the room, the comment it opens with, its queries.

    These are in order; forms of single engines follow. ``phase``: what the step does, in the words of an analyst.
    """

    path: Path
    name: str
    number: int
    header: str
    templates: tuple[Template, ...]
    phase: str = ""


@cache
def folder() -> Path:
    """Return the folder of the templates."""
    return package_files("sql_files", "sql")


def about(name: str, dialect: str = "") -> str:
    """Return what a query answers, in words: the first line of its comment; nothing for another statement."""
    step, _, query = name.rpartition("/")
    form = _forms(step).get((query, "")) or _forms(step).get((query, dialect))
    return form.header.split("\n", maxsplit=1)[0].replace("$", "") if form else ""


def phase(name: str) -> str:
    """Return what the step of a query (``room/step/query``) does, in words, for progress and for errors that end it.

    Nothing for another statement. It stands in the file of the step, in a line ``-- phase: …``.
    """
    return _phase_of(name.rpartition("/")[0])


@cache
def _phase_of(step: str) -> str:
    room, _, step_name = step.rpartition("/")
    path = _files(room).get(step_name)
    return _phase_in(path.read_text(encoding="utf-8").partition("-- name:")[0]) if path else ""


def _phase_in(header: str) -> str:
    line = _PHASE.search(header)
    return line[1] if line else ""


@cache
def find(name: str, dialect: str = "") -> Template:
    """Return the query ``room/step/query`` in the form for a dialect, or else in the one for all.

    Raises KeyError where there is none: a mistake of the program, not of a user.
    """
    step, _, query = name.rpartition("/")
    forms = _forms(step)
    form = forms.get((query, dialect)) or forms.get((query, ""))
    if form is None:
        raise KeyError(f"no query {name} for {dialect or 'all dialects'} in sql/: {step} has {_list(forms)}")
    return form


@cache
def declared(name: str) -> tuple[str, ...]:
    """Return what a query needs: the tables that its header names, and its ``$values``."""
    form = find(name)
    return (*tables_in(form.header), *dict.fromkeys(_VALUE.findall(_COMMENT.sub("", form.text))))


def tables_in(header: str) -> list[str]:
    """Return the tables that a header names in its part ``in:``, which may go on in further lines.

    They stand between commas; behind the columns in brackets, or behind a colon, there may be a remark.
    """
    part = _COLUMNS.sub("", header.partition("\nin:")[2].partition("\nout:")[0])
    return [name for words in re.split("[,;]", part) for name in _FIRST.findall(words)]


@cache
def _forms(step: str) -> dict[tuple[str, str], Template]:
    """Return the queries of a step by name and dialect."""
    room, _, step_name = step.rpartition("/")
    path = _files(room).get(step_name)
    templates = _whole(path).templates if path else ()
    return {(form.name.rpartition("/")[2], form.dialect): form for form in templates}


def _list(forms: dict[tuple[str, str], Template]) -> str:
    return ", ".join(f"{query} ({dialect})" if dialect else query for query, dialect in forms) or "none"


@cache
def _files(room: str) -> dict[str, Path]:
    """Return the files of a room by the names of their steps, in running order."""
    numbered: dict[int, tuple[str, Path]] = {}
    for path in sorted((folder() / room).glob("*.sql")) if room else ():
        number, step, dialect = _parts(path)
        if dialect:
            continue
        if number in numbered or step in dict(numbered.values()):
            raise ValueError(f"{path}: another file of its folder has its number or its name")
        numbered[number] = step, path
    return dict(numbered[number] for number in sorted(numbered))


def _parts(path: Path) -> tuple[int, str, str]:
    """Return the number of a step, its name, and the dialect that a file of it is for ('': all)."""
    match = _FILE.fullmatch(path.name)
    if not match:
        raise ValueError(
            f"{path}: a file of a step is called N_step.sql or N_step.dialect.sql, N is its place in the running order"
        )
    return int(match[1]), match[2], match[3] or ""


def steps() -> Iterator[Step]:
    """Yield all steps, room after room, each room in running order."""
    for room in sorted(path.name for path in folder().iterdir() if path.is_dir()):
        yield from map(_whole, _files(room).values())


def engine_files(path: Path) -> list[Path]:
    """Return the files beside that of a step which hold forms of single engines."""
    return sorted(path.parent.glob(f"{path.stem}.*.sql"))


def _whole(path: Path) -> Step:
    """Read the file of a step, and the forms beside it."""
    step, *others = (read(file.read_text(encoding="utf-8"), file) for file in (path, *engine_files(path)))
    return replace(step, templates=sum((other.templates for other in others), step.templates))


def read(text: str, path: Path) -> Step:
    """Take one file of a step apart: fast, for nothing is parsed.

    Raises ValueError for a line ``-- name:`` that holds no name, for a query without SQL, and where two queries have
    one name.
    """
    number, step_name, dialect = _parts(path)
    step = f"{path.parent.name}/{step_name}"
    header, *rest = _BEGIN.split(text)
    templates = tuple(
        _template(step, begin, body, path, dialect) for begin, body in zip(rest[::2], rest[1::2], strict=True)
    )
    if len({(template.name, template.dialect) for template in templates}) < len(templates):
        raise ValueError(f"{path}: two queries have the same name")
    words = _words(_PHASE.sub("", header).splitlines())
    return Step(path, step, number, words, templates, _phase_in(header))


def _template(step: str, begin: str, body: str, path: Path, dialect: str) -> Template:
    named = _NAMED.fullmatch(begin)
    lines = body.strip().splitlines()
    end = next((at for at, line in enumerate(lines) if not line.startswith("--")), None)
    if named is None or end is None or (dialect and named[2]):
        fault = "has no query" if named and end is None else "is no name, nor one with a dialect in brackets"
        raise ValueError(f"{path}: '-- name:{begin}' {fault}")
    return Template(f"{step}/{named[1]}", named[2] or dialect, _words(lines[:end]), "\n".join(lines[end:]))


def _words(lines: list[str]) -> str:
    return "\n".join(line.removeprefix("--").strip() for line in lines).strip()
