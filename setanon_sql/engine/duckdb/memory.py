"""How much memory a run may take, and what of it is DuckDB's.

A limit speaks of the whole process: the interpreter, libraries, arrays, DuckDB. DuckDB gets what the rest leaves of it.
The rest is measured from time to time (on Linux), for arrays come and go.
"""

import contextlib
import os
import re
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import duckdb

from setanon_sql.errors import BadParameter, NotEnoughMemory

try:
    import resource
except ImportError:  # no such limits on this system
    resource = None  # type: ignore[assignment]

#: Bytes that every run holds beside DuckDB and arrays (measured: 100 MB at the start, 155 MB at the end).
BESIDE = 160_000_000
#: The least that DuckDB can work with, in bytes.
SMALLEST = 40_000_000
#: Bytes of DuckDB's part for each thread that it is given: each holds open blocks of its own, which cannot be spilled.
OF_A_THREAD = 50_000_000
#: DuckDB holds more than it counts, a sixth of 8 GB while it finds the distinct ones of 10^8 rows: this part of a limit
#: is kept for that.
SPARE = 6
#: Seconds between two looks at what the process holds, and how many times longer than a look they are at least.
#: Where it holds more than half of the limit there is a look before each statement.
PAUSE = 0.25
CALM = 20

#: Sizes are told in whole megabytes, or tenths of gigabytes: a limit that is to be enough is rounded up.
_ROUND = 50_000_000

_THREADS = "SELECT current_setting('threads')"
_UNITS = {"": 1000, "i": 1024}
_NAMES = {1e9: "GB", 1e6: "MB", 1e3: "KB"}
_CGROUPS = Path("/sys/fs/cgroup")
#: The files with the limits of a cgroup of version 1, and of version 2: a hard one, and the one that slows down.
_FILES_1 = ("memory.limit_in_bytes",)
_FILES_2 = ("memory.max", "memory.high")
#: The limits of addresses of a process, and the fields of ``statm`` that they bound.
_ADDRESSES = {"RLIMIT_AS": 0, "RLIMIT_DATA": 5}


def size(text: str) -> int:
    """Return how many bytes ``4GB``, ``1.5 GiB``, ``500M`` or ``80%`` (of the machine) are.

    Raises BadParameter for anything else.
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:(%)|([KMGT])(i?)B?)\s*", text, re.IGNORECASE)
    if not match:
        raise BadParameter(f"<memory_limit={text}> is no size", "write a size such as 4GB or 500MB")
    number, share, unit, binary = match.groups()
    if share:
        return int(float(number) * machine() / 100)
    return int(float(number) * _UNITS[binary.lower()] ** ("KMGT".index(unit.upper()) + 1))


def words(count: int) -> str:
    """Return a number of bytes as a person would say it, such as ``1.9 GB``."""
    unit, digits = next(((unit, digits) for unit, digits in ((1e9, 1), (1e6, 0)) if count >= unit), (1e3, 0))
    return f"{count / unit:.{digits}f} {_NAMES[unit]}"


def machine() -> int:
    """Return the bytes of memory of this machine, or of the cgroup (container) where it has less."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # Windows
        whole = _known_to_duckdb()
    return min([whole, *cgroup_limits()])


def _known_to_duckdb() -> int:
    """Return the bytes of memory of this machine, of which DuckDB takes 80 % where nobody says how much it may."""
    with duckdb.connect() as connection:
        (part,) = connection.execute("SELECT current_setting('memory_limit')").fetchall()[0]
    return int(_bytes_in(part) / 0.8)


def cgroup_limits(root: Path = _CGROUPS, membership: Path = Path("/proc/self/cgroup")) -> list[int]:
    """Return the limits in bytes of the cgroups that this process is in, and of those around them; versions 1 and 2."""
    limits = []
    for line in _text_of(membership).splitlines():
        _, kind, path = line.split(":", 2)
        if kind not in ("", "memory"):
            continue
        folder, files = (root / kind, _FILES_1) if kind else (root, _FILES_2)
        group = folder / path.lstrip("/")
        around = [parent for parent in (group, *group.parents) if parent.is_relative_to(folder)]
        texts = [_text_of(parent / file).strip() for parent in around for file in files]
        limits += [int(text) for text in texts if text.isdigit()]
    return limits


