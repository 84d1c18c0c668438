"""The address of a database that is reached through ADBC: ``adbc:DRIVER?name=value&name=value``.

``${NAME}`` in it stands for a variable of the environment, ``profile=NAME`` for a connection profile of ADBC: no
password need stand in it. Nothing that a driver says is shown where it holds a word of the address.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from setanon_sql.engine.connecting import mentions, with_variables
from setanon_sql.errors import BadInput, BadParameter

#: How such an address begins.
ADBC = "adbc:"

_FORM = "write adbc:DRIVER?name=value&…, such as adbc:sqlite?uri=shop.db or adbc:snowflake?profile=shop"

#: The dialects of SQL of drivers that are not called as sqlglot calls them; for one that is not known, DuckDB's.
_DIALECTS = {
    "postgresql": "postgres", "sqlite": "sqlite", "snowflake": "snowflake", "bigquery": "bigquery", "mysql": "mysql",
    "databricks": "databricks", "redshift": "redshift", "trino": "trino", "mssql": "tsql", "clickhouse": "clickhouse",
    "duckdb": "duckdb",
}  # fmt: skip


@dataclass(frozen=True)
class Address:
    """A ``driver``, its settings, and the ``profile`` to be used, if any."""

    driver: str
    settings: Mapping[str, str] = field(repr=False)
    profile: str = ""

    @property
    def dialect(self) -> str:
        """The dialect of SQL that the database understands."""
        return _DIALECTS.get(self.driver, "duckdb")

    @property
    def place(self) -> str:
        """Return what messages call the database."""
        return f"the database ({self.driver})"

    @property
    def server(self) -> str:
        """The database by a name without a password."""
        parts = urlsplit(self.settings.get("uri", ""))
        return f"{self.driver}:{parts.netloc.rpartition('@')[2]}{parts.path}:{self.profile}"

    def refuse_missing_file(self) -> None:
        """Raise BadInput where SQLite would make the file that is to be read."""
        file = self.settings.get("uri", "").removeprefix("file:").partition("?")[0]
        if self.driver == "sqlite" and file and file != ":memory:" and not Path(file).is_file():
            raise BadInput("<db> names a file of SQLite that is not there", "check the path after uri=")

    def is_mentioned(self, text: str) -> bool:
        """Return whether a text holds any word of what the address says."""
        return mentions(text, *self.settings.values(), self.profile)


def driver_of(db: str) -> str:
    """Return the driver that an address names."""
    return db[len(ADBC) :].partition("?")[0].lower()


def address_of(db: str) -> Address:
    """Return an address from its text; raises BadParameter where it has another form, or a variable is not set."""
    driver = driver_of(db)
    query = db.partition("?")[2]
    if not re.fullmatch(r"[a-z][a-z0-9_]*", driver):
        raise BadParameter("<db> names no driver of ADBC", _FORM)
    settings = {name: with_variables(value) for name, value in parse_qsl(query, keep_blank_values=True)}
    profile = settings.pop("profile", "")
    if not settings and not profile:
        raise BadParameter(f"<db> does not say which database of {driver}", _FORM)
    return Address(driver, settings, profile)


def dialect_of(db: str) -> str:
    """Return the dialect of SQL of an address, whatever else it says."""
    return Address(driver_of(db), {}).dialect
