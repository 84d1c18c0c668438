"""The gates: one SELECT each, which counts what the audits count, and says nothing where the guarantee holds."""

from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.scripts import disassociation_gate, release_tables
from setanon_sql.models.km.gate import km_gate
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.scripts import audit_km_script
from setanon_sql.models.rho.gate import rho_gate
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.scripts import audit_rho_script
from setanon_sql.query.dialects import WAREHOUSES
from setanon_sql.query.templates import Table
from setanon_sql.sources import SourceOptions
from tests.cli.program import Program
from tests.oracle import km as km_oracle
from tests.rho import oracle as rho_oracle
from tests.strategies import ITEMS, baskets, examples

Rows = list[tuple[Any, ...]]
BASKETS = Table("baskets", columns={"record_id": "record_id", "item": "item"}, quoted=False)
NAMED = Table("named", columns={"item": "item"})

#: A gate depends on few things, and takes longer to make than to run.
km_gates, rho_gates = cache(km_gate), cache(rho_gate)


@cache
def _base() -> duckdb.DuckDBPyConnection:
    return duckdb.connect(config={"threads": 1})


def run(text: str, **tables: pa.Table) -> Rows:
    """Run a gate over tables: views of one database, made anew each time."""
    for name, table in tables.items():
        _base().register(name, table)
    return sorted(_base().execute(text).fetchall())


def rows_of(records: list[set[str]]) -> pa.Table:
    """Records as a table ``record_id, item``, the rows of the first one twice, and with rows that lack something."""
    pairs = [(f"r{at}", item) for at, record in enumerate([*records, *records[:1]]) for item in sorted(record)]
    pairs = [(who if who != f"r{len(records)}" else "r0", item) for who, item in pairs]
    ids, items = [who for who, _ in pairs] + [None, "r0"], [item for _, item in pairs] + ["a", None]
    return pa.table({"record_id": pa.array(ids, pa.string()), "item": pa.array(items, pa.string())})


@examples(150)
@given(baskets, st.integers(2, 5), st.integers(1, 3))
def test_the_gate_of_km_counts_threats_and_records(records: list[set[str]], k: int, m: int) -> None:
    threats = km_oracle.minimal_threats(records, k, m)
    sizes = [sum(len(one) == size for one in threats) for size in range(1, m + 1)]
    wanted = [(at, n, km_oracle.records_at_risk(records, threats, at)) for at, n in enumerate(sizes, 1)]
    found = run(km_gates(KmAnonymity(k, m), "duckdb", BASKETS).text, baskets=rows_of(records))
    assert found == (wanted if threats else [])


@pytest.mark.slow
@examples(150)
@given(
    baskets,
    st.sets(st.sampled_from(ITEMS), max_size=3),
    st.sampled_from(["0.2", "1/3", "0.5", "0.9"]),
    st.integers(1, 2),
)
def test_the_gate_of_rho_counts_rules_and_records(records: list[set[str]], named: set[str], rho: str, m: int) -> None:
    model = RhoUncertainty.from_shares(rho, m)
    hidden = dict.fromkeys(range(len(records)), named)
    sizes = [rho_oracle.check(records, records, hidden, model.rho, size) for size in range(1, m + 1)]
    rules = sizes[-1].by_size()
    wanted = [(at, rules.get(at, 0), len(found.at_risk), "threats") for at, found in enumerate(sizes, 1)]
    held = sum(bool(record) for record in records)
    if not any(record & named for record in records) and (held or not named):
        wanted = [(0, 0, held, "no sensitive item in the data")]
        rules = {1: 1}
    tables = {"baskets": rows_of(records), "named": pa.table({"item": pa.array(sorted(named), pa.string())})}
    in_table = rho_gates(model, "duckdb", BASKETS, NAMED)
    assert run(in_table.text, **tables) == (wanted if rules else [])
    in_list = rho_gates(model, "duckdb", BASKETS, (*sorted(named), "unheard'of"))
    assert run(in_list.text, **tables) == (run(in_table.text, **tables) if held else [])


OTHERS = ("redshift", "databricks", "trino", "mysql", "clickhouse")


@pytest.mark.parametrize(
    "dialect",
    [
        "snowflake",
        "bigquery",
        *(pytest.param(one, marks=pytest.mark.slow) for one in OTHERS),
    ],
)
def test_a_gate_parses_in_its_dialect(dialect: str) -> None:
    named = Table("shop.named", columns={"item": "item"})
    gates = [
        km_gate(KmAnonymity(5, 3), dialect, BASKETS),
        rho_gate(RhoUncertainty.from_shares("0.5", 2), dialect, BASKETS, ("a'b", "c")),
        rho_gate(RhoUncertainty.from_shares("0.5", 2), dialect, BASKETS, named),
        disassociation_gate(Disassociation(5, 3, 6, safe=True), dialect, release_tables("marts.safe")),
    ]
    for gate in gates:
        (parsed,) = sqlglot.parse(gate.text, read=dialect, error_level=sqlglot.ErrorLevel.RAISE)
        assert isinstance(parsed, sqlglot.exp.Select)
        assert dialect not in {"redshift", "mysql"} or "FILTER" not in gate.text.upper()


