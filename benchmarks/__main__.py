"""``python -m benchmarks``: measure the cases, print a table, write JSON to ``benchmarks/results/``."""

import argparse
import os
import tempfile
from pathlib import Path

from benchmarks.cases import CASES
from benchmarks.harness import Lab, machine, table, write


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", action="append", choices=list(CASES), help="measure this case only; may be repeated")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="runs of each command; medians are shown")
    parser.add_argument("--quick", action="store_true", help="one run each, small data: does it work at all?")
    parser.add_argument(
        "--large", action="store_true", help="growth: also 10^7 records, within 8 GB; engines: all of Spark"
    )
    parser.add_argument(
        "--match",
        action="append",
        default=[],
        metavar="TEXT",
        help="growth: commands named so; engines: places; papers: figures",
    )
    parser.add_argument("--timeout", type=float, default=900, metavar="S", help="seconds after which a run is stopped")
    parser.add_argument(
        "--data", type=Path, default=Path(tempfile.gettempdir()) / "setanon-benchmarks", metavar="DIR",
        help="where generated data is kept between runs",
    )  # fmt: skip
    return parser.parse_args()


def main() -> None:
    """Measure what was asked for."""
    asked = arguments()
    real = os.environ.get("SETANON_DATASETS")
    asked.data.mkdir(parents=True, exist_ok=True)
    lab = Lab(
        Path(real) if real else None, asked.data, max(1, asked.repeat), asked.quick, asked.timeout, aloud=True,
        large=asked.large, match=tuple(asked.match),
    )  # fmt: skip
    if not real:
        print("SETANON_DATASETS does not name the folder of the real data sets: their cases are skipped")
    for name in asked.only or CASES:
        before = len(lab.rows)
        CASES[name](lab)
        lab.tell()
        print(f"\n# {name}\n{table(lab.rows[before:])}", flush=True)
    print(f"\n{machine()}\nwritten to {write(lab, Path(__file__).parent / 'results')}")


if __name__ == "__main__":
    main()
