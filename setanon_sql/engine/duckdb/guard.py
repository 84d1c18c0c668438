"""A guard of the limit of memory while a statement runs.

Between statements DuckDB's part is set anew (:class:`.memory.Watch`). Within a long one DuckDB takes more than it
counts, so that the process may pass its limit. A thread looks all the time: past the limit DuckDB gets less, and
spills; past :data:`LEEWAY` more the statement is broken off, unless it is of those that end a release.
"""

import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from setanon_sql.engine.duckdb.memory import Watch
from setanon_sql.files.stopping import unless_unbroken

#: Seconds between two looks, and near the limit: DuckDB takes up to two gigabytes a second.
PAUSE = 0.02
PAUSE_NEAR = 0.004
#: How near the limit is that, as a part of it.
NEAR = 0.2
#: The part of a limit by which a process may pass it while DuckDB spills: until a statement ends it grows on.
LEEWAY = 0.04


class Guard:
    """A thread that looks at what the process holds while a statement runs, until it is stopped."""

    def __init__(self, watch: Watch, connection: duckdb.DuckDBPyConnection) -> None:
        self._watch = watch
        self._connection = connection
        self._cursor: duckdb.DuckDBPyConnection | None = None
        #: Bytes that the process held when the statement in hand was broken off; 0: it was not.
        self.overrun = 0
        self._statement_runs = False
        self._interrupting = threading.Lock()
        self._stopped = threading.Event()
        self._spilling = threading.Thread()
        self._thread = threading.Thread(target=self._look, name="setanon-memory", daemon=True)
        self._thread.start()

    @contextmanager
    def watch(self, *, first: bool) -> Iterator[None]:
        """Have what runs meanwhile broken off where the process passes its limit; ``first``: a statement begins."""
        self.overrun = 0 if first else self.overrun
        self._statement_runs = True
        try:
            yield
        finally:
            with self._interrupting:
                self._statement_runs = False

    def _look(self) -> None:
        whole = self._watch.limit.whole
        pause = PAUSE
        while not self._stopped.wait(pause):
            over = self._watch.over
            pause = PAUSE if over < -NEAR * whole else PAUSE_NEAR
            if over > LEEWAY * whole:
                self._break_off(over)
            if over > 0 and not self._spilling.is_alive():
                self._spilling = threading.Thread(target=self._spill, daemon=True)
                self._spilling.start()

    def _break_off(self, over: int) -> None:
        """Interrupt the statement; again with the next look, for one that has not begun forgets it."""
        with self._interrupting:
            if self._statement_runs and unless_unbroken(self._connection.interrupt):
                self.overrun = self.overrun or over + self._watch.limit.whole

    def _spill(self) -> None:
        """Give DuckDB less; in a thread of its own, for that lasts as long as DuckDB writes."""
        with contextlib.suppress(duckdb.Error):  # it cannot spill more now
            self._cursor = self._cursor or self._connection.cursor()
            self._watch.lower(self._cursor)

    def stop(self) -> None:
        """End it, and its connection."""
        self._stopped.set()
        self._thread.join()
        if self._spilling.ident is not None:
            self._spilling.join()
        if self._cursor is not None:
            self._cursor.close()
