"""``python -m benchmarks.coherence DATASETS``: what keeps somebody from finding and from inferring, and what it costs.

Coherence by local recoding beside MM, which suppresses items everywhere, and rho-uncertainty, which does not look at k:
k = 5, m = 2, h = rho = 0.4. A row for each: of the rows of other items than the sensitive ones those that are as they
were, and those that are suppressed; NCP; sensitive rows that stay; records that are gone; and which share of the
released records (persons) is at risk of being found or of telling a sensitive item, by m and by m + 1 known items.
"""

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

from benchmarks import harness
from benchmarks.reference_suppressor import read_basket

HEADS = (
    "", "as they were", "suppressed", "NCP", "sensitive rows", "records gone", "at risk, m = 2", "m = 3",
    "seconds of CPU",
)  # fmt: skip
#: Categories of the drug department of Complete Journey that are medicines.
MEDICINES = ("ANALGESICS", "ANTACIDS", "COLD AND FLU", "LAXATIVES", "SINUS AND ALLERGY", "SMOKING CESSATIONS")
ROWS = "SELECT DISTINCT record_id, CAST(item AS VARCHAR) AS item{} FROM '{}'"


@dataclass(frozen=True)
class Source:
    """A data set, with its taxonomy, what is sensitive in it, and the column of persons, if these count."""

    name: str
    file: Path
    taxonomy: Path
    sensitive: Path
    person: str = ""


def sources(datasets: Path, folder: Path) -> Iterator[Source]:
    """Yield the demo, BMS-WebView-2 with a twentieth of its items sensitive, and Complete Journey by persons."""
    harness.run(harness.setanon("demo", "--folder", folder), 600)
    baskets, departments, medicines = (folder / f"{name}.csv" for name in ("baskets", "departments", "medicines"))
    yield Source("demo, 43 medicines", baskets, departments, medicines)
    views = folder / "views.parquet"
    rows = [(at, item) for at, items in enumerate(read_basket(datasets / "bms-webview-2.txt")) for item in items]
    at, item = (list(column) for column in zip(*rows, strict=True))
    duckdb.execute(
        f"COPY (SELECT unnest($at) AS record_id, CAST(unnest($item) AS VARCHAR) AS item) TO '{views}'",
        {"at": at, "item": item},
    )
    drawn = f"SELECT item FROM (SELECT DISTINCT item FROM '{views}') ORDER BY md5(item) LIMIT 167"
    yield Source(
        "BMS-WebView-2, 5 % of its items",
        views,
        datasets / "bms-webview-2-taxonomy.csv",
        listed(folder, "views", drawn),
    )
    tree = datasets / "completejourney-taxonomy.csv"
    categories = ", ".join(f"'C:DRUG GM/{name}'" for name in MEDICINES)
    of_categories = (
        f"SELECT item FROM read_csv('{tree}', delim = ';', all_varchar = true) WHERE product_category IN ({categories})"
    )
    bought = f"{of_categories} AND item IN (SELECT CAST(item AS VARCHAR) FROM '{datasets / 'completejourney.parquet'}')"
    yield Source(
        "Complete Journey by households, medicines", datasets / "completejourney.parquet", tree,
        listed(folder, "journey", bought), "person_id",
    )  # fmt: skip


def listed(folder: Path, name: str, query: str) -> Path:
    """Write what a query finds as a list of sensitive items."""
    path = folder / f"{name}-sensitive.csv"
    duckdb.execute(f"COPY ({query}) TO '{path}' (HEADER)")
    return path


def ways(source: Source) -> dict[str, tuple[object, ...]]:
    """Return what is compared, by the arguments that say so."""
    common = (source.file, "--m", 2, "--sensitive", source.sensitive)
    both = ("coherence", *common, "--k", 5, "--h", "0.4")
    return {
        "coherence, local": (*both, "--recoding", "local", "--taxonomy", source.taxonomy),
        "coherence, MM": both,
        "rho": ("rho", *common, "--rho", "0.4"),
    }


def cells(source: Source, arguments: tuple[object, ...], folder: Path) -> list[str]:
    """Return what one way makes of a source."""
    out = folder / "out.parquet"
    person = ("--person", source.person) if source.person else ()
    written = ("--out", out, "--overwrite", "--record-ids", "keep", "--seed", 1)
    ran = harness.run(harness.setanon("anonymize", *arguments, *person, *written), 3600)
    if ran.trouble:
        return [ran.trouble]
    answer = ran.answer
    whole, sensitive, left = counts(source, out)
    others = whole - sensitive
    return [
        f"{100 * (answer['rows_unchanged'] - left) / others:.1f} %",
        f"{100 * (answer['rows_suppressed'] - (sensitive - left)) / others:.1f} %",
        f"{100 * answer['ncp']:.1f} %" if "ncp" in answer else "",
        f"{left:,} of {sensitive:,}",
        f"{answer['records_gone']:,} of {answer['records_before']:,}",
        *(at_risk(source, out, m, folder) for m in (2, 3)),
        f"{ran.processors:.0f}",
    ]


def counts(source: Source, out: Path) -> tuple[int, int, int]:
    """Return how many rows a source has, how many are sensitive, and how many of these a release has."""
    rows = ROWS.format("", source.file)
    listed = f"(SELECT item FROM read_csv('{source.sensitive}', all_varchar = true))"
    found = [
        f"SELECT count(*) FROM ({rows})",
        f"SELECT count(*) FROM ({rows}) WHERE item IN {listed}",
        f"SELECT count(*) FROM '{out}' WHERE item IN {listed}",
    ]
    whole, sensitive, left = (duckdb.execute(query).fetchall()[0][0] for query in found)
    return int(whole), int(sensitive), int(left)


def at_risk(source: Source, out: Path, m: int, folder: Path) -> str:
    """Return which share of the released records, or persons, is at risk by m known items."""
    audited = out
    if source.person:
        audited = folder / "owned.parquet"
        owners = f"(SELECT DISTINCT CAST(record_id AS VARCHAR) AS record_id, person_id FROM '{source.file}')"
        duckdb.execute(
            f"COPY (SELECT r.record_id, r.item, p.person_id FROM '{out}' AS r "
            f"JOIN {owners} AS p ON p.record_id = CAST(r.record_id AS VARCHAR)) TO '{audited}'"
        )
    person = ("--person", source.person) if source.person else ()
    given = ("--k", 5, "--m", m, "--h", "0.4", "--sensitive", source.sensitive, *person)
    ran = harness.run(harness.setanon("audit", "coherence", audited, *given), 900)
    if ran.trouble:
        return ran.trouble
    answer = ran.answer
    risk, of = (
        (answer["persons_at_risk"], answer["persons"]) if person else (answer["records_at_risk"], answer["records"])
    )
    return f"{100 * risk / of:.1f} %"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coherence", description=__doc__)
    parser.add_argument("datasets", type=Path)
    given = parser.parse_args()
    print("|", " | ".join(HEADS), "|\n" + "| --- " * len(HEADS) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for source in sources(given.datasets, Path(folder)):
            for way, arguments in ways(source).items():
                print(
                    "|", " | ".join([f"{source.name}: {way}", *cells(source, arguments, Path(folder))]), "|", flush=True
                )


if __name__ == "__main__":
    main()
