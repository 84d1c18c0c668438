"""Functions of queries: what replaces a call is what the macro gives in the DuckDB shell."""

import re
from pathlib import Path

import duckdb
import pytest
import sqlglot

from setanon_sql.query.functions import definitions, expanded, functions
from setanon_sql.query.steps import folder, steps
from tests.query.lint import OWN

NUMBERS = "(VALUES (0, 0), (7, 2147483646), (2147483646, 5), (1048577, 1048575)) AS t(a, b)"
SHARES = (
    "(SELECT x.n * 2147483648 + y.n AS joint, u.n * 2147483648 + v.n AS support "
    "FROM (VALUES (0), (2)) AS x(n), (VALUES (1), (3)) AS y(n), "
    "(VALUES (0), (2), (3)) AS u(n), (VALUES (3), (7)) AS v(n)"
    ") AS t"
)
HASHES = "(VALUES (md5('a')), (md5('b')), ('ffffffffffffffffffffffffffffffff')) AS t(a)"
CALLS = [
    (NUMBERS, "pair(a, b)"),
    (NUMBERS, "pair(a, highest_number() - b)"),
    (NUMBERS, "pair_first(pair(a, b)) * 10 + pair_second(pair(a, b))"),
    (NUMBERS, "pair_second(pair(a, b)) = b"),
    (NUMBERS, "pair_key(a, b) - pair_key(a + 1, b)"),
    (NUMBERS, "pair_key(a, b) % prime() + 1"),
    (NUMBERS, "bits(cast(a AS bigint) & b)"),
    (NUMBERS, "100 - bits(cast(a AS bigint)) - 1"),
    (
        NUMBERS,
        "sum_of_bytes(bits_of_bytes(bits_of_four(bits_of_two(cast(a AS bigint) * b)))) - bits(cast(a AS bigint) * b)",
    ),
    (NUMBERS, "word_set(word_of(a, b % 9)) * 10 + word_number(word_of(a, b % 9))"),
    (SHARES, "NOT (share_above(joint, support, 1, 2))"),
    (SHARES, "(share_reaches(joint, support, 2)) AND NOT (share_reaches(joint, support, 0))"),
    (SHARES, "share_of(joint, support) * 2"),
    (HASHES, "digit(a, 2) * 3 - digit(a, 1 + 2)"),
    (HASHES, "seven_digits(a, 8) * 2"),
    (HASHES, "spelling(concat(' Ab ', a), ' ')"),
    (HASHES, "letters(concat(' ', a, chr(9), chr(13))) + 1"),
    (HASHES, "concat(sha256_digits(a), sha256_digits(concat(a, 'ä')))"),
    (HASHES, "eight_digits(a) % 1000 + eight_digits_range() // 2"),
]


@pytest.mark.parametrize(("rows", "call"), CALLS)
@pytest.mark.parametrize("dialect", ["", "duckdb"])
def test_what_replaces_a_call_gives_what_the_macro_gives(rows: str, call: str, dialect: str) -> None:
    query = f"SELECT {call} AS n FROM {rows}"
    tree = expanded(sqlglot.parse_one(query, read="duckdb"), dialect)
    with duckdb.connect() as shell:
        without_macros = shell.execute(tree.sql("duckdb")).fetchall()
        for path in definitions(dialect):
            shell.execute(path.read_text(encoding="utf-8"))
        assert shell.execute(query).fetchall() == without_macros


def test_each_function_is_called_above_and_in_a_query() -> None:
    texts = [form.text for step in steps() for form in step.templates]
    texts.append(Path(folder() / "functions.sql").read_text(encoding="utf-8").replace("MACRO ", "MACRO_"))
    for name in functions(""):
        assert any(f"{name}(" in call for _, call in CALLS), name
        assert any(re.search(rf"\b{name}\(", text) for text in texts), name


def test_an_engine_defines_no_function_that_the_others_lack() -> None:
    files = {path for dialect in OWN for path in definitions(dialect)}
    assert files == set(folder().glob("*.sql"))
    assert all(functions(dialect).keys() == functions("").keys() for dialect in OWN)
    assert all(
        functions(dialect)[name].arguments == function.arguments
        for dialect in OWN
        for name, function in functions("").items()
    )


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("pair(x.a, x.b)", "CAST(x.a AS BIGINT) * 2147483648 + x.b"),
        ("pair(a, b) * 2", "(CAST(a AS BIGINT) * 2147483648 + b) * 2"),
        ("pair(a + b, c)", "CAST(a + b AS BIGINT) * 2147483648 + c"),
        ("word_number(a + b)", "(a + b) % 1048576"),
        ("word_number(a * b)", "a * b % 1048576"),
        ("1 - pair_second(a)", "1 - (a & 2147483647)"),
        ("digit(a, 1 + 2)", "STRPOS('0123456789abcdef', SUBSTRING(a, 3, 1)) - 1"),
        ("1 - digit(a, 1)", "1 - (STRPOS('0123456789abcdef', SUBSTRING(a, 1, 1)) - 1)"),
        ("1 + digit(a, 1)", "1 + STRPOS('0123456789abcdef', SUBSTRING(a, 1, 1)) - 1"),
        ("other(a)", "OTHER(a)"),
    ],
)
def test_brackets_stand_where_an_operator_would_tear_a_call_apart(call: str, text: str) -> None:
    assert expanded(sqlglot.parse_one(f"SELECT {call}", read="duckdb"), "spark").sql("duckdb") == f"SELECT {text}"


def test_a_call_with_too_few_arguments_is_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        expanded(sqlglot.parse_one("SELECT pair(a)", read="duckdb"), "duckdb")


@pytest.mark.parametrize(
    ("joint", "support", "limit", "above", "share"),
    [
        ((0, 1), (0, 2), (1, 2), False, 0.5),
        ((0, 2), (0, 3), (1, 2), True, 2 / 3),
        ((1, 1), (2, 9), (1, 2), False, 0.5),
        ((2, 2), (3, 9), (1, 2), True, 2 / 3),
        ((1, 8), (9, 9), (1, 2), True, 8 / 9),
    ],
)
def test_a_share_is_of_records_and_of_persons(
    joint: tuple[int, int], support: tuple[int, int], limit: tuple[int, int], above: bool, share: float
) -> None:
    """Both are pairs of persons, 0 where they do not count, and records."""
    pairs = f"{joint[0] << 31 | joint[1]}, {support[0] << 31 | support[1]}"
    with duckdb.connect() as shell:
        shell.execute((folder() / "functions.sql").read_text(encoding="utf-8"))
        query = f"SELECT share_above({pairs}, {limit[0]}, {limit[1]}), share_of({pairs}), share_reaches({pairs}, 2)"
        assert shell.execute(query).fetchone() == (above, pytest.approx(share), share >= 0.5)
