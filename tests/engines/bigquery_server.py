"""The stand-in for BigQuery as a server, run by the Python that SETANON_BQEMULATOR names: its port is the argument.

DuckDB's extension for geography is not fetched: no query has to do with places.
"""

import importlib
import sys

storage = importlib.import_module("bqemulator.storage.engine")
storage.DuckDBEngine._load_spatial = lambda _: None
importlib.import_module("bqemulator.cli").main(
    ["start", "--rest-port", sys.argv[1], "--grpc-port", "0", "--project", "shop"]
)
