"""A policy, typed: the tables of ``setanon.toml`` as dataclasses, whose fields say all there is to a key."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from setanon_sql.engine import is_address
from setanon_sql.engine.adbc.address import VARIABLE
from setanon_sql.errors import BadParameter
from setanon_sql.layout import Destination
from setanon_sql.numbers import fraction_of
from setanon_sql.pipeline.publishing import FILES, place_of
from setanon_sql.policy.keys import key
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.database import is_database

_OF_DUCKDB = "duckdb:///"


@dataclass(frozen=True)
class Columns:
    """What the columns of a source are called."""

    record_id: str = key("text", "column of the record id", default="record_id")
    item: str = key("text", "column of the item", default="item")


@dataclass(frozen=True)
class Source:
    """What is read."""

    place: str = key(
        "text",
        "the file, or the database: a DuckDB file, `postgresql://…`, `here:postgresql://…`, `spark:…`, `adbc:…`",
        secret=True,
    )  # fmt: skip
    table: str | None = key("text", "the table or view, where the place is a database", default=None)
    query: str | None = key("text", "one SELECT, or the `.sql` file that holds it", default=None)
    columns: Columns = key("table", "what the columns are called: `record_id`, `item`", default=Columns())
    format: str | None = key(
        "text", "how it is written; found out if left out", default=None,
        choices=("long", "list", "basket", "spmf", "onehot"),
    )  # fmt: skip
    separator: str | None = key("text", "what separates items or columns; found out if left out", default=None)
    on_null: str = key(
        "text", "rows that lack an id or an item: an error, or dropped", default="error", choices=("error", "drop")
    )
    where: str | None = key("text", "only rows that meet this condition are read", default=None)
    cap: int | None = key("whole number", "at most so many items of each record, by lot", default=None, least=1)
    snapshot: str | None = key("text", "sha256 of the file: no other file is read", default=None)


@dataclass(frozen=True)
class Guarantee:
    """What is promised."""

    model: str = key("text", "the model", choices=("km", "rho", "adaptive", "disassociation", "safe"))
    k: int | None = key(
        "whole number", "records that each set of known items must match", default=None, least=2,
        models=("km", "disassociation", "safe"), needed_for=("km", "disassociation", "safe"),
    )  # fmt: skip
    m: int | None = key(
        "whole number", "items an attacker may know; any number if left out", default=None, least=1,
        needed_for=("disassociation", "safe"),
    )  # fmt: skip
    rho: str | float | None = key(
        "share", "highest confidence allowed", default=None, models=("rho", "adaptive"), needed_for=("rho", "adaptive")
    )
    sensitive: str | None = key(
        "text", "what is to be hidden: a file, or a table of the source's database", default=None,
        models=("rho", "adaptive", "disassociation", "safe"), needed_for=("rho", "adaptive"),
    )  # fmt: skip
    diversity: int | None = key(
        "whole number", "with `sensitive`, one in so many records of a cluster at most holds each item; 2 if left out",
        default=None, least=2, models=("disassociation", "safe"),
    )  # fmt: skip
    factors: str | float | None = key(
        "share", "the factor of all thresholds, or the file or table that has one for each item", default=None,
        models=("adaptive",),
    )  # fmt: skip


@dataclass(frozen=True)
class Limits:
    """What a release may cost at most, and what becomes of single items: else nothing is published."""

    max_ncp: str | float | None = key(
        "share", "highest loss of information (NCP), 0 to 1", default=None, least=0, models=("km", "rho", "adaptive")
    )
    max_suppressed: str | float | None = key(
        "share", "highest share of occurrences suppressed, 0 to 1", default=None, least=0,
        models=("km", "rho", "adaptive"),
    )  # fmt: skip
    min_records: int | None = key("whole number", "fewest records of the release", default=None, least=1)
    constraints: str | None = key(
        "text", "what becomes of single items: a file, or a table of the source's database", default=None
    )
    weights: str | None = key(
        "text", "what items are worth: a file, or a table of the source's database", default=None,
        models=("km", "rho"),
    )  # fmt: skip


@dataclass(frozen=True)
class TaxonomyFile:
    """What items are generalized along."""

    file: str | None = key(
        "text", "the file, or a table of the source's database", default=None, models=("km", "adaptive"),
        needed_for=("adaptive",),
    )  # fmt: skip
    sha256: str | None = key(
        "text", "sha256 of the file: no other file is used", default=None, models=("km", "adaptive")
    )


@dataclass(frozen=True)
class Method:
    """How the guarantee is reached."""

    algorithm: str | None = key(
        "text", "`improved`, or `paper` to compare with; `exact` (disassociation, safe)", default=None,
        choices=("improved", "paper", "exact"), models=("km", "rho", "disassociation", "safe"),
        only_for={"exact": ("disassociation", "safe")},
    )  # fmt: skip
    cost: str | None = key(
        "text", "what to minimize: `ncp` or `lm` (km), `bits` or `ncp` (adaptive)", default=None,
        choices=("ncp", "lm", "bits"), models=("km", "adaptive"), only_for={"lm": ("km",), "bits": ("adaptive",)},
    )  # fmt: skip
    optimum: float | None = key(
        "number", "seconds to look for the least cost, or for a bound on it", default=None, least=0, models=("km",)
    )
    cluster_size: int | None = key(
        "whole number", "clusters hold fewer records than this", default=None, least=3,
        models=("disassociation", "safe"),
    )  # fmt: skip
    memory: str | None = key("text", "memory for the whole run, such as `4GB`", default=None)
    threads: int | None = key("whole number", "threads; all cores if left out", default=None, least=1)
    scratch: str | None = key(
        "text", "where Spark keeps its steps, such as `s3a://bucket/tmp`, a shared folder or a schema", default=None
    )


@dataclass(frozen=True)
class Published:
    """Where the release goes."""

    out: str = key("text", "the file, the folder (disassociation) or the table")
    place: str | None = key("text", "the database of the release, if not that of the source", default=None, secret=True)
    record_ids: str = key(
        "text", "new ids in random order, or the source's", default="shuffle", choices=("shuffle", "keep"),
        models=("km", "rho", "adaptive"),
    )  # fmt: skip
    previous: str | None = key(
        "text", "an earlier release of the same people: beside it, nobody is left with fewer than k candidates",
        default=None,
    )  # fmt: skip
    link: str | None = key(
        "text", "who is who: `old_record_id` in `previous`, `new_record_id` in the source; a file or a table",
        default=None,
    )  # fmt: skip
    report: str | None = key("text", "the HTML report, for a data protection officer", default=None)
    report_tier: str = key(
        "text", "whom the report is for; `public` shows no small counts", default="internal",
        choices=("internal", "public"),
    )  # fmt: skip


@dataclass(frozen=True)
class Approval:
    """Who stands for it."""

    owner: str = key("text", "who answers for the release")
    approved_by: str = key("text", "who approved the policy")
    expires: date = key("date", "the last day on which it may be used")
    recipients: tuple[str, ...] = key("list of texts", "who receives the release", default=())


@dataclass(frozen=True)
class Policy:
    """A policy that was read from the file ``path``, whose text has the sha256 ``sha256``.

    ``secrets`` holds what its ``${NAME}`` stand for. Paths in it start at the folder of the file.
    """

    path: Path
    sha256: str
    source: Source
    guarantee: Guarantee
    release: Published
    limits: Limits = Limits()
    taxonomy: TaxonomyFile = TaxonomyFile()
    method: Method = Method()
    approval: Approval | None = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)

    def filled(self, text: str) -> str:
        """Return a text with what its ``${NAME}`` stand for."""
        return VARIABLE.sub(lambda found: self.secrets[found[1]], text)

    @property
    def db(self) -> str:
        """The database of the source as ``--db`` names it; empty where it is a file."""
        place = self.filled(self.source.place)
        if is_address(place):
            return place
        path = self._here(place.removeprefix(_OF_DUCKDB))
        known = place.startswith(_OF_DUCKDB) or self.source.table is not None or is_database(path)
        return str(path) if known else ""

    @property
    def read(self) -> str | Path | None:
        """The file or the table that is read; None where a query names the tables of a database itself."""
        return self.source.table if self.db else self._here(self.source.place)

    @property
    def options(self) -> SourceOptions:
        """Return how the source is read."""
        one, query = self.source, self.source.query or ""
        return SourceOptions(
            db=self.db,
            format=one.format or "",
            record_id=one.columns.record_id,
            item=one.columns.item,
            sep=one.separator or "",
            on_null=one.on_null,
            where=one.where or "",
            query=self._here(query) if query.lower().endswith(".sql") else query,
            cap=one.cap or 0,
        )

    @property
    def out_db(self) -> str:
        """The database of the release; empty where it is that of the source, or files."""
        if self.release.place is None:
            return ""
        place = self.filled(self.release.place)
        return place if is_address(place) else str(self._here(place.removeprefix(_OF_DUCKDB)))

    @property
    def out(self) -> str | Path:
        """The file, the folder or the table of the release."""
        text = self.release.out
        is_file = "/" in text or Path(text).suffix.lower() in FILES
        return self._here(text) if is_file or not (self.out_db or self.db) else text

    @property
    def destination(self) -> Destination:
        """Return where the release goes or stands."""
        return place_of(self.out, self.out_db or self.db, self.db)

    @property
    def report(self) -> Path | None:
        """The file of the report."""
        return self._here(self.release.report) if self.release.report else None

    @property
    def tree(self) -> str | Path | None:
        """The file or the table of the taxonomy."""
        return self.named(self.taxonomy.file)

    @property
    def factors(self) -> Fraction | str | Path | None:
        """The factor of all thresholds, or the file or table that has one for each item."""
        given = self.guarantee.factors
        try:
            return None if given is None else fraction_of("factors", given)
        except BadParameter:
            return self.named(str(given))

    def named(self, text: str | None) -> str | Path | None:
        """Return what is read besides the source: a file that is there, else with a database a table in it."""
        if text is None:
            return None
        path = self._here(text)
        return path if path.is_file() or not self.db else text

    def settings(self, given: Settings) -> dict[str, Any]:
        """Return what the policy says of memory, threads and the place of steps, where ``given`` does not."""
        own = self.method
        return {
            "memory_limit": given.memory_limit or own.memory or "",
            "threads": given.threads or own.threads or 0,
            "scratch": given.scratch or own.scratch or "",
        }

    def _here(self, text: str) -> Path:
        return self.path.parent / text

    def canonical(self, name: str) -> str:
        """Return what one of its tables says, whatever its spelling: defaults are written out, secrets are not."""
        return json.dumps(asdict(getattr(self, name)), sort_keys=True, default=str)


def sha256_of(text: bytes) -> str:
    """Return the sha256 of some bytes in hexadecimal."""
    return hashlib.sha256(text).hexdigest()
