"""Database files beside the private in-memory database of a DuckDB engine, under names of one's choice."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlglot import exp

from setanon_sql.engine.duckdb.engine import DuckDBEngine

#: The storage version of a DuckDB file that is made here: all versions from 1.0 on read it.
STORAGE = "v1.0.0"


#: What DuckDB says of a file that is open already.
_OPEN = re.compile("conflicting lock|could not set lock|different configuration|file handle conflict", re.IGNORECASE)


@contextmanager
def attached(engine: DuckDBEngine, path: Path, alias: str, *, read_only: bool = True) -> Iterator[str]:
    """Yield the name of an attached DuckDB file: ``alias``, or for reading the one that it already has.

    It is let go afterwards unless it was there before. Errors of DuckDB (no such file, locked by another program) pass
    through.
    """
    names = _names(engine, path)
    if names and read_only:
        yield names[0]
        return
    for name in names:
        engine.detach(name)
    file = exp.alias_(exp.Literal.string(str(path)), alias, quoted=True)
    options = [exp.AttachOption(this=exp.var("READ_ONLY"))] if read_only else []
    engine.execute("attach", engine.render(exp.Attach(this=file, expressions=options)))
    try:
        yield alias
    finally:
        engine.detach(alias)


@contextmanager
def new_database(engine: DuckDBEngine, path: Path, alias: str) -> Iterator[None]:
    """Make a DuckDB file, attached under a name for as long as it is filled, that DuckDB 1 reads, too."""
    file = exp.alias_(exp.Literal.string(str(path)), alias, quoted=True)
    version = exp.AttachOption(this=exp.var("STORAGE_VERSION"), expression=exp.Literal.string(STORAGE))
    engine.execute("attach", engine.render(exp.Attach(this=file, expressions=[version])))
    try:
        yield
    finally:
        engine.detach(alias)


def is_open_in_other_program(error: BaseException) -> bool:
    """Return whether a file cannot be opened because another program, or another part of this one, has it open."""
    return bool(_OPEN.search(f"{error} {error.__cause__ or ''}"))


def _names(engine: DuckDBEngine, path: Path) -> list[str]:
    """Return the names under which a file is attached; a file cannot be open twice."""
    same = path.resolve()
    return [alias for alias, file in engine.rows("engine/tables/attached_files") if Path(file).resolve() == same]
