"""Every file of ``sql/`` keeps to the portable subset, and each ban of the lint catches what it should."""

import json
import os
from pathlib import Path

import pytest
import sqlglot

from setanon_sql import sql
from setanon_sql.sql import Table
from setanon_sql.statements import rendered_pieces
from tests import lint_sql
from tests.lint_sql import BANS, OWN, Template, binds_of, broken_bans, faults, header_faults, rendered, templates

GOLDEN = Path(__file__).parent / "golden"
HEAD = "-- What is asked?\n-- in:  t (a, b), u (a, c)\n-- out: n\n"

BAD = [
    ("SEMI or ANTI JOIN with USING", "SELECT t.a FROM t SEMI JOIN u USING (a)"),
    ("SEMI or ANTI JOIN with USING", "SELECT t.a FROM t ANTI JOIN u USING (a)"),
    ("WITH ORDINALITY", "SELECT n FROM unnest([1]) WITH ORDINALITY AS x(a, n)"),
    ("percentile or median", "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) AS n FROM t"),
    ("percentile or median", "SELECT quantile_cont(a, 0.5) AS n FROM t"),
    ("percentile or median", "SELECT median(a) AS n FROM t"),
    ("log(x)", "SELECT log(a) AS n FROM t"),
    ("log(x)", "SELECT log10(a) AS n FROM t"),
    ("hash()", "SELECT hash(a) AS n FROM t"),
    ("mode()", "SELECT mode(a) AS n FROM t"),
    ("mode()", "SELECT mode() WITHIN GROUP (ORDER BY a) AS n FROM t"),
    ("GROUP BY ALL or ORDER BY ALL", "SELECT a, count(*) AS n FROM t GROUP BY ALL"),
    ("GROUP BY ALL or ORDER BY ALL", "SELECT a AS n FROM t ORDER BY ALL"),
    ("alias in WHERE or HAVING", "SELECT a, count(*) AS n FROM t GROUP BY a HAVING n > 1"),
    ("alias in WHERE or HAVING", "SELECT a + 1 AS n FROM t WHERE n > 1"),
    ("alias in WHERE or HAVING", "SELECT a, sum(b) AS b FROM t GROUP BY a HAVING b > 1"),
    ("* EXCLUDE, REPLACE, RENAME, COLUMNS()", "SELECT n FROM (SELECT * EXCLUDE (a) FROM t) AS x"),
    ("* EXCLUDE, REPLACE, RENAME, COLUMNS()", "SELECT n FROM (SELECT * REPLACE (1 AS a) FROM t) AS x"),
    ("* EXCLUDE, REPLACE, RENAME, COLUMNS()", "SELECT COLUMNS('a') FROM t"),
    ("* EXCLUDE, REPLACE, RENAME, COLUMNS()", "SELECT #1 AS n FROM t"),
    ("subquery without a name", "SELECT n FROM (SELECT a AS n FROM t)"),
    ("subquery without a name", "SELECT t.a AS n FROM t JOIN (SELECT a FROM u) ON true"),
    ("sum(bool)", "SELECT sum(a > 1) AS n FROM t"),
    ("sum(bool)", "SELECT sum((a IN (1, 2))) AS n FROM t"),
    ("sum(bool)", "SELECT sum(NOT a = 1) AS n FROM t"),
    ("sum(bool)", "SELECT avg(a = 1 AND b = 2) AS n FROM t"),
    ("lists", "SELECT array_agg(a ORDER BY b) AS n FROM t"),
    ("lists", "SELECT list(a) AS n FROM t"),
    ("lists", "SELECT list_contains(a, 1) AS n FROM t"),
    ("lists", "SELECT list_transform(a, x -> x + 1) AS n FROM t"),
    ("lists", "SELECT a[1] AS n FROM t"),
    ("lists", "SELECT [1, 2] AS n FROM t"),
    ("lists", "SELECT [x + 1 for x in a] AS n FROM t"),
    ("lists", "SELECT unnest(a) AS n FROM t"),
    ("lists", "SELECT x.n FROM t, unnest(t.a) AS x(n)"),
    ("lists", "SELECT string_split(a, ',') AS n FROM t"),
    ("lists", "SELECT array_length(a) AS n FROM t"),
    ("maps and structs", "SELECT map {'a': 1} AS n FROM t"),
    ("maps and structs", "SELECT {'a': 1} AS n FROM t"),
    ("maps and structs", "SELECT map_keys(a) AS n FROM t"),
    ("arg_min, arg_max, first, last", "SELECT arg_min(a, b) AS n FROM t"),
    ("arg_min, arg_max, first, last", "SELECT max_by(a, b) AS n FROM t"),
    ("arg_min, arg_max, first, last", "SELECT first(a) AS n FROM t"),
    ("arg_min, arg_max, first, last", "SELECT last(a) AS n FROM t"),
    ("arg_min, arg_max, first, last", "SELECT any_value(a) AS n FROM t"),
    ("bit_count()", "SELECT bit_count(a) AS n FROM t"),
    ("random", "SELECT random() AS n FROM t"),
    ("random", "SELECT a AS n FROM t ORDER BY random()"),
    ("random", "SELECT uuid() AS n FROM t"),
    ("random", "SELECT a AS n FROM t USING SAMPLE 10"),
    ("random", "SELECT a AS n FROM t TABLESAMPLE 10%"),
    ("unsigned or huge integers", "SELECT a::UBIGINT AS n FROM t"),
    ("unsigned or huge integers", "SELECT CAST(a AS HUGEINT) AS n FROM t"),
    ("unsigned or huge integers", "SELECT CAST(a AS UTINYINT) AS n FROM t"),
    ("UNION BY NAME", "SELECT a AS n FROM t UNION BY NAME SELECT a AS n FROM u"),
    ("PIVOT", "PIVOT t ON a USING count(*)"),
    ("PIVOT", "SELECT n FROM t PIVOT (count(*) FOR a IN (1, 2))"),
    ("macro, or anything but one query", "CREATE MACRO f(a) AS a + 1"),
    ("macro, or anything but one query", "CREATE TABLE x AS SELECT a FROM t"),
    ("macro, or anything but one query", "DELETE FROM t WHERE a = 1"),
    ("recursive query", "WITH RECURSIVE x AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM x) SELECT n FROM x"),
    ("range() or generate_series()", "SELECT n FROM range(10) AS x(n)"),
    ("range() or generate_series()", "SELECT n FROM generate_series(1, 9) AS x(n)"),
    ("ASOF or POSITIONAL JOIN", "SELECT t.a AS n FROM t ASOF JOIN u ON t.a >= u.a"),
    ("ASOF or POSITIONAL JOIN", "SELECT t.a AS n FROM t POSITIONAL JOIN u"),
    ("LIMIT in percent", "SELECT a AS n FROM t ORDER BY a LIMIT 10%"),
    ("division by what may be zero", "SELECT a / b AS n FROM t"),
    ("division by what may be zero", "SELECT a // (b + 1) AS n FROM t"),
    ("division by what may be zero", "SELECT a % b AS n FROM t"),
    ("division by what may be zero", "SELECT sum(a) / count(*) AS n FROM t"),
    ("division by what may be zero", "SELECT a / CAST(b AS DOUBLE) AS n FROM t"),
    ("shift of a bare number", "SELECT bit_or(1 << a) AS n FROM t"),
    ("table called like a CTE", "WITH t AS (SELECT a FROM t) SELECT a FROM t"),
    ("table called like a CTE", "WITH x AS (SELECT a FROM y), y AS (SELECT a FROM t) SELECT x.a FROM x, y"),
    ("table called like a CTE", "SELECT a FROM (WITH x AS (SELECT a FROM t) SELECT a FROM x) AS s JOIN x ON true"),
    ("SELECT * at the top", "SELECT * FROM t"),
    ("SELECT * at the top", "SELECT t.* FROM t"),
    ("SELECT * at the top", "SELECT a FROM t UNION ALL SELECT * FROM u"),
    ("SELECT * at the top", "FROM t"),
    ("output column without a name", "SELECT count(*) FROM t"),
    ("name over 63 bytes", f"SELECT a AS {'n' * 64} FROM t"),
]  # fmt: skip

