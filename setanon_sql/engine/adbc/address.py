"""The address of a database that is reached through ADBC: ``adbc:DRIVER?name=value&name=value``.

``${NAME}`` in it stands for a variable of the environment, ``profile=NAME`` for a connection profile of ADBC: no
password need stand in it. Nothing that a driver says is shown where it holds a word of the address.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from setanon_sql.engine.connecting import mentions
from setanon_sql.errors import BadParameter

#: How such an address begins.
ADBC = "adbc:"

_FORM = "write adbc:DRIVER?name=value&…, such as adbc:sqlite?uri=shop.db or adbc:snowflake?profile=shop"

#: The dialects of SQL of drivers that are not called as sqlglot calls them; for one that is not known, DuckDB's.
_DIALECTS = {
    "postgresql": "postgres", "sqlite": "sqlite", "snowflake": "snowflake", "bigquery": "bigquery", "mysql": "mysql",
    "databricks": "databricks", "redshift": "redshift", "trino": "trino", "mssql": "tsql", "clickhouse": "clickhouse",
    "duckdb": "duckdb",
}  # fmt: skip

#: ``${NAME}`` in the address of a database.
VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


@dataclass(frozen=True)
class Address:
    """A ``driver``, what it is told, and the ``profile`` to be used, if any."""

    driver: str
    told: Mapping[str, str] = field(repr=False)
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
        parts = urlsplit(self.told.get("uri", ""))
        return f"{self.driver}:{parts.netloc.rpartition('@')[2]}{parts.path}:{self.profile}"

    def is_mentioned(self, text: str) -> bool:
        """Return whether a text holds any word of what the address says."""
        return mentions(text, *self.told.values(), self.profile)


def driver_of(db: str) -> str:
    """Return the driver that an address names."""
    return db[len(ADBC) :].partition("?")[0].lower()


def address_of(db: str) -> Address:
    """Return an address from its text; raises BadParameter where it has another form, or a variable is not set."""
    driver, given = driver_of(db), db.partition("?")[2]
    if not re.fullmatch(r"[a-z][a-z0-9_]*", driver):
        raise BadParameter("--db names no driver of ADBC", _FORM)
    told = {name: _filled(value) for name, value in parse_qsl(given, keep_blank_values=True)}
    profile = told.pop("profile", "")
    if not told and not profile:
        raise BadParameter(f"--db does not say which database of {driver}", _FORM)
    return Address(driver, told, profile)


def dialect_of(db: str) -> str:
    """Return the dialect of SQL of an address, whatever else it says."""
    return Address(driver_of(db), {}).dialect


def _filled(value: str) -> str:
    """Put the values of variables in their places."""
    for name in VARIABLE.findall(value):
        if name not in os.environ:
            raise BadParameter(f"--db needs the variable {name}, which is not set", f"export {name}=… first")
    return VARIABLE.sub(lambda found: os.environ[found[1]], value)
