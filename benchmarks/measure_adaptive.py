"""KL divergence of a release as Chen, Zhong, Wang and Li define it, read from the files alone, in plain Python.

``D(i)`` is the share of item i among the occurrences of the source, ``D'(i)`` that in the release, where an occurrence
of a label counts evenly for the leaves under it; the sum of ``D(i) log(D(i) / D'(i))`` over the items that the release
still holds (6). ``kl_gone`` is the share of occurrences of items that it does not hold, for which (6) is infinite.
"""

import argparse
import json
from collections import Counter, defaultdict
from math import log
from pathlib import Path

import duckdb

from benchmarks.reference_suppressor import read_basket


def leaves_under(tree: Path) -> dict[str, list[str]]:
    """Return the leaves under each label of a taxonomy in ARX form."""
    found: dict[str, dict[str, None]] = {}
    for line in tree.read_text(encoding="utf-8").splitlines():
        leaf, *above = line.split(";")
        for label in above:
            found.setdefault(label, {})[leaf] = None
    return {label: list(leaves) for label, leaves in found.items()}


def divergence(before: Counter[str], after: Counter[str], under: dict[str, list[str]]) -> dict[str, float]:
    """Return ``kl_paper`` (in nats) and ``kl_gone`` of labels counted in source and release."""
    spread: dict[str, float] = defaultdict(float)
    for label, n in after.items():
        leaves = [label] if label in before else [leaf for leaf in under[label] if leaf in before]
        for leaf in leaves:
            spread[leaf] += n / len(leaves)
    rows, left = before.total(), after.total()
    kept = {item: n / rows for item, n in before.items() if item in spread}
    terms = (share * log(share / (spread[item] / left)) for item, share in kept.items())
    return {"kl_paper": sum(terms), "kl_gone": 1 - sum(kept.values())}


def main() -> None:
    """Print the divergence of a release (Parquet) from its source (basket lines) as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("release", type=Path)
    parser.add_argument("taxonomy", type=Path)
    asked = parser.parse_args()
    before = Counter(item for record in read_basket(asked.source, None) for item in record)
    rows = duckdb.read_parquet(str(asked.release)).aggregate("item, count(*)").fetchall()
    print(json.dumps(divergence(before, Counter(dict(rows)), leaves_under(asked.taxonomy))))


if __name__ == "__main__":
    main()
