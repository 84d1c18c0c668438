"""Figures 2 to 4 of LGPS beside TDControl and Dist, which get the mean of its thresholds; records of up to five items.

By the share of sensitive items (Figure 3), by the lowest threshold, by the part of the records (Figure 4); the base of
all is Figure 2. KL divergence both ways: ``kl_divergence`` as ``utility`` tells it, D'‖D, and ``kl_paper``, the paper's
D‖D' over the items that are left.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.adaptive import RHO, THREE, VIEW1, VIEW2, Case, Setting, prepared, tree_for
from benchmarks.harness import Lab, helper, run, setanon
from benchmarks.plots import draw

M = 2
LIMIT = ("--memory-limit", "2GB", "--seed", 1)
#: What every series has in common.
BASE = {"share": 0.3, "rho": RHO, "part": 1.0}
SERIES: Mapping[str, tuple[float, ...]] = {"share": (0.1, 0.5), "rho": (0.1, 0.5), "part": (0.25, 0.5)}
#: Seconds for the association rules.
MOST_FOR_RULES = 600
MEASURES = ("ncp", "suppressed_ratio", "kl_divergence")
LOG = ("kl_divergence", "kl_paper")
RULES = ("rules_lost", "rules_spurious")
WORDS = {
    "kl_divergence": "KL divergence D'‖D",
    "kl_paper": "KL divergence D‖D' (the paper's)",
    "rules_lost": "rules hidden",
    "rules_spurious": "rules invented",
    "share": "share of sensitive items",
    "rho": "lowest threshold",
    "part": "share of the records",
    "cpu_s": "seconds of processor time",
    "suppressed_ratio": "share of rows suppressed",
    "ncp": "NCP",
}


@dataclass(frozen=True)
class Point:
    """What is measured once: of which data, with a share of sensitive items, a lowest threshold, a part of records."""

    share: float
    rho: float
    part: float


def lgps(lab: Lab, results: Path) -> None:
    """Measure the three methods on both sets, and draw a picture for each series."""
    rows: list[dict[str, Any]] = []
    for name in (VIEW1,) if lab.quick else (VIEW1, VIEW2):
        source = lab.dataset(name)
        if source is None:
            lab.skip("papers", name, "no real data")
            continue
        own: list[dict[str, Any]] = []
        for point in points(lab.quick):
            own += measured(lab, source, point)
        _series(own, results, source.stem)
        rows += ({"data": source.stem} | row for row in own if _is_base(row))
    measures = ("kl_divergence", "kl_paper", "suppressed_ratio", "ncp")
    draw(rows, results / "lgps-2", along="data", measures=measures, lines=("method",), words=WORDS, log=LOG)


def points(quick: bool) -> Iterator[Point]:
    """Yield the base, and from it each series."""
    yield Point(**BASE)
    for name, values in SERIES.items() if not quick else ():
        yield from (Point(**(BASE | {name: value})) for value in values)


def _is_base(row: Mapping[str, Any], *, but: str = "") -> bool:
    """Return whether a row is of the base, ``but`` for one of the things that vary."""
    return all(row[name] == value for name, value in BASE.items() if name != but)


def _series(rows: list[dict[str, Any]], results: Path, name: str) -> None:
    """Draw each series of one set of data."""
    for along in SERIES:
        some = sorted((row for row in rows if _is_base(row, but=along)), key=lambda row: row[along])
        last = ("cpu_s",) if along == "part" else RULES
        measures = ("kl_divergence", "kl_paper", *last)
        stem = results / f"lgps-{along}-{name}"
        draw(some, stem, along=along, measures=measures, lines=("method",), title=name, words=WORDS, log=LOG)


def measured(lab: Lab, source: Path, point: Point) -> Iterator[dict[str, Any]]:
    """Yield the figures of the three methods."""
    tree = tree_for(lab, source)
    setting = Setting("3", source.name, m=M, share=point.share, part=point.part, thresholds=THREE)
    case = prepared(lab, source, tree, setting)
    what = f"{source.stem} share {point.share} rho {point.rho} part {point.part}"
    for method, asked in _methods(case, point.rho).items():
        out = lab.data / "release-papers-lgps.parquet"
        common = ("--out", out, "--sensitive", case.sensitive, "--m", M, "--overwrite", *LIMIT)
        row, ran = lab.measure(f"papers {method}", what, setanon("anonymize", *asked, *common), 1)
        if row.seconds is None:
            continue
        figures = {name: ran.answer[name] for name in MEASURES}
        figures |= run(helper("measure_adaptive", case.source, out, case.tree), lab.timeout).answer
        if point.part == 1:
            labels = () if method == "Dist" else ("--taxonomy", case.tree)
            measures = run(
                setanon("utility", case.source, out, "--sensitive", case.sensitive, *labels), MOST_FOR_RULES
            ).answer
            figures |= {name: measures[name] for name in RULES if name in measures}
        row.figures |= figures
        yield {"method": method, "cpu_s": ran.processors, **vars(point)} | figures


def _methods(case: Case, rho: float) -> dict[str, tuple[object, ...]]:
    """Return what is asked of each method; the factors stay as they are, and so the mean moves with the lowest."""
    mean = float(Fraction(case.mean) - Fraction(str(RHO)) + Fraction(str(rho)))
    return {
        "LGPS": ("adaptive", case.source, "--rho", rho, "--factors", case.factors, "--taxonomy", case.tree, "--cost",
                 "ncp"),
        "TDControl": ("rho", case.source, "--rho", mean, "--algorithm", "tdcontrol", "--taxonomy", case.tree),
        "Dist": ("rho", case.source, "--rho", mean, "--algorithm", "dist"),
    }  # fmt: skip