def room() -> int | None:
    """Return the bytes of addresses that this process may take besides those that it has; None: as many as there are.

    A limit of addresses (``ulimit -v``, ``ulimit -d``) counts also those that are set aside and hold nothing yet.
    """
    rooms = []
    for name, field in _ADDRESSES.items():
        soft = resource.getrlimit(getattr(resource, name))[0] if resource else -1
        if resource and soft != resource.RLIM_INFINITY:
            rooms.append(max(0, soft - _bytes_of_field(field)))
    return min(rooms, default=None)


def resident() -> int:
    """Return the bytes of memory that this process holds now; 0 where that is not known without effort."""
    return _bytes_of_field(1)


def _bytes_of_field(field: int) -> int:
    """Return the bytes in a field of what the system counts of this process: 0 is addresses, 5 those of data."""
    text = _text_of(Path("/proc/self/statm"))
    return int(text.split()[field]) * os.sysconf("SC_PAGE_SIZE") if text else 0


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return ""


@dataclass(frozen=True)
class Limit:
    """A limit in bytes of what a process holds, but for the bytes ``apart``; ``text`` is what the user wrote.

    ``of_room``: without that it is half of the addresses that the process may still take, and not of the machine.
    """

    whole: int
    apart: int = 0
    text: str = ""
    of_room: bool = False

    @classmethod
    def of(cls, text: str) -> "Limit":
        """Return the limit that a user gave; without one half of the machine, beside what the process held before.

        Where the addresses of the process are limited, half of those that it may still take, if that is less.

        Raises BadParameter where it is no size, or too small to work with.
        """
        if not text:
            half = machine() // 2
            addresses = room()
            bound = half if addresses is None else BESIDE + addresses // 2
            return cls(min(half, bound), max(0, resident() - BESIDE), of_room=bound < half)
        limit = cls(size(text), text=text)
        beside = max(BESIDE, resident())
        if limit.for_duckdb(beside) < SMALLEST:
            raise BadParameter(
                f"<memory_limit={text}> is too small: this process takes {words(beside)} beside DuckDB",
                f"give {words(enough(SMALLEST, beside) + 999_999)} or more",
            )
        return limit

    def for_duckdb(self, beside: int) -> int:
        """Return the bytes that are left for DuckDB where the process holds so many beside it."""
        return self.whole - self.whole // SPARE - max(BESIDE, beside - self.apart)

    @property
    def label(self) -> str:
        """The limit in words."""
        return f"<memory_limit={self.text}>" if self.text else f"{words(self.whole)}, half of {self._half_of}"

    @property
    def _half_of(self) -> str:
        return "what this process may still take (ulimit -v, ulimit -d)" if self.of_room else "this machine's memory"

    def hint(self, least: int = 0) -> str:
        """Return what to do where it is not enough, and it takes ``least`` bytes (0: not known)."""
        whole = "raise ulimit -v" if self.of_room else "give <memory_limit>, more than half of the machine"
        more = "give a larger <memory_limit>" if self.text else whole
        return f"give <memory_limit={words(least).replace(' ', '')}> or more" if least > self.whole else more


def enough(needed: int, beside: int) -> int:
    """Return the limit in bytes that leaves ``own`` ones for DuckDB where the process holds so many ``beside`` it."""
    return (needed + beside) * SPARE // (SPARE - 1)


