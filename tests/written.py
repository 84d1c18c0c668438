"""SQL that is written instead of run, and what the program counts in the same data: random ones of many items."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pyarrow as pa

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.disassociation.method import disassociate, publish
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.models.disassociation.scripts import audit_disassociation_script, disassociation_gate, release_tables
from setanon_sql.models.km.gate import km_gate
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.scripts import audit_km_script
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.gate import rho_gate
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.scripts import audit_rho_script
from setanon_sql.scripts.writing import script_table
from setanon_sql.sensitive.constraint import read_constraint
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.verify.pieces import FolderTables

Rows = list[tuple[Any, ...]]
Tables = dict[str, pa.Table]

#: More items than any number that code might take for large.
ITEMS = [f"i{at:03}" for at in range(330)]
K = 3
KM, KM_PERSONS, KM_KNOWN = KmAnonymity(K, 2), KmAnonymity(K, 2, True), KmAnonymity(K, 2, False, True)
RHO = RhoUncertainty.from_shares("0.4", 2)
PIECES = Disassociation(K, 2, 8)
OPTIONS = SourceOptions(record_id="who", item="what")


@cache
def many_items(seed: int) -> Tables:
    """Return random tables by name: each item is in three records or more, and some items are in many."""
    draw = random.Random(seed)
    often = [1 / (1 + at % 40) for at in range(len(ITEMS))]
    records = [{ITEMS[at % len(ITEMS)], *draw.choices(ITEMS, often, k=draw.randint(0, 4))} for at in range(1000)]
    rows = [(who, what) for who, record in enumerate(records, 1) for what in sorted(record)]
    who, what = [one for one, _ in rows], [one for _, one in rows]
    wished = [(at, one) for at in range(1, 1001, 2) for one in draw.sample(ITEMS, 2)]
    whose = [f"p{draw.randrange(300)}" for _ in records]
    found = {
        "baskets": pa.table({"who": who, "what": what}),
        "owned": pa.table({"who": who, "what": what, "whose": [whose[one - 1] for one in who]}),
        "wishes": pa.table({"who": [one for one, _ in wished], "what": [one for _, one in wished]}),
        "named": pa.table({"what": ITEMS[seed % 3 :: 3]}),
    }
    with DuckDBEngine() as engine:
        made = _released(engine, found["baskets"])
        for name in ("clusters", "subrecords", "terms"):
            table = getattr(made, name)
            found[f"safe_{name}"] = engine.connection.sql(f"FROM {table.schema}.{table.name}").to_arrow_table()
    return found


def _released(engine: DuckDBEngine, baskets: pa.Table) -> FolderTables:
    """Return a release that is as safe as PIECES says, but for a row of its terms that is there twice."""
    source = open_source(engine, baskets, OPTIONS)
    made = publish(engine, disassociate(source, PIECES), source.items, "a seed")
    terms = f"{made.terms.schema}.{made.terms.name}"
    engine.connection.execute(f"INSERT INTO {terms} FROM {terms} ORDER BY ALL LIMIT 1")
    return FolderTables(made.clusters, made.subrecords, made.terms)


#: For each kind what is written, for a dialect, with what goes before the names of tables, and the schema of scripts.
Text = Callable[[str, str, str], str]


def _table(above: str, name: str, **more: str) -> Any:
    table = script_table(f"{above}{name}", OPTIONS)
    return replace(table, columns={**table.columns, **more})


def _owned(above: str) -> Any:
    return _table(above, "owned", person="whose")


#: k is higher than the release was made for: sets of its chunks are at fault.
HARDER = Disassociation(K + 2, 2, 30, safe=True)

SCRIPTS: dict[str, Text] = {
    "km": lambda to, above, own: audit_km_script(KM, to, _table(above, "baskets"), own),
    "km of three": lambda to, above, own: audit_km_script(replace(KM, m=3), to, _table(above, "baskets"), own),
    "km known": lambda to, above, own: audit_km_script(
        KM_KNOWN, to, _table(above, "baskets"), own, knowable=_table(above, "named")
    ),
    "km persons": lambda to, above, own: audit_km_script(KM_PERSONS, to, _owned(above), own),
    "km absent": lambda to, above, own: audit_km_script(replace(KM, absent=2), to, _table(above, "baskets"), own),
    "km absent persons": lambda to, above, own: audit_km_script(replace(KM_PERSONS, absent=1), to, _owned(above), own),
    "km persons of three": lambda to, above, own: audit_km_script(replace(KM_PERSONS, m=3), to, _owned(above), own),
    "rho": lambda to, above, own: audit_rho_script(RHO, to, _table(above, "baskets"), _table(above, "named"), own),
    "rho personal": lambda to, above, own: audit_rho_script(
        RHO, to, _table(above, "baskets"), _table(above, "wishes"), own, personal=True
    ),
    "disassociation": lambda to, above, own: audit_disassociation_script(
        HARDER, to, release_tables(f"{above}safe"), own
    ),
}

GATES: dict[str, Text] = {
    "km": lambda to, above, _: km_gate(KM, to, _table(above, "baskets")).text,
    "km known": lambda to, above, _: km_gate(KM_KNOWN, to, _table(above, "baskets"), _table(above, "named")).text,
    "km persons": lambda to, above, _: km_gate(KM_PERSONS, to, _owned(above)).text,
    "rho": lambda to, above, _: rho_gate(RHO, to, _table(above, "baskets"), _table(above, "named")).text,
    "disassociation": lambda to, above, _: disassociation_gate(HARDER, to, release_tables(f"{above}safe")).text,
}


@cache
def counted(kind: str, seed: int) -> Rows:
    """Return what the program counts, in the rows of a script."""
    tables = many_items(seed)
    if kind.startswith("km"):
        return _km_rows(kind, tables)
    if kind == "disassociation":
        with DuckDBEngine() as engine:
            counts = count_folder(engine, _released(engine, tables["baskets"]), HARDER)
        assert counts.by_check["chunk_km"] and counts.by_check["structure"], counts.by_check
        chunks = {name: getattr(counts.covers, name) for name in ("record_chunks", "vulnerable_record_chunks")}
        return sorted({**counts.by_check, **chunks}.items())
    with DuckDBEngine() as engine:
        dataset = open_source(engine, tables["baskets"], OPTIONS)
        constraint = read_constraint(dataset, tables["wishes" if kind == "rho personal" else "named"], OPTIONS)
        sizes = [audit_rho(dataset, replace(RHO, m=m), constraint) for m in (1, 2)]
    assert sizes[-1].violations
    figures = [(one.by_size.get(at, 0), one.at_risk, one.max_confidence) for at, one in enumerate(sizes, 1)]
    return [(at, *row, "threats") for at, row in enumerate(figures, 1)]


def _km_rows(kind: str, tables: Tables) -> Rows:
    m = 3 if "three" in kind else 2
    more = {"known": tables["named"]} if "known" in kind else {}
    person = "whose" if "persons" in kind else ""
    source = tables["owned" if person else "baskets"]
    n = 2 - bool(person) if "absent" in kind else 0
    found = api.audit_km(source, k=K, m=m, absent=n, person=person, options=OPTIONS, **more)
    assert found.violations
    by_size = [found.threats_by_size(), found.at_risk_by_size()]
    by_size += [found.persons_at_risk_by_size()] if person else []
    rows = [(size, *(counts[size] for counts in by_size)) for size in range(1, m + 1)]
    if found.absent:
        levels = found.absent.levels
        lacking = [(one.size, one.threats, one.at_risk, *([one.persons_at_risk] if person else [])) for one in levels]
        return [*((*row, "absent items") for row in lacking), *((*row, "threats") for row in rows)]
    return [(*row, "threats") for row in rows] if person or more else rows


def gated(kind: str, seed: int) -> Rows:
    """Return what the program counts, in the rows of a gate."""
    rows = counted(kind, seed)
    if kind == "disassociation":
        return [row for row in rows if row[1] and not row[0].endswith("record_chunks")]
    return [(*row[:3], "threats") for row in rows] if kind == "rho" else rows
