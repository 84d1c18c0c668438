"""Rows in codes, worked on elsewhere: what is decided there, the owner's script carries out in names."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest
import sqlglot

from setanon_sql import api
from setanon_sql.errors import BadParameter
from setanon_sql.sources import SourceOptions

pytestmark = pytest.mark.slow

TREE = "item,level1,level2\n" + "".join(f"i{at},d{at // 6},s{at // 3}\n" for at in range(12))
#: Supports that differ, so that no choice is between equals.
BASKETS = [(f"r{who:03}", f"i{at}") for who in range(200) for at in range(12) if who * (at + 3) % (7 + 3 * at) < 4]


def run(text: str, db: Path, dialect: str = "duckdb") -> list[list[Any]]:
    """Run a script; return the rows of each SELECT in it."""
    with duckdb.connect(db) as connection:
        trees = [one for one in sqlglot.parse(text, read=dialect) if one is not None]
        answers = [(one, connection.execute(one.sql("duckdb")).fetchall()) for one in trees]
    return [rows for one, rows in answers if isinstance(one, sqlglot.exp.Select)]


def sets(rows: list[tuple[Any, Any]]) -> Counter[frozenset[str]]:
    return Counter(frozenset(str(label) for who, label in rows if who == each) for each in {who for who, _ in rows})


def asked(db: Path, text: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(db, read_only=True) as connection:
        return connection.execute(text).fetchall()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """The owner's database, with rows in an order that tells names, and the view of codes that a script made."""
    (tmp_path / "tree.csv").write_text(TREE)
    with duckdb.connect(tmp_path / "shop.duckdb") as connection:
        connection.execute("CREATE TABLE baskets (record_id VARCHAR, item VARCHAR)")
        rows = zip(*BASKETS, ("r000", " "), (None, "i1"), strict=True)
        connection.execute("INSERT INTO baskets SELECT unnest(?), unnest(?)", [*map(list, rows)])
    made = api.sql_code(
        dialect="duckdb", table="baskets", codes="own", out="coded", taxonomy=tmp_path / "tree.csv", item="item"
    )
    assert run(made.sql, tmp_path / "shop.duckdb") == []
    return tmp_path / "shop.duckdb"


def test_a_view_of_codes_has_the_rows_and_names_nothing(shop: Path) -> None:
    rows = asked(shop, "FROM coded")
    names = dict(asked(shop, "SELECT code, label FROM own"))
    records = dict(asked(shop, "SELECT code, record_id FROM own_records"))
    assert sorted((records[who], names[item]) for who, item in rows) == sorted(BASKETS)
    assert rows == sorted(rows) and {type(cell) for row in rows for cell in row} == {int}
    assert sorted(names) == list(range(1, len(names) + 1)) and sorted(records) == list(range(1, len(records) + 1))
    assert [names[code] for code in sorted(names)] != sorted(names.values())
    edges = {(names[child], names[parent]) for child, parent in asked(shop, "FROM coded_taxonomy")}
    tree = api.read_tree(shop.with_name("tree.csv"))
    assert edges == set(tree.parent.items())
    tables = {name for (name,) in asked(shop, "SELECT table_name FROM duckdb_tables()")}
    assert tables == {"baskets", "own", "own_records", "coded_taxonomy"}


def test_no_two_scripts_have_one_key(shop: Path) -> None:
    texts = [api.sql_code(dialect="duckdb", codes="own", out="coded").sql for _ in range(2)]
    keys = [key for text in texts for key in re.findall("'([0-9a-f]{64})'", text)]
    assert len(set(keys)) == 4


def test_what_is_decided_on_codes_is_carried_out_in_names(shop: Path, tmp_path: Path) -> None:
    """The same release as that of the rows themselves, from a mapping in which no name stands."""
    there, coded = SourceOptions(db=str(shop)), tmp_path / "map.csv"
    asks: dict[str, Any] = {"k": 4, "m": 2, "optimum": 0}
    decided = api.anonymize_km(
        "coded", tmp_path / "coded.csv", taxonomy="coded_taxonomy", options=there, mapping_out=coded, **asks
    )
    plain = api.anonymize_km(
        "baskets", tmp_path / "plain.csv", taxonomy=tmp_path / "tree.csv",
        options=SourceOptions(db=str(shop), on_null="drop"), **asks,
    )  # fmt: skip
    assert decided.utility == plain.utility and 0 < plain.utility.ncp < 1
    assert not re.search("[a-z]", coded.read_text().partition("\n")[2])
    script = api.sql_release_km(
        dialect="duckdb", k=4, m=2, table="baskets", out="safe", mapping=coded, codes="own",
        taxonomy=tmp_path / "tree.csv",
    )  # fmt: skip
    (counts,), gate = run(script.sql, shop)
    rows = asked(shop, "FROM safe")
    assert gate == [] and counts == (len(rows), len({who for who, _ in rows}), 0)
    assert sets(rows) == sets([tuple(row) for row in plain.df().itertuples(index=False)])
    labels = asked(shop, "SELECT * FROM safe_labels ORDER BY label")
    with duckdb.connect() as reader:
        expected = reader.execute(f"FROM read_csv('{tmp_path}/plain.csv.labels.csv') ORDER BY label").fetchall()
    assert labels == expected


def test_a_mapping_in_names_is_none_in_codes(shop: Path, tmp_path: Path) -> None:
    (tmp_path / "map.csv").write_text("item,label\ni1,s0\n")
    with pytest.raises(BadParameter, match="labels that are no codes"):
        api.sql_release_km(dialect="duckdb", k=2, m=2, out="safe", mapping=tmp_path / "map.csv", codes="own")


def test_it_parses_in_all_dialects(tmp_path: Path) -> None:
    (tmp_path / "tree.csv").write_text(TREE)
    for dialect in ("postgres", "snowflake", "bigquery", "databricks", "redshift", "trino", "mysql"):
        made = api.sql_code(dialect=dialect, codes="own", out="lab.coded", taxonomy=tmp_path / "tree.csv")
        parsed = sqlglot.parse(made.sql, read=dialect, error_level=sqlglot.ErrorLevel.RAISE)
        kinds = {type(statement).__name__ for statement in parsed if statement is not None}
        assert kinds - {"Set"} == {"Create", "Insert", "Drop"}
