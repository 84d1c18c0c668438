"""What is one record, one person, one item: what the column itself takes for equal, whatever its text."""

import random

import pytest
import sqlglot

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.sources import SourceOptions
from tests.engines.places import PostgresPlace, Rows, SparkTables, SqlitePlace

#: A type of text that takes capitals and small letters for the same, as citext does.
_FOLDED = """
    CREATE TYPE tests.folded;
    CREATE FUNCTION tests.folded_in(cstring) RETURNS tests.folded LANGUAGE internal STRICT IMMUTABLE AS 'textin';
    CREATE FUNCTION tests.folded_out(tests.folded) RETURNS cstring LANGUAGE internal STRICT IMMUTABLE AS 'textout';
    CREATE TYPE tests.folded (INPUT = tests.folded_in, OUTPUT = tests.folded_out, LIKE = text, COLLATABLE = true);
    CREATE CAST (tests.folded AS text) WITHOUT FUNCTION AS ASSIGNMENT;
    CREATE CAST (text AS tests.folded) WITHOUT FUNCTION AS ASSIGNMENT;
    CREATE FUNCTION tests.folded_cmp(a tests.folded, b tests.folded) RETURNS int LANGUAGE sql IMMUTABLE AS
        'SELECT bttextcmp(lower(a::text), lower(b::text))';
"""
_SIGNS = {"lt": "<", "le": "<=", "eq": "=", "ge": ">=", "gt": ">"}


def make_folded(place: PostgresPlace) -> None:
    for statement in _FOLDED.split(";\n"):
        place.run(statement)
    for name, sign in _SIGNS.items():
        arguments = "tests.folded, tests.folded"
        body = f"SELECT tests.folded_cmp($1, $2) {sign} 0"
        place.run(f"CREATE FUNCTION tests.folded_{name}({arguments}) RETURNS bool LANGUAGE sql IMMUTABLE AS '{body}'")
        place.run(
            f"CREATE OPERATOR tests.{sign} (FUNCTION = tests.folded_{name}, LEFTARG = tests.folded, "
            "RIGHTARG = tests.folded)"
        )
    operators = ", ".join(f"OPERATOR {at} tests.{sign}" for at, sign in enumerate(_SIGNS.values(), 1))
    place.run(
        f"CREATE OPERATOR CLASS tests.folded_ops DEFAULT FOR TYPE tests.folded USING btree AS {operators}, "
        "FUNCTION 1 tests.folded_cmp(tests.folded, tests.folded)"
    )


#: Types, and three values of each that are one.
KINDS = {
    "numeric": ("7", "7.0", "7.00"),
    "tests.price": ("7", "7.0", "7.00"),
    "interval": ("1 month", "30 days", "720:00"),
    "numrange": ("[7,8)", "[7.0,8)", "[7,8.00)"),
    "tests.folded": ("wine", "Wine", "WINE"),
}
PLACES = ["postgres", "here", "adbc_postgres"]


@pytest.fixture
def place(request: pytest.FixtureRequest) -> PostgresPlace:
    found: PostgresPlace = request.getfixturevalue(request.param)
    make_folded(found)
    found.run("CREATE DOMAIN tests.price AS numeric")
    return found


def put_equal(place: PostgresPlace, kind: str, column: str) -> str:
    """Three rows that differ in the text of one column only, and two of another value."""
    columns = {"record_id": "bigint", "item": "text", "person": "text"} | {column: kind}
    place.run(f"CREATE TABLE tests.rows ({', '.join(f'{name} {type_}' for name, type_ in columns.items())})")
    for at, value in enumerate(KINDS[kind], 1):
        row = {"record_id": str(at), "item": "a", "person": f"p{at}"} | {column: value}
        values = ", ".join(f"'{one}'" for one in row.values())
        place.run(f"INSERT INTO tests.rows ({', '.join(row)}) VALUES ({values})")
    return "tests.rows"


every_place = pytest.mark.parametrize("place", PLACES, indirect=True)
every_kind = pytest.mark.parametrize("kind", KINDS)


@every_place
@every_kind
def test_equal_persons_are_one(place: PostgresPlace, kind: str) -> None:
    found = api.audit_km(
        put_equal(place, kind, "person"), k=3, m=1, person="person", options=SourceOptions(db=place.db)
    )
    assert (found.persons, found.records, found.violations) == (1, 3, 1)


@every_place
@every_kind
def test_equal_record_ids_are_one(place: PostgresPlace, kind: str) -> None:
    found = api.audit_km(put_equal(place, kind, "record_id"), k=2, m=1, options=SourceOptions(db=place.db))
    assert (found.records, found.rows, found.violations) == (1, 1, 1)


@every_place
@every_kind
def test_equal_items_are_one(place: PostgresPlace, kind: str) -> None:
    found = api.audit_km(put_equal(place, kind, "item"), k=3, m=1, options=SourceOptions(db=place.db))
    assert (found.records, found.rows, found.violations) == (3, 3, 0)


