"""Make the data of the case ``growth``: SOURCE TREE SENSITIVE RECORDS. Prints one JSON object."""

import json
import random
import subprocess
import sys
from pathlib import Path


def make(source: Path, tree: Path, sensitive: Path, records: int) -> dict[str, object]:
    """Write baskets of ten items on average, a taxonomy over them, and a tenth of the items."""
    import duckdb

    from setanon_sql.synthetic.quest import quest

    if not source.exists():
        partial = source.with_suffix(".partial.parquet")
        quest(records, 5_000, 10.0, seed=77).write(partial).rename(source)
    rows = duckdb.read_parquet(str(source)).project("item").distinct().order("item").fetchall()
    items = [str(item) for (item,) in rows]
    hidden = sorted(random.Random(77).sample(items, len(items) // 10))
    sensitive.write_text("item\n" + "".join(f"{item}\n" for item in hidden), encoding="utf-8")
    words = ["taxonomy", "build", str(source), "--order", "label", "--fan-out", "5", "--to", "edges", "--quiet"]
    built = subprocess.run([sys.executable, "-m", "setanon_sql", *words], capture_output=True, check=True)
    tree.write_bytes(built.stdout)
    return {"records": records, "items": len(items), "sensitive": len(hidden)}


if __name__ == "__main__":
    given, count = [Path(one) for one in sys.argv[1:4]], int(sys.argv[4])
    print(json.dumps(make(given[0], given[1], given[2], count)))
