"""Put baskets as a table into a Parquet file, a DuckDB file and PostgreSQL: LINES FOLDER URL QUICK."""

import json
import sys
from pathlib import Path

import duckdb

READ = """
SELECT record_id, unnest(string_split(line, ' ')) AS item
FROM (SELECT row_number() OVER () AS record_id, line FROM read_csv(?, columns = {'line': 'VARCHAR'}, delim = '\\0'))
WHERE record_id <= ?
"""


def fill(lines: str, folder: str, url: str, quick: str) -> dict[str, str | int]:
    """Write the tables; returns where they are, and how many rows."""
    most = 1000 if int(quick) else 10**9
    parquet, database = Path(folder) / "engines.parquet", Path(folder) / "engines.duckdb"
    database.unlink(missing_ok=True)
    with duckdb.connect(str(database)) as base:
        base.execute(f"CREATE TABLE baskets AS {READ}", [lines, most])
        base.execute(f"COPY baskets TO '{parquet}'")
        rows = base.execute("FROM baskets").fetchall()
    if url:
        import psycopg

        with psycopg.connect(url, autocommit=True) as server:
            server.execute("CREATE TABLE baskets (record_id bigint, item text)")
            with server.cursor().copy("COPY baskets FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
    return {"parquet": str(parquet), "database": str(database), "rows": len(rows)}


if __name__ == "__main__":
    print(json.dumps(fill(*sys.argv[1:])))