@every_place
def test_a_list_may_write_an_item_in_each_of_its_spellings(place: PostgresPlace) -> None:
    """Kept by the first of them; also where the list is a table of the same place."""
    source, options = put_equal(place, "numeric", "item"), SourceOptions(db=place.db)
    place.run("INSERT INTO tests.rows VALUES (1, 8, 'p1'), (2, 8.5, 'p2')")
    place.run("CREATE TABLE tests.listed AS SELECT '7.00'::numeric AS item")
    expected = api.audit_rho(source, rho="0.3", m=1, sensitive=["7"], options=options)
    assert expected.violations == 2
    for listed in (["7.0"], "tests.listed"):
        assert api.audit_rho(source, rho="0.3", m=1, sensitive=listed, options=options).to_json() == expected.to_json()
        assert api.audit_km(source, k=4, m=2, known=listed, options=options).violations == 1


@every_place
def test_lists_of_such_values_are_refused(place: PostgresPlace) -> None:
    """But where all numbers have as many digits behind the point."""
    place.run("CREATE TABLE tests.lists AS SELECT 1 AS record_id, '{7,7.0}'::numeric[] AS item")
    place.run("CREATE TABLE tests.plain AS SELECT 1 AS record_id, '{7,7.5}'::numeric(3,1)[]::text[] AS item")
    options = SourceOptions(db=place.db)
    with pytest.raises(BadInput, match="values that are equal where their texts differ"):
        api.audit_km("tests.lists", k=2, m=1, options=options)
    if not place.db.startswith("postgresql:"):
        assert api.audit_km("tests.plain", k=2, m=1, options=options).rows == 2


def drawn(seed: int) -> list[tuple[str, str, str]]:
    """Rows of numbers: values that are equal are written with none, one or two zeros behind the point."""
    draw = random.Random(seed)
    owners = [draw.randint(1, 5) for _ in range(10)]
    rows = []
    for _ in range(40):
        record = draw.randint(0, 9)
        numbers = (record, draw.randint(1, 6), owners[record])
        rows.append(tuple(str(number) + draw.choice(["", ".0", ".00"]) for number in numbers))
    return rows


def put_drawn(place: PostgresPlace, seed: int) -> str:
    place.run(f"CREATE TABLE tests.drawn{seed} (record_id numeric, item numeric, person numeric)")
    for row in drawn(seed):
        place.run(f"INSERT INTO tests.drawn{seed} VALUES ({', '.join(row)})")
    return f"tests.drawn{seed}"


def wanted(seed: int, person: bool) -> Rows:
    """Threats of one and two items, and records at risk, by counting in Python; with persons those at risk, too."""
    rows = {tuple(int(one.partition(".")[0]) for one in row) for row in drawn(seed)}
    held: dict[int, set[int]] = {}
    owner = {record: whose for record, _, whose in rows}
    for record, item, _ in rows:
        held.setdefault(record, set()).add(item)

    def holders(items: set[int]) -> set[int]:
        return {owner[one] if person else one for one, set_ in held.items() if items <= set_}

    ones = {(item,) for item in range(1, 7) if 0 < len(holders({item})) < 4}
    twos = {
        (a, b) for a in range(1, 7) for b in range(a + 1, 7)
        if 0 < len(holders({a, b})) < 4 and not {(a,), (b,)} & ones
    }  # fmt: skip
    found = []
    for size, threats, known in ((1, ones, ones), (2, twos, ones | twos)):
        at_risk = {one for one, set_ in held.items() if any(set(threat) <= set_ for threat in known)}
        more = (len({owner[one] for one in at_risk}),) if person else ()
        found.append((size, len(threats), len(at_risk), *more))
    return found


def run_script(postgres: PostgresPlace, text: str) -> Rows:
    """Run a script statement by statement; return the rows of its SELECT."""
    found: Rows = []
    for statement in sqlglot.parse(text, read="postgres"):
        assert statement is not None
        rows = postgres.run(statement.sql("postgres"))
        found = rows if isinstance(statement, sqlglot.exp.Select) else found
    return found


@pytest.mark.parametrize("person", ["", "person"])
def test_audits_gates_and_scripts_agree(postgres: PostgresPlace, person: str) -> None:
    """With each other, worked on here or there, and with what is counted in Python."""
    for seed in range(4):
        source, asked = put_drawn(postgres, seed), {"person": person, "k": 4, "m": 2}
        expected = wanted(seed, bool(person))
        assert expected[0][1] or expected[1][1]
        for db in (postgres.db, f"here:{postgres.db}"):
            found = api.audit_km(source, options=SourceOptions(db=db), **asked)
            counts = [found.threats_by_size(), found.at_risk_by_size()]
            counts += [found.persons_at_risk_by_size()] if person else []
            assert [(size, *(count[size] for count in counts)) for size in (1, 2)] == expected
        gate = postgres.run(api.sql_gate_km(dialect="postgres", table=source, **asked).sql)
        assert sorted(row[: len(expected[0])] for row in gate) == expected
        script = api.sql_audit_km(dialect="postgres", table=source, schema="tests", **asked).sql
        assert [row[: len(expected[0])] for row in run_script(postgres, script)] == expected


