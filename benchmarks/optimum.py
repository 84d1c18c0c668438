"""How near the least cost ``anonymize km`` is: small samples, and the whole of BMS-WebView-2.

A sample of BMS-WebView-2 has some items drawn by lot, with what records hold of them and the taxonomy over them.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.harness import Lab, helper, run, setanon

SEEDS = 10
REAL, MADE = (150, 400), (200, 500)


def optimum(lab: Lab) -> None:
    """Forty samples, ten of each kind; then the whole, with as much time as a proof takes."""
    data, tree = lab.dataset("bms-webview-2.txt"), lab.dataset("bms-webview-2-taxonomy.csv")
    for items in REAL:
        if data and tree:
            _samples(lab, f"{items} items of bms-webview-2", "drawn", items, data, tree)
        else:
            lab.skip("optimum", f"{items} items of bms-webview-2", "no real data")
    for items in MADE:
        _samples(lab, f"{items} generated items", "made", items)
    if data and tree and not lab.quick:
        given = ["--k", "5", "--m", "2", "--taxonomy", tree, "--overwrite", "--optimum", "600", "--exceptions", "none"]
        row, ran = lab.measure(
            "optimum", "bms-webview-2", setanon("anonymize", "km", data, "--out", lab.data / "o.csv", *given), 1
        )
        row.figures |= {name: ran.answer.get(name) for name in ("ncp", "cost_bound", "optimal")}


def _samples(lab: Lab, setting: str, kind: str, items: int, *more: object) -> None:
    row, ran = lab.measure("optimum", setting, helper("optimum", kind, items, 2 if lab.quick else SEEDS, *more), 1)
    row.figures |= ran.answer


def _released(source: Path, tree: Path, k: int, seconds: float) -> dict[str, Any]:
    out = source.with_name("released.csv")
    given = ["--k", str(k), "--m", "2", "--taxonomy", tree, "--optimum", str(seconds), "--overwrite"]
    given += ["--exceptions", "none"]
    return run(setanon("anonymize", "km", source, "--out", out, *given), 600).answer


def _drawn(folder: Path, items: int, seed: int, data: Path, tree: Path) -> tuple[Path, Path]:
    records = [set(line.split()) for line in data.read_text().splitlines()]
    kept = set(random.Random(seed).sample(sorted(set().union(*records)), items))
    rows = [f"{at},{item}" for at, record in enumerate(records) for item in sorted(record & kept)]
    source, over = folder / "sample.csv", folder / "tree.csv"
    source.write_text("\n".join(["record_id,item", *rows]) + "\n")
    over.write_text("".join(f"{line}\n" for line in tree.read_text().splitlines() if line.split(";")[0] in kept))
    return source, over


def _made(folder: Path, items: int, seed: int) -> tuple[Path, Path]:
    from setanon_sql.synthetic.quest import quest

    source, over = folder / "sample.parquet", folder / "tree.csv"
    quest(5_000, items, 6.0, seed=seed).write(source)
    command = [sys.executable, "-m", "setanon_sql", "taxonomy", "build", str(source), "--order", "label", "--quiet"]
    over.write_text(run(command, 60).stdout)
    return source, over


def _compared(folder: Path, kind: str, items: int, seeds: int, more: list[Path]) -> Iterator[dict[str, Any]]:
    for seed in range(seeds):
        source, tree = _drawn(folder, items, seed, *more) if kind == "drawn" else _made(folder, items, seed)
        for path in folder.glob("released*"):
            path.unlink()
        k = 3 if seed % 2 else 5
        searched, found = _released(source, tree, k, 0), _released(source, tree, k, 5)
        yield found | {"searched": searched["ncp"]}


def main(kind: str, items: str, seeds: str, *more: str) -> None:
    """Print how far over the proved bound the releases are, without and with the proof, in percent."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        found = list(_compared(Path(folder), kind, int(items), int(seeds), [Path(one) for one in more]))
    over = [100 * (one["ncp"] / one["cost_bound"] - 1) for one in found]
    before = [100 * (one["searched"] / one["cost_bound"] - 1) for one in found]
    told = {"samples": len(found), "optimal": sum(one["optimal"] for one in found)}
    print(json.dumps(told | {"over_percent": round(max(over), 3), "search_alone_percent": round(max(before), 3)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
