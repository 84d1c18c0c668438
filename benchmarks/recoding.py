"""``python -m benchmarks.recoding DATASETS``: local recoding beside a cut with exceptions and without, k = 5 and m = 2.

A row for each way: rows as they were, NCP, bits, items shown, records gone, seconds of the processor. Bits are summed
over the ledger: those that tell an item from what stands for it, or from all rows where nothing does.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import duckdb

from benchmarks import harness
from benchmarks.reference_suppressor import read_basket

#: What is compared, by the options that say so.
WAYS = {
    "cut": ("--exceptions", "none"),
    "cut, exceptions": ("--exceptions", "always"),
    "local": ("--recoding", "local", "--floor", "0.01"),
}
HEADS = ("", "rows as they were", "NCP", "bits lost", "items shown", "records gone", "seconds of CPU")

BITS = """
WITH supports AS (SELECT item, count(*) AS n FROM occurrences GROUP BY item),
whole AS (SELECT sum(n) AS n FROM supports),
labels AS (SELECT m.label, sum(s.n) AS n FROM read_parquet($meaning) AS m JOIN supports AS s USING (item) GROUP BY ALL),
changed AS (SELECT item, label FROM read_csv($ledger, all_varchar = true) WHERE action <> 'seed')
SELECT
  (SELECT sum(log2(coalesce(l.n, w.n) / s.n)) FROM changed AS c JOIN supports AS s USING (item)
   LEFT JOIN labels AS l USING (label) CROSS JOIN whole AS w)
  / (SELECT sum(s.n * log2(w.n / s.n)) FROM supports AS s CROSS JOIN whole AS w)
"""


def sources(datasets: Path, folder: Path) -> Iterator[tuple[str, Path, Path]]:
    """Yield the demo and the real data sets, each with its taxonomy."""
    harness.run(harness.setanon("demo", "--folder", folder), 600)
    yield "demo", folder / "baskets.csv", folder / "departments.csv"
    view, journey = "bms-webview-2", "completejourney"
    yield "BMS-WebView-2", datasets / f"{view}.txt", datasets / f"{view}-taxonomy.csv"
    yield "Complete Journey", datasets / f"{journey}.parquet", datasets / f"{journey}-taxonomy.csv"


def bits_lost(source: Path, release: Path, ledger: Path) -> float:
    """Return the share of the bits that tell items apart that a release loses."""
    db = duckdb.connect()
    if source.suffix == ".txt":
        rows = [(at, item) for at, items in enumerate(read_basket(source)) for item in items]
        at, item = (list(column) for column in zip(*rows, strict=True))
        db.execute(
            "CREATE TABLE occurrences AS SELECT unnest($at) AS record_id, unnest($item) AS item",
            {"at": at, "item": item},
        )
    else:
        db.execute(f"CREATE TABLE occurrences AS SELECT DISTINCT record_id, item::VARCHAR AS item FROM '{source}'")
    named = {"meaning": f"{release}.meaning.parquet", "ledger": str(ledger)}
    (lost,) = db.execute(BITS, named).fetchall()[0]
    return float(lost)


def cells(source: Path, taxonomy: Path, options: tuple[str, ...], folder: Path) -> list[str]:
    """Return what one way makes of a source."""
    out, ledger = folder / "out.parquet", folder / "ledger.csv"
    given = ("--taxonomy", taxonomy, "--k", 5, "--m", 2, *options, "--seed", 1)
    written = ("--out", out, "--ledger", ledger, "--overwrite")
    ran = harness.run(harness.setanon("anonymize", "km", source, *given, *written), 3600)
    answer = ran.answer
    return [
        f"{100 * answer['rows_unchanged_ratio']:.1f} %",
        f"{100 * answer['ncp']:.2f} %",
        f"{100 * bits_lost(source, out, ledger):.1f} %",
        f"{answer['items_kept']:,}",
        f"{answer['records_gone']:,}",
        f"{ran.processors:.1f}",
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recoding", description=__doc__)
    parser.add_argument("datasets", type=Path)
    given = parser.parse_args()
    print("|", " | ".join(HEADS), "|\n" + "| --- " * len(HEADS) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name, source, taxonomy in sources(given.datasets, Path(folder)):
            for way, options in WAYS.items():
                print(
                    "|",
                    " | ".join([f"{name}: {way}", *cells(source, taxonomy, options, Path(folder))]),
                    "|",
                    flush=True,
                )


if __name__ == "__main__":
    main()
