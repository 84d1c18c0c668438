"""Database files beside the private in-memory database of a DuckDB engine."""

from pathlib import Path

from sqlglot import exp

from setanon_sql.engine.duckdb import DuckDBEngine


def attach(engine: DuckDBEngine, path: Path, alias: str, *, read_only: bool = True) -> None:
    """Attach a DuckDB file under ``alias``; errors of DuckDB (no such file, locked by another program) pass through."""
    name = exp.alias_(exp.Literal.string(str(path)), alias, quoted=True)
    options = [exp.AttachOption(this=exp.var("READ_ONLY"))] if read_only else []
    engine.execute("attach", engine.render(exp.Attach(this=name, expressions=options)))


def detach(engine: DuckDBEngine, alias: str) -> None:
    """Let an attached file go; names without a schema are then looked up in the private database only."""
    engine.execute("detach", "SET search_path = 'memory.main'")
    engine.execute("detach", engine.render(exp.Detach(this=exp.to_identifier(alias, quoted=True))))


def detach_file(engine: DuckDBEngine, path: Path) -> None:
    """Let a database file go under whatever name it is attached, so that it can be opened for writing."""
    same = path.resolve()
    for alias, file in engine.rows("lib/attached_files"):
        if Path(file).resolve() == same:
            detach(engine, alias)
