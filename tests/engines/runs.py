"""All commands over one source, and what came out: to be the same on every engine."""

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import SetanonError
from setanon_sql.models.km.options import KmExtras
from setanon_sql.sources import SourceOptions
from setanon_sql.trace import Done, Trace
from tests.engines.places import Place, Rows
from tests.releases import rows_of

#: What is fetched of the rules of rho that meet: at most as many rows as there are rules.
MET, RULES = "suppressor/mend_round/undecided", "suppressor/rules_to_mend/broken_rules"

#: What a manifest says besides the release itself: where it is and in which form.
_OUTWARD = {"sha256", "format", "labels", "meaning"}


@dataclass
class Told:
    """The audit, the released rows, the public part of the manifest, the measures; or why there is no release."""

    audit: dict[str, Any]
    rows: Rows
    manifest: dict[str, Any]
    measures: Any
    refused: str = ""


def tell(source: Any, out: str, read: Any, options: SourceOptions, **asked: Any) -> Told:
    """Audit, anonymize, verify and measure a source.

    ``asked``: k, m, taxonomy, record_ids, settings of the release, and ``all_of_it``: whether also what an audit counts
    on request. A folder of Spark is verified and measured without Spark, which did both before it wrote it.
    """
    taxonomy = asked.get("taxonomy")
    common = {"k": asked["k"], "m": asked["m"], "taxonomy": taxonomy, "options": options}
    all_of_it = asked.get("all_of_it", True)
    extras = KmExtras(unicity=all_of_it, top_items=3, worst=10**6, average=20 if asked["m"] and all_of_it else 0)
    audit = api.audit_km(source, extras=extras, **common).to_json(show_values=True)
    audit["worst"] = sorted((sorted(one["itemset"]), one["support"]) for one in audit.get("worst", []))
    try:
        ids = asked.get("record_ids", "shuffle")
        settings = asked.get("settings")
        how = {"seed": "the same", "record_ids": ids, "settings": settings, "exceptions": "none"}
        release = api.anonymize_km(source, out, **how, **common)
    except SetanonError as error:
        return Told(audit, [], {}, {}, error.message)
    db = without_spark(options.db, out)
    answer = api.verify(out, db=db)
    assert answer.holds and answer.checks["sha256_matches"], answer.messages
    if all_of_it:
        again = api.utility(source, out, taxonomy=taxonomy, options=replace(options, db=db))
        assert {name: again[name] for name in release.utility} == pytest.approx(release.utility)
    return Told(audit, sorted(read(out)), public(release), pytest.approx(release.utility, rel=1e-12, abs=1e-12))


def without_spark(db: str, out: str) -> str:
    """Where a release is looked at: in DuckDB if it is a folder."""
    return "" if Path(out).is_dir() else db


def public(release: api.Release) -> dict[str, Any]:
    """What a manifest says of the release itself."""
    return {key: value for key, value in release.manifest.items() if key not in _OUTWARD}


def at(place: Place, table: pa.Table, **asked: Any) -> Told:
    """Run on an engine."""
    name = place.put(table)
    return tell(name, place.out(), place.read, SourceOptions(db=place.db), **asked)


def reference(folder: Path, table: pa.Table, **asked: Any) -> Told:
    """Run on the frame in DuckDB, the release a file."""
    out = folder / "reference.parquet"
    told = tell(table, str(out), lambda name: rows_of(Path(name)), SourceOptions(), **asked)
    for file in folder.glob("reference.parquet*"):
        file.unlink()
    return told


def is_same(one: Told, other: Told) -> None:
    """Compare part by part: a failure then shows what differs."""
    assert one.refused == other.refused
    assert one.audit == other.audit
    assert one.rows == other.rows
    assert one.manifest == other.manifest
    assert one.measures == (other.measures.expected if hasattr(other.measures, "expected") else other.measures)


def as_many(small: Counter[str], large: Counter[str]) -> None:
    """Compare what was fetched of the small and of the large data."""
    for found in (small, large):
        assert found.pop(MET, 0) <= found[RULES]
    assert {name: rows for name, rows in large.items() if rows > 1} == {
        name: rows for name, rows in small.items() if rows > 1
    }


@contextmanager
def asked_queries() -> Iterator[set[str]]:
    """The names of all statements meanwhile."""
    found: set[str] = set()
    timed = Trace.statement

    def noted(trace: Trace, name: str, text: str, done: Done | None = None) -> AbstractContextManager[None]:
        found.add(name)
        return timed(trace, name, text, done)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Trace, "statement", noted)
        yield found