@pytest.mark.slow
@pytest.mark.parametrize("model", ["km", "coherence", "rho", "disassociation"])
def test_a_gate_can_be_had_for_every_warehouse(setanon: Program, model: str) -> None:
    more = {"km": "--k 5 --m 3", "rho": "--rho 0.5 --m 2 --sensitive s", "disassociation": "--k 5 --m 3 --release r"}
    more["coherence"] = "--k 5 --m 2 --h 0.4 --sensitive s --person who"
    for dialect in WAREHOUSES:
        answer = setanon(*f"sql gate {model} {more[model]} --dialect {dialect}".split())
        assert answer.code == 0 and answer.out.startswith("WITH\n"), (dialect, answer.err)


def test_names_are_as_the_warehouse_takes_them_or_exactly_as_they_are_quoted(setanon: Program) -> None:
    given = ["sql", "gate", "km", "--k", "2", "--m", "1", "--dialect", "duckdb", "--record-id", "Customer Id"]
    text = setanon(*given, "--item", '"Item"', "--table", 'Shop."My ""Baskets""".t').out
    assert '"Customer Id" AS record_id' in text and '"Item" AS item' in text
    assert 'FROM Shop."My ""Baskets""".t' in text
    words = ["sql", "gate", "disassociation", "--k", "2", "--m", "1", "--dialect", "duckdb", "--release"]
    release = setanon(*words, 'marts."Safe Ones"').out
    assert 'FROM marts."Safe Ones_terms"' in release


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("km --k 5 --m 4 --dialect duckdb", "a gate needs --m, 3 at the most"),
        ("rho --rho 0.5 --m 3 --sensitive s --dialect duckdb", "a gate needs --m, 2 at the most"),
        ("rho --rho 0.5 --m 2 --dialect duckdb", "what is sensitive?"),
        ("rho --rho 0.5 --m 2 --sensitive s --sensitive-item a --dialect duckdb", "what is sensitive?"),
        ("km --k 5 --m 2 --dialect klingon", "--dialect is not one of a warehouse"),
    ],
)
def test_a_gate_that_cannot_be_made_says_why(setanon: Program, words: str, says: str) -> None:
    answer = setanon("sql", "gate", *words.split())
    assert answer.code == 2 and says in answer.err


@pytest.mark.datasets
@pytest.mark.whole
def test_the_gates_count_what_the_audits_count_in_real_data(datasets: Path) -> None:
    path = datasets / "bms-webview-1.txt"
    records = enumerate(path.read_text().splitlines(), 1)
    pairs = [(at, one) for at, line in records for one in sorted(set(line.split(",")))]
    source = pa.table({"record_id": [who for who, _ in pairs], "item": [one for _, one in pairs]})
    found = api.audit_km(source, k=5, m=2)
    assert found.rows == 149_639
    threats, at_risk = found.threats_by_size(), found.at_risk_by_size()
    gate = km_gate(KmAnonymity(5, 2), "duckdb", BASKETS)
    assert run(gate.text, baskets=source) == [(size, threats[size], at_risk[size]) for size in (1, 2)]
    named = sorted({one for _, one in pairs})[::10]
    hidden = pa.table({"item": named})
    sizes = [api.audit_rho(source, rho="0.1", m=m, sensitive=hidden) for m in (1, 2)]
    assert sizes[1].violations
    told = run(rho_gate(RhoUncertainty.from_shares("0.1", 2), "duckdb", BASKETS, tuple(named)).text, baskets=source)
    assert told == [(at, sizes[1].by_size.get(at, 0), one.at_risk, "threats") for at, one in enumerate(sizes, 1)]


@pytest.mark.slow
def test_a_release_passes_and_its_source_does_not(tmp_path: Path, setanon: Program) -> None:
    setanon("demo", "--folder", tmp_path, "--records", "500")
    source = tmp_path / "baskets.csv"
    release = tmp_path / "released.parquet"
    made = setanon(
        "anonymize", "km", source, "--out", release, "--k", "5", "--m", "2", "--taxonomy", tmp_path / "departments.csv"
    )
    assert made.code == 0, made.err
    gate = setanon("sql", "gate", "km", "--k", "5", "--m", "2", "--dialect", "duckdb", "--table", "baskets").out
    for path, rows in ((release, 0), (source, 2)):
        with duckdb.connect() as connection:
            connection.execute(f"CREATE VIEW baskets AS FROM '{path}'")
            assert len(connection.execute(gate).fetchall()) == rows


