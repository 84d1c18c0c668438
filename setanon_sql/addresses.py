"""Addresses of databases in what users write: told apart from names of files, and kept out of messages."""

import re
from pathlib import Path

#: How addresses of databases begin, of those that can be worked on and of others.
_DATABASES = (
    "postgresql|postgres|redshift|spark|sc|here|adbc|duckdb|jdbc|mysql|mariadb|sqlite|mssql|sqlserver|oracle|snowflake|"
    "bigquery|databricks|trino|presto|clickhouse|hive"
)
_DATABASE = re.compile(rf"({_DATABASES})(\+\w+)?:", re.IGNORECASE)
#: Settings of libpq instead of a web address: host=… dbname=…, or service=….
LIBPQ = re.compile(r"\s*(host|hostaddr|port|dbname|user|service|servicefile)\s*=", re.IGNORECASE)
#: Where files are that are read by their address; what is before an @ there may be a part of their name.
_FILES = re.compile(r"(https?|ftps?|sftp|s3\w?|r2|gc?s|az|azure|abfss?|wasbs?|hdfs|hf|file):", re.IGNORECASE)
_WITH_USER = re.compile(r"[a-z][a-z0-9+.-]*:/{1,2}[^/\s]*@", re.IGNORECASE)

#: User and password in front of the @ of an address, and passwords by name.
_SECRETS = (
    (re.compile(r"(?<=:/)/?[^\s:/@]*:\S+@"), "/…@"),
    (re.compile(r"\b(password|passwd|pwd)=('(\\.|[^'])*'|[^&;\s]+)", re.IGNORECASE), r"\1=…"),
)


def is_database_address(name: str) -> bool:
    """Return whether a name is the address of a database: no file is called so, and it may hold a password.

    >>> is_database_address("postgresql://me:secret@host/shop"), is_database_address("s3://bucket/b.parquet")
    (True, False)
    >>> is_database_address("host=db password='a b' dbname=shop"), is_database_address("baskets.csv")
    (True, False)
    """
    looks_so = _DATABASE.match(name) or LIBPQ.match(name) or (_WITH_USER.match(name) and not _FILES.match(name))
    return bool(looks_so) and not _is_there(name)


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def without_secrets(text: str) -> str:
    """Return a text without the users and passwords of the addresses in it.

    >>> without_secrets("there is no file https://me:secret@host/b.csv?password=secret")
    'there is no file https://…@host/b.csv?password=…'
    """
    for secret, other in _SECRETS:
        text = secret.sub(other, text)
    return text
