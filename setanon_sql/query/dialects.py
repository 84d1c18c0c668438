"""The dialects of warehouses that an audit is printed in as a script: names of sqlglot's, the best tried ones first."""

from setanon_sql.errors import BadParameter

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

#: What users call dialects otherwise.
OTHER_NAMES = {
    **{"athena": "trino", "mariadb": "mysql", "postgresql": "postgres"},
    **dict.fromkeys(("mssql", "sqlserver", "synapse"), "tsql"),
}


def dialect_named(name: str) -> str:
    """Return the dialect that a name means; raises BadParameter for one that is not known."""
    dialect = OTHER_NAMES.get(name, name)
    if dialect not in WAREHOUSES:
        all_names = ", ".join((*WAREHOUSES, *OTHER_NAMES))
        raise BadParameter("<dialect> is not one of a warehouse", f"it is one of {all_names}")
    return dialect


#: What ClickHouse has to be told: what is not found in a join is NULL, a name means a column of a table, not one of the
#: result, and a query of many steps is not too long to be planned.
CLICKHOUSE_SETTINGS = (
    "join_use_nulls = 1, prefer_column_name_to_alias = 1, query_plan_max_optimizations_to_apply = 1000000"
)
