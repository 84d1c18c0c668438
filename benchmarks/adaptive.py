"""Sensitivity-adaptive rho-uncertainty (LGPS) beside plain rho-uncertainty at the mean of its thresholds.

The figures of Chen, Zhong, Wang and Li: 2 (KL divergence by data set), 3 (rules hidden and new, by the share of
sensitive items), 4 (time, by size). The paper does not say its factors. ``one factor`` for all items: thresholds from
0.3 to 0.9, where the most frequent sensitive item has the latter. ``three levels``, as in its Example 2: 0.7, 0.5 and
0.3 for the most frequent third of the sensitive items, the next, and the last.
"""

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.harness import Lab, Row, helper, run, setanon
from benchmarks.plots import draw as plot
from benchmarks.reference_suppressor import draw, read_basket

VIEW1, VIEW2, TREE2 = "bms-webview-1.txt", "bms-webview-2.txt", "bms-webview-2-taxonomy.csv"
RHO, HIGHEST = 0.3, 0.9
LEVELS = (0.7, 0.5, 0.3)
ONE, THREE = "one factor", "three levels"
MEASURES = ("ncp", "suppressed_ratio", "kl_divergence", "rules_lost", "rules_spurious", "groups")
PLAIN, BITS, NCP = LINES = ("plain rho", "LGPS", "LGPS --cost ncp")
SHORT = "up to 5 items"
#: Seconds for the association rules: where one record has hundreds of items, they can be too many to be listed.
MOST_FOR_RULES = 300


@dataclass(frozen=True)
class Setting:
    """What is measured: of a figure, records up to ``longest`` items and knowledge up to ``m`` (0: any)."""

    figure: str
    name: str
    longest: int = 5
    m: int = 0
    share: float = 0.4
    part: float = 1
    thresholds: str = ONE

    @property
    def what(self) -> str:
        """The setting in words."""
        data = SHORT if self.longest else f"all, m = {self.m}"
        part = "" if self.part == 1 else f", {self.part:.0%} of the records"
        return f"{data}, {self.share:.0%} sensitive, {self.thresholds}{part}"


@dataclass(frozen=True)
class Case:
    """Records with what is sensitive in them, the taxonomy, the factors, and the mean of the thresholds."""

    source: Path
    sensitive: Path
    tree: Path
    factors: Path
    mean: str


def adaptive(lab: Lab) -> None:
    """LGPS by both costs and plain rho: records of up to 5 items, all with m = 2 and 3; by share; by size."""
    found: list[dict[str, Any]] = []
    for setting in settings(lab.quick):
        source = lab.dataset(setting.name)
        if source is None:
            lab.skip("anonymize adaptive", f"{setting.name} {setting.what}", "no real data")
            continue
        found += measured(lab, setting, source)
    plots(found, Path(__file__).parent / "results")


def settings(quick: bool) -> Iterator[Setting]:
    """Yield what is measured."""
    if quick:
        yield Setting("2", VIEW2, part=0.1)
        return
    for name in (VIEW1, VIEW2):
        for thresholds in (ONE, THREE):
            yield Setting("2", name, thresholds=thresholds)
            yield from (Setting("3", name, share=share, thresholds=thresholds) for share in (0.1, 0.2, 0.3, 0.5))
        yield from (Setting("4", name, part=part) for part in (0.25, 0.5, 0.75))
        for m in (2, 3):
            yield from (Setting("2", name, longest=0, m=m, thresholds=thresholds) for thresholds in (ONE, THREE))


def measured(lab: Lab, setting: Setting, source: Path) -> list[dict[str, Any]]:
    """Return the figures of the three lines for one setting."""
    case = prepared(lab, source, tree_for(lab, source), setting)
    told = {"figure": setting.figure, "set": source.stem, "what": setting.what, "share": setting.share}
    told |= {"thresholds": setting.thresholds, "longest": setting.longest, "m": setting.m, "part": setting.part}
    return [told | row for row in _compared(lab, case, f"{source.stem}, {setting.what}", setting.m)]


def tree_for(lab: Lab, source: Path) -> Path:
    """Return the taxonomy that comes with the data, or one built from it."""
    given = lab.dataset(TREE2)
    if source.name == VIEW2 and given:
        return given
    built = lab.data / f"{source.stem}-tree.csv"
    if not built.exists():
        answer = run(setanon("taxonomy", "build", source, "--sep", ","), lab.timeout)
        built.write_text(str(answer.answer.get("text", "")), encoding="utf-8")
    return built


def prepared(lab: Lab, source: Path, tree: Path, setting: Setting) -> Case:
    """Write the records of a setting with what is sensitive, and its factors."""
    records = read_basket(source, setting.longest or None)
    records = records[: round(len(records) * setting.part)]
    hidden = sorted(draw(records, setting.share, 1))
    held = Counter(item for record in records for item in record)
    factors = _factors(setting.thresholds, {item: held[item] / len(records) for item in hidden})
    mean = RHO + sum(factor * held[item] / len(records) for item, factor in factors.items()) / len(hidden)
    stem = f"{source.stem}-{setting.longest}-{setting.share}-{setting.part}-{setting.thresholds[:3]}"
    rows, sensitive, given = (lab.data / f"{stem}{end}" for end in (".dat", ".csv", "-factors.csv"))
    rows.write_text("".join(" ".join(sorted(record)) + "\n" for record in records), encoding="utf-8")
    sensitive.write_text("item\n" + "".join(f"{item}\n" for item in hidden), encoding="utf-8")
    with given.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("item", "factor"), *((item, f"{factor:.4f}") for item, factor in factors.items())])
    return Case(rows, sensitive, tree, given, f"{mean:.4f}")


