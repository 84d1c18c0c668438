"""DuckDB, in this process: where the work is done by default."""
