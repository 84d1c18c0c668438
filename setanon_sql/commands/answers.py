"""How a call ends: its one answer on stdout, or what went wrong in words on stderr and, with ``--json``, as JSON.

With ``--json`` exactly one JSON object stands on stdout, whatever happens: the result, or
``{"error": …, "hint": …}``.
"""

import codecs
import json
import os
import re
import select
import sys
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

import click

from setanon_sql.addresses import without_secrets
from setanon_sql.errors import BadDestination, NotEnoughMemory, SetanonError
from setanon_sql.files import stopping
from setanon_sql.text import label_text, printable

#: What is said of an error whose details are not shown.
_MORE = "say --show-values to see the details"
#: What JSON leaves as it is, and a terminal obeys.
_OBEYED_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
#: Words of an answer's first line that a terminal shows in colour.
_VERDICTS = {
    r"(?i:\bdoes not hold\b|\bdo not agree\b|\bnot fully checked\b)|^A limit .* is broken": "red",
    r"\bholds$|\bstill agree$": "green",
}


class Findings(Protocol):
    """Counts that are known before all is done."""

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON has it."""

    def words(self) -> str:
        """Return it in words."""


class _Call:
    """The call in hand: whether its answer is JSON, and whether it was given."""

    as_json = False
    answered = False
    #: What an audit has found until now, told where it is stopped.
    so_far: "Findings | None" = None
    lock = threading.Lock()


_call = _Call()


def begin(*, as_json: bool) -> None:
    """Say that a call begins, and whether it answers in JSON."""
    _call.as_json = as_json
    _call.answered = False
    _call.so_far = None


def hold(findings: Findings) -> None:
    """Keep what is known until now; it is the answer if the call is stopped."""
    _call.so_far = findings


def give(result: dict[str, Any], words: str, stands: str = "", *, exact: bool = False) -> None:
    """Print a result: as JSON, or in words. BadDestination where that cannot be; it says what ``stands``.

    ``exact``: a program reads the words, so that no character may be escaped, unless a terminal gets them.
    """
    try:
        if _call.as_json:
            give_json(result)
        else:
            if exact:
                _refuse_escapes(words)
            _first()
            if exact and not sys.stdout.isatty():
                _print(words, colours=True)  # else click would take out what looks like a colour
            else:
                _print(coloured(printable(words)))
    except OSError as error:
        raise unwritten(error, stands) from error


def _refuse_escapes(words: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    try:
        words.encode("utf-8" if codecs.lookup(encoding).name == "ascii" else encoding)  # click takes no ASCII for true
    except UnicodeEncodeError as error:
        raise BadDestination(
            f"the answer has characters that stdout does not take: it is set to {encoding}",
            "set PYTHONIOENCODING=utf-8, or take the answer with --json",
        ) from error


def unwritten(error: OSError, stands: str = "") -> BadDestination:
    """Return the error to raise where stdout takes no answer, and what ``stands`` nevertheless."""
    problem = f"the answer cannot be written on stdout: {error.strerror}"
    hint = "is there room where stdout goes? Let it go elsewhere, or to /dev/null"
    return BadDestination(f"{stands}, but {problem}" if stands else problem, hint)


def give_json(result: dict[str, Any]) -> None:
    """Print one line of JSON on stdout, if JSON is asked for and no answer was given yet."""
    if _call.as_json and _first():
        _print(_line(result))


def _print(text: str, *, colours: bool | None = None) -> None:
    """Print on stdout; a reader that is gone is no error."""
    with suppress(BrokenPipeError):
        click.echo(text, color=_colours() if colours is None else colours)


def _colours() -> bool | None:
    """Return whether there are colours: not where NO_COLOR is set, else where a terminal is (None)."""
    return False if os.environ.get("NO_COLOR") else None


def coloured(text: str) -> str:
    """Return an answer with the verdict in its first line in colour, which only a terminal gets to see."""
    first, *others = text.split("\n", 1)
    for words, colour in _VERDICTS.items():
        first, matches = re.subn(words, click.style(r"\g<0>", fg=colour, bold=True), first)
        if matches:
            break
    return "\n".join([first, *others])


def _line(result: dict[str, Any]) -> str:
    """Return one line of JSON, in characters that stdout can take."""
    line = _OBEYED_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(result, ensure_ascii=False))
    try:
        line.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(result)
    return line


def _first(wait: float = -1) -> bool:
    """Return whether no answer was given yet; from now on there is one."""
    if not _call.lock.acquire(timeout=wait):
        return False
    try:
        first = not _call.answered
        _call.answered = True
        return first
    finally:
        _call.lock.release()


def explain(error: BaseException, *, show_values: bool) -> None:
    """Say what went wrong, in words that hold no value of the source unless ``show_values``."""
    if isinstance(error, KeyboardInterrupt) or stopping.stop_requested():
        stopped()
    elif isinstance(error, SetanonError):
        details = error.details if show_values else ()
        hidden = error.details and not show_values and "--show-values" not in error.hint
        hint = "; ".join(part for part in (error.hint, _MORE if hidden else "") if part)
        complain(label_text(error.message), label_text(hint), details, with_findings=isinstance(error, NotEnoughMemory))
    elif isinstance(error, MemoryError):
        hint = "lower --m, or use a larger machine"
        complain("not enough memory for what Python holds beside DuckDB", hint, with_findings=True)
    else:
        complain(
            f"setanon failed ({type(error).__name__}); this is a fault of the program",
            "run it again with --debug and report what it prints",
        )


def stopped() -> None:
    """Say that the call was stopped, and what there is now."""
    stopping.tell()
    with suppress(OSError):
        if (text := _known_at_the_end()) and _first():
            _print(text)


def _known_at_the_end() -> str:
    """Return the answer of a call that was stopped: that it was, and what is known; in words the latter alone."""
    findings = _call.so_far
    if _call.as_json:
        return _line({"error": stopping.word(), "hint": ""} | (findings.to_json() if findings else {}))
    return printable(findings.words()) if findings else ""


def complain(message: str, hint: str = "", details: Sequence[str] = (), *, with_findings: bool = False) -> None:
    """Say what is wrong and what to do: in words on stderr, and where JSON is asked for also on stdout.

    ``with_findings``: also give what an audit has found until then.
    """
    message = without_secrets(message)  # click's own words repeat what was typed
    error = click.style("error:", fg="red", bold=True)
    todo = click.style("hint:", fg="cyan")
    _note("\n".join([f"{error} {printable(message)}", *(f"  {label_text(line)}" for line in details)]))
    if hint:
        _note(f"{todo} {printable(hint)}")
    findings = _call.so_far if with_findings else None
    with suppress(OSError):  # stderr has it
        fields = findings.to_json() if findings else {}
        give_json({"error": message, "hint": hint} | ({"details": list(details)} if details else {}) | fields)
        if findings and not _call.as_json and _first():
            _print(printable(findings.words()))


def note(text: str) -> None:
    """Print on stderr, where it can be written, what a terminal may show of it."""
    _note(printable(text))


def _note(text: str) -> None:
    with suppress(OSError):
        click.echo(text, err=True, color=_colours())


def trace(error: BaseException | None, *, show_values: bool) -> None:
    """Print where an error and its causes came from; what they say may hold values of the source."""
    if show_values:
        note("".join(traceback.format_exception(error)).rstrip())
        return
    while error:
        note(f"{type(error).__name__} (what it says: with --show-values), from:")
        note("".join(traceback.format_tb(error.__traceback__)).rstrip())
        error = error.__cause__ or error.__context__


def _last_words() -> None:
    """Answer for a call that a signal ends before it could; never wait for a reader of stdout."""
    text = _known_at_the_end() if stopping.stop_requested() else ""
    if not (text and _first(0.1)):
        return
    with suppress(OSError, ValueError):
        if os.name == "nt" or select.select([], [sys.stdout.fileno()], [], 0)[1]:
            os.write(sys.stdout.fileno(), f"{text}\n".encode(errors="replace"))


stopping.putting_away.append(_last_words)
