"""All commands of rho-uncertainty over one source, and what came out: to be the same on every engine."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.sources import SourceOptions
from tests.engines.places import Place
from tests.engines.runs import Told, public, without_spark
from tests.releases import rows_of

RHO = Fraction(2, 5)


def tell(source: Any, sensitive: Any, out: str, read: Any, options: SourceOptions, **asked: Any) -> Told:
    """Audit, anonymize, verify and measure a source; ``asked``: rho, m, record_ids, all_of_it.

    A folder of Spark is verified and measured without Spark, which did both before it wrote it.
    """
    ids, all_of_it = asked.pop("record_ids", "shuffle"), asked.pop("all_of_it", True)
    asked = {"rho": RHO, "m": None, "sensitive": sensitive, "options": options} | asked
    audit = api.audit_rho(source, worst=10**6, **asked).to_json(show_values=True)
    audit["worst"] = sorted((tuple(one["known"]), *list(one.values())[1:]) for one in audit.get("worst", []))
    release = api.anonymize_rho(source, out, seed="the same", record_ids=ids, **asked)
    measures = release.utility
    if all_of_it:
        personal = {} if release.manifest.get("sensitive") is not None else {"source": source, "sensitive": sensitive}
        db = without_spark(options.db, out)
        after = replace(options, db=db)
        if personal:
            with pytest.raises(BadInput, match="personal wishes"):
                api.verify(out, db=db)
        answer = api.verify(out, db=db, options=after, **personal)
        assert answer.holds and answer.checks["sha256_matches"], answer.messages
        measures = api.utility(source, out, options=after)
    return Told(audit, sorted(read(out)), public(release), pytest.approx(measures, rel=1e-12, abs=1e-12))


def at(place: Place, table: pa.Table, sensitive: pa.Table, **asked: Any) -> Told:
    """Run on an engine."""
    return tell(place.put(table), place.put(sensitive), place.out(), place.read, SourceOptions(db=place.db), **asked)


def reference(folder: Path, table: pa.Table, sensitive: pa.Table, **asked: Any) -> Told:
    """Run on the frames in DuckDB, the release a file."""
    out = folder / "reference.parquet"
    told = tell(table, sensitive, str(out), lambda name: rows_of(Path(name)), SourceOptions(), **asked)
    for file in folder.glob("reference.parquet*"):
        file.unlink()
    return told


def wished(wishes: Mapping[int, list[str]]) -> pa.Table:
    """Personal wishes (persons from 0) as a table."""
    rows = [(person + 1, item) for person, items in wishes.items() for item in items]
    return pa.table({"record_id": [person for person, _ in rows], "item": [item for _, item in rows]})


def for_all(items: str) -> pa.Table:
    return pa.table({"item": list(items)})
