"""The experiments of the paper on disassociation: ``python -m benchmarks.disassociation_experiments DATASETS``.

7        information loss on the click streams: by k (7a to 7c), and the seconds (9)
7d       relative error by the number of made-up originals, of pairs of five ranges of ranks
8        information loss on generated data: by records, items, length of records, and the seconds (10)
grid     every k from 2 to 10 with m 2 and 3: anonymized, verified, sizes of clusters, loss, seconds
quality  the default algorithm beside one item at a time and beside the paper's algorithm as it stands (plain Python; it
         leaves clusters under k)
samples  the same two over random samples of the records: another choice of clusters each, so that no single one decides

Each release is written, verified from its files and measured against its source. Prints a line a point, writes JSON and
CSV, and with matplotlib plots (PNG and SVG).
"""

import argparse
import csv
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.disassociation_losses import losses
from benchmarks.measure_disassociation import generate, literal
from benchmarks.plots import draw
from setanon_sql.dataset import Dataset

VIEWS = ("bms-webview-1", "bms-webview-2")
LOSSES = ("tkd", "tkd_a", "re", "re_a", "re_top", "kept_share", "tlost")
Point = dict[str, Any]


@contextmanager
def opened(path: Path) -> Iterator[Dataset]:
    """Yield a source to compare releases with."""
    from setanon_sql.settings import Settings
    from setanon_sql.sources import open_source

    with Settings(memory_limit="3GB").engine() as engine:
        yield open_source(engine, path)


def released(source: Dataset, path: Path, k: int, m: int, originals: int, **how: Any) -> Point:
    """Anonymize, verify, measure over so many made-up originals; ``how``: algorithm.

    ``seconds`` and ``cpu_seconds`` are those of reading, anonymizing, verifying and writing together.
    """
    from setanon_sql import api
    from setanon_sql.engine import DuckDBEngine
    from setanon_sql.settings import Settings
    from setanon_sql.verify.piece_reading import read_pieces

    settings, engine = Settings(memory_limit="4GB"), source.engine
    assert isinstance(engine, DuckDBEngine)
    with tempfile.TemporaryDirectory() as folder:
        out, began, worked = Path(folder) / "release", time.perf_counter(), time.process_time()
        api.anonymize_disassociation(path, out, k=k, m=m, seed="1", settings=settings, **how)
        took = {"seconds": time.perf_counter() - began, "cpu_seconds": time.process_time() - worked}
        found = api.audit_disassociation(out, settings=settings)
        lost = losses(source, read_pieces(engine, out)[0], k, originals)
    sizes = {name: found[name] for name in ("clusters", "smallest_cluster", "largest_cluster", "joint_clusters")}
    return {"verified": found["satisfied"], **took, **sizes, **lost}


def told(point: Point) -> Point:
    """Return, and print, one point of a figure."""
    print(json.dumps(point), flush=True)
    return point


