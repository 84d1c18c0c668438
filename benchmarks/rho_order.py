"""Many rules in a round beside one rule at a time: ``python -m benchmarks.rho_order bms-webview-2.txt``.

The same draws of 10 % of the records and the same sensitive items (fixed) for the method and for Algorithm 1 in plain
Python (:mod:`.reference_suppressor`). Prints a JSON line for each case: what share of the occurrences each suppresses,
the KL divergence, and seconds of CPU; means over the draws.
"""

import argparse
import json
import statistics
import time
from fractions import Fraction
from pathlib import Path

from benchmarks.reference_suppressor import Record, Suppressor, read_basket
from benchmarks.rho_experiments import Cell, Draw, drawn, wishes

#: Records of at most so many items (0: all), m (None: unbounded), share of the items that is sensitive for everybody.
CASES = {
    "short": (5, None, 0.4),
    "short, all sensitive": (5, None, 1.0),
    "short, m=2, all sensitive": (5, 2, 1.0),
    "all, m=2": (0, 2, 0.1),
    "all, m=2, 40 %": (0, 2, 0.4),
    "all, m=2, all sensitive": (0, 2, 1.0),
    "all, m=3": (0, 3, 0.1),
    "all, m=3, 40 %": (0, 3, 0.4),
    "all, m=3, all sensitive": (0, 3, 1.0),
}


def both(records: list[Record], m: int | None, share: float, seed: int) -> dict[str, float]:
    """Run the method and the reference once each."""
    from setanon_sql.engine import DuckDBEngine

    items = sorted({item for record in records for item in record})
    hidden = wishes("fixed", len(records), items, share, seed)["item"]
    began = time.process_time()
    slow = Suppressor(records, frozenset(hidden), Fraction(1, 2), m, seed)
    slow.run()
    one = slow.loss() | {"cpu": time.process_time() - began}
    with DuckDBEngine(threads=2) as engine:
        ours = Draw(records, seed, engine).run(Cell("fixed", share=share, m=m, epsilon=None))
    names = ("suppressed_ratio", "kl_divergence", "cpu")
    return {f"{name}_{way}": found[name] for way, found in (("rounds", ours), ("one", one)) for name in names}


def main() -> None:
    """Run the cases that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--cases", nargs="+", default=list(CASES), choices=list(CASES))
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--part", type=float, default=0.1, help="the share of the records in a draw")
    asked = parser.parse_args()
    for case in asked.cases:
        longest, m, share = CASES[case]
        records = read_basket(asked.path, longest or None)
        runs = [both(drawn(records, seed, asked.part), m, share, seed) for seed in range(asked.draws)]
        means = {name: round(statistics.mean(run[name] for run in runs), 5) for name in runs[0]}
        print(json.dumps({"case": case, "draws": asked.draws} | means), flush=True)


if __name__ == "__main__":
    main()
