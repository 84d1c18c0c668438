"""Safe disassociation: every setting of k, m and cluster size, and Figures 3 to 7 of Awad et al."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.harness import Lab, Row, helper, setanon
from benchmarks.plots import draw

VIEWS = {"bms-webview-1": "bms-webview-1.txt", "bms-webview-2": "bms-webview-2.txt"}
SIZES = (10, 20, 30, 40, 50, 60)
VALUES = "2,3,4,5,6"
WAYS = ("best", "demote", "separate", "suppress")
RESULTS = Path(__file__).parent / "results"

Point = dict[str, Any]


def safe(lab: Lab) -> None:
    """The grid, then the figures; without shared chunks as in the paper, and with them."""
    paths = {name: path for name, file in VIEWS.items() if (path := lab.dataset(file))}
    for name, path in paths.items():
        for size in (30,) if lab.quick else SIZES:
            for refined in (0,) if lab.quick else (0, 1):
                _grid(lab, name, path, size, refined)
    _by_k(lab, paths)
    _by_size(lab, paths)
    _by_rows(lab, paths)


def _points(lab: Lab, case: str, setting: str, *arguments: object) -> tuple[Row, list[Point]]:
    row, ran = lab.measure(case, setting, helper("measure_safe", *arguments), repeat=1)
    return row, ran.answer.get("points", [])


def _grid(lab: Lab, name: str, path: Path, size: int, refined: int) -> None:
    """k and m from 2 to 6: nothing covered, no fault, and what each way loses, the least and the most over k and m."""
    values = "2,6" if lab.quick else VALUES
    setting = f"{name} clusters {size}{' shared' if refined else ''}"
    row, points = _points(lab, "safe", setting, path, size, values, values, refined, ",".join(WAYS), 0)
    made = [point for point in points if point["way"] != "unsafe"]
    row.figures |= {
        "settings": len(made) // len(WAYS),
        "covered_before": _range(point["cover"] for point in points if point["way"] == "unsafe"),
        "covered_after": max((point["cover"] for point in made), default=None),
        "faults_after": max((point["faults"] for point in made), default=None),
    }
    for measure in ("rlm", "pairs_lost"):
        row.figures |= {
            f"{measure}_{way}": _range(point[measure] for point in made if point["way"] == way) for way in WAYS
        }
    row.figures["always_less_than_suppress"] = all(_less(points, way) for way in WAYS[:-1])


def _range(values: Iterable[float]) -> str:
    found = sorted(values)
    return f"{found[0]:.3g}..{found[-1]:.3g}" if found else "-"


def _less(points: Sequence[Point], way: str) -> bool:
    """Whether a way loses fewer occurrences than suppression wherever that loses any."""
    lost = {(point["k"], point["m"], point["way"]): point["rlm"] for point in points if "rlm" in point}
    return all(lost[k, m, way] < most or most == 0 for (k, m, other), most in lost.items() if other == "suppress")


def _by_k(lab: Lab, paths: dict[str, Path]) -> None:
    """Figure 3: PEM of the release that is not safe, by k and by m."""
    rows: list[Point] = []
    for name, path in paths.items():
        for ks, ms, along in ((VALUES, "2", "k"), ("3", VALUES, "m")):
            row, points = _points(lab, "Figure 3", f"{name} by {along}", path, 30, ks, ms, 0, "", 0)
            row.figures |= {f"pem_{along}{point[along]}": point["pem"] for point in points}
            rows += [{"value": point[along], "pem": point["pem"], "line": f"{name}, {along}"} for point in points]
    _draw(rows, "figure-3", along="value", measures=["pem"], words={"value": "k or m", "pem": "PEM"})


def _by_size(lab: Lab, paths: dict[str, Path]) -> None:
    """Figures 4 to 6, at k = 3 and m = 2: PEM, RLM and RAE by cluster size."""
    rows: list[Point] = []
    for name, path in paths.items():
        for size in (10, 60) if lab.quick else SIZES:
            row, points = _points(
                lab, "Figures 4-6", f"{name} clusters {size}", path, size, 3, 2, 0, "best,demote,suppress", 1
            )
            row.figures |= {"pem": points[0]["pem"]} if points else {}
            for point in points:
                row.figures |= {f"{measure}_{point['way']}": point[measure] for measure in _KEPT if measure in point}
                rows.append({**point, "line": f"{name}, {point['way']}"})
    shown = [{key: value for key, value in row.items() if key != "pem" or row["way"] == "unsafe"} for row in rows]
    words = {"cluster_size": "cluster size", "pem": "PEM", "rlm": "RLM", "re": "RAE (ranks 200-220)"}
    words |= {"re_top": "RAE (top 20)"}
    _draw(shown, "figures-4-6", along="cluster_size", measures=["pem", "rlm", "re", "re_top"], words=words)


_KEPT = ("rlm", "re", "re_top")


def _by_rows(lab: Lab, paths: dict[str, Path]) -> None:
    """Figure 7: the time of the command by rows, safe and not, on the first records of the second click stream."""
    rows: list[Point] = []
    if "bms-webview-2" not in paths:
        return
    for records in (10_000,) if lab.quick else (10_000, 20_000, 40_000, 80_000, 160_000, 320_000):
        source = lab.data / f"views-{records}.txt"
        _, ran = lab.measure(
            "cut", f"{records:,}", helper("measure_safe", "cut", paths["bms-webview-2"], source, records)
        )
        for way in ("unsafe", "best", "suppress"):
            options = [] if way == "unsafe" else ["--safe", "--infeasible", way]
            out = lab.data / f"views-{records}-{way}"
            command = setanon(
                "anonymize", "disassociation", source, "--out", out, "--k", 3, "--m", 2, "--no-refine", "--seed", 1,
                "--overwrite", *options,
            )  # fmt: skip
            row, _ = lab.measure("Figure 7", f"{records:,} records, {way}", command)
            row.figures |= ran.answer
            if row.seconds is not None:
                rows.append({"rows": ran.answer["rows"], "seconds": row.seconds, "line": way})
    _draw(rows, "figure-7", along="rows", measures=["seconds"])


def _draw(rows: Sequence[Point], name: str, *, along: str, measures: Sequence[str], words: Any = None) -> None:
    if rows:
        draw(rows, RESULTS / f"safe-{name}", along=along, measures=measures, lines=["line"], words=words)
