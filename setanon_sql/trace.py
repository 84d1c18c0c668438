"""What a run tells while it works: its statements (``--show-sql``), their times (``--debug``) and its progress.

A line of progress says what the run does (:meth:`Trace.begin_phase`) and how far it is. Where nothing was said for a
while a thread says what is still being done, also during one long statement. Where it is known how much is done a bar
shows it on a terminal, and of work in parts it is said how long the others take (:class:`~.progress.ShareOverTime`).
"""

import contextlib
import io
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TextIO, cast

from setanon_sql.progress import Bar, Progress, ShareOverTime
from setanon_sql.query.steps import phase
from setanon_sql.spelling import said
from setanon_sql.text import printable

#: Where programs that use the library find notes and progress.
LOGGER = logging.getLogger("setanon_sql")
LOGGER.addHandler(logging.NullHandler())
#: Seconds between two lines of progress where nobody looks at a terminal, and after which silence ends anywhere.
PAUSE = 5.0
#: Seconds after which a finding is told at once.
_SOON = 1.0
#: Seconds between two drawings of the bar, and before it is drawn first.
TICK = 0.5
PATIENCE = 2.0
#: Labels that a warning names.
_NAMED = 20
#: Seconds that the thread may take to say something.
_WAIT = 1.0

#: Tells which share of a statement that runs is done (0..1); negative where it cannot.
Done = Callable[[], float]


@dataclass(frozen=True)
class Statement:
    """One statement that an engine ran: its name, its text, seconds."""

    name: str
    text: str
    seconds: float


@dataclass
class _Running:
    """A statement that runs, since when, and what tells how far it is."""

    name: str
    since: float
    done: Done | None

    def progress(self, now: float) -> Progress | None:
        """Return how far it is, where that is known: of one statement, which says nothing of the time of others."""
        share = self.done() if self.done else -1.0
        return Progress(share, now - self.since) if 0 <= share <= 1 else None


@dataclass(frozen=True)
class _Part:
    """Part ``number`` of ``total``, the first of which began at ``since``; 0: nobody knows of how many."""

    message: str = ""
    number: int = 0
    total: int = 0
    since: float = 0.0
    pace: ShareOverTime = field(default_factory=ShareOverTime)

    def progress(self, now: float) -> Progress | None:
        """Return how far all parts together are, where that is known."""
        return self.pace.see((self.number - 1) / self.total, now - self.since) if self.total > 1 else None


class _Nowhere(io.TextIOBase):
    """A stream for where the process has no stderr."""

    def write(self, text: str, /) -> int:
        """Take it, and forget it."""
        return len(text)


