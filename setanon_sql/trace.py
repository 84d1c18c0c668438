"""What a run tells while it works: its statements (``--show-sql``), their times (``--debug``) and its progress."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO

#: Seconds between two lines of progress where nobody looks at a terminal.
_PAUSE = 5.0


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
    """

    quiet: bool = True
    show_sql: bool = False
    debug: bool = False
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    statements: list[Statement] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    told: float = field(default_factory=time.monotonic)

    @contextmanager
    def statement(self, name: str, text: str) -> Iterator[None]:
        """Show and time one statement; it is recorded also where it fails."""
        if self.show_sql:
            self._print(f"-- {name}\n{text};\n")
        began = time.perf_counter()
        try:
            yield
        finally:
            seconds = time.perf_counter() - began
            self.statements.append(Statement(name, text, seconds))
            if self.debug:
                self._print(f"-- {seconds * 1000:9.1f} ms  {name}")

    def progress(self, message: str) -> None:
        """Print one line of progress with the seconds since the start; into a file, not more than one in a while."""
        now = time.monotonic()
        if not self.quiet and (self.stream.isatty() or now - self.told >= _PAUSE):
            self.told = now
            self._print(f"[{now - self.started:6.1f} s] {message}")

    def note(self, message: str) -> None:
        """Print a line that a user should see (a warning, a choice made) unless ``quiet``."""
        if not self.quiet:
            self._print(message)

    def _print(self, line: str) -> None:
        print(line, file=self.stream, flush=True)
