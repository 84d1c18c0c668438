"""What leaves a server whose tables are worked on here, by the server's own log: what was named, and counts."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pyarrow as pa
import pytest
import sqlglot
from sqlglot import exp

from setanon_sql import api
from setanon_sql.dataset import PersonHint
from setanon_sql.errors import BadInput
from setanon_sql.sources import SourceOptions
from tests.engines.places import PostgresPlace

ROWS = pa.table(
    {
        "record_id": [1, 1, 2, 3],
        "item": ["a", "b", "a", "b"],
        "customer_id": ["ann", "ann", "bob", "ann"],
        "note": ["x", "y", "z", "x"],
    }
)
ADDRESSES = ["here:{}", "adbc:postgresql?uri={}"]


def address(form: str, url: str) -> str:
    return form.format(quote(url, safe="") if form.startswith("adbc:") else url)


def outputs_of(text: str) -> list[exp.Expr]:
    """Return what a statement of the log gives to who asked."""
    query = re.sub(r"^[^:]*: (COPY \((?P<copied>.*)\) TO STDOUT.*)?", r"\g<copied>", text, flags=re.DOTALL)
    return [output.unalias() for output in sqlglot.parse_one(query, read="postgres").selects]


@pytest.fixture
def logged(postgres: PostgresPlace, limited: str) -> Iterator[Callable[[], list[str]]]:
    """Returns what gives the statements of the role ``limited`` that name the source."""
    postgres.run("ALTER ROLE limited SET log_statement = 'all'")
    start = len(postgres.run("SELECT pg_read_file('log')")[0][0])

    def statements() -> list[str]:
        log = postgres.run("SELECT pg_read_file('log')")[0][0][start:]
        texts = re.split(r"^\d{4}-.*? (?:LOG|ERROR|STATEMENT):  ", log, flags=re.MULTILINE)
        return [text for text in texts if '"rows"' in text or "tests.rows" in text]

    postgres.put(ROWS, "rows")
    postgres.run("GRANT USAGE ON SCHEMA tests TO limited")
    yield statements
    postgres.run("ALTER ROLE limited RESET log_statement")


@pytest.mark.parametrize("form", ADDRESSES)
def test_a_column_nobody_named_is_counted_there(
    postgres: PostgresPlace, limited: str, logged: Callable[[], list[str]], form: str
) -> None:
    postgres.run("GRANT SELECT ON tests.rows TO limited")
    options = SourceOptions(db=address(form, limited))
    found = api.audit_km("tests.rows", k=2, m=1, options=options)
    assert found.person_hint == PersonHint("customer_id", 2)
    asked = [outputs_of(text) for text in logged() if "customer_id" in text]
    assert asked and all(isinstance(output, exp.Count | exp.Filter) for outputs in asked for output in outputs)
    api.audit_km("tests.rows", k=2, m=1, person="customer_id", options=options)
    assert not any("note" in text for text in logged())


@pytest.mark.parametrize("form", ADDRESSES)
def test_two_columns_are_enough(
    postgres: PostgresPlace, limited: str, logged: Callable[[], list[str]], form: str
) -> None:
    postgres.run("GRANT SELECT (record_id, item) ON tests.rows TO limited")
    found = api.audit_km("tests.rows", k=2, m=1, options=SourceOptions(db=address(form, limited)))
    assert (found.records, found.violations, found.person_hint) == (3, 0, None)
    for where in ("record_id > 1", "item <> 'b'"):
        options = SourceOptions(db=address(form, limited), where=where)
        assert api.audit_km("tests.rows", k=2, m=1, options=options).person_hint is None


@pytest.mark.parametrize("form", ADDRESSES)
def test_a_list_without_the_columns_that_are_read_stays_there(
    postgres: PostgresPlace, limited: str, logged: Callable[[], list[str]], form: str
) -> None:
    postgres.run("CREATE TABLE tests.others AS SELECT 'secret'::text AS note")
    postgres.run("GRANT SELECT ON tests.rows, tests.others TO limited")
    options = SourceOptions(db=address(form, limited))
    with pytest.raises(BadInput, match="has no column"):
        api.audit_rho("tests.rows", rho="0.5", m=1, sensitive="tests.others", options=options)
    assert not any("note" in text for text in logged())
