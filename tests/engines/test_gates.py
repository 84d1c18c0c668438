"""The gates run as they stand on every engine, and count what the audits count."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.coherence.gate import coherence_gate
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.models.disassociation.method import disassociate, publish
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.models.disassociation.scripts import disassociation_gate, release_tables
from setanon_sql.models.km.gate import km_gate
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.gate import rho_gate
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.scripts.faults import Listed
from setanon_sql.scripts.writing import script_table
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.verify.pieces import FolderTables
from tests.engines.clickhouse import in_clickhouse
from tests.engines.drawn import drawn
from tests.engines.places import PostgresPlace, Rows, table_of
from tests.oracle import columns as columns_oracle

RECORDS = [record for seed in range(8) for record in drawn(seed)[0]]
TABLE = table_of(RECORDS)
OPTIONS = SourceOptions(record_id="who", item="what")
NAMED = ("a", "g", "unheard'of")
SECRET = ("b", "c")
#: A list as SQL; PostgreSQL does not understand how Redshift writes an apostrophe.
LISTED = (NAMED, NAMED[:2])
#: Every ninth record is of the same person.
OWNED = TABLE.append_column("person", pa.array([f"p{at % 9}" for at in TABLE["record_id"].to_pylist()]))
KINDS = ["km", "any", "persons", "any of persons", "nobody", "nothing", "rho", "rho by list", "disassociation"]
KINDS += ["coherence", "coherence by list", "coherence of persons"]
KINDS += ["absent", "absent of persons", "columns", "columns of persons"]
KINDS += ["unknown", "unknown by list", "empty", "missing", "misspelled", "misspelled by list"]


RHO = RhoUncertainty.from_shares("0.4", 2)
NOTHING = {"empty", "missing", "misspelled", "misspelled by list"}


def released(engine: DuckDBEngine) -> FolderTables:
    """A disassociated release of k = 3 and m = 2, a row of it twice."""
    result = disassociate(open_source(engine, TABLE), Disassociation(3, 2, 8))
    made = publish(engine, result, open_source(engine, TABLE).items, "a seed")
    terms = f"{made.terms.schema}.{made.terms.name}"
    engine.connection.execute(f"INSERT INTO {terms} FROM {terms} ORDER BY ALL LIMIT 1")
    return FolderTables(made.clusters, made.subrecords, made.terms)


@pytest.fixture(scope="module")
def tables() -> dict[str, pa.Table]:
    """What there is for the gates to read, by name."""
    found = {"baskets": TABLE, "twice": table_of(RECORDS * 2)}
    found = {name: table.rename_columns(["who", "what"]) for name, table in found.items()}
    found["owned"] = OWNED.rename_columns(["who", "what", "whose"])
    ids = TABLE["record_id"].to_pylist()
    months, shops = ([*map(of, ids)] for of in (_month_of, _shop_of))
    found["beside"] = found["owned"].append_column("month", pa.array(months)).append_column("Shop", pa.array(shops))
    found["named"] = pa.table({"what": list(NAMED)})
    found["secret"] = pa.table({"what": list(SECRET)})
    found["grouped"] = pa.table({"what": list(SECRET), "group": ["one"] * 2})
    for name, labels in {"empty": [], "missing": [None, " "], "misspelled": ["A"]}.items():
        found[name] = pa.table({"what": pa.array(labels, pa.string())})
    whose = [None if at % 9 == 0 else " " if at % 9 == 1 else "p" for at in TABLE["record_id"].to_pylist()]
    found["nobody"] = found["baskets"].append_column("whose", pa.array(whose))
    with DuckDBEngine() as engine:
        made = released(engine)
        for name in ("clusters", "subrecords", "terms"):
            table = getattr(made, name)
            found[f"safe_{name}"] = engine.connection.sql(f"FROM {table.schema}.{table.name}").to_arrow_table()
    return found


def text(kind: str, dialect: str, above: str = "", m: int = 3) -> str:
    """A gate; ``above`` goes before the names of the tables."""
    table, twice, named = (script_table(f"{above}{name}", OPTIONS) for name in ("baskets", "twice", "named"))
    if kind.startswith(("coherence", "absent")):
        return (absent_text if "absent" in kind else coherence_text)(kind, dialect, above)
    if kind.startswith("columns") or kind in {"persons", "nobody", "any of persons"}:
        name = "nobody" if kind == "nobody" else "beside" if kind.startswith("columns") else "owned"
        owned = script_table(f"{above}{name}", OPTIONS)
        owned = replace(owned, columns={**(owned.columns or {}), "person": "whose"})
        model = KmAnonymity(4, None if kind == "any of persons" else 3, True)
        if name == "beside":
            model = KmAnonymity(6, 2, "persons" in kind, columns=("month", '"Shop"'))
        return km_gate(model, dialect, owned).text
    if kind in {"km", "nothing", "any"}:
        model = KmAnonymity(2 if kind == "nothing" else 8, None if kind == "any" else 3)
        return km_gate(model, dialect, twice if kind == "nothing" else table).text
    if kind == "disassociation":
        return disassociation_gate(Disassociation(4, m, 30, safe=True), dialect, release_tables(f"{above}safe")).text
    if kind.startswith("unknown"):
        known = ("A",) if "list" in kind else script_table(f"{above}misspelled", OPTIONS)
        return km_gate(KmAnonymity(8, 3, known=True), dialect, table, known).text
    sensitive: Listed = named if kind == "rho" else LISTED[dialect == "redshift"]
    if kind in NOTHING:
        sensitive = ("A",) if "list" in kind else script_table(f"{above}{kind}", OPTIONS)
    return rho_gate(RHO, dialect, table, sensitive).text


#: k, and how many items may be known that are there, and that are not. Of two that are not ClickHouse refuses the plan.
ABSENT = {"absent": (8, 2, 1), "absent of persons": (4, 1, 1)}


def absent_text(kind: str, dialect: str, above: str) -> str:
    """A gate where absent items may be known, of records or of persons."""
    by_person = kind == "absent of persons"
    k, m, absent = ABSENT[kind]
    table = script_table(f"{above}{'owned' if by_person else 'baskets'}", OPTIONS)
    table = replace(table, columns=dict(table.columns) | ({"person": "whose"} if by_person else {}))
    return km_gate(KmAnonymity(k, m, by_person, absent=absent), dialect, table).text


def absent_wanted(kind: str) -> Rows:
    """What the audit counts."""
    by_person = kind == "absent of persons"
    k, m, absent = ABSENT[kind]
    source, person = (OWNED, "person") if by_person else (TABLE, "")
    km = api.audit_km(source, k=k, m=m, absent=absent, person=person)
    assert km.absent and km.absent.threats
    rows: Rows = [
        (level.size, level.threats, level.at_risk, *([level.persons_at_risk] if by_person else []), "absent items")
        for level in km.absent.levels
    ]
    by_size = [km.threats_by_size(), km.at_risk_by_size(), *([km.persons_at_risk_by_size()] if by_person else [])]
    if km.threats_present:
        rows += [(size, *(counts[size] for counts in by_size), "threats") for size in range(1, m + 1)]
    return sorted(rows)


def coherence_text(kind: str, dialect: str, above: str) -> str:
    """A gate of coherence: by a list of items, or by a table of them with groups."""
    names = ("baskets", "owned", "secret", "grouped")
    table, owned, named, groups = (script_table(f"{above}{name}", OPTIONS) for name in names)
    if kind == "coherence by list":
        return coherence_gate(Coherence(8, 2, Fraction(7, 10)), dialect, table, SECRET).text
    groups = replace(groups, columns={"item": "what", "name": '"group"'})
    if kind == "coherence":
        return coherence_gate(Coherence(8, 2, Fraction(7, 10)), dialect, table, named, groups).text
    owned = replace(owned, columns={**(owned.columns or {}), "person": "whose"})
    return coherence_gate(Coherence(4, 2, Fraction(7, 10), True), dialect, owned, named, groups).text


def coherence_wanted(kind: str) -> Rows:
    """What the audits count, of one known item and of two."""
    by_list, by_person = kind == "coherence by list", kind == "coherence of persons"
    how: dict[str, Any] = {"k": 4 if by_person else 8, "h": "0.7", "person": "person" if by_person else ""}
    how["sensitive"] = pa.table({"item": list(SECRET)})
    groups = pa.table({"item": list(SECRET), "group": ["one"] * 2})
    source = OWNED if by_person else TABLE
    audits = [api.audit_coherence(source, m=m, sensitive_groups=None if by_list else groups, **how) for m in (1, 2)]
    assert audits[1].violations > audits[0].violations > 0 or by_person
    rows: Rows = []
    by_size = {level.size: level.rare + level.sure for level in audits[1].levels}
    for size, audit in enumerate(audits, 1):
        who = [audit.persons_at_risk] if by_person else []
        rows.append((size, by_size.get(size, 0), audit.at_risk, *who, "threats"))
    return rows


def wanted(kind: str, m: int = 3) -> Rows:
    """What the program counts, in the rows of the gate; each record is there twice where there is nothing."""
    if kind == "persons":
        km = api.audit_km(OWNED, k=4, m=3, person="person")
        assert km.violations
        by_size = km.threats_by_size(), km.at_risk_by_size(), km.persons_at_risk_by_size()
        return [(size, *(counts[size] for counts in by_size), "threats") for size in (1, 2, 3)]
    others = {"any": _wanted_of_any, "any of persons": _wanted_of_any_persons, "nobody": _wanted_of_nobody}
    others |= {each: partial(_wanted_of_columns, each) for each in KINDS if each.startswith("columns")}
    others |= {each: partial(absent_wanted, each) for each in KINDS if each.startswith("absent")}
    others |= {each: partial(coherence_wanted, each) for each in KINDS if each.startswith("coherence")}
    if kind in others:
        return others[kind]()
    if kind == "nothing" or kind.startswith("unknown") or kind in NOTHING:
        told = f"no {'known' if kind.startswith('unknown') else 'sensitive'} item in the data"
        return [] if kind == "nothing" else [(0, 0, len(RECORDS), told)]
    if kind == "km":
        km = api.audit_km(TABLE, k=8, m=3)
        return [(size, km.threats_by_size()[size], km.at_risk_by_size()[size]) for size in (1, 2, 3)]
    if kind == "disassociation":
        with DuckDBEngine() as engine:
            counts = count_folder(engine, released(engine), Disassociation(4, m, 30))
        assert counts.by_check["chunk_km"] and counts.by_check["structure"], counts.by_check
        return sorted((check, n) for check, n in counts.by_check.items() if n)
    sizes = [api.audit_rho(TABLE, rho="0.4", m=m, sensitive=pa.table({"item": list(NAMED)})) for m in (1, 2)]
    return [(at, sizes[1].by_size[at], one.at_risk, "threats") for at, one in enumerate(sizes, 1)]


def _month_of(at: int) -> int:
    return at % 2


def _shop_of(at: int) -> str | None:
    return ("x", "It's", None)[at // 5 % 3]


def _wanted_of_columns(kind: str) -> Rows:
    """Among the records of the same month and shop."""
    ids = sorted({*TABLE["record_id"].to_pylist()})
    records = [record for record in RECORDS if record]
    classes = [(_month_of(at), _shop_of(at)) for at in ids]
    units = [at % 9 for at in ids] if "persons" in kind else ids
    threats = columns_oracle.every_minimal_threat(records, classes, units, 6, 2)
    rows: Rows = []
    for size in range(3):
        risky = [at for at, one in enumerate(records) if any(
            of == classes[at] and len(some) <= size and some <= {*one} for of, some in threats)]  # fmt: skip
        who = [len({units[at] for at in risky})] if "persons" in kind else []
        rows.append((size, sum(len(some) == size for _, some in threats), len(risky), *who, "threats"))
    return rows


def _wanted_of_any() -> Rows:
    km = api.audit_km(TABLE, k=8, count="records")
    return [(km.records, km.at_risk, "threats")]


def _wanted_of_any_persons() -> Rows:
    """Records, and persons, with all items of records of fewer than 4 persons."""
    km = api.audit_km(OWNED, k=4, count="records", person="person")
    sets, whose = (
        [{*record} for record in RECORDS if record],
        [at % 9 for at in sorted({*TABLE["record_id"].to_pylist()})],
    )
    at_risk = [one for one in sets if len({who for other, who in zip(sets, whose, strict=True) if one <= other}) < 4]
    return [(km.records, len(at_risk), km.persons, km.at_risk, "threats")]


def _wanted_of_nobody() -> Rows:
    """One person alone, and records of nobody: each item is a threat, for too few persons hold it."""
    ids = TABLE["record_id"].to_pylist()
    items, records = len(set(TABLE["item"].to_pylist())), len(set(ids))
    told = (0, 0, sum(at % 9 in {0, 1} for at in set(ids)), 0, "records without a person")
    return [told, *((size, items * (size == 1), records, 1, "threats") for size in (1, 2, 3))]


def whole(rows: Rows) -> Rows:
    return sorted(tuple(cell if isinstance(cell, str) else int(cell) for cell in row) for row in rows)


@pytest.mark.parametrize("dialect", ["postgres", "redshift"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_gate_runs_on_postgresql(
    postgres: PostgresPlace, tables: dict[str, pa.Table], kind: str, dialect: str
) -> None:
    """Redshift speaks the dialect of an old PostgreSQL; what it gets is run here, too, where it has no LISTAGG.

    Only the length of a text is one that PostgreSQL has no word for.
    """
    if kind in {"disassociation", "any", "any of persons"} and dialect == "redshift":
        return
    for name, table in tables.items():
        postgres.put(table, name)
    before = postgres.tables()
    made = text(kind, dialect, "tests.").replace("VARCHAR(MAX)", "VARCHAR")
    assert whole(postgres.run(made)) == wanted(kind)
    assert postgres.tables() == before


def test_a_seed_of_numbers_names_items_of_text_on_postgresql(postgres: PostgresPlace) -> None:
    postgres.put(pa.table({"who": [1, 1, 2, 2], "what": ["7", "x", "7", "x"]}), "numbered")
    postgres.put(pa.table({"what": [7]}), "numbers")
    baskets, numbers = (script_table(f"tests.{name}", OPTIONS) for name in ("numbered", "numbers"))
    model = RhoUncertainty.from_shares("0.3", 1)
    assert whole(postgres.run(rho_gate(model, "postgres", baskets, numbers).text)) == [(1, 1, 2, "threats")]
    assert whole(postgres.run(rho_gate(model, "postgres", baskets, ("7",)).text)) == [(1, 1, 2, "threats")]


@pytest.mark.parametrize("kind", KINDS)
def test_a_gate_runs_on_spark(spark_session: Any, tables: dict[str, pa.Table], kind: str) -> None:
    session = spark_session.newSession()
    for name, table in tables.items():
        session.createDataFrame(table).createOrReplaceTempView(name)
    dialect, m = "databricks" if kind == "rho" else "spark", 2 if kind == "disassociation" else 3
    assert whole([tuple(row) for row in session.sql(text(kind, dialect, m=m)).collect()]) == wanted(kind, m)


@pytest.mark.parametrize("kind", KINDS)
def test_a_gate_runs_on_clickhouse(tables: dict[str, pa.Table], tmp_path: Path, kind: str) -> None:
    assert whole(in_clickhouse(tables, text(kind, "clickhouse"), tmp_path)) == wanted(kind)
