"""The experiments of the paper on rho-uncertainty: ``python -m benchmarks.rho_experiments bms-webview-2.txt``.

Draws of 10 % of the records; what each person hides as the paper has it:

fixed          a share of the items, the same for everybody
personalized   a share of the items for each person
personalized+  a share of the items tends to be sensitive; each person agrees for each item with a probability of 99 %
fixed+         what personalized+ takes for everybody: each item that anybody hides

Algorithm 1 runs on records of at most five items, Algorithm 2 on all. Prints mean and standard deviation, writes JSON,
and with matplotlib a plot of each experiment (PNG and SVG).
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.plots import draw
from benchmarks.reference_suppressor import Record, read_basket

SETTINGS = ("fixed", "personalized", "fixed+", "personalized+")
SHARES = (0.05, 0.1, 0.2, 0.3, 0.4)
RHOS = (0.3, 0.4, 0.5, 0.6, 0.7)
MEASURES = ("suppressed_ratio", "kl_divergence", "rules_jaccard_distance", "seconds")
Point = dict[str, Any]


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


def once(records: Sequence[Record], hidden: Any, model: Any, bound: str, seed: int) -> dict[str, float]:
    """Anonymize once and measure."""
    import pandas as pd

    from setanon_sql.constraint import read_constraint
    from setanon_sql.engine import DuckDBEngine
    from setanon_sql.methods.rho import anonymize_rho
    from setanon_sql.sources import SourceOptions, open_source
    from setanon_sql.utility import rule_losses, utility

    rows = [(at, item) for at, record in enumerate(records, 1) for item in record]
    with DuckDBEngine(threads=2) as engine:
        dataset = open_source(engine, pd.DataFrame(rows, columns=["record_id", "item"]), SourceOptions(format="long"))
        constraint = read_constraint(dataset, hidden)
        began = time.perf_counter()
        result = anonymize_rho(dataset, model, constraint, str(seed), bound=bound)  # type: ignore[arg-type]
        seconds = time.perf_counter() - began
        published = engine.table("release/labelled", published=result.rows, labels=dataset.items)
        found = utility(dataset, published) | {"seconds": seconds}
        return found if model.sampled else found | rule_losses(dataset, published)


def point(records: Sequence[Record], setting: str, draws: int, **given: Any) -> Point:
    """Return mean and standard deviation over draws of 10 % of the records."""
    from setanon_sql.models import RhoUncertainty

    odds = {name: given[name] for name in ("epsilon", "delta") if name in given}
    model = RhoUncertainty.of(given.get("rho", Fraction(1, 2)), given.get("m"), **odds)
    runs = []
    for seed in range(draws):
        random = np.random.default_rng(seed)
        drawn = [records[at] for at in random.choice(len(records), len(records) // 10, replace=False)]
        items = sorted({item for record in drawn for item in record})
        hidden = wishes(setting, len(drawn), items, given.get("share", 0.1), seed)
        runs.append(once(drawn, hidden, model, given.get("bound", "exact"), seed))
    names = [name for name in MEASURES if name in runs[0]]
    figures = {name: [run[name] for run in runs] for name in names}
    spread = {f"{name}_sd": statistics.stdev(values) if draws > 1 else 0.0 for name, values in figures.items()}
    means = {name: statistics.mean(values) for name, values in figures.items()}
    found = {"setting": setting, **given, **means, **spread}
    print(json.dumps(found), flush=True)
    return found


def experiments(path: Path, draws: int, only: Iterable[str]) -> dict[str, list[Point]]:
    """Run the experiments by the number of their figure in the paper."""
    short, long = read_basket(path, 5), read_basket(path)
    plus, sampled = SETTINGS[2:], {"m": 5, "epsilon": 0.05, "delta": 0.05}
    figures = {
        "1": lambda: [point(short, one, draws, share=0.4) for one in SETTINGS[:2]],
        "2": lambda: [point(long, one, draws, share=0.4, **sampled) for one in SETTINGS[:2]],
        "3": lambda: [point(short, one, draws, rho=rho) for rho in RHOS for one in plus],
        "4": lambda: [point(short, one, draws, share=share) for share in SHARES for one in plus],
        "5": lambda: [point(long, one, draws, rho=rho, **sampled) for rho in RHOS for one in plus],
        "6": lambda: [point(long, one, draws, share=share, **sampled) for share in SHARES for one in plus],
        "7": lambda: [point(long, one, draws, **(sampled | {"m": m})) for m in range(1, 7) for one in plus],
        "8": lambda: [
            point(long, one, draws, m=5, epsilon=odds, delta=odds, bound=bound)
            for odds in (0.1, 0.05, 0.02)
            for bound in ("exact", "hoeffding")
            for one in plus
        ],
    }
    return {number: figures[number]() for number in figures if number in only}


#: What varies in each figure.
ALONG = {"1": "setting", "2": "setting", "3": "rho", "4": "share", "5": "rho", "6": "share", "7": "m", "8": "epsilon"}


WORDS = {
    "suppressed_ratio": "share of occurrences suppressed",
    "kl_divergence": "KL divergence of the items",
    "rules_jaccard_distance": "Jaccard distance of association rules",
    "share": "share of sensitive items",
    "epsilon": "epsilon = delta",
}


def plot(found: dict[str, list[Point]], stem: Path) -> None:
    """Draw each figure, a panel for each measure."""
    for number, points in found.items():
        along = ALONG[number]
        lines = [name for name in ("setting", "bound") if name != along]
        place = stem.with_name(f"{stem.name}-figure-{number}")
        draw(points, place, along=along, measures=MEASURES, lines=lines, title=f"Figure {number}", words=WORDS)


def main() -> None:
    """Run, print, write, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--figures", nargs="+", default=list(ALONG), choices=list(ALONG))
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    found = experiments(asked.path, asked.draws, asked.figures)
    (asked.out / f"rho-{asked.path.stem}.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    plot(found, asked.out / f"rho-{asked.path.stem}")


if __name__ == "__main__":
    main()
