"""A guard of the limit of memory while a statement runs.

Between statements DuckDB's part is set anew (:class:`.memory.Watch`). Within a long one DuckDB takes more than it
counts, so that the process may pass its limit. A thread looks from time to time: DuckDB then gets less, and spills.
"""

import contextlib
import threading

import duckdb

from setanon_sql.engine.duckdb.memory import Watch

#: Seconds between two looks.
PAUSE = 0.2


class Guard:
    """A thread that looks at what the process holds, until it is stopped."""

    def __init__(self, watch: Watch, connection: duckdb.DuckDBPyConnection) -> None:
        self._watch = watch
        self._connection = connection
        self._cursor: duckdb.DuckDBPyConnection | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._look, name="setanon-memory", daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._stopped.wait(PAUSE):
            if (over := self._watch.over) > 0:
                self._cursor = self._cursor or self._connection.cursor()
                with contextlib.suppress(duckdb.Error):  # it cannot spill more now
                    self._watch.lower(self._cursor, over)

    def stop(self) -> None:
        """End it, and its connection."""
        self._stopped.set()
        self._thread.join()
        if self._cursor is not None:
            self._cursor.close()
