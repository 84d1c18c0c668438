"""The papers' comparisons once more: Figure 3 of mHgHs, Figures 2 to 4 of LGPS, Figure 11 of disassociation.

``--match TEXT`` measures one of them: ``mhghs``, ``lgps`` or ``disassociation``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.adaptive import TREE2, VIEW1, VIEW2, tree_for
from benchmarks.harness import Lab, helper, run, setanon
from benchmarks.papers_lgps import lgps
from benchmarks.plots import draw

JOURNEY, TREE_OF_JOURNEY = "completejourney.parquet", "completejourney-taxonomy.csv"
LIMIT = ("--memory-limit", "2GB", "--seed", 1)
#: k and m of Figure 3: one of them varies.
SETTINGS = (*((k, 2) for k in (5, 2, 10, 25, 50)), (5, 1), (5, 3))
#: Seconds after which a run of Figure 3 is stopped: three known items are too many for MM where baskets are long.
MOST = 180
#: Of Complete Journey the baskets of one household in so many.
HOUSEHOLDS = 5
ONCE = ("--exceptions", "none", "--optimum", 0)
NAMES = {"disassociation": "disassociation", "aa": "AA", "improved": "mHgHs"}
WORDS = {
    "top_itemsets_lost": "top 1000 itemsets lost (tKd)",
    "levels_lost": "the same at all levels (tKd-ML²)",
    "pair_error": "error of pairs (re)",
    "ncp": "NCP",
    "cpu_s": "seconds of processor time",
}
#: Items of a record that DiffPart leaves.
ITEMS_LEFT = (5, 2)
RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Data:
    """Data of a figure: what they are called, the words that read them, and their taxonomy."""

    name: str
    words: tuple[object, ...]
    tree: Path


def papers(lab: Lab) -> None:
    """Measure each figure, and draw what was measured to the results."""
    figures = {"disassociation": figure_11, "mhghs": figure_3, "lgps": lgps}
    for name, measure in figures.items():
        if not lab.match or any(text in name for text in lab.match):
            measure(lab, RESULTS)


def figure_3(lab: Lab, results: Path) -> None:
    """Draw what four methods lose, by k and by m."""
    for data in _data(lab):
        rows: list[dict[str, Any]] = []
        for k, m in SETTINGS[: 1 if lab.quick else None]:
            rows += losses(lab, data, k, m, with_groups=m == SETTINGS[0][1])
        flat = [row | {"m": m} for row in rows if (row["method"], row["k"], row["m"]) == ("LG", 5, 2) for m in (1, 3)]
        by_m = sorted((row for row in (*rows, *flat) if row["k"] == SETTINGS[0][0]), key=lambda row: row["m"])
        by_k = sorted((row for row in rows if row["m"] == SETTINGS[0][1]), key=lambda row: row["k"])
        for along, some in (("k", by_k), ("m", by_m)):
            draw(
                some, results / f"figure-3-{data.name}-{along}", along=along, measures=("ncp", "cpu_s"),
                lines=("method",), title=data.name, words=WORDS, log=("ncp",),
            )  # fmt: skip


def _data(lab: Lab) -> Iterator[Data]:
    """Yield the data of Figure 3 that are there."""
    for source, tree, words in (
        (VIEW2, TREE2, ()),
        (JOURNEY, TREE_OF_JOURNEY, ("--where", f"person_id % {HOUSEHOLDS} = 0")),
    ):
        path, over = lab.dataset(source), lab.dataset(tree)
        if path is None or over is None:
            lab.skip("papers", source, "no real data")
            continue
        yield Data(path.stem, (path, "--taxonomy", over, *words), over)


def losses(lab: Lab, data: Data, k: int, m: int, *, with_groups: bool) -> Iterator[dict[str, Any]]:
    """Yield what AA, mHgHs, MM (coherence with h = 1 and p = m) and LG (``with_groups``: it has no m) lose."""
    source, *tree = data.words
    no_tree = tree[2:]
    methods: dict[str, tuple[object, ...]] = {
        "mHgHs": ("km", source, *tree, "--m", m, *ONCE),
        "MM": ("coherence", source, *no_tree, "--m", m),
    }
    if with_groups:
        methods["LG"] = ("kanonymity", source, *tree)
    methods["AA"] = ("km", source, *tree, "--m", m, "--algorithm", "aa", *ONCE)
    for method, asked in methods.items():
        out = lab.data / "release-papers-3.parquet"
        command = setanon("anonymize", *asked, "--k", k, "--out", out, "--overwrite", *LIMIT)
        lab.tell()
        ran = run(command, min(lab.timeout, MOST))
        row = lab.noted(f"papers {method}", f"{data.name} ({k},{m})", [ran])
        if row.seconds is None:
            continue
        answer = ran.answer
        ncp = answer["rows_suppressed"] / answer["rows_before"] if method == "MM" else answer["ncp"]
        row.figures |= {"ncp": ncp}
        yield {"method": method, "k": k, "m": m, "ncp": ncp, "cpu_s": ran.processors}


def figure_11(lab: Lab, results: Path) -> None:
    """Draw what AA, mHgHs and disassociation lose of frequent itemsets, of items and of labels, and of pairs."""
    rows: list[dict[str, Any]] = []
    for name in (VIEW2,) if lab.quick else (VIEW1, VIEW2):
        source = lab.dataset(name)
        if source is None:
            lab.skip("papers", name, "no real data")
            continue
        rows += ({"data": source.stem} | row for row in _beside(lab, source, tree_for(lab, source)))
    draw(
        rows, results / "figure-11", along="data", lines=("method",), words=WORDS,
        measures=("top_itemsets_lost", "levels_lost", "pair_error"),
    )  # fmt: skip


def _beside(lab: Lab, source: Path, tree: Path) -> Iterator[dict[str, Any]]:
    """Yield the losses at k = 5 and m = 2: items by ``compare``, labels by what is released."""
    models = ("--model", "km", "--model", "disassociation", "--algorithm", "aa", "--algorithm", "improved")
    command = setanon(
        "compare", source, "--taxonomy", tree, "--k", 5, "--m", 2, "--cost", "ncp", *models, *ONCE, *LIMIT
    )
    row, ran = lab.measure("papers compare", source.name, command, 1)
    for each in ran.answer.get("settings", ()):
        method = NAMES.get(each["model"]) or NAMES[each["algorithm"]]
        figures = {name: each[name] for name in WORDS if each.get(name) is not None}
        levels = run(helper("measure_levels", source, _released(lab, method, source, tree), tree), lab.timeout)
        figures |= levels.answer or {"levels": levels.trouble}
        row.figures[method] = figures
        yield {"method": method} | figures
    for most in ITEMS_LEFT:
        figures = run(helper("measure_made_up", source, tree, "--most", most), lab.timeout).answer
        row.figures[f"DiffPart, {most} items"] = figures
        yield {"method": f"DiffPart, {most} items"} | figures


def _released(lab: Lab, method: str, source: Path, tree: Path) -> Path:
    """Publish what a method makes of a source as rows; of a disassociated release an original that it allows."""
    out, common = lab.data / f"release-papers-11-{method}.parquet", ("--k", 5, "--m", 2, "--overwrite", *LIMIT)
    if method != "disassociation":
        plan = ("--algorithm", "aa") if method == "AA" else ()
        run(setanon("anonymize", "km", source, "--out", out, "--taxonomy", tree, *plan, *ONCE, *common), lab.timeout)
        return out
    pieces = lab.data / "release-papers-11"
    run(setanon("anonymize", "disassociation", source, "--out", pieces, *common), lab.timeout)
    run(setanon("reconstruct", pieces, "--out", out, "--overwrite", "--seed", 1), lab.timeout)
    return out
