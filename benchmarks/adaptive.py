"""Sensitivity-adaptive rho-uncertainty (LGPS) beside plain rho-uncertainty at the mean of its thresholds.

The figures of Chen, Zhong, Wang and Li: 2 (KL divergence by data set), 3 (rules hidden and new, by the share of
sensitive items), 4 (time, by size). Thresholds go from 0.3 to 0.9: the factor fits the most frequent sensitive item.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.harness import Lab, Row, run, setanon
from benchmarks.plots import draw as plot
from benchmarks.reference_suppressor import draw, read_basket

VIEW1, VIEW2, TREE2 = "bms-webview-1.txt", "bms-webview-2.txt", "bms-webview-2-taxonomy.csv"
RHO, HIGHEST = 0.3, 0.9
MEASURES = ("ncp", "suppressed_ratio", "kl_divergence", "rules_lost", "rules_spurious", "groups")
SHORT = "up to 5 items"
LINES = ("plain rho", "LGPS", "LGPS --cost bits")


@dataclass(frozen=True)
class Case:
    """Records with what is sensitive in them, the taxonomy, the factor, and the mean of the thresholds."""

    source: Path
    sensitive: Path
    tree: Path
    factor: str
    mean: str


def adaptive(lab: Lab) -> None:
    """LGPS by both costs and plain rho: records of up to 5 items, all with m = 2 and 3; by share; by size."""
    found: list[dict[str, Any]] = []
    for name in (VIEW2,) if lab.quick else (VIEW1, VIEW2):
        source = lab.dataset(name)
        tree = _tree(lab, source) if source else None
        if source is None or tree is None:
            lab.skip("anonymize adaptive", name, "no real data")
            continue
        for figure, what, longest, m, share, part in _settings(lab.quick, name):
            case = _prepared(lab, source, tree, longest=longest, share=share, part=part)
            for row in _compared(lab, case, f"{name} {what}", m):
                told = {"figure": figure, "set": source.stem, "what": what, "share": share, "part": part}
                found.append(told | {"data": f"{source.stem}\n{what}"} | row)
    _plots(found)


def _settings(quick: bool, name: str) -> Iterator[tuple[str, str, int, int, float, float]]:
    """Yield figure, words, longest record (0: any), m (0: any), share of sensitive items, share of the records."""
    yield "2", SHORT, 5, 0, 0.4, 0.1 if quick else 1
    if quick:
        return
    yield "2", "all, m = 2", 0, 2, 0.4, 1
    yield "2", "all, m = 3", 0, 3, 0.4, 1
    for share in (0.1, 0.2, 0.3):
        yield "3", f"up to 5 items, {share:.0%} sensitive", 5, 0, share, 1
    if name == VIEW2:
        for part in (0.25, 0.5):
            yield "4", f"up to 5 items, {part:.0%} of the records", 5, 0, 0.4, part


def _tree(lab: Lab, source: Path) -> Path | None:
    """The taxonomy that comes with the data, or one built from it."""
    if source.name == VIEW2:
        return lab.dataset(TREE2)
    built = lab.data / f"{source.stem}-tree.csv"
    answer = run(setanon("taxonomy", "build", source, "--sep", ","), lab.timeout)
    built.write_text(str(answer.answer.get("text", "")), encoding="utf-8")
    return built


def _prepared(lab: Lab, source: Path, tree: Path, *, longest: int, share: float, part: float) -> Case:
    records = read_basket(source, longest or None)
    records = records[: round(len(records) * part)]
    hidden = sorted(draw(records, share, 1))
    held = Counter(item for record in records for item in record)
    factor = int(10_000 * (HIGHEST - RHO) * len(records) / max(held[item] for item in hidden)) / 10_000
    mean = RHO + factor * sum(held[item] for item in hidden) / len(hidden) / len(records)
    stem = f"{source.stem}-{longest}-{share}-{part}"
    rows, sensitive = lab.data / f"{stem}.dat", lab.data / f"{stem}.csv"
    rows.write_text("".join(" ".join(sorted(record)) + "\n" for record in records), encoding="utf-8")
    sensitive.write_text("item\n" + "".join(f"{item}\n" for item in hidden), encoding="utf-8")
    return Case(rows, sensitive, tree, f"{factor:.4f}", f"{mean:.4f}")


def _compared(lab: Lab, case: Case, what: str, m: int) -> Iterator[dict[str, Any]]:
    """Yield the figures of the three lines."""
    bound = ("--m", m) if m else ()
    common = ("--sensitive", case.sensitive, "--seed", 1, "--overwrite", *bound)
    own = ("--rho", RHO, "--factor", case.factor, "--taxonomy", case.tree)
    for line in LINES:
        out = lab.data / f"release-adaptive-{case.source.stem}.parquet"
        if line == "plain rho":
            words = setanon("anonymize", "rho", case.source, "--out", out, "--rho", case.mean, *common)
        else:
            cost = ("--cost", "bits") if line.endswith("bits") else ()
            words = setanon("anonymize", "adaptive", case.source, "--out", out, *own, *cost, *common)
        row, ran = lab.measure(line, what, words)
        if row.seconds is not None:
            yield {"line": line, "seconds": row.seconds} | _figures(lab, row, case, out, ran.answer)


def _figures(lab: Lab, row: Row, case: Case, out: Path, answer: dict[str, Any]) -> dict[str, Any]:
    if "rules_lost" not in answer:
        answer = run(setanon("utility", case.source, out), lab.timeout).answer | answer
    verified = run(setanon("verify", out), lab.timeout)
    found = {name: answer[name] for name in MEASURES if name in answer}
    row.figures |= found | {"verified": verified.exit == 0, "verify_s": verified.seconds}
    return found


def _plots(found: list[dict[str, Any]]) -> None:
    """Draw figures 2, 3 and 4, from what was measured."""
    results = Path(__file__).parent / "results"
    whole = [row for row in found if row["what"] == SHORT]
    for number, rows, along, measures in (
        ("2", _of("2", found), "data", ("kl_divergence", "ncp", "seconds")),
        ("3", _of("3", found) + whole, "share", ("rules_lost", "rules_spurious", "kl_divergence")),
        ("4", _of("4", found) + [row for row in whole if row["set"] == Path(VIEW2).stem], "part", ("seconds", "ncp")),
    ):
        if len(rows) > len(LINES):
            title = f"LGPS and plain rho at the mean threshold, figure {number}"
            lines = ("line",) if number == "2" else ("set", "line")
            plot(rows, results / f"adaptive-{number}", along=along, measures=measures, lines=lines, title=title)


def _of(figure: str, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in found if row["figure"] == figure]
