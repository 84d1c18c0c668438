"""The user's own statements (LOAD, CREATE SECRET, ATTACH, SET), run before anything is read.

They may hold passwords: no text of theirs is ever shown, nor what DuckDB says of it. What they attach are *lakes*,
whose tables can be read by the name ``catalog.schema.table``; views, tables and macros that they make are read by
their names. Without such a file nothing is downloaded or loaded.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from setanon_sql.engine.duckdb.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.query.templates import Table

#: What is said of an error whose message is not shown.
_HINT = "run the file with the duckdb shell to see what it says; here no text of it is shown, as it may hold passwords"


def set_up(engine: DuckDBEngine, path: Path) -> None:
    """Run the statements of a file, and note what they attach.

    Raises BadInput where there is no such file, BadParameter that tells by number and line which statement fails.
    """
    text = _text(path)
    with _explain_errors(f"{path.name} cannot be read as SQL", text):
        statements = engine.connection.extract_statements(text)
    for number, statement in enumerate(statements, 1):
        kind = statement.type.name.lower()
        with (
            engine.trace.statement(f"setup {number}", f"-- statement {number} of {path.name} ({kind}), not shown"),
            _explain_errors(f"statement {number} of {path.name} ({kind}) cannot be run", ""),
        ):
            engine.connection.execute(statement)
    _close_transaction(engine, path)
    with _explain_errors(f"{path.name} locks the settings of DuckDB in another time zone than UTC", ""):
        engine.pin_zone()
    rows = engine.rows("engine/tables/databases")
    engine.lakes = {name: Path(file) if file else None for name, file in rows}
    relations = engine.rows("sources/read/relations", alias="memory")
    engine.user_relations = [Table(name, schema, "memory") for schema, name, _ in relations if schema == "main"]
    engine.telling = [lake for lake in engine.lakes if engine.snapshot_of(lake)]
    engine.look_in_attached()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise BadInput(f"there is no file {path}", "check the path of <setup>") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read as text", "<setup> names a file of SQL statements") from error


def _close_transaction(engine: DuckDBEngine, path: Path) -> None:
    with suppress(duckdb.TransactionException):
        engine.connection.execute("ROLLBACK")
        raise BadParameter(f"{path.name} begins a transaction and does not end it", "add COMMIT, or take BEGIN out")


@contextmanager
def _explain_errors(message: str, text: str) -> Iterator[None]:
    """Turn what DuckDB says, which quotes the statement, into the kind of error and the line; nothing else."""
    try:
        yield
    except duckdb.InterruptException:
        raise
    except (duckdb.Error, RuntimeError) as error:
        line = re.search(r"^LINE (\d+):", str(error), re.MULTILINE) if text else None
        missing = re.search(r'Extension "[^"]*/(\w+)\.duckdb_extension" not found', str(error))
        if missing:
            hint = f"write INSTALL {missing[1]}; before it, which downloads it; nothing is downloaded otherwise"
        else:
            hint = _HINT
        where = f", line {line[1]}" if line else ""
        raise BadParameter(f"{message}: {type(error).__name__}{where}", hint) from None
