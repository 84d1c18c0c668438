"""What can be told of a file before its content is read."""

from pathlib import Path

from setanon_sql.errors import BadInput


def existing_file(path: Path) -> Path:
    """Return the path of a file that is there and holds something; raises BadInput otherwise."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder", "name a file in it, or add --db spark:local for a folder of Spark")
    if not path.exists():
        raise BadInput(f"there is no file {path}", "check the path; a table is read with --db")
    try:
        with path.open("rb") as file:
            empty = not file.read(1)
    except OSError as error:
        raise BadInput(f"{path} cannot be opened: {error.strerror}", "check its permissions") from error
    if empty:
        raise BadInput(f"{path} is empty", "write it again, or name another file: at least one record is needed")
    return path


def is_parquet(path: Path) -> bool:
    """Whether a file begins as Parquet files do (or is called so)."""
    with path.open("rb") as file:
        return file.read(4) == b"PAR1" or path.suffix.lower() in {".parquet", ".pq"}


def literal_path(path: Path) -> str:
    """Return the path as DuckDB's functions take it, with the characters of its patterns made literal."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in str(path))
