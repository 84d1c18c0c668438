"""Every query of ``sql/`` keeps to the portable subset, and each ban of the lint catches what it should."""

from pathlib import Path

import pytest
import sqlglot

from setanon_sql.query.steps import Step, Template, read
from tests.query import lint
from tests.query.lint import (
    BANS,
    OWN,
    all_steps,
    broken_bans,
    constructs,
    faults,
    file_faults,
    forms_of,
    header_faults,
    is_empty,
    is_projection,
    likeness,
    parsed,
    twin,
)
from tests.sql.examples import EXAMPLES, runs_on

pytestmark = pytest.mark.lint

HEAD = "What is asked?\nin:  t (a, b), u (a, c)\nout: n"

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
    ("magic number", "SELECT a * 2147483648 + b AS n FROM t"),
    ("random", "SELECT random() AS n FROM t"),
    ("random", "SELECT a AS n FROM t ORDER BY random()"),
    ("random", "SELECT uuid() AS n FROM t"),
    ("random", "SELECT a AS n FROM t USING SAMPLE 10"),
    ("random", "SELECT a AS n FROM t TABLESAMPLE 10%"),
    ("unsigned or huge integers", "SELECT a::UBIGINT AS n FROM t"),
    ("unsigned or huge integers", "SELECT CAST(a AS HUGEINT) AS n FROM t"),
    ("unsigned or huge integers", "SELECT CAST(a AS UTINYINT) AS n FROM t"),
    ("UNION BY NAME", "SELECT a AS n FROM t UNION BY NAME SELECT a AS n FROM u"),
    ("FILTER of a window", "SELECT count(*) FILTER (WHERE a > 1) OVER (PARTITION BY b) AS n FROM t"),
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
        ("", "opens"),
        ("What?\nin:  t", "no lines"),
        ("in:  t\nout: n", "opens"),
        ("What?\nin:  u\nout: n", "does not name t,"),
        ("What?\nin:  t\nout: m", "does not name n,"),
        ("What?\nin:  t (u, n): u and n, a remark\nout: n", "names a as a table,"),
    ],
)
def test_a_header_that_is_missing_or_untrue_is_a_fault(text: str, says: str) -> None:
    found = " ".join(header_faults(text, sqlglot.parse_one("SELECT count(*) AS n FROM t", read="duckdb")))
    assert says in found.replace("does not open", "opens").replace("has no lines", "no lines")


def form(text: str, dialect: str = "", header: str = HEAD) -> Template:
    return Template("km/count/fast", dialect, header, text)


def test_a_query_for_one_engine_needs_a_twin_or_a_reason() -> None:
    alone = form("SELECT [t.a, u.a] AS n FROM t, u", "duckdb")
    assert "form for all" in " ".join(faults(alone))
    assert faults(form(alone.text, "duckdb", "Faster."), form("SELECT t.a AS n FROM t, u")) == []
    assert faults(form(alone.text, "duckdb", f"{HEAD}\nonly: duckdb, because it reads a file")) == []


def test_a_query_that_does_not_parse_is_a_fault() -> None:
    assert "does not parse" in faults(form("SELECT FROM WHERE"))[0]


def step(text: str) -> Step:
    return read(text, Path("sql/km/1_count.sql"))


def test_a_file_tells_its_plan_and_holds_no_form_of_an_engine_beside_one_for_all() -> None:
    one, other, fast = "-- name: one\nSELECT 1\n", "-- name: other\nSELECT 1\n", "-- name: one (duckdb)\nSELECT 1\n"
    assert file_faults(step(f"-- Count: one by one.\n{one}{other}")) == []
    assert "plan" in file_faults(step(one))[0]
    assert "N_step.duckdb.sql" in file_faults(step(f"-- Count.\n{one}{other}{fast}"))[0]
    assert file_faults(step(f"-- Count.\n{other}{fast}")) == []


@pytest.mark.parametrize("step", [pytest.param(step, id=step.name) for step in all_steps()])
def test_a_step_and_its_queries_have_no_fault(step: Step) -> None:
    found = [f"{one.name} {one.dialect}: {fault}" for one in step.templates for fault in faults(one, twin(step, one))]
    files = [read(path.read_text(encoding="utf-8"), path) for path in files_of(step)]
    assert [fault for file in files for fault in file_faults(file)] + found == []


def files_of(step: Step) -> list[Path]:
    return [step.path, *lint.steps.engine_files(step.path)]


def test_the_steps_of_a_room_are_numbered_without_a_gap() -> None:
    for room in {step.path.parent for step in all_steps()}:
        numbers = [step.number for step in all_steps() if step.path.parent == room]
        assert numbers == list(range(1, len(numbers) + 1)), room


def test_every_file_below_sql_is_a_step() -> None:
    root = lint.steps.folder()
    assert set(root.glob("*/*.sql")) == {path for step in all_steps() for path in files_of(step)}


# -- queries that say nothing of their own