GOOD = [
    "SELECT t.a FROM t SEMI JOIN u ON t.a = u.a",
    "SELECT t.a FROM t ANTI JOIN u ON t.a = u.a AND t.b > u.c",
    "SELECT a FROM t WHERE EXISTS (SELECT 1 AS one FROM u WHERE u.a = t.a)",
    "SELECT a FROM t WHERE (a, b) IN (SELECT a, c FROM u)",
    "SELECT a FROM t EXCEPT SELECT a FROM u",
    "SELECT count(*) FILTER (WHERE a > 1) AS n, count_if(b = 2) AS m FROM t",
    "SELECT a, row_number() OVER (PARTITION BY a ORDER BY b) AS n FROM t QUALIFY n = 1",
    "SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, b",
    "SELECT a, bit_or(CAST(1 AS BIGINT) << b) AS mask FROM t GROUP BY a",
    "SELECT length(a) AS n, split_part(b, ',', 1) AS m, trim(a, $blanks) AS o, substr(b, 1, 1) AS p FROM t",
    "SELECT x.a FROM (VALUES (1), (2)) AS x(a)",
    "SELECT ln(a) AS n, sum(a * b) AS s, sum(CASE WHEN a > 1 THEN 1 ELSE 0 END) AS c FROM t GROUP BY a",
    "SELECT a / 2 AS n, a / nullif(b, 0) AS m, a % $k AS r, a // CAST(nullif(b, 0) AS INTEGER) AS q FROM t",
    "SELECT a, count(*) AS n FROM t GROUP BY a HAVING count(*) > 1",
    "SELECT t.a AS a, b FROM t WHERE a > 1 AND b > 2",
    "SELECT b AS n FROM t WHERE a IN (SELECT n FROM (SELECT a AS n FROM u) AS x WHERE n > 1)",
    "SELECT a FROM (SELECT * FROM t) AS x",
    "WITH x AS (SELECT a FROM t), y AS (SELECT a FROM x) SELECT y.a FROM y JOIN x ON x.a = y.a",
    "WITH x AS (SELECT a FROM t) SELECT a FROM (SELECT a FROM x) AS s",
    "SELECT string_agg(CAST(a AS VARCHAR), ',' ORDER BY a) AS n FROM t",
    "SELECT a FROM t UNION ALL SELECT a FROM u ORDER BY a LIMIT 10",
    "SELECT sum(cast(a as double)) > $rho * sum(b) AS n FROM t",
]