def test_blank_record_ids_and_items_are_none_for_gates_as_for_audits(tmp_path: Path) -> None:
    rows = [
        ("r0", "a"),
        ("r0", "b"),
        ("r1", "a"),
        ("r1", " "),
        ("r2", "a"),
        ("r2", ""),
        ("r3", "\t"),
        (" ", "b"),
        ("", "c"),
    ]
    table = pa.table({"record_id": [who for who, _ in rows], "item": [item for _, item in rows]})
    duckdb.from_arrow(table).write_csv(str(tmp_path / "b.csv"))
    dropping = SourceOptions(on_null="drop")
    audit = api.audit_km(tmp_path / "b.csv", k=2, m=2, options=dropping)
    sizes = audit.threats_by_size(), audit.at_risk_by_size()
    threats = [(at, *(counts.get(at, 0) for counts in sizes)) for at in (1, 2)]
    assert run(km_gates(KmAnonymity(2, 2), "duckdb", BASKETS).text, baskets=table) == threats
    with pytest.raises(BadInput, match=r"no record id|no item"):
        api.audit_km(tmp_path / "b.csv", k=2, m=2)


def test_a_list_of_numbers_is_compared_with_items_of_text() -> None:
    model = RhoUncertainty.from_shares("0.3", 1)
    for items, sensitive in ((["1", "x", "1", "x"], [1]), ([1, 2, 1, 2], ["1", "x"])):
        table = pa.table({"record_id": [1, 1, 2, 2], "item": items})
        gates = (rho_gates(model, "duckdb", BASKETS, NAMED), rho_gates(model, "duckdb", BASKETS, ("1",)))
        for gate in gates:
            assert run(gate.text, baskets=table, named=pa.table({"item": sensitive})) == [(1, 1, 2, "threats")]


NOTHING = {
    "empty": [],
    "missing": [None, None],
    "blank": ["", " \t"],
    "misspelled": ["A", "a ", "c"],
}


@pytest.mark.parametrize("case", NOTHING)
def test_a_list_that_names_nothing_of_the_data_does_not_let_a_gate_pass(case: str) -> None:
    """Where there are no data, only a list that names nothing at all is at fault."""
    named = pa.table({"item": pa.array(NOTHING[case], pa.string())})
    baskets_table = pa.table({"record_id": [1, 1, 2, 2], "item": ["a", "b"] * 2})
    gates = {
        "sensitive": rho_gates(RhoUncertainty.from_shares("0.3", 2), "duckdb", BASKETS, NAMED),
        "known": km_gates(KmAnonymity(3, 2, known=True), "duckdb", BASKETS, NAMED),
    }
    for kind, gate in gates.items():
        told = f"no {kind} item in the data"
        assert run(gate.text, baskets=baskets_table, named=named) == [(0, 0, 2, told)]
        without_data = run(gate.text, baskets=baskets_table.slice(0, 0), named=named)
        assert without_data == ([] if case == "misspelled" else [(0, 0, 0, told)])


@pytest.mark.parametrize("case", NOTHING)
def test_a_list_that_names_nothing_of_the_data_is_told_by_a_script(case: str) -> None:
    _base().register("named", pa.table({"item": pa.array(NOTHING[case], pa.string())}))
    _base().register("baskets", pa.table({"record_id": [1, 1, 2, 2], "item": ["a", "b"] * 2}))
    scripts = {
        "sensitive": audit_rho_script(RhoUncertainty.from_shares("0.3", 1), "duckdb", BASKETS, NAMED),
        "known": audit_km_script(KmAnonymity(3, 1, known=True), "duckdb", BASKETS, knowable=NAMED),
    }
    for kind, script in scripts.items():
        for statement in _base().extract_statements(script):
            answer = _base().execute(statement)
            if statement.type == duckdb.StatementType.SELECT:
                rows = [(*row[:3], row[-1]) for row in answer.fetchall()]
        assert rows == [(0, 0, 2, f"no {kind} item in the data"), (1, 0, 0, "threats")]


@pytest.mark.parametrize("labels", [("b",), ("", "A"), ("a ",)])
def test_labels_that_name_nothing_of_the_data_do_not_let_a_gate_pass(labels: tuple[str, ...]) -> None:
    baskets_table = pa.table({"record_id": [1, 2, 2], "item": ["a", "a", "B"]})
    gates = {
        "sensitive": rho_gates(RhoUncertainty.from_shares("0.3", 1), "duckdb", BASKETS, labels),
        "known": km_gates(KmAnonymity(3, 2, known=True), "duckdb", BASKETS, labels),
    }
    for kind, gate in gates.items():
        assert run(gate.text, baskets=baskets_table) == [(0, 0, 2, f"no {kind} item in the data")]
        assert run(gate.text, baskets=baskets_table.slice(0, 0)) == []
