"""The address of a dataset of BigQuery, as SQLAlchemy's users know it.

``bigquery://project/dataset?location=EU&maximum_bytes_billed=10000000000``; also ``priority=BATCH``,
``credentials_path=key.json`` (else what Google's own library finds is taken) and ``api_endpoint=https://…``.
"""

from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from setanon_sql.engine.connecting import in_url
from setanon_sql.errors import BadInput

_FORM = "write bigquery://project/dataset, and behind a ? location=…, maximum_bytes_billed=…, credentials_path=…"
_NAMES = {"location", "maximum_bytes_billed", "priority", "credentials_path", "api_endpoint"}


@dataclass(frozen=True)
class BigQueryAddress:
    """A dataset, and how it is reached; 0 bytes: as many as the project allows."""

    project: str
    dataset: str
    location: str = ""
    maximum_bytes_billed: int = 0
    priority: str = "INTERACTIVE"
    credentials_path: str = ""
    api_endpoint: str = ""

    @property
    def is_open(self) -> bool:
        """Does it name an endpoint without encryption? No credentials are sent there."""
        return self.api_endpoint.startswith("http:")


def parsed_address(db: str) -> BigQueryAddress:
    """Return what an address says; raises BadInput where it has another form.

    >>> parsed_address("bigquery://my-project/shop?maximum_bytes_billed=10000000").maximum_bytes_billed
    10000000
    """
    try:
        parts = urlsplit(in_url(db))
        named = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    except ValueError:
        raise BadInput("<db> is no address of BigQuery", _FORM) from None
    path = [unquote(part) for part in parts.path.split("/") if part]
    most = named.pop("maximum_bytes_billed", "0")
    priority = named.pop("priority", "INTERACTIVE").upper()
    wrong = not parts.netloc or "@" in parts.netloc or len(path) != 1 or parts.fragment or set(named) - _NAMES
    if wrong or not most.isdecimal() or priority not in {"BATCH", "INTERACTIVE"}:
        raise BadInput("<db> is no address of BigQuery", _FORM)
    return BigQueryAddress(unquote(parts.netloc), path[0], maximum_bytes_billed=int(most), priority=priority, **named)
