"""The stand-in for BigQuery as a server, run by the Python that SETANON_BQEMULATOR names: its port is the argument.

DuckDB's extension for geography is not fetched: no query has to do with places. And a table that is renamed is so in
the catalog, too.
"""

import importlib
import re
import sys
from typing import Any

storage = importlib.import_module("bqemulator.storage.engine")
storage.DuckDBEngine._load_spatial = lambda _: None
executor = importlib.import_module("bqemulator.jobs.executor")
dropped = executor.sync_dropped_object


def dropped_or_renamed(text: str, project: str, context: Any) -> None:
    """Tell the catalog of a table that was dropped, or has another name."""
    dropped(text, project, context)
    if found := re.fullmatch(r"ALTER TABLE (\S+\.)(\S+) RENAME TO (\S+)", text.strip()):
        dropped(f"DROP TABLE {found[1]}{found[2]}", project, context)
        executor.sync_created_table(f"CREATE TABLE {found[1]}{found[3]} (a INT64)", project, context)


executor.sync_dropped_object = dropped_or_renamed
importlib.import_module("bqemulator.cli").main(
    ["start", "--rest-port", sys.argv[1], "--grpc-port", "0", "--project", "shop"]
)
