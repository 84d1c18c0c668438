"""What the cases of disassociation measure inside a process of its own; prints one JSON object."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path


def steps(source: str) -> dict[str, object]:
    """Time HORPART and VERPART (k = 5, m = 2, clusters under 30) on a source that was read before."""
    from setanon_sql.methods.disassociation import disassociate
    from setanon_sql.models import Disassociation
    from setanon_sql.settings import Settings
    from setanon_sql.sources import open_source

    with Settings(memory_limit="3GB").engine() as engine:
        dataset = open_source(engine, source)
        began = time.perf_counter()
        made = disassociate(dataset, Disassociation(5, 2, refine=False))
        seconds = time.perf_counter() - began
        lost = (
            engine.connection.table(f"{made.refined.terms.schema}.{made.refined.terms.name}").sum("support").fetchall()
        )
    return {"seconds": seconds, "kept_share": 1 - int(lost[0][0] or 0) / dataset.rows}


def generate(path: str, records: str, items: str, length: str) -> dict[str, object]:
    """Write generated baskets; the file appears when it is whole."""
    from setanon_sql.generate import quest

    partial = Path(path).with_suffix(".partial.parquet")
    quest(int(records), int(items), int(length), seed=1).write(partial).rename(path)
    return {"records": int(records)}


MEASURES: dict[str, Callable[..., object]] = {"steps": steps, "generate": generate}

if __name__ == "__main__":
    print(json.dumps(MEASURES[sys.argv[1]](*sys.argv[2:])))
