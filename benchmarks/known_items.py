"""``python -m benchmarks.known_items DATASETS``: what a third known item costs ``anonymize km``, by a cut and locally.

Seconds of all processors of the whole command, its check included, with k = 5 and m = 2 and 3, on the real data sets
and on generated ones, of which one thing varies at a time: records, items, items of a record. ``--large`` adds 10^6
records.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks import harness
from benchmarks.recoding import sources

#: What is compared, by the options that say so.
WAYS = {"cut": (), "local": ("--recoding", "local")}
HEADS = ("", "cut, m = 2", "m = 3", "times", "local, m = 2", "m = 3", "times")


@dataclass(frozen=True)
class Shape:
    """How generated data are: records, different items, items of a record on average."""

    records: int = 10**5
    items: int = 5_000
    length: int = 10

    @property
    def name(self) -> str:
        """The shape in words."""
        return f"{self.records:,} records of {self.length} of {self.items:,} items"


def shapes(*, large: bool) -> Iterator[Shape]:
    """Yield generated data, of which one thing varies at a time."""
    usual = Shape()
    yield from (replace(usual, records=records) for records in (10**4, 10**5, *((10**6,) if large else ())))
    yield from (replace(usual, items=items) for items in (1_000, 20_000))
    yield from (replace(usual, length=length) for length in (5, 20))


def generated(folder: Path, *, large: bool) -> Iterator[tuple[str, Path, Path]]:
    """Yield generated data, each with a taxonomy with five labels below each."""
    for shape in shapes(large=large):
        name = f"quest-{shape.records}-{shape.items}-{shape.length}"
        files = [folder / f"{name}{end}" for end in (".parquet", "-tree.csv", "-sensitive.csv")]
        words = harness.helper("measure_growth", *files, shape.records, shape.items, shape.length)
        subprocess.run(words, cwd=harness.ROOT, check=True, stdout=subprocess.DEVNULL)
        yield shape.name, files[0], files[1]


def seconds(source: Path, taxonomy: Path, m: int, options: tuple[str, ...], timeout: float) -> float | None:
    """Return the seconds of processors that one release takes; None where it fails, or takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        given = ("--taxonomy", taxonomy, "--k", 5, "--m", m, *options, "--seed", 1)
        written = ("--out", Path(folder) / "out.parquet", "--memory-limit", "4GB")
        ran = harness.run(harness.setanon("anonymize", "km", source, *given, *written), timeout)
    return None if ran.trouble else ran.processors


def cells(source: Path, taxonomy: Path, timeout: float) -> Iterator[str]:
    """Yield what both ways take with two and with three known items, and how many times as long that is."""
    for options in WAYS.values():
        two, three = (seconds(source, taxonomy, m, options, timeout) for m in (2, 3))
        yield from ("-" if each is None else f"{each:.1f}" for each in (two, three))
        yield f"{three / two:.1f}" if two and three else "-"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.known_items", description=__doc__)
    parser.add_argument("datasets", type=Path)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--timeout", type=float, default=1800)
    given = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    print("|", " | ".join(HEADS), "|\n" + "| --- " * len(HEADS) + "|")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for data in (sources(given.datasets, folder), generated(folder, large=given.large)):
            for name, source, taxonomy in data:
                print("|", " | ".join([name, *cells(source, taxonomy, given.timeout)]), "|")


if __name__ == "__main__":
    main()
