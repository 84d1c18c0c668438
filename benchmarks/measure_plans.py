"""Run a command with a profile of every statement: FILE WORDS…; rows by statement and operator as JSON."""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from setanon_sql.__main__ import load_cli

#: Operators that only pass on what another one makes.
PASSING = {"RESULT_COLLECTOR", "PROJECTION", "CREATE_TABLE_AS", "BATCH_CREATE_TABLE_AS", "INSERT", "BATCH_INSERT"}


class Profiles:
    """The rows of each statement's operators; the profile of one is complete when the next begins."""

    def __init__(self) -> None:
        self.rows: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._last: tuple[Any, str] | None = None

    def begin(self, connection: Any, name: str) -> None:
        """Keep what the statement before took, and have this one profiled."""
        self.keep()
        if self._last is None or self._last[0] is not connection:
            connection.execute("SET enable_profiling = 'no_output'")
        self._last = connection, name

    def keep(self) -> None:
        """Add up the rows of the last statement."""
        if self._last is None:
            return
        connection, name = self._last
        for top in json.loads(connection.get_profiling_information() or "{}").get("operator", []):
            for kind, rows in operators(top):
                self.rows[name][kind] += rows


def operators(one: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the kind and the rows of an operator and of all below it."""
    kind = str(one.get("type", ""))
    if kind not in PASSING:
        yield kind, int(one.get("intermediate_rows", 0))
    for below in one.get("children", []):
        yield from operators(below)


def main(into: Path, words: list[str]) -> int:
    """Run the command, then write the rows; returns its exit code."""
    program = load_cli()
    from setanon_sql.engine import DuckDBEngine

    profiles, execute, close = Profiles(), DuckDBEngine.execute, DuckDBEngine.close

    def profiled(self: DuckDBEngine, name: str, text: str) -> Any:
        profiles.begin(self.connection, name)
        return execute(self, name, text)

    def closed(self: DuckDBEngine) -> None:
        profiles.keep()
        profiles._last = None
        close(self)

    DuckDBEngine.execute, DuckDBEngine.close = profiled, closed  # type: ignore[method-assign]
    code = int(program.run(words))
    into.write_text(json.dumps(profiles.rows), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), [*sys.argv[2:], "--json", "--quiet"]))
