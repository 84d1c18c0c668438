"""What a value is called depends on no setting of a server, a session or a role: moments are text in UTC."""

from collections.abc import Iterator

import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions
from tests.engines.places import Place, PostgresPlace, SparkTables

#: Values that other settings write otherwise, some of them alike, by their types.
VALUES = {
    "timestamptz": ("2020-10-25 00:30:00+00", "2020-10-25 01:30:00+00"),
    "timestamptz[]": ("2020-10-25 00:30:00+00", "2020-10-25 01:30:00+00"),
    "date": ("2020-01-02", "2020-02-01"),
    "interval": ("1 day 02:00:00", "-2 days"),
    "float8": ("0.1", "0.10000000000000002"),
}
OTHER = {
    "TimeZone": "Europe/Berlin",
    "DateStyle": "German",
    "IntervalStyle": "sql_standard",
    "extra_float_digits": "-5",
}


@pytest.fixture
def place(request: pytest.FixtureRequest) -> Iterator[PostgresPlace]:
    found: PostgresPlace = request.getfixturevalue(request.param)
    for name, value in OTHER.items():
        found.run(f"ALTER ROLE CURRENT_USER SET {name} = '{value}'")
    yield found
    found.run("ALTER ROLE CURRENT_USER RESET ALL")


def released(place: Place, source: str) -> set[str]:
    out = place.out()
    api.anonymize_km(source, out, k=2, m=1, options=SourceOptions(db=place.db))
    return {item for _, item in place.read(out)}


@pytest.mark.parametrize("place", ["postgres", "here", "adbc_postgres"], indirect=True)
@pytest.mark.parametrize("kind", VALUES)
def test_settings_of_a_role(place: PostgresPlace, kind: str) -> None:
    if kind.endswith("[]") and place.db.startswith("postgresql:"):
        return  # no lists are read there
    place.run(f"CREATE TABLE tests.rows (record_id bigint, item {kind})")
    for at, value in enumerate(2 * VALUES[kind], 1):
        written = f"'{{\"{value}\"}}'" if kind.endswith("[]") else f"'{value}'"
        place.run(f"INSERT INTO tests.rows VALUES ({at}, {written}::{kind})")
    assert released(place, "tests.rows") == set(VALUES[kind])


@pytest.mark.parametrize("work", ["", "here:"])
def test_the_zone_of_a_session_of_spark(spark_tables: SparkTables, work: str) -> None:
    """It is the user's, and has it back afterwards."""
    before = spark_tables.session.conf.get("spark.sql.session.timeZone")
    spark_tables.session.conf.set("spark.sql.session.timeZone", "Europe/Berlin")
    try:
        spark_tables.run(
            "CREATE TABLE marts.moments AS SELECT id AS record_id, timestamp_seconds(1603585800 + 3600 * (id % 2)) "
            "AS item FROM range(4)"
        )
        spark_tables.db = f"{work}{spark_tables.db}"
        assert released(spark_tables, "marts.moments") == {"2020-10-25 00:30:00", "2020-10-25 01:30:00"}
        assert spark_tables.session.conf.get("spark.sql.session.timeZone") == "Europe/Berlin"
    finally:
        spark_tables.session.conf.set("spark.sql.session.timeZone", before)
