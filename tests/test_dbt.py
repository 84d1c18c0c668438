"""The dbt package: its macros are the gates, word for word. ``dbt/integration_tests`` runs them with dbt itself."""

import os
import re
import runpy
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.models.coherence.gate import coherence_gate
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.scripts import disassociation_gate
from setanon_sql.models.km.gate import km_gate
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.gate import rho_gate
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.scripts.counts import CountsForm, counts_gate
from setanon_sql.verify.pieces import FolderTables

ROOT = Path(__file__).resolve().parent.parent
MACROS = ROOT / "dbt" / "macros"
SOURCE = Table("shop", columns={"record_id": "Customer Id", "item": "Item"})
NAMED = Table("named", columns={"item": "Item"})
TABLES = FolderTables(Table("shop"), Table("subs"), Table("terms"))


@pytest.mark.lint
@pytest.mark.newest_sqlglot
def test_the_macros_are_made_from_the_gates() -> None:
    pages = runpy.run_path(str(ROOT / ".ci" / "dbt_macros.py"))["pages"]()
    for name, text in pages.items():
        if os.environ.get("UPDATE_GOLDEN"):
            (MACROS / name).write_text(text, encoding="utf-8")
        assert (MACROS / name).read_text(encoding="utf-8") == text, f"UPDATE_GOLDEN=1 pytest {Path(__file__).name}"
    assert {path.name for path in MACROS.glob("*.sql")} == {*pages, "arguments.sql"}


def called(name: str, dialect: str, *arguments: Any) -> str:
    """What a macro of the package gives, in one line; a macro is what Jinja takes for one, without dbt's tests."""
    quote = "`" if dialect == "spark" else '"'
    text = re.sub(
        r"{% test .*?{% endtest %}", "", (MACROS / f"{name}.sql").read_text(encoding="utf-8"), flags=re.DOTALL
    )
    package = SimpleNamespace(
        column=lambda names, at: f"{quote}{names[at]}{quote}" if at < len(names) else "''",
        adding=lambda by, at, adding_up: f"'{by[at]}'" if at < len(by) and by[at] in adding_up else "''",
        word=lambda text: f"'{text}'",
    )
    given = {"adapter": SimpleNamespace(quote=lambda column: f"{quote}{column}{quote}"), "setanon": package}
    module = jinja2.Environment(autoescape=False).from_string(text).make_module(given)
    setattr(package, f"{name}_select", getattr(module, f"{name}_select"))
    return " ".join(str(getattr(module, f"{dialect}__{name}_gate")(*arguments)).split())


def quoted(name: str, dialect: str) -> str:
    return f"`{name}`" if dialect == "spark" else f'"{name}"'


#: Quick: the macros of one dialect.
CHOICES = [
    pytest.param(*choice, marks=[pytest.mark.slow] * (choice[0] != "duckdb"))
    for choice in product(["duckdb", "postgres", "spark"], [1, 2, 3], [False, True])
]


def coherent(dialect: str, m: int, other: bool) -> list[tuple[SelectEngine, str]]:
    """Gates of coherence, without groups and with them, and what the macro gives."""
    shop, named, grouped = (quoted(name, dialect) for name in ("shop", "named", "grouped"))
    groups = Table("grouped", columns={"item": "Item", "name": "group"})
    found = []
    for in_groups in (False, True):
        model = Coherence(7, m, Fraction(1, 3), other)
        listed = ("a", "b") if other == in_groups else NAMED
        table = replace(SOURCE, columns={**SOURCE.columns, "person": "Who"}) if other else SOURCE
        gate = coherence_gate(model, dialect, table, listed, groups if in_groups else None)
        words = ([1, 3], named, grouped if in_groups else None, "Who" if other else None)
        words = (*words, "'a', 'b'" if other == in_groups else "")
        found.append((gate, called("coherent", dialect, shop, "Customer Id", "Item", 7, m, *words)))
    return found


@pytest.mark.slow
@pytest.mark.newest_sqlglot
@pytest.mark.parametrize(("dialect", "m", "other"), CHOICES)
def test_a_macro_gives_the_gate_of_its_arguments(dialect: str, m: int, other: bool) -> None:
    shop, subs, terms, named = (quoted(name, dialect) for name in ("shop", "subs", "terms", "named"))
    of_persons = replace(SOURCE, columns={"record_id": "Customer Id", "item": "Item", "person": "Who"})
    gates = []
    for absent in range(3):
        gate = km_gate(KmAnonymity(7, m, other, absent=absent), dialect, of_persons if other else SOURCE)
        words = (shop, "Customer Id", "Item", 7, m, "Who" if other else None, absent)
        gates += [(gate, called("km_anonymous", dialect, *words, []))]
    for columns in (["Month", "Shop", "Till"][:n] for n in (1, 2, 3)):
        model = KmAnonymity(7, m, other, columns=tuple(columns))
        words = (shop, "Customer Id", "Item", 7, m, "Who" if other else None, 0, columns)
        gates += [(km_gate(model, dialect, of_persons if other else SOURCE), called("km_anonymous", dialect, *words))]
    if m < 3:
        gate = rho_gate(RhoUncertainty.from_shares("1/3", m), dialect, SOURCE, ("a", "b") if other else NAMED)
        words = ([1, 3], m, named, "'a', 'b'" if other else "")
        gates += [(gate, called("rho_uncertain", dialect, shop, "Customer Id", "Item", *words))]
        gates += coherent(dialect, m, other)
    gate = disassociation_gate(Disassociation(7, m, 8, safe=other), dialect, TABLES)
    gates += [(gate, called("disassociated", dialect, shop, subs, terms, 7, m, other))]
    form = CountsForm("N", ("Month",), ("Item", "Pair"), "all", "<5", 5 if other else 1, () if other else ("Month",))
    labels = replace(Table("named"), columns={"child": "child", "parent": "parent"}) if other else None
    words = (7, ["Month"], ["Item", "Pair"], "N", "all", "<5", form.rounded, list(form.adds_up), other and named)
    if m == 1:
        gates += [(counts_gate(7, dialect, Table("shop"), form, labels), called("counts_hold", dialect, shop, *words))]
    for gate, text in gates:
        assert text == " ".join(gate.text.split())
