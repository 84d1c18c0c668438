"""The experiments of the paper on rho-uncertainty: ``python -m benchmarks.rho_experiments bms-webview-2.txt``.

Draws of 10 % of the records; what each person hides as the paper has it:

fixed          a share of the items, the same for everybody
personalized   a share of the items for each person
personalized+  a share of the items tends to be sensitive; each person agrees for each item with a probability of 99 %
fixed+         what personalized+ takes for everybody: each item that anybody hides

Algorithm 1 runs on records of at most five items, Algorithm 2 on all. A draw is run for all figures before the next
one begins, each run is a line of ``<out>/rho-<data>.jsonl``, and what is there already is not run again: so a series
can be stopped, and gone on with. Figures share the runs that they have in common. At the end of each call: mean and
standard deviation as Markdown tables, and with matplotlib a plot of each figure (PNG and SVG).
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from benchmarks.plots import draw
from benchmarks.reference_suppressor import Record, read_basket

SETTINGS = ("fixed", "personalized", "fixed+", "personalized+")
SHARES = (0.05, 0.1, 0.2, 0.3, 0.4)
RHOS = (0.3, 0.4, 0.5, 0.6, 0.7)
ODDS = (0.1, 0.05, 0.02, 0.01)
MEASURES = ("suppressed_ratio", "kl_divergence", "rules_jaccard_distance", "seconds", "cpu")
Point = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """What is run: on ``short`` records (at most five items) by Algorithm 1, on all by Algorithm 2."""

    setting: str
    short: bool = False
    share: float = 0.1
    rho: float = 0.5
    m: int | None = 5
    epsilon: float | None = 0.05
    bound: Literal["exact", "hoeffding"] = "exact"


SHORT = Cell("", short=True, m=None, epsilon=None)
LONG = Cell("")


def figures(*, quick: bool = False) -> dict[str, list[Cell]]:
    """The cells of each figure of the paper; ``quick``: only the ends of what varies."""
    ends: Callable[..., Iterable[Any]] = (lambda some: (some[0], some[-1])) if quick else (lambda some: some)
    both = SETTINGS[:2], SETTINGS[2:]

    def over(base: Cell, name: str, values: Sequence[Any]) -> list[Cell]:
        return [replace(base, setting=one, **{name: value}) for value in ends(values) for one in both[1]]

    return {
        "1": [replace(SHORT, setting=one, share=0.4) for one in both[0]],
        "2": [replace(LONG, setting=one, share=0.4) for one in both[0]],
        "3": over(SHORT, "rho", RHOS),
        "4": over(SHORT, "share", SHARES),
        "5": over(LONG, "rho", RHOS),
        "6": over(LONG, "share", SHARES),
        "7": over(LONG, "m", range(1, 7)),
        "8": [cell for bound in ("exact", "hoeffding") for cell in over(replace(LONG, bound=bound), "epsilon", ODDS)],
    }


def wishes(setting: str, persons: int, items: Sequence[str], share: float, seed: int) -> Any:
    """Return a DataFrame ``item`` or ``record_id, item``."""
    import pandas as pd

    random = np.random.default_rng(seed)
    labels, size = np.array(items), round(share * len(items))
    if setting == "fixed":
        return pd.DataFrame({"item": random.choice(labels, size, replace=False)})
    if setting == "personalized":
        held = np.concatenate([random.choice(len(labels), size, replace=False) for _ in range(persons)])
        return pd.DataFrame({"record_id": np.repeat(np.arange(1, persons + 1), size), "item": labels[held]})
    base = np.zeros(len(labels), dtype=bool)
    base[random.choice(len(labels), size, replace=False)] = True
    hides = (random.random((persons, len(labels))) < 0.01) ^ base
    if setting == "fixed+":
        return pd.DataFrame({"item": labels[hides.any(axis=0)]})
    person, item = np.nonzero(hides)
    return pd.DataFrame({"record_id": person + 1, "item": labels[item]})


@dataclass
class Draw:
    """One draw of records and what is hidden in it, opened once for all of its cells."""

    records: Sequence[Record]
    seed: int
    engine: Any

    def __post_init__(self) -> None:
        import pandas as pd

        from setanon_sql.sources import SourceOptions, open_source

        rows = [(at, item) for at, record in enumerate(self.records, 1) for item in record]
        frame = pd.DataFrame(rows, columns=["record_id", "item"])
        self.dataset = open_source(self.engine, frame, SourceOptions(format="long"))
        self.constraint = cache(self._constraint)

    def _constraint(self, setting: str, share: float) -> Any:
        from setanon_sql.sensitive.constraint import read_constraint

        items = sorted({item for record in self.records for item in record})
        return read_constraint(self.dataset, wishes(setting, len(self.records), items, share, self.seed))

    def run(self, cell: Cell) -> dict[str, float]:
        """Anonymize once and measure."""
        from setanon_sql.models.rho.method import anonymize_rho
        from setanon_sql.models.rho.parameters import RhoUncertainty

        model = RhoUncertainty.from_shares(str(cell.rho), cell.m, cell.epsilon, cell.epsilon)
        constraint = self.constraint(cell.setting, cell.share)
        began, used = time.perf_counter(), time.process_time()
        result = anonymize_rho(self.dataset, model, constraint, str(self.seed), bound=cell.bound)
        times = {"seconds": time.perf_counter() - began, "cpu": time.process_time() - used}
        found = times | self._losses(result) | {"passes": result.passes, "rounds": result.rounds}
        self.engine.drop(result.rows, result.suppressed, result.causes)
        return found

    def _losses(self, result: Any) -> dict[str, float]:
        from setanon_sql.measures.records import rule_losses, utility

        published = self.engine.table("release/shapes/labelled", published=result.rows, labels=self.dataset.items)
        found = utility(self.dataset, published)
        if not result.model.sampled:
            found |= rule_losses(self.dataset, published)
        self.engine.drop(published)
        return {name: value for name, value in found.items() if name in MEASURES}


def drawn(records: Sequence[Record], seed: int, part: float) -> list[Record]:
    """Draw a part of the records at random."""
    random = np.random.default_rng(seed)
    return [records[at] for at in random.choice(len(records), int(len(records) * part), replace=False)]


def runs(path: Path, cells: Sequence[Cell], seed: int, part: float) -> Iterator[Point]:
    """Run cells on one draw, one connection for the short records and one for all."""
    from setanon_sql.engine import DuckDBEngine

    for short in (True, False):
        wanted = sorted((cell for cell in cells if cell.short == short), key=lambda cell: (cell.setting, cell.share))
        if not wanted:
            continue
        with DuckDBEngine(threads=2) as engine:
            one = Draw(drawn(read_basket(path, 5 if short else None), seed, part), seed, engine)
            for cell in wanted:
                yield {"draw": seed, "part": part} | asdict(cell) | one.run(cell)


def series(path: Path, cells: Sequence[Cell], draws: int, part: float, log: Path) -> list[Point]:
    """Run what the ``log`` does not hold yet, draw by draw; returns all that it holds."""
    found = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []
    for seed in range(draws):
        known = {_cell(point) for point in found if point["draw"] == seed and point["part"] == part}
        for point in runs(path, [cell for cell in cells if cell not in known], seed, part):
            found.append(point)
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(point) + "\n")
    return [point for point in found if point["part"] == part]


def _cell(point: Point) -> Cell:
    return Cell(**{name: point[name] for name in Cell.__dataclass_fields__})


def summary(found: Sequence[Point], cells: Sequence[Cell]) -> list[Point]:
    """Mean and standard deviation of each cell over its draws."""
    rows = []
    for cell in cells:
        draws = [point for point in found if _cell(point) == cell]
        measures = {name: [point[name] for point in draws if name in point] for name in MEASURES}
        given = {name: values for name, values in measures.items() if values}
        means = {name: statistics.mean(values) for name, values in given.items()}
        spread = {f"{name}_sd": statistics.stdev(values) if len(values) > 1 else 0.0 for name, values in given.items()}
        rows += [asdict(cell) | {"draws": len(draws)} | means | spread] if draws else []
    return rows


def table(rows: Sequence[Point], along: str) -> str:
    """Return the rows of a figure as a Markdown table."""
    names = [name for name in dict.fromkeys(("setting", along, "bound")) if len({row[name] for row in rows}) > 1]
    shown = [name for name in MEASURES if any(name in row for row in rows)]
    head = [*names, *(WORDS.get(name, name) for name in shown), "draws"]
    lines = [head, ["---"] * len(head)]
    for row in rows:
        figures = [f"{row[name]:.4f} ± {row[f'{name}_sd']:.4f}" if name in row else "" for name in shown]
        lines.append([*(str(row[name]) for name in names), *figures, str(row["draws"])])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


#: What varies in each figure.
ALONG = {"1": "setting", "2": "setting", "3": "rho", "4": "share", "5": "rho", "6": "share", "7": "m", "8": "epsilon"}


WORDS = {
    "suppressed_ratio": "share of occurrences suppressed",
    "kl_divergence": "KL divergence of the items",
    "rules_jaccard_distance": "Jaccard distance of association rules",
    "share": "share of sensitive items",
    "epsilon": "epsilon = delta",
    "cpu": "seconds of CPU",
}


def plot(rows: Sequence[Point], number: str, stem: Path) -> None:
    """Draw a figure, a panel for each measure."""
    along = ALONG[number]
    lines = [name for name in ("setting", "bound") if name != along and len({row[name] for row in rows}) > 1]
    place = stem.with_name(f"{stem.name}-figure-{number}")
    draw(rows, place, along=along, measures=MEASURES, lines=lines, title=f"Figure {number}", words=WORDS)


def main() -> None:
    """Run, print, write, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--figures", nargs="+", default=list(ALONG), choices=list(ALONG))
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results")
    parser.add_argument("--quick", action="store_true", help="one draw of 1 %% of the records, ends of the axes only")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    wanted = {number: cells for number, cells in figures(quick=asked.quick).items() if number in asked.figures}
    cells = list(dict.fromkeys(cell for some in wanted.values() for cell in some))
    stem = asked.out / f"rho-{asked.path.stem}"
    draws, part = (1, 0.01) if asked.quick else (asked.draws, 0.1)
    found = series(asked.path, cells, draws, part, stem.with_suffix(".jsonl"))
    for number, some in wanted.items():
        rows = summary(found, some)
        print(f"\nFigure {number}\n\n{table(rows, ALONG[number])}", flush=True)
        plot(rows, number, stem)


if __name__ == "__main__":
    main()
