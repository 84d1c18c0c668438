"""The papers' comparisons once more: Figure 3 of mHgHs, Figures 2 and 3 of LGPS, Figure 11 of disassociation."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.adaptive import THREE, TREE2, VIEW1, VIEW2, Case, Setting, figures, prepared, tree_for
from benchmarks.harness import Lab, setanon
from benchmarks.plots import draw

LIMIT = ("--memory-limit", "2GB", "--seed", 1)
#: k and m of Figure 3, those of Figure 11 first.
SETTINGS = ((5, 2), (5, 1), (50, 2), (50, 1), (5, 3), (50, 3))
ONCE = ("--exceptions", "none", "--optimum", 0, "--algorithm", "aa", "--algorithm", "improved")
NAMES = {"kanonymity": "LG", "disassociation": "disassociation", "aa": "AA", "improved": "mHgHs"}
WORDS = {"top_itemsets_lost": "top 1000 itemsets lost", "pair_error": "error of pairs (re)", "ncp": "NCP"}
SHARES = (0.4, 0.1)


def papers(lab: Lab) -> None:
    """Measure each figure, and draw what was measured to the results."""
    results = Path(__file__).parent / "results"
    source, tree = lab.dataset(VIEW2), lab.dataset(TREE2)
    if source is None or tree is None:
        lab.skip("papers", VIEW2, "no real data")
        return
    rows = list(generalized(lab, source, tree, SETTINGS[:1]))
    figure11 = [row for row in rows if row["method"] in ("AA", "disassociation")]
    draw(figure11, results / "figure-11", along="method", measures=("top_itemsets_lost", "pair_error"), words=WORDS)
    if not lab.quick:
        sensitive(lab, results)
        rows += generalized(lab, source, tree, SETTINGS[1:])
    rows += suppressed(lab, source, SETTINGS[: 1 if lab.quick else None])
    figure3 = sorted((row for row in rows if row["method"] != "disassociation"), key=lambda row: row["m"])
    draw(figure3, results / "figure-3", along="m", measures=("ncp",), lines=("method", "k"), words=WORDS)


def generalized(lab: Lab, source: Path, tree: Path, settings: tuple[tuple[int, int], ...]) -> Iterator[dict[str, Any]]:
    """Yield the losses of AA, mHgHs and LG, for the first setting of disassociation, too."""
    for k, m in settings:
        models = ("km", "kanonymity", "disassociation")[: 3 if (k, m) == SETTINGS[0] else 2]
        chosen = [word for model in models for word in ("--model", model)]
        command = setanon("compare", source, "--taxonomy", tree, "--k", k, "--m", m, *chosen, *ONCE, *LIMIT)
        row, ran = lab.measure("papers compare", f"{source.name} ({k},{m})", command, 1)
        for each in ran.answer.get("settings", ()):
            method = NAMES.get(each["model"]) or NAMES[each["algorithm"]]
            losses = {name: each[name] for name in (*WORDS, "seconds") if each.get(name) is not None}
            row.figures[method] = losses
            yield {"method": method, "k": k, "m": m} | losses


def suppressed(lab: Lab, source: Path, settings: tuple[tuple[int, int], ...]) -> Iterator[dict[str, Any]]:
    """Yield what MM suppresses with h = 1 and p = m: its NCP, as it does nothing else."""
    for k, m in settings:
        out = lab.data / "release-coherence.parquet"
        command = setanon("anonymize", "coherence", source, "--out", out, "--k", k, "--m", m, "--overwrite", *LIMIT)
        row, ran = lab.measure("papers MM", f"{source.name} ({k},{m})", command, 1)
        if "rows_suppressed" in ran.answer:
            row.figures["ncp"] = ran.answer["rows_suppressed"] / ran.answer["rows_before"]
            yield {"method": "MM", "k": k, "m": m, "ncp": row.figures["ncp"]}


def sensitive(lab: Lab, results: Path) -> None:
    """Measure LGPS beside TDControl and Dist at the mean of its thresholds, on short records of BMS-WebView-1."""
    source = lab.dataset(VIEW1)
    if source is None:
        return lab.skip("papers", VIEW1, "no real data")
    found: list[dict[str, Any]] = []
    for share in SHARES:
        case = prepared(lab, source, tree_for(lab, source), Setting("3", VIEW1, m=2, share=share, thresholds=THREE))
        found += ({"share": share} | row for row in _beside(lab, case, f"{VIEW1}, {share:.0%} sensitive"))
    measures = ("kl_divergence", "suppressed_ratio", "rules_lost", "rules_spurious")
    draw(
        sorted(found, key=lambda row: row["share"]), results / "lgps", along="share", measures=measures, lines=("line",)
    )


def _beside(lab: Lab, case: Case, what: str) -> Iterator[dict[str, Any]]:
    """Yield the figures of each of the three methods."""
    common = ("--sensitive", case.sensitive, "--m", 2, "--overwrite", *LIMIT)
    plain = ("rho", case.source, "--rho", case.mean)
    own = ("adaptive", case.source, "--rho", 0.3, "--factors", case.factors, "--taxonomy", case.tree, "--cost", "ncp")
    methods = {
        "LGPS": own,
        "Dist": (*plain, "--algorithm", "dist"),
        "TDControl": (*plain, "--algorithm", "tdcontrol", "--taxonomy", case.tree),
    }
    for line, asked in methods.items():
        out = lab.data / "release-papers.parquet"
        row, ran = lab.measure(line, what, setanon("anonymize", *asked, "--out", out, *common), 1)
        if row.seconds is not None:
            yield {"line": line, "cpu_s": ran.processors} | figures(
                lab, row, case, out, ran.answer, labels=line != "Dist"
            )
