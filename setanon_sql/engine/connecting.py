"""Why no connection can be made, in our own words: what a driver says may repeat parts of the address.

A password that holds ``@``, ``/`` or ``#`` is taken apart by whoever reads the address, and its parts are named as a
host or a database. So nothing that a driver says of a connection is ever shown, whatever the user wants to see.
"""

import re
from urllib.parse import unquote

#: A word of a driver's message, what it means.
_REASONS = (
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
    found = (told for words, told in _REASONS if re.search(words, message, re.IGNORECASE))
    return next(found, "the address may be wrong")


def mentions(message: str, *addresses: str) -> bool:
    """Return whether a message holds a word of what addresses say; four numbers with dots are one word.

    >>> mentions('no host "w0rd"', "postgresql://me:p%2Fw0rd@db/shop"), mentions("division by zero", "sc://host:15002")
    (True, False)
    >>> mentions("127.0.0.1:15002 refused", "sc://127.0.0.1"), mentions("line 1, position 0", "sc://127.0.0.1:15002")
    (True, False)
    """
    held = {word for one in addresses for form in (one, unquote(one)) for word in _words(_FORM.sub(" ", form))}
    return not held.isdisjoint(_words(message))


def _words(text: str) -> list[str]:
    return re.findall(r"(?:\d+\.){3}\d+|\w+", text)