@pytest.mark.parametrize(("ban", "text"), BAD)
def test_a_ban_catches_its_bad_example(ban: str, text: str) -> None:
    assert ban in broken_bans(text)


def test_every_ban_has_a_bad_example() -> None:
    assert {ban.name for ban in BANS} == {name for name, _ in BAD}


@pytest.mark.parametrize("text", GOOD)
def test_a_good_example_passes(text: str) -> None:
    assert broken_bans(text) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("SELECT count(*) AS n FROM t", "opens"),
        ("-- What?\n-- in:  t\nSELECT count(*) AS n FROM t", "no lines"),
        ("-- in:  t\n-- out: n\nSELECT count(*) AS n FROM t", "opens"),
        ("-- What?\n-- in:  u\n-- out: n\nSELECT count(*) AS n FROM t", "does not name t,"),
        ("-- What?\n-- in:  t\n-- out: m\nSELECT count(*) AS n FROM t", "does not name n,"),
    ],
)
def test_a_header_that_is_missing_or_untrue_is_a_fault(text: str, says: str) -> None:
    found = " ".join(header_faults(text, sqlglot.parse_one(text, read="duckdb")))
    assert says in found.replace("does not open", "opens").replace("has no lines", "no lines")


def write(root: Path, name: str, text: str) -> Template:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return lint_sql.template(path)


