"""Ask the same table fifteen questions: k = 2, 3, 5, 10, 20 and m = 1, 2, 3, with and without what was counted before.

python -m benchmarks.questions FILE... reads each file once and prints seconds of all processors: of the costliest
question (k = 2, m = 3) alone, of all fifteen without counts of before, and of all with them, from the smallest k on and
from the largest. ``--few`` leaves out the sum without.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from setanon_sql.audit.matching import AUDIT_SETS
from setanon_sql.counting.store import CountStore
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.km.audit import audit_km
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.sources import open_source

KS = (2, 3, 5, 10, 20)
MS = (1, 2, 3)
RISING = tuple((k, m) for k in KS for m in MS)
FALLING = tuple((k, m) for k in reversed(KS) for m in MS)


def seconds(dataset: Dataset, questions: Sequence[tuple[int, int]]) -> float:
    """Return how many seconds of processors it takes to answer questions one after the other."""
    began = time.process_time()
    for k, m in questions:
        audit_km(dataset, KmAnonymity(k, m), matching=AUDIT_SETS)
    return time.process_time() - began


def measure(path: Path, *, few: bool) -> None:
    """Print the figures of one file."""
    with DuckDBEngine() as engine:
        dataset = open_source(engine, path)
        seconds(dataset, [(2, 1)])  # queries are parsed when they first run
        costliest = seconds(dataset, [(2, 3)])
        print(f"{path.name}: costliest {costliest:.2f} s", flush=True)
        if not few:
            print(f"  all without: {seconds(dataset, RISING) / costliest:.2f} times that", flush=True)
        for name, questions in {"rising k": RISING, "falling k": FALLING}.items():
            taken = seconds(replace(dataset, store=CountStore()), questions)
            print(f"  all with, {name}: {taken / costliest:.2f} times that", flush=True)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if name != "--few":
            measure(Path(name), few="--few" in sys.argv)