@dataclass
class Trace:
    """Collects and prints what happens; everything goes to ``stream`` (stderr), nothing to stdout.

    ``show_sql`` prints each statement before it runs, ``debug`` its time after it; ``quiet`` silences progress.
    ``show_values`` lets warnings name values of the data. Progress (INFO), notes and warnings (WARNING) also go to the
    logger ``setanon_sql``, ``quiet`` or not.
    """

    quiet: bool = True
    show_values: bool = False
    show_sql: bool = False
    debug: bool = False
    stream: TextIO = field(default_factory=lambda: cast("TextIO", sys.stderr or _Nowhere()))
    statements: list[Statement] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    spoke: float = field(default_factory=time.monotonic)
    #: Is given what an audit has found so far, after each size.
    so_far: Callable[[Any], None] | None = None
    _phase: tuple[str, float] = ("", 0.0)
    _part: _Part = _Part()
    _task: str = ""
    _running: _Running | None = None
    _closed: threading.Event = field(default_factory=threading.Event)
    _watching: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _bar: Bar | None = None
    _redact: Callable[[str], str] = str

    @contextmanager
    def redacted(self, words: Callable[[str], str]) -> Iterator[None]:
        """Print statements in the words of a function: they hold what not everybody may read."""
        before = self._redact
        self._redact = words
        try:
            yield
        finally:
            self._redact = before

    @contextmanager
    def statement(self, name: str, text: str, done: Done | None = None) -> Iterator[None]:
        """Show and time one statement; it is recorded also where it fails. ``done`` is asked by another thread."""
        if self.show_sql:
            self._print(f"-- {name}\n{self._redact(text)};\n")
        self._watch()
        began = time.perf_counter()
        before = self._running
        self._running = _Running(name, time.monotonic(), done)
        try:
            yield
        finally:
            self._running = before
            seconds = time.perf_counter() - began
            self.statements.append(Statement(name, text, seconds))
            if self.debug:
                self._print(f"-- {seconds * 1000:9.1f} ms  {name}")

    def begin_phase(self, message: str) -> None:
        """Say what the run does from now on; what :meth:`progress` says next is about that."""
        self._phase = (message, time.monotonic())
        self._part = _Part()
        self._line(message)
        self._watch()

    def progress(self, message: str) -> None:
        """Print one line about how far the run is; into a file, not more than one in a while."""
        doing, _ = self._phase
        self._line(f"{doing}: {message}" if doing else message)

    def tell_finding(self, message: str, so_far: Any = None) -> None:
        """Tell a finding that took its time, however short ago something else was told; ``so_far``: all of them."""
        if self.so_far and so_far is not None:
            self.so_far(so_far)
        doing, since = self._phase
        if time.monotonic() - since < _SOON:
            self.progress(message)
        else:
            self._print_with_time(f"{doing}: {message}" if doing else message)

    @contextmanager
    def part(self, message: str, number: int = 0, total: int = 0) -> Iterator[None]:
        """Say which part of the work comes now; until it is done, silence ends with that.

        ``number`` of ``total``, from 1: parts that take about as long as each other.
        """
        now = time.monotonic()
        before = self._part
        first = before if number > 1 and before.total == total else _Part(since=now)
        words = f"{message}, part {number} of {total}" if total else message
        self._part = _Part(words, number, total, first.since, first.pace)
        time_left = progress.time_left if (progress := self._part.progress(now)) else ""
        self.progress(", ".join(text for text in (self._part.message, time_left) if text))
        try:
            yield
        finally:
            self._part = replace(self._part, message="") if number < total else _Part() if total else before

    @contextmanager
    def task(self, message: str) -> Iterator[None]:
        """Say of which of several tasks, such as ``setting 3 of 12``, the progress is that is told meanwhile."""
        before = self._task
        self._task = f"{message}: "
        try:
            yield
        finally:
            self._task = before

    def announce(self, message: str) -> None:
        """Print a part of the result as soon as it is known, with the time."""
        self._print_with_time(message)

    def note(self, message: str) -> None:
        """Print a line that a user should see (a warning, a choice made) unless ``quiet``."""
        text = said(message)
        LOGGER.warning(text)
        if not self.quiet:
            self._print(text)

    def warn(self, message: str, labels: Sequence[str] = ()) -> None:
        """Print what must not be missed, ``quiet`` or not; the first ``labels`` where values may be shown."""
        message = said(message)
        LOGGER.warning(message)
        named = f": {', '.join(map(repr, labels[:_NAMED]))}" if labels and self.show_values else ""
        self._print(f"warning: {message}{named}")

    def close(self) -> None:
        """Say no more; may be called twice."""
        self._closed.set()
        with self._alone():
            if self._bar:
                self._bar.clear()

    def _line(self, message: str) -> None:
        watched = not self.quiet and self.stream.isatty()
        if watched or time.monotonic() - self.spoke >= PAUSE:
            self._print_with_time(message)

    def _print_with_time(self, message: str) -> None:
        self.spoke = time.monotonic()
        LOGGER.info("%s%s", self._task, message)
        if not self.quiet:
            self._print(f"[{self.spoke - self.started:6.1f} s] {self._task}{message}")

    def _watch(self) -> None:
        """Start the thread that ends silence."""
        if not self.quiet and not self._watching and not self._closed.is_set():
            self._watching = True
            self._bar = Bar(self.stream) if self.stream.isatty() else None
            threading.Thread(target=self._end_silence, name="setanon-progress", daemon=True).start()

    def _end_silence(self) -> None:
        while not self._closed.wait(self._pause()):
            with contextlib.suppress(OSError, ValueError):  # the stream is closed
                drawn = self._draw()
                silence = time.monotonic() - self.spoke
                if silence >= PAUSE and not drawn:
                    self._print_with_time(self._still())

    def _pause(self) -> float:
        """Return seconds until there may be something to say."""
        silence = max(0.01, self.spoke + PAUSE - time.monotonic())
        return min(TICK, silence) if self._bar else silence

    def _draw(self) -> bool:
        """Draw the bar, where somebody looks and it is known how far the work in hand is; returns whether it was."""
        with self._alone():
            progress = None if self._closed.is_set() else self._progress(time.monotonic())
            if progress is None or self._bar is None or progress.seconds < PATIENCE:
                return False
            self._bar.draw(self._part.message or self._phase[0] or "at work", progress)
            return True

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep others from writing meanwhile; who holds on for too long is not waited for."""
        mine = self._lock.acquire(timeout=_WAIT)
        try:
            yield
        finally:
            if mine:
                self._lock.release()

    def _progress(self, now: float) -> Progress | None:
        """Return how far the work in hand is: its parts, or else the statement that runs."""
        running = self._running
        return self._part.progress(now) or (running.progress(now) if running else None)

    def _still(self) -> str:
        """Return what is being done, and for how long: the step, and the statement where one takes its time."""
        now = time.monotonic()
        running = self._running
        doing, since = self._phase
        about = ""
        if running is not None:
            since = running.since
            about = phase(running.name) or running.name
        time_left = progress.time_left if (progress := self._part.progress(now)) else ""
        words = ": ".join(word for word in (f"still {doing or 'at work'}", self._part.message, about) if word)
        took = f"{now - (since or self.started):,.0f} s so far"
        return f"{words} ({', '.join(text for text in (took, time_left) if text)})"

    def _print(self, line: str) -> None:
        with self._alone():
            if self._bar:
                self._bar.clear()
            with contextlib.suppress(OSError):  # a full disk, or a reader that is gone, ends no run
                self.stream.write(f"{printable(line)}\n")
                self.stream.flush()
