"""What lies in the folder of a release beside its own files.

Spark, pandas and DuckDB each take other files of a folder for data, so there may be none but those that setanon wrote:
the files of the tables and the manifest; of a table that Spark wrote, its parts, the mark that it is whole, and the
checksums of both. No link is among them.
"""

import os
import re
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

from setanon_sql.text import count_of
from setanon_sql.verify.strangers import Stranger, stranger

#: What Spark calls a part of a table, and the mark that the table is whole.
_PART = re.compile(r"part-[0-9a-f-]+-c\d+(\.[a-z0-9_]{1,6})?\.parquet")
_WHOLE = "_SUCCESS"

#: How the checksums of a file begin, and for how many bytes each of them is.
_SUMS = b"crc\0\0\0\2\0"
_SUMMED = 512


def strange_entries(folder: Path, names: Iterable[str]) -> list[Stranger]:
    """Return what lies in a folder and is neither a file (or folder) of these names nor part of one."""
    expected = set(names)
    return _strangers(folder, lambda entry: entry.name not in expected or entry.is_symlink())


def strange_parts(folder: Path) -> list[Stranger]:
    """Return what lies in a folder and is none of what Spark writes as one table."""
    return _strangers(folder, lambda entry: not _is_sparks(entry))


def spark_parts(folder: Path) -> list[Path]:
    """Return the files of a table that Spark wrote, in the order of their names."""
    return sorted(path for path in folder.iterdir() if _PART.fullmatch(path.name))


def _strangers(folder: Path, is_strange: Callable[["os.DirEntry[str]"], bool]) -> list[Stranger]:
    with os.scandir(folder) as entries:
        names = sorted(os.fsencode(entry.name).decode("utf-8", "replace") for entry in entries if is_strange(entry))
    if not names:
        return []
    return [stranger(f"{count_of(len(names), 'entry', 'entries')} of its folder", (f"entry {name}" for name in names))]


def _is_sparks(entry: "os.DirEntry[str]") -> bool:
    if not entry.is_file(follow_symlinks=False):
        return False
    if entry.name == _WHOLE:
        return entry.stat().st_size == 0
    if entry.name.startswith(".") and entry.name.endswith(".crc"):
        return _sums_up(Path(entry.path), Path(entry.path).with_name(entry.name[1:-4]))
    return bool(_PART.fullmatch(entry.name))


def _sums_up(sums: Path, summed: Path) -> bool:
    """Return whether a file holds the checksums of another one of Spark's, and nothing else."""
    if not (summed.name == _WHOLE or _PART.fullmatch(summed.name)) or not summed.is_file():
        return False
    if sums.stat().st_size != len(_SUMS) + 4 * -(-summed.stat().st_size // _SUMMED):
        return False
    with summed.open("rb") as file:
        checksums = [zlib.crc32(piece).to_bytes(4, "big") for piece in iter(lambda: file.read(_SUMMED), b"")]
    return sums.read_bytes() == _SUMS + b"".join(checksums)