def _factors(thresholds: str, frequency: dict[str, float]) -> dict[str, float]:
    """Return factors of items, rounded down to four digits: thresholds are reached from below."""
    ranked = sorted(frequency, key=lambda item: (-frequency[item], item))
    if thresholds == ONE:
        wanted = dict.fromkeys(ranked, (HIGHEST - RHO) / frequency[ranked[0]])
    else:
        level = {item: LEVELS[at * len(LEVELS) // len(ranked)] for at, item in enumerate(ranked)}
        wanted = {item: (level[item] - RHO) / frequency[item] for item in ranked}
    return {item: int(10_000 * factor) / 10_000 for item, factor in wanted.items()}


def _compared(lab: Lab, case: Case, what: str, m: int) -> Iterator[dict[str, Any]]:
    """Yield the figures of the three lines."""
    common = ("--sensitive", case.sensitive, "--seed", 1, "--overwrite", *(("--m", m) if m else ()))
    own = ("--rho", RHO, "--factors", case.factors, "--taxonomy", case.tree)
    for line in LINES:
        out = lab.data / f"release-adaptive-{case.source.stem}.parquet"
        if line == PLAIN:
            words = setanon("anonymize", "rho", case.source, "--out", out, "--rho", case.mean, *common)
        else:
            cost = "bits" if line == BITS else "ncp"
            words = setanon("anonymize", "adaptive", case.source, "--out", out, "--cost", cost, *own, *common)
        row, ran = lab.measure(line, what, words)
        if row.seconds is not None:
            row.figures["cpu_s"] = round(ran.processors, 1)
            yield {"line": line, "seconds": row.seconds, "cpu_s": ran.processors} | figures(
                lab, row, case, out, ran.answer, labels=line != PLAIN
            )


def figures(lab: Lab, row: Row, case: Case, out: Path, answer: dict[str, Any], *, labels: bool) -> dict[str, Any]:
    """Return what a release has lost; ``labels``: it may have labels of the taxonomy."""
    tree = ("--taxonomy", case.tree) if labels else ()
    answer = run(setanon("utility", case.source, out, *tree), MOST_FOR_RULES).answer | answer
    verified = run(setanon("verify", out), lab.timeout)
    found = {name: answer[name] for name in MEASURES if name in answer}
    found |= run(helper("measure_adaptive", case.source, out, case.tree), lab.timeout).answer
    found |= {"rho": case.mean, "verified": verified.exit == 0}
    row.figures |= found | {"verify_cpu_s": round(verified.processors, 1)}
    return found


def plots(found: list[dict[str, Any]], results: Path) -> None:
    """Draw figures 2, 3 and 4, from what was measured."""
    whole = [row for row in found if row["longest"] and row["part"] == 1]
    of_two = [
        row | {"data": f"{row['set'].replace('bms-webview-', 'WV')}\n{row['thresholds']}"}
        for row in whole
        if row["share"] == 0.4
    ]
    rules = ("rules_lost", "rules_spurious", "kl_divergence", "suppressed_ratio")
    sizes = [row for row in found if row["longest"] and row["share"] == 0.4 and row["thresholds"] == ONE]
    title = "LGPS and plain rho at the mean of the thresholds"
    _plot(of_two, results / "adaptive-2", "data", ("kl_divergence", "rules_lost", "ncp", "cpu_s"), title)
    for name in {row["set"] for row in whole}:
        own = [row for row in whole if row["set"] == name]
        for thresholds in (ONE, THREE):
            rows = sorted((row for row in own if row["thresholds"] == thresholds), key=lambda row: row["share"])
            stem = results / f"adaptive-3-{name}-{thresholds[:3]}"
            _plot(rows, stem, "share", rules, f"{name}, {thresholds}")
        rows = sorted((row for row in sizes if row["set"] == name), key=lambda row: row["part"])
        _plot(rows, results / f"adaptive-4-{name}", "part", ("cpu_s", "kl_divergence"), f"{name}, {ONE}")


WORDS = {
    "suppressed_ratio": "share of occurrences suppressed",
    "kl_divergence": "KL divergence of the items",
    "rules_lost": "rules hidden",
    "rules_spurious": "pseudo rules",
    "share": "share of sensitive items",
    "part": "share of the records",
    "cpu_s": "seconds of processor time",
    "ncp": "NCP",
}


def _plot(rows: list[dict[str, Any]], stem: Path, along: str, measures: tuple[str, ...], title: str) -> None:
    if len({row[along] for row in rows}) > 1:
        plot(
            rows,
            stem,
            along=along,
            measures=measures,
            lines=("line",),
            title=title,
            words=WORDS,
            log=("kl_divergence",),
        )