class Watch:
    """Keeps DuckDB within what is left of a limit, with as many threads as that is enough for.

    ``threads``: the number that the user gave, which stays; 0: as many as the memory is enough for, all cores at most.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, limit: Limit, threads: int = 0) -> None:
        self.limit = limit
        self._connection = connection
        self._given = threads
        self._cores = int(connection.execute(_THREADS).fetchall()[0][0])
        self._threads = self._cores
        self._next = 0.0
        self._left = 0
        self._setting = threading.Lock()
        self._allow(limit.for_duckdb(resident()))

    def look(self, name: str) -> None:
        """Give DuckDB less before a statement where Python holds more than before, and more where it holds less.

        Raises NotEnoughMemory where Python alone holds nearly all, and duckdb.OutOfMemoryException where DuckDB cannot
        spill.
        """
        if name == "drop" or ((began := time.monotonic()) < self._next and resident() <= self.limit.whole // 2):
            return
        with self._setting, contextlib.suppress(duckdb.TransactionException):  # one has failed; the statement ends it
            self._adapt(name)
        self._next = time.monotonic() + max(PAUSE, CALM * (time.monotonic() - began))

    def _adapt(self, name: str) -> None:
        """Set a new limit, which gives back what DuckDB has let go and its allocator keeps: that counts as used."""
        slack = self.limit.whole // (2 * SPARE)
        if abs(self.limit.for_duckdb(self._beside()) - self._left) <= slack:
            return
        self._allow(self._left + 1)
        count = self.limit.for_duckdb(beside := self._beside())
        if count < SMALLEST:
            raise NotEnoughMemory(
                f"not enough memory for the step {name}: {words(beside)} of {self.limit.label} are taken beside DuckDB",
                self.hint(enough(SMALLEST, beside) + _ROUND),
            )
        if abs(count - self._left) > slack:
            self._allow(count)

    @property
    def over(self) -> int:
        """The bytes that the process holds over its limit; negative where it holds less."""
        return resident() - self.limit.apart - self.limit.whole

    def lower(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Give DuckDB less while a statement runs and the process is still over its limit; another thread asks.

        ``connection``: its own. Raises duckdb.Error where DuckDB cannot spill so much now.
        """
        with self._setting:
            if (over := self.over) > 0 and (count := max(SMALLEST, _bytes_of_duckdb(connection) - over)) < self._left:
                connection.execute(f"SET memory_limit = '{count} bytes'")
                self._left = count

    def hint(self, least: int = 0) -> str:
        """Return what to do where the memory is not enough, and it takes ``least`` bytes (0: not known)."""
        other = "or lower <m>" if self._threads == 1 else "lower <m>, or set <threads=1>"
        return f"{self.limit.hint(least)}, {other}"

    def _beside(self) -> int:
        """Return the bytes that the process holds and DuckDB does not speak of."""
        if not (resident_bytes := resident()):
            return 0
        return max(0, resident_bytes - _bytes_of_duckdb(self._connection))

    def _allow(self, count: int) -> None:
        self._left = max(SMALLEST, count)
        self._connection.execute(f"SET memory_limit = '{self._left} bytes'")
        threads = self._given or min(self._cores, max(1, self._left // OF_A_THREAD))
        if threads != self._threads:
            self._connection.execute(f"SET threads = {threads}")
            self._threads = threads


def _bytes_of_duckdb(connection: duckdb.DuckDBPyConnection) -> int:
    """Return the bytes that DuckDB says it holds."""
    return int(connection.execute("SELECT sum(memory_usage_bytes) FROM duckdb_memory()").fetchall()[0][0])


def explain_shortage(watch: Watch, error: duckdb.OutOfMemoryException, expected: int = 0) -> tuple[str, str]:
    """Return how much was taken when DuckDB ran out of memory, how much it would take, and what to do about it.

    ``expected``: bytes that DuckDB would take by its plan (0: not known); an expectation that was passed is left out.
    """
    text = str(error)
    if "max_temp_directory_size" in text or "offload" in text:
        return "the disk of the temporary directory is full", "make room there, or set TMPDIR to a larger disk"
    match = re.search(r"([\d.]+ \w+) \(([\d.]+ \w+)/([\d.]+ \w+) used\)", text)
    if not match:
        return f"it takes more than {watch.limit.label}", watch.hint()
    requested, used, most = (_bytes_in(number) for number in match.groups())
    part = f"DuckDB's part of {watch.limit.label} is {words(most)}"
    state = f"it held {words(used)} and asked for {words(requested)} more; {part}"
    return _with_expected(watch, state, used + requested, expected, beside=resident() - used)


def explain_overrun(watch: Watch, resident_bytes: int, expected: int = 0) -> tuple[str, str]:
    """Return by how much the process passed its limit when a statement was broken off, and what to do about it.

    ``resident_bytes``: what the process held then. ``expected``: as in :func:`explain_shortage`.
    """
    megabytes = f"{resident_bytes / 1e6:,.0f} MB"
    state = f"this process held {megabytes}, more than {watch.limit.label}, and could not spill them in time"
    return _with_expected(watch, state, resident_bytes, expected, beside=0)


def _with_expected(watch: Watch, state: str, used: int, expected: int, beside: int) -> tuple[str, str]:
    """Return a state with the bytes that DuckDB's plan expected, if these are more than were taken; and what to do."""
    if expected <= used:
        return f"{state}; how much it would take is not known, DuckDB's plan expected less", watch.hint()
    least = enough(expected, max(BESIDE, beside)) + _ROUND
    if least > machine():
        return f"{state}; DuckDB's plan expects more than this machine has, which may be far off", watch.hint()
    return f"{state}; by DuckDB's plan it would take about {words(expected)}", watch.hint(least)


def _bytes_in(text: str) -> int:
    """Return the bytes in a message of DuckDB, such as ``16.0 MiB`` or ``100 bytes``."""
    return int(float(text.split(maxsplit=1)[0])) if "byte" in text else size(text)
