"""The DuckDB file of a source is locked while it is read, and while the release is published; others write between."""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.adaptive.pipeline import AdaptivePipeline
from setanon_sql.models.disassociation.pipeline import DisassociationPipeline
from setanon_sql.models.km.cut import KmPipeline
from setanon_sql.models.rho.suppression import RhoPipeline
from setanon_sql.pipeline.opening import one_state, read_once
from setanon_sql.sources import SourceOptions, open_source

#: What somebody else does to all that was read.
CHANGES = """
import sys, duckdb
with duckdb.connect(sys.argv[1]) as base:
    for table in ("baskets", "secret", "wishes", "tree", "factors", "constraints", "asked"):
        base.execute(f"DELETE FROM {table}")
"""
CALLS: dict[str, tuple[type, Any, dict[str, Any]]] = {
    "km": (KmPipeline, api.anonymize_km, {"k": 2, "taxonomy": "tree", "constraints": "constraints"}),
    "rho": (RhoPipeline, api.anonymize_rho, {"rho": "1/2", "sensitive": "secret"}),
    "personal": (RhoPipeline, api.anonymize_rho, {"rho": "1/2", "sensitive": "wishes"}),
    "adaptive": (
        AdaptivePipeline,
        api.anonymize_adaptive,
        {"rho": "0.3", "sensitive": "secret", "taxonomy": "tree", "factors": "factors"},
    ),
    "disassociation": (DisassociationPipeline, api.anonymize_disassociation, {"k": 2, "m": 2, "sensitive": "secret"}),
}


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as base:
        base.execute(
            "CREATE TABLE baskets AS SELECT range // 3 AS record_id, 'i' || (range * 7 % 5) AS item FROM range(60)"
        )
        base.execute("CREATE VIEW seen AS FROM baskets")
        base.execute("CREATE TABLE secret AS SELECT 'i1' AS item")
        base.execute("CREATE TABLE wishes AS SELECT range AS record_id, 'i1' AS item FROM range(9)")
        base.execute("CREATE TABLE tree AS SELECT 'i' || range AS child, 'all' AS parent FROM range(5)")
        base.execute("CREATE TABLE factors AS SELECT 'i1' AS item, 0.5 AS factor")
        base.execute("CREATE TABLE constraints AS SELECT 'i2' AS item, 'keep' AS rule")
        base.execute("CREATE TABLE asked AS SELECT 1 AS query, 'i2' AS item")
    return path


def others_write(path: Path) -> bool:
    """Let somebody else try to change what is read; return whether that was possible."""
    done = subprocess.run([sys.executable, "-c", CHANGES, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0 or "Could not set lock" in done.stderr, done.stderr
    return done.returncode == 0


@pytest.mark.whole
@pytest.mark.parametrize("call", CALLS)
def test_others_write_while_it_works_and_not_while_it_reads(
    warehouse: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    source, to_table = ("seen", True) if call in {"km", "disassociation"} else ("baskets", False)
    pipeline, anonymize, given = CALLS[call]
    run, decide = pipeline.run, pipeline.decide  # type: ignore[attr-defined]
    possible: list[bool] = []

    def after_others(method: Any) -> Any:
        def first_others(self: Any, *values: Any) -> Any:
            found = method(self, *values) if method is decide else None
            possible.append(others_write(warehouse))
            return found if method is decide else method(self, *values)

        return first_others

    ending = "" if call == "disassociation" else ".csv"
    place: dict[str, Any] = {"out": "released", "out_db": str(warehouse)}
    place = place if to_table else {"out": str(warehouse.parent / f"o{ending}")}
    given = given | place | {"options": SourceOptions(db=str(warehouse)), "seed": "1", "workload": "asked"}
    expected = anonymize(source, **given, overwrite=True).to_json()
    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "decide", after_others(decide))
        patch.setattr(pipeline, "run", after_others(run))
        release = anonymize(source, **given, overwrite=True)
    assert possible[:2] == [False, True]
    assert release.to_json() == expected
    with duckdb.connect(str(warehouse)) as base:
        assert base.execute("SELECT count(*) FROM baskets").fetchone() == (0,)


#: Calls that publish nothing: the module whose function is called once all is read, that function, the call.
READERS: dict[str, tuple[str, str, Any, dict[str, Any]]] = {
    "audit km": ("models.km.api", "audit", api.audit_km, {"k": 2, "m": 2, "taxonomy": "tree"}),
    "audit km by size": ("models.km.api", "audit_by_size", api.audit_km_by_size, {"ks": [3, 2]}),
    "audit rho": ("models.rho.api", "audit", api.audit_rho, {"rho": "1/2", "m": 1, "sensitive": "wishes"}),
    "audit adaptive": (
        "models.adaptive.api",
        "audit",
        api.audit_adaptive,
        {"rho": "0.3", "sensitive": "secret", "m": 1},
    ),
    "compare": (
        "api.comparing",
        "_try_settings",
        api.compare,
        {"models": ["km"], "k": [2], "m": [1], "taxonomy": "tree"},
    ),
}


@pytest.mark.whole
@pytest.mark.parametrize("call", READERS)
def test_others_write_while_records_are_counted(warehouse: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    name, counting, ask, given = READERS[call]
    monkeypatch.setattr("secrets.token_hex", lambda _: "0")  # floors of local recoding differ from run to run
    options = SourceOptions(db=str(warehouse))
    module = importlib.import_module(f"setanon_sql.{name}")
    count = getattr(module, counting)

    def first_others(*values: Any, **named: Any) -> Any:
        assert others_write(warehouse)
        return count(*values, **named)

    before = ask("seen", **given, options=options).to_json()
    monkeypatch.setattr(module, counting, first_others)
    after = ask("seen", **given, options=options).to_json()
    assert without_seconds(after) == without_seconds(before)


def without_seconds(result: Any) -> Any:
    """Leave out how long it took, at every depth."""
    if isinstance(result, dict):
        return {key: without_seconds(value) for key, value in result.items() if key != "seconds"}
    return [without_seconds(value) for value in result] if isinstance(result, list) else result


@pytest.mark.slow
def test_reading_from_a_file_that_is_read_already_leaves_its_lock(engine: DuckDBEngine, warehouse: Path) -> None:
    options = SourceOptions(db=str(warehouse))
    read_once(engine, "baskets", options)
    with one_state(engine, warehouse):
        open_source(engine, "seen", options)
        assert not others_write(warehouse)
    engine.let_files_go()
    assert others_write(warehouse)