class Experiments:
    """The figures by name, each a function that yields its points."""

    def __init__(self, datasets: Path, data: Path, records: int, *, quick: bool) -> None:
        self.datasets, self.data, self.records, self.quick = datasets, data, records, quick
        self.figures: dict[str, Callable[[], Iterator[Point]]] = {
            "grid": self.grid, "quality": self.quality, "samples": self.samples, "7": self.by_k, "7d": self.by_samples,
            "8": self.generated,
        }  # fmt: skip

    def views(self) -> Iterator[tuple[str, Path]]:
        """Name and file of the click streams."""
        yield from ((name, self.datasets / f"{name}.txt") for name in VIEWS[: 1 if self.quick else None])

    def grid(self) -> Iterator[Point]:
        """Every k from 2 to 10, m 2 and 3."""
        for name, path in self.views():
            with opened(path) as source:
                for m in (2, 3):
                    for k in (5,) if self.quick else range(2, 11):
                        yield told({"data": name, "k": k, "m": m} | _flat(released(source, path, k, m, 1)))

    def quality(self) -> Iterator[Point]:
        """The algorithms beside each other, over several made-up originals."""
        for name, path in self.views():
            originals = 2 if self.quick else 5
            with opened(path) as source:
                for algorithm in ("improved",) if self.quick else ("improved", "exact"):
                    found = released(source, path, 5, 2, originals, algorithm=algorithm)
                    yield told({"data": name, "algorithm": algorithm} | _flat(found))
                yield told({"data": name, "algorithm": "paper"} | _flat(literal(source, path, originals)))

    def samples(self) -> Iterator[Point]:
        """The default beside the paper's algorithm, each over samples of 95 % of the records."""
        for name, path in self.views():
            for seed in range(1 if self.quick else 8):
                sample = self.data / f"{name}-sample{seed}.txt"
                draw_records(path, sample, 0.95, seed)
                with opened(sample) as source:
                    told_of = {"data": name, "sample": seed}
                    yield told(told_of | {"algorithm": "improved"} | _flat(released(source, sample, 5, 2, 2)))
                    yield told(told_of | {"algorithm": "paper"} | _flat(literal(source, sample, 2)))

    def by_k(self) -> Iterator[Point]:
        """Figures 7a to 7c and 9: loss and seconds by k, m = 2."""
        for name, path in self.views():
            with opened(path) as source:
                for k in (5,) if self.quick else (2, 4, 5, 6, 8, 10):
                    found = released(source, path, k, 2, 1 if self.quick else 3)
                    yield told({"data": name, "k": k} | _flat(found))

    def by_samples(self) -> Iterator[Point]:
        """Figure 7d: the relative error over 1, 2, 5 and 10 made-up originals, for five ranges of ranks."""
        for name, path in self.views():
            with opened(path) as source:
                found = released(source, path, 5, 2, 2 if self.quick else 10)
            for samples, errors in found["averaged"].items():
                yield told({"data": name, "samples": samples} | errors)

    def generated(self) -> Iterator[Point]:
        """Figures 8 and 10: by records, by items, by length of records."""
        most = self.records
        sizes = (most // 100, most // 10, most // 4, most // 2, most)
        settings = [] if self.quick else [("items", (most // 10, n, 10)) for n in (1000, 2500, 5000, 10_000)]
        settings += [] if self.quick else [("length", (most // 10, 5000, n)) for n in (5, 10, 15, 20)]
        settings += [("records", (n, 5000, 10)) for n in (sizes[:1] if self.quick else sizes)]
        for along, (records, items, length) in settings:
            path = self.data / f"quest-{records}-{items}-{length}-seed1.parquet"
            if not path.exists():
                generate(str(path), str(records), str(items), str(length))
            with opened(path) as source:
                found = released(source, path, 5, 2, 1)
            yield told({"along": along, "records": records, "items": items, "length": length} | _flat(found))


def draw_records(path: Path, sample: Path, share: float, seed: int) -> None:
    """Write about this share of the lines of a file."""
    rng = random.Random(seed)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    sample.write_text("".join(line for line in lines if rng.random() < share), encoding="utf-8")


def _flat(found: Point) -> Point:
    """Return the measures that are numbers."""
    return {name: value for name, value in found.items() if name != "averaged"}


def write(name: str, points: list[Point], out: Path) -> None:
    """Write the points of a figure as JSON and CSV."""
    stem = out / f"disassociation-{name}"
    stem.with_suffix(".json").write_text(json.dumps(points, indent=1) + "\n", encoding="utf-8")
    with stem.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(dict.fromkeys(key for one in points for key in one)))
        table.writeheader()
        table.writerows(points)


def plot(name: str, points: list[Point], out: Path) -> None:
    """Draw what the figures of the paper show."""
    stem = out / f"disassociation-{name}"
    if name == "7":
        draw(points, stem, along="k", measures=LOSSES, lines=["data"], title="Figure 7: information loss by k")
        draw(points, out / "disassociation-9", along="k", measures=["cpu_seconds"], lines=["data"], title="Figure 9")
    if name == "7d":
        ranges = ["re_top", "re_100", "re", "re_300", "re_400"]
        draw(points, stem, along="samples", measures=ranges, lines=["data"], title="Figure 7d")
    if name == "grid":
        draw(points, stem, along="k", measures=LOSSES, lines=["data", "m"], title="k from 2 to 10, m 2 and 3")
    if name == "quality":
        draw(points, stem, along="algorithm", measures=LOSSES, lines=["data"], title="Algorithms, k = 5, m = 2")
    for along in ("records", "items", "length") if name == "8" else ():
        own = [one for one in points if one["along"] == along]
        log = ["records", "cpu_seconds"] if along == "records" else []
        if own:
            draw(own, out / f"disassociation-8-{along}", along=along, measures=LOSSES, title="Figure 8", log=log[:1])
            draw(
                own,
                out / f"disassociation-10-{along}",
                along=along,
                measures=["cpu_seconds"],
                title="Figure 10",
                log=log,
            )


def run(experiments: Experiments, names: Iterable[str], out: Path) -> None:
    """Measure, write and draw."""
    out.mkdir(parents=True, exist_ok=True)
    for name in names:
        points = list(experiments.figures[name]())
        write(name, points, out)
        plot(name, points, out)


def main() -> None:
    """Read the command line and run."""
    names = ["grid", "quality", "samples", "7", "7d", "8"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", type=Path, help="the folder of the click streams")
    parser.add_argument("--figures", nargs="+", default=names, choices=names)
    parser.add_argument("--records", type=int, default=10**6, help="records of the largest generated data")
    parser.add_argument("--quick", action="store_true", help="a point or two of each")
    parser.add_argument("--data", type=Path, default=Path(tempfile.gettempdir()) / "setanon-benchmarks")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results")
    asked = parser.parse_args()
    asked.data.mkdir(parents=True, exist_ok=True)
    records = 10**5 if asked.quick else asked.records
    run(Experiments(asked.datasets, asked.data, records, quick=asked.quick), asked.figures, asked.out)


if __name__ == "__main__":
    main()
