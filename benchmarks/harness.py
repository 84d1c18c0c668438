"""Measure commands in processes of their own: wall time and peak memory, repeated, medians.

This process stays small (no NumPy, no DuckDB): on Linux the peak of a child is never less than what its parent held
when it was started.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("setanon-sql", "duckdb", "sqlglot", "pandas", "numpy", "click")


@dataclass(frozen=True)
class Run:
    """One process: seconds on the wall, peak resident memory in MB, exit code, what it printed, processor seconds.

    ``late``: it was stopped for taking too long.
    """

    seconds: float
    megabytes: float
    exit: int
    stdout: str
    stderr: str
    processors: float = 0.0
    late: bool = False

    @property
    def answer(self) -> dict[str, Any]:
        """The JSON object on stdout; empty where there is none."""
        try:
            found = json.loads(self.stdout)
        except json.JSONDecodeError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def trouble(self) -> str:
        """Why there is no figure, in a few words; empty where there is one (violated, exit 1, is a figure too)."""
        if self.exit in (0, 1) and self.answer:
            return ""
        if self.late:
            return f"stopped after {self.seconds:.0f} s"
        missing = ("No such command", "No module named", "no attribute", "ImportError")
        if any(word in self.stderr for word in missing):
            return "not available"
        lines = self.stderr.strip().splitlines()
        return f"exit {self.exit}: {lines[-1][:80] if lines else ''}"


def run(command: Sequence[str], timeout: float) -> Run:
    """Run a command from the root of the checkout; after ``timeout`` seconds it is killed (exit code -9)."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        began = time.perf_counter()
        child = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=err)
        status, usage = _wait(child, began + timeout)
        late = time.perf_counter() > began + timeout
        seconds = time.perf_counter() - began
        child.returncode = os.waitstatus_to_exitcode(status)
        used = usage.ru_utime + usage.ru_stime
        out.seek(0)
        err.seek(0)
        unit = 1e6 if sys.platform == "darwin" else 1e6 / 1024
        return Run(seconds, usage.ru_maxrss / unit, child.returncode, out.read(), err.read(), used, late)


def _wait(child: subprocess.Popen[bytes], until: float) -> tuple[int, Any]:
    """Wait for a child with its resource usage; a short sleep between looks costs at most 5 ms of precision."""
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            return status, usage
        if time.perf_counter() > until:
            child.kill()
            until = float("inf")
        time.sleep(0.005)


@dataclass
class Row:
    """A line of the table: a case, its setting, medians over ``runs``, further figures, or why there are none.

    Where a run failed, ``processors`` (seconds) and ``megabytes`` are what it took until then.
    """

    case: str
    setting: str
    seconds: float | None = None
    processors: float | None = None
    megabytes: float | None = None
    runs: int = 0
    figures: dict[str, Any] = field(default_factory=dict)
    trouble: str = ""


@dataclass
class Lab:
    """Where and how it is measured; collects the rows, and prints each before the next is measured (``aloud``).

    ``large`` and ``match``: sizes and commands of the case ``growth``.
    """

    datasets: Path | None
    data: Path
    repeat: int = 3
    quick: bool = False
    timeout: float = 900.0
    rows: list[Row] = field(default_factory=list)
    aloud: bool = False
    told: int = 0
    large: bool = False
    match: tuple[str, ...] = ()

    def tell(self) -> None:
        """Print the rows that are not printed yet: their figures are complete."""
        for row in self.rows[self.told :] if self.aloud else ():
            _, _, seconds, processors, megabytes, figures = _cells(row)
            taken = f"{seconds:>9} s {processors:>8} s CPU {megabytes:>7} MB"
            print(f"{row.case:<29} {row.setting:<44}{taken}  {figures}", flush=True)
        self.told = len(self.rows)

    def measure(self, case: str, setting: str, command: Sequence[str], repeat: int = 0) -> tuple[Row, Run]:
        """Run a command several times; return the row with its medians and the last run. Stops at the first failure."""
        self.tell()
        runs = []
        for _ in range(1 if self.quick else repeat or self.repeat):
            runs.append(run(command, self.timeout))
            if runs[-1].trouble:
                break
        return self.noted(case, setting, runs), runs[-1]

    def noted(self, case: str, setting: str, runs: Sequence[Run]) -> Row:
        """Add the row of runs that are done: medians, or what the last one failed with."""
        row = Row(case, setting, trouble=runs[-1].trouble, runs=len(runs))
        done = runs[-1:] if row.trouble else runs
        row.processors = statistics.median(each.processors for each in done)
        row.megabytes = statistics.median(each.megabytes for each in done)
        if not row.trouble:
            row.seconds = statistics.median(each.seconds for each in runs)
        self.rows.append(row)
        return row

    def skip(self, case: str, setting: str, why: str) -> None:
        """Note that something was not measured."""
        self.rows.append(Row(case, setting, trouble=why))

    def dataset(self, name: str) -> Path | None:
        """Return a file of the real data sets, or None where it is not on this machine."""
        path = self.datasets / name if self.datasets else None
        return path if path and path.exists() else None


def setanon(*arguments: object) -> list[str]:
    """Return the command line of setanon in this checkout, with JSON and without messages."""
    return [sys.executable, "-m", "setanon_sql", *map(str, arguments), "--json", "--quiet"]


def helper(module: str, *arguments: object) -> list[str]:
    """Return the command line of a helper in this folder that prints one JSON object."""
    return [sys.executable, "-m", f"benchmarks.{module}", *map(str, arguments)]


def machine() -> dict[str, Any]:
    """Return what the figures depend on: processors, memory, system, versions."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "cores": cores,
        "memory_gb": round(memory, 1),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in PACKAGES},
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def table(rows: Sequence[Row]) -> str:
    """Return the rows as an aligned text table."""
    lines = [("case", "setting", "seconds", "CPU", "MB", "figures"), *map(_cells, rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(5)]
    return "\n".join(
        "  ".join(
            f"{cell:{'<' if at < 2 else '>'}{width}}"
            for at, (cell, width) in enumerate(zip(line, [*widths, 0], strict=True))
        ).rstrip()
        for line in lines
    )


def _cells(row: Row) -> tuple[str, ...]:
    numbers = ((row.seconds, 2), (row.processors, 1), (row.megabytes, 0))
    return (row.case, row.setting, *(_number(number, digits) for number, digits in numbers), _figures(row))


def _number(number: float | None, digits: int) -> str:
    return "-" if number is None else f"{number:,.{digits}f}"


def _figures(row: Row) -> str:
    parts = [
        f"{name} {value:,.4g}" if isinstance(value, float) else f"{name} {value}" for name, value in row.figures.items()
    ]
    return row.trouble or ", ".join(parts)


def write(lab: Lab, folder: Path) -> Path:
    """Write the rows and the machine as JSON into ``folder``; returns the file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y%m%d-%H%M%S')}.json"
    content = {"machine": machine(), "quick": lab.quick, "rows": [asdict(row) for row in lab.rows]}
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    return path
