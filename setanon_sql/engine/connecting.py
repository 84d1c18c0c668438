"""Why no connection can be made, in our own words: what a driver says may repeat parts of the address.

A password that holds ``@``, ``/`` or ``#`` is taken apart by whoever reads the address, and its parts are named as a
host or a database. So nothing that a driver says of a connection is ever shown, whatever the user wants to see.
"""

import os
import re
from urllib.parse import quote, unquote

from setanon_sql.errors import BadParameter

#: ``${NAME}`` in the address of a database: a variable of the environment.
VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")

#: A word of a driver's message, what it means.
_REASONS = (
    ("root certificate|root.crt", "the certificates that sslmode asks for are not there: name them with sslrootcert"),
    ("certificate verify failed|server certificate|does not match host", "the server's certificate is not trusted"),
    ("no pg_hba.conf entry.*(no encryption|ssl off)", "the server lets nobody in without encryption (sslmode=require)"),
    ("does not support ssl", "the server does not offer encryption, which sslmode asks for"),
    ("invalid sslmode value", "sslmode has no such value"),
    ("invalid connection option|invalid uri query parameter", "the address has a setting that libpq does not know"),
    ("definition of service|service file", "pg_service.conf has no such service"),
    ("password|authenti|unauthorized|credential|access denied|login", "the user name or the password is not accepted"),
    ("no pg_hba.conf entry", "the server does not let this user in from here"),
    ("does not exist|unknown database|no such database|not found", "there is no such database or user"),
    ("too many", "the server has no connection left"),
    ("translate|resolve|name or service|getaddrinfo", "there is no server of that name"),
    (
        "refused|no such file|timeout|timed out|unreachable|unavailable|unable to open|could not connect",
        "the server, or the file, cannot be reached",
    ),
    ("invalid|malformed|missing|cannot parse|failed to parse", "the address has another form"),
)

#: The kind of an address and the names of its settings: no part of what it says.
_FORM = re.compile(r"^(here:)?[a-z][a-z0-9+]*:(//)?|[?&;]/?[A-Za-z_.]+=|^[A-Za-z_]+=")


def reason(message: str) -> str:
    """Return what a driver's message means.

    >>> reason('could not translate host name "ord@db" to address')
    'there is no server of that name'
    """
    meanings = (meaning for words, meaning in _REASONS if re.search(words, message, re.IGNORECASE))
    return next(meanings, "the address may be wrong")


def with_variables(text: str) -> str:
    """Return an address with the values of its ``${NAME}``; raises BadParameter where one is not set."""
    for name in VARIABLE.findall(text):
        if name not in os.environ:
            raise BadParameter(f"<db> needs the variable {name}, which is not set", f"export {name}=… first")
    return VARIABLE.sub(lambda match: os.environ[match[1]], text)


def in_url(address: str) -> str:
    """Return an address for libpq with the values of its ``${NAME}``, each written so that it ends where it does.

    In a ``postgresql://`` address a value is escaped as in any web address, in ``host=… password=…`` as libpq has it.
    """
    with_variables(address)
    if "://" in address:
        return VARIABLE.sub(lambda match: quote(os.environ[match[1]], safe=""), address)
    return VARIABLE.sub(lambda match: re.sub(r"([\\' ])", r"\\\1", os.environ[match[1]]), address)


def mentions(message: str, *addresses: str) -> bool:
    """Return whether a message holds a word of what addresses say; four numbers with dots are one word.

    >>> mentions('no host "w0rd"', "postgresql://me:p%2Fw0rd@db/shop"), mentions("division by zero", "sc://host:15002")
    (True, False)
    >>> mentions("127.0.0.1:15002 refused", "sc://127.0.0.1"), mentions("line 1, position 0", "sc://127.0.0.1:15002")
    (True, False)
    """
    secrets = {
        word for address in addresses for form in (address, unquote(address)) for word in _words(_FORM.sub(" ", form))
    }
    return not secrets.isdisjoint(_words(message))


def _words(text: str) -> list[str]:
    return re.findall(r"(?:\d+\.){3}\d+|\w+", text)
