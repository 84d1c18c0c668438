"""A release that a script makes by a mapping is that which the program makes by it."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
import sqlglot
from click.testing import CliRunner

from setanon_sql import api
from setanon_sql.__main__ import load_cli
from setanon_sql.errors import BadParameter

pytestmark = pytest.mark.slow

TREE = "item,level1,level2\n" + "".join(f"i{at},d{at // 6},s{at // 3}\n" for at in range(12))
BASKETS = [(who, f"i{(who * who + 3 * at) % 11}") for who in range(1, 61) for at in range(1 + who % 3)]
OTHERS = [*BASKETS, *((who, "o'clock") for who in range(1, 4)), (61, "unknown")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mapping, made of some rows; other ones are to be released by it."""
    folder = tmp_path_factory.mktemp("mapping")
    (folder / "tree.csv").write_text(TREE + "o'clock,d9,s9\n")
    write(folder / "first.csv", BASKETS)
    api.anonymize_km(
        folder / "first.csv", folder / "first.out.csv", k=3, m=2, taxonomy=folder / "tree.csv",
        mapping_out=folder / "map.csv",
    )  # fmt: skip
    return folder


def write(path: Path, rows: list[tuple[int, str]]) -> None:
    path.write_text("record_id,item\n" + "".join(f"{who},{item}\n" for who, item in rows))


def script(folder: Path, dialect: str = "duckdb", k: int = 3, m: int = 2, table: str = "baskets") -> str:
    made = api.sql_release_km(
        dialect=dialect, k=k, m=m, table=table, out="safe", mapping=folder / "map.csv", taxonomy=folder / "tree.csv"
    )
    return made.sql


def run(text: str, execute: Callable[[str], list[Any]], dialect: str = "duckdb") -> list[list[Any]]:
    """Run a script; return the rows of each SELECT in it."""
    statements = [one for one in sqlglot.parse(text, read=dialect) if one is not None]
    answers = [(one, execute(one.sql(dialect))) for one in statements]
    return [rows for one, rows in answers if isinstance(one, sqlglot.exp.Select)]


def sets(rows: list[tuple[Any, str]]) -> Counter[frozenset[str]]:
    return Counter(frozenset(label for who, label in rows if who == record) for record in {who for who, _ in rows})


@pytest.fixture
def shop() -> Any:
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE baskets (record_id INTEGER, item VARCHAR)")
        connection.executemany("INSERT INTO baskets VALUES (?, ?)", OTHERS)
        yield lambda text: connection.execute(text).fetchall()


def test_it_is_the_release_that_the_program_makes_by_the_mapping(folder: Path, shop: Any) -> None:
    counts, gate = run(script(folder), shop)
    rows = shop("SELECT record_id, item FROM safe")
    with duckdb.connect() as reader:
        expected = reader.execute(f"FROM read_csv('{folder}/first.out.csv', all_varchar = true)").fetchall()
    assert sets(rows) == sets(expected)
    assert gate == []
    assert counts == [(len(rows), len({who for who, _ in rows}), 4)]
    assert sorted({who for who, _ in rows}) == list(range(1, len({who for who, _ in rows}) + 1))
    labels = dict(shop("SELECT label, depth FROM safe_labels"))
    assert labels.keys() == {label for _, label in rows}
    assert shop("SHOW TABLES") == [("baskets",), ("safe",), ("safe_labels",)]


def test_what_breaks_the_promise_is_told_and_no_table_is_replaced(folder: Path, shop: Any) -> None:
    _, gate = run(script(folder, k=40), shop)
    assert gate
    with pytest.raises(duckdb.CatalogException, match="already exists"):
        run(script(folder), shop)


def test_a_name_in_double_quotes_is_that_of_both_tables(folder: Path, shop: Any) -> None:
    how: dict[str, Any] = {"mapping": folder / "map.csv", "taxonomy": folder / "tree.csv"}
    made = api.sql_release_km(dialect="duckdb", k=3, m=2, table="baskets", out='"Safe ""one"""', **how)
    *_, gate = run(made.sql, shop)
    assert gate == []
    assert {name for (name,) in shop("SHOW TABLES")} == {"baskets", 'Safe "one"', 'Safe "one"_labels'}


def test_new_record_ids_are_others_each_time(folder: Path) -> None:
    assert script(folder) != script(folder)


@pytest.mark.parametrize("dialect", ["postgres", "snowflake", "bigquery", "databricks", "redshift", "trino", "mysql"])
def test_it_parses_in_its_dialect(folder: Path, dialect: str) -> None:
    parsed = sqlglot.parse(script(folder, dialect), read=dialect, error_level=sqlglot.ErrorLevel.RAISE)
    kinds = {type(statement).__name__ for statement in parsed if statement is not None}
    assert kinds - {"Set"} == {"Create", "Insert", "Select", "Drop"}


def test_more_known_items_than_a_gate_counts_are_refused(folder: Path) -> None:
    with pytest.raises(BadParameter, match="up to 3 known items"):
        script(folder, m=4)


def test_the_command_prints_it(folder: Path) -> None:
    command = ["sql", "release", "km", "--k", "3", "--m", "2", "--dialect", "spark", "--out", "safe", "--mapping"]
    done = CliRunner().invoke(load_cli().cli, [*command, str(folder / "map.csv")])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("-- For the owner of the data alone")