def test_a_file_for_duckdb_needs_a_twin_or_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint_sql, "ROOT", tmp_path)
    monkeypatch.setattr(lint_sql, "dialect_faults", lambda name, dialect: [])
    alone = write(tmp_path, "duckdb/km/fast.sql", HEAD + "SELECT bit_count(t.a) AS n FROM t JOIN u ON t.a = u.a")
    assert [fault for fault in faults(alone) if "twin" in fault]
    reason = "-- only: duckdb, because it reads a file\n"
    assert faults(write(tmp_path, "duckdb/km/file.sql", HEAD + reason + "SELECT [t.a, u.a] AS n FROM t, u")) == []
    assert faults(write(tmp_path, "km/fast.sql", HEAD + "SELECT count(*) AS n FROM t JOIN u ON t.a = u.a")) == []
    assert faults(alone) == []


def test_a_file_that_does_not_parse_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint_sql, "ROOT", tmp_path)
    assert "does not parse" in faults(write(tmp_path, "km/broken.sql", HEAD + "SELECT FROM WHERE"))[0]


@pytest.mark.parametrize(
    "template", templates(), ids=lambda template: template.path.relative_to(lint_sql.ROOT).as_posix()
)
def test_a_template_has_no_fault(template: Template) -> None:
    assert faults(template) == []


# -- golden files: what each engine gets, to be read in a review

EXPECTED = {f"{dialect}/{template.name}.sql" for template in templates() for dialect in template.dialects}


@pytest.mark.parametrize("file", sorted(EXPECTED))
def test_a_template_renders_as_its_golden_file_says(file: str) -> None:
    dialect, _, name = file.removesuffix(".sql").partition("/")
    text, path = rendered(name, dialect), GOLDEN / file
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), "no golden file yet: run pytest with UPDATE_GOLDEN=1, then read the difference"
    assert path.read_text(encoding="utf-8") == text


READY = lint_sql.ROOT / "duckdb" / "ready.json"


def test_ready_queries_are_those_that_their_trees_give() -> None:
    names = sorted({template.name for template in templates() if "duckdb" in template.dialects})
    text = "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(_ready(name))}" for name in names) + "\n}\n"
    if os.environ.get("UPDATE_GOLDEN"):
        READY.write_text(text, encoding="utf-8")
    assert READY.read_text(encoding="utf-8") == text, "run pytest with UPDATE_GOLDEN=1"


def _ready(name: str) -> tuple[int, list[list[str]], list[str]]:
    """Checksum, binds (slots, then values), and pieces of a query for DuckDB."""
    binds = sorted(binds_of(name, "duckdb").items())
    kinds = [(bind, Table if isinstance(value, Table) else int) for bind, value in binds]
    plain = [[bind for bind, kind in kinds if kind is wanted] for wanted in (Table, int)]
    pieces = rendered_pieces(name, "duckdb", tuple((bind, kind, kind) for bind, kind in kinds))
    return sql.checksum(name, "duckdb"), plain, pieces


def test_no_golden_file_is_stale() -> None:
    stale = [path for path in GOLDEN.rglob("*.sql") if path.relative_to(GOLDEN).as_posix() not in EXPECTED]
    if os.environ.get("UPDATE_GOLDEN"):
        for path in stale:
            path.unlink()
        stale = []
    assert stale == []


def test_the_dialects_are_those_that_the_program_knows() -> None:
    assert {name for template in templates() for name in template.dialects} <= set(OWN)
