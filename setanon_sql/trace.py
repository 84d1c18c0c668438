"""What a run tells while it works: its statements (``--show-sql``), their times (``--debug``) and its progress.

A line of progress says what the run does (:meth:`Trace.doing`) and how far it is. Where nothing was said for a while a
thread says what is still being done, also during one long statement.
"""

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO

#: Seconds between two lines of progress where nobody looks at a terminal, and after which silence ends anywhere.
PAUSE = 5.0


@dataclass(frozen=True)
class Statement:
    """One statement that an engine ran: its name, its text, seconds."""

    name: str
    text: str
    seconds: float


@dataclass
class Trace:
    """Collects and prints what happens; everything goes to ``stream`` (stderr), nothing to stdout.

    ``show_sql`` prints each statement before it runs, ``debug`` its time after it; ``quiet`` silences progress.
    ``about`` tells in words what the statement of a name answers.
    """

    quiet: bool = True
    show_sql: bool = False
    debug: bool = False
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    statements: list[Statement] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    told: float = field(default_factory=time.monotonic)
    about: Callable[[str], str] | None = None
    _doing: tuple[str, float] = ("", 0.0)
    _part: str = ""
    _task: str = ""
    _running: tuple[str, float] | None = None
    _closed: threading.Event = field(default_factory=threading.Event)
    _watching: bool = False

    @contextmanager
    def statement(self, name: str, text: str) -> Iterator[None]:
        """Show and time one statement; it is recorded also where it fails."""
        if self.show_sql:
            self._print(f"-- {name}\n{text};\n")
        self._watch()
        began = time.perf_counter()
        before, self._running = self._running, (name, time.monotonic())
        try:
            yield
        finally:
            self._running = before
            seconds = time.perf_counter() - began
            self.statements.append(Statement(name, text, seconds))
            if self.debug:
                self._print(f"-- {seconds * 1000:9.1f} ms  {name}")

    def doing(self, message: str) -> None:
        """Say what the run does from now on; what :meth:`progress` says next is about that."""
        self._doing, self._part = (message, time.monotonic()), ""
        self._line(message)
        self._watch()

    def progress(self, message: str) -> None:
        """Print one line about how far the run is; into a file, not more than one in a while."""
        doing, _ = self._doing
        self._line(f"{doing}: {message}" if doing else message)

    @contextmanager
    def part(self, message: str) -> Iterator[None]:
        """Say which part of the work comes now, such as ``part 7 of 40``; until it is done, silence ends with that."""
        self.progress(message)
        before, self._part = self._part, message
        try:
            yield
        finally:
            self._part = before

    @contextmanager
    def task(self, message: str) -> Iterator[None]:
        """Say of which of several tasks, such as ``setting 3 of 12``, the progress is that is told meanwhile."""
        before, self._task = self._task, f"{message}: "
        try:
            yield
        finally:
            self._task = before

    def note(self, message: str) -> None:
        """Print a line that a user should see (a warning, a choice made) unless ``quiet``."""
        if not self.quiet:
            self._print(message)

    def close(self) -> None:
        """Say no more; may be called twice."""
        self._closed.set()

    def _line(self, message: str) -> None:
        if not self.quiet and (self.stream.isatty() or time.monotonic() - self.told >= PAUSE):
            self._timed(message)

    def _timed(self, message: str) -> None:
        self.told = time.monotonic()
        self._print(f"[{self.told - self.started:6.1f} s] {self._task}{message}")

    def _watch(self) -> None:
        """Start the thread that ends silence."""
        if not self.quiet and not self._watching and not self._closed.is_set():
            self._watching = True
            threading.Thread(target=self._end_silence, name="setanon-progress", daemon=True).start()

    def _end_silence(self) -> None:
        while not self._closed.wait(max(0.01, self.told + PAUSE - time.monotonic())):
            if time.monotonic() - self.told >= PAUSE:
                with contextlib.suppress(OSError, ValueError):  # the stream is closed
                    self._timed(self._still())

    def _still(self) -> str:
        """What is being done, and for how long: the step, and the statement where one takes its time."""
        now, (doing, since), running = time.monotonic(), self._doing, self._running
        about = ""
        if running is not None:
            name, since = running
            about = self.about(name) if self.about else name
        words = ": ".join(word for word in (f"still {doing or 'at work'}", self._part, about) if word)
        return f"{words} ({now - (since or self.started):,.0f} s so far)"

    def _print(self, line: str) -> None:
        self.stream.write(f"{line}\n")
        self.stream.flush()