#: Collations of Spark, and three texts that each takes for one.
COLLATIONS = {
    "UTF8_LCASE": ("wine", "Wine", "WINE"),
    "UTF8_BINARY_RTRIM": ("wine", "wine ", "wine  "),
    "UNICODE_CI": ("wine", "Wine", "WINE"),
}


@pytest.mark.parametrize("collation", COLLATIONS)
def test_collated_texts_of_spark(spark_tables: SparkTables, collation: str) -> None:
    """In Spark and worked on here: a person, an item with its other spellings in a list, a record."""
    texts, kind = COLLATIONS[collation], f"STRING COLLATE {collation}"
    spark_tables.run(f"CREATE TABLE marts.rows (record_id {kind}, item {kind}, person {kind})")
    rows = ", ".join(f"('r{at}', '{text}', '{text}')" for at, text in enumerate(texts))
    spark_tables.run(f"INSERT INTO marts.rows VALUES {rows}, ('{texts[0]}', 'tea', 'p'), ('{texts[1]}', 'tea', 'p')")
    for db in (spark_tables.db, f"here:{spark_tables.db}"):
        options = SourceOptions(db=db)
        found = api.audit_km("marts.rows", k=2, m=1, person="person", options=options)
        assert (found.persons, found.records, found.rows, found.violations) == (2, 4, 4, 2)
        found = api.audit_km("marts.rows", k=4, m=1, known=[texts[1], texts[2]], options=options)
        assert (found.records, found.violations) == (4, 1)


def test_collated_texts_of_other_databases(sqlite: SqlitePlace) -> None:
    """Every database may have them, and of few it is known."""
    sqlite.run(
        "CREATE TABLE rows (record_id text COLLATE NOCASE, item text COLLATE NOCASE, person text COLLATE NOCASE)"
    )
    sqlite.run("INSERT INTO rows VALUES (?, ?, ?)", [("a", "tea", "p"), ("A", "Tea", "P"), ("b", "TEA", "p")])
    found = api.audit_km("rows", k=2, m=1, person="person", options=SourceOptions(db=sqlite.db))
    assert (found.persons, found.records, found.rows, found.violations) == (1, 2, 2, 1)


def test_collations_that_take_different_texts_for_one(postgres: PostgresPlace) -> None:
    """They need ICU, which a server may lack."""
    import psycopg

    try:
        postgres.run("CREATE COLLATION tests.ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")
    except psycopg.Error:
        pytest.skip("this PostgreSQL is made without ICU")
    ci = "varchar COLLATE tests.ci"
    postgres.run(f"CREATE TABLE tests.rows (record_id {ci}, item {ci}, person {ci})")
    postgres.run("INSERT INTO tests.rows VALUES ('a', 'tea', 'p'), ('A', 'Tea', 'P'), ('b', 'TEA', 'p')")
    expected = [(1, 1, 2, 1)]
    for db in (postgres.db, f"here:{postgres.db}"):
        for query in (None, "SELECT * FROM tests.rows"):
            source, options = (None if query else "tests.rows"), SourceOptions(db=db, query=query)
            found = api.audit_km(source, k=2, m=1, person="person", options=options)
            assert (found.persons, found.records, found.rows, found.violations) == (1, 2, 2, 1)
    asked = {"table": "tests.rows", "dialect": "postgres", "k": 2, "m": 1, "person": "person"}
    assert [row[:-1] for row in postgres.run(api.sql_gate_km(**asked).sql)] == expected
    script = api.sql_audit_km(**asked, schema="tests").sql
    assert [row[: len(expected[0])] for row in run_script(postgres, script)] == expected


def test_lists_of_gates_and_scripts_may_have_any_spelling(postgres: PostgresPlace) -> None:
    """A list that names the same items otherwise says the same."""
    source = put_drawn(postgres, 0)
    spellings: dict[float, list[str]] = {}
    for (text,) in postgres.run(f"SELECT DISTINCT item::text FROM {source}"):
        spellings.setdefault(float(text), []).append(text)
    several = [sorted(texts) for texts in spellings.values() if len(texts) > 1]
    lists = [[texts[at] for texts in several] for at in (0, -1)]
    for at, labels in enumerate(lists):
        rows = " UNION ALL ".join(f"SELECT '{label}' AS item" for label in labels)
        postgres.run(f"CREATE TABLE tests.listed{at} AS {rows}")
    km = {"dialect": "postgres", "table": source, "k": 4, "m": 2}
    rho = {"dialect": "postgres", "table": source, "rho": "0.1", "m": 1}
    told = []
    for at, labels in enumerate(lists):
        listed = f"tests.listed{at}"
        gates = [api.sql_gate_km(**km, known=listed), api.sql_gate_km(**km, known_item=labels)]
        gates += [api.sql_gate_rho(**rho, sensitive=listed), api.sql_gate_rho(**rho, sensitive_item=labels)]
        scripts = [api.sql_audit_km(**km, known=listed, schema="tests")]
        scripts += [api.sql_audit_rho(**rho, sensitive=listed, schema="tests")]
        told.append([sorted(postgres.run(gate.sql)) for gate in gates])
        told[-1] += [run_script(postgres, script.sql) for script in scripts]
    assert told[0] == told[1] and all(told[0])
