"""The dialects of warehouses that an audit is printed in as a script: names of sqlglot's, the best tried ones first."""

#: An engine ran the scripts: Redshift's on PostgreSQL, those of Databricks on Spark.
RUN = ("postgres", "spark", "databricks", "redshift", "clickhouse", "duckdb")
#: The scripts parse as their dialect.
PARSED = ("snowflake", "bigquery", "trino", "mysql")
#: sqlglot knows these warehouses; what it writes for them was neither run nor read.
UNTRIED = (
    *("doris", "dremio", "exasol", "fabric", "hive", "oracle", "presto"),
    *("singlestore", "starrocks", "teradata", "tsql"),
)

WAREHOUSES = (*RUN, *PARSED, *UNTRIED)

#: What ClickHouse has to be told: what is not found in a join is NULL, and a name means a column of a table, not one of
#: the result.
CLICKHOUSE_SETTINGS = "join_use_nulls = 1, prefer_column_name_to_alias = 1"
