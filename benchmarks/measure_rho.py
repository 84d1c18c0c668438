"""What the cases of rho-uncertainty measure inside a process of its own; prints one JSON object."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path


def suppress(source: str, sensitive: str, algorithm: str = "improved") -> dict[str, object]:
    """Time reading, and the method alone (rho = 0.5, unbounded); what is lost."""
    from setanon_sql.measures.records import utility
    from setanon_sql.models.rho.method import anonymize_rho
    from setanon_sql.models.rho.parameters import RhoUncertainty
    from setanon_sql.options.words import Algorithm
    from setanon_sql.sensitive.constraint import read_constraint
    from setanon_sql.settings import Settings
    from setanon_sql.sources import open_source

    asked: Algorithm = "paper" if algorithm == "paper" else "improved"
    with Settings().engine() as engine:
        began = time.perf_counter()
        dataset = open_source(engine, source)
        constraint = read_constraint(dataset, sensitive)
        read = time.perf_counter()
        result = anonymize_rho(dataset, RhoUncertainty.from_shares("0.5"), constraint, "1", algorithm=asked)
        done = time.perf_counter()
        published = engine.table("release/shapes/labelled", published=result.rows, labels=dataset.items)
        found = utility(dataset, published)
        losses: dict[str, object] = {name: found[name] for name in ("suppressed_ratio", "kl_divergence")}
        return losses | {"alone_s": done - read, "read_s": read - began, "rounds": result.rounds}


def wishes(folder: str, persons: str, items: str) -> dict[str, object]:
    """Write ``baskets.parquet`` (8 items each on average) and ``wishes.parquet``: each hides a third of all items."""
    import duckdb

    from setanon_sql.synthetic.quest import quest

    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    baskets = place / "baskets.parquet"
    quest(int(persons), int(items), 8, seed=1).write(baskets)
    with duckdb.connect() as connection:
        connection.read_parquet(str(baskets)).create_view("baskets")
        made = connection.sql("""
            SELECT p.record_id, i.item
            FROM (SELECT DISTINCT record_id FROM baskets) AS p
            CROSS JOIN (SELECT DISTINCT item FROM baskets) AS i
            WHERE hash(p.record_id, i.item) % 3 = 0
        """)
        made.write_parquet(str(place / "partial.parquet"))
        (place / "partial.parquet").rename(place / "wishes.parquet")
        (rows,) = connection.read_parquet(str(place / "wishes.parquet")).count("*").fetchall()[0]
    return {"rows": rows}


MEASURES: dict[str, Callable[..., object]] = {"suppress": suppress, "wishes": wishes}

if __name__ == "__main__":
    print(json.dumps(MEASURES[sys.argv[1]](*sys.argv[2:])))
