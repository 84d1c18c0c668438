"""Make the data of the case ``persons``: SOURCE OUT SENSITIVE. Prints one JSON object.

OUT is SOURCE with a column ``person_id``: its own, or ten records a person. SENSITIVE gets a hundred of the items that
are neither the most frequent nor rare.
"""

import json
import sys
from pathlib import Path


def make(source: Path, out: Path, sensitive: Path) -> dict[str, object]:
    """Write both files."""
    import duckdb

    with duckdb.connect() as connection:
        columns = connection.read_parquet(str(source)).columns
        person = "person_id" if "person_id" in columns else "record_id // 10"
        connection.execute(
            f"CREATE TABLE rows AS SELECT record_id, item, {person} AS person_id FROM read_parquet(?)", [str(source)]
        )
        connection.table("rows").order("record_id").write_parquet(str(out))
        ranked = connection.execute(
            "SELECT item FROM rows GROUP BY item ORDER BY count(*) DESC, item LIMIT 200"
        ).fetchall()
        sensitive.write_text("item\n" + "".join(f"{item}\n" for (item,) in ranked[100:]), encoding="utf-8")
        counted = "SELECT count(DISTINCT record_id), count(DISTINCT person_id) FROM rows"
        ((records, persons),) = connection.execute(counted).fetchall()
    return {"records": records, "persons": persons}


if __name__ == "__main__":
    given = [Path(word) for word in sys.argv[1:4]]
    print(json.dumps(make(given[0], given[1], given[2])))
