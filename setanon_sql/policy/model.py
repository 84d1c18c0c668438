"""A policy that was read: what its keys say, and the keywords of the API that this makes."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from setanon_sql.api import Settings, SourceOptions
from setanon_sql.api.policies import (
    FILES,
    VARIABLE,
    SourceColumns,
    is_address,
    is_database,
    is_query_file,
    warehouse_dialect,
    with_values,
)
from setanon_sql.errors import BadParameter
from setanon_sql.ladders import ladders_of
from setanon_sql.numbers import fraction_of
from setanon_sql.options.option import Option, options_of
from setanon_sql.options.policies import COUNTS, POLICY_TABLES
from setanon_sql.options.reading import DimensionFields, ReadingFields, RunFields
from setanon_sql.policy.keys import KEYS, options_with_keys

_OF_DUCKDB = "duckdb:///"
#: What reports say where nobody approved.
NOT_APPROVED = "none: the policy has no [approval]"


@dataclass(frozen=True)
class Policy:
    """A policy that was read from the file ``path``, whose text has the sha256 ``sha256``.

    ``written``: the values of its keys, by table. ``variables``: what its ``${NAME}`` stand for. Paths in it start at
    the folder of the file.
    """

    path: Path
    sha256: str
    written: Mapping[str, Mapping[str, Any]]
    variables: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)

    def value(self, table: str, key: str) -> Any:
        """Return the value of a key, with what its ``${NAME}`` stand for; its default where it is left out."""
        if not self.says(table, key):
            return KEYS[table][key].default_for(self.model)
        written = self.written[table][key]
        if not isinstance(written, str):
            return written
        is_sql = (table, key) == ("source", "where") or (key == "query" and not is_query_file(written))
        return self.bound(written) if is_sql else self.filled(written)

    def says(self, table: str, key: str) -> bool:
        """Return whether a key is written."""
        return key in self.written.get(table, {})

    @property
    def subject(self) -> dict[str, Any]:
        """Return what it says of its data and their use, by the keywords of a report."""
        keys = dict.fromkeys(("data", "period"), "source")
        keys |= dict.fromkeys(("purpose", "recipients", "recipient_means", "threshold_reason"), "approval")
        said = {key: self.value(table, key) for key, table in keys.items() if self.says(table, key)}
        return said if self.written.get("approval") else said | {"approval": NOT_APPROVED}

    def filled(self, text: str) -> str:
        """Return a text with what its ``${NAME}`` stand for."""
        return VARIABLE.sub(lambda match: self.variables.get(match[1], match[0]), text)

    def bound(self, sql: str) -> str:
        """Return SQL for the source with what its ``${NAME}`` stand for, as values; raises BadParameter elsewhere."""
        return with_values(sql, self.variables, warehouse_dialect(self.db)) if VARIABLE.search(sql) else sql

    @property
    def secrets(self) -> list[str]:
        """The values of variables in the addresses of databases, which nobody is to read."""
        return [self.variables[name] for name in self.secret_names]

    @property
    def secret_names(self) -> set[str]:
        """The names of these variables."""
        places = [self.written.get(table, {}).get("place", "") for table in ("source", "release")]
        return {*VARIABLE.findall(" ".join(places))}

    def texts(self) -> Iterator[tuple[str, str, str]]:
        """Yield the table, the key and the text of all texts that are written, those of lists too."""
        for table, keys in self.written.items():
            for name, value in keys.items():
                yield from (
                    (table, name, text)
                    for text in (value if isinstance(value, tuple) else (value,))
                    if isinstance(text, str)
                )

    @property
    def model(self) -> str:
        """The model, one of :data:`setanon_sql.policy.keys.MODELS`."""
        return str(self.written["guarantee"]["model"])

    @property
    def db(self) -> str:
        """The database of the source as ``--db`` names it; empty where it is a file."""
        place = self.value("source", "place")
        if is_address(place):
            return str(place)
        path = self._here(place.removeprefix(_OF_DUCKDB))
        is_one = place.startswith(_OF_DUCKDB) or self.says("source", "table") or is_database(path)
        return str(path) if is_one else ""

    @property
    def read(self) -> str | Path | None:
        """The file or the table that is read; None where a query names the tables of a database itself."""
        table: str | None = self.value("source", "table")
        return table if self.db else self._here(self.value("source", "place"))

    @property
    def options(self) -> SourceOptions:
        """Return how the source is read."""
        tree = DimensionFields(**self.keywords(DimensionFields, "taxonomy"))
        return SourceOptions(**self.keywords(ReadingFields, "source", "source.columns"), db=self.db, tree=tree)

    @property
    def person(self) -> str:
        """The column of the source that names persons; empty where records are counted."""
        return str(self.value("guarantee", "person"))

    @property
    def out_db(self) -> str:
        """The database of the release; empty where it is that of the source, or files."""
        place = self.value("release", "place")
        return place if not place or is_address(place) else str(self._here(place.removeprefix(_OF_DUCKDB)))

    @property
    def out(self) -> str | Path:
        """The file, the folder or the table of the release."""
        text: str = self.value("release", "out")
        is_file = "/" in text or Path(text).suffix.lower() in FILES
        return self._here(text) if is_file or not (self.out_db or self.db) else text

    @property
    def out_place(self) -> str:
        """The database in which the release stands, empty for files."""
        return self.out_db or self.db

    @property
    def report(self) -> Path | None:
        """The file of the report."""
        return self._here(self.value("release", "report")) if self.says("release", "report") else None

    @property
    def beside_release(self) -> list[Path]:
        """The files that it writes beside the release."""
        return [
            self._here(self.value("release", key)) for key in ("report", "mapping_out") if self.says("release", key)
        ]

    @property
    def factors(self) -> Fraction | str | Path | None:
        """The factor of all thresholds, or the file or table that has one for each item."""
        written = self.value("guarantee", "factors")
        try:
            return None if written is None else fraction_of("factors", written)
        except BadParameter:
            return self._place_of(str(written))

    @property
    def columns(self) -> SourceColumns | None:
        """The columns beside the items that are known, or that counts are by; None where there are none."""
        names = self.value("guarantee", "by") if self.model == COUNTS else ()
        if self.says("guarantee", "columns"):
            names = [ladder.column for ladder in ladders_of(self.value("guarantee", "columns"))]
        apart = self.place_of("guarantee", "columns_from")
        return SourceColumns(names, self.read if apart is None else apart, apart is not None) if names else None

    @property
    def inputs(self) -> dict[str, str | Path]:
        """The files and tables that are read besides the source, by option."""
        paths = (
            ("guarantee", "sensitive"), ("guarantee", "sensitive_groups"), ("guarantee", "known"),
            ("guarantee", "protect"),
            ("limits", "constraints"), ("limits", "weights"), ("limits", "workload"), ("method", "mapping"),
        )  # fmt: skip
        places = {key: self.place_of(table, key) for table, key in paths}
        places["taxonomy"] = self.place_of("taxonomy", "file")
        if not isinstance(self.factors, Fraction):
            places["factors"] = self.factors
        return {name: place for name, place in places.items() if place is not None}

    def place_of(self, table: str, key: str) -> str | Path | None:
        """Return what is read besides the source: a file that is there, else with a database a table in it."""
        return self._place_of(self.value(table, key)) if self.says(table, key) else None

    def _place_of(self, text: str) -> str | Path:
        path = self._here(text)
        return path if path.is_file() or not self.db else text

    def keywords(self, owner: Any, *tables: str) -> dict[str, Any]:
        """Return what these tables (all, where none is named) say of the options of a class, by their names."""
        return {
            field.name: value
            for field, option in options_of(owner)
            if option.policy in (tables or POLICY_TABLES) and self.says(option.policy, option.key or field.name)
            if (value := self._keyword(field, option)) is not None
        }

    def _keyword(self, field: "Field[Any]", option: Option) -> Any:
        """Return the value of an option as the functions of the API take it; None where the key means another one."""
        value = self.value(option.policy, option.key or field.name)
        if field.name in {"out", "out_db"}:
            return getattr(self, field.name)
        if option.policy == "guarantee" and (option.key or field.name) == "factors":
            return self.factors if isinstance(self.factors, Fraction) == (field.name == "factor") else None
        if option.kind == "name":
            return self._place_of(value)
        is_file = option.kind == "file" and (field.name != "query" or is_query_file(value))
        return self._here(value) if is_file else value

    def settings(self, settings: Settings) -> dict[str, Any]:
        """Return what the policy says of memory, threads and the place of steps, where ``given`` does not."""
        return {
            field.name: getattr(settings, field.name) or self.value(option.policy, option.key or field.name)
            for field, option in options_with_keys(RunFields)
        }

    def _here(self, text: str) -> Path:
        return self.path.parent / text

    def canonical(self, *tables: str) -> str:
        """Return what some tables say, whatever its spelling: a default says nothing, and secrets are not in it."""
        said = {
            f"{table}.{key}": value
            for table in tables
            for key, value in self.written.get(table, {}).items()
            if value != KEYS[table][key].default_for(self.model)
        }
        return json.dumps(said, sort_keys=True, default=str)


def sha256_of(text: bytes) -> str:
    """Return the sha256 of some bytes in hexadecimal."""
    return hashlib.sha256(text).hexdigest()
