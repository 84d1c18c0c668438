"""Make the data of the case ``growth``: SOURCE TREE SENSITIVE RECORDS [ITEMS LENGTH]. Prints one JSON object."""

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def make(files: Sequence[Path], records: int, items: int = 5_000, length: int = 10) -> dict[str, object]:
    """Write baskets of ``length`` items on average, a taxonomy over them, and a tenth of the items."""
    import duckdb

    from setanon_sql.synthetic.quest import quest

    source, tree, sensitive = files
    if not source.exists():
        partial = source.with_suffix(".partial.parquet")
        quest(records, items, float(length), seed=77).write(partial).rename(source)
    rows = duckdb.read_parquet(str(source)).project("item").distinct().order("item").fetchall()
    labels = [str(item) for (item,) in rows]
    hidden = sorted(random.Random(77).sample(labels, len(labels) // 10))
    sensitive.write_text("item\n" + "".join(f"{item}\n" for item in hidden), encoding="utf-8")
    words = ["taxonomy", "build", str(source), "--order", "label", "--fan-out", "5", "--to", "edges", "--quiet"]
    built = subprocess.run([sys.executable, "-m", "setanon_sql", *words], capture_output=True, check=True)
    tree.write_bytes(built.stdout)
    return {"records": records, "items": len(labels), "sensitive": len(hidden)}


if __name__ == "__main__":
    files, numbers = [Path(one) for one in sys.argv[1:4]], [int(one) for one in sys.argv[4:]]
    print(json.dumps(make(files, *numbers)))