#: Queries that are alike but for names, and why they stand there all the same.
ALIKE = {frozenset({"sources/read/parquet", "verify/read/parquet"}): "verify shares no query with other rooms"}
#: Queries that only make an empty table (engine.empty does), and why.
EMPTY: dict[str, str] = {}
#: Queries that only take columns of a table (all_rows and columns_of do), and why.
PROJECTIONS = {
    "counting/larger_sets/subsets_of_pairs": "a script for a warehouse shows it with its question",
    "disassociation/safe_leave/all_leave": "one of three ways to choose what leaves its chunk",
    "measures/published_labels/flat_paths": "what paths is where there is a taxonomy",
    "release/record_ids/kept_numbers": "one of three ways to name the published records",
    "verify/pieces_read/terms_as_lines": "what clusters_as_lines and subrecords_as_lines are for their tables",
    "verify/rho_rules/single_items": "the first of the tables that verify/rho_larger_sets/occurrences makes",
}


def test_no_query_stands_there_twice() -> None:
    groups: dict[str, set[str]] = {}
    for step in all_steps():
        for one in step.templates:
            groups.setdefault(likeness(one), set()).add(one.name)
    assert {frozenset(names) for names in groups.values() if len(names) > 1} == set(ALIKE)


def test_no_query_only_makes_an_empty_table_or_takes_columns() -> None:
    portable = [one for step in all_steps() for one in step.templates]
    assert {one.name for one in portable if is_empty(parsed(one))} == set(EMPTY)
    assert {one.name for one in portable if is_projection(parsed(one))} == set(PROJECTIONS)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("SELECT t.a FROM t WHERE t.b = $k", "SELECT x.a FROM u AS x WHERE x.b = $least", True),
        ("SELECT t.a FROM t WHERE t.b = $k", "SELECT x.a FROM u AS x WHERE x.c = $least", False),
        ("SELECT t.a FROM t, u WHERE t.b = u.b", "SELECT x.a FROM x, y WHERE x.b = y.b", True),
        ("SELECT t.a FROM t, u WHERE t.b = u.b", "SELECT y.a FROM x, y WHERE x.b = y.b", False),
        ("SELECT a FROM t WHERE b = $k OR c = $k", "SELECT a FROM t WHERE b = $k OR c = $l", False),
        ("SELECT a FROM t WHERE b = 1", "SELECT a FROM t WHERE b = 2", False),
        ("-- One.\nSELECT b.a AS n FROM t AS b", "SELECT v.a AS n FROM u AS v", True),
        ("WITH x AS (SELECT a FROM t) SELECT x.a FROM x", "WITH y AS (SELECT a FROM u) SELECT y.a FROM y", True),
    ],
)
def test_queries_are_alike_that_differ_only_in_names(one: str, other: str, alike: bool) -> None:
    assert (likeness(form(one)) == likeness(form(other))) is alike


@pytest.mark.parametrize(
    ("text", "empty", "projection"),
    [
        ("SELECT a FROM t WHERE 1 = 0", True, False),
        ("SELECT a FROM t WHERE false", True, False),
        ("SELECT a FROM t LIMIT 0", True, False),
        ("SELECT a FROM t WHERE a = 0", False, False),
        ("SELECT a FROM t LIMIT 10", False, False),
        ("SELECT x.a, x.b AS c FROM t AS x", False, True),
        ("SELECT DISTINCT a FROM t", False, False),
        ("SELECT a FROM t ORDER BY a", False, False),
        ("SELECT a, 1 AS n FROM t", False, False),
        ("SELECT a FROM t UNION ALL SELECT a FROM u", False, False),
    ],
)
def test_what_is_empty_or_only_takes_columns_is_seen(text: str, empty: bool, projection: bool) -> None:
    tree = sqlglot.parse_one(text, read="duckdb")
    assert (is_empty(tree), is_projection(tree)) == (empty, projection)


# -- translations: what sqlglot makes of a query is asked on each engine by the worked examples


@pytest.mark.parametrize("dialect", lint.DIALECTS[1:])
def test_each_construct_of_the_recount_is_in_a_query_with_an_example(dialect: str) -> None:
    """Queries of ``verify`` are asked one by one on DuckDB alone; what they are made of is asked on each engine."""
    forms = [form for step in all_steps() for form in forms_of(step, dialect)]
    asked = {name for name, examples in EXAMPLES.items() if any(runs_on(one, dialect) for one in examples)}
    seen = set().union(*(constructs(parsed(form)) for form in forms if form.name in asked))
    unseen = {form.name: constructs(parsed(form)) - seen for form in forms if form.name.startswith("verify/")}
    assert {name: found for name, found in unseen.items() if found} == {}


def test_constructs_are_functions_joins_and_types() -> None:
    text = "SELECT f(t.a) AS b, CAST(max(t.a) AS TEXT) AS c FROM t SEMI JOIN u ON t.a = u.a"
    found = constructs(sqlglot.parse_one(text, read="duckdb"))
    assert {"f", "Max", "Cast TEXT", "SEMI JOIN", "EQ"} <= found and "t" not in found


def test_the_dialects_are_those_that_the_program_knows() -> None:
    assert {one.dialect for step in all_steps() for one in step.templates} <= {"", *OWN}
