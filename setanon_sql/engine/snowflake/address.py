"""The address of a Snowflake account, as SQLAlchemy's users know it, taken apart for the connector.

``snowflake://user:password@account/database/schema?warehouse=w&role=r``; what else stands behind the ``?`` goes to the
connector as it is: ``authenticator=externalbrowser``, ``private_key_file=key.p8``, ``connection_name=work`` (of the
connector's own file of connections, where user and account may then stand).
"""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from setanon_sql.engine.connecting import in_url
from setanon_sql.errors import BadInput

_FORM = "write snowflake://user@account/database/schema?warehouse=…"
#: Settings of the connector that are whole numbers, true or false.
_NUMBERS = {"port", "login_timeout", "network_timeout", "socket_timeout"}


def connection_settings(db: str) -> dict[str, Any]:
    """Return what the connector is told; raises BadInput where the address has another form.

    >>> connection_settings("snowflake://me:p%40ss@org-account/SHOP/PUBLIC?warehouse=small&port=443")["password"]
    'p@ss'
    """
    try:
        parts = urlsplit(in_url(db))
        named = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
        _ = parts.port
    except ValueError:
        raise BadInput("<db> is no address of Snowflake", _FORM) from None
    path = [unquote(part) for part in parts.path.split("/") if part]
    if len(path) > 2 or parts.port or parts.fragment:
        raise BadInput("<db> is no address of Snowflake", f"{_FORM}; a port stands behind the ?: port=443")
    account = parts.netloc.rpartition("@")[2]
    stated = {
        "account": unquote(account),
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        **dict(zip(("database", "schema"), path, strict=False)),
    }
    numbers = {name: _number(value) for name, value in named.items() if name in _NUMBERS}
    return {name: value for name, value in stated.items() if value} | named | numbers


def _number(value: str) -> int:
    if not value.isdecimal():
        raise BadInput("<db> is no address of Snowflake", f"{_FORM}; ports and timeouts are whole numbers")
    return int(value)
