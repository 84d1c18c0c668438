"""What can be told of a file before its content is read."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from setanon_sql.errors import BadInput
from setanon_sql.files.watching import watch
from setanon_sql.sources.pipes import spooled

#: How packed files begin, what packs them, and the ending of names that DuckDB unpacks by.
_PACKED = (
    (b"\x1f\x8b", "gzip", ".gz"),
    (b"\x28\xb5\x2f\xfd", "zstd", ".zst"),
    (b"PK\x03\x04", "zip", ""),
    (b"BZh", "bzip2", ""),
    (b"\xfd7zXZ", "xz", ""),
)

_WORKBOOKS = {".xlsx", ".xlsm", ".xls", ".ods"}


def paths_in(sources: Iterable[Any]) -> list[Path]:
    """Return the paths among what is given: frames, lists and what is left out are none."""
    return [Path(source) for source in sources if isinstance(source, str | Path) and source]


def existing_file(path: Path, *, unpacked: bool = False) -> Path:
    """Return the path of a file that is there and holds something; of a pipe of this process what came through it.

    Raises BadInput otherwise, and where it is packed in a way that its name does not say, or at all (``unpacked``).
    """
    path = spooled(path)
    if path.is_dir():
        raise BadInput(f"{path} is a folder", "name a file in it, or add <db=spark:local> for a folder of Spark")
    if not path.exists():
        raise BadInput(f"there is no file {path}", "check the path; a table is read with <db>")
    if not path.is_file():  # opening a pipe that nobody writes to would never end
        raise BadInput(f"{path} is a pipe or a device", "write the data to a file first, or: cat PIPE | setanon … -")
    watch(path)
    try:
        with path.open("rb") as file:
            start = file.read(8)
    except OSError as error:
        raise BadInput(f"{path} cannot be opened: {error.strerror}", "check its permissions") from error
    if not start:
        raise BadInput(f"{path} is empty", "write it again, or name another file: at least one record is needed")
    _refuse_packed(path, start, unpacked=unpacked)
    return path


def _refuse_packed(path: Path, start: bytes, *, unpacked: bool) -> None:
    if path.suffix.lower() in _WORKBOOKS:
        hint = "save the sheet as CSV, or say <setup> with LOAD excel; and <query> with read_xlsx"
        raise BadInput(f"{path} is a workbook of a spreadsheet program", hint)
    for magic, packer, ending in _PACKED:
        if start.startswith(magic) and (unpacked or not ending or path.suffix.lower() != ending):
            more = f", or end its name with {ending}" if ending and not unpacked else ""
            raise BadInput(f"{path} is packed with {packer}", f"unpack it{more}")


def is_parquet(path: Path) -> bool:
    """Return whether a file begins as Parquet files do (or is called so)."""
    with path.open("rb") as file:
        return file.read(4) == b"PAR1" or path.suffix.lower() in {".parquet", ".pq"}


def literal_path(path: Path) -> str:
    """Return the path as DuckDB's functions take it, with the characters of its patterns made literal."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in str(path))
